"""A campaign as its file describes it: its fights in order, its day, and its awards and treasures."""

from msgspec import Struct

from orcus_tui.model.events import share_of
from orcus_tui.rules.field_faults import fault
from orcus_tui.rules.field_table import Field, FieldTable
from orcus_tui.rules.validators import LINE, TEXT_SCHEMA, Scope, Validator, list_of, one_of, tables, whole
from orcus_tui.systems import SYSTEMS

FILE_NAME = "campaign.toml"
FORMAT = 1
"""The only format of the file."""
PLANNED, WON, LOST, FLED, SKIPPED = "planned", "won", "lost", "fled", "skipped"
STATES = (PLANNED, WON, LOST, FLED, SKIPPED)
"""The states of a fight in the file. A running fight is recognized by its journal."""
MINUTES_OF_A_DAY = 24 * 60
LAST_DAY = 100_000


class CampaignFight(Struct, frozen=True):
    """A fight of a campaign: its encounter file, and how and when it ended."""

    file: str = ""
    state: str = PLANNED
    day: int | None = None
    journal: str = ""


class Award(Struct, frozen=True):
    """XP that some heroes share."""

    xp: int = 0
    to: tuple[str, ...] = ()
    why: str = ""
    day: int | None = None

    @property
    def share(self) -> int:
        """The XP of each hero."""
        return int(share_of(self.xp, self.to) or 0)


class Treasure(Struct, frozen=True):
    """A treasure that was found, and its owner `by`; empty if nobody has it yet."""

    name: str = ""
    value: int = 0
    count: int = 1
    found: int | None = None
    by: str = ""


class Campaign(Struct, frozen=True):
    """A campaign. `clock` is the time of day; `xp` is what each hero had when the campaign began."""

    name: str = ""
    system: str = ""
    party: str = ""
    day: int = 1
    clock: str = "08:00"
    xp: int = 0
    fights: tuple[CampaignFight, ...] = ()
    awards: tuple[Award, ...] = ()
    treasures: tuple[Treasure, ...] = ()

    @property
    def next_place(self) -> int | None:
        """The place of the next planned fight; None if all have ended."""
        return next((place for place, each in enumerate(self.fights) if each.state == PLANNED), None)

    def place_of(self, file: str) -> int | None:
        """The place of the fight with this file, given with or without `.toml`; of several, the first planned one."""
        names = (file, f"{file}.toml")
        places = [place for place, each in enumerate(self.fights) if each.file in names]
        planned = [place for place in places if self.fights[place].state == PLANNED]
        return next(iter(planned or places), None)

    def xp_of(self, hero: str) -> int:
        """All XP of a hero."""
        return self.xp + sum(each.share for each in self.awards if hero in each.to)


def minutes_of(clock: str) -> int:
    """The minutes since midnight of a time of day such as `18:40`."""
    hours, _, minutes = clock.partition(":")
    return int(hours) * 60 + int(minutes)


def moved_clock(day: int, clock: str, seconds: int) -> tuple[int, str]:
    """Day and time of day after some seconds; incomplete minutes are dropped."""
    days, minutes = divmod(minutes_of(clock) + seconds // 60, MINUTES_OF_A_DAY)
    return day + days, f"{minutes // 60:02}:{minutes % 60:02}"


def _time_of_day(_scope: Scope, value: object) -> str:
    if isinstance(value, str):
        hours, colon, minutes = value.partition(":")
        digits = hours.isdecimal() and minutes.isdecimal() and value.isascii()
        if colon and digits and len(minutes) == 2 and len(hours) < 3 and int(hours) < 24 and int(minutes) < 60:
            return value
    raise fault(f'expected a time of day such as "18:40", got {value!r}')


DAY = whole(1, LAST_DAY)
_XP = whole(0)

FIGHT = FieldTable(
    CampaignFight(),
    Field("file", LINE, "the encounter, next to this file or below it", required=True),
    Field("state", one_of(lambda _: STATES, "state"), "planned, won, lost, fled or skipped"),
    Field("day", DAY, "the day of its end"),
    Field("journal", LINE, "the id of its journal, written when it ends"),
)
AWARD = FieldTable(
    Award(),
    Field("day", DAY, "the day it was given"),
    Field("xp", _XP, "the XP, shared by the heroes", required=True),
    Field("to", list_of(LINE), "the ids of the heroes that share it"),
    Field("why", LINE, "the fight or the deed"),
)
TREASURE = FieldTable(
    Treasure(),
    Field("name", LINE, "what it is", required=True),
    Field("value", _XP, "what it is worth"),
    Field("count", whole(1), "how many there are"),
    Field("found", DAY, "the day it was found"),
    Field("by", LINE, "who has it"),
)
CAMPAIGN = FieldTable(
    Campaign(),
    Field("format", whole(FORMAT, FORMAT), "the format of this file: 1", ()),
    Field("name", LINE, "the name of the campaign"),
    Field("system", LINE, "the rules system of its fights"),
    Field("party", LINE, "the party file, next to this file"),
    Field("day", DAY, "today"),
    Field("clock", Validator(_time_of_day, TEXT_SCHEMA), "the time of day; rests and `pass` move it"),
    Field("xp", _XP, "the XP that each hero had when the campaign began"),
    Field("fight", tables("fight", FIGHT.validator), "[[fight]] once for each, in order", "fights"),
    Field("award", tables("award", AWARD.validator), "[[award]] once for each", "awards"),
    Field("treasure", tables("treasure", TREASURE.validator), "[[treasure]] once for each", "treasures"),
)
"""The keys of `campaign.toml`."""


def other_system_message(of_fight: str, of_campaign: str) -> str:
    """The message about a fight of another system than the campaign's; empty if the system is the same."""
    if of_fight == of_campaign:
        return ""
    return f"for {SYSTEMS[of_fight].title}; the campaign is for {SYSTEMS[of_campaign].title}"
