"""The order in the True SRD: initiative, surprise, delaying, readying, refocusing."""

from orcus_tui.model.duration import Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.model.turn_places import count_at, place_of_turn
from orcus_tui.model.typed_steps import SystemStep
from orcus_tui.rules import delay, effects, initiative, turn, turn_order
from orcus_tui.rules.actions import spend_for, use_once
from orcus_tui.rules.resolution import default_creature
from orcus_tui.rules.stats import initiative_modifiers, total
from orcus_tui.rules.system import chosen
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.options import OPTIONS
from orcus_tui.systems.true_srd.rounds import leave_place, remember_counts
from orcus_tui.systems.true_srd.track import ACTED, OBJECT

LOWEST = -10
HIGHEST = 20
REFOCUS = "refocus"
OPPOSITION = "the opposition"


# Initiative


def dexterity(fight: Fight, creature: str) -> int:
    """A creature's Dexterity, or its initiative bonus if the stat block has none."""
    sheet = fight.sheets[creature]
    return sheet.abilities.get("dex", sheet.initiative)


def initiative_rank(fight: Fight, creature: str) -> tuple[int, ...]:
    """High totals first, ties by Dexterity, then by a die (§Initiative)."""
    return (fight.states[creature].initiative or 0, dexterity(fight, creature))


def rolls_with(fight: Fight, creature: str) -> str:
    """The group that rolls initiative together: a creature's own, or by option all opponents (§Opponent Initiative)."""
    sheet = fight.sheets[creature]
    if chosen(OPTIONS, fight, "opponents_roll") == "once" and sheet.side == "foes":
        return OPPOSITION
    return sheet.group or creature


# Surprise


def in_play(fight: Fight, creature: str) -> bool:
    """Whether a creature is in the fight and takes turns, which objects do not."""
    state = fight.states[creature]
    return state.place == "here" and state.life != "dead" and fight.sheets[creature].kind != OBJECT


def has_round_zero(fight: Fight) -> bool:
    """Whether there is a surprise round: some creatures are aware, and not all (§The Surprise Round)."""
    unaware = {fight.states[each].surprised for each in fight.states if in_play(fight, each)}
    return unaware == {True, False}


def is_object(fight: Fight, creature: str) -> bool:
    """Whether a creature is an object, which takes no turns."""
    return fight.sheets[creature].kind == OBJECT


def waits_for_round_one(fight: Fight, creature: str) -> bool:
    """Whether a creature rolls after the surprise round, because it is unaware."""
    return fight.states[creature].surprised and has_round_zero(fight)


def open_fight(resolution: Resolution) -> None:
    """Ends surprise if all creatures are unaware (§The Surprise Round)."""
    if has_round_zero(resolution.fight):
        initiative.ask_early(resolution, those_without_place(resolution))
    else:
        for creature in resolution.fight.states:
            resolution.change(creature, "surprised", value=False, message=message("nobody aware"))


def acts_this_round(fight: Fight, creature: str) -> bool:
    """Whether a creature acts in this round: in the surprise round, only if it is aware."""
    return fight.round > 0 or not fight.states[creature].surprised


def end_surprise_round(resolution: Resolution) -> None:
    """Rolls initiative for the creatures without it after the surprise round, and sets the order (§Combat Sequence)."""
    fight = resolution.fight
    placed = tuple(each for each in fight.order if fight.states[each].initiative is not None)
    turn_order.set_order(resolution, placed)
    for creature in fight.states:
        resolution.change(creature, "surprised", value=False, message=message("no longer surprised"))
    initiative.roll_for(resolution, those_without_place(resolution))


def those_without_place(resolution: Resolution) -> tuple[str, ...]:
    """The creatures that take turns but have no initiative yet."""
    late = initiative.without_initiative(resolution)
    return tuple(each for each in late if in_play(resolution.fight, each))


def end_flat_footed(resolution: Resolution, creature: str) -> None:
    """Ends flat-footed for a creature when its turn comes (§Flat-Footed)."""
    if resolution.fight.round > 0 or resolution.option("flatfooted_until") == "acted":
        use_once(resolution, creature, ACTED)


# Delaying


def delay_floor(fight: Fight, creature: str) -> int:
    """The lowest count a creature can wait for: −10, less its initiative bonus (§Delaying Limits)."""
    return LOWEST - fight.sheets[creature].initiative


def delay_rank(fight: Fight, creature: str) -> tuple[int, ...]:
    """The rank among creatures that wait for the same count: bonus, then Dexterity (§Multiple Characters Delaying)."""
    return (fight.sheets[creature].initiative, dexterity(fight, creature))


def mention_rivals(resolution: Resolution, creature: str) -> None:
    """Logs a note if the rules do not decide which of two creatures that delay to the same count goes first."""
    fight = resolution.fight
    for other, count in fight.delayed.items():
        alike = delay_rank(fight, other) == delay_rank(fight, creature)
        if count is not None and count == fight.states[creature].initiative and alike:
            resolution.say("same count", creature, other=other, earlier=count - 1)


def end_delay(resolution: Resolution, creature: str) -> None:
    """Wastes a turn that was delayed past the lowest count; the creature then keeps that count (§Delaying Limits)."""
    floor = delay_floor(resolution.fight, creature)
    turn.waste_delayed_turn(resolution, creature)
    leave_place(resolution, creature)
    fight = resolution.fight
    ahead = [place for place in range(len(fight.order)) if (count_at(fight, place) or 0) >= floor]
    place = turn.delayed_place(fight, creature)
    turn_order.set_order(resolution, turn_order.moved(fight.order, place, ahead[-1] + 1 if ahead else 0))
    turn.note_count(resolution, creature, floor, message("waited to the floor"))


# Readying


def take_readied_action(resolution: Resolution, creature: str, current: str) -> None:
    """Takes the readied action; in the next round, before its turn, it replaces the turn (§Ready)."""
    readied_earlier = delay.interrupt_turn(resolution, creature, current)
    if creature in resolution.fight.order and creature != current and resolution.option("ready_tie") == "behind":
        order, here = resolution.fight.order, place_of_turn(resolution.fight)
        turn_order.set_order(resolution, turn_order.moved(order, here - 1, here + 1))
    if readied_earlier:
        delay.act_for_turn(resolution, creature)


# Refocusing


def refocus(resolution: Resolution, step: SystemStep) -> None:  # noqa: ARG001  # shared signature
    """`refocus`: for a full action, initiative counts as a roll of 20 from the next round on (§Refocus)."""
    creature = default_creature(resolution)
    spend_for(resolution, creature, "full")
    until = Duration("start", anchor=creature)
    effects.add(resolution, creature, Effect(0, REFOCUS, "other", creature, until))


def move_up(resolution: Resolution) -> None:
    """Moves up creatures that have refocused, at the start of a round, after durations are counted (§Refocus)."""
    for creature, effect in list(effects.all_effects(resolution)):
        if effect.name != REFOCUS or effect.kind != "other":
            continue
        effects.end(resolution, creature, effect, None)
        reached = HIGHEST + total(initiative_modifiers(resolution.view, creature))
        remember_counts(resolution, {creature: resolution.fight.round - 1})
        initiative.set_total(resolution, creature, reached, message("refocused"))
