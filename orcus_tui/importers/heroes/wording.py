"""The wording of heroes' powers: sentences, durations, and the creatures they are about."""

import re
from collections.abc import Callable
from typing import cast

from orcus_tui.importers.draft_text import Duration, Reminder, Save, Until, quotable
from orcus_tui.importers.prose import DAMAGE_TYPES, Vocabulary, any_of
from orcus_tui.importers.prose_effects import DICE, SystemWords
from orcus_tui.importers.sentences import Endings, Passage, Who, Wording, add_known_effects
from orcus_tui.rules.system import System

LONGEST = 700
"""The most characters of a sentence that is read."""

SENTENCE_END = re.compile(r"(?<!\bvs)(?<!\bE)(?<!\bD)[.;!](?=\s|$)|\n|●")


def _until_words(found: re.Match[str], _: Passage) -> Duration:
    return Until(quotable(found["end"]))


ENDINGS = Endings(
    (r"\(?\b(?:easy|easy save,?) save ends(?: both| all)?\)?|\(easy save ends(?: both)?,? ?6\+\)", Save("save:6")),
    (r"\(?\b(?:hard|difficult) save ends(?: both| all)?(?:,? 16\+)?\)?", Save("save:16")),
    (r"\(?\b(?:normal )?save ends(?: both| all)?(?:,? ?\(?11\+\)?)?\)?", Save()),
    (r"\bonce before the end of (?:your|their|its) next turn", "once eont"),
    (r"\b(?:until|till|by|before) (?:the )?end of your next turn", "eont"),
    (r"\b(?:until|till|before) (?:the )?(?:start|beginning) of your next turn", "sont"),
    (r"\b(?:until|till) the end of (?:(?:the|that) (?:target|creature|enemy|ally)'s|its|their|his) next turn", "teont"),
    (r"\b(?:until|till) the (?:start|beginning) of (?:(?:the|that) (?:target|creature|enemy|ally)'s|its|their) "
     r"next turn", "tsont"),
    (r"\b(?:until|till) the end of (?:the|this|that) (?:encounter|battle|fight|combat|scene)", "enc"),
    (r"\b(?:for (?:the rest of )?(?:the|this) (?:encounter|battle|fight)|(?:this|that) (?:battle|encounter))\b", "enc"),
    (r"\b(?:until|till) the end of (?:this|the|your|the current) turn|\bthis turn\b", "eot"),
    (r"\bfor (?:one|1) round\b", "1r"),
    (r"\bfor (?:five|5) minutes\b", "5m"),
    (r"\bfor (?:one|an|1) hour\b", "1h"),
    (r"\buntil (?P<end>[^.;,()\d]{3,70})\)?$", _until_words),
)  # fmt: skip
FORM = (
    r"you (?:can also |can )?(?:remain in (?:the|this) form|(?:leave|return to|end) (?:the|this"
    r"|your) (?:\w+ )?(?:form|stance))\b.*"
)
INSIDE = (
    r"(?:any |each |every |all )?(?:other )?(?:creatures?|enem(?:y|ies)|targets?|one"
    r"|foes?)(?: other than you)? (?:that|which|who) "
    r"(?:(?:enters?|moves? into) [^,.]{0,40}?(?:or|and) )?(?:(?P<end>ends?)|starts?|begins?) (?:its|their) turns? "
    r"(?:in|inside|within|adjacent to|next to) [^,.]{1,50}?,? (?P<then>(?:takes?|is|are|suffers?|heals?|gains?"
    r"|regains?) .+)"
)
IN_A_CASE = (
    re.compile(
        r"(?i)(?P<when>(?:if|when|on a (?:hit|miss)|unless|for each|for every)\b[^,]{3,160}), (?:then )?(?P<then>.+)"
    ),
    re.compile(r"(?i)(?P<then>[^,]+?),? (?P<when>(?:if|unless|when)\b .{3,160})"),
)
"""The forms of a sentence with a condition."""
DAMAGE_FIRST = re.compile(
    rf"(?i)(?:the target takes )?{DICE}(?:(?: [a-z ]{{3,30}})? damage(?= damage| ?,| and| but|$)|(?=,? (?:and|but) ))"
)
"""Damage at the beginning of a sentence."""
BULLET = re.compile(r"\n? *[●•] *")

