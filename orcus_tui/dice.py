"""The dice language: `2d6+4`, `4d6kh3`, `(1d8+2)*2`; its rolls record every face, kept or dropped.

No library has injectable faces, a record of every die, maximise and limits together. The values are named tuples, so
that `orcus-tui roll` need not import msgspec. The module is longer than others because that command imports it alone.

An expression is made of whole numbers, `+ - * /` (division rounds down), signs, parentheses and dice, with blanks
anywhere between them and in either case. `NdS` is N dice (0 to 1,000, by default 1) of S sides (1 to 10,000); `d%` is
`d100`. A `[label]` may follow any number, dice or parenthesis. Right after dice:

    kh kl dh dl   keep or drop the highest or lowest: `4d6kh3`, `2d20kl`; the number is 1 by default
    r             reroll once if the face matches: `r1`, `r=1`, `r<3`, `r>5` (3 and 5 do not match)
    rr            reroll until the face no longer matches; after that, no die of this term shows it
    !             explode: each die that shows its highest face, or matches (`!5`, `!>4`), adds another, once per term
    mi ma         floor and cap: `mi2` counts lower faces as 2, `ma5` counts higher faces as 5

At most 10 apply, in the order written, to the dice still kept. `r`, `rr` and `!` use the face of a die; `mi` and `ma`
change what a face counts as, on every die of the term, including added ones.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache
from operator import add, floordiv, mul, sub
from typing import Literal, NamedTuple

from orcus_tui.errors import OrcusError

MOST_CHARACTERS = 200
MOST_DICE = 1_000
MOST_SIDES = 10_000
MOST_NESTED = 20
MOST_DIGITS = 9
MOST_STEPS = 10
LARGEST = 10**12

Face = Callable[[int], int]  # takes the number of sides of a die, returns its face, from 1
Mark = Literal["exploded", "rerolled", "dropped"]
Bounds = tuple[int, int]

_LOWEST, _HIGHEST = 0, 1  # the indexes in a `Bounds`
_CORNERS = ((0, 0), (0, 1), (1, 0), (1, 1))
_JOINED: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul, "/": floordiv}


class DiceError(OrcusError):
    """An error in an expression, or in rolling it.

    `text` is the expression without surrounding blanks, or its first 200 characters; `column` is the place in it,
    from 1 to one past its end.
    """

    column: int

    def __init__(self, message: str, column: int, text: str) -> None:
        super().__init__(message, column)
        self.text = text

    def with_caret(self) -> str:
        """Three lines: the expression, a caret below the place, and the message."""
        shown = "".join(letter if letter.isprintable() else "?" for letter in self.text)
        return f"{shown}\n{' ' * (self.column - 1)}^\n{self.message}"


class JoinedDice(ABC):
    """A source of faces; a second die of a roll has a call of its own, so that it does not shift later rolls."""

    @abstractmethod
    def __call__(self, sides: int) -> int:
        """The next face."""

    @abstractmethod
    def joined(self, sides: int) -> int:
        """The next face of a second die of a roll."""


class Step(NamedTuple):
    """One of the operators after dice: `kh3` has a number, `r<3` and `!` have matching faces."""

    name: str
    number: int
    faces: range


class Pool(NamedTuple):
    """Dice of one kind, their operators, and the possible faces and number of dice after these."""

    size: int
    sides: int
    steps: tuple[Step, ...]
    faces: Bounds
    kept: int
    column: int


class Join(NamedTuple):
    """One of `+ - * /`, and the bounds of its two sides at which it is lowest and highest."""

    sign: str
    corners: tuple[Bounds, Bounds]
    column: int


Part = int | Pool | Join


class Dice(NamedTuple):
    """A valid expression.

    `parts` has every sign after its two sides, 2 3 + for 2+3, so that it is evaluated without recursion. `template` is
    the text of a roll, with {} for the faces of each pool.
    """

    text: str
    parts: tuple[Part, ...]
    template: str

    @property
    def number(self) -> int:
        """The number of dice, before any reroll or explosion."""
        return sum([part.size for part in self.parts if isinstance(part, Pool)])

    @property
    def is_constant(self) -> bool:
        """Whether it rolls no dice: a plain amount."""
        return not [part for part in self.parts if isinstance(part, Pool) and part.size]


class Die(NamedTuple):
    """One die that was rolled: a tuple, since journals store a die as the list of its values.

    `value` is the value of its face after floor and cap; only kept dice are added up. `marks` are in the order in which
    they happened: the die `exploded` (added another), was `rerolled` (another replaced it), or was `dropped` (by kh,
    kl, dh or dl).
    """

    sides: int
    face: int
    value: int
    kept: bool = True
    marks: tuple[Mark, ...] = ()

    def __str__(self) -> str:
        if self.kept and not self.marks and self.value == self.face:
            return str(self.face)
        shown = f"{self.face}{'!' * ('exploded' in self.marks)}{'r' * ('rerolled' in self.marks)}"
        if not self.kept:
            return f"~{shown}~"
        return shown if self.value == self.face else f"{shown}->{self.value}"


class Roll(NamedTuple):
    """The result of a roll: the total, every die in the order rolled, and its text for the log.

    `3d6kh2+4` reads `3d6kh2 (~1~, 4, 6) + 4 = 14`. A die between tildes does not count; `~1r~` was rerolled, `6!`
    exploded, `1->2` counts as 2. A number alone is its own text. Only labels may go beyond ASCII.
    """

    total: int
    dice: tuple[Die, ...]
    text: str


def parse(text: str) -> Dice:
    """Reads an expression. Raises DiceError if it is invalid or beyond a limit."""
    # First, since the text may be as long as a book.
    if len(text) > MOST_CHARACTERS:
        message = f"dice take at most {MOST_CHARACTERS} characters, got {len(text):,}"
        raise DiceError(message, MOST_CHARACTERS + 1, text[:MOST_CHARACTERS])
    return _parse(text.strip())


def roll(dice: Dice, face: Face) -> Roll:
    """Rolls the dice, with one face after the other.

    Raises DiceError if a face is not on the die, if rerolling or exploding goes beyond 1,000 dice, or if exploding dice
    cause a division by 0 or too large a number.
    """
    return _constant(dice) if dice.is_constant else _evaluate(dice, _Hand(dice.text, face).roll_pool)


def maximise(dice: Dice) -> Roll:
    """The roll with the highest total, without explosions; it takes no faces."""
    return _extreme(dice, _HIGHEST)


def minimise(dice: Dice) -> Roll:
    """The roll with the lowest total, without explosions; it takes no faces."""
    return _extreme(dice, _LOWEST)


def shows(dice: Dice, number: int) -> bool:
    """Whether a number is from the lowest to the highest total."""
    return minimise(dice).total <= number <= maximise(dice).total


def average(dice: Dice) -> int:
    """The middle of the lowest and the highest total, rounded down."""
    return (minimise(dice).total + maximise(dice).total) // 2


def without_dice(dice: Dice) -> int:
    """The value of the expression with all dice as 0. Raises DiceError if it divides by dice."""
    return _constant(dice).total


_TOKEN = re.compile(
    r"(?P<blank>[ \t]+)|[0-9]+|[kKdD][hHlL]|[dD]|[rR]{1,2}|[mM][iIaA]|[-+*/()%!<>=]"
    r"|\[(?:[^\W\d_]|[0-9 +-])+\]|(?P<foreign>[A-Za-z]+|.)",
    re.DOTALL,
)
_LEVELS = (("+", "-"), ("*", "/"))
_KEEPS = ("kh", "kl", "dh", "dl")
_MATCHING = ("r", "rr", "!")
_STEPS = (*_KEEPS, *_MATCHING, "mi", "ma")


@lru_cache(maxsize=256)
def _parse(text: str) -> Dice:
    return _Parser(text).whole()


def _tokens(text: str) -> list[tuple[str, int]]:
    """Every word and sign with its column; the last is empty, one past the end."""
    tokens = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup == "foreign":
            raise _foreign(text, match[0], match.start())
        if match.lastgroup != "blank":
            tokens.append((match[0] if match[0][0] == "[" else match[0].lower(), match.start() + 1))
    return [*tokens, ("", len(text) + 1)]


def _foreign(text: str, word: str, start: int) -> DiceError:
    """The error for text that is not part of the language; it names a whole word such as `damage`."""
    if word == "[":
        return DiceError('a label has letters, digits, blanks, + and -, and ends with "]"', start + 1, text)
    while word.isalpha() and start and text[start - 1].isalpha():
        start -= 1
        word = text[start] + word
    shown = f'"{word}"' if word.isprintable() else f"character U+{ord(word):04X}"
    return DiceError(f"unexpected {shown} in dice", start + 1, text)


class _Parser:
    """Reads one expression from left to right: a method for each level, which returns the bounds of its value."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.word, self.column = self.tokens[0]
        self.at = self.depth = 0
        self.dice_left = MOST_DICE
        self.parts: list[Part] = []
        self.pieces: list[str] = []

    def take(self) -> tuple[str, int]:
        self.at += 1
        self.word, self.column = self.tokens[self.at]
        return self.tokens[self.at - 1]

    def error(self, message: str, column: int | None = None) -> DiceError:
        return DiceError(message, column or self.column, self.text)

    def whole(self) -> Dice:
        self.operation(0)
        if self.word:
            raise self.error(f'unexpected "{self.word}": expected + - * / or the end')
        return Dice(self.text, tuple(self.parts), "".join(self.pieces))

    def operation(self, level: int) -> Bounds:
        if level == len(_LEVELS):
            return self.signed_term()
        bounds = self.operation(level + 1)
        while self.word in _LEVELS[level]:
            sign, column = self.take()
            self.pieces.append(f" {sign} ")
            bounds = self.join(sign, bounds, self.operation(level + 1), column)
        return bounds

    def join(self, sign: str, left: Bounds, right: Bounds, column: int) -> Bounds:
        if sign == "/" and right[_LOWEST] <= 0 <= right[_HIGHEST]:
            raise self.error(f"this {'divides' if right == (0, 0) else 'could divide'} by 0", column)
        # Each of + - * / only rises or only falls with either side, so its extremes lie at a corner.
        values = [_JOINED[sign](left[one], right[other]) for one, other in _CORNERS]
        low, high = min(values), max(values)
        if max(-low, high) > LARGEST:
            raise self.error(f"this could go beyond {LARGEST:,}", column)
        corners = _CORNERS[values.index(low)], _CORNERS[values.index(high)]
        self.parts.append(Join(sign, corners, column))
        return low, high

    def signed_term(self) -> Bounds:
        negative, column = False, self.column
        while self.word in ("+", "-"):
            negative ^= self.take()[0] == "-"
        if not negative:
            return self.term()
        self.pieces.append("-")
        self.parts.append(0)
        return self.join("-", (0, 0), self.term(), column)

    def term(self) -> Bounds:
        if self.word == "(":
            bounds = self.group()
        elif self.word == "d" or (self.word.isdigit() and self.tokens[self.at + 1][0] == "d"):
            bounds = self.pool()
        else:
            found = f', got "{self.word}"' if self.word else ""
            value = self.number(f"expected a number or dice such as 2d6{found}")
            self.pieces.append(str(value))
            self.parts.append(value)
            bounds = value, value
        if self.word.startswith("["):
            self.pieces.append(f" {self.take()[0]}")
        return bounds

    def group(self) -> Bounds:
        bracket, column = self.take()
        self.pieces.append(bracket)
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise self.error(f"parentheses nest at most {MOST_NESTED} deep", column)
        bounds = self.operation(0)
        if not self.word:
            raise self.error('this "(" is never closed', column)
        if self.word != ")":
            raise self.error(f'unexpected "{self.word}": expected + - * / or ")"')
        self.pieces.append(self.take()[0])
        self.depth -= 1
        return bounds

    def pool(self) -> Bounds:
        start, column = self.at, self.column
        count = 1 if self.word == "d" else self.number("")
        self.dice_left -= count
        if self.dice_left < 0:
            raise self.error(f"at most {MOST_DICE:,} dice are rolled at once", column)
        self.take()
        where, sides = self.column, 100
        if self.word == "%":
            self.take()
        else:
            sides = self.number("how many sides? write d6, or d% for d100")
        if not 1 <= sides <= MOST_SIDES:
            raise self.error(f"a die has 1 to {MOST_SIDES:,} sides", where)
        steps, faces = self.steps(sides)
        self.pieces.append("".join(word for word, _ in self.tokens[start : self.at]) + " ({})")
        kept = count
        for step in steps:
            if step.name in _KEEPS:
                kept = min(kept, step.number) if step.name[0] == "k" else max(kept - step.number, 0)
        self.parts.append(Pool(count, sides, steps, faces, kept, column))
        return kept * _clamp(steps, faces[_LOWEST]), kept * _clamp(steps, faces[_HIGHEST])

    def steps(self, sides: int) -> tuple[tuple[Step, ...], Bounds]:
        """Reads the steps; returns them with the lowest and highest face that remain."""
        steps: list[Step] = []
        banned: list[range] = []
        while self.word in _STEPS:
            if len(steps) == MOST_STEPS:
                raise self.error(f"dice take at most {MOST_STEPS} operators such as kh or r")
            column = self.column
            step = self.step(sides)
            low, high = _faces_left(sides, [*banned, step.faces])
            if low > high:
                raise self.error(f'this "{step.name}" fits every face', column)
            if step.name == "!" and any(other.name == "!" for other in steps):
                raise self.error('dice explode once: leave out this "!"', column)
            if step.name == "rr" and step.faces not in banned:
                banned.append(step.faces)
            steps.append(step)
        return tuple(steps), _faces_left(sides, banned)

    def step(self, sides: int) -> Step:
        name, _ = self.take()
        test = self.take()[0] if name in _MATCHING and self.word in ("<", ">", "=") else ""
        if not (test or self.word.isdigit()) and name in (*_KEEPS, "!"):
            number = sides if name == "!" else 1
        else:
            number = self.number(f'a number is missing after "{name}{test}", as in {name}{test}2')
        if name not in _MATCHING:
            return Step(name, number, range(0))
        first = 1 if test == "<" else number + (test == ">")
        last = sides if test == ">" else number - (test == "<")
        return Step(name, number, range(first, last + 1))

    def number(self, missing: str) -> int:
        if not self.word.isdigit():
            raise self.error(missing)
        if len(self.word) > MOST_DIGITS:
            raise self.error(f"numbers have at most {MOST_DIGITS} digits")
        return int(self.take()[0])


