"""Recaps: a fight of a campaign as Markdown to read aloud, made from its events without invented prose."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from orcus_tui.campaign.campaign import PLANNED, Campaign, CampaignFight
from orcus_tui.campaign.history import figures_of_journal
from orcus_tui.campaign.overview import division, treasure_text
from orcus_tui.errors import Impossible
from orcus_tui.model.text import plural
from orcus_tui.report.figures import FightFigures
from orcus_tui.report.report_forms import fall_lines, members, name_of
from orcus_tui.rules.creation import base_name

TURNING_POINTS = 3
"""The largest number of turning points in a recap."""
TURN = 0.1
"""The smallest share of a side's hit points that a turning point changes."""
ENDS = {"won": "The party won", "lost": "The party lost", "fled": "The fight was left"}


def recap_lines(campaign: Campaign, journals: Path, file: str = "") -> Iterator[str]:
    """The recap of a fight, by default of the last that ended. Raises Impossible or StorageError."""
    fight = _fight(campaign, file)
    if not fight.journal:
        raise Impossible(f"{fight.file} has no journal")
    figures = figures_of_journal(journals, fight.journal)
    yield f"# {figures.name}"
    yield ""
    if fight.day:
        yield f"Day {fight.day}."
    yield f"{_side(figures, 'party')} fought {_side(figures, 'foes')}."
    yield from _section("Turning points", _turning_points(figures))
    yield from _section("Who fell", fall_lines(figures))
    rounds = plural(figures.rounds, "round")
    yield from _section("How it ended", [f"{ENDS.get(fight.state, fight.state)} after {rounds}."])
    yield from _section("XP", [division(each) for each in campaign.awards if each.why == fight.file])
    loot = [each for each in campaign.treasures if fight.day and each.found == fight.day]
    yield from _section("Loot of the day", map(treasure_text, loot))


def _fight(campaign: Campaign, file: str) -> CampaignFight:
    ended = [each for each in campaign.fights if each.state != PLANNED and each.journal]
    if file:
        found = [each for each in ended if each.file in (file, f"{file}.toml")]
        if not found:
            raise Impossible(f"no fight {file} has ended")
        return found[-1]
    if not ended:
        raise Impossible("no fight of the campaign has ended yet")
    return max(ended, key=lambda each: (each.day or 0, ended.index(each)))


def _side(figures: FightFigures, side: str) -> str:
    """The creatures of a side: `Ari, Bel and 3 × Goblin`."""
    counted = Counter(base_name(each.name) for each in members(figures, side))
    names = [f"{count} × {name}" if count > 1 else name for name, count in counted.items()]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "nobody"


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    lines = [*lines]
    if lines:
        yield ""
        yield f"## {title}"
        yield ""
        yield from (f"- {line}" for line in lines)


def _turning_points(figures: FightFigures) -> list[str]:
    """The turns that changed a side's hit points most, in the order of the fight."""
    found: list[tuple[float, int, str]] = []
    for place in range(1, len(figures.course)):
        before, end = figures.course[place - 1], figures.course[place]
        for side, title in (("party", "the party"), ("foes", "the foes")):
            was, now = before.shares.get(side, 0.0), end.shares.get(side, 0.0)
            if abs(was - now) >= TURN:
                change = f"from {was * 100:.0f} % to {now * 100:.0f} % of their hit points"
                text = f"Round {end.round}, {name_of(figures, end.creature)}'s turn: {title} went {change}"
                found.append((abs(was - now), place, text))
    best = sorted(found, reverse=True)[:TURNING_POINTS]
    return [text for _, _, text in sorted(best, key=lambda each: each[1])]
