"""The powers and traits of an Orcus stat block: what begins one, what it costs, and its attacks."""

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from orcus_tui.importers.draft import Draft, as_name, one_line, plain
from orcus_tui.importers.found import Table
from orcus_tui.importers.orcus_attacks import Attack, attacks_in
from orcus_tui.importers.orcus_blocks import Line
from orcus_tui.importers.orcus_effects import Case, Follow, read_effects
from orcus_tui.importers.orcus_phrases import speaker_for
from orcus_tui.importers.prose import remind

_SIGNS = {"‡": "melee", "†": "melee", "⚔": "melee", "🗡": "melee", "⤢": "ranged", "↗": "ranged", "🏹": "ranged"}
_SIGNS |= {"∢": "near", "⋇": "far", "m": "melee", "M": "melee", "r": "ranged", "R": "ranged", "c": "near", "C": "near"}
_SIGNS |= {"a": "far", "A": "far"}
_WORDS = {"melee": "melee", "ranged": "ranged", "near": "near", "close": "near", "far": "far", "area": "far"}

_ACTIONS = {"standard", "move", "swift", "minor", "free", "immediate", "reaction", "react", "counter", "interrupt"}
_ACTIONS |= {"opportunity", "no action", "none"}
_COST = (
    r"(?i)\((?P<cost>(?:[^()]|\([^()]*\)){0,120}?\b(?:at-will|at will|encounter|daily|refresh|recharge|once per|"
    r"standard|move|swift|minor|free|immediate|reaction|counter|interrupt|opportunity|no action)\b"
    r"(?:[^()]|\([^()]*\)){0,120})\)"
)
_SIGN = r"(?P<sign>[^\w\s*(#\"'“‘+.\d-]\ufe0f?|[mMrRcCaA](?= +\*\*))"
_KIND = r"(?i:(?P<kind>(?:basic )?(?:melee|ranged|near|close|far|area)(?: basic)?(?: attack)?)[ :–-]+(?=\*\*|[A-Z]))"
_HEAD = rf"(?:\[?(?:{_SIGN}|{_KIND})\]?[ \t]*)?(?P<rest>.*)"
_BOLD = r"\*\*(?P<name>[^*]{1,120})\*\*:?\s*(?P<after>.*)"
_TAGS = r"\s*[●•]\s*(?P<tags>[^.;:+\d]{1,120}?)(?P<after>\s*(?:$|[.:;]|(?=[+\d])).*)"
_AURA = r"(?i)(?P<name>[^:.+]{0,80}?) ?\baura (?:of )?(?P<radius>\d{1,2})\b:? *(?P<text>.*)"
_NAMED_AURA = r"(?i)(?P<name>(?:aura of )?[^:.+]{2,60}?):? (?P<radius>\d{1,2}): *(?P<text>.*)"
_FACES = r"(?i)(?:refresh|recharge)(?:es)?\b[^\d]{0,12}(?P<faces>[1-6](?:\s*(?:,|-|–|/|or|and)?\s*[1-6]){0,5})"


class Entry(Struct):
    """A power or trait as it stands: its head taken apart, and the lines of its body."""

    line: int
    name: str
    cost: str = ""
    tags: str = ""
    origin: str = ""
    body: list[Line] = field(default_factory=list)

    def text(self) -> str:
        """The body in one line."""
        return one_line(" ".join(re.sub(r"\*\*|__", "", each.text) for each in self.body))

    def line_of(self, passage: str) -> int:
        """The line a passage of the body stands on."""
        start = passage[:25].lower()
        return next((each.number for each in self.body if start in plain(each.text).lower()), self.line)


def entry_begun(line: Line) -> Entry | None:
    """The entry that a line begins, if it begins one."""
    head = re.fullmatch(_HEAD, line.text)
    if head is None:
        return None
    origin = _SIGNS.get((head["sign"] or "").rstrip("\ufe0f"), "") or _origin(head["kind"] or "")
    bold = re.fullmatch(_BOLD, head["rest"])
    if bold:
        return _entry(line, bold["name"], bold["after"], origin)
    cost = re.search(_COST, head["rest"])
    if cost and _could_be_name(head["rest"][: cost.start()]) and _is_cost(cost["cost"]):
        return _entry(line, head["rest"][: cost.start()], head["rest"][cost.start() :], origin)
    return None


