"""The printed form of Orcus powers: the parts of attacks, and the heads of powers and traits: kind, name, cost."""

import re

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.importers.creature_draft import as_name, one_line, plain
from orcus_tui.importers.draft_text import Amount, Roll
from orcus_tui.importers.orcus.blocks import Line
from orcus_tui.importers.prose import NO_DAMAGE

_ROLL_OF_ATTACK = (
    r"(?i)(?P<bonus>[+-]\d{1,3}) (?:vs\.?|versus) (?P<defense>armor class|ac|fort(?:itude)?|ref(?:lex)?|will)\b"
    r"(?: \((?P<only>[^()]{1,150})\))?[;:,.]? *"
)
_LABEL = (
    r"(?:(?<=[.;,)] )|^)(?P<label>Miss|Hit|Effect|Aftereffect|Special|Secondary Attack|Trigger|"
    r"(?:First |Each )?Failed Sav(?:e|ing Throw))\b(?:: *| +(?=[A-Z+(]))"
)
# Before the roll: the attack's own label, and other labels, each up to the end of its sentence.
_ATTACK_LABEL = r"(?i)(?:(?<=[.;,)] )|^)attack(?: \([^()]{1,60}\))?: *"
_FIRST_SAID = r"(?i)(?:(?<=[.;,)] )|^)(?P<label>trigger|requirements?|effect|target): *(?P<said>[^.;]+)[.;]? *"
_DEFENSES = {"ac": "AC", "armor class": "AC", "fort": "Fortitude", "ref": "Reflex"}
_NUMBERED = r"(?:^|(?<=[.;] ))\d{1,2}\.? (?P<name>[A-Z][\w' -]{1,40}): *$"
_ANNOUNCED = r"(?i)(?:secondary attack:?|make an attack[.:]?) *$"
_RANGE_BEGINS = r"(?i)(?:melee|reach|ranged?|near|far|close|area)\b"
_PART_END = r"(?i)[;:]|\.(?= (?:melee|reach|ranged?|near|far|close|area)\b)"
_TARGETS = r"(?i)targets (?:only )?[a-z]"

HIT, MISS, EFFECT = "Hit", "Miss", "Effect"
"""The labels of most results."""
HALF_DAMAGE = Amount("", how="half")
"""The damage of a miss that deals half damage."""


class Result(Struct, frozen=True):
    """A result of an attack: its label, such as `Miss`, and the source's words for it.

    `damage` is damage that a source has as a field.
    """

    label: str
    words: str
    damage: Amount = NO_DAMAGE


class AttackParts(Struct, frozen=True):
    """An attack as printed.

    `roll` is None if no field has it; the words of the results may still have one. `range` is shown unchanged; `only`
    restricts the targets further. `before` are other parts before the roll; `name` is the name of a numbered attack.
    """

    roll: Roll | None = None
    name: str = ""
    range: str = ""
    only: str = ""
    before: tuple[str, ...] = ()
    results: tuple[Result, ...] = ()


def parts_in(text: str) -> AttackParts:
    """The parts of a power from its plain text, which has all its attacks, if any."""
    return AttackParts(results=(Result(HIT, text),))


def rolled_attacks(parts: AttackParts) -> list[AttackParts]:
    """The attacks of a power, each with a roll: from its fields, and from the words of its results."""
    results: list[Result] = []
    within: list[AttackParts] = []
    for each in parts.results:
        words, attacks = _split_at_rolls(each.words)
        is_first = parts.roll is None and not within
        if attacks and is_first and each.label == HIT:
            attacks[0] = _with_text_before(attacks[0], words)
        else:
            announces = attacks and not is_first
            results += _labelled(replace(each, words=_without_announcement(words) if announces else words))
        within += attacks
    if parts.roll is not None:
        return [replace(parts, results=tuple(results)), *within]
    if not within:
        return []
    first, *others = within
    return [replace(first, range=first.range or parts.range, results=(*results, *first.results)), *others]


