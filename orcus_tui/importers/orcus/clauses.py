"""The statements of an Orcus power: a pattern for each kind, and the effect lines for a sentence of statements.

`the target is dazed and takes persistent 5 fire damage (save ends), and the ogre shifts 2 squares`: statements, each
about a creature, and durations, each of which applies to everything since the last.
"""

import re
from collections.abc import Collection, Iterable

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.commands.line_compiler import compile_line
from orcus_tui.importers.draft_text import (
    PRONE,
    UNTIL_REMOVED,
    WHILE_GRAPPLED,
    Amount,
    Conditions,
    DraftLine,
    Duration,
    Effect,
    EffectLine,
    Quoted,
    Reminder,
    Save,
    Until,
    compiles,
    quotable,
)
from orcus_tui.importers.prose import Vocabulary, any_of, parts_of_name, until
from orcus_tui.importers.prose_effects import SystemWords
from orcus_tui.model.text import name_key
from orcus_tui.systems.orcus.system import ORCUS

TYPES = any_of(ORCUS.words.damage_types)
DICE = r"(?:\d{1,3}d\d{1,3}(?: *[+-] *\d{1,4})?|\d{1,4})(?!\d)"

_WORDS = SystemWords(ORCUS)
_KNOWN = ("apply", "mark", "persist", "bonus", "resist", "vulnerable", "heal", "temp")
_CONDITIONS, _CONDITION_WORDS = _WORDS.conditions, _WORDS.condition
_JOINT = r"\s*,\s*(?:and\s+)?|\s+and\s+"
STATE = (
    rf"\b(?:{_CONDITION_WORDS}|damage|hit points?|heals?|recover\w*|bonus|penalty|persistent|save|saves|sav\w+ throws?|"
    r"resist\w*|vulnerab\w*|immun\w*|combat advantage|prone|swallowed|dies|killed|destroyed|takes? \d+|plus \d+|"
    r"refresh\w*|recharg\w*|regains? the use|choose|chooses|\d+d\d+(?! (?:years|squares)))\b"
)
DURATION = (
    r"\((?P<saved>save ends[^()]{0,60})\)|\((?P<lasting>until [^()]{1,120}|indefinitely)\)|"
    r"\b(?P<until>until (?:[^,.;()](?! and (?:the|is|are|takes?|it|its|knocked|pushed|placed|falls?)\b)){1,150}"
    r"[^,.;()]?)"
)
_TURN = r"until the (?P<point>end|start|beginning) of (?P<whose>.+?)(?:'s?)? next turn"
TARGET = r"(?:(?:the|each|any|that) )?(?:targets?|(?:target )?creatures?|enem(?:y|ies)|victim)|it|they|he|she"
_TARGETS_TURN = r"(?:the )?(?:targets?|creature)|its|it|their|his|her"
_BEING = r"(?i)^(?:also )?(?:(?:is|are|becomes?|remains?|be|gets?|instead|also|then|itself|that is) )*"

_LEADING_VERB = r"(?i)(?:takes?|loses?|suffers?|gains?|cannot|can't|may|can)\b"

_ARTICLE = re.compile(r"(?:the |this |an? )?", re.IGNORECASE)
_COMMON = ("the", "and", "target", "creature", "enemy")


class Speaker(Struct, frozen=True):
    """The creature that a text is about: its names in lower case, and whether a verb without a subject is about it.

    Names are not in the patterns, because compiling a pattern for each creature takes longer than reading the creature.
    """

    names: tuple[str, ...]
    of_itself: bool = False

    def after_name(self, text: str) -> str | None:
        """The words after the creature's name, with or without an article; None if a text begins otherwise."""
        named = _ARTICLE.sub("", text, count=1)
        ends = (len(name) for name in self.names if named[: len(name)].lower() == name)
        return next((named[end:].lstrip() for end in ends if not named[end : end + 1].strip()), None)


def speaker_for(name: str, *, of_itself: bool = False) -> Speaker:
    """The speaker with a name, also called by parts of it: `the flying head`, `the head`."""
    names = {*parts_of_name(name, _COMMON), name.lower()}
    return Speaker(tuple(sorted(names, key=len, reverse=True)), of_itself)


