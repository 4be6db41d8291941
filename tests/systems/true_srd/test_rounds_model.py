"""Rounds according to the rules, in random play: they end just before the initiative count they began on.

Creatures take turns, delay, ready, refocus and join; the model only looks at rounds and counts.
"""

from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from orcus_tui.session.dice_source import GivenDice
from tests.helpers.casts.true_srd import TrueSrd, guard, rin, thug, turn


class Began(NamedTuple):
    """The beginning of an effect, and its number of rounds."""

    round: int
    count: int
    rounds: int

    def lasts(self, round_: int, count: int) -> bool | None:
        """Whether the effect is still there at a count; None at its own count, where the place in the order decides."""
        last = self.round + self.rounds
        if round_ == last and count == self.count:
            return None
        return round_ < last or (round_ == last and count > self.count)


MOVES = st.one_of(
    st.just("next"),
    st.just("next"),
    st.integers(1, 3).map(lambda rounds: f"apply rin WORDS {rounds}r"),
    st.integers(1, 3).map(lambda rounds: f"apply rin WORDS {rounds}r"),
    st.sampled_from(("delay", 'ready "x"', "refocus", "act")),
    st.integers(1, 9).map(lambda less: f"delay {less}"),
    st.integers(-9, 15).map(lambda bonus: f"add Late defense=12 dodge=1 toughness=3 init={bonus}"),
)


def line_of(move: str, state: dict[str, Any], place: int) -> str:
    """The line for a move in the current fight."""
    verb, *rest = move.split(" ", 1)
    if verb == "apply":
        return move.replace("WORDS", f'"effect {place}"')
    if verb == "delay" and rest:
        return f"delay {state['creatures'][state['active']]['initiative'] - int(rest[0])}"
    if verb == "act":
        waiting = [*state["delayed"], *state["readied"]]
        return f"act {waiting[place % len(waiting)]}" if waiting else "next"
    return move


@settings(max_examples=100)
@given(moves=st.lists(MOVES, min_size=15, max_size=40))
def test_rounds_end_just_before_the_count_they_began_on_even_if_the_order_changes(moves: list[str]) -> None:
    session = TrueSrd(rin(turn(20)), guard(turn(15)), thug(turn(10))).session
    session.dice_source = GivenDice([10] * 200)
    session.run("begin")
    running: dict[str, Began] = {}
    for place, move in enumerate(moves):
        state = session.state()
        creatures, active, round_ = state["creatures"], state["active"], state["round"]
        counts = [creatures[each]["initiative"] for each in state["order"]]
        here = creatures[active]["initiative"]
        there = {effect["name"] for effect in creatures["rin"]["effects"]}
        for words, began in running.items():
            lasts = began.lasts(round_, here)
            assert lasts is None or lasts == (words in there), f"{words}, {began}, in round {round_} on {here}"
        line = line_of(move, state, place)
        alone = counts.count(here) == 1
        if line.startswith("add") and (int(line.split("=")[-1]) + 10 in counts or len(counts) > 5):
            continue
        result = session.run(line)  # some are refused, such as a delay after acting
        if result and not result.error and line.startswith("apply") and alone:
            running[f"effect {place}"] = Began(round_, here, int(line[-2]))
