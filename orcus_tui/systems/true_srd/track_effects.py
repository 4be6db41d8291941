"""The effects of marks on the damage track: lost turns, falling, dying, waking."""

from msgspec.structs import replace

from orcus_tui.model.creature import Track
from orcus_tui.model.duration import TARGET, THIS_TURN, Duration
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message
from orcus_tui.model.turn_places import is_in_turn
from orcus_tui.rules import effects, life, trigger_words, triggers
from orcus_tui.rules.in_force import conditions_of
from orcus_tui.rules.life import DEATH_SAVE
from orcus_tui.rules.system.resolution import Resolution
from orcus_tui.systems.true_srd.track import OBJECT, new_marks, track_of

TURN_LOST = {"dazed": "dazed", "staggered": "stunned", "wounded": "stunned"}
"""The condition for a creature's next turn when a box is marked (§Damage Conditions)."""
NEXT_TURN_LOST = {f"{each} next turn": each for each in dict.fromkeys(TURN_LOST.values())}
"""The effects on a creature that is hit in its own turn: it may finish that turn before it loses the next."""
FALLS = ("drops", "drops dying", "dying", "exhausted", "falls", "finished off", "out cold", "passes out", "suffocates")
"""The messages that say that a creature falls."""


# Marking and erasing


def set_track(resolution: Resolution, creature: str, track: Track, why: Message) -> None:
    """Sets a new track and applies death, dying or recovery; `why` is the message for the log."""
    staggers = track.staggered and not track_of(resolution.state(creature)).staggered
    resolution.change(creature, "track", track, why)
    follow_track(resolution, creature)
    if staggers and resolution.state(creature).life != "dead":
        triggers.note(resolution, creature, trigger_words.STAGGERED)
        triggers.note_for_others(resolution, creature, trigger_words.STAGGERED)


def follow_track(resolution: Resolution, creature: str) -> None:
    """Updates a creature's life, questions and effects after a change of its track."""
    track, is_object = track_of(resolution.state(creature)), resolution.sheet(creature).kind == OBJECT
    if track.dead or (is_object and track.dying):
        life.die(resolution, creature, message("destroyed") if is_object else life.DIES)
        return
    alive = resolution.state(creature).life
    if alive == "dead":
        resolution.change(creature, "life", "alive", message("not dead"))
    elif track.dying or (alive != "alive" and not track.unconscious):
        resolution.change(creature, "life", "alive")
    if not track.dying:
        effects.close_questions(resolution, creature, DEATH_SAVE, why=life.NOT_DYING)
    effects.review(resolution, creature)


def lose_turn(resolution: Resolution, creature: str, before: Track, source: str) -> None:
    """Dazes or stuns a creature for newly marked boxes, for a round or its next turn (§Damage Conditions)."""
    state = resolution.state(creature)
    after = track_of(state)
    if state.life == "dead" or after.unconscious or resolution.sheet(creature).kind == OBJECT:
        return
    lost = dict.fromkeys(TURN_LOST[box] for box in new_marks(before, after) if box in TURN_LOST)
    if is_in_turn(resolution.fight, creature):
        lose_following_turn(resolution, creature, tuple(lost), source or creature)
        return
    pattern = Effect(0, "", "condition", source or creature, _one_round(resolution.fight, creature))
    due = effects.anchor_duration(resolution, pattern.duration, creature, pattern.source)
    there = {each.name for each in state.effects if each.duration == due}
    effects.add_conditions(resolution, creature, tuple(each for each in lost if each not in there), pattern, None)


def lose_following_turn(resolution: Resolution, creature: str, lost: tuple[str, ...], source: str) -> None:
    """Makes a creature that was hit in its own turn dazed or stunned from the end of that turn."""
    there = {each.name for each in resolution.state(creature).effects}
    for name, condition in NEXT_TURN_LOST.items():
        if condition in lost and name not in there:
            effects.add(resolution, creature, Effect(0, name, "other", source, THIS_TURN))


def begin_lost_turn(resolution: Resolution, creature: str) -> None:
    """Dazes or stuns a creature that was hit in its own turn, from the end of that turn to the end of its next."""
    for effect in resolution.state(creature).effects:
        if effect.name in NEXT_TURN_LOST and effect.kind == "other":
            effects.end(resolution, creature, effect, None)
            pattern = Effect(0, "", "condition", effect.source, Duration("end", anchor=TARGET))
            effects.add_conditions(resolution, creature, (NEXT_TURN_LOST[effect.name],), pattern, None)


def _one_round(fight: Fight, creature: str) -> Duration:
    """A duration in which the creature loses one turn: a round, or outside of rounds until the end of its next turn."""
    if fight.active is None or fight.round == 0 or creature not in fight.order:
        return Duration("end", anchor=TARGET)
    return Duration("rounds", number=1)


def mark_dead(resolution: Resolution, creature: str) -> None:
    """Marks the dead on the track as well."""
    state = resolution.state(creature)
    if state.life == "dead" and not track_of(state).dead:
        resolution.change(creature, "track", replace(track_of(state), dead=True))


# The verbs


def knock_out(resolution: Resolution, creature: str) -> None:
    """`knockout`: marks the unconscious box and nothing lethal; a dying creature becomes stable."""
    track = track_of(resolution.state(creature))
    if track.dying:
        stabilize(resolution, creature)
        return
    set_track(resolution, creature, replace(track, unconscious=True), message("out cold"))


def stabilize(resolution: Resolution, creature: str) -> None:
    """Makes a creature stable: disabled and unconscious (§Dying)."""
    table = conditions_of(resolution.view)
    for effect in resolution.state(creature).effects:
        if effect.name in table and table[effect.name].needs_death_save:
            effects.end(resolution, creature, effect, message("is stable"))
    track = replace(track_of(resolution.state(creature)), dying=False, disabled=True, unconscious=True)
    set_track(resolution, creature, track, message("stable on the track"))
    resolution.change(creature, "life", "stable")


def revive(resolution: Resolution, creature: str, _hp: int | None) -> None:
    """Brings a creature back from the dead as it was before, but not dying (§Condition Summary)."""
    track = replace(track_of(resolution.state(creature)), dead=False, dying=False, disabled=True, unconscious=True)
    resolution.change(creature, "life", "stable", message("back from the dead"))
    resolution.change(creature, "death_successes", 0)
    set_track(resolution, creature, track, message("no longer dead"))
