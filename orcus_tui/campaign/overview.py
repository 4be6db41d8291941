"""A campaign in lines: the fights in order, the day, XP, timers and loot."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.builder.difficulty import difficulty_summary
from orcus_tui.builder.draft import Draft, draft_from_table
from orcus_tui.builder.draft_file import party_levels, with_party
from orcus_tui.campaign.campaign import (
    FILE_NAME,
    PLANNED,
    SKIPPED,
    Award,
    Campaign,
    CampaignFight,
    Treasure,
    other_system_message,
)
from orcus_tui.campaign.campaign_cache import CampaignCache
from orcus_tui.errors import OrcusError
from orcus_tui.model.clock import time_text
from orcus_tui.model.creature import Sheet
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import plural, points
from orcus_tui.rules.encounter_building import Levels
from orcus_tui.storage.encounter.read import path_inside, read_campaign_tables, read_party
from orcus_tui.systems import SYSTEMS, building


class Overview(Struct, frozen=True, dict=True):
    """The subject of the lines: a campaign, its folder, and the cache of its files.

    `running` has the journals of unfinished fights, by file; the timers are those of the present `fight`; `odds` has
    the odds of planned fights, by file.
    """

    campaign: Campaign
    folder: Path
    cache: CampaignCache
    running: Mapping[str, str] = {}
    fight: Fight | None = None
    odds: Mapping[str, str] = {}

    @cached_property
    def levels(self) -> Levels:
        """The levels of the heroes in the campaign's party. Raises StorageError if it cannot be read."""
        campaign = self.campaign
        return party_levels(self.folder, campaign.party, campaign.system) if campaign.party else ()


def campaign_lines(overview: Overview) -> Iterator[str]:
    """The campaign, a line for each fight, then the day, the heroes' XP, timers, and the loot."""
    campaign = overview.campaign
    yield f"{campaign.name} · {SYSTEMS[campaign.system].title} · day {campaign.day}, {campaign.clock}"
    upcoming = campaign.next_place
    for place, fight in enumerate(campaign.fights):
        mark = "›" if place == upcoming else " "
        yield f"{mark} {place + 1}. {fight.file}: {_state(fight, overview)}"
    if not campaign.fights:
        yield "  no fights yet; `campaign add FILE` adds one"
    yield from _day(campaign)
    heroes, problem = _heroes_of_party(overview)
    yield from _heroes(campaign, heroes)
    yield from problem
    if overview.fight:
        yield from (f"Timer: {name}, {time_text(each.left)}" for name, each in overview.fight.timers.items())
    yield from _loot(campaign, heroes)


def _state(fight: CampaignFight, overview: Overview) -> str:
    """The outcome of a fight; for a planned fight, its difficulty, and the odds if they are known."""
    if fight.state != PLANNED:
        return f"{fight.state}{f', day {fight.day}' if fight.day else ''}"
    running = overview.running.get(fight.file)
    state = f"running, {running}" if running else PLANNED
    return ": ".join([f"{state}: {_difficulty(fight, overview)}", *filter(None, (overview.odds.get(fight.file),))])


def _difficulty(fight: CampaignFight, overview: Overview) -> str:
    """The difficulty of a planned fight, or why it is unknown; cached until the encounter or the party changes."""
    campaign, folder = overview.campaign, overview.folder
    paths = [path_inside(folder / FILE_NAME, each) for each in (fight.file, campaign.party) if each]

    def find() -> str:
        try:
            draft = _draft(paths[0], overview)
            wrong = other_system_message(draft.system, campaign.system)
            return wrong or difficulty_summary(draft) or "difficulty unknown"
        except OrcusError as fault:
            return str(fault).splitlines()[0]

    return overview.cache.difficulty(campaign.system, paths, find)


def _draft(path: Path, overview: Overview) -> Draft:
    """An encounter with the system and the party of the campaign, unless it has its own."""
    draft = draft_from_table(read_campaign_tables(path, overview.campaign.system))
    if draft.party:
        return with_party(draft, path.parent, draft.party)
    return replace(draft, heroes=overview.levels) if draft.system == overview.campaign.system else draft


def _day(campaign: Campaign) -> Iterator[str]:
    """The fights and the XP of today, and the system's budget for a day."""
    today = [each for each in campaign.fights if each.day == campaign.day and each.state != SKIPPED]
    xp = sum(each.xp for each in campaign.awards if each.day == campaign.day)
    day = building(campaign.system).day
    left = f", {max(0, day.fights - len(today))} left of {day.fights} ({day.means})" if day else ""
    yield f"Today: {plural(len(today), 'fight')}, {points(xp)} XP{left}"


def _heroes_of_party(overview: Overview) -> tuple[Mapping[str, Sheet], list[str]]:
    """The heroes by id; if the party cannot be read, the reason."""
    campaign = overview.campaign
    if not campaign.party:
        return {}, []
    try:
        return read_party(path_inside(overview.folder / FILE_NAME, campaign.party), campaign.system).sheets, []
    except OrcusError as fault:
        return {}, [str(fault).splitlines()[0]]


def _heroes(campaign: Campaign, heroes: Mapping[str, Sheet]) -> Iterator[str]:
    """The XP of each hero, and the XP missing for the next level."""
    left = {each: None for award in campaign.awards for each in award.to if each not in heroes}
    for hero in (*heroes, *left):
        xp, sheet = campaign.xp_of(hero), heroes.get(hero)
        name = sheet.name if sheet else f"{hero} (not in the party)"
        yield f"{name}: {points(xp)} XP{_to_next_level(campaign, sheet.level if sheet else None, xp)}"


def _to_next_level(campaign: Campaign, level: int | None, xp: int) -> str:
    """The XP missing for the next level, in a system with a table of levels."""
    table = building(campaign.system).xp_to_reach
    if level is None or not 0 < level < len(table):
        return ""
    missing = table[level] - xp
    return f", {points(missing)} to level {level + 1}" if missing > 0 else f", enough for level {level + 1}"


def _loot(campaign: Campaign, heroes: Mapping[str, Sheet]) -> Iterator[str]:
    """The loot, beginning with treasures that nobody has yet."""
    for each in sorted(campaign.treasures, key=lambda each: bool(each.by)):
        whose = heroes[each.by].name if each.by in heroes else each.by
        yield f"Loot: {treasure_text(each)}{f', {whose} has it' if whose else ', not given out yet'}"


def treasure_text(treasure: Treasure) -> str:
    """A treasure with its count and the value of each: `Tin cup × 6 (3)`."""
    count = f" × {treasure.count}" if treasure.count > 1 else ""
    return f"{treasure.name}{count}{f' ({points(treasure.value)})' if treasure.value else ''}"


def division(award: Award) -> str:
    """An award with its division: `450 XP: 4 heroes → 112 each`."""
    return f"{points(award.xp)} XP: {shares(award)}"


def shares(award: Award, apart: tuple[str, ...] = ()) -> str:
    """The division of an award: `4 heroes, the guide does not count → 112 each`."""
    others = f", {' and '.join(apart)} {'does' if len(apart) == 1 else 'do'} not count" if apart else ""
    heroes = plural(len(award.to), "hero", "heroes")
    return f"{heroes}{others} → {points(award.share)} each"