_YOU = r"(?:you|yourself|this form|the stance)(?! (?:and|or)\b)"
_TARGET = (
    r"(?:(?:the|each|any|that|all|both|every) )?(?:(?:triggering|affected|hit) )?"
    r"(?:targets?(?: hit)?|creatures? (?:you )?hit|enem(?:y|ies) hit|(?:targeted )?(?:creature|enemy)|targeted ally|"
    r"attacker|victim|it|they|them)"
)
_ALLY = (
    r"(?:one|that|the|each|all|an|any|every|up to two|two|(?:all )?your) (?:of your )?"
    r"(?:nearby |other |triggering |such )*all(?:y|ies)"
    r"(?: (?:in range|in the (?:burst|blast|area|zone)|with (?:the )?[a-z ]{3,40}|in (?:eyesight|sight|earshot)|"
    r"within (?:range|\d+(?: squares)?)(?: of you)?|you can see))?"
)
_OTHERS = (
    r"(?:(?:each|every|all|any|one|an?|up to \w+|another|two|a different|(?:one|each) other|\d+d\d+) "
    r"(?:other |different |nearby |random )*(?:enem(?:y|ies)|creatures?|foes?)"
    r"(?: (?:in (?:a |the )?burst|adjacent|next to|within|engaged with|nearby|you are engaged|of your choice)"
    r"[^,.;]{0,60}?)?|you (?:and|or) [^,.;]{3,40}?)"
)
_VERB = (
    r"(?:(?:also|each|immediately|now|then) )*(?:[a-z]+s|are|take|gain|heal|spend|have|get|fall|roll|make|suffer|can|"
    r"may|must|grant|deal|add|become|regain|lose|move|shift|use|do)\b"
)
SUBJECT = re.compile(
    rf"(?:(?:then|also|immediately) )*(?:(?P<you>{_YOU})(?:'s)?\s+(?=\S)|(?P<ally>{_ALLY})\s+(?={_VERB})|"
    rf"(?P<target>{_TARGET})(?:'s)?\s+(?=\S)|(?P<other>{_OTHERS})\s+(?={_VERB}))",
    re.IGNORECASE,
)
BEING = re.compile(
    r"(?:(?:also|instead|then|immediately|now|each|both|must|can|may|will|gets? to) )*"
    r"(?:(?:is|are|be|becomes?|remains?|counts as|being) )?(?:(?:also|instead|then|considered|automatically) )*",
    re.IGNORECASE,
)
CONDITIONAL = re.compile(
    r"(?i)^(?:if|when|whenever|unless|while|once|each time|every time|the (?:first|next) time|after|before|as long as|"
    r"instead of|for each|for every|at the (?:start|end|beginning))\b|\b(?:if|whenever|unless|for each|for every|"
    r"each time|every time|at the (?:start|end) of (?:each|every|your turns))\b"
)
COUNTED = re.compile(
    r"(?i)\b(?:damage|\d+d\d+|ongoing|persistent|heals?|healing|hit points?|hp|recover(?:y|ies)|bonus|penalty|"
    r"sav(?:e|es|ing throws?)|resist\w*|vulnerab\w*|immun\w*|regeneration|crit\w*|escalation die|summon\w*"
    r"|auras?|combat advantage)\b"
)
MOVES = re.compile(
    r"(?:(?:may|can|must|then|also|each|either|freely) )*(?:push|pull|slid|shunt|shift|teleport|move|fl(?:y|ies)|swap|"
    r"switch|drop|disarm|jump|leap|climb|swim|charge|lift|pop|disengage|lands?|stands?|walk|run|knocks? back|enter|"
    r"follow|trade places|exchange)",
    re.IGNORECASE,
)
ATTACKS_AGAIN = re.compile(
    r"(?:(?:may|can|must|then|also|each) )*(?:makes? (?:an?|another|one|two|the|either|this) [^.;]*?attack|"
    r"repeats? (?:the|this) (?:attack|power)|takes? an? (?:[a-z]+ )?action[^.;]{0,60}|uses? [^.;]{3,60}|charges?|"
    r"attacks?\b[^.;]{0,80}|casts? [^.;]{3,60}|choose[^.;]{3,80})$",
    re.IGNORECASE,
)
AT_THE_TABLE = re.compile(
    r"(?i)\brerolls?\b|\brolls? (?:a|an|one) \d*d\d+\b|\bsecond result\b|escalation die by \d"
    r"|\bescalation die (?:increases|decreases)"
)
NO_WORDS = re.compile(r"(?i)\d|damage|heal|recover|\b(?:if|unless|whenever|each time)\b")
"""A piece that matches cannot be quoted as an effect."""
FORBIDDEN = re.compile(r"(?i)(?:can't|cannot|can not|must|can only)\b")
"""The beginning of an effect that forbids something."""
LONGEST_EFFECT = 14
"""The most words of an effect that is quoted."""


_STATISTIC = (
    r"(?:all )?(?:AC|PD|MD|Fort(?:itude)?|Reflex|Will|Physical Defense|Mental Defense|speed"
    r"|attacks?(?: rolls?)?|damage(?: rolls?)?|sav(?:es|ing throws)|(?:all )?defenses?|initiative)(?: defenses?)?"
)


