"""The sentences of an Orcus power: a pattern for each kind, and its meaning.

A sentence about something that the tracker does not count (pushes, moves) becomes a reminder. So does any other
sentence that is not understood, so that it is not lost.
"""

import re
from collections.abc import Iterable
from typing import TypeGuard

from msgspec.structs import replace

from orcus_tui.importers.draft_text import (
    PRONE,
    WHILE_GRAPPLED,
    Conditions,
    DraftLine,
    Duration,
    EffectLine,
    Quoted,
    Reminder,
    Until,
    effect_line,
    quotable,
    summon_offer,
)
from orcus_tui.importers.orcus.clauses import (
    DAMAGE_TYPES,
    ENDINGS,
    STATE,
    TARGET,
    TYPES,
    WORDING,
    subject_for,
)
from orcus_tui.importers.prose import NO_DAMAGE, SELF, Case, Follow, Reading, Vocabulary
from orcus_tui.importers.prose_effects import DICE
from orcus_tui.importers.sentences import Sentence, Subject

LONGEST = 600
"""The most characters of a sentence that is read; a longer one becomes a reminder."""

_SENTENCE_END = r"[.;](?:\s+|$)"
_OPENING = (
    r"(?i)^(?:while in this stance, *|(?:and|but|also|additionally|in addition)\b,? *|after all attacks are resolved, )"
)
# A creature that is not known to be the target, and a sentence that continues about it.
_OF_ANOTHER = r"(?i)an? creature (?:that|who|which)\b"
_PRONOUN = r"(?i)(?:it|they)\b"


def read_effects(text: str, subject: Subject) -> Reading:
    """The effects of the sentences of a plain text."""
    reading = Reading()
    lasting, of_another = "", False
    for each in re.split(_SENTENCE_END, text):
        bare = re.sub(_OPENING, "", each.strip(" ,."))
        bare = re.sub(r"(?i)\(until [^()]{3,60}? or (save ends)[^()]*\)", r"(\1)", bare)
        bare = re.sub(r"(?i)^for the same duration, (.+)", rf"\1 {lasting}", bare).strip()
        of_another = bool(re.match(_OF_ANOTHER, bare)) or (of_another and bool(re.match(_PRONOUN, bare)))
        if len(bare) > LONGEST or (of_another and re.match(_PRONOUN, bare)):
            add_reminder(reading, bare)
        elif bare:
            _SENTENCES.read(bare, Sentence(WORDING, subject, reading, bare))
            match = ENDINGS.search(bare)
            lasting = match[0].replace("\\", "") if match else lasting
    return reading


def read_prose(text: str) -> Reading:
    """The meaning of a trait's prose."""
    return read_effects(text, subject_for(SELF))


def _is_about_another(found: re.Match[str], sentence: Sentence) -> bool:
    """Whether the group `who` names a creature other than the subject of the text."""
    who = found.groupdict().get("who")
    return who is not None and sentence.subject.after_name(who) != ""


def add_reminder(reading: Reading, sentence: str) -> None:
    """Adds a sentence as a reminder, and as unknown if it is about something that the tracker counts."""
    reading.lines.append(Reminder(sentence))
    if re.search(STATE, sentence, re.IGNORECASE):
        reading.unknown.append(sentence)


# Conditions of the target: known before the attack, so that each can be a separate power


def _or_prone(found: re.Match[str], sentence: Sentence) -> bool:
    if _is_about_another(found, sentence):
        return False
    sentence.reading.cases.append(Case("or prone", (EffectLine((PRONE,)),), damage=NO_DAMAGE))
    return True


def _when_target(found: re.Match[str], sentence: Sentence) -> bool:
    """Adds a case for `If the target is already dazed, it is stunned instead`."""
    then, so, reading = found["then"], found["so"], sentence.reading
    if re.search(r"(?i)by this attack", so):
        return False
    replaces = re.search(r"(?i)\b(?:instead|rather)\b", then) is not None
    plain = re.sub(r"(?i),?\s*\b(?:instead(?: of \w+)?|rather than \w+|also)\b", "", then)
    lines = sentence.lines(plain)
    is_joined = replaces and any(isinstance(line, EffectLine) and len(line.effects) > 1 for line in reading.lines)
    if lines is None or is_joined:
        return False
    named = _named_instead(then, reading.lines)
    if replaces and reading.lines and not ENDINGS.search(plain):
        lines = [_lasting_like(line, (named or reading.lines)[-1]) for line in lines]
    condition = "grants combat advantage" if "combat advantage" in so.lower() else so.strip().lower()
    replaced = tuple(line for line in named or reading.lines if applies_to_target(line)) if replaces else ()
    reading.cases.append(Case(condition, tuple(lines), in_place_of=replaced))
    return True


