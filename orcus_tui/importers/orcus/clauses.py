"""The wording of Orcus creatures: the durations of effects, and a pattern for each kind of piece of a sentence."""

import re

from msgspec.structs import replace

from orcus_tui.importers.draft_text import (
    PRONE,
    UNTIL_REMOVED,
    WHILE_GRAPPLED,
    Conditions,
    Duration,
    Effect,
    Save,
    Until,
)
from orcus_tui.importers.prose import DamageTypes, Vocabulary, parts_of_name, until
from orcus_tui.importers.prose_effects import DICE, EFFECTS_WITHOUT_DAMAGE, SystemWords
from orcus_tui.importers.sentences import JOINT, Endings, Passage, Piece, Subject, Wording, add_known_effects
from orcus_tui.model.text import name_key
from orcus_tui.systems.orcus.system import ORCUS

DAMAGE_TYPES = DamageTypes({each: each for each in ORCUS.words.damage_types})
TYPES = DAMAGE_TYPES.pattern

# Damage is read with its attack.
_WORDS = SystemWords(ORCUS, EFFECTS_WITHOUT_DAMAGE)
STATE = (
    rf"\b(?:{_WORDS.condition}|damage|hit points?|heals?|recover\w*|bonus|penalty|persistent|save|saves|sav\w+ throws?|"
    r"resist\w*|vulnerab\w*|immun\w*|combat advantage|prone|swallowed|dies|killed|destroyed|takes? \d+|plus \d+|"
    r"refresh\w*|recharg\w*|regains? the use|choose|chooses|\d+d\d+(?! (?:years|squares)))\b"
)
TARGET = r"(?:(?:the|each|any|that) )?(?:targets?|(?:target )?creatures?|enem(?:y|ies)|victim)|it|they|he|she"
_TARGETS_TURN = r"(?:the )?(?:targets?|creature)|its|it|their|his|her"
_BEING = re.compile(
    r"(?:also )?(?:(?:is|are|becomes?|remains?|be|gets?|instead|also|then|itself|that is) )*", re.IGNORECASE
)
_LISTS = (
    re.compile(r"\b(attack) and (damage rolls)\b", re.IGNORECASE),
    re.compile(rf"\b({TYPES})(?:,? and |, )({TYPES})(?= damage)", re.IGNORECASE),
)
_COMMON = ("the", "and", "target", "creature", "enemy")


def subject_for(name: str, *, of_itself: bool = False) -> Subject:
    """The creature with a name, also called by parts of it: `the flying head`, `the head`.

    With `of_itself`, a verb without a subject is about it, otherwise about the target.
    """
    names = {*parts_of_name(name, _COMMON), name.lower()}
    return Subject("you" if of_itself else "target", tuple(sorted(names, key=len, reverse=True)))


def _without_subject(piece: str, passage: Passage) -> str:
    """A piece without its subject, which the passage is about then; a pronoun means the same creature as before."""
    said = passage.subject.after_name(piece)
    if said and re.match(r"\w", said):
        passage.who = "you"
        return said
    target = re.match(rf"(?i)(?:{TARGET})\s+(?=\w)", piece)
    if target is None:
        return piece
    if not re.match(r"(?i)(?:it|they|he|she)\b", piece):
        passage.who = "target"
    return piece[target.end() :]


# Durations


def _until(found: re.Match[str], passage: Passage) -> Duration:
    """The end of a turn or of the fight, or the source's words."""
    words = (found["brackets"] or found["words"]).strip(" ,.")
    turn = re.fullmatch(r"the (?P<point>end|start|beginning) of (?P<whose>.+?)(?:'s?)? next turn", words, re.IGNORECASE)
    if turn:
        point = "eont" if turn["point"].lower() == "end" else "sont"
        of_target = re.fullmatch(_TARGETS_TURN, turn["whose"], re.IGNORECASE)
        lasting = [each for each in passage.pieces if each.lasts]
        if of_target and not (lasting and lasting[-1].own):
            return f"t{point}"
        if of_target or passage.subject.after_name(turn["whose"]) == "":
            return point
    return "enc" if re.fullmatch(r"(?i)the end of the (?:encounter|fight)", words) else until(words)


def _hard_save(found: re.Match[str], _: Passage) -> Duration:
    return Save(f"save:{ORCUS.saves.needs + int(found['penalty'])}")


ENDINGS = Endings(
    (r"\(save ends[^()]{0,40}? with an? [-+–]?(?P<penalty>\d+) penalty[^()]{0,40}\)", _hard_save),
    (r"\(save ends[^()]{0,60}? each\)", Save(each=True)),
    (r"\(save ends[^()]{0,60}\)", Save()),
    (r"\(indefinitely\)", ""),
    (r"\(until (?P<brackets>[^()]{1,120})\)|"
     r"\buntil (?P<words>(?:[^,.;()](?! and (?:the|is|are|takes?|it|its|knocked|pushed|placed|falls?)\b)){1,150}"
     r"[^,.;()]?)", _until),
)  # fmt: skip


