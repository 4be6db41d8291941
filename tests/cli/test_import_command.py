"""`orcus-tui import`: what it reads, writes, reports and refuses, and its exit status."""

import json
from pathlib import Path
from typing import Any

import pytest

from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.source_text import UnreadableSource
from orcus_tui.importers.sources import (
    ImportRefused,
    Source,
    SourceName,
    Unread,
    make_encounter,
    read_each,
    read_pasted_text,
    read_source_files,
    refuse_several_systems,
)
from orcus_tui.model.fight import Fight
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from orcus_tui.storage.encounter.read import EncounterFaults, read_encounter, read_encounter_bytes
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.disks.shell import Shell
from tests.helpers.imports.orcus_stat_blocks import BOG_WARDEN, block


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A folder that holds two files of stat blocks."""
    shell = Shell(tmp_path)
    shell.write("bog.md", BOG_WARDEN)
    shell.write("ogres.md", f"{block()}\n\n{block(name='Ogre Chief')}\n")
    return shell


# What it writes


def test_imports_are_written_in_the_format_of_the_library_and_of_new_encounters() -> None:
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


# What it reports


def test_the_report_lists_what_was_read_and_unread_in_each_file(shell: Shell) -> None:
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
        "Read 2 of 2 sources: 2 creatures, 1 of them in part",
        "Wrote fen.toml",
    ]


def test_many_passages_are_listed_by_their_lines(shell: Shell) -> None:
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


# Several sources, and folders


def test_readable_files_are_imported_and_the_others_reported(shell: Shell) -> None:
    shell.write("diary.md", "Dear diary")
    done = shell("import", "ogres.md", "diary.md", "-o", "fen.toml")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-5:] == [
        "  ids: ogre, ogre-chief",
        "Read 1 of 2 sources: 2 creatures",
        "Not read:",
        "  diary.md: unknown format; `orcus-tui import --formats` lists the known ones",
        "Wrote fen.toml",
    ]
    assert list(read_encounter(shell.folder / "fen.toml").sheets) == ["ogre", "ogre-chief"]


def test_a_folder_is_read_recursively_without_hidden_files(shell: Shell) -> None:
    for name in ("book/one.md", "book/more/two.txt", "book/.hidden/three.md", "book/.four.md"):
        (shell.folder / name).parent.mkdir(parents=True, exist_ok=True)
        shell.write(name, block(name=f"Ogre of {Path(name).stem.strip('.').title()}"))
    shell.write("book/cover.png", b"\x89PNG\0")
    done = shell("import", "book", "-o", "fen.toml")
    assert done.returncode == 0  # the picture was not named
    assert [each.name for each in read_encounter(shell.folder / "fen.toml").sheets.values()] == [
        "Ogre of One",
        "Ogre of Two",
    ]
    assert "Read 2 of 3 sources: 2 creatures" in done.stderr.splitlines()
    assert any(line.startswith("  book/cover.png:1: not ") for line in done.stderr.splitlines())


def test_a_long_list_of_ids_is_shortened(shell: Shell) -> None:
    shell.write("book.md", "\n\n".join(block(name=f"Ogre {number}") for number in range(40)))
    done = shell("import", "book.md", "-o", "fen.toml")
    first = ", ".join(f"ogre-{number}" for number in range(12))
    assert f"  ids: {first} and 28 more" in done.stderr.splitlines()


def test_each_of_many_files_has_a_line_and_unread_files_are_grouped_by_reason(shell: Shell) -> None:
    (shell.folder / "book").mkdir()
    for number in range(8):
        shell.write(f"book/diary-{number}.md", "Dear diary")
        shell.write(
            f"book/ogre-{number}.md", block("† **Slam** (standard)", "+8 vs AC; 4 damage. It loses a recovery.")
        )
    done = shell("import", "book", "-o", "fen.toml")
    lines = done.stderr.splitlines()
    summary = "1 creature for Orcus: 1 attack, 0 other powers, 0 powers as text; 1 passage not understood"
    assert lines[:8] == [f"book/ogre-{number}.md: {summary}" for number in range(8)]
    diaries = ", ".join(f"book/diary-{number}.md" for number in range(8))
    assert lines[8:] == [
        "Read 8 of 16 sources: 8 creatures, 8 of them in part",
        "Import one of them with --dry-run to see its passages",
        "Not read:",
        f"  unknown format; `orcus-tui import --formats` lists the known ones: {diaries}",
        "Wrote fen.toml",
    ]


def test_formats_are_listed(shell: Shell) -> None:
    done = shell("import", "--formats")
    assert done.returncode == 0
    assert "Masterplan" in done.stdout.splitlines()


# Into the library


def library_lines(shell: Shell, *arguments: str) -> list[str]:
    done = shell("import", *arguments, "--to", "library", ORCUS_TUI_CREATURES=str(shell.folder / "own"))
    assert (done.returncode, done.stdout) == (0, "")
    return [line for line in done.stderr.splitlines() if not line.startswith(("ogres.md", "  used in place"))]


def test_creatures_go_into_the_library_once(shell: Shell) -> None:
    path = shell.folder / "own" / "ogres.toml"
    assert library_lines(shell, "ogres.md") == [f"Saved 2 creatures for Orcus to {path}"]
    assert path.is_file()
    assert library_lines(shell, "ogres.md") == ["  already in the library: Ogre, Ogre Chief"]


def test_creatures_with_a_known_name_are_renamed_or_replaced(shell: Shell) -> None:
    own = shell.folder / "own"
    library_lines(shell, "ogres.md")
    shell.write("ogres.md", block(head="**HP:** 41"))
    assert library_lines(shell, "ogres.md", "--replace") == [
        f"Saved 1 creature for Orcus to {own / 'ogres.toml'}",
        f"  replaced: Ogre; backup: {own / 'ogres.toml.old'}",
    ]
    shell.write("ogres.md", block(head="**HP:** 42"))
    assert library_lines(shell, "ogres.md") == [
        f"Saved 1 creature for Orcus to {own / 'ogres-2.toml'}",
        "  renamed to Ogre 2, since the names are taken; --replace replaces those creatures",
    ]
    assert "max_hp = 41" in (own / "ogres.toml").read_text(encoding="utf-8")


def test_overridden_creatures_of_the_program_are_reported(shell: Shell) -> None:
    shell.write("ogres.md", block(name="Balor"))
    done = shell("import", "ogres.md", "--to", "library", ORCUS_TUI_CREATURES=str(shell.folder / "own"))
    assert done.stderr.splitlines()[-1] == "  used in place of shipped creatures: Balor"


def test_replace_is_for_the_library(shell: Shell) -> None:
    assert refused_lines(shell, "bog.md", "--replace") == ["--replace goes with --to library"]


def test_a_dry_run_shows_each_stat_block_and_writes_nothing(shell: Shell) -> None:
    for where in ("library", "bog.toml"):
        done = shell("import", "bog.md", "--to", where, "--dry-run", ORCUS_TUI_CREATURES=str(shell.folder / "own"))
        assert done.returncode == 0
        assert done.stdout.startswith("Bog Warden [bog-warden] – ")
        assert done.stderr.splitlines()[-1] == "Nothing written (--dry-run)"
        assert not shell.has("bog.toml")
    assert not shell.has("own")


# What it refuses, with exit status 2


def refused_lines(shell: Shell, *arguments: str, given: bytes = b"") -> list[str]:
    done = shell("import", *arguments, given=given)
    assert (done.returncode, done.stdout) == (2, "")
    assert not shell.has("out.toml")
    return done.stderr.splitlines()


def test_an_existing_file_is_only_overwritten_with_force(shell: Shell) -> None:
    shell.write("mine.toml", "mine")
    done = shell("import", "bog.md", "-o", "mine.toml")
    assert (done.returncode, done.stderr) == (
        2,
        "mine.toml exists; name another file, or overwrite it with --force\n",
    )
    assert (shell.folder / "mine.toml").read_text() == "mine"
    assert shell("import", "bog.md", "-o", "mine.toml", "--force").returncode == 0
    assert list(read_encounter(shell.folder / "mine.toml").sheets) == ["bog-warden"]


def test_if_no_file_can_be_read_every_fault_is_reported_and_nothing_written(shell: Shell) -> None:
    shell.write("diary.md", "Dear diary")
    shell.write("odd.md", b"a\0b")
    messages = refused_lines(shell, "none.md", "diary.md", "odd.md", "-o", "out.toml")
    assert messages == [
        "Read 0 of 3 sources: 0 creatures",
        "none.md: there is no such file",
        "diary.md: unknown format; `orcus-tui import --formats` lists the known ones",
        "odd.md:1: not text: it has a null character (U+0000)",
    ]


def test_importing_an_encounter_of_this_program_suggests_export_to_markdown(shell: Shell) -> None:
    own = {"ORCUS_TUI_CREATURES": str(shell.folder / "own")}
    assert shell("import", "bog.md", "-o", "fen.toml").returncode == 0
    problem = (
        "an encounter or party file of this program already; to import its creatures, make Markdown of it first: "
        "`orcus-tui export FILE -o FILE.md`"
    )
    done = shell("import", "fen.toml", "--to", "library", **own)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"fen.toml: {problem}\n")
    assert shell("export", "fen.toml", "-o", "fen.md").returncode == 0
    assert shell("import", "fen.md", "--to", "library", **own).returncode == 0
    assert "Bog Warden" in (shell.folder / "own" / "fen.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text",
    [
        '# mine\r\nformat = 1\r\nsystem = "srd5"\r\n\r\n[[creature]]\r\nname = "Ogre"\r\n',
        'format=1\n  [[ creature ]]\n  name = "Level 3 Standard Blocker"\n  text = "HP: 30, AC: 17"\n',
    ],
)
def test_an_encounter_of_this_program_is_known_by_its_content(text: str) -> None:
    with pytest.raises(UnreadableSource, match=r"^the pasted text: an encounter or party file of this program already"):
        read_pasted_text(text)


def test_an_empty_folder_is_refused(shell: Shell) -> None:
    (shell.folder / "folder").mkdir()
    assert refused_lines(shell, "folder", "-o", "out.toml") == ["folder: no files in this folder"]


def test_an_empty_paste_imports_nothing(shell: Shell) -> None:
    (message,) = refused_lines(shell, "-")
    assert message.startswith("<stdin>: unknown format")


def test_an_impossible_file_name_is_refused(shell: Shell, tmp_path: Path) -> None:
    too_long = "x" * 5000
    (message,) = refused_lines(shell, too_long, "-o", "out.toml")
    assert message.startswith(f"{too_long}: cannot be read: ")
    with pytest.raises(EncounterFaults, match=f"{too_long}.*: cannot be read: "):
        read_source_files([tmp_path / too_long])


def test_without_a_file_it_is_refused(shell: Shell) -> None:
    assert shell("import").returncode == 2


def test_writing_to_a_folder_is_refused(shell: Shell) -> None:
    (shell.folder / "folder").mkdir()
    assert refused_lines(shell, "bog.md", "-o", "folder", "--force") == [
        "folder: not saved: this is a folder; name a file in it"
    ]
    assert refused_lines(shell, "bog.md", "-o", "none/out.toml")[0].startswith("none/out.toml: not saved: ")
    too_long = f"{'x' * 300}/out.toml"
    assert refused_lines(shell, "bog.md", "-o", too_long)[0].startswith(f"{too_long}: not saved: ")


# In the same process


def test_two_rules_systems_in_one_encounter_are_refused() -> None:
    sources = [Source("a", ImportResult("orcus", ())), Source("b", ImportResult("archmage", ()))]
    with pytest.raises(ImportRefused) as refusal:
        refuse_several_systems(sources)
    assert str(refusal.value).splitlines() == [
        "an encounter has one rules system; import these separately, or --to library:",
        "a: Orcus",
        "b: Archmage Engine",
    ]


def test_an_unknown_rules_system_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orcus_tui.importers.sources.read_source", lambda *_: ImportResult("gurps", ()))
    problem = "for the rules system gurps, which is not supported"
    expected = Unread("-", f"<stdin>: {problem}", problem, is_named=True)
    assert list(read_each([SourceName("-", "-")], lambda _: b"")) == [expected]


def test_a_creature_that_fails_check_is_never_written() -> None:
    wrong = ImportResult("orcus", ({"name": "Ogre", "max_hp": "many"},))
    with pytest.raises(EncounterFaults, match=r"max_hp: expected a whole number"):
        make_encounter([Source("a", wrong)], Path("out.toml"))


def test_an_encounter_that_would_read_back_differently_is_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    other = make_encounter([read_pasted_text(block(name="Other"))], None).text
    monkeypatch.setattr("orcus_tui.importers.sources.encounter_text", lambda _: other)
    with pytest.raises(StorageError, match="not written: the text would not read back as the same creatures"):
        make_encounter([read_pasted_text(block())], None)


def test_an_imported_creature_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[int] = []

    def build(table: dict[str, Any]) -> Fight:
        built.append(len(table["creature"]))
        return fight_from_table(table)

    monkeypatch.setattr("orcus_tui.importers.import_result.fight_from_table", build)
    monkeypatch.setattr("orcus_tui.importers.sources.read_encounter_bytes", None)
    made = make_encounter([read_pasted_text(block())], Path("out.toml"))
    assert built == [1]
    assert read_encounter_bytes(made.text.encode(), Path("out.toml")) == made.fight


def test_a_pasted_text_can_be_imported_in_the_tracker() -> None:
    found = read_pasted_text(BOG_WARDEN).result
    assert (found.system, [each["name"] for each in found.creatures]) == ("orcus", ["Bog Warden"])
    with pytest.raises(UnreadableSource, match=r"^the pasted text: unknown format"):
        read_pasted_text("hello \ud800")


@pytest.mark.parametrize("text", ['{"a":', "[{", '{"a": 1,\n "b"}'])
def test_broken_json_is_reported_as_broken(text: str) -> None:
    with pytest.raises(UnreadableSource, match="invalid JSON"):
        read_pasted_text(text)


def test_a_large_file_is_announced_before_it_is_read(shell: Shell) -> None:
    shell.write("many.md", "# Not a stat block\n\n" + "a word\n" * 200_000)
    assert "reading many.md: 1.4 MB" in shell("import", "many.md").stderr.splitlines()[0]
    given = b"a word\n" * 200_000
    assert shell.process("import", "-", given=given).stderr.splitlines()[0] == "reading <stdin>: 1.4 MB"
    shell.write("large.toml", "format = 1\n#" + "-" * 1_500_000)
    assert shell("check", "large.toml").stderr == "reading large.toml: 1.5 MB\n"
