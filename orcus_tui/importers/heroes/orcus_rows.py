"""The powers of heroes in the Orcus sheet, as tables of powers with placeholders for the hero's own numbers."""

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct, field

from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.heroes.draft_power import (
    ABILITY_WORDS,
    ATTACK,
    HALF_LEVEL,
    LEVEL,
    WEAPON,
    DraftPower,
    ability,
    ability_times,
)
from orcus_tui.importers.heroes.prose import HeroProse, Subject, effect_lines
from orcus_tui.storage.encounter.casting import Casting
from orcus_tui.systems.orcus.system import ORCUS

Row = Mapping[str, object]

_ABILITY = rf"(?:{'|'.join(ABILITY_WORDS)})\b"
_USES = {"At-Will": "at-will", "Encounter": "encounter", "Daily": "daily", "Consumable": "daily"}
_ACTIONS = {"no": "none", "standard and move": "standard+move", "move and standard": "standard+move"}
_ACTIONS |= {"swift and standard": "standard+swift", "immediate (counter)": "counter", "special": "free"}
_DEFENSES = (("AC", "AC"), ("Fort", "Fortitude"), ("Reflex", "Reflex"), ("Will", "Will"))
_TRIGGERS: tuple[tuple[str, str], ...] = (
    (r"you (?:are|become|first become) staggered\b", "staggered"),
    (r"(?:you are|an? .{0,30}?(?:attack|enemy) (?:attack )?)\b ?(?:hit|hits you)\b", "hit"),
    (r"you are missed|an? .{0,40}misses you", "missed"),
    (r"you (?:score|roll) a critical", "crits"),
    (r"you hit\b", "hits"),
    (r"you miss\b", "misses"),
    (r"(?:an|one) ally .{0,40}staggered", "ally staggered"),
    (r"you (?:succeed|pass).{0,30}sav", "saves"),
    (r"you fail.{0,30}sav", "fails"),
    (r"a creature marked by you.{0,40}attack that does not include", "marked attack"),
    (r"you (?:are )?reduce[sd]? (?:an|one) (?:enemy|creature)", "foe dies"),
)
_SECONDARY = re.compile(
    rf"[\n*]*(?:[Mm]ake (?:a|the following) secondary attack[^.:]*[.:] *)?[*_]*Secondary [Aa]ttack:?[*_]*:? "
    rf"*({_ABILITY})(?: ([+-]\d+))? vs\.? (AC|Fort\w*|Reflex|Will)[;,.:]? *",
    re.IGNORECASE,
)
_TIER = re.compile(r"\(?\s*\*{0,2}_?(?:At )?[Ll]evel (\d{1,2})[:.]?\*{0,2}_?:?\s*")


_PROSE = HeroProse(ORCUS)


def orcus_power(row: Row) -> DraftPower:
    """The power of a row of the sheet."""
    cells = {key: str(value).strip() for key, value in row.items()}
    tier = cells.get("Tier", "")
    lists = tuple(dict.fromkeys(filter(None, (cells["List"],))))
    found = DraftPower(plain(cells["Name"]), lists, int(tier) if tier.isdecimal() else None, {})
    found.source = "\n".join(cells.values())
    power = found.power
    power["action"] = _action(cells)
    power["use"] = _USES.get(cells["Frequency"], cells["Frequency"])
    power["range"] = _range(cells)
    power["tags"] = [each.strip().lower() for each in cells.get("Tags", "").split(",") if each.strip()]
    _read_attack(found, cells)
    subject = _subject(cells, found)
    _read_results(found, cells, subject)
    _read_trigger(found, cells)
    _read_rest(found, cells)
    if found.times > 1 and not found.levels:
        _make_several(found, found.times)
    return found


def _action(cells: Mapping[str, str]) -> str:
    action = cells["Action"].lower()
    return _ACTIONS.get(action, action)


def _range(cells: Mapping[str, str]) -> str:
    origin = cells.get("Range", "").lower()
    details = re.sub(r"\s+", " ", cells.get("Range Details", ""))
    origin = {
        "melee or ranged": "melee or ranged",
        "near or residue": "near",
        "special": "",
        "unlimited": "ranged",
    }.get(origin, origin)
    return " ".join(filter(None, (origin, details))).strip()