def _settle(pieces: list[Piece], duration: Duration) -> bool:
    """Corrects which pieces a duration ends: prone does last if nothing else does, and some grapples do not.

    Returns False for a duration without anything that lasts.
    """
    lasting = [each for each in pieces if each.lasts]
    if duration and not lasting and pieces and pieces[-1].effects == (PRONE,):
        pieces[-1].lasts = True  # unusual: a few creatures are prone until they save
    escapes = isinstance(duration, Until) and re.fullmatch("(?:it|they) escapes?", duration.words)
    for each in lasting:
        if each.effects == (_GRAPPLED,) and not each.own and (duration == WHILE_GRAPPLED or escapes):
            each.lasts = False
    return not duration or bool(lasting) or any(each.lasts for each in pieces)


# Pieces

_GRAPPLED = Effect("apply", Conditions(("grappled",)))


def _over(found: re.Match[str], passage: Passage) -> None:
    passage.add(Effect("remove", _WORDS.conditions[name_key(found["what"] or "grappled")]))


def _remind(found: re.Match[str], passage: Passage) -> None:
    passage.remind(found[0], own=passage.own)


def _asleep(_: re.Match[str], passage: Passage) -> None:
    passage.add(Effect("apply", Conditions(("unconscious",))), lasts=True)


def _destroyed(_: re.Match[str], passage: Passage) -> bool:
    if passage.own:
        passage.add(Effect("kill"))
    return passage.own


def _each_turn(found: re.Match[str], passage: Passage) -> None:
    damage = replace(DAMAGE_TYPES.damage_in(found), how="" if found["amount"].isdecimal() else "each")
    passage.add(Effect("persist", damage, "" if passage.timed else UNTIL_REMOVED), lasts=passage.timed)


def _in_words(found: re.Match[str], passage: Passage) -> bool:
    """An effect on the target in the source's words, if it has a known duration or is of a known kind."""
    bare = found[0]
    is_effect = passage.timed or re.match(r"(?i)(?:exposed to|contracts|swallowed|placed under|infected)\b", bare)
    is_occasion = not passage.pieces and re.match(r"(?i)(?:on|as|at|after|before|instead)\b", passage.said)
    if passage.own or is_occasion or not is_effect or not _can_be_words(bare):
        return False
    words = bare if re.match(r"(?i)(?:is|are|becomes?)\b", passage.said) else passage.said.strip(" ,.")
    exposed = re.fullmatch(r"(?i)(exposed to) (?:the )?(.+?) affliction(?: \([^)]*\)?)?", words)
    passage.add_in_words(" ".join(exposed.groups()) if exposed else words)
    return True


def _can_be_words(bare: str) -> bool:
    """Whether words are enough for an effect: no numbers that the tracker would have to count."""
    forbidden = re.match(r"(?i)cannot |can't |unable to ", bare)
    return forbidden is not None or re.search(r"(?i)\d+ |\brecover(?:y|ies)\b|\bdamage\b|\bor\b", bare) is None


_MOVES = (
    r"(?:(?:may|can|must|immediately|then) )*(?:push|pull|slid|slide|shunt|shift|teleport|move|"
    r"fl(?:y|ies)\b|ignore|swap|drop|disarm|jump|swim|charge|lowered|lifted|pulled|removed from play|"
    r"subject to a secondary attack|makes? |use|repeat)"
)

_CLAUSES: Vocabulary[Passage] = Vocabulary(
    (r"falls? asleep\Z", _asleep),
    (rf"(?:no longer (?P<what>{_WORDS.condition})|grapple ends)\Z", _over),
    (r"still grappled\Z", _remind),
    (r"(?:destroyed|killed|dies)\Z", _destroyed),
    (rf"takes? (?P<amount>{DICE})(?: (?P<types>{TYPES}))? damage at the (?:start|beginning) of "
     r"(?:each of )?(?:its|their) turns?\Z", _each_turn),
    (r".+\Z", add_known_effects),
    # Movement, or another attack.
    (rf"(?={_MOVES})(?!.*{STATE}).*\Z", _remind),
    (r".+\Z", _in_words),
    joint=r"\s+",
)  # fmt: skip
# All that a creature cannot do is one piece: `cannot shift, teleport, or fly`.
_FORBIDDEN = (
    r"\b(?:cannot|can't|unable to) .+?"
    rf"(?=(?:,? and|,) (?:the|it|is|are|takes?|an?|cannot|can't|{_WORDS.condition})\b|\Z)"
)
_JOINTS = re.compile(f"{_FORBIDDEN}|{JOINT}", re.IGNORECASE)
WORDING = Wording(
    _WORDS, ENDINGS, _without_subject, _BEING, _CLAUSES, _JOINTS, _LISTS, settle=_settle, joins_conditions=True
)
