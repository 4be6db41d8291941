"""Everything in a stat block is shown: on the card, with Enter, by `show` and `creatures`, and before it is added."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from textual.pilot import Pilot
from typer.testing import CliRunner

from orcus_tui.cli.main import app
from orcus_tui.model.creature import Sheet
from orcus_tui.model.power import Power
from orcus_tui.screen.app import Tracker
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from orcus_tui.storage.toml.write import encounter_text
from tests.helpers.casts.small_library import library
from tests.helpers.fights.random_fights import play_lines, session_on
from tests.helpers.screen.driver import pane_text, play, press, tracker, until

SIZE = (240, 100)

BEAK: dict[str, object] = {
    "name": "Beakfall",
    "action": "swift",
    "use": "refresh 5,6",
    "range": "melee, reach 71",
    "attack": "+72 vs Fortitude",
    "damage": "3d10+73 psychic",
    "crit": "4d12",
    "crit_range": 17,
    "miss": "74",
    "effects": ["apply slowed teont"],
    "always": ["self: temp 75"],
    "maintain": "move",
    "trigger": "missed",
    "tags": ["lullaby"],
    "targets": "1d81",
    "cost": "plumes 2",
    "level": 7,
    "higher": "2d82",
    "more_targets": 8,
    "components": "V, S, a quill",
    "text": "The feathers settle last.",
}
FLURRY = {"name": "Flurry", "multiattack": ["Beakfall x2"], "part_of": "Beakfall"}

ROOK: dict[str, object] = {
    "name": "Velvet Rook",
    "kind": "elite",
    "side": "neutral",
    "level": 41,
    "role": "Spoiler",
    "size": "Large",
    "type": "corvid",
    "tags": ["leader"],
    "xp": 4200,
    "speed": "fly 43",
    "senses": "tremorsense 44",
    "languages": "Rookish",
    "alignment": "Chaotic",
    "text": "Moults in spring.",
    "notes": "Wants the mirror.",
    "max_hp": 450,
    "staggered": 460,
    "initiative": 47,
    "saves": 48,
    "recoveries": 49,
    "recovery": "50",
    "hit_dice": "51d8",
    "regeneration": 52,
    "defenses": {"ac": 53, "fortitude": 54, "reflex": 55, "will": 56},
    "abilities": {"str": 57, "dex": 58},
    "skills": {"athletics": 78},
    "turns": 2,
    "resources": {"plumes": {"max": 79, "now": 76, "per": "short"}},
    "form": [{"name": "Velvet Egg", "max_hp": 80}],
    "resist": {"fire": 59},
    "vulnerable": {"cold": 60},
    "immune": ["charm"],
    "half": ["melee"],
    "uses_death_rules": True,
    "named_villain": True,
    "uses_escalation": True,
    "habit": "spreading",
    "aura": [
        "62: the floor tilts",
        {"name": "Moulting", "size": 63, "side": "allies", "line": "temp 64", "at": "end"},
    ],
    "trait": [{"name": "Unseen Wing", "text": "Passes through glass."}],
    "power": [BEAK, FLURRY],
}

ON_THE_CARD = {
    "name": "Velvet Rook",
    "kind": "elite",
    "level": "41",
    "role": "Spoiler",
    "speed": "43",
    "senses": "senses tremorsense 44",
    "languages": "languages Rookish",
    "text": "Moults in spring.",
    "notes": "Wants the mirror.",
    "max_hp": "450",
    "saves": "+48",
    "regeneration": "regeneration 52",
    "defenses": "53 54 55 56",
    "resist": "resist 59 fire",
    "vulnerable": "vulnerable 60 cold",
    "immune": "immune charm",
    "half": "half melee",
    "aura": "aura 62: the floor tilts",
    "auras": "aura Moulting 63 (allies, at the end of their turns): temp 64",
    "traits": "Unseen Wing: Passes through glass.",
    "resources": "plumes 76/79",
    "forms": "forms Velvet Egg",
    "powers": "Beakfall, Flurry",
}
"""The text of the card for each field of a sheet; a list has separate words in this order."""
IN_FULL = {
    **ON_THE_CARD,
    "side": "neutral",
    "size": "Large corvid",
    "type": "corvid",
    "tags": "leader",
    "xp": "4,200 XP",
    "alignment": "Chaotic",
    "staggered": "staggered at 460",
    "initiative": "initiative +47",
    "recoveries": "recoveries 49",
    "hit_dice": "hit dice 51d8",
    "recovery": "recovery 50",
    "abilities": "str 57, dex 58",
    "skills": "athletics +78",
    "resources": "plumes 76/79 (short rest)",
    "turns": "2 turns a round",
    "uses_death_rules": "dies by the heroes' rules",
    "named_villain": "named villain",
    "uses_escalation": "adds the escalation die",
    "habit": "habit in the odds: spreading",
}
OF_A_POWER = {
    "name": "Beakfall",
    "action": "swift",
    "use": "refresh 5,6",
    "range": "melee, reach 71",
    "bonus": "+72",
    "defense": "vs Fortitude",
    "damage": "3d10+73",
    "types": "psychic",
    "crit": "critical: 4d12 more",
    "crit_range": "critical on 17+",
    "miss": "miss: 74 damage",
    "multiattack": "Beakfall x2",
    "effects": "slowed until the end of its next turn",
    "always": "hit or miss: itself: 75 temporary hit points",
    "maintain": "maintain: move action",
    "trigger": "trigger: missed",
    "targets": "targets: 1d81",
    "cost": "costs plumes 2",
    "level": "level 7",
    "higher": "2d82 more for each level of the slot above 7",
    "more_targets": "targets or attacks: 8 more for each level of the slot above 7",
    "components": "V, S, a quill",
    "text": "The feathers settle last.",
}
IN_THE_STAT_BLOCK = {"tags": "lullaby", "part_of": "part of Beakfall"}
"""The fields that only the stat block shows: the lines of a power already express its tags."""

GAZE = {"name": "Gaze", "save": "wis 76", "saved": "half", "damage": "5d4"}
DRAGON = {"name": "Velvet Dragon", "notes": "Wants the mirror.", "max_hp": 90, "legendary": 3, "power": [GAZE]}
BY_A_SAVE = {"save": "Wis save DC 76", "saved": "half on a success"}
PINION = {"name": "Pinion", "attack": "+77 vs AC", "damage": "1d3 cold", "ability": "dex", "crit": "x4"}
CROW = {"name": "Velvet Crow", "notes": "Wants the mirror.", "max_hp": 90, "power": [PINION]}
BY_ABILITY = {"ability": "1d3+Dex cold", "crit_times": "critical: damage ×4"}


Tables = tuple[dict[str, str], ...]


class Case(NamedTuple):
    """A creature, and the expected texts of its fields: on its card, and in full."""

    system: str
    creature: dict[str, Any]
    on_the_card: Tables
    in_full: Tables

    @property
    def file(self) -> str:
        """A file of the user's own creatures, with this one in it."""
        return encounter_text({"format": 1, "name": "Rooks", "system": self.system, "creature": [self.creature]})

    def fight(self) -> Any:
        """A fight with the creature in it, and a hero."""
        return fight_from_table({"format": 1, "name": "Ford", "system": self.system, "creature": [self.creature, ARI]})


