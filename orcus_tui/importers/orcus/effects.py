"""The sentences of an Orcus power as lines of the command language.

A sentence about nothing the tracker counts (who is pushed where, who may move) becomes a reminder. So does any other
sentence that is not understood, so that it is seen when it matters; it also counts as not understood.
"""

import re
from typing import TypeGuard

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.importers.draft_text import (
    PRONE,
    WHILE_GRAPPLED,
    Amount,
    Conditions,
    DraftLine,
    Duration,
    EffectLine,
    Quoted,
    Reminder,
    Until,
    effect_line,
    quotable,
)
from orcus_tui.importers.orcus.phrases import (
    DICE,
    DURATION,
    STATE,
    TARGET,
    TYPES,
    Speaker,
    lines_of,
)

_SENTENCE_END = r"[.;](?:\s+|$)"
_OPENING = r"(?i)^(?:(?:and|but|also|additionally|in addition)\b,? *|after all attacks are resolved, )"
# A creature that is not known to be the target, and a sentence that goes on about it.
_OF_ANOTHER = r"(?i)an? creature (?:that|who|which)\b"
_PRONOUN = r"(?i)(?:it|they)\b"
LONGEST = 600
"""Characters of a sentence that is read; longer ones become reminders."""
NO_DAMAGE = Amount("")


class Case(Struct):
    """What a power does instead, or in addition, under a condition of its target: `already dazed`.

    `damage` is None where it is the same.
    """

    condition: str
    lines: list[DraftLine] = field(default_factory=list)
    damage: Amount | None = None
    in_place_of: tuple[DraftLine, ...] = ()


class Follow(Struct):
    """What may follow a hit or a miss: damage to others, or the result of an obstacle."""

    name: str
    damage: Amount = NO_DAMAGE
    lines: list[DraftLine] = field(default_factory=list)


class Effects(Struct):
    """The effects of a text: lines for the target or `self:`, cases, follow-ups, and sentences not understood."""

    lines: list[DraftLine] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    follows: list[Follow] = field(default_factory=list)
    unclear: list[str] = field(default_factory=list)

    def add(self, more: "Effects") -> None:
        """Adds the effects of another text."""
        self.lines += more.lines
        self.cases += more.cases
        self.follows += more.follows
        self.unclear += more.unclear

    def add_reminder(self, sentence: str) -> None:
        """Adds a sentence as a reminder; if it is about something the tracker counts, it was not understood."""
        self.lines.append(Reminder(sentence))
        if re.search(STATE, sentence, re.IGNORECASE):
            self.unclear.append(sentence)


def read_effects(text: str, speaker: Speaker) -> Effects:
    """The effects of the sentences of a plain text."""
    found = Effects()
    lasting, of_another = "", False
    for sentence in re.split(_SENTENCE_END, text):
        bare = re.sub(_OPENING, "", sentence.strip(" ,."))
        bare = re.sub(r"(?i)^for the same duration, (.+)", rf"\1 {lasting}", bare).strip()
        of_another = bool(re.match(_OF_ANOTHER, bare)) or (of_another and bool(re.match(_PRONOUN, bare)))
        if len(bare) > LONGEST or (of_another and re.match(_PRONOUN, bare)):
            found.add_reminder(bare)
        elif bare:
            _read_sentence(bare, speaker, found)
            match = re.search(DURATION, bare, re.IGNORECASE)
            lasting = match[0].replace("\\", "") if match else lasting
    return found


def _read_sentence(sentence: str, speaker: Speaker, found: Effects) -> None:
    if any(reads(sentence, speaker, found) for reads in (_read_as_case, _read_as_list, _read_as_follow)):
        return
    if re.search(_BEYOND, sentence):
        found.lines.append(Reminder(sentence))
        return
    if re.search(_CONDITION, _drop_duration(sentence)):
        found.add_reminder(sentence)
        return
    lines = lines_of(sentence, speaker)
    if lines is None:
        _read_parts(sentence, speaker, found)
        return
    found.lines += lines


_CONDITION = r"(?i)(?:^|[ ,])(?:if|when|whenever|while|unless|as long as|each time|once|(?:after|upon) an?)\b"
# What happens after the fight.
_BEYOND = r"(?i)^if the encounter ends\b|\b(?:after|until) (?:the|its|their) next (?:long|short) rest$"


def _read_parts(sentence: str, speaker: Speaker, found: Effects) -> None:
    """Reads a sentence that is not clear as a whole part by part, each with a subject of its own."""
    listed = re.search(r"(?i):|\bor\b|\bchooses?\b", sentence)
    parts = [sentence] if listed else _parts_with_subjects(sentence, speaker)
    for part in parts:
        lines = lines_of(part, speaker) if len(parts) > 1 else _read_choice(part, speaker, found)
        if lines is None:
            found.add_reminder(part)
        else:
            found.lines += lines


