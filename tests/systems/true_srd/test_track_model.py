"""A small model of the damage track, written from the rules, compared with the program in random play."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.casts.true_srd import TrueSrd, grunts, rin

TOUGHNESS, CON = 5, 2
MINION_TOUGHNESS = 1
ROWS = {
    "lethal": ("wounded", "disabled", "dying", "dead"),
    "nonlethal": ("dazed", "staggered", "unconscious"),
}
BESIDE = {"wounded": "dazed", "disabled": "staggered", "dying": "unconscious"}
OPTIONS = ("collateral_rollover", "staggered_any_damage", "impossible_saves", "lethal_only")


@dataclass
class Creature:
    """A creature of the model: two tallies, and the boxes that are marked."""

    options: dict[str, bool]
    minion: bool = False
    bruised: int = 0
    hurt: int = 0
    boxes: set[str] = field(default_factory=set)

    @property
    def shaken(self) -> int:
        return 2 if "wounded" in self.boxes else 0

    def penalty(self, row: str) -> int:
        wounded, dazed = int("wounded" in self.boxes), int("dazed" in self.boxes)
        if row == "lethal":
            return self.hurt + wounded
        if self.options["lethal_only"]:
            return self.bruised + dazed
        return max(self.hurt, self.bruised) + dazed + wounded

    def strike(self, row: str, bonus: int, face: int) -> None:
        if "dead" in self.boxes:
            return
        toughness = MINION_TOUGHNESS if self.minion else TOUGHNESS
        margin = 15 + bonus - face - toughness + self.penalty(row)
        if margin <= 0:
            return
        was_staggered = "staggered" in self.boxes
        if self.minion:
            self.mark(row, 3)
        elif face == 20 and self.options["impossible_saves"]:
            self.mark(row, 0)
        else:
            self.mark(row, min(3, margin // 5))
        if was_staggered and self.options["staggered_any_damage"]:
            self.boxes.add("unconscious")

    def mark(self, row: str, result: int) -> None:
        if row == "nonlethal" and "unconscious" in self.boxes:
            self.boxes.add(self.first_free("lethal", 1))
        elif result == 0:
            self.bruised += 1
            self.hurt += row == "lethal"
        else:
            box = self.first_free(row, result)
            self.boxes.add(box)
            if box in BESIDE and row == "lethal":
                beside = ROWS["nonlethal"].index(BESIDE[box]) + 1
                rolls_over = self.options["collateral_rollover"]
                self.boxes.add(self.first_free("nonlethal", beside) if rolls_over else BESIDE[box])

    def first_free(self, row: str, result: int) -> str:
        return next((box for box in ROWS[row][result - 1 :] if box not in self.boxes), ROWS[row][-1])

    def dying_check(self, face: int) -> None:
        total = face + CON - self.shaken
        if total < 10:
            self.boxes.add("dead")
        elif total >= 20:
            self.boxes -= {"dying"}
            self.boxes |= {"disabled", "unconscious"}

    def recover(self, face: int) -> None:
        boxes = (each for each in ("unconscious", "staggered", "wounded", "disabled") if each in self.boxes)
        box = next(boxes, "")
        if face + CON - self.shaken >= 10:
            self.boxes.discard(box)

    @property
    def state(self) -> str:
        if "dead" in self.boxes:
            return "dead"
        return "down" if self.boxes & {"unconscious", "dying"} else "up"

    @property
    def track(self) -> dict[str, Any]:
        marked = {box: box in self.boxes for row in ROWS.values() for box in row}
        return {"bruised": self.bruised, "hurt": self.hurt, **marked}


SOME_ROW = st.sampled_from(sorted(ROWS))
FACES = st.integers(1, 20)
BLOWS = st.tuples(SOME_ROW, st.integers(-3, 14), FACES)
HARD_BLOWS = st.tuples(SOME_ROW, st.integers(11, 14), st.just(20))
"""Damage that even the highest face does not resist, for the option `impossible_saves`."""


@settings(max_examples=80)
@given(
    options=st.fixed_dictionaries({name: st.booleans() for name in OPTIONS}),
    moves=st.lists(BLOWS | HARD_BLOWS | FACES, min_size=4, max_size=14),
)
@pytest.mark.parametrize("minion", [False, True])
def test_the_track_matches_the_model_of_the_rules(minion: bool, options: dict[str, bool], moves: list[Any]) -> None:
    """A move is damage, or the die of the check that the creature would make then."""
    penalises = "lethal_only" if options["lethal_only"] else "all"
    lines = [f"{name} = {str(options[name]).lower()}" for name in OPTIONS[:3]] + [f'hurt_penalises = "{penalises}"']
    fight = TrueSrd(grunts().replace("con = 0", f"con = {CON}") if minion else rin(), options="\n".join(lines))
    who, model = "grunt1" if minion else "rin", Creature(options, minion)
    for move in moves:
        if isinstance(move, tuple):
            row, bonus, face = move
            model.strike(row, bonus, face)
            fight.play(f"damage {who} {bonus} {row} face {face}")
        elif "dead" not in model.boxes and "dying" in model.boxes:
            model.dying_check(move)
            fight.play(f"check {who} dying {move}")
        elif "dead" not in model.boxes and model.boxes - {"dazed"}:
            model.recover(move)
            fight.play(f"check {who} recovery {move}")
        fight.shows(who, track=model.track, state=model.state)
