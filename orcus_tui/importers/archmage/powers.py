"""The actions of Archmage stat blocks as powers: the attack, its damage, and a line for each effect and rider."""

import re
from collections.abc import Iterator

from msgspec import Struct, field

from orcus_tui.importers.archmage.clauses import CLAUSES
from orcus_tui.importers.creature_draft import Draft, as_name, one_line, plain
from orcus_tui.importers.import_result import Table
from orcus_tui.importers.json_lines import Record, said
from orcus_tui.importers.prose import (
    Reading,
    damage_line,
    damage_of,
    hit_lines,
    joined,
    read_prose,
    remind,
    to_type,
    to_use,
)

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
_LIMITS = (
    (r"1 ?/ ?(?:battle|fight)|once per battle", "encounter"),
    (r"1 ?/ ?day|once per day", "daily"),
)
_INSTEAD = r",? \binstead\b(?: of [^.;,(]{1,60}(?= \(|[.;,]|$))?"
_ALL_OF_A_LIMIT = r"(?:1 ?/ ?(?:battle|fight|day|round)|once per (?:battle|day|round))(?:,? as an? \w+ action)?|"
_ALL = r"\S+"  # a critical hit doubles whatever comes
_LIMIT_LABELS = ("limited use", "quick use", "special trigger", "special, once per battle", "free charge")


class Rider(Struct, frozen=True):
    """What else an attack does: when, as printed, and what then."""

    label: str
    text: str
    line: int


class Occasion(Struct, frozen=True):
    """When a rider comes, as the words before its lines.

    `asks` is what only the table knows, `misses` says that it may come on a miss.
    """

    prefixes: tuple[str, ...]
    asks: str
    misses: bool


class Parts(Struct):
    """What an action comes to: the power, the types of its damage, its lines, the powers besides, what is unknown."""

    power: Table
    types: tuple[str, ...]
    effects: list[str]
    always: list[str] = field(default_factory=list)
    more: list[Table] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def add_action(draft: Draft, item: Record) -> None:
    """Adds an action's powers: itself, and those for what is decided after it."""
    attack, hit = _mended(plain(item.text("attack")), plain(item.text("hit")))
    power = _power(item.text("name"), attack)
    power["text"] = _printed(item)
    reading = read_prose(hit, CLAUSES)
    power["damage"] = reading.dealt
    parts = Parts(power, reading.types, hit_lines(reading, _ALL), unknown=[*_attack(power, attack), *reading.unknown])
    for each in reading.variants:
        parts.more.append(_variant(power, each))
    for outcome in reading.outcomes:
        _add_outcome(parts, *outcome)
    if item.text("miss"):
        _miss(parts, plain(item.text("miss")))
    for rider in _riders(item):
        if not rider.label:
            parts.unknown.append(plain(rider.text))
        elif plain(rider.label).lower() in _LIMIT_LABELS:
            _limit(parts, rider)
        else:
            _ride(parts, rider)
    _add(draft, parts)
    for text in parts.unknown:
        draft.note(f"{power['name']}: {text}", item.line)
    draft.leave_all(item.unread())


def _add(draft: Draft, parts: Parts) -> None:
    power, lines = parts.power, [*parts.effects, *parts.always]
    if "attack" in power:
        power["effects"], power["always"] = parts.effects, parts.always
    else:  # there is no die that a line could wait for
        power["effects"] = [re.sub(r"^(?:natural \S+ ?|crit ?|miss ?)+: ", "", each) for each in lines]
        power.pop("miss", None)
    draft.add_power(power)
    for each in parts.more:
        same: Table = {key: power[key] for key in ("effects", "always") if key in power and "attack" in each}
        draft.add_power({**each, **same})


def _printed(item: Record) -> str:
    """All the action says, as it is printed."""
    parts = [one_line(item.text("attack"))]
    parts += [f"{label}: {one_line(item.text(key))}" for key, label in (("hit", "Hit"), ("miss", "Miss"))]
    parts += [one_line(f"{each.label}: {each.text}" if each.label else each.text) for each in _riders(item)]
    return "\n".join(each for each in parts if each and not each.endswith(": "))


