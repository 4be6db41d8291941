"""The pages about Python and the engine: their examples run, and the bot plays a whole fight."""

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import orcus_tui
from orcus_tui.api import stream
from tests.api.test_fight import FORD
from tests.helpers.project.files import ROOT

DOCS = ROOT / "docs"


def test_every_example_of_the_page_shows_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ford.toml").write_text(FORD, encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(
        (DOCS / "python.md").read_text(encoding="utf-8").replace("```", ""), {}, "python.md", "python.md", 0
    )
    assert len(examples.examples) > 20
    said: list[str] = []
    doctest.DocTestRunner().run(examples, out=said.append)
    assert not said, "".join(said)


def test_the_bot_is_short_and_plays_a_whole_fight(tmp_path: Path) -> None:
    bot = DOCS / "bot.py"
    assert len(bot.read_text(encoding="utf-8").splitlines()) <= 60
    (tmp_path / "ford.toml").write_text(FORD, encoding="utf-8")
    programs = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(
        [sys.executable, str(bot), "ford.toml", "--seed", "1"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "Round 2" in done.stdout
    assert "XP: " in done.stdout.splitlines()[-1]


def test_the_page_of_the_engine_has_every_request() -> None:
    page = (DOCS / "engine.md").read_text(encoding="utf-8")
    for key in stream.KEYS:
        assert f"{json.dumps(key)}:" in page


def test_the_page_of_state_has_every_key_in_order(tmp_path: Path) -> None:
    (tmp_path / "ford.toml").write_text(FORD, encoding="utf-8")
    state = orcus_tui.load(tmp_path / "ford.toml").state
    page = (DOCS / "state.md").read_text(encoding="utf-8")
    for part, keys in zip(page.split("\n## ")[1:], (state, state["creatures"]["ari"]), strict=True):
        first_cells = [row.split("|")[1] for row in part.splitlines() if row.startswith("| `")]
        assert re.findall("`(.*?)`", " ".join(first_cells)) == list(keys)


def test_the_public_names_are_listed_before_they_are_used() -> None:
    assert {*orcus_tui.__all__} <= {*dir(orcus_tui)}
    code = "import orcus_tui, sys; assert 'load' in dir(orcus_tui) and 'orcus_tui.api' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
