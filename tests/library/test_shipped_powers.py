"""The shipped spells: rebuilt from the data, valid in every system that has them, and in our own words."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from orcus_tui.storage.power_book import POWERS, power_book, read_powers
from orcus_tui.systems import creatures_folder
from tests.helpers.imports.shared_data import data_file
from tools import shipped_powers
from tools.shipped_powers import SPELLS, check, powers_text, spells

RUN = 8


@cache
def _data() -> Path:
    return data_file(SPELLS).parent.parent


def test_a_rebuild_makes_what_ships() -> None:
    assert (creatures_folder("srd5") / POWERS).read_text(encoding="utf-8") == powers_text(spells(_data()))


def test_all_spells_of_the_data_ship_and_are_valid() -> None:
    book = power_book("srd5-plain")
    assert len(book.powers) == 319
    assert not [*check("srd5-plain", list(book.powers)), *check("srd5", list(book.powers))]


def test_a_wrong_power_stops_the_rebuild(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(shipped_powers, "check", lambda system, _: [f"Wish: not in {system}"])
    monkeypatch.setattr("sys.argv", ["shipped_powers", str(_data())])
    assert shipped_powers.main() == 1
    assert "Wish: not in srd5-plain" in capsys.readouterr().err


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower())


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    words = _words(text)
    return (tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def test_no_spell_has_eight_words_in_a_row_of_its_book() -> None:
    rows = json.loads(data_file(SPELLS).read_text(encoding="utf-8"))
    theirs = {run for row in rows for run in _runs(" ".join([*row["desc"], *row.get("higher_level", ())]))}
    shared = {
        f"{spell.name}: {' '.join(run)}"
        for spell in read_powers(creatures_folder("srd5") / POWERS)
        for text in _texts([spell.power, spell.more])
        for run in _runs(text)
        if run in theirs
    }
    assert not shared
