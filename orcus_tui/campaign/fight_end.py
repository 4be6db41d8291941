"""How a fight ended, with its XP and loot; what the campaign proposes then; and the entry in the campaign's file."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.campaign.campaign import FLED, LOST, PLANNED, WON, Award, Campaign, Treasure
from orcus_tui.campaign.campaign_file import ChangedByHand, Edit, OpenFile, Table, Written, entry
from orcus_tui.campaign.overview import shares, treasure_text
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.errors import Impossible
from orcus_tui.model.briefing import FoundTreasure
from orcus_tui.model.events import ExperienceEarned
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Timeline
from orcus_tui.model.text import points
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.session.recorded_fight import EndProposal, RecordedFight
from orcus_tui.storage.atomic import Disk
from orcus_tui.systems import SYSTEMS, view_of


class FightEnd(Struct, frozen=True):
    """The end of a fight: its state in the campaign, the XP with the heroes that share them, and the loot.

    `apart` names the creatures on the party's side without a share.
    """

    state: str
    xp: int
    heroes: tuple[str, ...]
    treasure: tuple[FoundTreasure, ...]
    apart: tuple[str, ...] = ()


def end_of(timeline: Timeline) -> FightEnd:
    """The end of a fight that is finished."""
    earned = _earned(timeline)
    fight = timeline.fight
    xp, heroes = (int(earned.xp), earned.heroes) if earned else (0, ())
    return FightEnd(state_of(fight), xp, heroes, fight.briefing.treasure, tuple(_names_apart(fight, heroes)))


def _names_apart(fight: Fight, heroes: tuple[str, ...]) -> Iterator[str]:
    """The names of the creatures on the party's side that get no share of the XP."""
    for creature, sheet in fight.sheets.items():
        if sheet.side == "party" and creature not in heroes and fight.states[creature].place == "here":
            yield sheet.name


def _earned(timeline: Timeline) -> ExperienceEarned | None:
    for execution in reversed(timeline.executions):
        for event in reversed(execution.events):
            if isinstance(event, ExperienceEarned):
                return event
    return None


def state_of(fight: Fight) -> str:
    """The state of a fight: lost if no hero is up or has left; else fled if a foe is up; else won."""
    view, kinds = view_of(fight), SYSTEMS[fight.system].creatures.kinds
    up = [each for each in fight.sheets if creature_standing(view, each) == "up" and fight.states[each].place == "here"]
    heroes = [each for each in up if fight.sheets[each].side == "party" == kinds[fight.sheets[each].kind].side]
    if any(fight.sheets[each].side == "foes" for each in up):
        return FLED if heroes or _have_left(fight) else LOST
    return WON if heroes or _have_left(fight) else LOST


def _have_left(fight: Fight) -> bool:
    """Whether a living hero has left the fight."""
    return any(
        sheet.side == "party" and fight.states[each].place != "here" and fight.states[each].life != "dead"
        for each, sheet in fight.sheets.items()
    )


def proposals_of(
    session: RecordedFight, party: Path | None, end: FightEnd, added: Iterable[tuple[str, Mapping[str, Any]]]
) -> Iterator[EndProposal]:
    """The award and the loot, which are already in the file, then the party, if the fight changed it."""
    for kind, values in added:
        yield _award(values, end) if kind == "award" else _treasure(values)
    if changes := party_changes_of(session, party):
        yield EndProposal("keep the party", changes, take="keep")


def party_changes_of(session: RecordedFight, party: Path | None) -> str:
    """The changes that `keep` would make to the party file; empty if there are none."""
    if party is None or not party.exists():
        return ""
    from orcus_tui.session.party_file import changes_to_keep  # imported here, because it is needed only once per fight

    return "; ".join(changes_to_keep(session, party))


def end_lines(campaign: Campaign, file: str, end: FightEnd, proposals: Sequence[EndProposal]) -> Iterator[str]:
    """The lines about the end of a fight and the proposals."""
    yield f"{file}: {end.state}, day {campaign.day}"
    yield from (": ".join(filter(None, (each.text, each.about))) for each in proposals)
    leaving = ", ".join(f"`{each.leave}`" for each in proposals if each.leave)
    ways = [f"to leave it out: {leaving}"] if leaving else []
    ways += ["to save the heroes: `keep`" for each in proposals if each.take]
    if ways:
        yield "; ".join(ways)


