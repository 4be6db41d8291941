"""Saving throws in the prose of SRD 5.1 stat blocks: their causes and outcomes."""

import re

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.importers import prose
from orcus_tui.importers.creature_draft import Table, as_name
from orcus_tui.importers.draft_text import (
    WHILE_GRAPPLED,
    Amount,
    Conditions,
    DraftLine,
    EffectLine,
    Reminder,
    Save,
    effect_line,
)
from orcus_tui.importers.srd5.clauses import ABILITIES, CLAUSES, HALVED, REPEATED, SAVED, SecondSave
from orcus_tui.importers.srd5.printed_action import SavingThrow, reading_of_failure

_CALLED_FOR = (
    rf"\bdc (?P<dc>[0-9]+) (?P<ability>{'|'.join(ABILITIES)})(?: or (?:{'|'.join(ABILITIES)}))? saving throw"
    r"(?: \(target's choice\))?(?: against [^,.;]*?(?= or |[,.;]|$))?(?P<then>.*)"
)
"""A saving throw and the text after it."""
_LABELLED = (
    rf"\b(?P<ability>{'|'.join(ABILITIES)}) saving throw: ?dc (?P<dc>[0-9]+)[^:]{{0,400}}?[.:,]? "
    r"(?P<then>(?:first failure|failure or success|failure|success):.*)"
)
"""A saving throw as books of 2024 print it, with a label before each outcome."""
_OUTCOME = (
    r"\b((?:first|second|third) failure|subsequent failures?|failure or success|success or failure|failure|success)"
    r"(?:--|:) ?"
)
_HALF_DAMAGE = r"^half (?:the )?damage(?: only)?[.,;]? ?"
_AGAIN, _EITHER_WAY, _SAVED = "failed again", "either way", "saved"
_OTHER_OUTCOMES = {
    "second failure": _AGAIN, "third failure": _AGAIN, "subsequent failure": _AGAIN, "subsequent failures": _AGAIN,
    "success": _SAVED, "failure or success": _EITHER_WAY, "success or failure": _EITHER_WAY,
}  # fmt: skip
_ITS_OWN = (
    r"(?:^|[.,;] |\band )the (?!target|creature)[a-z ]{2,30} must (?:succeed on|make) an? ?$",
    r"(?:^|[.,;] |\band )the (?!target|creature)[a-z ]{2,30} can, with a successful ?$",
    r"thrown at another creature, [a-z ]{2,30} must succeed on an? ?$",
)
"""The words before a saving throw that is not made by the targets, but by the creature itself or others."""
_WITH_SUCCESS = r"can, with a successful ?$"
_FOR_ALL = ("", "if the target is a creature")
"""Conditions under which every creature hit makes a save."""
_FAILED = r"^on a fail(?:ed save|ure),? "
_EFFECTS = ("apply", "persist")
_TIME = r"[0-9]+[rhd]"
"""A duration in rounds, hours or days, which limits an effect even if no save ends it."""
_MINUTES = r"(?i)\bfor ([0-9]+) minutes?\b"
_SHORTER = 20
"""Characters of a name left free for the words in brackets after it."""


class CalledSave(Struct, frozen=True):
    """A saving throw as the fields of a power, and the unknown passages about it."""

    fields: Table
    unknown: list[str]


def _read_save(save: SavingThrow) -> CalledSave:
    """The saving throw as fields of a power, with the outcomes in its text."""
    failed, others, half = _outcomes(save.text.lstrip(" ,."))
    reading = reading_of_failure(save, re.sub(_FAILED, "", failed, flags=re.IGNORECASE))
    if half:
        reading.lines.append(HALVED)
    lines = [line for line in reading.lines if line not in (REPEATED, HALVED)]
    second = next((line for line in lines if isinstance(line, SecondSave)), None)
    lines = [line for line in lines if line is not second]
    if second or REPEATED in reading.lines:
        lines = _ended_by_save(lines, Save(f"{save.ability} save dc {save.dc}"), "" if second else save.text)
    if second:
        lines = [_with_then(line, second.then) for line in lines]
    lines += (*reading.reminders, *map(Reminder, reading.unknown))
    lines += (*prose.save_reminders(reading), *prose.cases_to_type(reading))
    unknown = [*reading.unknown]
    for when, words in others:
        line, not_understood = _other_outcome(when, words)
        lines.append(line)
        unknown += not_understood
    halves: list[DraftLine] = []
    if HALVED in reading.lines and not reading.damage.dice:
        lines, halves = _damage_first(reading, lines)
    fields: Table = {
        "save": f"{save.ability} {save.dc}",
        "saved": "half" if HALVED in reading.lines else "",
        "damage": reading.damage.field_text,
        "effects": [line for line in lines if line.prefix != SAVED],
        "always": [*(line for line in lines if line.prefix == SAVED), *halves],
    }
    return CalledSave(fields, unknown)