ARI = {"name": "Ari", "kind": "pc", "max_hp": 30}
CASES = (
    Case("orcus", ROOK, (ON_THE_CARD, OF_A_POWER), (IN_FULL, OF_A_POWER, IN_THE_STAT_BLOCK)),
    Case("srd5", DRAGON, (BY_A_SAVE,), (BY_A_SAVE, {"legendary": "legendary actions 3"})),
    Case("archmage", CROW, (BY_ABILITY,), (BY_ABILITY,)),
)
each_case = pytest.mark.parametrize("case", CASES, ids=[each.system for each in CASES])


def test_every_field_of_a_stat_block_is_looked_for() -> None:
    by_the_fight = {"group", "reserve_until", "max_recoveries"}
    assert {*IN_FULL, "legendary", *by_the_fight} - {"recoveries"} == set(Sheet.__struct_fields__)
    assert {*OF_A_POWER, *IN_THE_STAT_BLOCK, *BY_A_SAVE, *BY_ABILITY} == set(Power.__struct_fields__)


def missing(text: str, tables: Tables) -> list[str]:
    """The fields that a text does not mention."""
    line = " ".join(text.split())
    return [field for table in tables for field, words in table.items() if not _stands_in(line, words)]


def _stands_in(line: str, words: str) -> bool:
    at = 0
    for part in [words] if words in line else words.replace(",", "").split():
        at = line.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


