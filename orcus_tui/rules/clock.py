"""The clock: time that passes in rounds, between fights and with rests, and the timers that it moves."""

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import typed_steps
from orcus_tui.model.clock import Countdown, time_text
from orcus_tui.model.events import FightChanged
from orcus_tui.model.message import Message, message
from orcus_tui.model.offer import ENCOUNTER, OfferedLine
from orcus_tui.rules import offers
from orcus_tui.rules.expiry import count_all_down
from orcus_tui.rules.system.resolution import Resolution

MOST_TIMERS = 100


def move(resolution: Resolution, seconds: int) -> None:
    """Moves the clock and the timers in a fight, where turns count effects down."""
    fight = resolution.fight
    resolution.emit(FightChanged("clock", fight.clock + seconds))
    if not fight.timers:
        return
    left = {name: replace(each, left=each.left - seconds) for name, each in fight.timers.items()}
    _set_timers(resolution, {name: each for name, each in left.items() if each.left > 0})
    for name, each in left.items():
        if each.left <= 0:
            _ring(resolution, name, each)


def let_pass(resolution: Resolution, seconds: int) -> None:
    """Moves the clock outside the turns of a fight, where the clock itself counts effects down."""
    length = resolution.system.round_seconds
    before = resolution.fight.clock // length
    move(resolution, seconds)
    count_all_down(resolution, resolution.fight.clock // length - before)
    resolution.system.rest.after_time(resolution, seconds)


def pass_time(resolution: Resolution, step: typed_steps.PassTime) -> None:
    """`pass`: lets time pass between fights."""
    if resolution.fight.phase == "turns":
        raise Impossible("the fight is on, and its rounds move the clock; `finish` it first")
    resolution.say("time passes", time=time_text(step.time))
    let_pass(resolution, step.time)


# Timers


def start_timer(resolution: Resolution, step: typed_steps.StartTimer) -> None:
    """`timer`: starts a timer, or ends it before its time."""
    timers = resolution.fight.timers
    if step.time is None:
        if step.name not in timers:
            raise Impossible(f"there is no timer {step.name}")
        left = {name: each for name, each in timers.items() if name != step.name}
        _set_timers(resolution, left, message("timer off", name=step.name))
        return
    if step.name not in timers and len(timers) >= MOST_TIMERS:
        raise Impossible(f'a fight has at most {MOST_TIMERS} timers; `timer "{next(iter(timers))}" off` ends one')
    line = step.line or (timers[step.name].line if step.name in timers else "")
    note = message("timer set", name=step.name, time=time_text(step.time))
    _set_timers(resolution, {**timers, step.name: Countdown(step.time, line)}, note)


def _set_timers(resolution: Resolution, timers: dict[str, Countdown], note: Message | None = None) -> None:
    resolution.emit(FightChanged("timers", timers, note))


def _ring(resolution: Resolution, name: str, over: Countdown) -> None:
    """Logs that a timer is over, and offers its line."""
    resolution.say("timer over", name=name)
    fight = resolution.fight
    creature = fight.active or next(iter(fight.states), "")
    if over.line and creature:
        offers.make_offer(resolution, creature, name, OfferedLine(over.line), targets=None, until=ENCOUNTER)
