"""The proposals of a campaign at the end of a fight: the award, the loot, and saving the heroes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from orcus_tui.campaign.campaign import Award, Campaign, Treasure
from orcus_tui.campaign.fight_end import FightEnd
from orcus_tui.campaign.overview import shares, treasure_text
from orcus_tui.commands.lexer import as_one_word
from orcus_tui.model.text import points
from orcus_tui.session.recorded_fight import EndProposal, RecordedFight


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