class Statement(Struct):
    """One statement: a condition by its name or in words, effects with separate lines, or a reminder.

    `lasts`: a duration can follow the effects; it always can follow a condition.
    """

    condition: str | Quoted = ""
    effects: tuple[Effect, ...] = ()
    reminder: Reminder | None = None
    lasts: bool = False
    own: bool = False


class Statements(Struct):
    """The statements of a passage up to a duration, which follows if it is `timed`.

    `own`: the next statement is about the creature itself; `said` is the text of the statement, with its verb.
    """

    own: bool
    timed: bool
    said: str = ""
    statements: list[Statement] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def add(self, statement: Statement) -> None:
        """Adds a statement about the creature that the passage is about now."""
        self.statements.append(replace(statement, own=self.own))

    def add_effect(self, verb: str, what: str | Amount = "", *, lasts: bool = False) -> None:
        """Adds a statement of a single effect."""
        self.add(Statement(effects=(Effect(verb, what),), lasts=lasts))


def sentence_lines(sentence: str, speaker: Speaker) -> list[DraftLine] | None:
    """The lines of a sentence; a duration applies to all statements since the last duration. None if any is unclear."""
    plain = _join_types(re.sub(r"(?i)\b(attack) and (damage rolls)\b", r"\1+\2", sentence))
    own, start = speaker.of_itself, 0
    lines: list[DraftLine] = []
    ends = [*re.finditer(DURATION, plain, re.IGNORECASE)]
    for ending in (*ends, None):
        said = plain[start : ending.start() if ending else len(plain)]
        part = re.sub(r"(?i)^[ ,]*(?:(?:and|though|but)\b)? *", "", said).strip(" ,")
        start = ending.end() if ending else len(plain)
        if not part and ending is None:
            break
        passage = Statements(own, timed=ending is not None)
        if not _read_statements(part, passage, speaker):
            return None
        own = passage.own
        more = _lines_with_duration(passage.statements, ending, speaker)
        if more is None:
            return None
        lines += more
    return lines if all(compiles(each, compile_line, ORCUS) for each in lines) else None


def _join_types(text: str) -> str:
    """Damage types joined as in the command language: `cold and necrotic damage` is `cold+necrotic damage`."""
    return re.sub(rf"(?i)\b({TYPES})(?:,? and |, )({TYPES})(?= damage)", r"\1+\2", text)


def _read_statements(part: str, passage: Statements, speaker: Speaker) -> bool:
    """Reads the statements between two durations; returns whether there are any and all are clear."""
    verb = ""
    for piece in filter(None, _pieces(part)):
        about_itself, said = _subject(piece, speaker)
        passage.own = passage.own if about_itself is None else about_itself
        leading = re.match(_LEADING_VERB, said)
        if not _read_statement(said, passage):
            shares_verb = verb and about_itself is None
            if not (shares_verb and _read_statement(f"{verb} {said}", passage)):
                return False
        verb = leading[0] if leading else verb
    return bool(passage.statements)


def _pieces(part: str) -> list[str]:
    """The statements of a passage; everything a creature cannot do is one statement."""
    forbidden = re.fullmatch(r"(?i)(?P<before>(?:.+?(?:,? and |, ))?)(?P<whole>(?:\S+ ){0,3}(?:cannot|can't) .+)", part)
    if forbidden is None or re.search(r"(?i)\band (?:the|it|is|takes?|an?)\b", forbidden["whole"]):
        return re.split(_JOINT, part)
    before = re.split(_JOINT, re.sub(r"(?:,? and|,) *$", "", forbidden["before"])) if forbidden["before"] else []
    return [*before, forbidden["whole"]]


def _subject(piece: str, speaker: Speaker) -> tuple[bool | None, str]:
    """Whether a statement is about the creature itself (None: the same as before), and the statement."""
    said = speaker.after_name(piece)
    if said and re.match(r"\w", said):
        return True, said
    target = re.match(rf"(?i)(?:{TARGET})\s+(?=\w)", piece)
    if target:
        pronoun = re.match(r"(?i)(?:it|they|he|she)\b", piece)
        return (None if pronoun else False), piece[target.end() :]
    return None, piece


