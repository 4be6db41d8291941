"""Changes of what players see and may send: `players`, `players input`, `announce`."""

from collections.abc import Mapping

from orcus_tui.errors import Impossible
from orcus_tui.model.events import FightChanged, StateChanged
from orcus_tui.model.message import Message, message
from orcus_tui.model.player_settings import DEFAULT_WORD, FIGHT_SETTINGS, INPUT_ON, NEVER_DONE, SIDES
from orcus_tui.model.steps import Targets
from orcus_tui.model.typed_steps import Announce, SetInput, SetPlayers
from orcus_tui.rules.field_faults import FieldFaults
from orcus_tui.rules.public_settings import read_setting
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.rules.validators import REMARK, Scope


def set_players(resolution: Resolution, step: SetPlayers) -> None:
    """`players`: sets what players see of a side, of creatures, or of the whole fight."""
    try:
        scope = Scope(resolution.system)
        value = DEFAULT_WORD if step.value == DEFAULT_WORD else read_setting(scope, step.key, step.value)
    except FieldFaults as wrong:
        raise Impossible(str(wrong), of="value") from wrong
    if step.key in FIGHT_SETTINGS:
        if step.sides or step.targets:
            raise Impossible(f"{step.key} is a setting of the fight; leave out `for`", of="subjects")
        keys = [step.key]
    else:
        whole = not (step.sides or step.targets)
        keys = [f"{side}.{step.key}" for side in (SIDES if whole else step.sides)]
    note = message("players set", key=step.key, to=value)
    if step.sides:
        note = message("players set for", key=step.key, to=value, sides=", ".join(step.sides))
    if keys:
        _set_of_fight(resolution, dict.fromkeys(keys, value), note)
    _set_of_creatures(resolution, step.targets, step.key, value, step.key)


def set_input(resolution: Resolution, step: SetInput) -> None:
    """`players input`: sets what phones may send."""
    if step.kind in NEVER_DONE and step.value == "do":
        raise Impossible(f"{step.kind} can only be off or propose", of="value")
    key = f"{INPUT_ON}.{step.kind}" if step.kind else INPUT_ON
    shown = f"input {step.kind}".strip()
    if not step.targets:
        _set_of_fight(resolution, {key: step.value}, message("players set", key=shown, to=step.value))
    _set_of_creatures(resolution, step.targets, key, step.value, shown)


def _set_of_fight(resolution: Resolution, changed: Mapping[str, str], note: Message) -> None:
    resolution.emit(FightChanged("players", _with(resolution.fight.players, changed), note))


def _set_of_creatures(resolution: Resolution, creatures: Targets, key: str, value: str, shown: str) -> None:
    """Sets a setting of creatures; `shown` is its name in the log."""
    for creature in creatures:
        players = _with(resolution.state(creature).players, {key: value})
        resolution.emit(StateChanged(creature, "players", players, message("players set of", key=shown, to=value)))


def _with(held: Mapping[str, str], changed: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in {**held, **changed}.items() if value != DEFAULT_WORD}


def announce(resolution: Resolution, step: Announce) -> None:
    """`announce`: shows a line in large print on the players' screens; an empty line clears it."""
    text = REMARK.read(Scope(resolution.system), step.text) if step.text else ""
    note = message("announced", text=text) if text else message("announcement gone")
    resolution.emit(FightChanged("announcement", text, note))
