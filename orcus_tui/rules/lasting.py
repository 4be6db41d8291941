"""The state that a hero carries from one fight into the next."""

from collections.abc import Collection, Container

from msgspec.structs import replace

from orcus_tui.model.creature import Sheet, in_own_form
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.rules.system import System

LASTING_FIELDS = (
    "max_hp", "hp", "temp_hp", "recoveries", "action_points", "death_failures", "death_successes", "life", "spent",
    "uses", "waits", "used", "counters", "track",
)  # fmt: skip
"""The fields that last from fight to fight, including `max_hp`, which a lasting wound lowers."""

LASTING_ENDINGS = frozenset(("removed", "save", "words", "while"))
"""The endings of effects that outlast a fight; the others depend on turns and rounds."""

LASTING_ROUNDS = 10
"""An effect with fewer rounds left than this is not kept for the next fight."""


def lasts(system: System, effect: Effect, heroes: Container[str]) -> bool:
    """Whether an effect on one of these heroes lasts into the next fight; everyone stands up after a fight."""
    if effect.zone or effect.name == system.conditions.lying:
        return False
    is_long = effect.duration.ending == "rounds" and effect.duration.number >= LASTING_ROUNDS
    return (is_long or effect.duration.ending in LASTING_ENDINGS) and (not effect.against or effect.against in heroes)


def lasting_uses(system: System, sheet: Sheet, used: tuple[str, ...]) -> tuple[str, ...]:
    """The used actions that are still used in the next fight."""
    lasting = system.rest.lasting_uses(sheet)
    return tuple(each for each in used if each in lasting)


def with_party_of(system: System, fight: Fight, ended: Fight) -> Fight:
    """A fight that has not begun, with its heroes as they are after another one."""
    heroes = tuple(each for each, sheet in fight.sheets.items() if sheet.side == "party" and each in ended.sheets)
    sheets, states, next_effect = {**fight.sheets}, {**fight.states}, fight.next_effect
    for hero in heroes:
        sheet, state = in_own_form(ended.sheets[hero], ended.states[hero])
        carried = {each: getattr(state, each) for each in LASTING_FIELDS if each not in ("max_hp", "used")}
        effects = [each for each in state.effects if lasts(system, each, heroes)]
        sheets[hero] = replace(sheets[hero], max_hp=sheet.max_hp)
        states[hero] = replace(
            states[hero],
            **carried,
            used=lasting_uses(system, sheet, state.used),
            effects=tuple(_carried_effect(each, hero, heroes, next_effect + n) for n, each in enumerate(effects)),
        )
        next_effect += len(effects)
    return replace(fight, sheets=sheets, states=states, next_effect=next_effect)


def _carried_effect(effect: Effect, bearer: str, heroes: Collection[str], number: int) -> Effect:
    """The effect with a new number.

    The hero becomes the source of a foe's effect, since foes are not in the next fight.
    """
    source = effect.source if effect.source in heroes else bearer
    return replace(effect, id=number, source=source, bundle=None, sustained=False)
