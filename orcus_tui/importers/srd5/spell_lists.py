"""Spell lists in the text of stat blocks: the spells of the library as powers, slots as resources, and daily uses."""

import re
from collections.abc import Iterator

from msgspec import Struct, structs

from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.statistics import modifier
from orcus_tui.rules.field_faults import FieldFaults
from orcus_tui.storage.encounter.casting import Casting, filled_tables
from orcus_tui.storage.power_book import BookPower, UnknownPower, power_book
from orcus_tui.systems import SYSTEMS

SYSTEM = "srd5"
_LISTS_SPELLS = r"spell"
_SHARED = r"shared|coven"
"""Spells that a creature has only together with others."""
_ABILITY = rf"spell ?casting ability(?: is|,|\)|:)? ?(?P<before>{'|'.join(ABILITIES)})?"
_USING = rf"(?:using|is) (?P<ability>{'|'.join(ABILITIES)})(?: as (?:the|its) spell ?casting ability)?"
_DC = r"spell save DC:? ?(?P<dc>[0-9]{1,2})|save DC (?P<other>[0-9]{1,2})"
_ATTACK = r"(?P<bonus>[+-] ?[0-9]{1,2}) (?:to hit )?(?:with|for) spell attacks?"
_LEVEL = r"(?P<level>[0-9]{1,2})(?:st|nd|rd|th)[- ]level spell ?caster"
_LABEL = (
    r"(?:(?P<cantrips>cantrips?) *(?:\((?:at will|0-level)\))?"
    r"|(?P<from>[1-9])(?:st|nd|rd|th)?[-–](?P<to>[1-9])(?:st|nd|rd|th)[- ]level *\((?P<pact>[1-9]) "
    r"(?P<of>[1-9])(?:st|nd|rd|th)[- ]level slots?\)"
    r"|(?:(?P<level>[1-9])(?:st|nd|rd|th)[- ]level|level (?P<of_level>[1-9])) *"
    r"(?:\((?:(?P<slots>[0-9]{1,2}) slots?|(?P<free>at will))\))?"
    r"|(?P<will>at[- ]will)|(?P<times>[1-9]) ?/ ?day(?: each)?|(?P<constant>constant|rituals?)|spells(?: known)?) *: *"
)
_INNATE = r"can (?:innately )?cast (?P<names>[a-z/', ]{3,80}?)(?P<will> at will)?(?= ?[,.(]| and has)"
_A_DAY = r"\((?P<times>[1-9]) ?/ ?day\)"
_AFTER_NAMES = r"[*†]|\. (?=[A-Z])|;"


class SpellList(Struct):
    """What a text says about a creature's spells: its numbers, the spells as `powers` names them, and its slots.

    `unknown` are the spells that the library does not have, or that need a number that the text lacks.
    """

    casting: Casting = Casting()
    spells: list[str] = []
    slots: dict[int, int] = {}
    unknown: list[str] = []


def lists_spells(name: str) -> bool:
    """Whether a trait or an action of this name lists spells of the creature itself, not of a group."""
    return bool(re.search(_LISTS_SPELLS, name, re.IGNORECASE)) and not re.search(_SHARED, name, re.IGNORECASE)


def add_spells(draft: CreatureDraft, name: str, text: str, challenge: str = "", numbers: str = "") -> None:
    """Adds the spells of a trait or an action to a creature, if its name says that it lists any; the text stays.

    `challenge` stands in for a caster level that the text lacks; `numbers` is the text with the numbers of its casting,
    if they are not in the list's own text.
    """
    if not lists_spells(name):
        return
    scores = draft.table.get("abilities")
    casting = casting_in(numbers or text, scores if isinstance(scores, dict) else {}, challenge)
    found = read_spells(name, text, casting)
    if not found.spells:
        return
    draft.put("powers", _without_doubles([*draft.entries("powers"), *found.spells]))
    given = {key: value for key, value in structs.asdict(found.casting).items() if value not in (None, {}, "")}
    earlier = draft.table.get("casting")
    draft.put("casting", {**given, **(earlier if isinstance(earlier, dict) else {})})
    draft.update("resources", {f"slot{level}": {"max": number} for level, number in sorted(found.slots.items())})


