"""The powers, spells and talents of heroes of the Archmage Engine, as tables with placeholders for their numbers."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from orcus_tui.importers.creature_draft import plain
from orcus_tui.importers.heroes.draft_power import (
    ATTACK,
    LEVEL,
    LEVEL_DICE,
    TIER,
    WEAPON,
    DraftPower,
    ability,
    line_with_prefix,
    with_numbers,
)
from orcus_tui.importers.heroes.prose import HeroProse
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.sentences import Subject
from orcus_tui.systems.archmage.system import ARCHMAGE

Row = Mapping[str, object]

_USES = {"at-will": "at-will", "daily": "daily", "once-per-battle": "encounter", "cyclic": "cyclic", "other": "at-will"}
_ACTIONS = {"standard": "standard", "quick": "quick", "free": "free", "interrupt": "interrupt", "move": "move"}
_FORMULA = re.compile(r"\[\[(?:/[a-z]+ )?(.*?)\]+(?:\{[^{}]*\})?")
_TERMS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"max\((@[a-z]+\.(?:mod|dmg))(?:,@[a-z]+\.(?:mod|dmg))*\)", r"\1"),
    (r" ?\+ ?@(?:atk\.[a-z]+\.bonus|std)\b", ""),
    (r"@(str|con|dex|int|wis|cha)\.mod", lambda one: ability(one[1])),
    (r"@(str|con|dex|int|wis|cha)\.dmg", lambda one: ability(one[1], 9)),
    (r"@wpn\.j\.dice", f"{LEVEL_DICE}d6"), (r"@wpn\.p\.dice", f"{LEVEL_DICE}d8"),
    (r"@wpn\.k\.dice", f"{LEVEL_DICE}d10"),
    (r"@wpn\.[a-z]\.\w+", f"{LEVEL_DICE}{WEAPON}"),
    (r"\(?@lvl(?:dice)?\)? ?\*? ?(?=d\d)", LEVEL_DICE),
    (r"@lvl(?:dice)?", LEVEL),
    (r"@tier(?:mult)?", TIER),
    (r"\(?(\d+d\d+)\)? ?\* ?10\)?", r"\1*10"),
    (r"@ed(?: ?\* ?(\d+))?", "the escalation die"),
)  # fmt: skip
_RIDERS = re.compile(
    r"(?m)^(Natural (?:Even|Odd|\d+\+)(?: Hit| Miss)?|Miss|Hit|Crit|Even Hit|Odd Hit|Even Miss|Odd Miss): ?"
)
_ELEMENTS = {"Opening": 1, "Flow": 2, "Finishing": 3}
"""The elements of a monk's form, with the bonus to AC of each."""
_CLASSES = {"chaosmage": "Chaos Mage", "races": "Ancestry"}
_NO_BRACES = str.maketrans("{}|", "(),")
_PROSE = HeroProse(ARCHMAGE)
_ON_A_MISS = "miss: "
_NUMBERS_ONLY = re.compile(
    r"(?i)^(?:(?:damage|ongoing|and|or|on|an?|odd|even|hit|miss|hp|modifier|instead|is|now)\b|[\s.,;])+$"
)
SHORTEST_NOTE = 12
"""The fewest characters of a note on a higher level; a shorter one is the rest of a sentence."""
_SPELL_LEVELS = tuple(range(2, 11))


