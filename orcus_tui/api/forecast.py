"""The odds of a fight as a library."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from orcus_tui.config import paths
from orcus_tui.simulation import forecast
from orcus_tui.simulation.day import Day, with_library
from orcus_tui.storage.encounter.read import read_encounter


class Odds(Struct, frozen=True):
    """The fights of one pair of habits: of the party and of the foes.

    `won` of `fights` were won by the party, in `rounds` rounds (the median). `falls` and `dies` say in how many fights
    a creature falls and dies, by id.
    """

    party: str
    foes: str
    fights: int
    won: int
    rounds: int
    falls: Mapping[str, int]
    dies: Mapping[str, int]

    @property
    def share(self) -> float:
        """The share of fights that the party won, from 0 to 1."""
        return self.won / self.fights if self.fights else 0.0


def odds(path: Path | str, *, fights: int | None = None, seed: int = 1, processes: int = 1) -> Iterator[Odds]:
    """Simulates the fight of an encounter file; yields the odds for each pair of habits.

    `fights` is the number for each pair; by default as many as needed. Powers summon creatures of the user's library.
    Raises OrcusError for a fight that cannot be played.
    """
    fight = read_encounter(Path(path))
    plan = forecast.Plan(forecast.all_pairs(fight.system), seed, fights, processes)
    pairs: Sequence[forecast.PairOdds] = ()
    for (found,) in forecast.forecast_days((with_library(Day((fight,)), paths.library()),), plan):
        pairs = found.pairs
    for each in pairs:
        by_creature = {id_: forecast.creature_odds(each.played, id_) for id_ in fight.sheets}
        yield Odds(
            each.pair.party.name,
            each.pair.foes.name,
            len(each.played),
            each.won,
            each.rounds,
            {id_: one.falls for id_, one in by_creature.items()},
            {id_: one.dies for id_, one in by_creature.items()},
        )
