"""Offers on the screen: rows above the timers, and one key that accepts the oldest."""

from typing import Any

from msgspec.structs import replace
from textual.pilot import Pilot

from orcus_tui.model.briefing import Briefing, EncounterEvent
from orcus_tui.model.offer import Offer, OfferedLine
from orcus_tui.screen.app import Tracker
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.fights.random_fights import play_lines, small_fight
from tests.helpers.fights.sessions import session_on
from tests.helpers.screen.driver import command_line, pane_text, play, press, row_of, seen, sees, tracker


def tracker_with(*offers: Offer) -> Tracker:
    """The small fight, with these offers open in Ari's turn."""
    session = session_on(replace(small_fight(), offers=offers, next_offer=len(offers) + 1))
    play_lines(session, "begin")
    return tracker(session)


def test_r_accepts_the_oldest_offer() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "1 Ogre: damage ari 5" in row_of(pilot, "1 Ogre", "timers")
        await press(pilot, "r")
        assert "1 Ogre" not in pane_text(pilot, "timers")
        assert "35" in row_of(pilot, "Ari")
        assert "2 Cor: heal cor 3" in row_of(pilot, "2 Cor", "timers")

    offers = (
        Offer(1, "ogre", "staggered", (OfferedLine("damage ari 5", "ogre"),)),
        Offer(2, "cor", "hit", (OfferedLine("heal cor 3"),)),
    )
    play(tracker_with(*offers), script)


def test_the_offers_of_an_event_are_below_its_text_at_every_size() -> None:
    text = "The lid falls, and the water behind it comes down on everyone who stands in the race below"
    briefing = Briefing(events=(EncounterEvent("round", 1, text=text, line="damage @all 5"),))
    session = session_on(replace(small_fight(), briefing=briefing))
    play_lines(session, "begin")

    async def script(pilot: Pilot[Any]) -> None:
        row = row_of(pilot, "damage @all 5", "timers")
        assert "1 The lid" in row
        assert "Ari" not in row
        prompt = seen(pilot)[-2].rstrip()
        assert "r accepts, - declines: The lid" in prompt
        assert prompt.endswith(": damage @all 5")

    play(tracker(session), script, size=(80, 24))


def test_r_types_the_line_of_an_offer_that_needs_a_target() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "r")
        assert command_line(pilot) == "accept 1 "

    play(tracker_with(Offer(1, "ogre", "hit", (OfferedLine("attack Strike", "ogre"),))), script)


def test_offers_that_are_alike_share_a_row_and_tab_accepts_them_all() -> None:
    offers = [Offer(n, f"goblin{n}", "opportunity", (OfferedLine("damage ari 3", f"goblin{n}"),)) for n in (1, 2)]
    other = Offer(3, "ogre", "opportunity", (OfferedLine("damage ari 5", "ogre"),))

    async def script(pilot: Pilot[Any]) -> None:
        assert "1–2 Goblin ×2: damage ari 3" in row_of(pilot, "1–2 Goblin", "timers")
        assert "3 Ogre: damage ari 5" in row_of(pilot, "3 Ogre", "timers")
        await press(pilot, ":", "tab")
        assert command_line(pilot) == "accept 1-2"
        await press(pilot, "escape", "r")
        assert "2 Goblin 2: damage ari 3" in row_of(pilot, "2 Goblin 2", "timers")

    play(tracker_with(*offers, other), script)


def goblins_offer() -> tuple[Offer, ...]:
    return tuple(
        Offer(number, f"goblin{number}", "hit", (OfferedLine("damage ari 2", f"goblin{number}"),))
        for number in range(1, 4)
    )


def test_minus_declines_all_offers_of_a_row() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        assert "- declines all 3:" in seen(pilot)[-2]
        await press(pilot, "minus")
        assert sees(pilot, "decline 1-3")
        assert [each.id for each in pilot.app.fight.view.fight.offers] == [4]
        await press(pilot, "minus", "z", "z")
        assert [each.id for each in pilot.app.fight.view.fight.offers] == [1, 2, 3, 4]

    other = Offer(4, "ogre", "staggered", (OfferedLine("damage ari 5", "ogre"),))
    play(tracker_with(*goblins_offer(), other), script)


def test_tab_on_an_empty_line_fills_in_the_likely_target_of_an_offered_power() -> None:
    async def script(pilot: Pilot[Any]) -> None:
        await press(pilot, "colon", "tab")
        assert command_line(pilot) == "accept 1 ogre"

    roar = power("Roar", 'damage = "5"\nrange = "near"')
    fight = Played(hero("Ari", 10, "", roar), monster("Ogre", 5)).play("begin")
    offer = Offer(1, "ari", "hit", (OfferedLine("use Roar", "ari"),))
    play(tracker(session_on(replace(fight.session.fight, offers=(offer,), next_offer=2))), script)
