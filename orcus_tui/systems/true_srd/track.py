"""The damage track of the True SRD: in words, its conditions, the marks of failed saves, and their penalties.

`track_effects` has what follows from new marks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from orcus_tui.model.creature import LETHAL, NONLETHAL, Sheet, State, Track, read_track
from orcus_tui.model.fight import Fight, OptionValue
from orcus_tui.rules.system import chosen
from orcus_tui.rules.system.health import BoxRow
from orcus_tui.rules.system.hooks import Modifier
from orcus_tui.systems.true_srd.options import OPTIONS

if TYPE_CHECKING:
    from orcus_tui.model.events import Event, Standing

ACTED = "has acted"
OBJECT, MINION = "object", "minion"
FLAT_FOOTED = "flat-footed"
"""An immunity of stat blocks with Uncanny Dodge, which cannot be attacked by surprise either (§Surprise Attack)."""
ENTANGLED = "entangled"
"""A creature entangled twice is helpless (§Condition Summary)."""
BOXES = ("staggered", "unconscious", "wounded", "disabled", "dying")
"""The boxes that are conditions while they are marked; dazed ends after a turn, and only its mark stays."""

TALLY, BOX, WORST = 0, 1, 3
"""The results by the margin of a failed save: under 5, 5 or more, 15 or more. A row has one more box than results."""
STEP = 5


# The track in words, and its conditions


def begin(state: State) -> State:
    """The state of a creature that joins the fight: with a track, and dead if the track says so."""
    track = track_of(state)
    return replace(state, track=track, life="dead" if track.dead else state.life)


def figure(_sheet: Sheet, state: State) -> str:
    """`(hurt 2, wounded; bruised 2)`; empty if nothing is marked."""
    marks = read_track(track_of(state))
    return f"({marks})" if marks else ""


def in_brief(_sheet: Sheet, state: State) -> str:
    """The worst marked box, lethal before non-lethal; without a marked box, the tally: `3 hurt`."""
    track = track_of(state)
    for _, *boxes in (LETHAL, NONLETHAL):
        if count := _last_box(track, boxes):
            return boxes[count - 1]
    return f"{track.hurt} hurt" if track.hurt else f"{track.bruised} bruised" if track.bruised else ""


def remaining(_sheet: Sheet, state: State) -> tuple[int, int]:
    """The number of free boxes on the worse row, and the number of boxes of the longer row."""
    track = track_of(state)
    most = len(LETHAL) - 1
    return most - max(_last_box(track, LETHAL[1:]), _last_box(track, NONLETHAL[1:])), most


def _last_box(track: Track, boxes: Sequence[str]) -> int:
    """The position of the last marked box, from 1; 0 if none is marked."""
    return max((place for place, box in enumerate(boxes, start=1) if getattr(track, box)), default=0)


def boxes(state: State) -> Sequence[BoxRow]:
    """Both rows, the lethal one first."""
    track = track_of(state)
    return [
        BoxRow(title, tally, getattr(track, tally), {box: getattr(track, box) for box in names})
        for title, (tally, *names) in (("lethal", LETHAL), ("non-lethal", NONLETHAL))
    ]


def is_badly_hurt(state: State) -> bool:
    """Wounded or staggered."""
    track = track_of(state)
    return track.wounded or track.staggered


def standing_figure(standing: Standing) -> str:
    """`(hurt 2, wounded)`; empty if nothing is marked, and for the dead."""
    marks = read_track(standing.track or Track())
    return f"({marks})" if marks else ""


def in_full(_sheet: Sheet, state: State) -> str:
    """`track (hurt 2, wounded)`, `track (unharmed)`."""
    return f"track ({read_track(track_of(state)) or 'unharmed'})"


def as_printed(sheet: Sheet, state: State) -> str:
    """`track (hurt 2, wounded)`; empty if nothing is marked."""
    return f"track {marks}" if (marks := figure(sheet, state)) else ""


def is_change(event: Event) -> bool:
    """Whether an event changes the track, or the state that follows from it."""
    from orcus_tui.model.events import StateChanged

    return isinstance(event, StateChanged)


def why_implied(state: State, condition: str) -> str:
    """The reason for an implied condition: a box of the track, or the state of the fight."""
    return "on the damage track" if getattr(track_of(state), condition, False) else "by the state of the fight"


def track_of(state: State) -> Track:
    """A creature's track; an empty one if its file has none."""
    return state.track or Track()