def _without_doubles(names: list[str]) -> list[str]:
    """The spells, each once; one with a number of uses replaces the same spell at will."""
    by_name: dict[str, str] = {}
    for each in names:
        name, _, use = each.partition(" (")
        if name not in by_name or "/" in use:
            by_name[name] = each
    return list(by_name.values())


def read_spells(name: str, text: str, casting: Casting) -> SpellList:
    """The spells in the text of a trait or an action of this name; empty for one without any."""
    words = plain(text)
    found = SpellList(casting, [], {}, [])
    labels = [*re.finditer(_LABEL, words, re.IGNORECASE)]
    ends = [each.start() for each in labels[1:]] + [len(words)]
    intro = words[: labels[0].start()] if labels else words
    a_day = re.search(_A_DAY, name, re.IGNORECASE)
    for each in re.finditer(_INNATE, intro, re.IGNORECASE):
        use = "at will" if each["will"] or not a_day else f"{a_day['times']}/day"
        _add(found, re.split(r", | and ", each["names"]), use)
    for label, end in zip(labels, ends, strict=False):
        listed = re.split(_AFTER_NAMES, words[label.end() : end])[0]
        _add(found, re.split(r",(?![^(]*\))", listed), _use(label, found))
    return found


def _use(label: re.Match[str], found: SpellList) -> str | None:
    """The use of the spells after a label; adds the label's slots.

    Empty for spells that spend a slot, None for no spells.
    """
    if label["constant"]:
        return None
    if label["pact"]:
        found.slots[int(label["of"])] = int(label["pact"])
        return ""
    if level := label["level"] or label["of_level"]:
        if label["slots"]:
            found.slots[int(level)] = int(label["slots"])
        return "at will" if label["free"] else ""
    return f"{label['times']}/day" if label["times"] else "at will" if label["will"] else ""


def _add(found: SpellList, names: list[str], use: str | None) -> None:
    for name in _without_remarks(names) if use is not None else ():
        try:
            spell = power_book(SYSTEM).named(name)
            filled_tables(spell, SYSTEMS[SYSTEM], found.casting)
        except (UnknownPower, FieldFaults):
            found.unknown.append(name)
        else:
            found.spells.append(_named(spell, use or ""))


def _named(spell: BookPower, use: str) -> str:
    """A spell as `powers` has it; a cantrip has no use of its own."""
    return f"{spell.name} ({use})" if use and not (use == "at will" and not spell.level) else spell.name


def _without_remarks(names: list[str]) -> Iterator[str]:
    for each in names:
        name = re.sub(r"\([^()]*\)", "", each).strip(" .,-–*_:")
        if name:
            yield name


def casting_in(text: str, scores: dict[str, int], challenge: str = "") -> Casting:
    """The numbers of a caster in a text."""
    words = plain(text)
    dc, attack, level = (re.search(each, words, re.IGNORECASE) for each in (_DC, _ATTACK, _LEVEL))
    by = re.search(_ABILITY, words, re.IGNORECASE)
    named = (by and by["before"]) or ((using := re.search(_USING, words, re.IGNORECASE)) and using["ability"]) or ""
    score = scores.get(ABILITIES.get(named.lower(), ""))
    return Casting(
        attack=int(attack["bonus"].replace(" ", "")) if attack else None,
        dc=int(dc["dc"] or dc["other"]) if dc else None,
        modifier=None if score is None else modifier(score),
        level=int(level["level"]) if level else _level_by_challenge(challenge),
    )


def _level_by_challenge(challenge: str) -> int | None:
    """The level of a caster without one: its challenge, at least 1 (SRD 5.1 §Monsters, Spellcasting)."""
    whole = re.fullmatch("[0-9]{1,2}", challenge.strip())
    return max(1, int(whole[0])) if whole else 1 if challenge.strip() else None