def _mended(attack: str, hit: str) -> tuple[str, str]:
    """The attack and the hit, where the end of the attack's brackets has slipped into the hit."""
    slipped = re.match(r"[^;]{2,200}\);\s*", hit)
    if slipped and attack.count("(") > attack.count(")"):
        return f"{attack}, {slipped[0].rstrip('; ')}", hit[slipped.end() :]
    return attack, hit


def _power(name: str, attack: str) -> Table:
    """The power's name, action and range."""
    bare, marks = plain(name), ""
    while found := re.match(_MARKS, bare, re.IGNORECASE):
        marks += found[0].lower()
        bare = bare[found.end() :]
    origin = re.match(_ORIGIN, bare, re.IGNORECASE)
    bare = bare[origin.end() :] if origin else bare
    targets = re.search(r"\((.+)\)?\W*$", attack)
    begins = _ORIGINS[origin[1][0].lower()] if origin else "melee" if attack else ""
    power: Table = {"name": as_name(bare, "Action")}
    if "trigger" in marks:
        power["action"] = "free"
    if "once per battle" in marks:
        power["use"] = "encounter"
    power["tags"] = [each for part in re.split(r"[\[\]():.]", marks) if (each := part.strip())]
    if begins:
        power["range"] = ", ".join(filter(None, (begins, targets[1].rstrip(");. ") if targets else "")))
    return power


def _attack(power: Table, attack: str) -> list[str]:
    """The bonus and the defense; what of the line is not understood."""
    found = re.match(_ATTACK, attack, re.IGNORECASE)
    if found and "@" not in attack[: found.end()]:
        power["attack"] = f"+{found[1]} vs {found[2].upper()}"
        return []
    if not attack or re.match(r"\(?automatic hit|\(?[0-9d]+ [^0-9]*(?:enem|creature)", attack, re.IGNORECASE):
        return []  # it needs no roll: `use` carries it out
    return [attack]


def _riders(item: Record) -> Iterator[Rider]:
    """The riders listed, and those that stand in the description, a line each."""
    for node in item.nodes("riders"):
        pair = node.value
        if isinstance(pair, list) and len(pair) == 2 and all(isinstance(each.value, str) for each in pair):
            yield Rider(str(pair[0].value), str(pair[1].value), node.line)
        else:
            yield Rider("", said(node), node.line)
    description = item.text("description")
    for passage in filter(None, map(str.strip, description.split("\n"))):
        label, colon, text = passage.partition(":")
        labelled = bool(colon) and len(label) < 80 and text.strip()
        yield Rider(label if labelled else "", text.strip() if labelled else passage, item.line_of("description"))


# How often


def _limit(parts: Parts, rider: Rider) -> None:
    """Use and action, from what limits the power; what else limits it is said when it is used."""
    power, words = parts.power, plain(f"{rider.label} {rider.text}").lower()
    use = next((use for pattern, use in _LIMITS if re.search(pattern, words)), None)
    if use:
        power["use"] = use
    action = re.search(r"\b(quick|free|move|interrupt) action", words) or re.match(
        r"(quick|free) (?:use|charge)", words
    )
    if action:
        power["action"] = action[1]
    if not re.fullmatch(_ALL_OF_A_LIMIT, plain(rider.text).strip(" ."), re.IGNORECASE):
        parts.always.append(f"self: {remind(f'{plain(rider.label)}: {plain(rider.text)}')}")


# What it does


def _lines(reading: Reading) -> list[str]:
    """What a reading brings on top of its damage; what is not understood is at least said."""
    return [*reading.lines, *map(remind, reading.reminders), *map(remind, reading.unknown)]


def _all_lines(reading: Reading) -> list[str]:
    """The same, where there can be no powers besides: what they would be is said."""
    besides = [f"{when}: damage TARGET {amount} {joined(types)}" for when, amount, types in reading.variants]
    besides += [f"{outcome}: {then}" for outcome, then in reading.outcomes]
    return [*_lines(reading), *map(remind, besides)]