def _joined(statistics: re.Match[str]) -> str:
    return re.sub(r"(?i),? and (?:to )?|, (?:to )?", "+", statistics[0])


_USUAL_FORMS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), form)
    for pattern, form in (
        (r",? or (?:\d[\w+*]* [a-z ]{0,20}damage) (?:to|against|if|when|while) [^.;]*$", ""),
        (
            r"^(?:hit|effect|special|secondary effect)s?: *|^while (?:you are )?in (?:this|the) (?:stance|form),? |"
            r"^for the duration,? |^(?:as|when) you (?:use|cast) this (?:power|spell),? ",
            "",
        ),
        (r"^on a miss,? ", ""),
        ("’", "'"),
        (r"\byou're\b", "you are"),
        (r"\b(?:it|they)'re\b|\bit's\b(?= [a-z]+ed\b)", "it is"),
        (rf"({_STATISTIC})((?:, (?:and )?(?:to )?{_STATISTIC})*),? and (?:to )?({_STATISTIC})(?= |$|,)", _joined),
        (rf"\b((?:power |feat )?bonus) equal to ({DICE})", r"+\2 \1"),
        (rf"\b((?:power |feat )?penalty) equal to ({DICE})", r"-\2 \1"),
        (rf"(resistance|vulnerability) to ([a-z ]+?) equal to ({DICE})", r"\1 \3 to \2"),
        (rf"(temporary (?:hit points|HP)) equal to ({DICE})", r"\2 \1"),
        (rf"damage equal to ({DICE})", r"\1 damage"),
        (rf"\b({any_of(DAMAGE_TYPES)}) ({DICE}) damage", r"\2 \1 damage"),
        (
            rf"\b(takes? (?:ongoing |persistent |an extra |an additional )?{DICE}(?: ongoing| persistent| extra)?"
            rf" {any_of(DAMAGE_TYPES)}) and ({any_of(DAMAGE_TYPES)}) damage",
            r"\1+\2 damage",
        ),
        (r"^(?:give|grant) ((?:an?|one|your) [a-z ]{0,20}ally|the target) (?=temporary|an? [+-]|\d)", r"\1 gains "),
        (
            rf"({DICE}(?: [a-z]+)? damage) to ((?:a different|another|one|each|all|up to|a random|two) [^,.;]*)$",
            r"\2 takes \1",
        ),
        (r",? (?:and|but) (?:no|not|does not|without|are not|is not) [^,.;]*$", ""),
        (rf"(heals?|regains?) (?:hit points )?equal to ({DICE})", r"\1 \2 hit points"),
    )
)
"""Other ways to say a thing, each with the usual form; lists of statistics are joined."""


def in_usual_form(said: str) -> str:
    """A sentence in the usual forms, without its asides."""
    said = said.strip("()") if said.startswith("(") else re.sub(r"\s*\((?![^)]*save)[^)]*\)", "", said)
    for pattern, form in _USUAL_FORMS:
        said = pattern.sub(form, said)
    return said


# Pieces


def _without_subject(piece: str, passage: Passage) -> str:
    """A piece without its subject, which the passage is about then."""
    found = SUBJECT.match(piece)
    if found is None:
        return piece
    passage.who = cast("Who", found.lastgroup)
    return piece[found.end() :]


def _play_out(found: re.Match[str], passage: Passage) -> bool:
    """Adds a reminder of movement, of a further attack, or of something that the tracker does not count."""
    bare, piece = found[0], passage.piece
    if FORBIDDEN.match(passage.said):
        return False
    is_known = MOVES.match(bare) or ATTACKS_AGAIN.match(bare) or AT_THE_TABLE.search(piece)
    if not is_known and (COUNTED.search(piece) or CONDITIONAL.search(piece) or passage.words.has_condition(piece)):
        return False
    passage.remind(piece)
    return True


def _in_words(_: re.Match[str], passage: Passage) -> bool:
    """Adds a short effect in the source's words."""
    if len(passage.piece.split()) > LONGEST_EFFECT or NO_WORDS.search(passage.piece):
        return False
    words = quotable(" ".join(passage.said.split()))
    passage.add_in_words(words, Reminder(words))
    return True


_CLAUSES: Vocabulary[Passage] = Vocabulary(
    (r".+\Z", add_known_effects),
    (r".+\Z", _play_out),
    (r".+\Z", _in_words),
    joint=r"\s+",
)


def wording_of(system: System) -> Wording:
    """The wording of the powers of a system's heroes."""
    return Wording(SystemWords(system), ENDINGS, _without_subject, BEING, _CLAUSES)