def with_it_in_the_library(case: Case) -> Tracker:
    """The tracker on a fight without the creature, which the library has."""
    session = session_on(fight_from_table({"format": 1, "name": "Ford", "system": case.system, "creature": [ARI]}))
    session.library = library(case.file)
    return tracker(session)


def pane(pilot: Pilot[Any], name: str) -> str:
    """The text of a pane with its heading, without its frame."""
    heading, *rows = pane_text(pilot, name).splitlines()
    return " ".join([heading, *(each[1:-1].strip() for each in rows[:-1])])


@each_case
def test_the_card_says_it_in_short(case: Case) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert not missing(pane(pilot, "cards"), case.on_the_card)

    play(tracker(session_on(case.fight())), script, SIZE)


def test_only_the_card_cuts_a_long_text() -> None:
    table = {"name": "Rook", "max_hp": 9, "power": [{"name": "Croak", "text": "caw " * 200 + "end"}]}
    fight = fight_from_table({"format": 1, "name": "Ford", "creature": [table]})

    async def script(pilot: Pilot[Any]) -> None:
        assert "caw…" in pane(pilot, "cards")
        await press(pilot, "enter")
        assert "caw end" in pane(pilot, "reading")

    play(tracker(session_on(fight)), script, SIZE)


@each_case
def test_show_prints_everything(case: Case) -> None:
    session = session_on(case.fight())
    (creature, *_) = session.fight.sheets
    assert not missing("\n".join(play_lines(session, f"show {creature}")), case.in_full)


@each_case
def test_enter_opens_the_whole_log(case: Case) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "enter")
        assert not missing(pane(pilot, "reading"), case.in_full)

    play(tracker(session_on(case.fight())), script, SIZE)


@each_case
def test_creatures_prints_the_whole_stat_block(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORCUS_TUI_CREATURES", str(tmp_path))
    (tmp_path / "own.toml").write_text(case.file, encoding="utf-8")
    result = CliRunner().invoke(app, ["creatures", case.creature["name"], "--system", case.system])
    assert result.exit_code == 0
    assert not missing(result.stdout, case.in_full)


@each_case
@pytest.mark.parametrize(("key", "name"), [("+", "detail"), ("B", "block")])
def test_a_creature_is_shown_in_full_before_it_is_added(case: Case, key: str, name: str) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, key, *"velvet")
        await until(pilot, lambda: "Wants the mirror." in pane(pilot, name))
        assert not missing(pane(pilot, name), case.in_full)

    play(with_it_in_the_library(case), script, SIZE)


@each_case
def test_a_creature_of_the_encounter_being_built_is_shown_in_full(case: Case) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "B", *"velvet", "enter", "tab")
        await until(pilot, lambda: "Wants the mirror." in pane(pilot, "block"))
        assert not missing(pane(pilot, "block"), case.in_full)

    play(with_it_in_the_library(case), script, SIZE)


@each_case
def test_a_creature_of_the_fight_is_shown_before_another_is_added(case: Case) -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "+", *"velvet")
        assert not missing(pane(pilot, "detail"), case.in_full)

    play(tracker(session_on(case.fight())), script, SIZE)
