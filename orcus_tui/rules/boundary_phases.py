"""The phases of the turn boundary that several systems share, and surprise; each system lists its phases in order.

Persistent damage differs in each system: `TurnRules.start` in its `play.py` names the function.
"""

from collections.abc import Mapping

from orcus_tui.errors import Impossible
from orcus_tui.model import typed_steps
from orcus_tui.model.creature import Sheet
from orcus_tui.model.duration import Duration
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import message
from orcus_tui.model.trigger import Trigger
from orcus_tui.model.zone import ZonePoint
from orcus_tui.rules import effects, life, saves, trigger_words, triggers, zones
from orcus_tui.rules.system.resolution import Resolution


def saving_throws(resolution: Resolution, creature: str) -> None:
    """Makes the saves against effects that a save ends, oldest first, one for each bundle (Orcus §Duration)."""
    saves.save_each(resolution, creature, resolution.fight.states[creature].effects)


def regeneration(resolution: Resolution, creature: str) -> None:
    """Heals by the highest regeneration, starting from 0 if hit points are negative (Orcus §Regeneration)."""
    state, sheet = resolution.fight.states[creature], resolution.fight.sheets[creature]
    if not state.effects and sheet.regeneration <= 0:
        return
    highest = max((sheet.regeneration, *effects.regenerations(resolution, creature)))
    if highest > 0 and resolution.system.health.can_regenerate(sheet, state):
        life.gain(resolution, creature, highest, message("regenerates", amount=highest))


def death_save_if_dying(resolution: Resolution, creature: str) -> None:
    """Makes a death save for a dying creature."""
    if saves.needs_death_save(resolution, creature):
        saves.death_save(resolution, creature)


def reminders_at_start(resolution: Resolution, creature: str) -> None:
    """Logs what is due at the start of this creature's turn, and runs the lines of zones and triggers."""
    _carry_out_what_is_due(resolution, creature, "start", trigger_words.TURN_START)


def reminders_at_end(resolution: Resolution, creature: str) -> None:
    """Logs what is due at the end of this creature's turn, and runs the lines of zones and triggers."""
    _carry_out_what_is_due(resolution, creature, "end", trigger_words.TURN_END)


def _carry_out_what_is_due(resolution: Resolution, creature: str, point: ZonePoint, trigger: Trigger) -> None:
    """A creature that this turn has already killed, even by a zone, has no further reminders and triggers."""
    state = resolution.fight.states[creature]
    if state.life != "dead":
        if state.effects:
            log_due_reminders(resolution, creature, point)
        if resolution.view.of_sheets(_with_auras):
            auras(resolution, creature, point)
        if resolution.fight.zones:
            zones.run_lines(resolution, creature, point)
    if resolution.fight.states[creature].life != "dead":
        triggers.note(resolution, creature, trigger)
    if resolution.triggers:
        triggers.set_off(resolution)


def log_due_reminders(resolution: Resolution, creature: str, point: str) -> None:
    """Logs the reminders for the start or the end of a creature's turn."""
    for effect in resolution.fight.states[creature].effects:
        if effect.point == point:
            resolution.say("remember", creature, text=effect.name)


def auras(resolution: Resolution, creature: str, point: str) -> None:
    """Logs the opponents' auras that act at the start or the end of a turn."""
    side = resolution.sheet(creature).side
    for other, sheet in [each for each in resolution.view.of_sheets(_with_auras) if each[1].side != side]:
        state = resolution.state(other)
        ends = any(each in sheet.aura for each in resolution.system.words.aura_at_turn_end)
        if state.life != "dead" and state.place == "here" and ends == (point == "end"):
            resolution.say("aura", other, text=sheet.aura)


def _with_auras(sheets: Mapping[str, Sheet]) -> tuple[tuple[str, Sheet], ...]:
    return tuple((creature, sheet) for creature, sheet in sheets.items() if sheet.aura)


SURPRISED = "surprised"


def surprise(resolution: Resolution, step: typed_steps.Surprise) -> None:
    """`surprise`: makes the targets surprised when the fight begins."""
    refuse_late_surprise(resolution)
    if not resolution.system.initiative.has_surprise:
        raise Impossible(f"{resolution.system.display_name} has no surprise{_instead(resolution)}")
    for creature in step.targets:
        resolution.change(creature, "surprised", value=True, message=message("will be surprised"))


def refuse_late_surprise(resolution: Resolution) -> None:
    """Raises Impossible once the fight has begun, since surprise is decided at its beginning."""
    if resolution.fight.phase != "setup":
        raise Impossible("the fight has already begun; use `apply` for the condition")


def _instead(resolution: Resolution) -> str:
    own = ", ".join(f"`{each.name} {each.usage}`" for each in resolution.system.verbs)
    return f"; its own commands: {own}" if own else ""


def is_any_surprised(fight: Fight) -> bool:
    """Whether any creature is marked as surprised when the fight begins."""
    return any(state.surprised for state in fight.states.values())


def apply_surprise(resolution: Resolution, until: Duration | None = None) -> None:
    """Puts the condition `surprised` on creatures that are marked for it, by default until their first turn ends."""
    for creature, state in resolution.fight.states.items():
        if state.surprised:
            lasts = until or Duration("end", anchor=creature)
            effects.add_condition(resolution, creature, SURPRISED, creature, lasts)
            resolution.change(creature, "surprised", value=False)


def is_surprised(fight: Fight, creature: str) -> bool:
    """Whether the condition is on a creature."""
    return any(each.name == SURPRISED for each in fight.states[creature].effects)


def end_surprise(resolution: Resolution) -> None:
    """Ends surprise with the opening round."""
    for creature, effect in list(effects.all_effects(resolution)):
        if effect.name == SURPRISED:
            effects.end(resolution, creature, effect, message("surprise round over"))
