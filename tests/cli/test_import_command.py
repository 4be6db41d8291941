"""`orcus-tui import`: what it reads, writes, tells and refuses, and the status it leaves with."""

import json
from pathlib import Path

import pytest
from orcus_stat_blocks import BOG_WARDEN, block
from shell import Shell

from orcus_tui.importers.import_result import ImportResult, UnreadableSource
from orcus_tui.importers.imported_encounter import make_encounter
from orcus_tui.importers.sources import ImportRefused, Source, read_pasted_text, read_sources
from orcus_tui.storage.encounter.read import EncounterFaults, read_encounter
from orcus_tui.storage.storage_error import StorageError


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A folder that holds two files of stat blocks."""
    shell = Shell(tmp_path)
    shell.write("bog.md", BOG_WARDEN)
    shell.write("ogres.md", f"{block()}\n\n{block(name='Ogre Chief')}\n")
    return shell


# What it writes


def test_it_writes_as_the_library_and_a_new_encounter_are_written() -> None:
    text = make_encounter([read_pasted_text(BOG_WARDEN)], None).text
    assert "[creature.defenses]" not in text
    assert "\ndefenses = { ac = " in text
    assert "\n  [[creature.power]]\n" in text


def test_it_writes_an_encounter_that_passes_check_and_can_be_played(shell: Shell) -> None:
    done = shell("import", "bog.md", "ogres.md", "-o", "fen.toml")
    assert (done.returncode, done.stdout) == (0, "")
    checked = shell("check", "fen.toml")
    assert (checked.returncode, checked.stderr) == (0, "")
    line = "attack reed ogre by bog-warden face 15"
    played = shell("play", "fen.toml", "--no-journal", "--seed", "1", "--json", "-c", f"{line}; next", "--keep-going")
    output = json.loads(played.stdout)
    assert output["state"]["name"] == "fen"
    assert output["results"][0]["ok"], output["results"][0]
    assert "grappled" in output["state"]["creatures"]["ogre"]["conditions"]


def test_without_a_file_to_write_the_encounter_goes_to_standard_output(shell: Shell) -> None:
    done = shell("import", "ogres.md")
    assert done.returncode == 0
    path = shell.write("piped.toml", done.stdout)
    fight = read_encounter(path)
    assert (fight.name, list(fight.sheets)) == ("ogres", ["ogre", "ogre-chief"])


def test_a_pasted_text_is_read_from_standard_input(shell: Shell) -> None:
    done = shell.process("import", "-", given=BOG_WARDEN.encode())
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        0,
        "<stdin>: 1 creature for Orcus: 3 attacks, 1 other power, 0 powers as text",
    )
    assert 'name = "Bog Warden"' in done.stdout


def test_the_same_creature_from_two_files_gets_two_ids(shell: Shell) -> None:
    done = shell("import", "ogres.md", "ogres.md", "-o", "two.toml")
    assert [line for line in done.stderr.splitlines() if "ids:" in line] == [
        "  ids: ogre1, ogre-chief1",
        "  ids: ogre2, ogre-chief2",
    ]
    assert list(read_encounter(shell.folder / "two.toml").sheets) == ["ogre1", "ogre-chief1", "ogre2", "ogre-chief2"]


# What it tells


def test_it_tells_for_each_file_what_was_read_and_what_was_not_with_the_lines(shell: Shell) -> None:
    shell.write("odd.md", block("† **Slam** (standard, at-will)", "+8 vs AC; 4 damage. The target loses a recovery."))
    done = shell("import", "bog.md", "odd.md", "-o", "fen.toml")
    assert done.stderr.splitlines() == [
        "bog.md: 1 creature for Orcus: 3 attacks, 1 other power, 0 powers as text",
        "  ids: bog-warden",
        "  2 passages outside any creature, left out:",
        "  bog.md:1: A chapter about bogs.",
        "  bog.md:29: Wardens are older than the bogs they keep.",
        "odd.md: 1 creature for Orcus: 1 attack, 0 other powers, 0 powers as text",
        "  ids: ogre",
        "  1 passage not understood, kept as text:",
        "  odd.md:6: Ogre: Slam: The target loses a recovery",
        "Wrote fen.toml",
    ]


def test_of_many_passages_the_lines_are_shown(shell: Shell) -> None:
    odd = "\n".join(f"> Hums in key {number}" for number in range(20))
    shell.write("odd.md", f"> #### Hummer\n> Level 3 Wrecker (1 XP)\n{odd}\n> HP: 4\n")
    done = shell("import", "odd.md")
    assert "  20 passages not understood, kept as text:" in done.stderr
    assert "  and on lines 15, 16, 17, 18, 19, 20, 21, 22" in done.stderr
    assert "Hums in key 19" in done.stdout


def test_messages_cannot_steer_the_terminal(shell: Shell) -> None:
    shell.write("evil.md", "> #### Og\x1b[31mre\n> Level 3 Wrecker (1 XP)\n> \x1b[2Jhums\n> HP: 4\n")
    done = shell("import", "evil.md")
    assert "\x1b" not in done.stdout + done.stderr


# What it refuses, with 2


def refused_lines(shell: Shell, *arguments: str, given: bytes = b"") -> list[str]:
    done = shell("import", *arguments, given=given)
    assert (done.returncode, done.stdout) == (2, "")
    assert not shell.has("out.toml")
    return done.stderr.splitlines()


def test_a_file_that_is_there_is_not_written_over_unless_that_is_meant(shell: Shell) -> None:
    shell.write("mine.toml", "mine")
    done = shell("import", "bog.md", "-o", "mine.toml")
    assert (done.returncode, done.stderr) == (
        2,
        "mine.toml exists; name another file, or overwrite it with --force\n",
    )
    assert (shell.folder / "mine.toml").read_text() == "mine"
    assert shell("import", "bog.md", "-o", "mine.toml", "--force").returncode == 0
    assert list(read_encounter(shell.folder / "mine.toml").sheets) == ["bog-warden"]


def test_all_that_is_wrong_with_the_files_is_reported_and_nothing_written(shell: Shell) -> None:
    shell.write("diary.md", "Dear diary")
    shell.write("odd.md", b"b\xf6g\x1b")
    (shell.folder / "folder").mkdir()
    messages = refused_lines(shell, "bog.md", "none.md", "diary.md", "odd.md", "folder", "-o", "out.toml")
    assert messages[0] == "none.md: there is no such file"
    assert messages[1].startswith("diary.md: unknown format; the known formats are ")
    assert messages[2:] == [
        "odd.md:1: not UTF-8 text; save it as UTF-8",
        "folder: this is a folder; name a file in it",
    ]


def test_nothing_pasted_is_nothing_to_import(shell: Shell) -> None:
    (message,) = refused_lines(shell, "-")
    assert message.startswith("<stdin>: unknown format")


def test_no_file_named_is_refused(shell: Shell) -> None:
    assert shell("import").returncode == 2


def test_a_folder_is_no_file_to_write_to(shell: Shell) -> None:
    (shell.folder / "folder").mkdir()
    assert refused_lines(shell, "bog.md", "-o", "folder", "--force") == [
        "folder: not saved: this is a folder; name a file in it"
    ]
    assert refused_lines(shell, "bog.md", "-o", "none/out.toml")[0].startswith("none/out.toml: not saved: ")
    too_long = f"{'x' * 300}/out.toml"
    assert refused_lines(shell, "bog.md", "-o", too_long)[0].startswith(f"{too_long}: not saved: ")


# Within the program


def test_two_rules_systems_in_one_go_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    (tmp_path / "b").write_text("x")
    found = {"a": ImportResult("orcus", ()), "b": ImportResult("archmage", ())}
    monkeypatch.setattr("orcus_tui.importers.sources.read_source", lambda _, name: found[Path(name).name])
    with pytest.raises(ImportRefused) as refusal:
        read_sources([str(tmp_path / "a"), str(tmp_path / "b")], lambda _: b"")
    assert str(refusal.value).splitlines() == [
        "an encounter has one rules system; import these separately:",
        f"{tmp_path / 'a'}: Orcus",
        f"{tmp_path / 'b'}: Archmage Engine",
    ]


def test_a_rules_system_that_is_not_here_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orcus_tui.importers.sources.read_source", lambda *_: ImportResult("gurps", ()))
    with pytest.raises(ImportRefused, match=r"^<stdin>: for the rules system gurps, which is not supported$"):
        read_sources(["-"], lambda _: b"")


def test_a_creature_that_would_not_pass_check_is_never_written():
    wrong = ImportResult("orcus", ({"name": "Ogre", "max_hp": "many"},))
    with pytest.raises(EncounterFaults, match=r"max_hp: expected a whole number"):
        make_encounter([Source("a", wrong)], Path("out.toml"))


def test_an_encounter_that_would_not_read_back_the_same_is_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    other = make_encounter([read_pasted_text(block(name="Other"))], None).fight
    monkeypatch.setattr("orcus_tui.importers.imported_encounter.read_encounter_bytes", lambda *_: other)
    with pytest.raises(StorageError, match="not written: the text would not read back as the same creatures"):
        make_encounter([read_pasted_text(block())], None)


def test_a_pasted_text_can_be_imported_from_within():
    found = read_pasted_text(BOG_WARDEN).result
    assert (found.system, [each["name"] for each in found.creatures]) == ("orcus", ["Bog Warden"])
    with pytest.raises(UnreadableSource, match=r"^the pasted text: unknown format"):
        read_pasted_text("hello \ud800")


@pytest.mark.parametrize("text", ['{"a":', "[{", '{"a": 1,\n "b"}'])
def test_broken_json_is_called_broken(text: str) -> None:
    with pytest.raises(UnreadableSource, match="invalid JSON"):
        read_pasted_text(text)


def test_a_large_file_is_announced_before_it_is_read(shell: Shell) -> None:
    shell.write("many.md", "# Not a stat block\n\n" + "a word\n" * 200_000)
    assert "reading many.md: 1.4 MB" in shell("import", "many.md").stderr.splitlines()[0]
    shell.write("large.toml", "format = 1\n#" + "-" * 1_500_000)
    assert shell("check", "large.toml").stderr == "reading large.toml: 1.5 MB\n"
