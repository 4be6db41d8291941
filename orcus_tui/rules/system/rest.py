"""Recovering in a fight, and resting after it."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from orcus_tui.model.creature import Sheet
from orcus_tui.rules.resolution import AnyResolution
from orcus_tui.rules.system.hooks import CreatureRule


class RestRules(Struct, frozen=True, kw_only=True):
    """Recoveries and rests."""

    recover: Callable[[AnyResolution, str, int | None], None] | None = None  # None: refused, and so is `rally`
    rally: CreatureRule | None = None
    short: CreatureRule
    long: CreatureRule
    more: Mapping[str, CreatureRule] = field(default_factory=dict)  # rests of other lengths, by their words
    after_fight: tuple[CreatureRule, ...] = ()
    lasting_uses: Callable[[Sheet], tuple[str, ...]] = lambda _: ()  # what of `used` stays so in the next fight
