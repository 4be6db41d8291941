"""Takes the pictures of the players' page, `docs/players-phone.png` and `docs/players-television.png`.

`python -m tools.players_pictures` needs the extra `browser` and a Chromium, at `/usr/bin/chromium` or the path in
`CHROMIUM`.
"""

import os
import tempfile
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright

from orcus_tui.session.dice_source import RandomDice
from tests.helpers.fights.followed import Table
from tests.helpers.fights.served import Served

DOCS = Path(__file__).parents[1] / "docs"

SCREENS = {"phone": ((390, 760), 2, "#you=Ketta"), "television": ((1280, 720), 1, "")}
LINES = (
    *("hide weir", "mask heron", "init ketta 21", "init kiln 18", "init sabel 15", "init wick 12", "init orrin 9"),
    *("init rust 19", "init mudling1 10", "init weir 3", "ask party", "begin", "players timer 90"),
    *("damage kiln 16", "damage ketta 21", "persist ketta 5 fire save by kiln", "damage wick 4", "kill mudling1"),
    *("apply sabel slowed eont:kiln by kiln", "apply kiln prone", "next"),
)


def main() -> None:
    """Plays a few lines of the sample fight and takes both pictures of it."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder), is_now=True)
        table.session.dice_source = RandomDice(Random(3))
        table.play(*LINES)
        view = Served(Path(folder))
        try:
            _take(view.url)
        finally:
            view.stop()


def _take(url: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--headless", "--no-sandbox"]
        )
        for name, ((width, height), scale, fragment) in SCREENS.items():
            page = browser.new_page(
                viewport={"width": width, "height": height}, device_scale_factor=scale, color_scheme="dark"
            )
            page.goto(url + fragment)
            page.wait_for_selector("li.active")
            page.screenshot(path=DOCS / f"players-{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
