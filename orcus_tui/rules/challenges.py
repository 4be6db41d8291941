"""Challenges: successes and failures are counted until there are enough of either."""

from msgspec.structs import replace

from orcus_tui.errors import Impossible
from orcus_tui.model import typed_steps
from orcus_tui.model.events import FightChanged
from orcus_tui.model.fight import Challenge
from orcus_tui.model.message import Message, message
from orcus_tui.rules.system.resolution import Resolution

MOST_CHALLENGES = 100


def start(resolution: Resolution, step: typed_steps.StartChallenge) -> None:
    """`challenge`: starts a challenge; a decided challenge may start again."""
    known = resolution.fight.challenges.get(step.name)
    if known and known.result is None:
        raise Impossible(f'{step.name} is open already; `success "{step.name}"` counts a success', of="name")
    if known is None and len(resolution.fight.challenges) >= MOST_CHALLENGES:
        raise Impossible(f"a fight has at most {MOST_CHALLENGES} challenges", of="name")
    note = message("challenge started", name=step.name, needs=step.needs, limit=step.limit)
    _set(resolution, step.name, Challenge(step.needs, step.limit), note)


def count(resolution: Resolution, step: typed_steps.CountInChallenge) -> None:
    """`success` and `failure`: count in a challenge, and say when it is decided."""
    name = step.name or _only_open(resolution)
    known = resolution.fight.challenges[name]
    if known.result:
        resolution.forbid("challenge decided", name=name, result=known.result)
    changed = replace(known, **{step.what: getattr(known, step.what) + step.number})
    _set(resolution, name, changed, standing(name, changed))


def standing(name: str, challenge: Challenge) -> Message:
    """The successes and failures of a challenge, and its result."""
    return message(
        "challenge counted" if challenge.result is None else "challenge over",
        name=name,
        needs=challenge.needs,
        limit=challenge.limit,
        successes=challenge.successes,
        failures=challenge.failures,
        result=challenge.result or "",
    )


def _set(resolution: Resolution, name: str, changed: Challenge, note: Message) -> None:
    resolution.emit(FightChanged("challenges", {**resolution.fight.challenges, name: changed}, note))


def _only_open(resolution: Resolution) -> str:
    """The only open challenge, else the only one. Raises Impossible if there are none or several."""
    challenges = resolution.fight.challenges
    if not challenges:
        raise Impossible('there is no challenge; `challenge "NAME" 6 before 3` starts one')
    found = [name for name, each in challenges.items() if each.result is None] or list(challenges)
    if len(found) > 1:
        raise Impossible(f"which challenge? {', '.join(found)}")
    return found[0]
