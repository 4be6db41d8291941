"""Actions of SRD 5.1 stat blocks as powers, from the numbers and the prose that all formats share."""

import re

from msgspec.structs import replace

from orcus_tui.importers.creature_draft import CreatureDraft, Table, as_name, one_line, plain
from orcus_tui.importers.draft_text import (
    WHILE_GRAPPLED,
    Amount,
    Conditions,
    DraftLine,
    EffectLine,
    Range,
    Reminder,
    Roll,
    Save,
    effect_line,
)
from orcus_tui.importers.prose import Case, Reading, cases_to_type, hit_lines, save_reminders, to_type, use_command
from orcus_tui.importers.srd5.clauses import ABILITIES, HALVED, REPEATED, SAVED, SecondSave, read_prose
from orcus_tui.importers.srd5.printed_action import (
    Attack,
    Option,
    PrintedEntry,
    SavingThrow,
    reading_of_failure,
    reading_of_hit,
)
from orcus_tui.importers.srd5.statistics import refresh_from

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


def _read_save(save: SavingThrow) -> tuple[Table, list[str]]:
    """The saving throw as fields of a power, with the outcomes in its text, and the unknown passages about it."""
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
    lines += (*save_reminders(reading), *cases_to_type(reading))
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
    return fields, unknown


def _damage_first(reading: Reading, lines: list[DraftLine]) -> tuple[list[DraftLine], list[DraftLine]]:
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
    reading = read_prose(words)
    typed = Reminder(words) if reading.unknown or not reading.does_something() else to_type(reading)
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


def _follow_up(attack: str, save: SavingThrow, place: int) -> tuple[Table, DraftLine, list[str]]:
    """The saving throw after a hit as a separate power, the line of the attack that calls for it, and unknown passages.

    `place` counts the saving throws of the attack.
    """
    fields, unknown = _read_save(save)
    words = "save" if place == 0 else f"save {place + 1}"
    name = f"{as_name(attack, 'Attack')[:-_SHORTER] if len(attack) > _SHORTER * 2 else attack} ({words})"
    power: Table = {"name": name, "action": "free", **fields, "text": save.text.strip(" ,.")}
    if save.condition.lower() in _FOR_ALL:
        return power, effect_line("use", name), unknown
    return power, Reminder(save.condition, f"{use_command(name)} TARGET"), unknown


def _save_in(text: str) -> SavingThrow | None:
    """The saving throw that a text calls for, unless it is made by the creature itself."""
    found = re.search(_LABELLED, text, re.IGNORECASE) or _called_for(text)
    return SavingThrow(ABILITIES[found["ability"].lower()], found["dc"], text=found["then"]) if found else None


def _called_for(text: str) -> re.Match[str] | None:
    found = re.search(_CALLED_FOR, text, re.IGNORECASE)
    by_others = found and any(re.search(each, text[: found.start()], re.IGNORECASE) for each in _ITS_OWN)
    return None if by_others else found


def _own_save(text: str) -> DraftLine | None:
    """The line for a saving throw that the creature itself needs to succeed at something."""
    found = re.search(_CALLED_FOR, text, re.IGNORECASE)
    if found is None or not re.search(_WITH_SUCCESS, text[: found.start()], re.IGNORECASE):
        return None
    return effect_line("check", f"{ABILITIES[found['ability'].lower()]} {found['dc']}", own=True)


# Powers


