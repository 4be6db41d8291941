"""Effects on a creature: conditions, persistent damage, bonuses, marks, reminders."""

from functools import lru_cache
from typing import Literal

from msgspec import field

from orcus_tui.model.duration import UNTIL_REMOVED, Duration
from orcus_tui.model.journal_struct import JournalStruct
from orcus_tui.model.modifier import ALWAYS, ATTACKED, Advantage, Limit, When
from orcus_tui.model.text import with_sign

EffectKind = Literal["condition", "persistent", "regeneration", "bonus", "mark", "other"]


TEMPORARY = "temporary hit points"
"""The name of an effect whose end also ends temporary hit points; its amount is their number."""


class Aftereffect(JournalStruct, frozen=True):
    """The conditions, or free text, that follow when a save ends an effect, and their duration."""

    names: tuple[str, ...]
    duration: Duration = UNTIL_REMOVED


class Effect(JournalStruct, frozen=True):
    """One effect on one creature.

    `name` is the condition, `persistent`, a bonus's statistic, or free text. Effects of one `bundle` share a saving
    throw. `then` are the conditions after a failed save, `later` those after further failures, step by step; `after`
    follows a successful save. `against` limits a bonus to one opponent, `once` uses it up with the first roll it
    changes, `tags` limit it to powers with one of these tags. `point` is the point of the turn at which a reminder is
    logged. `maintain` is the action that sustains a power, `sustained` whether that action was spent this turn.
    `natural` is the attack roll that caused it, in systems that use it. `dice` are rolled each time for persistent
    damage, whose `amount` is then their average; a bonus of dice (`+1d4`) has no `amount`. `unless` has the types or
    words of damage that a resistance does not reduce, or that stop regeneration for a turn (`stopped`). `when` has the
    facts that a bonus depends on, `limit` how often it counts; `advantage` is a bonus without a number. `zone` is the
    zone to which the effect is limited: it ends when its bearer leaves. A new field needs a default, because older
    journals and files lack it; a field of a new type also needs a row in `storage/encounter/effect_tables.py`, where a
    missing row raises an error.
    """

    id: int
    name: str
    kind: EffectKind
    source: str
    duration: Duration
    amount: int | None = None
    type: str | None = None
    bundle: int | None = None
    then: tuple[str, ...] = ()
    power: str = ""
    against: str = ""
    once: bool = False
    tags: tuple[str, ...] = ()
    point: Literal["", "start", "end"] = ""
    maintain: str = ""
    sustained: bool = field(name="kept", default=False)
    natural: int | None = None
    later: tuple[tuple[str, ...], ...] = ()
    after: Aftereffect | None = None
    dice: str = ""
    when: When = ALWAYS
    limit: Limit = ""
    advantage: Advantage = ""
    zone: str = ""
    unless: tuple[str, ...] = ()
    stopped: bool = False

    @property
    def is_temporary_hit_points(self) -> bool:
        """Whether temporary hit points end when the effect ends."""
        return self.name == TEMPORARY and self.amount is not None

    @property
    def types(self) -> tuple[str, ...]:
        """The damage types, one by one."""
        return _one_by_one(self.type)


class EffectLabel(JournalStruct, frozen=True):
    """The identity and the name of an effect, as the log needs them when it is added or ends.

    The fields are those of the effect; `source` is only set for a mark.
    """

    id: int
    name: str
    kind: EffectKind = "condition"
    amount: int | None = None
    type: str | None = None
    source: str = ""
    against: str = ""
    dice: str = ""
    when: str = ""
    advantage: str = ""
    unless: tuple[str, ...] = ()

    @property
    def types(self) -> tuple[str, ...]:
        """The damage types, one by one."""
        return _one_by_one(self.type)


def _one_by_one(types: str | None) -> tuple[str, ...]:
    """The types of a field, which journals and files join as `cold+fire`."""
    return tuple(types.split("+")) if types else ()


def label_of(effect: Effect) -> EffectLabel:
    """The label of an effect."""
    source = effect.source if effect.kind == "mark" else ""
    return EffectLabel(
        effect.id,
        effect.name,
        effect.kind,
        effect.amount,
        effect.type,
        source,
        effect.against,
        effect.dice,
        when_text(effect),
        effect.advantage,
        effect.unless,
    )


def when_text(effect: Effect) -> str:
    """When a bonus counts, and how often: `while staggered each turn`."""
    if effect.when is ALWAYS and not effect.limit:
        return ""
    return " ".join(each for each in (str(effect.when), effect.limit) if each)


@lru_cache(maxsize=1024)  # the same effects call for saves turn after turn; the cache stores their labels only once
def labels_of(effects: tuple[Effect, ...]) -> tuple[EffectLabel, ...]:
    """The labels of effects that share a saving throw."""
    return tuple([label_of(each) for each in effects])


def effect_name(effect: Effect) -> str:
    """The name of an effect in questions, completion and STATE: `persistent 5 fire`, `dazed`, `+2 attack`."""
    if effect.kind in ("persistent", "regeneration"):
        named = "" if effect.name in ("persistent", "regeneration") else f" ({effect.name})"
        what = f" {effect.type}" if effect.type else ""
        return f"{effect.kind} {effect.dice or effect.amount}{what}{named}{unless_text(effect)}"
    if effect.kind == "bonus":
        typed = f" ({effect.type})" if effect.type else ""
        against = f" against {effect.against}" if effect.against else ""
        when = f" {when_text(effect)}" if when_text(effect) else ""
        return f"{bonus_change(effect)} {effect.name}{typed}{against}{when}"
    if effect.name in ("resist", "vulnerable", "immune") and effect.type:  # else `name` is a condition
        number = "" if effect.amount is None else f" {effect.amount}"
        return f"{effect.name}{number} {effect.type}{unless_text(effect)}"
    return effect.name


def unless_text(effect: Effect | EffectLabel) -> str:
    """The exceptions to a resistance or regeneration: ` unless fire,acid`."""
    return f" unless {','.join(effect.unless)}" if effect.unless else ""


def bonus_words(advantage: str, change: str, stat: str) -> str:
    """A bonus in words: `+2 attack`, `advantage on attacks`."""
    if advantage in _ADVANTAGES:
        return f"{_ADVANTAGES[advantage]} on {_ROLLS.get(stat, stat)}"
    return f"{advantage or change} {stat}"


_ADVANTAGES = {"adv": "advantage", "dis": "disadvantage"}
_ROLLS = {"attack": "attacks", ATTACKED: "attacks against it"}
"""The names of a statistic's rolls, if they differ from its own."""


def bonus_change(effect: Effect | EffectLabel) -> str:
    """The number, dice or word of a bonus: `+2`, `-1d4`, `adv`."""
    return effect.advantage or effect.dice or with_sign(effect.amount or 0)
