"""The sentence engine: sentences about several creatures, read piece by piece in the wording of a family.

`the target is dazed and takes persistent 5 fire damage (save ends), and the ogre shifts 2 squares` has three pieces,
each about a creature. A duration applies to all pieces since the last duration.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from msgspec import Struct, field

from orcus_tui.commands.line_compiler import compile_line
from orcus_tui.importers.draft_text import (
    Conditions,
    DraftLine,
    Duration,
    Effect,
    EffectLine,
    Reminder,
    Save,
    compiles,
    quoted_conditions,
    with_prefix,
)
from orcus_tui.importers.prose import Reading, Vocabulary
from orcus_tui.importers.prose_effects import SystemWords

OFFER = "offer "
"""The prefix of an effect that the game master decides on."""

_ARTICLE = re.compile(r"(?:the |this |an? )?", re.IGNORECASE)
_OPENING = re.compile(
    r"[ ,]*(?:(?:and|but|though|in addition(?! to\b)|additionally|or until it takes damage)\b)? *", re.IGNORECASE
)

Who = Literal["you", "target", "ally", "other"]
"""The creature that a piece is about: the user of the power, its target, an ally of the user, or another creature."""


JOINT = r"(?P<joint>\s*,\s*(?:and |but |then )+|\s*,\s+(?!\d)|\s+(?:and|but)(?: then)?\s+)"
"""The pattern of what is between two pieces."""


class Subject(Struct, frozen=True):
    """The creature that a text is about at first, and what is known of the power.

    `names` are the names of its user in lower case; they are not in the patterns, because compiling a pattern for each
    creature takes longer than reading the creature. With `of_hit`, the first damage is that of the attack, and with
    `targets_allies`, effects on allies are no offers.
    """

    who: Who
    names: tuple[str, ...] = ()
    power: str = ""
    of_hit: bool = False
    targets_allies: bool = False

    def after_name(self, text: str) -> str | None:
        """The words after the user's name, with or without an article; None if a text begins otherwise."""
        named = _ARTICLE.sub("", text, count=1)
        ends = (len(name) for name in self.names if named[: len(name)].lower() == name)
        return next((named[end:].lstrip() for end in ends if not named[end : end + 1].strip()), None)


class Piece(Struct):
    """The meaning of a piece: effects on the target or, `own`, on the user; or a reminder.

    `lasts`: a duration can follow the effects. A reminder next to effects takes their place if no duration follows.
    """

    effects: tuple[Effect, ...] = ()
    lasts: bool = False
    reminder: Reminder | None = None
    own: bool = False
    prefix: str = ""


class Passage(Struct):
    """The pieces up to a duration, which follows if the passage is `timed`.

    `who` is the creature that the passage is about now, `piece` the words of the piece, and `said` those words without
    their subject.
    """

    words: SystemWords
    subject: Subject
    who: Who
    timed: bool = False
    piece: str = ""
    said: str = ""
    pieces: list[Piece] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def own(self) -> bool:
        """Whether the passage is about the user of the power now."""
        return self.who == "you"

    def add(self, *effects: Effect, lasts: bool = False) -> None:
        """Adds effects on the creature that the passage is about now; those on creatures not aimed at are offers."""
        offers = self.who == "other" or (self.who == "ally" and not self.subject.targets_allies)
        own = self.own and effects[0].verb != "mark"  # a mark is always on the target
        self.pieces.append(Piece(effects, lasts, own=own, prefix=OFFER if offers else ""))

    def add_in_words(self, words: str, otherwise: Reminder | None = None) -> None:
        """Adds an effect that exists only in the source's words; `otherwise` takes its place without a duration."""
        effects = (Effect("apply", quoted_conditions(words)),)
        self.pieces.append(Piece(effects, lasts=True, reminder=otherwise, own=self.own))

    def remind(self, words: str, *, own: bool = False) -> None:
        """Adds a reminder."""
        self.pieces.append(Piece(reminder=Reminder(words, own=own)))


def add_known_effects(found: re.Match[str], passage: Passage) -> bool:
    """Adds the effects of words that the system's vocabulary of effects has."""
    made = passage.words.effects_of(found[0])
    if made is None:
        return False
    effects, lasts = made
    if effects:
        passage.add(*effects, lasts=lasts)
    return True


# Durations


Ending = Duration | Callable[[re.Match[str], Passage], Duration]


class Endings:
    """The durations of a family: patterns, and what each means."""

    def __init__(self, *rows: tuple[str, Ending]) -> None:
        self.pattern = f"(?:{'|'.join(f'(?P<ending{at}>{pattern})' for at, (pattern, _) in enumerate(rows))})"
        self._compiled = re.compile(self.pattern, re.IGNORECASE)
        self._meanings = {f"ending{at}": meaning for at, (_, meaning) in enumerate(rows)}

    def search(self, text: str) -> re.Match[str] | None:
        """The first duration in a text."""
        return self._compiled.search(text)

    def without(self, text: str) -> str:
        """A text without its durations."""
        return self._compiled.sub("", text)

    def meaning(self, found: re.Match[str] | None, passage: Passage) -> Duration:
        """The duration of a match, for the pieces before it; empty without one."""
        if found is None:
            return ""
        meaning = next(each for name, each in self._meanings.items() if found[name] is not None)
        return meaning(found, passage) if callable(meaning) else meaning

    def split(self, text: str) -> Iterator[tuple[str, re.Match[str] | None]]:
        """The parts of a text, each with the duration after it; one at the beginning is that of the last part."""
        leading = self._compiled.match(text)
        place = leading.end() if leading and text[leading.end() :].strip(" ,") else 0
        for found in self._compiled.finditer(text, place):
            yield text[place : found.start()], found
            place = found.end()
        yield text[place:], leading