def _clamp(steps: tuple[Step, ...], face: int) -> int:
    for step in steps:
        if step.name == "mi":
            face = max(face, step.number)
        elif step.name == "ma":
            face = min(face, step.number)
    return face


def _faces_left(sides: int, banned: list[range]) -> Bounds:
    """The lowest and highest face that is not banned; if all are banned, lowest > highest."""
    low, high = 1, sides
    for faces in sorted(banned, key=lambda faces: faces.start):
        low = faces.stop if low in faces else low
    for faces in sorted(banned, key=lambda faces: faces.stop, reverse=True):
        high = faces.start - 1 if high in faces else high
    return low, high


class _Hand:
    """Rolls one pool after the other, and counts the dice of the whole expression."""

    def __init__(self, text: str, face: Face) -> None:
        self.text = text
        self.face = face
        self.left = MOST_DICE
        self.dice: list[Die] = []
        self.banned: list[range] = []

    def roll_pool(self, pool: Pool) -> list[Die]:
        self.dice, self.banned = [], []
        for _ in range(pool.size):
            self.add(pool)
        for step in pool.steps:
            if step.name in _KEEPS:
                self.choose(step)
            elif step.name == "!":
                self.explode(step, pool)
            elif step.name in _MATCHING:
                self.reroll(step, pool)
        return self.dice

    def add(self, pool: Pool) -> None:
        """Rolls one more die; rerolls it while it shows a face that `rr` has banned."""
        while True:
            if not self.left:
                raise DiceError(f"rerolled or exploded beyond {MOST_DICE:,} dice", pool.column, self.text)
            self.left -= 1
            face = self.face(pool.sides)
            if type(face) is not int or not 1 <= face <= pool.sides:
                raise DiceError(f"a d{pool.sides} shows 1 to {pool.sides}, not {face!r}", pool.column, self.text)
            self.dice.append(Die(pool.sides, face, _clamp(pool.steps, face)))
            if not self.banned or not any(face in banned for banned in self.banned):
                return
            self.lose(-1, "rerolled")

    def kept_places(self) -> list[int]:
        return [place for place, die in enumerate(self.dice) if die.kept]

    def lose(self, place: int, mark: Mark) -> None:
        die = self.dice[place]
        self.dice[place] = die._replace(kept=False, marks=(*die.marks, mark))

    def choose(self, step: Step) -> None:
        # Sorted by face, since people at the table see faces; floor and cap never change the order of two dice.
        places = sorted(self.kept_places(), key=lambda place: self.dice[place].face, reverse=step.name[1] == "h")
        for place in places[step.number :] if step.name[0] == "k" else places[: step.number]:
            self.lose(place, "dropped")

    def reroll(self, step: Step, pool: Pool) -> None:
        if step.name == "rr":
            self.banned.append(step.faces)
        for place in self.kept_places():
            if self.dice[place].face in step.faces:
                self.lose(place, "rerolled")
                self.add(pool)

    def explode(self, step: Step, pool: Pool) -> None:
        for place in self.kept_places():
            while self.dice[place].face in step.faces:
                self.dice[place] = self.dice[place]._replace(marks=("exploded",))
                self.add(pool)
                place = -1  # noqa: PLW2901  # the added die may explode too