_USES = (
    (r"recharge ([1-6])(?: ?- ?6)?\b", ""),  # refreshed on that face or higher
    (r"1 ?/ ?day", "daily"),
    (r"recharges? after a (?:short|short or long) rest|recharges? after a short", "encounter"),
    (r"recharges? after a long rest", "daily"),
    (r"([0-9]+) per (long|short) rest", r"\1/\2 rest"),
)
_COSTS = r"\((costs? ([1-9]) actions?)\)"
LEGENDARY, LEGENDARY_ACTIONS = "legendary", 3
"""The kind of action, and the number of such actions that a creature of SRD 5.1 has."""
# `Fire Breath. The dragon exhales …`: one of several options of an action.
_OPTION = r"(?:^|(?<=[.:;] ))(?P<name>[A-Z][\w'-]*(?: (?:of |the )?[A-Z][\w'-]*){1,4})\. (?=[A-Z])"
_ATTACK = (
    r"(?:(?P<kind>melee or ranged|melee|ranged)(?: (?:weapon|spell|power))*(?: attack(?: roll)?)?"
    r"|(?:weapon|spell) attack(?: roll)?): ?"
    r"(?P<bonus>[+-] ?[0-9]+)(?: to hit)?(?: \((?P<other>[^)]*)\))?,? ?(?P<range>[^:]{0,200}?)\.? ?"
    r"(?:h ?it(?: or miss)?: ?|hit (?=[0-9])|(?<=[.] )(?=[0-9]+ (?:\([0-9]*d|[a-z]+ damage)|the (?:target|creature) ))"
    r"(?P<hit>.*)"
)
_TERSE_ATTACK = (
    r"(?P<kind>)(?P<bonus>[+-] ?[0-9]+) to hit(?P<other>)[,.;]? ?(?P<range>[^:]{0,80}?)[,.;]? ?"
    r"(?P<hit>[0-9]+ ?\([0-9]*d.*)"
)
"""An attack in the form of notes: `+4 to hit, 5 (1d6 + 2) slashing damage`."""
_NO_BONUS = r"\b(?:attack roll|weapon attack|spell attack): "
"""The beginning of an attack with a bonus that is not a number."""
RANGED_FORM = " (ranged)"
"""The end of the name of a melee attack that is made at range."""
_AT_RANGE = "at range"
_PARRY = (
    r"\badds? (?P<bonus>[1-9]) to (?:its|his|her|their) ac against (?:one|an|a) (?P<melee>melee )?attack that would hit"
)
_DICE = r"[0-9]+d[0-9]+"  # a critical hit rolls dice once more


def add_action(draft: CreatureDraft, action: PrintedEntry) -> None:
    """Adds the powers of an action: itself, the outcomes of its saves, and its options."""
    options = _options(action)
    if not options:
        _add_powers(draft, action)
        return
    name, use = _name_and_use(action)
    names = [as_name(each.name, "Action").replace('"', "") for each in options]
    choice = effect_line("choose", " | ".join(f'use "{each}"' for each in names), own=True)
    whole: Table = {"name": name, "action": "free", "tags": [*action.tags], "always": [choice]}
    draft.add_power({**whole, "text": one_line(action.text_to_show)})
    first = ""
    for each in options:
        place = len(draft.powers)
        _add_powers(draft, replace(each, use=f"with {first}" if first else use))
        first = first or (str(draft.powers[place]["name"]) if use else "")


def _options(action: PrintedEntry) -> list[PrintedEntry]:
    """The options of an action, each as a separate action; empty without options."""
    if action.attack or action.save:
        return []
    found = action.options if len(action.options) > 1 else _options_in(plain(action.text_to_read))
    return [replace(action, name=each.name, text=each.text, options=()) for each in found]


def _options_in(text: str) -> list[Option]:
    """The options in a text; empty for a single one."""
    found = [*re.finditer(_OPTION, text)]
    if len(found) < 2:
        return []
    ends = [each.start() for each in found[1:]] + [len(text)]
    return [Option(each["name"], text[each.end() : end].strip()) for each, end in zip(found, ends, strict=True)]


def _add_powers(draft: CreatureDraft, action: PrintedEntry) -> None:
    """Adds the powers of an action without options."""
    name, use = _name_and_use(action)
    name = draft.free_name(name)
    cost, tags = [action.action], [*action.tags]
    costs = re.search(_COSTS, plain(action.name), re.IGNORECASE)
    if action.action == LEGENDARY:
        draft.put(LEGENDARY, LEGENDARY_ACTIONS)
        cost *= int(costs[2]) if costs else action.times
    elif costs:
        tags.append(costs[1].lower())
    power: Table = {
        "name": name,
        "action": cost if action.action else "",
        "use": use,
        "tags": tags,
        "text": one_line(action.text_to_show),
    }
    powers, unknown = _read_powers(power, action)
    for each in powers:
        draft.add_power(each)
    for passage in unknown:
        draft.note_unclear(f"{name}: {passage}", action.line)


def _readable(text: str) -> str:
    """A text as patterns expect it; a long dash is a minus between numbers, else a comma."""
    return re.sub(r" ?(?:—|(?<=\w)--(?=or |plus )) ?", ", ", re.sub(r"(?<=[0-9]) ?— ?(?=[0-9])", " - ", plain(text)))


