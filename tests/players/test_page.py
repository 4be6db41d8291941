"""The look of the players' page: large print, a television, many creatures, old browsers, forced colours."""

import importlib.util
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.helpers.fights.followed import Table
from tests.helpers.fights.served import Served
from tests.players.test_browser import CHROMIUM, PHONE, TELEVISION, at_table, browser, close, open_page, wait_for_text

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["at_table", "browser"]
"""Fixtures from `test_browser`."""

PAGE = Path("orcus_tui/players/page.html")
SCRIPT = re.compile(r"<script[^>]*>(.*)</script>", re.DOTALL)
YOUNGER = re.compile(
    r"\?\.[a-z(\[]|\?\?|catch \{|replaceChildren|\.flat(Map)?\(|fromEntries|\.at\(\d|structuredClone|allSettled"
)
"""Syntax and functions that browsers of 2018 lack."""

with_browser = pytest.mark.skipif(
    not (CHROMIUM and importlib.util.find_spec("playwright")), reason="no real browser: see test_browser.py"
)

READABLE = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const channels = (colour) => {
    canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (colour) => channels(colour).map((each) => each / 255)
    .map((each) => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
    .reduce((sum, each, place) => sum + each * [0.2126, 0.7152, 0.0722][place], 0);
  const contrast = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const style = (selector) => getComputedStyle(document.querySelector(selector));
  const row = style("li.dead").backgroundColor, ground = style("body").backgroundColor;
  return {
    dead: contrast(style("li.dead .name bdi").color, row), hit: contrast(style("li.dead .health").color, row),
    note: contrast(style("li .name small").color, row), party: contrast(style("li.party .name").color, row),
    foe: contrast(style("li.foes .name").color, row),
    border: contrast(style("select").borderTopColor, ground) * 1.5,
    bar: contrast(style(".bar i").borderTopColor, row) * 1.5,
  };
}"""
"""The contrast of texts and borders; texts need 4.5:1, and borders 3:1, so that theirs is multiplied by 1.5."""


def script() -> str:
    found = SCRIPT.search(PAGE.read_text(encoding="utf-8"))
    assert found
    return found[1]


@pytest.mark.skipif(not importlib.util.find_spec("esprima"), reason="no parser: install the extra `browser`")
def test_the_script_is_understood_by_a_parser_of_its_time() -> None:
    import esprima

    esprima.parseScript(script())
    with pytest.raises(esprima.Error):
        esprima.parseScript("a?.b")


def test_the_script_uses_nothing_that_browsers_of_2018_lack() -> None:
    assert YOUNGER.findall(re.sub(r"//.*|/\*.*?\*/|\"[^\"]*\"", "", script())) == []


def bigger(page: "Page", steps: int) -> None:
    for _ in range(steps):
        page.click("#bigger")


@with_browser
def test_nothing_is_cut_or_one_letter_wide_at_320_pixels_in_the_largest_print(
    browser: "Browser", at_table: tuple[Table, Served]
) -> None:
    table, web = at_table
    table.play('rename ketta "Ketta of the Long and Winding Name"', "apply ketta dazed+slowed+prone", "damage ketta 3")
    page = open_page(browser, web, (320, 568))
    page.select_option("#you", index=1)
    bigger(page, 4)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    narrow = """all => all
      .filter(each => each.getBoundingClientRect().width < 2.5 * parseFloat(getComputedStyle(each).fontSize))
      .map(each => each.textContent)"""
    assert page.locator("li .name").evaluate_all(narrow) == []
    assert page.locator("#top").evaluate("each => each.getBoundingClientRect().height") <= 568 * 0.61
    close(page)


@with_browser
def test_important_rows_stay_visible_while_the_list_scrolls(browser: "Browser", at_table: tuple[Table, Served]) -> None:
    table, web = at_table
    table.play("add Mudling x22", 'announce "The lid falls"')
    page = open_page(browser, web, PHONE)
    page.select_option("#you", "Sabel")
    page.evaluate("scrollTo(0, 700)")
    for each in ("#announcement", "#now", "#mine"):
        place = page.locator(each).evaluate("each => each.getBoundingClientRect().top")
        assert 0 <= place < PHONE[1] / 2, each
    close(page)


@with_browser
def test_a_television_has_two_columns_folds_similar_rows_and_is_readable_at_four_metres(
    browser: "Browser", at_table: tuple[Table, Served]
) -> None:
    table, web = at_table
    table.play("add Mudling x22", "apply ketta blinded+deafened+weakened+restrained+stunned+slowed+dazed+prone")
    page = open_page(browser, web, TELEVISION)
    wait_for_text(page, "li .name", "Mudling 1–24 ×24")
    lefts = page.locator("li").evaluate_all(
        "all => [...new Set(all.map(each => Math.round(each.getBoundingClientRect().left)))]"
    )
    assert len(lefts) == 2
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    # 43 inches have 0.496 mm to a pixel; 12 minutes of arc at 4 m are 14 mm; capitals are seven tenths of the size.
    font = page.locator(".more button").first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert font * 0.7 * 0.496 >= 13.96
    starts = page.locator("li .more button:first-child").evaluate_all(
        """all => [...new Set(all.map(each => Math.round(
          each.getBoundingClientRect().left - each.closest("li").getBoundingClientRect().left)))]"""
    )
    assert len(starts) == 1
    close(page)


@with_browser
def test_focus_and_a_press_that_is_held_survive_an_update(browser: "Browser", at_table: tuple[Table, Served]) -> None:
    table, web = at_table
    table.play("apply ketta dazed save")
    page = open_page(browser, web)
    dazed = page.get_by_role("button", name="Ketta, dazed")
    dazed.focus()
    box = dazed.bounding_box()
    assert box
    page.evaluate("held = document.activeElement")
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    table.play('announce ""', "damage sabel 3", "damage kiln-toad 2")
    wait_for_text(page, "li", "22/25")
    assert page.evaluate("document.activeElement === held")
    page.mouse.up()
    wait_for_text(page, "button[aria-expanded=true]", "save ends")
    close(page)


@with_browser
def test_a_renamed_hero_keeps_the_players_box(browser: "Browser", at_table: tuple[Table, Served]) -> None:
    table, web = at_table
    page = open_page(browser, web)
    page.select_option("#you", "Ketta")
    table.play('rename ketta "Ketta Redhand"')
    wait_for_text(page, "#mine", "Ketta Redhand")
    close(page)


@with_browser
def test_a_turn_and_a_question_are_announced_once_and_nothing_else_is(
    browser: "Browser", at_table: tuple[Table, Served]
) -> None:
    table, web = at_table
    page = open_page(browser, web)
    page.select_option("#you", "Ketta")
    page.evaluate("""spokenTexts = []; region = document.getElementById("spoken");
      new MutationObserver(() => spokenTexts.push(region.textContent))
        .observe(region, { childList: true, characterData: true, subtree: true })""")
    while table.session.fight.active != "ketta":
        table.play("next")
    wait_for_text(page, "#mine.up", "YOU ARE UP")
    table.play("damage sabel 3", 'announce "The lid falls"')
    wait_for_text(page, "#announcement", "The lid falls")
    assert [each for each in page.evaluate("spokenTexts") if each] == ["Ketta: YOU ARE UP"]
    table.play("ask party", "persist ketta 5 fire save", "next")
    wait_for_text(page, "#mine", "10+ on the die")
    assert page.evaluate("spokenTexts").pop() == "save against persistent 5 fire: 10+ on the die"
    live = page.locator("[aria-live], [role=status], [role=alert]")
    assert live.evaluate_all("all => all.map(each => each.id)") == ["spoken"]
    assert page.locator("h1").count() == 1
    assert page.get_by_role("list").count() == 1
    assert page.get_by_role("listitem").count() == page.locator("li").count()
    close(page)


@with_browser
@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_everything_is_readable_even_the_dead(browser: "Browser", at_table: tuple[Table, Served], scheme: Any) -> None:
    table, web = at_table
    table.play("kill wick")
    page = open_page(browser, web)
    page.emulate_media(color_scheme=scheme)
    wait_for_text(page, "li.dead", "Wick")
    assert {each: found for each, found in page.evaluate(READABLE).items() if found < 4.5} == {}
    close(page)


@with_browser
def test_forced_colours_keep_the_bars(browser: "Browser", at_table: tuple[Table, Served]) -> None:
    table, web = at_table
    table.play("players hp bar for @foes", "damage kiln-toad 10")
    page = open_page(browser, web)
    page.emulate_media(forced_colors="active")
    row = page.locator("li", has_text="Kiln Toad")
    row.locator(".bar i:not(.full)").first.wait_for()
    colours = [
        row.locator(each).first.evaluate("each => getComputedStyle(each).backgroundColor")
        for each in (".bar i.full", ".bar i:not(.full)")
    ]
    assert colours[0] != colours[1]
    close(page)


@with_browser
def test_a_browser_that_is_too_old_shows_a_message_instead_of_waiting(
    browser: "Browser", at_table: tuple[Table, Served]
) -> None:
    _, web = at_table
    page = browser.new_page()
    younger = web.get("").read().decode().replace('"use strict";', '"use strict"; what = does this say')
    page.route("**/*", lambda route: route.fulfill(body=younger))
    page.goto(web.url)
    assert page.locator("#old").is_visible()
    page.close()
