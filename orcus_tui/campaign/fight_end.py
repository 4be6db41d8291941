"""How a fight ended, with its XP and loot, and what the campaign proposes then: award, loot, saving the heroes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from orcus_tui.campaign.campaign import FLED, LOST, WON, Award, Campaign, Treasure
from orcus_tui.campaign.overview import shares, treasure_text
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.model.briefing import FoundTreasure
from orcus_tui.model.events import ExperienceEarned
from orcus_tui.model.fight import Fight
from orcus_tui.model.history import Timeline
from orcus_tui.model.text import points
from orcus_tui.rules.in_force import creature_standing
from orcus_tui.session.recorded_fight import EndProposal, RecordedFight
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
    ways = (
        f"to leave it out: {leaving}" if leaving else "",
        *("to save the heroes: `keep`" for each in proposals if each.take),
    )
    yield "; ".join(filter(None, ways))


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