def _named_instead(then: str, lines: Iterable[DraftLine]) -> list[DraftLine]:
    """The lines with the condition that a passage replaces: `stunned instead of dazed`."""
    found = re.search(r"(?i)\b(?:instead of|rather than) (?P<name>\w+)", then)
    return [line for line in lines if found and applies_to_target(line) and found["name"].lower() in str(line.what)]


def applies_to_target(line: DraftLine) -> TypeGuard[EffectLine]:
    """Whether a line applies conditions to the target."""
    return isinstance(line, EffectLine) and line.verb == "apply" and not line.own


def _lasting_like(line: DraftLine, other: DraftLine) -> DraftLine:
    """The line with the duration of the line it replaces."""
    if isinstance(other, Reminder) or not applies_to_target(line) or line.effects == (PRONE,):
        return line
    return replace(line, duration=other.duration) if _has_known_end(other.duration) else line


def _has_known_end(duration: Duration) -> bool:
    """Whether the tracker can find the end: by a save, at a turn, with the fight."""
    return not isinstance(duration, Until) and duration not in ("", WHILE_GRAPPLED)


def _chosen(found: re.Match[str], sentence: Sentence) -> bool:
    """Adds a case for each part of `The marut chooses one: the target falls prone, the target is …`."""
    if _is_about_another(found, sentence):
        return False
    chosen = re.split(rf"(?i),? or (?={TARGET})|, (?={TARGET})", found["list"])
    cases = [Case(re.sub(rf"(?i)^(?:{TARGET}) ", "", each), tuple(sentence.lines(each) or ())) for each in chosen]
    if not all(case.lines for case in cases):
        return False
    sentence.reading.cases += cases
    sentence.reading.lines.append(Reminder(sentence.said))
    return True


# Results of the attack, and effects on others: a power to be used when they occur


def _result(found: re.Match[str], sentence: Sentence) -> bool:
    """Adds a follow-up for `If it cannot be pushed, it takes 2 damage`."""
    condition, _, then = re.sub(_ASIDE, "", found[0]).partition(", ")
    if damage := re.fullmatch(_IT_TAKES, then):
        return _add_follow(sentence, Follow(condition.lower(), DAMAGE_TYPES.damage_in(damage)))
    lines = [effect_line("kill")] if re.fullmatch(_KILLS, then) else sentence.lines(then)
    if lines is None or all(isinstance(line, Reminder) for line in lines):
        return False
    return _add_follow(sentence, Follow(condition.lower(), lines=tuple(lines)))


def _others(found: re.Match[str], sentence: Sentence) -> bool:
    """Adds a follow-up for `a creature next to it takes 3 damage`."""
    if _is_about_another(found, sentence) or not re.search(_ELSEWHERE, found["targets"]):
        return False
    name = re.sub(r"(?i)^(?:an?|one) ", "", found["targets"]).lower()
    heals = found.groupdict().get("heals")
    follow = Follow(name, lines=(effect_line("heal", heals),)) if heals else Follow(name, DAMAGE_TYPES.damage_in(found))
    return _add_follow(sentence, follow)


def _add_follow(sentence: Sentence, follow: Follow) -> bool:
    sentence.reading.follows.append(follow)
    sentence.reading.lines.append(Reminder(sentence.said))
    return True


# Any other sentence


def _summon(found: re.Match[str], sentence: Sentence) -> None:
    sentence.reading.lines.append(summon_offer(found["name"]))


def _zone(found: re.Match[str], sentence: Sentence) -> None:
    sentence.reading.lines.append(effect_line("zone", found["name"], "eont"))


def _after_fight(_: re.Match[str], sentence: Sentence) -> None:
    sentence.reading.lines.append(Reminder(sentence.said))


def _conditional(_: re.Match[str], sentence: Sentence) -> bool:
    is_conditional = re.search(_CONDITION, ENDINGS.without(sentence.said)) is not None
    if is_conditional:
        add_reminder(sentence.reading, sentence.said)
    return is_conditional


def _statements(_: re.Match[str], sentence: Sentence) -> None:
    """Adds the lines of a sentence, or of each part of it that has its own subject."""
    lines = sentence.lines(sentence.said)
    if lines is not None:
        sentence.reading.lines = [each for each in sentence.reading.lines if not _continues_later(each, lines)] + lines
        return
    listed = re.search(r"(?i):|\bor\b|\bchooses?\b", sentence.said)
    parts = [sentence.said] if listed else _parts_with_subjects(sentence.said, sentence.subject)
    for part in parts:
        lines = sentence.lines(part) if len(parts) > 1 else _read_choice(part, sentence)
        if lines is None:
            add_reminder(sentence.reading, part)
        else:
            sentence.reading.lines += lines


def _continues_later(line: DraftLine, later: Iterable[DraftLine]) -> bool:
    """Whether a later line repeats this line with an end: `It remains incorporeal until …`."""
    return isinstance(line, EffectLine) and any(
        isinstance(each, EffectLine) and each.duration and replace(each, duration="") == line for each in later
    )


