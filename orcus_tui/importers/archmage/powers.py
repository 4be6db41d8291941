"""Actions of Archmage stat blocks as powers: the attack, its damage, and a line for each effect and rider."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.importers import prose
from orcus_tui.importers.archmage.clauses import read_prose
from orcus_tui.importers.archmage.meanings import replace_usual_line
from orcus_tui.importers.creature_draft import CreatureDraft, Table, as_name, one_line, plain
from orcus_tui.importers.draft_text import Amount, DraftLine, Range, Reminder, Roll, effect_line, with_prefix
from orcus_tui.importers.traits.prose_modifiers import fact_in

_ATTACK = r"(?:\[*d20 ?)?\+ ?([0-9]+)\)? vs\.? (?:the lowest )?(AC|PD|MD)\b"
_MARKS = r"^\s*(?:\[[^\]]*\]|\((?:NS|special trigger)\)|[0-9]+(?:-[0-9]+)?[.:]|Limited use:)\s*"
_ORIGIN = r"^(C|R|M|M or R|C or R): *"
_ORIGINS = {"c": "near", "r": "ranged", "m": "melee"}

_FACES = r"[0-9]{1,2}(?:-[0-9]{1,2}|\+)?"
_NATURAL = (
    rf"(?:first )?(?:natural )?(?P<faces>even|odd|{_FACES}(?:(?:, (?:or )?| or ){_FACES})*)(?: rolls?| it)?"
    r"(?P<hit> ?hit)?(?P<either> or miss)?(?P<miss> miss)?(?P<when>(?!\.).*)"  # `1. Red` is an entry of a list
)
_CRIT = r"(?:crit|critical hit)(?P<when>.*)"
_HIT_OR_MISS = r"(?:(?P<either>hit or miss)|(?P<hit>hit)|(?P<miss>miss))(?P<when>.*)"
_INSTEAD = r",? \binstead\b(?: of [^.;,(]{1,60}(?= \(|[.;,]|$))?"
_AGAINST = r"(?i)^(?:against|vs\.?|versus) (?:an? )?"
_HALF = r"(?:takes )?half[- ]damage\W*"
_ALL = r"\S+"  # a critical hit doubles any total
_OF_SAVE = "special save"
"""The label before riders that depend on the roll of a save."""
_LIMIT_LABELS = ("limited use", "quick use", "special trigger", "special, once per battle", "free charge")

_COUNTS = {"once": "1", "twice": "2", "two times": "2", "three times": "3", "one": "1"}
_LIMIT = (
    rf"(?P<count>\d|{'|'.join(_COUNTS)}) ?(?:/|per|each|a|in any|every) ?(?:single )?(?P<per>battle|fight|"
    rf"day|round|turn)"
    r"(?:,? (?=as|while|when|$|\())?"
)
_PERIODS = {"battle": "encounter", "fight": "encounter", "day": "day", "round": "round", "turn": "turn"}
_ESCALATION = r"(?:(?:only )?(?:when|while|if) )?the escalation die is (?P<die>even|odd|\d\+?)(?: or (?:higher|more))?"
_LIMIT_ACTION = (
    r"(?:only |requires |needs )*(?:as )?an? (?P<action>quick|free|move|interrupt|standard) action(?: to use)?"
)
_LIMIT_FILLER = (
    r"\b(?:limited use|quick use|special|once per battle|and|only|usable|use|can be used|this attack|this "
    r"power)\b|\(once per round\)|[ .,;:()]+"
)

_STRIKES = r"\(?(?P<count>\d|two|three|four|\d*d\d+(?!.*\bdifferent\b)) attacks?\)?"
_TARGETS = (
    r"(?:up to )?(?P<count>\d*d\d+(?: ?\+ ?\d+)?|[2-9]|two|three)(?: or \d)? (?:random |different |"
    r"conscious |other |of the |adjacent |nearby |or |far |away |faraway )*(?:\w+ ){0,2}?(?:enem|creature|"
    r"target|foe|pc|attacks|character)"
)
_NUMBERS = {"two": "2", "three": "3", "four": "4"}


class Rider(Struct, frozen=True):
    """An additional effect of an attack: its trigger as printed, its text and its line."""

    label: str
    text: str
    line: int


class PrintedAction(Struct, frozen=True):
    """An action as printed: its name, the attack from its bonus to its targets, the text of a hit, and its line.

    `mark` is a kind of action printed apart from the name, such as `nastier special`.
    """

    name: str
    attack: str
    hit: str
    line: int
    miss: str = ""
    riders: tuple[Rider, ...] = ()
    mark: str = ""


def with_riders(action: PrintedAction, riders: Sequence[Rider]) -> PrintedAction:
    """The action with riders; the first rider labelled as a miss gives the text of a miss."""
    misses = [each for each in riders if plain(each.label).lower() == "miss"]
    others = tuple(each for each in riders if each not in misses)
    return replace(action, miss=misses[0].text if misses else "", riders=others)


class RiderTrigger(Struct, frozen=True):
    """The prefixes of a rider's lines, which say when it applies.

    `asks` is a condition that only the game master can judge; with `misses`, the rider can apply on a miss.
    """

    prefixes: tuple[str, ...]
    asks: str
    misses: bool


class Parts(Struct):
    """The result of reading an action: a power, its damage and lines, further powers, and unknown passages."""

    power: Table
    damage: Amount
    effects: list[DraftLine]
    always: list[DraftLine] = field(default_factory=list)
    more: list[Table] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def add_action(draft: CreatureDraft, action: PrintedAction) -> None:
    """Adds the powers of an action: its own, and those of its cases and saves."""
    attack, hit = _repair_brackets(plain(action.attack), plain(action.hit))
    power = _power(action, attack)
    power["text"] = _printed_text(action)
    reading = read_prose(hit)
    power["damage"] = reading.damage.field_text
    unknown = [*_attack(power, attack), *reading.unknown]
    lines = prose.hit_lines(reading, _ALL if "attack" in power else None)
    parts = Parts(power, reading.damage, lines, unknown=unknown)
    for case in reading.cases:
        if (line := _case_line(case, parts.damage)) is not None:
            parts.effects.append(line)
        else:
            parts.more.append(_in_case(power, case))
    parts.effects += _offered(draft, parts, reading)
    for outcome in reading.outcomes:
        _add_outcome(draft, parts, outcome)
    if action.miss:
        _read_miss(draft, parts, plain(action.miss))
    of_save = False
    for rider in action.riders:
        of_save = of_save or plain(rider.label).lower() == _OF_SAVE
        if not rider.label:
            parts.unknown.append(plain(rider.text))
        elif of_save and re.fullmatch(_FACES, plain(rider.label)):  # this belongs to the save, not to the attack roll
            parts.unknown.append(plain(f"{rider.label}: {rider.text}"))
        elif plain(rider.label).lower() in _LIMIT_LABELS:
            _limit(parts, rider)
        else:
            _add_rider(draft, parts, rider)
    _add(draft, parts)
    for text in parts.unknown:
        draft.note_unclear(f"{power['name']}: {text}", action.line)


def _add(draft: CreatureDraft, parts: Parts) -> None:
    power = parts.power
    if "attack" in power:
        power |= {"effects": parts.effects, "always": parts.always}
    else:  # without an attack roll, no line can depend on it
        power["effects"] = [replace(each, prefix="") for each in (*parts.effects, *parts.always)]
        power.pop("miss", None)
    strikes = _read_targets(power) if "attack" in power else "1"
    if strikes != "1":
        _add_strikes(draft, power, strikes)
    else:
        draft.add_power(power)
    for each in parts.more:
        same: Table = {key: power[key] for key in ("effects", "always") if key in power and "attack" in each}
        draft.add_power({**each, **same})


def _add_strikes(draft: CreatureDraft, power: Table, count: str) -> None:
    """Adds a power that makes several attacks as one action, and the single attack that it makes."""
    name = draft.free_name(str(power["name"]))
    single = draft.free_name(as_name(f"{name} (1 attack)", "Attack"))
    whole: Table = {key: power[key] for key in ("action", "use", "tags", "text", "range") if key in power}
    draft.add_power({"name": name, **whole, "multiattack": [f"{single} x{count}"]})
    draft.add_power({**power, "name": single, "use": "", "text": ""})


def _printed_text(action: PrintedAction) -> str:
    hit, miss = one_line(action.hit), one_line(action.miss)
    parts = [one_line(action.attack), f"Hit: {hit}" if hit else "", f"Miss: {miss}" if miss else ""]
    parts += [one_line(f"{each.label}: {each.text}" if each.label else each.text) for each in action.riders]
    return "\n".join(filter(None, parts))


def _repair_brackets(attack: str, hit: str) -> tuple[str, str]:
    """The attack and the hit, with the end of the attack's brackets moved back from the hit."""
    slipped = re.match(r"[^;]{2,200}\);\s*", hit)
    if slipped and attack.count("(") > attack.count(")"):
        return f"{attack}, {slipped[0].rstrip('; ')}", hit[slipped.end() :]
    return attack, hit


