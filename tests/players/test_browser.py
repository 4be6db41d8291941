"""The players' page in a real browser: what a player sees during a fight, a break and a restart."""

import importlib.util
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from orcus_tui.report.figures import figures_of
from orcus_tui.report.report_page import as_html
from tests.campaign.trials import PATIENCE
from tests.helpers.fights.followed import Table
from tests.helpers.fights.random_fights import begin_small_fight
from tests.helpers.fights.served import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = os.environ.get("CHROMIUM", shutil.which("chromium") or "")
PHONE, TELEVISION = (390, 844), (1920, 1080)
pytestmark = pytest.mark.skipif(
    not (CHROMIUM and importlib.util.find_spec("playwright")),
    reason="no real browser: install the extra `browser`, and Chromium, or name one in CHROMIUM",
)


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright

    arguments = ["--headless", "--no-sandbox", "--disable-background-networking"]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield opened
        opened.close()


@pytest.fixture
def at_table(tmp_path: Path) -> Iterator[tuple[Table, Served]]:
    with served(tmp_path) as both:
        yield both


FAULTS: dict["Page", list[str]] = {}
"""The faults of each open page: its errors, and its requests to other servers."""


def open_page(browser: "Browser", web: Served, size: tuple[int, int] = PHONE, fragment: str = "") -> "Page":
    """The page at this size, once it shows the fight; any fault in it fails the test."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_default_timeout(PATIENCE * 1000)
    faults = FAULTS.setdefault(page, [])
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url) if web.url not in request.url else None)
    page.goto(web.url + fragment)
    page.wait_for_selector("li.active")
    return page


def wait_for_text(page: "Page", selector: str, text: str) -> None:
    page.locator(selector, has_text=text).first.wait_for()


def close(page: "Page") -> None:
    assert FAULTS.pop(page) == []
    page.close()


def names(page: "Page") -> list[str]:
    texts: list[str] = page.locator("li .name bdi").all_text_contents()
    return texts


def test_the_sides_differ_by_a_word_too(browser: "Browser", at_table: tuple[Table, Served]) -> None:
    table, web = at_table
    order = table.session.fight.order
    one_of_the_foes = next(each for each in order if table.session.fight.sheets[each].side == "foes")
    table.play(f"side {one_of_the_foes} neutral")
    page = open_page(browser, web)
    for creature in order:
        sheet = table.session.fight.sheets[creature]
        said = {"party": [], "foes": ["foe"], "neutral": ["neutral"]}[sheet.side]
        wait_for_text(page, f"li.{sheet.side} .name", sheet.name)
        row = page.locator(f"li.{sheet.side} .name", has_text=sheet.name).first.inner_text()
        assert [word for word in ("foe", "neutral") if word in row.split()] == said, row
    close(page)


def test_the_turn_passes_and_hidden_creatures_appear_nowhere(
    browser: "Browser", at_table: tuple[Table, Served]
) -> None:
    table, web = at_table
    hidden, masked = [each for each in table.session.fight.order if table.session.fight.sheets[each].side == "foes"][
        -2:
    ]
    secret = table.session.fight.sheets[hidden].name
    table.play(f"hide {hidden}", f'mask {masked} "Hooded One"')
    page = open_page(browser, web)
    wait_for_text(page, "li", "Hooded One")
    assert secret not in page.content()
    for _ in range(len(table.session.fight.order)):
        table.play("next")
        active = table.session.fight.sheets[table.session.fight.active or ""].name
        if table.session.fight.active not in (hidden, masked):
            wait_for_text(page, "#now", active)
    table.play(f"reveal {hidden}")
    wait_for_text(page, "li", secret)
    table.play("undo")
    page.locator("li", has_text=secret).wait_for(state="detached")
    close(page)


def test_a_player_sees_when_it_is_their_turn_and_what_to_roll(
    browser: "Browser", at_table: tuple[Table, Served]
) -> None:
    table, web = at_table
    page = open_page(browser, web)
    page.select_option("#you", "Ketta")
    assert page.url.endswith("#you=" + page.evaluate("you().key"))
    while table.session.fight.active != "ketta":
        table.play("next")
    wait_for_text(page, "#mine.up", "YOU ARE UP")
    table.play("ask party", "persist ketta 5 fire save", "next")
    wait_for_text(page, "#mine", "save against persistent 5 fire: 10+")
    page.reload()
    wait_for_text(page, "#mine", "Ketta: in")
    assert "Ketta" not in page.evaluate("fetch('state').then(answer => answer.url)")
    close(page)


def test_markup_in_names_and_texts_is_text(browser: "Browser", at_table: tuple[Table, Served]) -> None:
    table, web = at_table
    evil = "<img src=x onerror=alert(1)><b>Bo</b>"
    page = open_page(browser, web)
    table.play(f'rename ketta "{evil}"', f'announce "{evil}"', f'apply sabel "{evil}"', f'mask wick "{evil}"')
    wait_for_text(page, "#announcement", evil)
    assert names(page).count(evil) == 2
    assert page.locator("main img, main b, main script").count() == 0
    page.select_option("#you", evil)
    wait_for_text(page, "#mine", evil)
    close(page)


def test_a_condition_says_what_it_means_when_it_is_tapped(browser: "Browser", at_table: tuple[Table, Served]) -> None:
    table, web = at_table
    table.play("apply ketta dazed save")
    page = open_page(browser, web)
    page.get_by_role("button", name="dazed").click()
    wait_for_text(page, "button[aria-expanded=true]", "save ends")
    table.play("next")
    wait_for_text(page, "button[aria-expanded=true]", "save ends")  # the details stay open
    close(page)


def test_bigger_text_is_remembered(browser: "Browser", at_table: tuple[Table, Served]) -> None:
    _, web = at_table
    page = open_page(browser, web)
    before = page.evaluate("getComputedStyle(document.documentElement).fontSize")
    page.click("#bigger")
    bigger = page.evaluate("getComputedStyle(document.documentElement).fontSize")
    assert float(bigger[:-2]) > float(before[:-2])
    page.reload()
    page.wait_for_selector("li.active")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == bigger
    close(page)


@pytest.mark.parametrize("size", [(320, 568), PHONE, (820, 1180), TELEVISION])
def test_nothing_overflows_sideways_at_any_size(
    browser: "Browser", at_table: tuple[Table, Served], size: tuple[int, int]
) -> None:
    table, web = at_table
    table.play('rename ketta "Ketta of the Long and Winding Name That Never Ends"', "apply ketta dazed+slowed+prone")
    page = open_page(browser, web, size, "#you=Sabel")
    wait_for_text(page, "li", "Winding")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    close(page)


@pytest.mark.skipif(sys.platform == "win32", reason="no stopping and continuing of processes")
def test_a_laptop_lid_that_closes_and_opens_again(browser: "Browser", at_table: tuple[Table, Served]) -> None:
    table, web = at_table
    page = open_page(browser, web)
    page.clock.install()
    web.process.send_signal(signal.SIGSTOP)
    page.clock.fast_forward(25_000)  # two heartbeats are missed
    wait_for_text(page, "#status", "Lost the game master: last heard")
    table.play('announce "We are back"')
    web.process.send_signal(signal.SIGCONT)
    page.clock.run_for(35_000)  # longer than the longest pause between two attempts
    wait_for_text(page, "#announcement", "We are back")
    page.clock.run_for(2_000)  # the status is looked at each second
    page.locator("#status").wait_for(state="hidden")
    close(page)


def test_a_server_that_is_killed_and_started_again(browser: "Browser", at_table: tuple[Table, Served]) -> None:
    table, web = at_table
    page = open_page(browser, web)
    page.clock.install()
    web.process.kill()
    web.process.wait()
    wait_for_text(page, "#status", "Lost the game master: last heard")
    again = Served(table.folder)
    try:
        page.clock.run_for(35_000)  # longer than the longest pause between two attempts
        table.play('announce "We are back"')
        wait_for_text(page, "#announcement", "We are back")  # at the same address, by itself
        page.clock.run_for(2_000)
        page.locator("#status").wait_for(state="hidden")
        again.process.send_signal(signal.SIGINT)
        wait_for_text(page, "#status", "The game master has closed this view.")
    finally:
        again.stop()
    page.close()  # its requests failed for a while, which the browser records as faults


def test_a_page_that_becomes_visible_asks_for_the_state_at_once(
    browser: "Browser", at_table: tuple[Table, Served]
) -> None:
    table, web = at_table
    page = open_page(browser, web)
    page.evaluate("source.close()")  # like a phone that suspends a page
    table.play('announce "Wake up"')
    page.evaluate("dispatchEvent(new Event('pageshow'))")
    wait_for_text(page, "#announcement", "Wake up")
    close(page)


def test_an_outdated_state_is_ignored(browser: "Browser", at_table: tuple[Table, Served]) -> None:
    table, web = at_table
    page = open_page(browser, web)
    page.evaluate("source.close(); before = JSON.stringify(state)")
    table.play('announce "Wake up"')
    page.evaluate("dispatchEvent(new Event('pageshow'))")
    wait_for_text(page, "#announcement", "Wake up")
    page.evaluate("take(before)")
    assert page.locator("#announcement").text_content() == "Wake up"
    close(page)


def test_the_report_of_a_fight_is_a_page_that_fetches_nothing(browser: "Browser", tmp_path: Path) -> None:
    session = begin_small_fight(
        'rename cor "<b>Cor"', "damage ogre 9 by ari", "next", "damage ogre 60 by cor", "finish"
    )
    report = tmp_path / "report.html"
    report.write_text(as_html(figures_of(session.timeline)), encoding="utf-8")
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(report.as_uri())
    assert page.locator("svg text.title").count() >= 2
    assert page.locator("td").first.inner_text() == "Ari"
    assert page.locator("b").count() == 0
    assert asked == [report.as_uri()]
    page.close()