def range_and_others(said: str) -> tuple[str, tuple[str, ...]]:
    """The range before a roll, which is the last part that begins like a range, and the other parts."""
    parts = [part.strip(" .") for part in re.split(_PART_END, said) if part.strip(" .")]
    ranges = [part for part in parts if re.match(_RANGE_BEGINS, part)]
    targets = [part for part in parts if ranges and re.match(_TARGETS, part)]
    others = tuple(part for part in parts if part not in (*ranges, *targets))
    return ", ".join((as_range(ranges[-1]), *targets)) if ranges else "", others


def begins_with_range(said: str) -> bool:
    """Whether words begin like a range: `Melee 1`."""
    return re.match(_RANGE_BEGINS, said) is not None


def as_range(said: str) -> str:
    """A range in the form of a power's field: `ranged 5` for `Range 5`."""
    words = re.sub(r"(?i)^range\b", "ranged", said).strip(" ,.")
    return f"{words[:1].lower()}{words[1:]}"


def _split_at_rolls(text: str) -> tuple[str, list[AttackParts]]:
    """The text before the first roll, and the attacks."""
    text = re.sub(_ATTACK_LABEL, "", text)
    found = [*re.finditer(_ROLL_OF_ATTACK, text)]
    before = said = text[: found[0].start()] if found else text
    attacks: list[AttackParts] = []
    for place, each in enumerate(found):
        numbered = re.search(_NUMBERED, said)
        is_last = place + 1 == len(found)
        said = text[each.end() :] if is_last else text[each.end() : found[place + 1].start()]
        attack = AttackParts(
            Roll(each["bonus"], _DEFENSES.get(each["defense"].lower(), each["defense"])),
            name=numbered["name"].lower() if numbered else "",
            only=(each["only"] or "").strip(" ."),
            results=tuple(_labelled(Result(HIT, said if is_last else _without_announcement(said)))),
        )
        attacks.append(attack)
    return before, attacks


def _without_announcement(after: str) -> str:
    """The text before the next attack, without that attack's own label."""
    numbered = re.search(_NUMBERED, after)
    return after[: numbered.start()] if numbered else re.sub(_ANNOUNCED, "", after.rstrip(" *"))


def _with_text_before(attack: AttackParts, before: str) -> AttackParts:
    """The attack with its range and its effects from the text before it."""
    effects = [
        Result(EFFECT, said["said"]) for said in re.finditer(_FIRST_SAID, before) if said["label"].lower() == "effect"
    ]
    said = re.sub(_NUMBERED, "", re.sub(_FIRST_SAID, "", before)).rstrip(" :")
    range_, others = range_and_others(re.sub(r"(?i)\bsecondary attack *$", "", said))
    return replace(attack, range=range_, before=others, results=(*effects, *attack.results))


def _labelled(result: Result) -> list[Result]:
    """A result, split at further labels in its words."""
    labels = [*re.finditer(_LABEL, result.words)]
    starts = [each.start() for each in labels]
    first = replace(result, words=result.words[: starts[0]] if starts else result.words)
    others = [
        Result(label["label"], result.words[label.end() : end].strip())
        for label, end in zip(labels, [*starts, len(result.words)][1:], strict=True)
    ]
    return [first, *others]


# The heads of powers and traits


_SIGNS = {"‡": "melee", "†": "melee", "⚔": "melee", "🗡": "melee", "⤢": "ranged", "↗": "ranged", "🏹": "ranged"}
_SIGNS |= {"∢": "near", "⋇": "far", "💥": "near"}
_LETTERS = {"m": "melee", "M": "melee", "r": "ranged", "R": "ranged", "c": "near", "C": "near", "a": "far", "A": "far"}
_WORDS = {"melee": "melee", "ranged": "ranged", "near": "near", "close": "near", "far": "far", "area": "far"}
_WORDS |= {"reach": "melee", "range": "ranged"}