def _origin(words: str) -> str:
    return next((_WORDS[word] for word in words.lower().split() if word in _WORDS), "")


def _could_be_name(text: str) -> bool:
    name = text.strip(" *_:")
    return 0 < len(name) <= 60 and re.search(r"[.;:+]|\bvs\b|\d", name) is None and name[0].isupper()


def _is_cost(text: str) -> bool:
    """Whether what stands in brackets tells action and use, and is no sentence that only speaks of one."""
    first = re.split(r"[,;(]| and ", text.lower())[0].strip()
    return first in _ACTIONS or re.match(r"at[- ]will|encounter|daily|refresh|recharge|once per", first) is not None


def _entry(line: Line, name: str, after: str, origin: str) -> Entry:
    entry = Entry(line.number, as_name(name, "Power"), origin=origin)
    cost = re.search(_COST, name) or re.match(_COST, after)
    if cost and _is_cost(cost["cost"]):
        entry.cost = cost["cost"]
        if cost.string is name:
            entry.name = as_name(name[: cost.start()], "Power")
        else:
            after = after[cost.end() :]
    tags = re.match(_TAGS, after)
    if tags:
        entry.tags, after = tags["tags"], tags["after"]
    rest = after.strip(" .:;") and after.strip(" :")
    if rest:
        entry.body.append(Line(line.number, rest))
    return entry


# Auras


def aura_of(line: Line) -> str:
    """The aura a line tells of, as the format has it: `2: Flame: a creature that …`; empty where it tells of none."""
    found = _aura(line)
    if found is None:
        return ""
    name = found["name"].strip(" :,")
    return one_line(f"{found['radius']}: {name}{': ' if name else ''}{found['text']}")


def _aura(line: Line) -> "re.Match[str] | None":
    named = re.match(r"[*_]", line.text) and re.fullmatch(_NAMED_AURA, line.plain)
    return re.fullmatch(_AURA, line.plain) or named or None


def add_aura(draft: Draft, line: Line) -> None:
    """Adds an aura, a second one behind the first; one that attacks is a power, too."""
    known = draft.table.get("aura")
    draft.put("aura", f"{known}; aura {aura_of(line)}" if known else aura_of(line))
    found = _aura(line)
    if found and attacks_in(plain(found["text"]), speaker_for(draft.name)):
        name = as_name(found["name"], "Aura")
        add_entry(draft, Entry(line.number, name, body=[Line(line.number, found["text"])]))


# Entries, as powers and text


def add_entry(draft: Draft, entry: Entry) -> None:
    """Adds a power with its attacks, or a trait as text."""
    text = entry.text()
    attacks = attacks_in(plain(text), speaker_for(draft.name))
    if not entry.cost and not attacks:
        draft.say(f"{entry.name}: {text}" if text else entry.name)
        return
    power = _costs(draft, entry)
    power["tags"] = [tag for tag in re.split(r"[,\s]+", plain(entry.tags).lower()) if tag]
    power["text"] = text
    if not attacks:
        _add_deed(draft, entry, power)
        return
    for place, attack in enumerate(attacks):
        _add_attack(draft, entry, {**power}, attack, first=place == 0)