# Sentences


class Wording(Struct, frozen=True):
    """How the sentences of a family are read.

    `without_subject` sets the creature that a passage is about, and returns the rest of a piece; `being` matches the
    words before the effect; `clauses` read what is left. `joints` matches what divides the pieces, `JOINT`, and words
    in which nothing does. `settle` corrects which pieces a duration ends, and returns whether it makes sense after
    them. The two groups of a match in `lists` are joined as in the command language: `cold+fire`. With
    `joins_conditions`, conditions with the same end are one effect: `apply dazed+slowed`.
    """

    words: SystemWords
    endings: Endings
    without_subject: Callable[[str, Passage], str]
    being: re.Pattern[str]
    clauses: Vocabulary[Passage]
    joints: re.Pattern[str] = re.compile(JOINT, re.IGNORECASE)
    lists: tuple[re.Pattern[str], ...] = ()
    settle: Callable[[list[Piece], Duration], bool] | None = None
    joins_conditions: bool = False

    def lines(self, sentence: str, subject: Subject) -> list[DraftLine] | None:
        """The lines of a sentence; None if a part is not understood, or the command language has no such line."""
        passage = Passage(self.words, subject, subject.who)
        for listed in self.lists:
            sentence = listed.sub(r"\1+\2", sentence)
        lines: list[DraftLine] = []
        for part, ending in self.endings.split(sentence):
            passage.timed, passage.pieces = ending is not None, []
            for piece in self._pieces(part):
                if not self._read_piece(piece, passage):
                    return None
            duration = self.endings.meaning(ending, passage)
            if self.settle and not self.settle(passage.pieces, duration):
                return None
            lines += self._lines_until(duration, passage.pieces)
        return lines if all(map(self.is_line, lines)) else None

    def _pieces(self, part: str) -> Iterator[str]:
        """The pieces of a part, without a bracket that is not closed in them."""
        for each in self._divided(part[_end(_OPENING, part) :].strip(" ,")):
            piece = each if "(" in each and ")" in each else each.strip(" ,()")
            if piece:
                yield piece

    def _divided(self, text: str) -> Iterator[str]:
        start = 0
        for found in self.joints.finditer(text):
            if found["joint"]:
                yield text[start : found.start()]
                start = found.end()
        yield text[start:]

    def is_line(self, line: DraftLine) -> bool:
        """Whether a line is valid."""
        return isinstance(line, Reminder) or compiles(line, compile_line, self.words.system)

    def _read_piece(self, piece: str, passage: Passage) -> bool:
        """Reads a piece; returns whether it is understood."""
        passage.piece, passage.said = piece, self.without_subject(piece, passage)
        bare = passage.said[_end(self.being, passage.said) :].strip(" ,.")
        self.clauses.read(bare, passage)
        return bool(bare) and not passage.unknown

    def _lines_until(self, duration: Duration, pieces: list[Piece]) -> Iterator[DraftLine]:
        """The lines of pieces up to a duration; those about the same creature that end together share a line."""
        together = self._together([each for each in pieces if each.lasts and not each.prefix], duration)
        for own in dict.fromkeys(each.own for each in together):
            effects = [effect for each in together if each.own == own for effect in each.effects]
            yield EffectLine(_joined(effects) if self.joins_conditions else tuple(effects), duration, own=own)
        for each in pieces:
            if each.reminder and not (each.effects and duration):
                yield each.reminder
            elif each not in together:
                until = duration if each.lasts else ""
                for effect in each.effects:
                    yield EffectLine((effect,), until, own=each.own, prefix=each.prefix)

    def _together(self, lasting: list[Piece], duration: Duration) -> list[Piece]:
        """Those of the lasting pieces that share a line: all that one save ends, or conditions."""
        if not isinstance(duration, Save):
            conditions = [each for each in lasting if all(effect.verb == "apply" for effect in each.effects)]
            return conditions if self.joins_conditions else []
        return [] if duration.each or (len(lasting) == 1 and not self.joins_conditions) else lasting


def _end(pattern: re.Pattern[str], text: str) -> int:
    """The end of the words at the beginning of a text that match a pattern."""
    found = pattern.match(text)
    return found.end() if found else 0


def _joined(effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """Effects with one `apply`, which comes first, for all conditions."""
    names = tuple(name for each in effects if isinstance(each.what, Conditions) for name in each.what.names)
    others = (each for each in effects if not isinstance(each.what, Conditions))
    return (*((Effect("apply", Conditions(names)),) if names else ()), *others)


class Sentence(Struct):
    """A sentence, the subject of its text, and the reading that it adds to; `prefix` begins its lines."""

    wording: Wording
    subject: Subject
    reading: Reading
    said: str
    prefix: str = ""

    @property
    def unknown(self) -> list[str]:
        """The unknown passages of the reading."""
        return self.reading.unknown

    def lines(self, words: str) -> list[DraftLine] | None:
        """The lines of a part of the sentence; None if it is not understood."""
        return self.wording.lines(words, self.subject)

    def add(self, lines: list[DraftLine] | None, prefix: str = "") -> None:
        """Adds lines; None makes the sentence a reminder, and an unknown passage."""
        if lines is None:
            self.reading.lines.append(Reminder(self.said))
            self.unknown.append(self.said)
        else:
            self.reading.lines += [with_prefix(f"{self.prefix}{prefix}", each) for each in lines]