def _power(action: PrintedAction, attack: str) -> Table:
    bare, marks = plain(action.name), [action.mark]
    while found := re.match(_MARKS, bare, re.IGNORECASE):
        marks += re.split(r"[\[\]():.]", found[0].lower())
        bare = bare[found.end() :]
    origin = re.match(_ORIGIN, bare, re.IGNORECASE)
    bare = bare[origin.end() :] if origin else bare
    targets = re.search(r"\((.+)\)?\W*$", attack)
    begins = _ORIGINS[origin[1][0].lower()] if origin else "melee" if attack else ""
    power: Table = {"name": as_name(bare, "Action")}
    if any("trigger" in each for each in marks):
        power["action"] = "free"
    if any("once per battle" in each for each in marks):
        power["use"] = "encounter"
    power["tags"] = [*filter(None, map(str.strip, marks))]
    if begins:
        power["range"] = Range(begins, targets[1].rstrip(");. ") if targets else "")
    return power


def _attack(power: Table, attack: str) -> list[str]:
    """Reads the bonus and the defense; returns unknown words."""
    found = re.match(_ATTACK, attack, re.IGNORECASE)
    if found and "@" not in attack[: found.end()]:
        power["attack"] = Roll(f"+{found[1]}", found[2].upper())
        return []
    if bare := re.fullmatch(r"\[*d20 ?\+ ?([0-9]+)\.?", attack):  # the defense is lost
        power["attack"] = Roll(f"+{bare[1]}", "AC")
        return []
    if not attack or re.match(r"\(?automatic hit|\(?[0-9d]+ [^0-9]*(?:enem|creature)", attack, re.IGNORECASE):
        return []  # no attack roll: the command is `use`
    return [attack]


