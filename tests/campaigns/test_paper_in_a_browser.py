"""Pages to print, as a real browser prints them: nothing is cut off, no card crosses a page, the letters are large."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from orcus_tui.paper.page import cards_page, encounter_page
from orcus_tui.storage.encounter.read import read_encounter
from tests.helpers.project.exhaustive import some_of
from tests.helpers.project.files import ROOT
from tests.players.test_browser import CHROMIUM, pytestmark

if TYPE_CHECKING:
    from playwright.sync_api import Browser

__all__ = ["pytestmark"]
"""Without a browser, the tests are skipped."""
FIGHTS = sorted((ROOT / "encounters").glob("*.toml"))
MARGIN = 12 / 25.4 * 72
SMALLEST = 8
"""The size of the smallest letters, in points."""

MARK_ENDS = """() => {
  let count = 0;
  for (const each of document.querySelectorAll('h1,h2,h3,p,td,th,strong,small')) {
    const link = document.createElement('a');
    link.href = 'https://end/' + count++;
    link.textContent = '.';
    each.append(link);
  }
  const cards = document.querySelectorAll('.card, .tent');
  cards.forEach((card, place) => {
    for (const [where, at] of [['afterbegin', 'begin'], ['beforeend', 'end']]) {
      const text = [...card.querySelectorAll('h3, p, strong, small')];
      const link = document.createElement('a');
      link.href = `https://card/${place}/${at}`;
      link.textContent = '.';
      (at === 'begin' ? text[0] : text[text.length - 1]).insertAdjacentElement(where, link);
    }
  });
  return [count, cards.length];
}"""
"""Puts a link at the end of each text and at both ends of each card; a PDF has the page and position of each link."""

LETTERS = """() => {
  const sizes = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (walker.currentNode.textContent.trim())
      sizes.add(parseFloat(getComputedStyle(walker.currentNode.parentElement).fontSize) * 72 / 96);
  return [...sizes];
}"""
"""The sizes of all letters in points."""

Place = tuple[int, tuple[float, float, float, float]]
"""A page, and the rectangle on it: left, bottom, right, top."""


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--headless", "--no-sandbox"])
        yield opened
        opened.close()


def links(pdf: str) -> tuple[dict[str, Place], tuple[float, float]]:
    """The place of each link, and the size of the pages."""
    objects = {int(number): text for number, text in re.findall(r"(\d+) 0 obj\n(.*?)endobj", pdf, re.DOTALL)}
    pages = [text for _, text in sorted(objects.items()) if re.search(r"/Type /Page\b", text)]
    found, size = {}, (0.0, 0.0)
    for number, page in enumerate(pages):
        box = re.search(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", page)
        assert box
        size = float(box[1]), float(box[2])
        annotated = re.search(r"/Annots \[(.*?)\]", page)
        for each in re.findall(r"(\d+) 0 R", annotated[1] if annotated else ""):
            where = re.search(r"/Rect \[([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)\]", objects[int(each)])
            link = re.search(r"/URI \(https://(.*?)\)", objects[int(each)])
            assert where
            assert link
            left, bottom, right, top = map(float, where.groups())
            found[link[1]] = number, (left, bottom, right, top)
    return found, size


def check(browser: "Browser", text: str, paper: str) -> None:
    page = browser.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.set_content(text)
    page.emulate_media(media="print")
    assert min(page.evaluate(LETTERS)) >= SMALLEST - 0.01
    ends, cards = page.evaluate(MARK_ENDS)
    found, (width, height) = links(page.pdf(format=paper, prefer_css_page_size=True).decode("latin-1"))
    page.close()
    assert requests == []
    assert {each for each in found if each.startswith("end/")} == {f"end/{number}" for number in range(ends)}
    for name, (_, (left, bottom, right, top)) in found.items():
        assert MARGIN - 1 <= left <= right <= width - MARGIN + 1, name
        assert MARGIN - 1 <= bottom <= top <= height - MARGIN + 1, name
    for place in range(cards):
        assert found[f"card/{place}/begin"][0] == found[f"card/{place}/end"][0], place


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("path", some_of(FIGHTS, one_in=8), ids=lambda path: path.stem)
def test_encounters_are_printed_whole(browser: "Browser", path: Path, paper: str) -> None:
    check(browser, encounter_page([read_encounter(path)]), paper)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_an_evening_is_printed_whole(browser: "Browser", paper: str) -> None:
    fights = [read_encounter(each) for each in FIGHTS if "party" not in each.stem]
    check(browser, encounter_page(fights[:3]), paper)


def test_cards_of_a_search_are_printed_whole(browser: "Browser", capfd: pytest.CaptureFixture[str]) -> None:
    from orcus_tui.cli.documents import PrintOptions, print_page

    print_page(PrintOptions(cards="dragon", system="srd5"))  # the longest stat blocks
    check(browser, capfd.readouterr().out, "A4")
    assert cards_page([]).count("<article") == 0