def _evaluate(dice: Dice, roll_pool: Callable[[Pool], list[Die]]) -> Roll:
    """Evaluates the parts with a stack of values: a sign replaces the last two with one."""
    hands: list[list[Die]] = []
    values: list[int] = []
    for part in dice.parts:
        if isinstance(part, int):
            values.append(part)
        elif isinstance(part, Pool):
            hand = roll_pool(part)
            hands.append(hand)
            values.append(sum([die.value for die in hand if die.kept]))
        else:
            right, left = values.pop(), values.pop()
            if part.sign == "/" and right == 0:
                raise DiceError("division by 0 in this roll", part.column, dice.text)
            values.append(_JOINED[part.sign](left, right))
            if abs(values[-1]) > LARGEST:
                raise DiceError(f"this went beyond {LARGEST:,}", part.column, dice.text)
    text = dice.template.format(*(", ".join(map(str, hand)) for hand in hands))
    text = text if text == str(values[0]) else f"{text} = {values[0]}"
    return Roll(values[0], tuple([die for hand in hands for die in hand]), text)


@lru_cache(maxsize=2048)
def _constant(dice: Dice) -> Roll:
    """The roll with all dice as 0."""
    return _evaluate(dice, lambda _: [])


@lru_cache(maxsize=2048)
def _extreme(dice: Dice, end: int) -> Roll:
    """The roll with the lowest or highest total; the end that each pool needs is found from the last part backwards."""
    ends: dict[int, int] = {}
    wanted = [end]
    for part in reversed(dice.parts):
        end = wanted.pop()
        if isinstance(part, Join):
            wanted += part.corners[end]
        elif isinstance(part, Pool):
            ends[part.column] = end
    return _evaluate(dice, lambda pool: _dice_at(pool, ends[pool.column]))


def _dice_at(pool: Pool, end: int) -> list[Die]:
    face = pool.faces[end]
    plain = Die(pool.sides, face, _clamp(pool.steps, face))
    dropped = plain._replace(kept=False, marks=("dropped",))
    return [plain] * pool.kept + [dropped] * (pool.size - pool.kept)
