"""What a campaign proposes when a fight has ended: the award, the loot, and keeping the party."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from orcus_tui.campaign.campaign import Award, Campaign
from orcus_tui.campaign.fight_end import FightEnd
from orcus_tui.campaign.overview import shares
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.model.text import points
from orcus_tui.session.recorded_fight import EndProposal, RecordedFight

LEAVING = "`campaign leave award`, or a treasure by its name, leaves it out"
KEEPING = "`keep` saves the heroes to the party file"


def proposals_of(
    session: RecordedFight, party: Path | None, end: FightEnd, added: Iterable[tuple[str, Mapping[str, Any]]]
) -> Iterator[EndProposal]:
    """The award and the loot, which are in the file already, then the party, if the fight has changed it."""
    for kind, values in added:
        yield _award(values, end) if kind == "award" else _treasure(values)
    if party and party.exists():
        from orcus_tui.session.party_file import changes_to_keep  # here, since it is needed once a fight

        changes = changes_to_keep(session, party)
        if changes:
            yield EndProposal("keep the party", "; ".join(changes), take="keep")


def end_lines(campaign: Campaign, file: str, end: FightEnd, proposals: Sequence[EndProposal]) -> Iterator[str]:
    """The end of a fight as it was written, and what is proposed."""
    yield f"{file}: {end.state}, day {campaign.day}"
    yield from (": ".join(filter(None, (each.text, each.about))) for each in proposals)
    ways = (
        LEAVING if any(each.leave for each in proposals) else "",
        KEEPING if any(each.take for each in proposals) else "",
    )
    yield "; ".join(filter(None, ways))


def _award(values: Mapping[str, Any], end: FightEnd) -> EndProposal:
    award = Award(values["xp"], tuple(values["to"]), values["why"])
    again = f"award {award.xp} {_in_quotes(award.why)} for {','.join(award.to)}"
    return EndProposal(f"{points(award.xp)} XP", shares(award, end.apart), leave="campaign leave award", edit=again)


def _treasure(values: Mapping[str, Any]) -> EndProposal:
    name, value, count = values["name"], values.get("value", 0), values.get("count", 1)
    number, worth = f" × {count}" if count > 1 else "", f" ({points(value)})" if value else ""
    again = f"found {_in_quotes(name)}{f' {value}' if value else ''} by " if count == 1 else ""
    return EndProposal(f"loot: {name}{number}{worth}", leave=f"campaign leave {_in_quotes(name)}", edit=again)


def _in_quotes(text: str) -> str:
    word = as_one_word(text)
    return word if word.startswith('"') else f'"{word}"'