def _read_statement(said: str, passage: Statements) -> bool:
    """Reads a statement without its subject; returns whether it is clear."""
    bare = re.sub(_BEING, "", said).strip(" ,.")
    known = len(passage.statements)
    passage.said = said
    passage.unknown.clear()
    _STATEMENTS.read(bare, passage)
    if bare and not passage.unknown:
        return True
    del passage.statements[known:]
    return False


# Meanings of statements


def _over(found: re.Match[str], passage: Statements) -> None:
    passage.add_effect("remove", _CONDITIONS[name_key(found["what"] or "grappled")])


def _remind(found: re.Match[str], passage: Statements) -> None:
    passage.add(Statement(reminder=Reminder(found[0])))


def _asleep(_: re.Match[str], passage: Statements) -> None:
    passage.add(Statement("unconscious"))


def _destroyed(_: re.Match[str], passage: Statements) -> bool:
    if passage.own:
        passage.add_effect("kill")
    return passage.own


def _known_effect(found: re.Match[str], passage: Statements) -> bool:
    commands, lasts = _WORDS.effects_of(found[0]) or ([], False)
    effects = tuple(Effect(verb, what) for verb, _, what in (each.partition(" ") for each in commands))
    if not effects or effects[0].verb not in _KNOWN or (effects[0].verb == "mark" and passage.own):
        return False
    if effects[0].verb == "apply" and lasts:
        passage.add(Statement(str(effects[0].what)))
    else:
        passage.add(Statement(effects=(PRONE,) if effects[0].verb == "apply" else effects, lasts=lasts))
    return True


def _each_turn(found: re.Match[str], passage: Statements) -> None:
    damage = Amount(found["amount"], _types(found), "" if found["amount"].isdecimal() else "each")
    passage.add(Statement(effects=(Effect("persist", damage, UNTIL_REMOVED),)))


def _in_words(found: re.Match[str], passage: Statements) -> bool:
    """An effect on the target in the source's words, if it has a known duration or is of a known kind."""
    bare = found[0]
    is_effect = passage.timed or re.match(r"(?i)(?:exposed to|contracts|swallowed|placed under|infected)\b", bare)
    if passage.own or not is_effect or not _can_be_words(bare):
        return False
    words = bare if re.match(r"(?i)(?:is|are|becomes?)\b", passage.said) else passage.said.strip(" ,.")
    exposed = re.fullmatch(r"(?i)(exposed to) (?:the )?(.+?) affliction(?: \([^)]*\)?)?", words)
    passage.add(Statement(Quoted(quotable(" ".join(exposed.groups()) if exposed else words))))
    return True


def _can_be_words(bare: str) -> bool:
    """Whether words are enough for an effect: no numbers that the tracker would have to count."""
    if len(bare) > 150:
        return False
    forbidden = re.match(r"(?i)cannot |can't ", bare)
    return forbidden is not None or re.search(r"(?i)\d+ |\brecover(?:y|ies)\b|\bdamage\b|\bor\b", bare) is None


def _types(found: re.Match[str]) -> tuple[str, ...]:
    """The damage types of a statement."""
    return tuple(found["types"].lower().split("+")) if found["types"] else ()


_MOVES = (
    r"(?:(?:may|can|must|immediately|then) )*(?:push|pull|slid|slide|shunt|shift|teleport|move|"
    r"fl(?:y|ies)\b|ignore|swap|drop|disarm|jump|swim|charge|lowered|lifted|pulled|removed from play|"
    r"subject to a secondary attack|makes? |use|repeat)"
)