def archmage_power(row: Row) -> DraftPower:
    """The power of an object of the collection."""
    texts = {key: text_in_numbers(str(value)) for key, value in row.items() if isinstance(value, str)}
    name = plain(re.sub(r"^\((?:Cantrip|Ki Power)\) ", "", str(row["name"])))
    level = int(str(row.get("powerLevel") or 1))
    group = plain(str(row.get("group") or ""))
    found = DraftPower(
        name,
        tuple(dict.fromkeys((_CLASSES.get(str(row["class"]), str(row["class"]).title()), *filter(None, (group,))))),
        level,
        {},
    )
    power = found.power
    power["action"] = _ACTIONS.get(str(row.get("actionType")), "free")
    power["use"] = _use(row)
    power["range"] = _range(texts, str(row.get("attack") or ""))
    power["tags"] = list(dict.fromkeys(_tags(row, texts)))
    power["targets"] = _targets(texts.get("target", ""))
    _read_attack(found, str(row.get("attack") or ""))
    _read_cost(found, texts.get("resources", ""))
    if (trigger := plain(texts.get("trigger", ""))) and "flexible" not in power["tags"]:
        found.put_trigger(trigger)
    _read_results(found, texts)
    _read_levels(found, row)
    for key, label in (("castPower", "power"), ("castBroadEffect", "broad effect")):
        if text := texts.get(key):
            _read_cast(found, label, text)
    found.add_lines("always", [*form_lines(found.lists)])
    for key in ("special", "breathWeapon", "spellChain", "description"):
        if text := plain(texts.get(key, "")):
            found.notes.append(text)
    return found


def form_lines(lists: Iterable[str]) -> Iterator[str]:
    """The bonus to AC that an element of a monk's form gives until the start of the next turn."""
    yield from (f"self: bonus +{_ELEMENTS[each]} ac sont" for each in lists if each in _ELEMENTS)


def text_in_numbers(value: str) -> str:
    """The text of a field, with placeholders in its formulas for the hero's own numbers."""
    value = re.sub(r"@(?:UUID|Compendium)\[[^\]]*\](?:\{([^{}]*)\})?", r"\1", value)
    value = re.sub(r"\[\[d20 ?\+[^\]]*\]\]", f"+{ATTACK}", value)
    text = _FORMULA.sub(lambda found: _formula(found[1]), html_text(value)).translate(_NO_BRACES)
    text = with_numbers(text, "modifier", 9)
    text = re.sub(r"(?<![\w(])d(?=\d+\b)", "1d", text.replace("@pwrlvl", LEVEL))
    text = re.sub(r"\b(\d*d20) \1\b", r"\1", text)
    text = re.sub(r"(\d) modifier damage", r"\1 damage", text)
    return re.sub(r"(?<=\d) \+ (?=\d)", "+", re.sub(r"\*(?=[a-z])|(?<=[a-z])\*", "", text))


def _formula(formula: str) -> str:
    for pattern, stands in _TERMS:
        formula = re.sub(pattern, stands, formula)
    return re.sub(r" ?([+*]) ?", r"\1", formula).strip("+ ")


def _use(row: Row) -> str:
    usage, recharge = str(row.get("powerUsage") or "other"), int(str(row.get("recharge") or 0))
    if usage == "recharge":
        return f"recharge {recharge or 16}"
    return _USES.get(usage, "at-will")


def _range(texts: Mapping[str, str], attack: str) -> str:
    said, target = texts.get("range", "").lower(), plain(texts.get("target", ""))
    said = said or ("melee" if "@atk.m" in attack else "ranged" if "@atk.r" in attack else "")
    origin = next(
        (each for word, each in (("melee", "melee"), ("ranged", "ranged"), ("close", "near")) if word in said), ""
    )
    if not origin and target.lower().strip(".") == "you":
        return "self"
    return ", ".join(filter(None, (origin or ("near" if target else ""), target)))


def _tags(row: Row, texts: Mapping[str, str]) -> list[str]:
    said = texts.get("range", "").lower()
    tags = [str(row.get("powerType") or ""), str(row["class"])]
    tags += ["spell"] if "spell" in said else []
    tags += [each for each in ("flexible", "command", "tactic", "song") if each in said]
    tags += ["two-weapon"] if row["class"] == "monk" and "@atk.m" in str(row.get("attack")) else []
    return [each for each in tags if each and each != "power"]


def _targets(target: str) -> object:
    counted = re.match(r"(?i)(?:up to )?(\d+d\d+(?:\+\d+)?) ", target)
    word = re.match(r"(?i)(?:up to )?(two|three|four)\b(?! random)", target)
    return counted[1] if counted else {"two": 2, "three": 3, "four": 4}[word[1].lower()] if word else None