def _read_attack(found: DraftPower, cells: Mapping[str, str]) -> None:
    attack, against = cells.get("Attack", ""), cells.get("Defense", "")
    defense = next((each for word, each in _DEFENSES if re.match(word, against)), "")
    if not attack or not defense:
        if attack:
            found.unknown.append(f"attack: {attack} vs {against}")
        return
    if printed := re.fullmatch(r"[+-]\d{1,2}", attack):
        found.power["attack"] = f"{printed[0]} vs {defense}"
        return
    named = re.search(rf"(?i){_ABILITY}", attack)
    found.key_ability = ABILITY_WORDS[named[0].lower()] if named else ""
    extra = re.search(r"([+-]) ?(\d+)$", attack)
    beyond = re.match(r"\w+ ([+-]) ?(\d+)", against)
    bonus = f"+{ATTACK}"
    for each in filter(None, (extra, beyond)):
        sign = each[1] if each is extra else {"+": "-", "-": "+"}[each[1]]
        bonus += f"{sign}{each[2]}"
    found.power["attack"] = f"{bonus} vs {defense}"
    details = cells.get("Range Details", "")
    times = re.search(r"(?i)\b(two|three) attacks", f"{against} {details}")
    if times:
        found.times = {"two": 2, "three": 3}[times[1].lower()]


def _subject(cells: Mapping[str, str], found: DraftPower) -> Subject:
    details = cells.get("Range Details", "").lower()
    if "attack" in found.power:
        return Subject("target", found.name, of_hit=True)
    on_self = cells.get("Range", "None") in ("Self", "None", "Special", "")
    allies = re.search(r"\bally|\ballies|self or|yourself", details) is not None
    return Subject("you" if on_self else "target", found.name, targets_allies=allies)


# Results


def with_placeholders(text: str) -> str:
    """The text with placeholders instead of words for the hero's own numbers."""
    text = plain(text.replace("\n", " ¶ ")).replace(" ¶ ", "\n")
    text = re.sub(rf"(?i)\b(double|twice|triple) your ({_ABILITY})(?: modifier| bonus)?", ability_times, text)
    text = re.sub(
        rf"(?i)(?:your )?({_ABILITY})(?: or {_ABILITY})? (?:modifier|bonus|mod)\b",
        lambda one: ability(ABILITY_WORDS[one[1].lower()]),
        text,
    )
    text = re.sub(r"(?i)\b(\w+) \((?:ranged|melee)\) or \w+ \((?:ranged|melee)\)", r"\1", text)
    text = re.sub(
        rf"(?i)(\d|dW) ?\+ ({_ABILITY})", lambda one: f"{one[1]} + {ability(ABILITY_WORDS[one[2].lower()])}", text
    )
    text = re.sub(r"(?i)(\d|dW) ?\+ modifier\b", lambda one: f"{one[1]} + {ability('str')}", text)
    text = re.sub(r"(?i)\b(?:one-)?half your level", HALF_LEVEL, text)
    text = re.sub(r"(?i)\byour level\b", LEVEL, text)
    text = re.sub(r"(?i)(\d)dW\b", rf"\1{WEAPON}", text)
    text = re.sub(r"\[?flux\]? ", "", text, flags=re.IGNORECASE)
    text = re.sub(r" plus (?=\d)", " + ", text)
    text = re.sub(r"(\d|d997) \+ (?=\d)", r"\1+", text)
    return re.sub(r"(?i)\b(\d+) points? of ", r"\1 ", text)


