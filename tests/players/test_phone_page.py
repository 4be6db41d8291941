"""A phone's page in a real browser, at a table where its hero has a seat."""

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.campaign.trials import PATIENCE
from tests.helpers.fights.phoned import Table
from tests.players.test_browser import CHROMIUM, browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser"]
"""A fixture from `test_browser`."""

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the pipe of a script is read line by line on POSIX"),
    pytest.mark.skipif(
        not (CHROMIUM and importlib.util.find_spec("playwright")), reason="no real browser: see test_browser.py"
    ),
]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.type("begin", "ask party", "players input on")
    table.wait_for("players' view: input on")
    yield table
    assert table.leave() == 0


def seated(browser: "Browser", table: Table) -> "Page":
    """A phone that speaks for Ari."""
    page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(table.url)
    page.select_option("#you", "Ari")
    page.get_by_role("button", name="Answer for Ari on this phone").tap()
    shown = page.locator("#seat .code", has_text=re.compile(r"\d{3}"))
    shown.wait_for()
    code = shown.text_content()
    table.wait_for(f"phone {code} wants to speak for Ari")
    table.type("players accept")
    page.get_by_role("button", name="Damage taken").wait_for()
    return page


def ask_for_a_save(page: "Page", table: Table) -> None:
    table.type("apply ari dazed save", "next")
    page.get_by_role("button", name="Roll for me").wait_for()


def test_a_save_is_answered_in_two_taps_and_asked_again_after_an_undo(browser: "Browser", table: Table) -> None:
    page = seated(browser, table)
    ask_for_a_save(page, table)
    assert "save against dazed: 10+ on the die" in page.locator("#seat form").first.inner_text()
    page.get_by_label("what the die shows").fill("21")
    page.get_by_role("button", name="I rolled this").tap()
    page.locator("#seat", has_text="A d20 shows 1 to 20.").wait_for()
    page.get_by_label("what the die shows").fill("14")
    page.get_by_role("button", name="I rolled this").tap()
    table.wait_for("from ari: answer 1 14")
    page.get_by_role("button", name="Roll for me").wait_for(state="detached")
    page.locator("#seat", has_text="save against dazed: 14: accepted").wait_for()
    table.type("undo")
    page.get_by_role("button", name="Roll for me").tap()
    table.wait_for("from ari: answer 1 roll")
    page.close()


def test_a_number_being_typed_survives_updates_and_refusals(browser: "Browser", table: Table) -> None:
    page = seated(browser, table)
    field = page.get_by_label("hit points", exact=True)
    field.fill("9")
    table.type("damage ogre 3", "damage ogre 4")
    page.locator("li", has_text="Ogre").filter(has_text="hurt").wait_for()
    assert field.input_value() == "9"
    field.fill("99999")
    page.get_by_role("button", name="Damage taken").tap()
    page.locator("#seat", has_text="Check what you typed").wait_for()
    assert field.input_value() == "99999"
    field.fill("9")
    page.get_by_role("button", name="Damage taken").tap()
    table.wait_for("2: Ari: damage ari 9")
    page.get_by_text("9 damage taken: sent").wait_for()
    field.fill("4")
    page.get_by_role("button", name="Damage taken").tap()
    page.locator("#seat", has_text="has not decided").wait_for()
    assert field.input_value() == "4"
    table.type("players accept")
    page.get_by_text("9 damage taken: accepted").wait_for()
    page.close()


def test_a_turn_ends_with_a_held_press_and_shows_the_actions_left(browser: "Browser", table: Table) -> None:
    page = seated(browser, table)
    over = page.get_by_role("button", name="Hold: my turn is over")
    assert "left: " in over.inner_text()
    over.click()
    table.type("players inbox")
    table.wait_for("nothing waits")
    over.click(delay=1_500)
    table.wait_for("2: Ari: next")
    table.type("players accept")
    page.get_by_text("My turn is over: accepted").wait_for()
    over.wait_for(state="detached")
    page.close()


def test_a_phone_chooses_damage_and_conditions_from_public_creatures(browser: "Browser", table: Table) -> None:
    page = seated(browser, table)
    page.get_by_role("button", name="I hit …").tap()
    page.get_by_role("button", name="Ogre", exact=True).tap()
    page.get_by_label("damage dealt").fill("9")
    page.get_by_label("condition").select_option("dazed")
    page.get_by_role("button", name="Send", exact=True).tap()
    table.wait_for("2: Ari: damage ogre 9 by ari; apply ogre dazed by ari")
    page.close()


def test_a_small_phone_in_the_largest_print_shows_everything(browser: "Browser", table: Table) -> None:
    table.type('rename ogre "Very Long Named Warden of the Sunken Gate"')
    page = seated(browser, table)
    page.set_viewport_size({"width": 320, "height": 568})
    for _ in range(4):
        page.click("#bigger")
    ask_for_a_save(page, table)
    page.get_by_role("button", name="I hit").tap()
    page.get_by_role("button", name="Very Long Named Warden").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bottom = "each => each.getBoundingClientRect().bottom"
    assert page.locator("#asked p").evaluate(bottom) <= page.locator("#top").evaluate(bottom)
    page.close()


def test_a_refused_phone_shows_a_message(browser: "Browser", table: Table) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(table.url)
    page.select_option("#you", "Ari")
    page.get_by_role("button", name="Answer for Ari on this phone").tap()
    table.wait_for("wants to speak for Ari")
    table.type("players refuse")
    page.locator("#seat", has_text="The game master has not accepted this phone.").wait_for()
    page.get_by_role("button", name="Answer for Ari on this phone").wait_for()
    page.close()


def test_a_note_and_a_seat_that_is_ended(browser: "Browser", table: Table) -> None:
    page = seated(browser, table)
    page.get_by_label("a note to the game master").fill("I hide")
    page.get_by_role("button", name="Send note").tap()
    table.wait_for("players: Ari: I hide")
    table.type("players unseat ari")
    page.get_by_role("button", name="Answer for Ari on this phone").wait_for()
    page.close()