def _costs(draft: Draft, entry: Entry) -> Table:
    """Action and use, as the format has them; what else is told of them is kept as not understood."""
    parts = [part.strip().lower() for part in re.split(r"[,;](?!\s*[1-6]\b)", entry.cost) if part.strip()]
    power: Table = {"name": entry.name, "action": "", "use": ""}
    for part in parts:
        faces = re.match(_FACES, part)
        word = re.sub(r"\s*\(.*\)| action\b| and .*", "", part).strip()
        if faces and not power["use"]:
            power["use"] = f"refresh {','.join(re.findall(r'[1-6]', faces['faces']))}"
        elif not power["use"] and re.fullmatch(r"at[- ]will|encounter|daily", part):
            power["use"] = part.replace(" ", "-")
        elif not power["action"] and word in _ACTIONS:
            power["action"] = {"no action": "none"}.get(word, word)
            if " and " in part:
                power["always"] = [f"self: {remind(f'takes {part} actions')}"]
        elif re.match(r"once per (?:round|turn)", part):
            continue  # the text says so; who is asked to count it is the game master
        else:
            power["use"] = power["use"] or ("encounter" if part.startswith(("refresh", "recharge")) else "")
            draft.note(f"{entry.name}: {part}", entry.line)
    power["action"] = power["action"] or ("standard" if entry.cost else "free")
    power["use"] = power["use"] or "at-will"
    return power


def _add_deed(draft: Draft, entry: Entry, power: Table) -> None:
    """Adds a power without an attack: with lines, where all it says can be done by lines; else it is its text."""
    effects = read_effects(plain(entry.text()), speaker_for(draft.name, of_itself=True))
    does = [line for line in effects.lines if "remind " not in line]
    if does and not effects.unclear and not effects.cases and all(line.startswith("self:") for line in effects.lines):
        power["always"] = [*_lines(power, "always"), *effects.lines]
    if entry.origin:
        power["range"] = entry.origin
    draft.add_power(power)


def _add_attack(draft: Draft, entry: Entry, power: Table, attack: Attack, *, first: bool) -> None:
    """Adds one attack of a power, and a power more for each case in which it does something else."""
    power["name"] = as_name(f"{entry.name}: {attack.name}" if attack.name else entry.name, entry.name)
    if not first:
        power.pop("always", None)
        power["text"] = ""
        if attack.is_secondary:
            power |= {"action": "free", "use": "at-will"}
    power["range"] = attack.range if attack.range or not first else entry.origin
    power |= {"attack": attack.attack, "damage": attack.damage, "crit": attack.crit, "miss": attack.miss}
    power["effects"] = attack.effects.lines
    power["tags"] = [*_lines(power, "tags"), *attack.tags]
    power["always"] = [*_lines(power, "always"), *attack.always]
    cases = [_in_case(power, case) for case in attack.effects.cases]
    follows = [_following(power, each) for each in attack.effects.follows]
    if cases and power["use"] != "at-will":
        _share_use([power, *cases])
    for each in (power, *cases, *follows):
        draft.add_power(each)
    for sentence in (*attack.effects.unclear, *attack.unclear):
        draft.note(f"{power['name']}: {sentence}", entry.line_of(sentence))


def _in_case(power: Table, case: Case) -> Table:
    """The power as it is where something is so of its target."""
    kept = [line for line in _lines(power, "effects") if line not in case.in_place_of]
    name = as_name(f"{power['name']} ({case.condition})", "Power")
    damage = {"": power["damage"], "none": ""}.get(case.damage, case.damage)
    return {**power, "name": name, "effects": [*kept, *case.lines], "damage": damage, "text": ""}


def _following(power: Table, follow: Follow) -> Table:
    """What may follow upon the attack, as a power without an attack roll: to be used when it does."""
    name = as_name(f"{power['name']}: {follow.name}", "Power")
    return {"name": name, "action": "free", "range": power["range"], "damage": follow.damage, "effects": follow.lines}


def _share_use(powers: Iterable[Table]) -> None:
    """Reminds that cases of one power are used up together: each of them counts its own use."""
    listed = list(powers)
    for each in listed:
        others = ", ".join(str(other["name"]) for other in listed if other is not each)
        each["always"] = [*_lines(each, "always"), f"self: {remind(f'uses up {others}, too')}"]


def _lines(power: Mapping[str, object], key: str) -> list[str]:
    found = power.get(key)
    return list(found) if isinstance(found, list) else []