def _tiers(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a text by tier: level 1, then 11 and 21."""
    parts = _TIER.split(text)
    yield 1, parts[0]
    for level, part in zip(parts[1::2], parts[2::2], strict=True):
        yield int(level), part.strip().rstrip(")")


def _read_results(found: DraftPower, cells: Mapping[str, str], subject: Subject) -> None:
    columns = (("Hit", "effects"), ("Effect", "effects" if "attack" not in found.power else "always"))
    for column, key in columns:
        for level, text in _tiers(with_placeholders(cells.get(column, ""))):
            if text:
                _read_result(
                    found,
                    key,
                    level,
                    text,
                    subject if column == "Hit" or "attack" not in found.power else Subject("target", found.name),
                )
    if miss := with_placeholders(cells.get("Miss", "")):
        _read_miss(found, miss)


def _read_result(found: DraftPower, key: str, level: int, text: str, subject: Subject) -> None:
    if level > 1:
        _read_tier(found, key, level, text, subject)
        return
    first, *more = _SECONDARY.split(text)
    found.put(key, _PROSE.read(first, subject))
    if more:
        _read_secondary(found, *more[:4])


def _read_secondary(found: DraftPower, named: str, extra: str | None, against: str, text: str) -> None:
    """A secondary attack: another power, which is offered."""
    defense = next(each for word, each in _DEFENSES if against.lower().startswith(word.lower()))
    hit, _, miss = re.sub(r"(?i)^hit: *", "", text).partition("Miss:")
    second = DraftPower(found.name, (), None, {"action": "free", "attack": f"+{ATTACK}{extra or ''} vs {defense}"})
    second.put("effects", _PROSE.read(hit, Subject("target", found.name, of_hit=True)))
    if miss:
        _read_miss(second, miss)
    found.unknown += second.unknown
    found.more["secondary attack"] = {**second.power, "range": found.power["range"]}
    found.key_ability = found.key_ability or ABILITY_WORDS[named.lower()]
    found.add_lines(
        "effects" if found.power.get("attack") else "always", [f'offer attack "{found.name} (secondary attack)"']
    )


def _make_several(found: DraftPower, times: int) -> None:
    """Turns a power with several attacks into a multiattack of one attack."""
    moved = {key: found.power.pop(key) for key in ("attack", "damage", "effects", "miss") if key in found.power}
    kept = {key: found.power[key] for key in ("range", "tags")}
    found.more["attack"] = {"action": "free"} | kept | moved
    for values in found.levels.values():
        values.clear()
    found.power["multiattack"] = [f"{found.name} (attack) x{times}"]


def _read_tier(found: DraftPower, key: str, level: int, text: str, subject: Subject) -> None:
    """A higher tier: its damage, and its lines if it repeats them."""
    tier = found.levels.setdefault(level, {})
    bare = re.sub(r"(?i)^(?:increase(?: (?:the )?damage)? to|deals?) ", "", text).strip()
    number = re.fullmatch(r"(\d+)(?: [a-z ]{0,40})?\.?", bare)
    known = found.power.get(key)
    if number and isinstance(known, list):
        old = next(
            (re.search(r"(?<![\dd])(\d{1,2})(?!\d|d)", each) for each in known if re.search(r" (\d{1,2})\b", each)),
            None,
        )
        if old:
            tier[key] = [re.sub(rf"(?<![\dd+]){old[1]}(?![\dd])", number[1], each, count=1) for each in known]
            return
    read = _PROSE.read(bare, subject)
    if read.damage:
        tier["damage"] = read.damage
    if not read.unknown and effect_lines(read.lines):
        tier[key] = read.texts
    if read.unknown or (text.strip(" .*") and not (tier or read.lines)):
        found.unknown += [f"Level {level}: {each}" for each in read.unknown or [text]]


def _read_miss(found: DraftPower, text: str) -> None:
    read = _PROSE.read(next(_tiers(text))[1], Subject("target"))
    lines = read.texts
    damage = next((each for each in lines if each.partition(" ")[0] == "damage"), "")
    if read.miss == "half" and found.power.get("damage"):
        found.power["miss"] = "half"
    elif damage and found.power.get("damage"):
        lines.remove(damage)
        found.power["miss"] = damage.split(" ")[1]
    elif read.miss:
        found.unknown.append(text)
    if lines:
        found.add_lines("always", [f"miss: {each}" for each in lines])
    found.unknown += read.unknown


# Triggers and the rest


def _read_trigger(found: DraftPower, cells: Mapping[str, str]) -> None:
    if trigger := plain(cells.get("Trigger", "")):
        found.put_trigger(trigger, _TRIGGERS)


def _read_rest(found: DraftPower, cells: Mapping[str, str]) -> None:
    labels = (each for each in ("Requirement", "Special", "Boost", "Details") if each in cells)
    notes = [f"{each}: {plain(cells[each])}" for each in labels]
    if upkeep := cells.get("Maintain Action", "").lower():
        text = plain(cells.get("Maintain Text", ""))
        if "saving throw" in text.lower():
            found.power["maintain"] = "save 10+"
        elif upkeep in ("standard", "move", "swift", "free"):
            found.power["maintain"] = upkeep
        if not re.search(r"(?i)persist|continue|remain|the same|last", text):
            notes.append(f"Maintain: {text}")
    if notes:
        found.notes += notes


# Powers as the book prints them: a name, and below it a labelled line for each part


_COST = (
    r"(?i)(?P<use>at-will|(?:(?:once|twice|(?:two|three|four) times) (?:per|an?) )?(?:encounter|day)|daily"
    r"|consumable)\b *"
    r"(?P<action>(?:standard|move|swift|minor|free|immediate|react|reaction|counter|interrupt|no)\b.*|)"
)
_TIMES = {"twice": 2, "two times": 2, "three times": 3, "four times": 4}
_IMMEDIATE = r"(?i)immediate \((?P<kind>counter|react(?:ion)?|interrupt)\)"
_LABEL = (
    r"(?i)(?P<label>attack|hit|miss|effect|special|trigger|requirements?|aftereffect|maintain(?: \w+)?"
    r"|sustain(?: \w+)?|secondary attack|target): *(?P<text>.*)"
)
_ROLL = r"(?i)(?P<bonus>[+-]\d{1,2}) vs\.? (?P<defense>.+)"
_RANGE = r"(?i)(?P<range>melee or ranged|melee|ranged|near|far|self|reach)\b *(?P<details>.*)"
_COLUMNS = {"requirements": "Requirement", "target": "Special"}


class PrintedPower(Struct):
    """A power as printed: its line, its name, and the lines below."""

    line: int
    name: str
    lines: list[str] = field(default_factory=list)


def add_printed_power(draft: CreatureDraft, printed: PrintedPower, weapon: str) -> None:
    """Adds a power; `weapon` are the dice of the hero's weapon, which `1dW` means."""
    row = _row(printed)
    power = orcus_power(row)
    dice = re.match(r"\d*d\d+", weapon)
    numbers = Casting(weapon=dice[0] if dice else "1d8", level=int(str(draft.table.get("level", 1))), modifier=0)
    first, *more = power.filled(ORCUS, numbers)
    for table in ({**first, "text": "\n".join(filter(None, printed.lines))}, *more):
        draft.add_power(table)
    for passage in power.unknown:
        draft.note_unclear(f"{printed.name}: {passage}", printed.line)


def _row(printed: PrintedPower) -> Mapping[str, object]:
    """The power as a row of the sheet of powers."""
    row = {"Name": printed.name, "List": "", "Frequency": "At-Will", "Action": "Standard"}
    last = ""
    for line in filter(None, printed.lines):
        cost = re.fullmatch(_COST, line) if not last else None
        labelled = re.fullmatch(_LABEL, line)
        if cost:
            row |= _cost(cost)
        elif labelled:
            last = _put_labelled(row, labelled["label"].lower(), labelled["text"])
        elif "●" in line and "Tags" not in row and not last:
            row["Tags"] = line.partition("●")[2].strip()
        elif (found := re.fullmatch(_RANGE, line)) and "Range" not in row:
            row |= {"Range": found["range"].capitalize(), "Range Details": found["details"]}
        elif last:
            row[last] = f"{row[last]}\n{line}"
    return row


def _cost(found: re.Match[str]) -> dict[str, str]:
    use, action = found["use"].lower(), found["action"].lower().replace("action", "").strip()
    kind = re.match(_IMMEDIATE, found["action"])
    number = next((count for words, count in _TIMES.items() if use.startswith(words)), 1)
    period = "day" if use.endswith(("day", "daily")) else "encounter"
    plainly = (
        {"day": "Daily", "encounter": "Encounter"}[period] if use not in ("at-will", "consumable") else use.title()
    )
    frequency = f"{number}/{period}" if number > 1 else plainly
    action = {"react": "reaction"}.get(kind["kind"].lower(), kind["kind"].lower()) if kind else action
    return {"Frequency": frequency, "Action": action.capitalize() or "Free"}


def _put_labelled(row: dict[str, str], label: str, text: str) -> str:
    """Puts a labelled line into its column, and returns that."""
    if label == "attack" and (roll := re.fullmatch(_ROLL, text.strip())):
        row |= {"Attack": roll["bonus"], "Defense": roll["defense"]}
        return "Defense"
    if label.startswith(("maintain", "sustain")):
        row["Maintain Action"] = label.partition(" ")[2] or "swift"
        column = "Maintain Text"
    elif label in ("secondary attack", "aftereffect"):
        column = "Hit" if "Hit" in row else "Effect"
        text = f"{label.capitalize()}: {text}"
    else:
        column = _COLUMNS.get(label, label.capitalize())
    row[column] = f"{row[column]}\n{text}" if column in row else text
    return column