def riders_in(description: str, line: int) -> Iterator[Rider]:
    """The riders in the lines of a description."""
    for passage in filter(None, map(str.strip, description.split("\n"))):
        label, colon, text = passage.partition(":")
        labelled = bool(colon) and len(label) < 80 and text.strip()
        yield Rider(label if labelled else "", text.strip() if labelled else passage, line)


# Uses


def _limit(parts: Parts, rider: Rider) -> None:
    """Reads use and action from a limit of the power; other limits become a reminder."""
    if not _read_limit(parts.power, plain(f"{rider.label} {rider.text}")):
        parts.always.append(Reminder(f"{plain(rider.label)}: {plain(rider.text)}", own=True))


# Effects


def _all_lines(reading: prose.Reading) -> list[DraftLine]:
    """The lines of a reading, without damage; unknown passages, cases and saves become reminders."""
    understood = (*reading.lines, *reading.offers, *reading.reminders)
    further = (*prose.cases_to_type(reading), *prose.save_reminders(reading))
    return [*understood, *map(Reminder, reading.unknown), *further]


def _case_line(case: prose.Case, usual: Amount) -> DraftLine | None:
    """The line for the damage that a case adds: `25 damage, or 50 damage against a staggered target`."""
    target = re.sub(_AGAINST, "", case.condition)
    fact = fact_in("archmage", target, "other") or fact_in("archmage", case.condition, "other")
    amount = case.damage
    if fact is None or amount is None or not (amount.dice.isdecimal() and usual.dice.isdecimal()):
        return None
    more = int(amount.dice) - int(usual.dice)
    return (
        effect_line("damage", Amount(str(more), amount.types or usual.types), prefix=fact.prefix) if more > 0 else None
    )