def _parts_with_subjects(said: str, subject: Subject) -> list[str]:
    """The parts of a sentence, each of which begins with the target or the creature itself."""
    parts, start = [], 0
    for joint in re.finditer(r"(?i),? and |, ", said):
        rest = said[joint.end() :]
        if re.match(rf"(?i)(?:{TARGET}) ", rest) or subject.after_name(rest):
            parts.append(said[start : joint.start()])
            start = joint.end()
    return [*parts, said[start:]]


def _read_choice(said: str, sentence: Sentence) -> list[DraftLine] | None:
    """The lines of the first of two alternatives; the second becomes a case."""
    match = re.fullmatch(
        r"(?i)(?P<who>.*?\b(?:is|are) )(?:either )?(?P<first>[^,.;()]+?),? or (?P<second>[^,.;()]+?)"
        rf"(?P<end> *{ENDINGS.pattern})?",
        said,
    )
    if match is None:
        return None
    alternatives = (f"{match['who']}{match[key]}{match['end'] or ''}" for key in ("first", "second"))
    first, second = map(sentence.lines, alternatives)
    if first is None or second is None:
        return None
    sentence.reading.cases.append(Case(f"or {match['second']}", tuple(second), in_place_of=tuple(first)))
    return first


_ASIDE = r" \((?!save ends|until)[^()]*\)|, such as [^,]{1,60}(?=,)"
_IT_TAKES = (
    rf"(?i)(?:the target|it|they) takes? (?:an additional )?(?P<amount>{DICE})(?: additional)?"
    rf"(?: (?P<types>{TYPES}))? damage"
)
_KILLS = r"(?i).{0,150}\bkill(?:s|ing) (?:it|the target)(?: instantly| outright)?"
_ELSEWHERE = r"(?i)\b(?:adjacent|within|random|other|another|next to|in the|of the|buildings|objects|at the)\b"
_CONDITION = r"(?i)(?:^|[ ,])(?:if|when|whenever|while|unless|as long as|each time|once|(?:after|upon) an?)\b"
_WHO = r"(?P<who>[^.;:]{2,60}?) "

_SENTENCES: Vocabulary[Sentence] = Vocabulary(
    (rf"{_WHO}(?:can|may) choose to knock the target prone instead of \w+ damage\Z", _or_prone),
    (r"if (?:the )?(?:target|it|they|creature)(?: is| are| was| were|'s)? (?P<so>already [^,]+|"
     r"(?:grants? combat advantage|staggered|grappled|prone|tiny|small|medium|large|undead)[^,]*), (?P<then>.+)\Z",
     _when_target),
    (r"an? (?P<so>(?:tiny|small|medium|large|huge)[^,]{0,20}?) target (?P<then>is .+)\Z", _when_target),
    (r"(?P<then>.+?),? if (?:the target|it|they) (?:is|are|was|grants?) (?P<so>(?:already |of )?[^,]+)\Z",
     _when_target),
    (rf"{_WHO}chooses one(?: of the following)?: (?P<list>.+)\Z", _chosen),
    (r"(?:if|(?:after|upon) an?) [^,]{3,100}(?:, such as [^,]{1,60})?, .+\Z", _result),
    (rf"(?:{_WHO})?(?:may )?(?:also )?(?:do|deals?) (?P<amount>{DICE})(?: (?P<types>{TYPES}))? damage to "
     r"(?P<targets>(?:an?|one|each|every) .{3,80})\Z", _others),
    (rf"(?:{_WHO})?deals an automatic (?P<amount>{DICE})(?: (?P<types>{TYPES}))? damage "
     r"(?P<targets>at the .{3,80})\Z", _others),
    (r"(?P<targets>(?:an?|one|each|every|all|creatures|buildings|objects)\b[^;]{3,100}?) "
     rf"(?:takes? (?P<amount>{DICE})(?: (?P<types>{TYPES}))?(?: points of)? damage|"
     rf"heals? (?P<heals>{DICE})(?: damage| hit points)?)\Z", _others),
    (r"the area of effect becomes a zone of (?P<name>\w+)(?: \([^)]*\))? until the end of [^.;]{2,60} next turn\Z",
     _zone),
    (r"(?:(?:if|when) [^.;:]{5,80}: )?place (?:an?|one) (?P<name>[a-z][a-z -]{2,40}?) "
     r"in an (?:(?:adjacent|unoccupied) )+(?:square|space)(?: \([^)]*\))?\Z", _summon),
    # After the fight.
    (r"if the encounter ends\b.*|.*\b(?:after|until) (?:the|its|their) next (?:long|short) rest\Z", _after_fight),
    (r".+\Z", _conditional),
    (r".+\Z", _statements),
    joint=r"\s+",
)  # fmt: skip


# Conditions that lines apply


def named_conditions(line: DraftLine | None) -> Conditions | None:
    """The one-word conditions of a line that only applies conditions to the target; None for other lines."""
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
