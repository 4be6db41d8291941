"""Deaths of the latest command, which can still become knockouts (Orcus §Knocking a Creature Out)."""

from orcus_tui.model.creature import State
from orcus_tui.model.effect import Effect, effect_name
from orcus_tui.model.events import FightChanged, QuestionAsked, ZoneMembersChanged, ZoneRestored
from orcus_tui.model.fight import Fall, Fight
from orcus_tui.model.message import message
from orcus_tui.rules import effects
from orcus_tui.rules.system import Resolution


def remember(resolution: Resolution, creature: str, before: Fight) -> None:
    """Remembers the effects that a death has ended, until the next command; `before` is the fight before the death."""
    now = resolution.fight
    fall = Fall(
        creature,
        effects=tuple(
            (bearer, effect)
            for bearer, state in before.states.items()
            if now.states[bearer].effects is not state.effects
            for effect in state.effects
            if effect.id not in {each.id for each in now.states[bearer].effects}
        ),
        questions=tuple(each for each in before.questions if each not in now.questions),
        readied=before.readied.get(creature),
        delayed=(before.delayed[creature],) if creature in before.delayed else (),
        left=tuple(each for each, state in now.states.items() if _has_left(before, each, state)),
        zones=tuple((name, zone.inside) for name, zone in before.zones.items() if now.zones.get(name) is not zone),
    )
    earlier = () if now.fallen is resolution.began.fallen else now.fallen
    resolution.emit(FightChanged("fallen", (*earlier, fall)))


def _lasting_effects(resolution: Resolution, creature: str, fall: Fall) -> list[tuple[str, Effect]]:
    """The effects that ended with the death, but would last while their source is unconscious.

    An effect that lasts `while` another does is included only together with that effect.
    """
    lasting = [each for each in fall.effects if effects.is_upheld(resolution, creature, *each)]
    there = {(bearer, effect.name) for bearer, effect in lasting}
    return [
        (bearer, effect)
        for bearer, effect in lasting
        if effect.duration.ending != "while"
        or (bearer, effect.duration.words) in there
        or effects.has(resolution, bearer, effect.duration.words)
    ]


def _has_left(before: Fight, creature: str, state: State) -> bool:
    return state.place == "gone" and before.states[creature].place == "here"


def forget(resolution: Resolution) -> None:
    """At the end of a command that changes the fight, makes the deaths of the previous command final."""
    fight, began = resolution.fight, resolution.began
    if began.fallen and fight is not began and fight.fallen is began.fallen:
        resolution.emit(FightChanged("fallen", ()))


def undo(resolution: Resolution, creature: str) -> bool:
    """Turns a death of the latest command into unconsciousness, and restores effects that this would not have ended.

    Returns whether there was such a death.
    """
    fall = next((each for each in resolution.fight.fallen if each.creature == creature), None)
    if fall is None:
        return False
    resolution.emit(FightChanged("fallen", tuple(each for each in resolution.fight.fallen if each is not fall)))
    resolution.change(creature, "life", "knocked out", message("knocked out, not dead"))
    for each in fall.left:
        resolution.change(each, "place", "here", message("goes on here"))
    _restore_zones(resolution, fall)
    upheld = _lasting_effects(resolution, creature, fall)
    for bearer in dict.fromkeys(bearer for bearer, _ in upheld):
        ended = [effect for who, effect in upheld if who == bearer]
        note = message("goes on", what=tuple(map(effect_name, ended)))
        resolution.change(bearer, "effects", _oldest_first((*resolution.state(bearer).effects, *ended)), note)
    there = {each.id for state in resolution.fight.states.values() for each in state.effects}
    for question in fall.questions:
        if question.effect is None or question.effect in there:
            resolution.emit(QuestionAsked(question))
    if fall.readied:
        resolution.emit(FightChanged("readied", {**resolution.fight.readied, creature: fall.readied}))
    for count in fall.delayed:
        resolution.emit(FightChanged("delayed", {**resolution.fight.delayed, creature: count}))
    return True


def _restore_zones(resolution: Resolution, fall: Fall) -> None:
    """Restores the zones that the death ended, and the creatures that were inside its auras."""
    for name, inside in fall.zones:
        if name not in resolution.fight.zones and name in resolution.fight.ended_zones:
            resolution.emit(ZoneRestored(name))
        elif name in resolution.fight.zones:
            missing = tuple(each for each in inside if each not in resolution.fight.zones[name].inside)
            if missing:
                resolution.emit(ZoneMembersChanged(name, missing))


def _oldest_first(held: tuple[Effect, ...]) -> tuple[Effect, ...]:
    return tuple(sorted(held, key=lambda each: each.id))