def _offered(draft: CreatureDraft, parts: Parts, reading: prose.Reading) -> list[DraftLine]:
    """Offers of an attack's effects on others: each is a power, so that a person can name the targets."""
    lines: list[DraftLine] = []
    for each in reading.follows:
        name = as_name(f"{parts.power['name']} (others)", "Others")
        taken = sum(str(other["name"]).startswith(name) for other in parts.more)
        name = draft.free_name(f"{name} {taken + 1}" if taken else name)
        does: Table = {"damage": each.damage.field_text, "effects": [*each.lines]}
        parts.more.append({"name": name, "action": "free", "range": Range("near", each.name), **does})
        quoted = name.replace('"', "")
        lines.append(effect_line("offer", f'use "{quoted}"', own=True))
    return lines


def _in_case(power: Table, case: prose.Case) -> Table:
    """The same attack under a condition that changes its damage."""
    name = as_name(f"{power['name']} ({case.condition})", "Variant")
    return {**power, "name": name, "damage": case.damage_field, "miss": ""}


def _add_outcome(draft: CreatureDraft, parts: Parts, outcome: prose.SaveOutcome) -> None:
    """Adds an outcome of a saving throw as a power to use when it occurs; attacks with the same outcome share it."""
    reading = read_prose(outcome.then)
    known = draft.shared_powers.get(outcome)
    name = known or draft.free_name(as_name(f"{parts.power['name']} ({outcome.name})", "Save"))
    quoted = name.replace('"', "")
    parts.effects += [Reminder(outcome.name), effect_line("offer", f'use "{quoted}"')]
    parts.unknown += reading.unknown
    if known is None:
        draft.shared_powers[outcome] = name
        does: Table = {
            "damage": reading.damage.field_text,
            "effects": [*_all_lines(reading), *prose.follows_to_type(reading)],
        }
        does["text"] = outcome.then
        parts.more.append({"name": name, "action": "free", **does})


def _read_miss(draft: CreatureDraft, parts: Parts, text: str) -> None:
    half = re.match(r"half[- ]damage", text, re.IGNORECASE)
    reading = read_prose(text[half.end() :] if half else text)
    if half:
        parts.power["miss"] = "half"
    elif reading.damage.dice and parts.damage.dice and reading.damage.types in ((), parts.damage.types):
        parts.power["miss"], reading.damage = reading.damage.dice, prose.NO_DAMAGE
    lines = [*reading.damage_lines, *_all_lines(reading), *_offered(draft, parts, reading)]
    parts.always += [with_prefix("miss: ", each) for each in lines]
    parts.unknown += reading.unknown


# Riders


def _add_rider(draft: CreatureDraft, parts: Parts, rider: Rider) -> None:
    """Adds the lines of a rider, for hits or for every roll."""
    label = plain(rider.label)
    text = _about_another(label, plain(rider.text))
    trigger = _with_fact(_trigger(label))
    reading = read_prose(text)
    if "extra" in text:
        reading.damage = replace(reading.damage, types=reading.damage.types or parts.damage.types)
    lines: list[DraftLine]
    otherwise = read_prose(re.sub(_INSTEAD, "", text, flags=re.IGNORECASE))
    if not trigger.asks and "miss" not in label.lower():
        for usual in (parts.effects, parts.always):
            if replace_usual_line(usual, trigger.prefixes, text, otherwise if _says_instead(text) else prose.Reading()):
                return
    if _says_instead(text) and otherwise.does_something():
        lines = [prose.to_type(otherwise).under(f"{label}, instead of its usual effect")]
        reading = otherwise
    elif re.fullmatch(_HALF, text, re.IGNORECASE) and parts.damage.dice and not trigger.asks:
        lines = [effect_line("damage", replace(parts.damage, how="half"))]
    elif trigger.asks and (offers := prose.offered_lines(reading, label)):
        lines = offers
    elif trigger.asks and not reading.unknown:
        lines = [prose.to_type(reading).under(label)]
    elif trigger.asks:
        lines = [Reminder(f"{label}: {text}")]
    else:
        lines = [*reading.damage_lines, *_all_lines(reading), *_offered(draft, parts, reading)]
    into = parts.always if trigger.misses else parts.effects
    into += [with_prefix(prefix, line) for prefix in trigger.prefixes for line in lines]
    parts.unknown += [f"{label}: {each}" for each in reading.unknown]