def _name_and_use(action: PrintedEntry) -> tuple[str, str]:
    """The name without the limit in brackets, and the use for that limit."""
    use, name = action.use, re.sub(_COSTS, "", plain(action.name), flags=re.IGNORECASE).strip()
    for bracket in re.findall(r"\([^)]*\)", name):
        for sign, form in _USES:
            found = re.search(sign, bracket.lower())
            if found:
                use = use or found.expand(form) or refresh_from(int(found[1]))
                name = name.replace(bracket, "").strip()
                break
    return as_name(name, "Action"), use


def _read_powers(power: Table, action: PrintedEntry) -> tuple[list[Table], list[str]]:
    """The powers of an action, and its unknown passages; numbers of the source come before its text."""
    text = _readable(action.text_to_read)
    if action.attack:
        return _attack_powers(power, replace(action.attack, text=text), action.save)
    if not action.save and (attack := _attack_in(text)):
        return _attack_powers(power, attack)
    if save := replace(action.save, text=text) if action.save else _save_in(text):
        fields, unknown = _read_save(save)
        return [{**power, **fields, "range": "near"}], unknown
    if found := re.search(_PARRY, text, re.IGNORECASE):
        melee = " with melee" if found["melee"] else ""
        line = effect_line("bonus", f"+{found['bonus']} ac{melee} once eot", own=True)
        return [{**power, "range": "self", "trigger": "hit", "effects": [line]}], []
    own = _own_save(text)
    unread = [text] if not own and re.search(_NO_BONUS, text, re.IGNORECASE) else []
    return [{**power, "always": [own]} if own else power], unread


# Attack rolls


def _attack_in(text: str) -> Attack | None:
    found = re.search(_ATTACK, text, re.IGNORECASE) or re.match(_TERSE_ATTACK, text, re.IGNORECASE)
    if found is None:
        return None
    kind, bonus = (found["kind"] or "").lower(), found["bonus"].replace(" ", "")
    return Attack(kind, bonus, found["range"], text=found["hit"], other=found["other"] or "")


def _attack_powers(power: Table, attack: Attack, save: SavingThrow | None = None) -> tuple[list[Table], list[str]]:
    """The powers of an attack, and the unknown passages; `save` is one that the source has outside the text."""
    reading = reading_of_hit(attack)
    effects = [line for line in hit_lines(reading, _DICE) if line != REPEATED]
    power["attack"] = Roll(attack.bonus, "AC")
    power["damage"] = reading.damage.field_text
    power["range"] = _range(attack)
    unknown, saves = [*reading.unknown], list[Table]()
    called = (SavingThrow(each.ability, each.dc, text=each.then, condition=each.condition) for each in reading.saves)
    for place, each in enumerate([*filter(None, [save]), *called]):
        followed, line, not_understood = _follow_up(str(power["name"]), each, place)
        unknown += not_understood
        saves.append(followed)
        effects.append(line)
    power["effects"] = effects
    thrown = _thrown_form(power, attack, reading) if attack.kind == "melee or ranged" else []
    others = [each for each in reading.cases if not (thrown and each.condition == _AT_RANGE)]
    return [power, *thrown, *(_in_case(power, each, attack.other) for each in others), *saves], unknown


def _thrown_form(power: Table, attack: Attack, reading: Reading) -> list[Table]:
    """A melee attack made at range, with the damage it deals there."""
    at_range = re.search(r"range ([0-9/ ft.]+)", attack.reach)
    reach = Range("ranged", distance=at_range[1].strip(" .") if at_range else "")
    damage = next((each.damage_field for each in reading.cases if each.condition == _AT_RANGE), "")
    name = as_name(f"{power['name']}{RANGED_FORM}", "Attack")
    return [{**power, "name": name, "range": reach, "damage": damage or power["damage"]}]


def _range(attack: Attack) -> Range:
    by_range = "range" in attack.reach and "reach" not in attack.reach
    kind = "ranged" if attack.kind == "ranged" or (not attack.kind and by_range) else "melee"
    return Range(kind, attack.reach.strip(" ,."))


def _in_case(power: Table, case: Case, other: str) -> Table:
    """The same attack under a condition that changes its damage, and its bonus if `other` has one."""
    name = as_name(f"{power['name']} ({case.condition})", "Variant")
    bonus = re.fullmatch(rf"(?P<bonus>[+-] ?[0-9]+) to hit {re.escape(case.condition)}", other, re.IGNORECASE)
    attack = Roll(bonus["bonus"].replace(" ", ""), "AC") if bonus else power["attack"]
    return {**power, "name": name, "attack": attack, "damage": case.damage_field}
