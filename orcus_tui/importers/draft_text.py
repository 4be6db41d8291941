"""The texts of a creature as data while it is imported: facts, auras, and lines of powers.

A line records which of its words come from the source, because the shipped library must not contain those. `with_texts`
turns them into text.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.rules.system import System

LONGEST_REMINDER = 300
"""The most characters of a reminder; a longer one is cut, and the card has the whole text."""
POWER_LINES = ("effects", "always")
"""The fields of a power that are lines."""


class Fact(Struct, frozen=True):
    """A passage of a creature's text with only names and numbers: `Skills: Stealth +9`."""

    words: str


class Range(Struct, frozen=True):
    """The range of an attack: `melee` or `ranged`, its distance, and any further words."""

    origin: str
    words: str = ""
    distance: str = ""

    def __str__(self) -> str:
        return ", ".join(filter(None, (_joined(self.origin, self.distance), self.words)))


class Roll(Struct, frozen=True):
    """An attack roll: its bonus, with the sign, against a defense."""

    bonus: str
    defense: str

    def __str__(self) -> str:
        return f"{self.bonus} vs {self.defense}"


class Aura(Struct, frozen=True):
    """An aura: its radius in squares, its name, which may be empty, and its effect."""

    radius: str
    name: str
    words: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.radius, self.name, self.words)))


# Lines of powers


class Quoted(Struct, frozen=True):
    """Words of the source that name an effect, in quotes."""

    words: str

    def __str__(self) -> str:
        return f'"{self.words}"'


class Until(Struct, frozen=True):
    """The end of an effect that only the game master can judge, in the source's words."""

    words: str

    def __str__(self) -> str:
        return f'until "{self.words}"'


class Save(Struct, frozen=True):
    """A saving throw that ends effects, in the words of a line: `save`, `save:12`, `str save dc 13`.

    With `each`, every effect has a saving throw.
    """

    text: str = "save"
    each: bool = False

    def __str__(self) -> str:
        return self.text


Duration = str | Save | Until
"""The duration of an effect; a text is a word of the command language, empty if the source has no duration."""
_ITSELF = "self: "
UNTIL_REMOVED, WHILE_GRAPPLED = "until removed", "while grappled"


class Conditions(Struct, frozen=True):
    """The conditions of `apply`: names, and effects in the source's words."""

    names: tuple[str | Quoted, ...]

    def __str__(self) -> str:
        return "+".join(map(str, self.names))

    @property
    def are_named(self) -> bool:
        """Whether all the conditions have names in the rules."""
        return all(isinstance(each, str) for each in self.names)


class Amount(Struct, frozen=True):
    """An amount with its types, and how it is dealt: `half`, or rolled `each` time."""

    dice: str
    types: tuple[str, ...] = ()
    how: str = ""

    def __str__(self) -> str:
        return _joined(self.dice, "+".join(each.replace(" ", "-") for each in self.types), self.how)

    @property
    def field_text(self) -> str:
        """The amount as the field of a power: `5 fire+negative energy`."""
        return _joined(self.dice, "+".join(self.types))


class Effect(Struct, frozen=True):
    """An effect of a line: its verb, its arguments, and its duration if it differs from the line's."""

    verb: str
    what: str | Conditions | Amount = ""
    duration: Duration = ""

    def __str__(self) -> str:
        return _joined(self.verb, self.after_verb)

    @property
    def after_verb(self) -> str:
        """The words after the verb."""
        return _joined(self.what, self.duration)


SWALLOWED = Conditions((Quoted("swallowed"),))
EACH_SWALLOWED, IF_GRAPPLED = "each swallowed: ", "if grappled: "
"""The prefixes of lines for all creatures inside, and for a creature in the grip."""
PRONE = Effect("apply", Conditions(("prone",)))


class EffectLine(Struct, frozen=True):
    """A line for the target or the user: its effects, and their common duration.

    `then` are the conditions after the first failed save, `after` is the effect after a successful one; `prefix` begins
    the line: `miss: `.
    """

    effects: tuple[Effect, ...]
    duration: Duration = ""
    then: Conditions | None = None
    after: Effect | None = None
    own: bool = False
    prefix: str = ""

    @property
    def verb(self) -> str:
        """The verb of its first effect."""
        return self.effects[0].verb

    @property
    def what(self) -> str | Conditions | Amount:
        """The arguments of its first effect."""
        return self.effects[0].what

    @property
    def whole_effects(self) -> tuple[Effect, ...]:
        """The effects, the last with the common duration."""
        *others, last = self.effects
        return (*others, replace(last, duration=self.duration) if self.duration else last)

    def __str__(self) -> str:
        return f"{self.prefix}{_ITSELF if self.own else ''}{_joined(self.verb, self._after_verb)}"

    @property
    def to_type(self) -> "Reminder":
        """The command to type, with `TARGET` or `ITSELF` in place of an id; a reminder for `remind`."""
        if self.verb == "remind":
            return Reminder(self._after_verb)
        target = "ITSELF" if self.own else "TARGET"
        return Reminder(own_words=_joined(self.verb, target, self._after_verb), quoted=self.quoted)

    @property
    def quoted(self) -> tuple[str, ...]:
        """The source's words in it."""
        effects = (*self.effects, self.after) if self.after else self.effects
        names = [name for each in effects if isinstance(each.what, Conditions) for name in each.what.names]
        parts = (*names, *(each.duration for each in effects), self.duration)
        return tuple(each.words for each in parts if isinstance(each, Quoted | Until))

    @property
    def _after_verb(self) -> str:
        first, *others = self.effects
        effects = " & ".join((first.after_verb, *map(str, others)))
        then = f"then {self.then}" if self.then else ""
        after = f"after {self.after.after_verb}" if self.after else ""
        return _joined(effects, self.duration, then, after)