def _parts_with_subjects(sentence: str, speaker: Speaker) -> list[str]:
    """The parts of a sentence, each of which begins with the target or the creature itself."""
    parts, start = [], 0
    for joint in re.finditer(r"(?i),? and |, ", sentence):
        rest = sentence[joint.end() :]
        if re.match(rf"(?i)(?:{TARGET}) ", rest) or speaker.after_name(rest):
            parts.append(sentence[start : joint.start()])
            start = joint.end()
    return [*parts, sentence[start:]]


def _read_choice(sentence: str, speaker: Speaker, found: Effects) -> list[DraftLine] | None:
    """The lines of the first of two alternatives; the second becomes a case."""
    match = re.fullmatch(
        r"(?i)(?P<who>.*?\b(?:is|are) )(?:either )?(?P<first>[^,.;()]+?),? or (?P<second>[^,.;()]+?)"
        rf"(?P<end> *{DURATION})?",
        sentence,
    )
    if match is None:
        return None
    first, second = (
        lines_of(f"{match['who']}{match[key]}{match['end'] or ''}", speaker) for key in ("first", "second")
    )
    if first is None or second is None:
        return None
    found.cases.append(Case(f"or {match['second']}", second, in_place_of=tuple(first)))
    return first


def _drop_duration(sentence: str) -> str:
    return re.sub(DURATION, "", sentence)


# Conditions of the target: known before the attack, so that each can be a power of its own


_WHEN_TARGET = (
    r"(?i)if (?:the )?(?:target|it|they|creature)(?: is| are| was| were|'s)? (?P<so>already [^,]+|"
    r"(?:grants? combat advantage|staggered|grappled|prone|tiny|small|medium|large|undead)[^,]*), (?P<then>.+)"
)
_OF_SIZE = r"(?i)an? (?P<so>(?:tiny|small|medium|large|huge)[^,]{0,20}?) target (?P<then>is .+)"
_OR_PRONE = r"(?i)(?:can|may) choose to knock the target prone instead of \w+ damage"
_ONLY_IF = (
    r"(?i)(?P<then>.+?),? if (?:the target|it|they) (?:is|are|was|grants?) "
    r"(?P<so>(?:already |of )?[^,]+)"
)


def _read_as_case(sentence: str, speaker: Speaker, found: Effects) -> bool:
    """Reads `If the target is already dazed, it is stunned instead`; returns whether it was understood."""
    if re.fullmatch(_OR_PRONE, speaker.after_name(sentence) or ""):
        found.cases.append(Case("or prone", [EffectLine((PRONE,))], damage=NO_DAMAGE))
        return True
    match = next(
        (match for each in (_WHEN_TARGET, _OF_SIZE, _ONLY_IF) if (match := re.fullmatch(each, sentence))), None
    )
    if match is None or re.search(r"(?i)by this attack", match["so"]):
        return False
    then = match["then"]
    replaces = re.search(r"(?i)\b(?:instead|rather)\b", then) is not None
    plain = re.sub(r"(?i),?\s*\b(?:instead(?: of \w+)?|rather than \w+|also)\b", "", then)
    lines = lines_of(plain, speaker)
    joined = replaces and any(isinstance(line, EffectLine) and len(line.effects) > 1 for line in found.lines)
    if lines is None or joined:
        return False
    if replaces and found.lines and not re.search(DURATION, plain):
        lines = [_lasting_like(line, found.lines[-1]) for line in lines]
    so = "grants combat advantage" if "combat advantage" in match["so"].lower() else match["so"].strip().lower()
    replaced = tuple(line for line in found.lines if applies_to_target(line)) if replaces else ()
    found.cases.append(Case(so, lines, in_place_of=replaced))
    return True


_CHOICE = r"(?i)chooses one(?: of the following)?: (?P<list>.+)"


def _read_as_list(sentence: str, speaker: Speaker, found: Effects) -> bool:
    """Reads `The marut chooses one: the target falls prone, the target is …`, with a case for each."""
    match = re.fullmatch(_CHOICE, speaker.after_name(sentence) or "")
    if match is None:
        return False
    chosen = re.split(rf"(?i),? or (?={TARGET})|, (?={TARGET})", match["list"])
    cases = [Case(re.sub(rf"(?i)^(?:{TARGET}) ", "", each), lines_of(each, speaker) or []) for each in chosen]
    if not all(case.lines for case in cases):
        return False
    found.cases += cases
    found.lines.append(Reminder(sentence))
    return True


def applies_to_target(line: DraftLine) -> TypeGuard[EffectLine]:
    """Whether a line applies conditions to the target."""
    return isinstance(line, EffectLine) and line.verb == "apply" and not line.own