def derived_conditions(fight: Fight, creature: str) -> tuple[str, ...]:
    """Conditions implied by the boxes, by being entangled twice, and by not having acted yet.

    §Damage Conditions, §Condition Summary, §Flat-Footed.
    """
    state, sheet = fight.states[creature], fight.sheets[creature]
    if state.life == "dead" or sheet.kind == OBJECT:
        return ()
    track = track_of(state)
    found = [box for box in BOXES if getattr(track, box)]
    if state.life == "stable":
        found.append("stable")
    if sum(each.kind == "condition" and each.name == ENTANGLED for each in state.effects) > 1:
        found.append("helpless")
    if fight.phase == "turns" and state.place == "here" and FLAT_FOOTED not in sheet.immune:
        found += [FLAT_FOOTED] * (ACTED not in state.used)
        found += ["surprised"] * (fight.round == 0 and state.surprised)
    return tuple(found)


# Marks


def result_by_margin(margin: int) -> int:
    """The result of a save that fails by this margin, as a position on its row (§Damage and Recovery)."""
    return min(WORST, margin // STEP)


def mark_result(track: Track, row: str, step: int, option: Callable[[str], OptionValue]) -> Track:
    """The track after a result of a row, `lethal` or `nonlethal` (§Damage and Recovery)."""
    after = _lethal(track, step, option) if row == "lethal" else _nonlethal(track, step)
    if option("staggered_any_damage") and track.staggered:
        after = replace(after, unconscious=True)
    return after


def first_free(track: Track, row: tuple[str, ...], step: int) -> str:
    """The box of a result, or the next free one on the row if it is marked."""
    return next((box for box in row[step:] if not getattr(track, box)), row[-1])


def _lethal(track: Track, step: int, option: Callable[[str], OptionValue]) -> Track:
    """The track after a lethal result, with its non-lethal mark (§Collateral Damage)."""
    if step == TALLY:
        return replace(track, hurt=track.hurt + 1, bruised=track.bruised + 1)
    box = first_free(track, LETHAL, step)
    marked = {box: True}
    column = LETHAL.index(box)
    if column < len(NONLETHAL):
        other = first_free(track, NONLETHAL, column) if option("collateral_rollover") else NONLETHAL[column]
        marked[other] = True
    return replace(track, **marked)


def _nonlethal(track: Track, step: int) -> Track:
    """The track after a non-lethal result; if unconscious, with the first free lethal box (§Non-lethal Damage)."""
    if track.unconscious:
        return replace(track, **{first_free(track, LETHAL, BOX): True})
    if step == TALLY:
        return replace(track, bruised=track.bruised + 1)
    return replace(track, **{first_free(track, NONLETHAL, step): True})


def new_marks(before: Track, after: Track) -> tuple[str, ...]:
    """The new or higher marks, the lethal row first."""
    return tuple(name for name in (*LETHAL, *NONLETHAL) if getattr(after, name) != getattr(before, name))


def penalties(track: Track, row: str, hurt_penalises: str) -> list[Modifier]:
    """The penalties to a Toughness save against damage of a row (§Lethal Damage, §Non-lethal Damage).

    Only the larger number of bruises or hurts counts; `hurt_penalises` is the option of that name.
    """
    found = {"hurt": track.hurt, "wounded": int(track.wounded)}
    if row == "nonlethal" and hurt_penalises == "lethal_only":
        found = {"bruised": track.bruised, "dazed": int(track.dazed)}
    elif row == "nonlethal":
        tally = "hurt" if track.hurt >= track.bruised else "bruised"
        found = {tally: max(track.hurt, track.bruised), "dazed": int(track.dazed), "wounded": int(track.wounded)}
    return [(-number, "", name) for name, number in found.items() if number]


def defense_changes(fight: Fight, creature: str, defense: str, against: str) -> list[Modifier]:
    """The penalties to Toughness from marks and from being wounded, by default against lethal damage."""
    if defense != "toughness":
        return []
    row, state = "nonlethal" if against == "nonlethal" else "lethal", fight.states[creature]
    track = track_of(state)
    if any(each.kind == "condition" and each.name == "wounded" for each in state.effects):
        track = replace(track, wounded=True)
    return penalties(track, row, str(chosen(OPTIONS, fight, "hurt_penalises")))