def _about_another(label: str, text: str) -> str:
    """The text of a rider, changed so that the creature named in its label is not mistaken for the power's user."""
    doer = re.match(r"(?i)the (?P<who>[\w -]{2,40}?) (?=heals|gains)", text)
    return f"One {text[4:]}" if doer and re.search(rf"(?i)\ban? {re.escape(doer['who'])}\b", label) else text


def _says_instead(text: str) -> bool:
    return re.search(_INSTEAD, text, re.IGNORECASE) is not None


def _trigger(label: str) -> RiderTrigger:
    """The trigger of a rider: attack rolls, or a condition that only the game master can judge."""
    words = label.strip(" .:").lower()
    if found := re.fullmatch(_CRIT, words):
        return RiderTrigger(("crit: ",), found["when"].strip(), misses=False)
    if found := re.fullmatch(_HIT_OR_MISS, words):
        prefix = "miss: " if found["miss"] else ""
        return RiderTrigger((prefix,), found["when"].strip(), misses=not found["hit"])
    found = re.fullmatch(_NATURAL, words)
    if found is None:
        return RiderTrigger(("",), label, misses="miss" in words)
    misses = bool(found["either"] or found["miss"] or not found["hit"])
    kind = " miss" if found["miss"] else " hit" if found["hit"] and not found["either"] else ""
    faces = re.findall(rf"even|odd|{_FACES}", found["faces"])
    if not all(_on_a_die(each) for each in faces):
        return RiderTrigger(("",), label, misses=misses)
    once = "first of the turn" if words.startswith("first") else ""
    when = " ".join(filter(None, (once, found["when"].strip(" ,"))))
    return RiderTrigger(tuple(f"natural {each}{kind if misses else ''}: " for each in faces), when, misses)


def _with_fact(trigger: RiderTrigger) -> RiderTrigger:
    """The trigger with its condition as a fact, if there is one: `natural even hit against a staggered target`."""
    fact = fact_in("archmage", re.sub(_AGAINST, "", trigger.asks), "other") if trigger.asks else None
    if fact is None:
        return trigger
    return RiderTrigger(tuple(f"{each}{fact.prefix}" for each in trigger.prefixes), "", trigger.misses)


def _on_a_die(faces: str) -> bool:
    numbers = [int(each) for each in re.findall(r"[0-9]+", faces)]
    return all(1 <= each <= 20 for each in numbers) and numbers == sorted(numbers)


def _read_limit(power: Table, words: str) -> bool:
    """Reads use and action from the words of a limit; returns whether fields hold all of it."""
    left = words.lower()
    for found in re.finditer(_LIMIT, left):
        count = _COUNTS.get(found["count"], found["count"])
        per = _PERIODS[found["per"]]
        if per == "round" and power.get("use"):
            continue
        power["use"] = {"1/encounter": "encounter", "1/day": "daily"}.get(f"{count}/{per}", f"{count}/{per}")
    left = re.sub(_LIMIT, " ", left)
    if found_die := re.search(_ESCALATION, left):
        die = found_die["die"].rstrip("+")
        if not power.get("use"):
            power["use"] = f"escalation {die}{'+' if die.isdigit() else ''}"
            left = left.replace(found_die[0], " ")
    if action := re.search(rf"\b{_LIMIT_ACTION}", left) or re.match(r"(?P<action>quick|free) (?:use|charge)", left):
        power["action"] = action["action"]
        left = left.replace(action[0], " ")
    return not re.sub(_LIMIT_FILLER, "", left)


def _read_targets(power: Table) -> str:
    """Reads how many targets an attack has, and returns how many attacks it makes as one action: `2`, `1d3`."""
    reach = power.get("range")
    words = reach.words.lower() if isinstance(reach, Range) else ""
    if strikes := re.match(_STRIKES, words):
        return _NUMBERS.get(strikes["count"], strikes["count"])
    if found := re.match(_TARGETS, words):
        power["targets"] = _NUMBERS.get(found["count"], found["count"].replace(" ", ""))
    return "1"