_STATEMENTS: Vocabulary[Statements] = Vocabulary(
    (r"falls? asleep\Z", _asleep),
    (rf"(?:no longer (?P<what>{_CONDITION_WORDS})|grapple ends)\Z", _over),
    (r"still grappled\Z", _remind),
    (r"(?:destroyed|killed|dies)\Z", _destroyed),
    (rf"takes? (?P<amount>{DICE})(?: (?P<types>{TYPES}))? damage at the (?:start|beginning) of "
     r"(?:each of )?(?:its|their) turns?\Z", _each_turn),
    (r".+\Z", _known_effect),
    # Movement, or another attack.
    (rf"(?={_MOVES})(?!.*{STATE}).*\Z", _remind),
    (r".+\Z", _in_words),
    joint=r"\s+",
)  # fmt: skip


# Statements as lines


def _lines_with_duration(
    statements: list[Statement], ending: re.Match[str] | None, speaker: Speaker
) -> list[DraftLine] | None:
    """The lines of statements up to an ending; None for an ending without anything to end."""
    lasting = [each for each in statements if each.condition or each.lasts]
    if ending is not None and not lasting and statements[-1].effects == (PRONE,):
        statements[-1].lasts = True  # unusual: a few creatures are prone until they save
    elif ending is not None and not lasting:
        return None
    duration = _duration(ending, speaker, of_itself=bool(lasting and lasting[-1].own)) if ending else ""
    apart = ending is not None and (ending["saved"] or "").lower().endswith("each")
    saved = ending is not None and bool(ending["saved"]) and not apart
    groups: dict[bool, list[str | Quoted]] = {}
    others: dict[bool, list[Effect]] = {}
    lines: list[DraftLine] = []
    for each in statements:
        if each.condition:
            held = "" if _is_the_grapple(each, duration, len(lasting)) else duration
            if apart or (held != duration):
                lines.append(EffectLine((_apply([each.condition]),), held, own=each.own))
            else:
                groups.setdefault(each.own, []).append(each.condition)
        elif each.lasts and saved:
            others.setdefault(each.own, []).extend(each.effects)
        elif each.reminder:
            lines.append(replace(each.reminder, own=each.own))
        else:
            lasts = duration if each.lasts else ""
            lines += [EffectLine((effect,), lasts, own=each.own) for effect in each.effects]
    together = [
        _join_effects(groups.get(own, ()), others.get(own, ()), duration, own=own) for own in {**groups, **others}
    ]
    return [*together, *lines]


def _is_the_grapple(statement: Statement, duration: Duration, count: int) -> bool:
    """Whether a statement is a grapple that lasts as long as the effects with it."""
    escapes = isinstance(duration, Until) and re.fullmatch("(?:it|they) escapes?", duration.words)
    ends_with_it = duration == WHILE_GRAPPLED or escapes
    return statement.condition == "grappled" and not statement.own and (count > 1 or bool(ends_with_it))


def _join_effects(
    conditions: Collection[str | Quoted], others: Iterable[Effect], duration: Duration, *, own: bool
) -> EffectLine:
    """Effects that share a duration, and a saving throw, in one line."""
    applied = (_apply(conditions),) if conditions else ()
    return EffectLine((*applied, *others), duration, own=own)


def _apply(conditions: Iterable[str | Quoted]) -> Effect:
    return Effect("apply", Conditions(tuple(conditions)))


def _duration(ending: re.Match[str], speaker: Speaker, *, of_itself: bool) -> Duration:
    if ending["saved"]:
        penalty = re.search(r"with an? [-+]?(\d+) penalty", ending["saved"])
        return Save(f"save:{ORCUS.saves.needs + int(penalty[1])}") if penalty else Save()
    words = (ending["lasting"] or ending["until"]).strip(" ,.")
    turn = re.fullmatch(_TURN, words, re.IGNORECASE)
    if turn:
        point = "eont" if turn["point"].lower() == "end" else "sont"
        of_target = re.fullmatch(_TARGETS_TURN, turn["whose"], re.IGNORECASE)
        if of_target or speaker.after_name(turn["whose"]) == "":
            return f"t{point}" if of_target and not of_itself else point
    if re.fullmatch(r"(?i)until the end of the (?:encounter|fight)", words):
        return "enc"
    return "" if words.lower() == "indefinitely" else until(words[len("until") :].strip())
