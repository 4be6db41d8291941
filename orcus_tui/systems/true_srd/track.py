"""The damage track of the True SRD: the marks of failed Toughness saves, and their penalties to later saves."""

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.creature import LETHAL, NONLETHAL, Track
from orcus_tui.rules.system.hooks import Modifier

TALLY, BOX, WORST = 0, 1, 3
"""The results by the margin of a failed save: under 5, 5 or more, 15 or more. A row has one more box than results."""
STEP = 5


class TrackReading(Struct, frozen=True):
    """The options of a fight that concern the track."""

    collateral_rollover: bool = False
    staggered_any_damage: bool = False


def result_by_margin(margin: int) -> int:
    """The result of a save that fails by this margin, as a position on its row (§Damage and Recovery)."""
    return min(WORST, margin // STEP)


def mark_result(track: Track, row: str, step: int, reading: TrackReading) -> Track:
    """The track after a result of a row, `lethal` or `nonlethal` (§Damage and Recovery)."""
    after = _lethal(track, step, reading) if row == "lethal" else _nonlethal(track, step)
    if reading.staggered_any_damage and track.staggered:
        after = replace(after, unconscious=True)
    return after


def first_free(track: Track, row: tuple[str, ...], step: int) -> str:
    """The box of a result, or the next free one on the row if it is marked."""
    return next((box for box in row[step:] if not getattr(track, box)), row[-1])


def _lethal(track: Track, step: int, reading: TrackReading) -> Track:
    """The track after a lethal result, with its non-lethal mark (§Collateral Damage)."""
    if step == TALLY:
        return replace(track, hurt=track.hurt + 1, bruised=track.bruised + 1)
    box = first_free(track, LETHAL, step)
    marked = {box: True}
    column = LETHAL.index(box)
    if column < len(NONLETHAL):
        other = first_free(track, NONLETHAL, column) if reading.collateral_rollover else NONLETHAL[column]
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