def _read_attack(found: DraftPower, attack: str) -> None:
    read = re.search(
        r"\[\[(?P<twice>2d20kh|d20) ?\+ ?(?P<terms>[^\]]*)\]\] ?vs\.? (?P<defense>AC|PD|MD)(?P<rest>.*)", attack
    )
    if read is None:
        if attack.strip() and "automatic" not in attack.lower():
            found.unknown.append(f"attack: {attack}")
        return
    named = re.search(r"@(str|con|dex|int|wis|cha)\.mod", read["terms"])
    found.key_ability = named[1] if named else ""
    extra = re.search(r"\+ ?(\d)\b", read["terms"])
    found.power["attack"] = f"+{ATTACK}{f'+{extra[1]}' if extra else ''} vs {read['defense']}"
    if read["twice"] != "d20":
        found.notes.append("Roll the attack die twice and use the higher.")
    if rest := plain(read["rest"]).strip(" .,"):
        found.notes.append(rest)


def _read_cost(found: DraftPower, resources: str) -> None:
    if cost := re.match(r"-(\d+) (ki|command points?)\b", resources, re.IGNORECASE):
        found.power["cost"] = f"{cost[2].lower().rstrip('s')} {cost[1]}"
    elif re.match(r"(?i)-\s*focus", resources):
        found.power["cost"] = "focus 1"
    elif resources and not re.match(r"(?i)\+?\s*focus|-1 (?:cm|tc)", resources):
        found.notes.append(f"Cost: {resources}")


# Results


def _read_results(found: DraftPower, texts: Mapping[str, str]) -> None:
    rolled = "attack" in found.power
    allies = re.search(r"(?i)\bally|\ballies", texts.get("target", "")) is not None
    plainly = Subject(
        "target" if texts.get("target") and found.power["range"] != "self" else "you",
        power=found.name,
        targets_allies=allies,
    )
    hit = texts.get("hit", "")
    if hit:
        found.put("effects", _PROSE.read(hit, Subject("target", power=found.name, of_hit=True)))
    for key, prefix in (
        ("hitEven", "natural even hit: "),
        ("hitOdd", "natural odd hit: "),
        ("crit", "crit: "),
        ("missEven", "natural even miss: "),
        ("missOdd", "natural odd miss: "),
    ):
        if text := texts.get(key):
            _read_rider(found, text, prefix)
    _read_miss(found, texts.get("miss", ""))
    for key in ("always", "effect", "sustainedEffect", "finalVerse"):
        if text := texts.get(key):
            _read_effect(found, text, Subject("target", power=found.name) if rolled else plainly)
    trigger = texts.get("trigger", "").lower().strip(" .")
    if "flexible" in found.power["tags"]:
        missed = re.search(r"\bmiss\b", trigger) and "hit" not in trigger
        plain_roll = trigger in ("any hit", "any roll", "any miss")
        found.power["trigger"] = ("misses" if missed else "hits") if plain_roll else f"text: {trigger}"


def _read_effect(found: DraftPower, text: str, subject: Subject) -> None:
    """An effect, and the riders below it."""
    first, *riders = _RIDERS.split(text)
    found.put("always" if "attack" in found.power else "effects", _PROSE.read(first, subject))
    for label, rest in zip(riders[::2], riders[1::2], strict=True):
        _read_rider(found, rest, f"{label.lower()}: ")


def _read_cast(found: DraftPower, label: str, text: str) -> None:
    """One of two ways to cast a spell, as a power that comes with it."""
    second = DraftPower(found.name, (), None, {"action": found.power["action"], "use": f"with {found.name}"})
    second.put("effects", _PROSE.read(text, Subject("target", power=found.name, targets_allies=True)))
    found.unknown += second.unknown
    found.more[label] = second.power