def _award(values: Mapping[str, Any], end: FightEnd) -> EndProposal:
    award = Award(values["xp"], tuple(values["to"]), values["why"])
    again = f"award {award.xp} {_in_quotes(award.why)} for {','.join(award.to)}"
    return EndProposal(f"{points(award.xp)} XP", shares(award, end.apart), leave="campaign leave award", edit=again)


def _treasure(values: Mapping[str, Any]) -> EndProposal:
    treasure = Treasure(values["name"], values.get("value", 0), values.get("count", 1))
    name, value = treasure.name, treasure.value
    again = f"found {_in_quotes(name)}{f' {value}' if value else ''} by " if treasure.count == 1 else ""
    return EndProposal(f"loot: {treasure_text(treasure)}", leave=f"campaign leave {_in_quotes(name)}", edit=again)


def _in_quotes(text: str) -> str:
    word = as_one_word(text)
    return word if word.startswith('"') else f'"{word}"'


class WrittenEnd(Struct, frozen=True):
    """The end of a fight in the file: its history, and the number of changes when `finish` wrote the end."""

    end: FightEnd
    written: Written
    timeline: Timeline
    changes: int

    @property
    def is_undone(self) -> bool:
        """Whether the `finish` that wrote it was undone."""
        return self.timeline.undo_count < self.changes

    @property
    def added(self) -> tuple[tuple[str, Table], ...]:
        """The award and the treasures that this end added to the file."""
        return self.written.edit.added

    def added_table(self, name: str) -> tuple[str, Table]:
        """The award, or the treasure with this name. Raises Impossible if there is none."""
        tables = {added_name(each).lower(): each for each in self.added}
        if name.lower() not in tables:
            known = ", ".join(map(added_name, tables.values())) or "nothing"
            raise Impossible(f'the end of this fight added no "{name}" ({known})')
        return tables[name.lower()]

    def without(self, table: tuple[str, Table]) -> "WrittenEnd":
        """The end without one award or treasure."""
        added = tuple(each for each in self.added if each is not table)
        return replace(self, written=replace(self.written, edit=replace(self.written.edit, added=added)))


class EndEntry:
    """The entry for the end of the last fight that was played; `last` is None until there is one."""

    def __init__(self, file: OpenFile) -> None:
        self._file = file
        self.last: WrittenEnd | None = None

    def of(self, timeline: Timeline) -> WrittenEnd | None:
        """The end of a fight, if it was written."""
        return self.last if self.last and self.last.timeline is timeline else None

    def write(self, session: RecordedFight, name: str) -> None:
        """Writes the outcome of a fight, with its award and loot, unless the file already has it."""
        campaign, self.last = self._file.campaign, None
        place = campaign.place_of(name)
        if place is None or campaign.fights[place].state != PLANNED:
            return
        journal, end = session.recorder.id if session.recorder else "", end_of(session.timeline)
        written = self._file.write(end_edit(campaign, name, end, journal), session.disk)
        self.last = WrittenEnd(end, written, session.timeline, session.timeline.undo_count)

    def take_back(self, end: WrittenEnd, disk: Disk) -> None:
        """Removes an end from the file. Raises ChangedByHand, or StorageError."""
        try:
            self._file.take_back(end.written, disk)
        except ChangedByHand:
            self.last = None
            raise
        self.last = None


def end_edit(campaign: Campaign, file: str, end: FightEnd, journal: str) -> Edit:
    """The entry of a fight that has ended: its state, the award, and the loot."""
    values: dict[str, Any] = {"state": end.state, "day": campaign.day}
    added = []
    if journal:
        values["journal"] = journal
    if end.xp:
        added.append(entry(Award(end.xp, end.heroes, file, campaign.day)))
    if end.state == WON:
        added += [entry(Treasure(each.name, each.value, each.count, campaign.day)) for each in end.treasure]
    return Edit(values, fight=file, added=tuple(added))


def added_name(table: tuple[str, Mapping[str, Any]]) -> str:
    """The name of an award or a treasure for `campaign leave`."""
    kind, values = table
    return str(values["name"]) if kind == "treasure" else kind
