"""Fights with names and words that look like something else, through every way to save and load a fight."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from orcus_tui.errors import OrcusError
from orcus_tui.model.fight import Fight
from orcus_tui.rules import validators
from orcus_tui.rules.fields import FIELDS
from orcus_tui.rules.validators import Scope, Validator
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.log_text import log_lines
from orcus_tui.session.recorded_fight import Result
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table, fight_text
from orcus_tui.storage.encounter.read import read_encounter_bytes
from orcus_tui.systems import SYSTEMS
from tests.campaign.inputs.fights import table_of
from tests.campaign.inputs.hurtful_words import hurtful_word, quoted
from tests.campaign.inputs.lines import WORDS, line_by
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import journal_settings_at, session_on

LINES_EACH = 40
LATER = 15
FORMS = (
    "add NAME hp=20",
    "add NAME x2 hp=5 notes=NAME",
    "add NAME kind=NAME",
    "rename WHO NAME",
    "apply TARGETS NAME DURATION",
    "apply TARGETS CONDITION+NAME save by WHO",
    "apply TARGETS CONDITION until NAME",
    "apply TARGETS NAME then NAME",
    "persist TARGETS 5 fire save NAME",
    "persist TARGETS 5 NAME",
    "bonus TARGETS +2 attack NAME DURATION",
    "resist TARGETS NAME 5",
    "vulnerable TARGETS NAME 5 DURATION",
    "immune TARGETS NAME",
    "damage TARGETS 5 NAME",
    "remind TARGETS start NAME DURATION by WHO",
    "remind round VALUE NAME",
    "init TARGETS VALUE",
    "damage TARGETS VALUE",
    "heal TARGETS VALUE",
    "temp TARGETS VALUE",
    "regen TARGETS VALUE",
    "persist TARGETS VALUE fire save",
    "resist TARGETS fire VALUE",
    "vulnerable TARGETS fire VALUE",
    "bonus TARGETS +VALUE attack DURATION",
    "add NAME hp=VALUE",
    "counter WHO.NAME +VALUE",
    "players timer VALUE",
    "delay VALUE",
    "ap WHO",
    "revive WHO VALUE",
    "apply TARGETS CONDITION VALUEr",
    "apply TARGETS CONDITION save:VALUE",
    "note WHO NAME",
    "set WHO FIELD VALUE",
    "set WHO FIELD VALUE",
    "set WHO FIELD VALUE",
    "set WHO FIELD NAME",
    "set WHO FIELD none",
    "add NAME FIELD=VALUE hp=9",
    "add WHO x2 FIELD=VALUE FIELD=VALUE hp=9",
    "drop WHO",
    "set WHO notes NAME",
    "set WHO name NAME",
    "set WHO resist.fire NAME",
    "counter WHO.NAME +2",
    "ready NAME",
    "alias NAME NAME",
    "roll 1d20 NAME",
    "use NAME TARGETS",
    "remove TARGETS NAME",
    "maintain NAME",
    "side TARGETS NAME",
    "NAME WHO 5",
    "option NAME NAME",
)
"""Lines with a place for a name or any word."""
_SLOTS = re.compile("TARGETS|WHO|NAME|DURATION|CONDITION|FIELD|VALUE")
PARTS = (
    *("defenses.ac", "resist.fire", "counters.luck", "actions.standard"),
    *("track.hurt", "track.bruised"),
)
"""Parts of fields."""
VALUES = (
    "0",
    "1",
    "5",
    "12",
    "-3",
    "true",
    "false",
    "none",
    "pc",
    "mook",
    "boss",
    "standard",
    "object",
    "2d6+1",
    "30 ft.",
    "999999",
    "1000000",
    "1000001",
    "999999999",
    "9" * 15,
    "1d6+999999",
    "1d6+1000000",
)
"""Values of fields, including numbers at their limits."""


def hurtful_fight_of(seed: int) -> Fight:
    """A fight whose creatures and powers have hurtful names; names that a file may not have are replaced."""
    chance = Random(seed)
    scope, name, notes = Scope(SYSTEMS[table_of(seed)["system"]]), validators.NAME, validators.LINES
    while True:
        table = table_of(seed)
        for creature in table["creature"]:
            if chance.random() < 0.7:
                creature["name"] = _word_for(name, scope, chance)
            if chance.random() < 0.3:
                creature["notes"] = _word_for(notes, scope, chance)
            renamed = [power["name"] for power in creature["power"] if chance.random() < 0.4]
            _rename_powers(creature, {power: _word_for(name, scope, chance) for power in renamed})
        if chance.random() < 0.3:
            table["name"] = _word_for(name, scope, chance)
        try:
            return fight_from_table(table)
        except OrcusError:
            continue


def _word_for(validator: Validator, scope: Scope, chance: Random) -> str:
    """A hurtful word that the validator accepts."""
    while True:
        try:
            word: str = validator.read(scope, hurtful_word(chance))
        except OrcusError:
            continue
        return word


def _rename_powers(creature: dict[str, Any], names: dict[str, str]) -> None:
    """Renames powers, in multiattacks too."""
    for power in creature["power"]:
        power["name"] = names.get(power["name"], power["name"])
        if "multiattack" in power:
            parts = (part.partition(" x") for part in power["multiattack"])
            power["multiattack"] = [f"{names.get(part, part)}{times}{count}" for part, times, count in parts]


def hurtful_line(chance: Random, fight: Fight) -> str:
    """A line about the creatures of this fight, by id, name or a word that looks like one."""

    def creature() -> str:
        creature_id, sheet = chance.choice(list(fight.sheets.items()))
        return chance.choice((*[creature_id] * 3, creature_id[:2], quoted(sheet.name), sheet.name))

    def name(_slot: Any = None) -> str:
        word = creature() if chance.random() < 0.2 else hurtful_word(chance)
        return quoted(word) if chance.random() < 0.6 else word

    words: dict[str, Callable[[], str]] = {
        "TARGETS": lambda: chance.choice((creature(), creature(), "@all", "@foes", ".", f"{creature()},{creature()}")),
        "WHO": creature,
        "NAME": name,
        "DURATION": lambda: chance.choice((*WORDS["DURATION"], f"eont:{creature()}", f"sont:{creature()}")),
        "FIELD": lambda: chance.choice((*FIELDS, *PARTS)),
        "VALUE": lambda: chance.choice(VALUES),
        "CONDITION": lambda: chance.choice(WORDS["CONDITION"]),
    }
    if chance.random() < 0.5:
        return _SLOTS.sub(lambda slot: words[slot[0]](), chance.choice(FORMS))
    line = line_by(chance)
    for stock in ("ari", "cor", "ogre", "goblin1", "g2"):
        line = line.replace(stock, creature())
    return line


def try_names(seed: int, folder: Path) -> int:
    """Plays a fight, and compares it with itself: written and opened, resumed, undone and redone, and replayed."""
    chance = Random(seed)
    first = hurtful_fight_of(seed)
    settings = journal_settings_at(folder / "state")
    session = session_on(first, seed, journal_settings=settings)
    lines: list[str] = []
    for number in range(LINES_EACH):
        begins = not number and chance.random() < 0.8
        lines.append("begin" if begins else hurtful_line(chance, session.fight))
        session.run(lines[-1])
    later = [hurtful_line(chance, session.fight) for _ in range(LATER)]
    same(session, played_again(first, seed, lines), "played again from the file of its beginning")
    same(session, written_and_opened(session), "written and opened")
    resumed = resume(session, settings)
    same(session, resumed, "resumed")
    same_log(session, resumed)
    same_steps(undo_and_redo(session, first), undo_and_redo(resumed, first), "resumed")
    same(session, resumed, "resumed, undone and redone")
    go_on_alike(session, resumed, later, seed)
    resumed.end(finished=True)
    return len(lines)


def played_again(first: Fight, seed: int, lines: list[str]) -> Session:
    """A session with the same lines and dice, on the fight from its file."""
    session = session_on(from_own_file(first), seed)
    for line in lines:
        session.run(line)
    return session


def from_own_file(fight: Fight) -> Fight:
    return read_encounter_bytes(fight_text(fight).encode(), Path("fight.toml"))


def written_and_opened(session: Session) -> Session:
    """The fight after `write` and `open`."""
    return session_on(from_own_file(session.fight))


def resume(session: Session, settings: Any) -> Session:
    """The fight resumed from its closed journal."""
    if session.recorder is None:
        raise Broken("no journal")
    journal = session.recorder.id
    if warning := session.end(finished=False):
        raise Broken(warning)
    again, lost = Session.resume(settings, journal, RandomDice(Random(0)))
    if lost:
        raise Broken(lost)
    return again


def undo_and_redo(session: Session, first: Fight) -> list[str]:
    """Redoes and undoes everything twice; returns the fights, the last one first."""
    undone = session.timeline.redo_count
    walk(session, "redo", undone)
    back = walk(session, "undo", session.timeline.undo_count)
    if session.fight != first:
        raise Broken(f"undone to the start is another fight ({len(back) - 1} changes)")
    same_steps(back, walk(session, "redo", len(back) - 1)[::-1], "redone")
    walk(session, "undo", undone)
    return back


def walk(session: Session, verb: str, count: int) -> list[str]:
    """Undoes or redoes a number of changes; returns the fight before and after each, as STATE and text."""
    seen = [whole(session)]
    for _ in range(count):
        result = session.run(verb)
        if result is None or result.error:
            raise Broken(f"`{verb}` after {len(seen) - 1} of {count}: {result}")
        seen.append(whole(session))
    return seen


def whole(session: Session) -> str:
    """A fight as STATE and text."""
    return f"{json.dumps(session.state())}\n{fight_text(session.fight)}"


def same_steps(one: list[str], two: list[str], how: str) -> None:
    """Raises Broken if two histories differ at a change; both have the last fight first."""
    if len(one) != len(two):
        raise Broken(f"{how}: {len(two) - 1} changes instead of {len(one) - 1}")
    for number, (first, second) in enumerate(zip(one, two, strict=True)):
        if first != second:
            raise Broken(f"{how}: another fight {number} changes before the end: {difference(first, second)}")


def _comparable(result: Result | None) -> Result | None:
    """A result whose error is replaced by its text, since two error objects are never equal."""
    return replace(result, problem=None) if result else None


def go_on_alike(session: Session, other: Session, lines: list[str], seed: int) -> None:
    """Checks that the same lines have the same effect in both."""
    session.dice_source, other.dice_source = (RandomDice(Random(seed + 1)) for _ in range(2))
    for line in lines:
        one, two = (_comparable(each.run(line)) for each in (session, other))
        if one != two:
            raise Broken(f"{line!r} gives another result in the resumed fight:\n{one}\n{two}")
    same(session, other, "resumed and played on")


def same(session: Session, other: Session, how: str) -> None:
    """Raises Broken if two fights differ as values, in STATE or as text."""
    for what, of in (("STATE", Session.state), ("text", lambda each: fight_text(each.fight))):
        one, two = of(session), of(other)
        if json.dumps(one) != json.dumps(two):
            raise Broken(f"{how}: another {what}: {difference(one, two)}")
    if replace(session.fight, questions=()) != replace(other.fight, questions=()):
        raise Broken(f"{how}: another fight with the same STATE")


def difference(one: Any, two: Any, where: str = "") -> str:
    """The first place where two values differ."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in dict.fromkeys((*one, *two)):
            if one.get(key, ...) != two.get(key, ...):
                return difference(one.get(key), two.get(key), f"{where}.{key}")
    if isinstance(one, str) and isinstance(two, str):
        lines = zip(one.splitlines(), two.splitlines(), strict=False)
        one, two = next(((first, second) for first, second in lines if first != second), (one, two))
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for number, (first, second) in enumerate(zip(one, two, strict=True)):
            if first != second:
                return difference(first, second, f"{where}[{number}]")
    return f"{where} {one!r:.400} / {two!r:.400}"


def same_log(session: Session, other: Session) -> None:
    """Raises Broken if two logs differ."""
    for one, two in zip(session.timeline.executions, other.timeline.executions, strict=True):
        if (one.line, log_lines(one.events, one.after)) != (two.line, log_lines(two.events, two.after)):
            raise Broken(f"resumed: {one.line!r} reads differently")


CAMPAIGNS = (
    Campaign("names", "hurtful names and words: written, resumed, undone, played again", "lines", try_names, 3),
)