def _lasting_like(line: DraftLine, other: DraftLine) -> DraftLine:
    """The line with the duration of the line it replaces."""
    if isinstance(other, Reminder) or not applies_to_target(line) or line.effects == (PRONE,):
        return line
    return replace(line, duration=other.duration) if _has_known_end(other.duration) else line


def _has_known_end(duration: Duration) -> bool:
    """Whether the tracker knows the end: by a save, at a turn, with the fight."""
    return not isinstance(duration, Until) and duration not in ("", WHILE_GRAPPLED)


# Results of the attack, and effects on others: a power to be used when they occur

_IF = r"(?i)(?P<if>(?:if|(?:after|upon) an?) [^,]{3,100}), (?P<then>.+)"
_IT_TAKES = (
    rf"(?i)(?:the target|it|they) takes? (?:an additional )?(?P<dice>{DICE})(?: additional)?"
    rf"(?: (?P<type>{TYPES}))? damage"
)
_OTHERS = (
    rf"(?i)(?:may )?(?:also )?(?:do|deals?) (?P<dice>{DICE})(?: (?P<type>{TYPES}))? damage to "
    r"(?P<targets>(?:an?|one|each|every) .{3,80})"
)
_OTHERS_TAKE = (
    r"(?i)(?P<targets>(?:an?|one|each|every|all|creatures|buildings|objects)\b[^;]{3,100}?) "
    rf"(?:takes? (?P<dice>{DICE})(?: (?P<type>{TYPES}))?(?: points of)? damage|"
    rf"heals? (?P<heals>{DICE})(?: damage| hit points)?)"
)
_KILLS = r"(?i).{0,150}\bkill(?:s|ing) (?:it|the target)(?: instantly| outright)?"
_AUTOMATIC = rf"(?i)deals an automatic (?P<dice>{DICE})(?: (?P<type>{TYPES}))? damage (?P<targets>at the .{{3,80}})"
_ELSEWHERE = r"(?i)\b(?:adjacent|within|random|other|another|next to|in the|of the|buildings|objects|at the)\b"


def _read_as_follow(sentence: str, speaker: Speaker, found: Effects) -> bool:
    """Reads `If it cannot be pushed, it takes 2 damage`, or `a creature beside it takes 3`; returns success."""
    plain = re.sub(r" \((?!save ends|until)[^()]*\)|, such as [^,]{1,60}(?=,)", "", sentence)
    match = re.fullmatch(_IF, plain)
    others = _others(sentence, speaker)
    if match:
        follow = Follow(match["if"].lower())
        damage = re.fullmatch(_IT_TAKES, match["then"])
        lines = [] if damage else lines_of(re.sub(r"(?i)\balso \b", "", match["then"]), speaker)
        lines = [effect_line("kill")] if re.fullmatch(_KILLS, match["then"]) else lines
        if lines is None or not (damage or _change_state(lines)):
            return False
        follow.lines = lines
    elif others and re.search(_ELSEWHERE, others["targets"]):
        heals = others.groupdict().get("heals")
        follow = Follow(
            re.sub(r"(?i)^(?:an?|one) ", "", others["targets"]).lower(),
            lines=[effect_line("heal", heals)] if heals else [],
        )
        damage = None if heals else others
    else:
        return False
    if damage:
        types = (damage["type"].lower(),) if damage["type"] else ()
        follow.damage = Amount(damage["dice"].replace(" ", ""), types)
    found.follows.append(follow)
    found.lines.append(Reminder(sentence))
    return True


def _others(sentence: str, speaker: Speaker) -> "re.Match[str] | None":
    own = (re.fullmatch(each, speaker.after_name(sentence) or sentence) for each in (_OTHERS, _AUTOMATIC))
    return next(filter(None, own), None) or re.fullmatch(_OTHERS_TAKE, sentence)


def _change_state(lines: list[DraftLine]) -> bool:
    return not all(isinstance(line, Reminder) for line in lines)


# Saves


def named_conditions(line: DraftLine | None) -> Conditions | None:
    """The conditions of a word each that a line applies to the target, if it does no more than that."""
    if line is None or not applies_to_target(line) or len(line.effects) > 1 or line.then or line.after:
        return None
    return line.what if isinstance(line.what, Conditions) and all(map(_is_a_word, line.what.names)) else None


def _is_a_word(name: str | Quoted) -> bool:
    return isinstance(name, str) or " " not in name.words


def with_aftereffect(line: DraftLine | None, words: str) -> EffectLine | None:
    """The line of a condition with a note that the log shows with it; None for other lines."""
    named = named_conditions(line)
    if named is None or not isinstance(line, EffectLine) or not _has_known_end(line.duration):
        return None
    noted = Conditions((*named.names, Quoted(quotable(words))))
    return effect_line("apply", noted, line.duration)