ACTIONS = {"standard", "move", "swift", "minor", "free", "immediate", "reaction", "react", "counter", "interrupt"}
ACTIONS |= {"opportunity", "no action", "none"}
_COST_WORDS = (
    r"(?:at-will|at will|encounter|daily|refresh|recharge|once per|"
    r"standard|move|swift|minor|free|immediate|reaction|counter|interrupt|opportunity|no action)\b"
)
_COST = (
    rf"(?i)[*_]{{0,2}}[(\[](?P<cost>(?:[^()\[\]]|\([^()]*\)){{0,120}}?\b{_COST_WORDS}"
    r"(?:[^()\[\]]|\([^()]*\)){0,120})[)\]][*_]{0,2}"
)
_BEFORE_NAME = r"(?=\*\*|[A-Z])"
_SIGN = (
    rf"(?P<sign>[^\w\s*(\[#\"'“‘+.\d-]\ufe0f?|[mMrRcCaA](?= +{_BEFORE_NAME})"
    rf"|(?<=[(\[])[mMrRcCaA](?=[)\]] *{_BEFORE_NAME}))"
)
_KIND_WORDS = r"(?:basic )?(?:melee|ranged|near|close|far|area)(?: basic)?(?: attack)?"
_KIND = rf"(?i:[(\[]?(?P<kind>{_KIND_WORDS})[)\]]?[ :–-]+{_BEFORE_NAME})"
_HEAD = rf"(?:[(\[]?(?:{_SIGN}|{_KIND})[)\]]?[ \t]*)?(?P<rest>.*)"
_BOLD = r"\*\*(?P<name>[^*]{1,120})\*\*:?\s*(?P<after>.*)"
_DOTS = "●•·✦"
_TAGS = (
    rf"\s*[{_DOTS}]\s*(?P<tags>[^.;:+\d]{{1,120}}?)(?P<after>\s*(?:$|[.:;]|(?=[+\d])).*)|"
    r"\s*\((?P<within>[A-Z*][A-Za-z*, ]{1,60})\)(?P<behind>\s*(?:$|[.:;]).*)"
)
# Irregular forms of heads, and the form that each is changed to.
_LOOSER_HEADS = (
    (rf"^\*\*([{''.join(_SIGNS)}]\ufe0f?|\([mMrRcCaA]\)|\[[mMrRcCaA]\])\s*(?=\S)", r"\1 **"),
    (r"^[*_]([^*_.:\d]{1,60})[*_](?=\s*(?:$|[(\[●•]))", r"**\1**"),
    (
        rf"(?i)^(.{{0,100}}?[\w!?]\)?\*{{0,2}}) *[{_DOTS}–—-] +({_COST_WORDS}[^●•✦.:+]{{0,80}}?) *(?=$|[●•✦.:])",
        r"\1 (\2)",
    ),
)
LABEL = (
    r"(?:(?:secondary )?attack|miss|hit|effect|aftereffect|special|trigger|requirements?|target|sustain(?: \w+)?|"
    r"(?:first |second |each )?failed sav(?:e|ing throw))"
)
"""A pattern for the label of a result."""
_LABELLED = rf"(?i)[*_]*{LABEL}(?: \([^()]{{1,60}}\))?(?::|[*_]+:)"
_TITLE = (
    r"[A-Z][\w'’-]*(?: …|,? (?:[A-Z][\w'’-]*|(?:of|the|and|in|to|an?|for|from|with|by|into|or|is|but|not|as|at|on)\b))"
    r"{0,7}"
)
_TITLE_ALONE = rf"(?P<name>{_TITLE})(?: *[{_DOTS}] *(?P<tags>[A-Z][A-Za-z, ]{{1,60}}))?"
_TITLE_WITH_TEXT = rf"(?P<name>{_TITLE})[:.] +(?P<text>[A-Z\"(].*)"
_RANGE = r"(?:melee|reach|ranged?|near|far|close|area)\b"
_ROLL = r"[+-]\d{1,3} (?:vs\.?|versus) "
_NAMED_ATTACK = rf"(?P<name>{_TITLE})(?:[:.,-] *| )(?P<text>(?:(?i:{_RANGE})[^+]{{1,100}})?{_ROLL}.*)"
_NO_NAME = rf"(?i){_RANGE}|(?:on|when|if|while|each|make|the|first|second)\b"