def _damage_first(reading: prose.Reading, lines: list[DraftLine]) -> tuple[list[DraftLine], list[DraftLine]]:
    """Moves the first damage from the lines to the reading; returns the other lines, and those for half damage."""
    hurts = [each for each in lines if isinstance(each, EffectLine) and isinstance(each.what, Amount)]
    hurts = [each for each in hurts if each.verb == "damage" and not each.own]
    if hurts and isinstance(first := hurts[0].what, Amount):
        reading.damage = first
    halves = [
        effect_line("damage", replace(each.what, how="half"), prefix=SAVED)
        for each in hurts[1:]
        if isinstance(each.what, Amount)
    ]
    return [each for each in lines if each not in hurts[:1]], [*halves]


def _outcomes(then: str) -> tuple[str, list[tuple[str, str]], bool]:
    """The text of a failure, the texts of other outcomes by name, and whether a success halves the damage.

    Without labels, all text is about a failure.
    """
    before, *parts = re.split(_OUTCOME, then, flags=re.IGNORECASE)
    if before.strip(" ."):
        return then, [], False
    failed, half = "", False
    others: list[tuple[str, str]] = []
    for label, words in zip(parts[::2], parts[1::2], strict=True):
        name = _OTHER_OUTCOMES.get(label.lower(), "")
        rest = words.strip()
        if name == _SAVED and re.match(_HALF_DAMAGE, rest, re.IGNORECASE):
            half, rest = True, re.sub(_HALF_DAMAGE, "", rest, flags=re.IGNORECASE)
        if not name:
            failed = f"{failed} {rest}".strip()
        elif rest:
            others.append((name, rest))
    return failed, others, half


def _other_outcome(when: str, words: str) -> tuple[Reminder, list[str]]:
    """The reminder of an outcome other than a failure, and its unknown passages."""
    reading = CLAUSES.read(words, prose.Reading())
    typed = Reminder(words) if reading.unknown or not reading.does_something() else prose.to_type(reading)
    return typed.under(when), reading.unknown


def _ended_by_save(lines: list[DraftLine], save: Save, text: str) -> list[DraftLine]:
    """The lines, with a single line for all effects that one save ends, and its limit if the text has one."""
    effects = [line for line in lines if isinstance(line, EffectLine) and line.verb in _EFFECTS]
    if not effects:
        return lines
    lasting = (line if line.duration == WHILE_GRAPPLED else replace(line, duration="") for line in effects)
    joined = tuple(effect for line in lasting for effect in line.whole_effects)
    limits = {str(line.duration) for line in effects if re.fullmatch(_TIME, str(line.duration))}
    limits = limits or {f"{10 * int(minutes)}r" for minutes in re.findall(_MINUTES, text)}
    if len(limits) == 1:
        save = replace(save, text=f"{save.text} {limits.pop()}")
    return [EffectLine(joined, save), *(line for line in lines if line not in effects)]


def _with_then(line: DraftLine, then: Conditions) -> DraftLine:
    """The line that a save ends, with the consequence of a failed save."""
    return replace(line, then=then) if isinstance(line, EffectLine) and isinstance(line.duration, Save) else line


def save_after_hit(save: prose.SaveAfterHit) -> SavingThrow:
    """The saving throw that the text of a hit calls for."""
    return SavingThrow(save.ability, save.dc, text=save.then, condition=save.condition)


def follow_up(attack: str, save: SavingThrow, place: int) -> tuple[Table, DraftLine, list[str]]:
    """The saving throw after a hit as a separate power, the line of the attack that calls for it, and unknown passages.

    `place` counts the saving throws of the attack.
    """
    called = _read_save(save)
    words = "save" if place == 0 else f"save {place + 1}"
    name = f"{as_name(attack, 'Attack')[:-_SHORTER] if len(attack) > _SHORTER * 2 else attack} ({words})"
    power: Table = {"name": name, "action": "free", **called.fields, "text": save.text.strip(" ,.")}
    if save.condition.lower() in _FOR_ALL:
        return power, effect_line("use", name), called.unknown
    return power, Reminder(save.condition, prose.use_command(name)), called.unknown


def area_save(save: SavingThrow) -> CalledSave:
    """The saving throw that a power calls for without an attack roll."""
    called = _read_save(save)
    return CalledSave({**called.fields, "range": "near"}, called.unknown)


def save_in(text: str) -> SavingThrow | None:
    """The saving throw that a text calls for, unless it is made by the creature itself."""
    found = re.search(_LABELLED, text, re.IGNORECASE) or _called_for(text)
    return SavingThrow(ABILITIES[found["ability"].lower()], found["dc"], text=found["then"]) if found else None


def _called_for(text: str) -> re.Match[str] | None:
    found = re.search(_CALLED_FOR, text, re.IGNORECASE)
    by_others = found and any(re.search(each, text[: found.start()], re.IGNORECASE) for each in _ITS_OWN)
    return None if by_others else found


def own_save(text: str) -> DraftLine | None:
    """The line for a saving throw that the creature itself needs to succeed at something."""
    found = re.search(_CALLED_FOR, text, re.IGNORECASE)
    if found is None or not re.search(_WITH_SUCCESS, text[: found.start()], re.IGNORECASE):
        return None
    return effect_line("check", f"{ABILITIES[found['ability'].lower()]} {found['dc']}", own=True)
