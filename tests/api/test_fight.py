"""The library: what `import orcus_tui` offers."""

import inspect
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

import orcus_tui
from orcus_tui import OrcusError
from tests.helpers.disks.disks import posix
from tests.helpers.project.files import ROOT
from tests.helpers.project.snapshots import check_file

FORD = (ROOT / "docs" / "python.md").read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    path = tmp_path / "ford.toml"
    path.write_text(FORD, encoding="utf-8")
    return path


def test_importing_it_loads_nothing_else() -> None:
    code = "import orcus_tui, sys; print([each for each in sys.modules if each.startswith('orcus_tui.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_playing_a_fight_never_loads_the_screen(ford: Path) -> None:
    code = f"import orcus_tui, sys; orcus_tui.load({str(ford)!r}).do('begin'); print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_public_signatures_are_as_last_reviewed() -> None:
    shown = []
    for name in orcus_tui.__all__:
        found = getattr(orcus_tui, name)
        if not inspect.isclass(found):
            shown.append(f"{name}{inspect.signature(found)}")
            continue
        shown.append(f"class {name}")
        for member, value in sorted(vars(found).items()):
            if not member.startswith("_"):
                shown.append(f"  {member}{inspect.signature(value) if inspect.isfunction(value) else ''}")
    check_file(ROOT / "tests" / "api" / "signatures.txt", "\n".join(shown) + "\n")


def test_every_public_name_is_on_its_page_and_has_a_docstring() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    for name in orcus_tui.__all__:
        assert f"`{name}" in page
        assert getattr(orcus_tui, name).__doc__


def test_a_name_that_is_not_public_is_unknown() -> None:
    with pytest.raises(AttributeError, match="no attribute 'session_of'"):
        orcus_tui.session_of  # noqa: B018  # it is looked up


def test_the_same_seed_gives_the_same_dice(ford: Path) -> None:
    texts = [orcus_tui.load(ford, seed=4).do("roll 5d20").text for _ in range(2)]
    assert texts[0] == texts[1]
    assert orcus_tui.load(ford, dice=[20, 1]).do("roll 2d20").text.endswith("21")
    assert orcus_tui.load(ford, dice=count(1)).do("roll 3d20").text.endswith("6")


@pytest.mark.parametrize(
    ("line", "column", "suggestion", "near"),
    [
        ("damage ogrr 5", 8, "ogre", ("ogre",)),
        ("dmage ogre 5", 1, "damage", ("damage",)),
        ("apply ogre dazd", 12, "dazed", ("dazed",)),
        ("attack b", 9, None, ()),
        ("revive ogre", None, None, ()),
        ("damage ogre !!", 13, None, ()),
    ],
)
def test_an_error_says_where_and_what_was_meant(
    ford: Path, line: str, column: int | None, suggestion: str | None, near: tuple[str, ...]
) -> None:
    fight = orcus_tui.load(ford)
    fight.do("begin")
    before = fight.state
    with pytest.raises(OrcusError) as caught:
        fight.do(line)
    assert (caught.value.column, caught.value.suggestion, caught.value.near) == (column, suggestion, near)
    assert fight.state is before


def test_a_preview_changes_nothing_and_uses_no_dice(ford: Path) -> None:
    fight = orcus_tui.load(ford, dice=[20])
    fight.do("begin")
    before, rev = fight.state, fight.rev
    assert "hits on" in fight.preview("attack longsword ogre").text
    with pytest.raises(OrcusError, match="is not dead"):
        fight.preview("revive ogre")
    assert fight.preview("# a remark").text == ""
    assert (fight.state, fight.rev) == (before, rev)
    assert fight.do("roll d20").text.endswith("20")


def test_a_fight_keeps_a_journal_only_on_request_and_resumes_it(
    ford: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert orcus_tui.load(ford).journal is None
    with orcus_tui.load(ford, journal=True) as fight:
        fight.do("damage ogre 5")
        journal = fight.journal
    assert journal
    with orcus_tui.resume(journal) as again:
        assert again.creature("ogre").hp == 55
        assert again.rev == 1


def test_a_fight_with_several_turns_a_round_is_resumed(
    ford: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with orcus_tui.load(ford, seed=1, journal=True) as fight:
        for line in ("begin", "init ogre 20,5", "damage ogre 5"):
            fight.do(line)
        journal, state = fight.journal, fight.state
    assert journal
    with orcus_tui.resume(journal) as again:
        assert again.state == state


def test_creatures_are_read_by_attribute_and_by_key(ford: Path) -> None:
    ogre = orcus_tui.load(ford).creature("ogre")
    assert (ogre.hp, ogre["hp"], ogre.id, ogre["name"]) == (60, 60, "ogre", "Ogre")
    with pytest.raises(AttributeError, match="a creature has no wings"):
        _ = ogre.wings
    with pytest.raises(OrcusError, match='no creature has the id "owl"'):
        orcus_tui.load(ford).creature("owl")


def test_an_unknown_system_and_dice_with_a_seed_are_refused(ford: Path) -> None:
    with pytest.raises(OrcusError, match='unknown system "chess"'):
        orcus_tui.new("chess")
    with pytest.raises(OrcusError, match="not both"):
        orcus_tui.load(ford, seed=1, dice=[1])
    assert orcus_tui.new("srd5").do("add Rat hp=3").events[0].kind == "creature_added"


@posix
def test_a_file_may_have_backslashes_in_its_name(ford: Path, tmp_path: Path) -> None:
    path = tmp_path / "north\\east\\"
    orcus_tui.load(str(ford)).write(path)
    assert path.exists()


def test_public_has_only_what_players_may_see(ford: Path) -> None:
    fight = orcus_tui.load(ford)
    fight.do("hide ogre")
    assert [each["name"] for each in fight.public["creatures"]] == ["Ari"]


CALLED = """
[[creature]]
name = "Ari"
kind = "pc"
max_hp = 900
defenses = { ac = 14 }
power = [{ name = "Club", attack = "+5 vs AC", damage = "1d8+2" }]

[[creature]]
name = "Rat"
max_hp = 12
defenses = { ac = 14 }
power = [{ name = "Call", use = "encounter", range = "self", effects = ["summon Titan"] }]
"""
TITAN = """
format = 1
system = "orcus"

[[creature]]
name = "Titan"
max_hp = 900
defenses = { ac = 40 }
power = [{ name = "Crush", attack = "+40 vs AC", damage = "900" }]
"""


def test_creatures_of_the_users_library_are_summoned_in_odds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fight, creatures = tmp_path / "fight.toml", tmp_path / "creatures"
    fight.write_text(f"format = 1\n{CALLED}", encoding="utf-8")
    creatures.mkdir()
    monkeypatch.setenv("ORCUS_TUI_CREATURES", str(creatures))
    assert {each.won for each in orcus_tui.odds(fight, fights=2)} == {2}
    (creatures / "titan.toml").write_text(TITAN, encoding="utf-8")
    assert min(each.won for each in orcus_tui.odds(fight, fights=2)) == 0
    assert not [*orcus_tui.odds(fight, fights=0)]
