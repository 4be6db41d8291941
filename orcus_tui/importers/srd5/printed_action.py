"""A trait or an action as printed: its text, and its attack, save and limit if the source has them as fields."""

import re

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.dice import DiceError, parse
from orcus_tui.importers.draft_text import Amount, Reminder, effect_line
from orcus_tui.importers.prose import Reading, any_of
from orcus_tui.importers.srd5.clauses import CLAUSES, HALVED, SAVED, TYPES

SAYS_ATTACK = r"to hit|attack roll:"
"""The pattern of an attack roll in the text of an action."""
_WITH_TYPE = rf"(?P<dice>.*\S) (?P<type>{any_of(TYPES)})"


class DamagePart(Struct, frozen=True):
    """Damage with one type: its dice or number, and the types it can have."""

    dice: str
    types: tuple[str, ...] = ()

    @property
    def amount(self) -> Amount | None:
        """The amount, with its type if that is certain; None if its dice cannot be read."""
        try:
            dice = parse(self.dice).text.replace(" ", "")
        except DiceError:
            return None
        certain = len(self.types) == 1 and self.types[0].lower() in TYPES
        return Amount(dice, (self.types[0].lower(),) if certain else ())


class Attack(Struct, frozen=True):
    """An attack roll and the effects of a hit: its `damage`, if the source has it as numbers, and further `text`.

    `kind` is `melee`, `ranged`, `melee or ranged`, or empty if only the reach shows it; `bonus` has its sign; `other`
    are the words in brackets after the bonus.
    """

    kind: str
    bonus: str
    reach: str = ""
    damage: tuple[DamagePart, ...] = ()
    text: str = ""
    other: str = ""


class SavingThrow(Struct, frozen=True):
    """A saving throw and the effects of a failure: its `damage`, if the source has it as numbers, and further `text`.

    A success `halves` the damage, or avoids it. `condition` limits when a hit calls for it; empty for always.
    """

    ability: str
    dc: str
    damage: tuple[DamagePart, ...] = ()
    halves: bool = False
    text: str = ""
    condition: str = ""


class Option(Struct, frozen=True):
    """One of the options of an action: its name and text."""

    name: str
    text: str


AFTER_SHORT_REST = "Recharges after a Short or Long Rest"
AFTER_LONG_REST = "Recharges after a Long Rest"


def recharge(face: int) -> str:
    """The limit of an action that recharges on this face of a die or higher, as printed."""
    return f"Recharge {face}-6" if face < 6 else "Recharge 6"


def limit_of_kind(kind: str, number: int, *, only_long: bool = False) -> str:
    """The limit for the words of two programs, such as `recharge on roll`, with its die or its number of uses."""
    if kind == "per rest" and number > 1:
        return f"{number} per {'long' if only_long else 'short'} rest"
    if kind in ("per rest", "recharge after rest"):
        return AFTER_LONG_REST if only_long else AFTER_SHORT_REST
    if kind == "recharge on roll" and 1 <= number <= 6:
        return recharge(number)
    return f"{number}/Day" if kind == "per day" and number else ""


class PrintedEntry(Struct, frozen=True):
    """A trait or an action: the section it is in, its name, text and line.

    `attack`, `save` and `limit`, the printed words of its uses, are set if the source has them as fields; with attack
    and save, a hit calls for the save; without both, they are read from the text. `times` is the number of actions that
    it takes, if the name does not say. `options` are set if the source has them as fields; `listed` are names to show,
    such as spells, and `spells_a_day` is how often it casts those in its text. The kind of `action` that it takes and
    its `tags` follow from its section, and its `use` from its limit.
    """

    section: str
    name: str
    text: str
    line: int
    attack: Attack | None = None
    save: SavingThrow | None = None
    limit: str = ""
    times: int = 1
    options: tuple[Option, ...] = ()
    listed: str = ""
    spells_a_day: int = 0
    action: str = ""
    use: str = ""
    tags: tuple[str, ...] = ()

    @property
    def text_to_read(self) -> str:
        """The text followed by the options, as stat blocks print them."""
        return " ".join(filter(None, (self.text, *(f"{each.name}. {each.text}" for each in self.options))))

    @property
    def text_to_show(self) -> str:
        """The text followed by the options and the listed names."""
        return f"{self.text_to_read} {self.listed}".strip()


def attack_in_fields(text: str, bonus: int | None, damage: str) -> Attack | None:
    """The attack of an action with a bonus and damage as fields; None without both, or if its text has an attack."""
    words = " ".join(damage.split())
    if bonus is None or not words or re.search(rf"{SAYS_ATTACK}|attack:", text, re.IGNORECASE):
        return None
    if bonus == 0 and re.search("saving throw", text, re.IGNORECASE):  # programs write 0 if there is no attack roll
        return None
    typed = re.fullmatch(_WITH_TYPE, words, re.IGNORECASE)
    part = DamagePart(typed["dice"], (typed["type"],)) if typed else DamagePart(words)
    return Attack("melee", f"{bonus:+d}", damage=(part,))


def reading_of_hit(attack: Attack) -> Reading:
    """The effects of a hit."""
    reading = Reading()
    for each in attack.damage:
        _add_damage(reading, each)
    return CLAUSES.read(attack.text, reading)


def reading_of_failure(save: SavingThrow, text: str) -> Reading:
    """The effects of a failed save: its damage, which a success may halve, and the effects in the text."""
    reading = Reading()
    for each in save.damage:
        amount = _add_damage(reading, each)
        if save.halves and amount and HALVED in reading.lines:
            reading.lines.append(effect_line("damage", replace(amount, how="half"), prefix=SAVED))
        elif save.halves and amount:
            reading.lines.append(HALVED)
    return CLAUSES.read(text, reading)


def _add_damage(reading: Reading, part: DamagePart) -> Amount | None:
    """Adds damage and returns its amount; dice or types that cannot be read are unknown."""
    amount = part.amount
    if amount is None:
        reading.unknown.append(" ".join(filter(None, (part.dice, " or ".join(part.types), "damage"))))
        return None
    reading.add_damage(amount)
    if len(part.types) > 1:
        reading.reminders.append(Reminder(own_words=f"the damage is {' or '.join(part.types)}"))
    elif part.types and not amount.types:
        reading.unknown.append(f"{part.types[0]} damage")
    return amount