class Entry(Struct):
    """A power or trait: the parts of its head, and the lines of its body.

    `action` is the action of its section; the title of a section is an entry without a name. `has_roll`: a line that
    was added has an attack roll. After a blank line `is_over` is set: the next paragraph may not belong to the entry.

    Sources with fields set these: `refreshed_by` are the faces that recharge it, `refreshes` is another condition for
    that, `trigger` is its trigger, and `attacks` are its attacks; the body is then only text to show.
    """

    line: int
    name: str
    cost: tuple[str, ...] = ()
    tags: str = ""
    origin: str = ""
    action: str = ""
    refreshed_by: tuple[int, ...] = ()
    refreshes: str = ""
    trigger: str = ""
    attacks: tuple[AttackParts, ...] = ()
    body: list[Line] = field(default_factory=list)
    has_roll: bool = False
    is_over: bool = False

    def add(self, line: Line) -> None:
        """Adds a line to the body."""
        self.body.append(line)
        self.has_roll = self.has_roll or re.search(_ROLL, line.plain) is not None

    def text(self) -> str:
        """The body in one line; a label on a separate line ends the sentence before it."""
        said: list[str] = []
        for each in self.body:
            bare = re.sub(r"\*\*|__", "", each.text)
            if said and re.match(_LABELLED, bare) and not re.search(r"(?i)[.;:,)]$|\bsecondary$", said[-1]):
                said[-1] += "."
            said.append(bare)
        return one_line(" ".join(said))

    def line_of(self, passage: str) -> int:
        """The line of a passage of the body."""
        start = passage[:25].lower()
        return next((each.number for each in self.body if start in plain(each.text).lower()), self.line)


def marked_entry(line: Line) -> Entry | None:
    """The entry that a line begins by its markup, None if it begins none.

    It is a bold name, a name with a cost, or a sign before an attack.
    """
    if line.head is not None:
        return Entry(line.number, line.head.name, line.head.cost, line.head.tags, line.head.origin)
    if re.match(_LABELLED, line.text):
        return None
    text = line.text
    for looser, head in _LOOSER_HEADS:
        text = re.sub(looser, head, text)
    found = re.fullmatch(_HEAD, text)
    if found is None:
        return None
    sign = (found["sign"] or "").rstrip("\ufe0f")
    origin = origin_of_sign(sign) or origin_in(found["kind"] or "")
    bold = re.fullmatch(_BOLD, found["rest"])
    if bold:
        return _entry(line, bold["name"], bold["after"], origin)
    cost = re.search(_COST, found["rest"])
    if cost and _could_be_name(found["rest"][: cost.start()]) and _is_cost(cost["cost"]):
        return _entry(line, found["rest"][: cost.start()], found["rest"][cost.start() :], origin)
    attack = re.fullmatch(_NAMED_ATTACK, found["rest"]) if origin_of_sign(sign) else None
    if attack:
        return _with_text(line, attack["name"], attack["text"], cost=("standard",), origin=origin)
    return None


def origin_of_sign(sign: str) -> str:
    """The kind of a power from the sign before its name: `m` is melee; empty for an unknown sign."""
    return _SIGNS.get(sign) or _LETTERS.get(sign, "")


def origin_in(words: str) -> str:
    """The kind of a power in words such as `close burst`; empty for words without one."""
    return next((_WORDS[word] for word in words.lower().split() if word in _WORDS), "")


def _could_be_name(text: str) -> bool:
    name = text.strip(" *_:")
    return 0 < len(name) <= 60 and re.search(r"[.;:+]|\bvs\b|\d", name) is None and name[0].isupper()