def _read_rider(found: DraftPower, text: str, prefix: str) -> None:
    prefix = re.sub(r"^(even|odd)", r"natural \1", prefix)
    text = re.sub(r"(?i)^as a hit,? ?(?:plus|and|but)? ?", "", text)
    read = _PROSE.read(text, Subject("target", power=found.name))
    lines = read.texts
    if read.halves:
        half = f"damage {found.power['damage']} half" if found.power.get("damage") else "remind half damage"
        lines = [half, *lines]
    if prefix == _ON_A_MISS:
        _read_miss(found, text)
        return
    key = "always" if "miss" in prefix or not prefix.endswith("hit: ") else "effects"
    if "attack" in found.power:
        found.add_lines(key, [line_with_prefix(prefix, each) for each in lines])
    else:
        found.add_lines("always", lines)
    found.unknown += [f"{prefix}{each}" for each in read.unknown]


def _read_miss(found: DraftPower, miss: str) -> None:
    read = _PROSE.read(
        re.sub(r"(?i)^(?:damage equal to )?(\d+)\.?$", r"\1 damage", miss), Subject("target", power=found.name)
    )
    if re.search(r"\w", miss):
        found.put_miss(read, miss)


# Higher levels


def _read_levels(found: DraftPower, row: Row) -> None:
    for level in _SPELL_LEVELS:
        if text := text_in_numbers(str(row.get(f"spellLevel{level}") or "")).strip():
            _read_level(found, level, text)


def _read_level(found: DraftPower, level: int, text: str) -> None:
    """Reads the damage at a level; further numbers go to the lines that have the same kind of number."""
    values = found.levels.setdefault(level, {})
    rest = text
    dice = re.match(
        r"(?i)(?:deal )?(?P<n>(?:\d+d\d+|\d+)(?:[+*](?:\d+d\d+|\d+))*)(?=(?: [a-z]+)? damage|\.|,"
        r"|$)(?! (?:ongoing|hp|temp|random|nearby|ally|allies|enem|target|bonus))",
        rest,
    )
    if dice and found.power.get("damage"):
        values["damage"] = dice["n"]
        rest = rest[dice.end() :]
    for word, pattern in _IN_LINES:
        for number in re.finditer(pattern, rest):
            _put_number(found, values, word, number["n"])
            rest = rest[: number.start()] + "#" * (number.end() - number.start()) + rest[number.end() :]
    if re.search(r"(?i)\d.*(?:damage|ongoing|temp|heal)", rest) and not re.search(
        r"(?i)hp or|target|creature|enem|all(?:y|ies)", rest
    ):
        found.notes.append(f"Level {level}: {rest.strip(' .,#')}")
        found.unknown.append(f"level {level}: {rest.strip()}")
    elif len(bare := _NUMBERS_ONLY.sub("", rest.replace("#", "")).strip(" .,;")) > SHORTEST_NOTE:
        found.notes.append(f"Level {level}: {bare}")


_N = r"(?P<n>(?:\d+d\d+|\d+)(?:[+*](?:\d+d\d+|\d+))*)"
_IN_LINES: tuple[tuple[str, str], ...] = (
    ("persist", rf"(?i){_N} ongoing"),
    ("temp", rf"(?i){_N} temp"),
    ("heal", rf"(?i){_N} (?:additional )?(?:hp|hit points)(?! or fewer)"),
    ("bonus", rf"(?i)(?<![\d)])[+-]{_N}(?= |\.|$)"),
    ("damage", rf"(?i){_N}(?: [a-z]+)? damage"),
    ("damage", rf"^{_N}\W*$"),
)


def _put_number(found: DraftPower, values: dict[str, Any], word: str, number: str) -> None:
    """Puts a level's number into the first line that has the same word and no number for that level yet."""
    for key in ("effects", "always"):
        lines = found.power.get(key, [])
        grown = list(values.get(key, lines))
        for at, line in enumerate(lines):
            if grown[at] == line and re.search(rf"\b{word} [+-]?\d", line):
                grown[at] = re.sub(rf"(?<={word} )([+-]?)[\dd+*]+", rf"\g<1>{number}", line, count=1)
                values[key] = grown
                return
    if not found.more:  # otherwise the number belongs to one of the powers that come with this one
        found.unknown.append(f"{word} {number}")