def _variant(power: Table, variant: tuple[str, str, tuple[str, ...]]) -> Table:
    """The same attack, where it deals other damage."""
    when, amount, types = variant
    other = dict(power, name=as_name(f"{power['name']} ({when})", "Variant"))
    return {**other, "damage": damage_of(amount, types), "miss": ""}


def _add_outcome(parts: Parts, outcome: str, text: str) -> None:
    """What a saving throw decides, as a power to be used when it is known."""
    name = as_name(f"{'Saved' if outcome.startswith('saved') else 'Unsaved'} {parts.power['name']}", "Save")
    reading = read_prose(text, CLAUSES)
    parts.effects.append(remind(f"{outcome}: {to_use(name)}"))
    parts.unknown += reading.unknown
    parts.more.append(
        {"name": name, "action": "free", "damage": reading.dealt, "effects": _all_lines(reading), "text": text}
    )


def _miss(parts: Parts, text: str) -> None:
    """What a miss deals and brings."""
    half = re.match(r"half[- ]damage", text, re.IGNORECASE)
    reading = read_prose(text[half.end() :] if half else text, CLAUSES)
    if half:
        parts.power["miss"] = "half"
    elif reading.damage and parts.power["damage"] and reading.types in ((), parts.types):
        parts.power["miss"], reading.damage = reading.damage, ""
    dealt = [damage_line(reading.damage, reading.types)] if reading.damage else []
    parts.always += [f"miss: {each}" for each in (*dealt, *_all_lines(reading))]
    parts.unknown += reading.unknown


# Riders


def _ride(parts: Parts, rider: Rider) -> None:
    """Adds what a rider brings, to hits or to every roll."""
    label, text = plain(rider.label), plain(rider.text)
    occasion = _occasion(label)
    reading = read_prose(text, CLAUSES)
    if "extra" in text:
        reading.types = reading.types or parts.types
    otherwise = read_prose(re.sub(_INSTEAD, "", text, flags=re.IGNORECASE), CLAUSES)
    if re.search(_INSTEAD, text, re.IGNORECASE) and otherwise.does_something():
        lines = [remind(f"{label}, in place of what it brings else: {to_type(otherwise)}")]
        reading = otherwise
    elif occasion.asks and not reading.unknown:
        lines = [remind(f"{label}: {to_type(reading)}")]
    elif occasion.asks:
        lines = [remind(f"{label}: {text}")]
    else:
        dealt = [damage_line(reading.damage, reading.types)] if reading.damage else []
        lines = [*dealt, *_all_lines(reading)]
    into = parts.always if occasion.misses else parts.effects
    into += [f"{prefix}{line}" for prefix in occasion.prefixes for line in lines]
    parts.unknown += [f"{label}: {each}" for each in reading.unknown]


def _occasion(label: str) -> Occasion:
    """When a rider comes: on which attack rolls, or when something is so that only the table knows."""
    words = label.strip(" .:").lower()
    if found := re.fullmatch(_CRIT, words):
        return Occasion(("crit: ",), found["when"].strip(), misses=False)
    if found := re.fullmatch(_HIT_OR_MISS, words):
        prefix = "miss: " if found["miss"] else ""
        return Occasion((prefix,), found["when"].strip(), misses=not found["hit"])
    found = re.fullmatch(_NATURAL, words)
    if found is None:
        return Occasion(("",), label, misses="miss" in words)
    misses = bool(found["either"] or found["miss"] or not found["hit"])
    kind = " miss" if found["miss"] else " hit" if found["hit"] and not found["either"] else ""
    faces = re.findall(rf"even|odd|{_FACES}", found["faces"])
    if not all(_on_a_die(each) for each in faces):
        return Occasion(("",), label, misses=misses)
    once = "first of the turn" if words.startswith("first") else ""
    when = " ".join(filter(None, (once, found["when"].strip(" ,"))))
    return Occasion(tuple(f"natural {each}{kind if misses else ''}: " for each in faces), when, misses)


def _on_a_die(faces: str) -> bool:
    numbers = [int(each) for each in re.findall(r"[0-9]+", faces)]
    return all(1 <= each <= 20 for each in numbers) and numbers == sorted(numbers)