def _is_cost(text: str) -> bool:
    """Whether the text in brackets is an action and a use, not a sentence that mentions them."""
    first = re.split(r"[,;(]", text.lower())[0].strip()
    words = set(first.split()) - {"and", "action"}
    used = re.match(r"at[- ]will|encounter|daily|refresh|recharge|once per|no action", first)
    return used is not None or bool(words and words <= ACTIONS) or re.fullmatch(_KIND_WORDS, first) is not None


def _entry(line: Line, name: str, after: str, origin: str) -> Entry:
    entry = Entry(line.number, as_name(name, "Power"), origin=origin)
    cost = re.search(_COST, name) or re.match(_COST, after)
    if cost and _is_cost(cost["cost"]):
        _set_cost(entry, cost["cost"])
        if cost.string is name:
            entry.name = as_name(name[: cost.start()], "Power")
        else:
            after = after[cost.end() :]
    tags = re.match(_TAGS, after)
    if tags:
        entry.tags, after = tags["tags"] or tags["within"], tags["after"] or tags["behind"] or ""
    rest = after.strip(" .:;") and after.strip(" :")
    if rest:
        entry.add(Line(line.number, rest))
    return entry


def parts_of_cost(text: str) -> tuple[str, ...]:
    """The parts of a printed cost: the action, the use, such as `daily`, and conditions."""
    return tuple(part.strip().lower() for part in re.split(r"[,;](?!\s*[1-6]\b)", text) if part.strip())


def _set_cost(entry: Entry, cost: str) -> None:
    """Sets the cost, and the kind that may come before it: `melee, standard, at-will`."""
    kind = re.match(rf"(?i){_KIND_WORDS} *[,;] *", cost)
    entry.origin = entry.origin or origin_in(kind[0].strip(" ,;") if kind else "")
    entry.cost = parts_of_cost(cost[kind.end() :] if kind else cost)
    named = re.fullmatch(r"(?P<name>[^()]+) \((?P<tags>[a-z, ]+)\)", entry.name)
    if named:  # `Claw (weapon) (standard, at-will)`
        entry.name, entry.tags = named["name"], named["tags"]


def unmarked_entry(line: Line, following: str, entry: Entry | None) -> Entry | None:
    """The entry that a line begins without markup, which would otherwise be text of the `entry` above; or None.

    It is a title above a sentence (the line `following`), a title followed by its text, or an attack that cannot belong
    to the entry above.
    """
    text = line.plain
    if re.match(_LABELLED, text):
        return None
    if entry is not None and (entry.body or not entry.name):
        alone = re.fullmatch(_TITLE_ALONE, text)
        if alone and re.match(r"[A-Z+\"]", following):
            return Entry(line.number, as_name(alone["name"], "Trait"), tags=alone["tags"] or "")
        titled = re.fullmatch(_TITLE_WITH_TEXT, text)
        if titled and not re.match(_NO_NAME, text):
            return _with_text(line, titled["name"], titled["text"])
    if entry is None or not entry.cost or entry.has_roll:
        can_be_nameless = line.bullet or entry is None
        return _named_attack(line) or (_nameless_attack(line) if can_be_nameless else None)
    return None


def _named_attack(line: Line) -> Entry | None:
    """A power that begins with its name and its attack: `Claw: Reach 2; +8 vs AC; …`."""
    text = line.plain
    named = re.fullmatch(_NAMED_ATTACK, text)
    if named and not re.match(_NO_NAME, text):
        return _with_text(line, named["name"], named["text"], cost=("standard",))
    return None


def _nameless_attack(line: Line) -> Entry | None:
    """A power that begins with its range and its attack: `Close blast 3; +8 vs Fort; …`."""
    text = line.plain
    ranged = re.match(rf"(?i){_RANGE}(?: [a-z]+)*", text)
    if ranged and re.search(_ROLL, text):
        return _with_text(line, ranged[0], text, cost=("standard",))
    return None


def _with_text(line: Line, name: str, text: str, cost: tuple[str, ...] = (), origin: str = "") -> Entry:
    entry = Entry(line.number, as_name(name, "Power"), cost=cost, origin=origin)
    entry.add(Line(line.number, text))
    return entry