class Reminder(Struct, frozen=True):
    """A reminder of something that is played out at the table.

    `source_words` are words of the source, such as the occasion. `own_words` are names, numbers and commands that make
    sense without the source's words; empty if they do not. `quoted` are words of the source quoted in `own_words`.
    `prefix` begins the line: `miss: `.
    """

    source_words: str = ""
    own_words: str = ""
    quoted: tuple[str, ...] = ()
    own: bool = False
    prefix: str = ""

    @property
    def words(self) -> str:
        """All words, the source's words first."""
        return ": ".join(filter(None, (self.source_words, self.own_words)))

    def __str__(self) -> str:
        words = self.words.strip(" .,;").replace("#", "no. ").replace('"', "'")
        cut = words if len(words) <= LONGEST_REMINDER else words[: LONGEST_REMINDER - 1] + "…"
        return f"{self.prefix}{_ITSELF if self.own else ''}remind {cut}"

    def under(self, condition: str) -> "Reminder":
        """The same reminder under a condition in the source's words."""
        return replace(self, source_words=": ".join(filter(None, (condition, self.source_words))))

    def in_own_words(self) -> "Reminder":
        """The same without the source's words."""
        return replace(self, source_words="")


DRAFTED = (Aura, EffectLine, Range, Reminder, Roll)
"""The types that `with_texts` turns into text."""
DraftLine = EffectLine | Reminder
"""A line of a power."""


def _joined(*parts: object) -> str:
    return " ".join(filter(None, map(str, parts)))


def effect_line(
    verb: str, what: str | Conditions | Amount = "", duration: Duration = "", *, own: bool = False, prefix: str = ""
) -> EffectLine:
    """The line of a single effect."""
    return EffectLine((Effect(verb, what),), duration, own=own, prefix=prefix)


def summon_offer(name: str) -> EffectLine:
    """The offer to summon a creature; the game master decides, since the fight may lack a creature of that name."""
    called = " ".join(each[:1].upper() + each[1:] for each in name.split())
    return effect_line("offer", f'summon "{called}"', own=True)


def quotable(text: str) -> str:
    """Words of the source as they can be written in quotes."""
    return text.strip(" .,;").replace("\\", "/").replace('"', "'")[:LONGEST_REMINDER]


def quoted_conditions(text: str) -> Conditions:
    """An effect in the source's words."""
    return Conditions((Quoted(quotable(text)),))


def with_prefix(prefix: str, line: DraftLine) -> DraftLine:
    """The line after a prefix."""
    return replace(line, prefix=f"{prefix}{line.prefix}")


def compiles(text: object, compile_text: Callable[[str, System], object], *systems: System) -> bool:
    """Whether a text is valid in the command language of all of these systems."""
    try:
        for each in systems:
            compile_text(str(text), each)
    except CommandError:
        return False
    return True


def entries_of(table: Mapping[str, object], key: str) -> list[Any]:
    """The entries of a field that is a list, such as the lines of a power; empty without one."""
    held = table.get(key)
    return [*held] if isinstance(held, list) else []


def kinds_of_action(power: Mapping[str, object]) -> list[str]:
    """The kinds of action that a power costs; a kind that it costs twice is listed twice."""
    found = power.get("action")
    return [str(each) for each in found] if isinstance(found, list) else [str(found or "")]


def joined_reminders(parts: Iterable[Reminder]) -> Reminder:
    """Several reminders joined in the source's words, which show how they are connected."""
    found = [*parts]
    return found[0] if len(found) == 1 else Reminder("; ".join(each.words for each in found))


def auras_of(table: Mapping[str, object]) -> list[Aura]:
    """The auras of a creature's table."""
    return [each for each in entries_of(table, "aura") if isinstance(each, Aura)]


def aura_tables(table: Mapping[str, object]) -> list[object]:
    """The auras of a creature that have a line."""
    return [each for each in entries_of(table, "aura") if isinstance(each, dict)]


def with_texts(table: Mapping[str, object]) -> dict[str, object]:
    """A creature's table with its facts, auras and lines as text."""
    found, passages, powers, traits = dict(table), table.get("text"), table.get("power"), table.get("trait")
    if auras := auras_of(table):
        text = "; aura ".join(map(str, auras))
        tables = aura_tables(table)
        found["aura"] = [text, *tables] if tables else text
    if isinstance(passages, list):
        found["text"] = "\n".join(each.words if isinstance(each, Fact) else each for each in passages)
    if isinstance(traits, list):
        found["trait"] = [_with_text_lines(each) for each in traits]
    if isinstance(powers, list):
        found["power"] = [_power_with_texts(each) for each in powers]
    return found


def _power_with_texts(power: Mapping[str, object]) -> dict[str, object]:
    fields = {key: str(value) for key, value in power.items() if isinstance(value, Range | Roll)}
    if isinstance(power.get("action"), list):
        fields["action"] = "+".join(kinds_of_action(power))
    return {**_with_text_lines(power), **fields}


def _with_text_lines(table: Mapping[str, object]) -> dict[str, object]:
    return {**table, **{field: [*map(str, entries_of(table, field))] for field in POWER_LINES if field in table}}
