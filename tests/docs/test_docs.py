"""Pages and pictures that are generated from the code are up to date."""

import re
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from orcus_tui.cli.start import COMMANDS
from orcus_tui.config.paths import SAMPLE
from orcus_tui.config.settings import SETTINGS, ScreenNames, read_config
from orcus_tui.importers.format_detection import FORMATS
from orcus_tui.screen.builder.builder_screen import BuilderScreen
from orcus_tui.screen.dialogs.chooser import Chooser
from orcus_tui.screen.dialogs.text_viewer import TextViewer
from orcus_tui.screen.fight.command_line import CommandLine
from orcus_tui.screen.fight.context_keys import PLACES
from orcus_tui.screen.fight.keys import EVERYWHERE, KEYS
from orcus_tui.screen.themes import theme_names
from orcus_tui.screen.widgets.key_hints import key_label
from orcus_tui.screen.widgets.search_input import SearchInput
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.systems import SYSTEMS
from orcus_tui.systems.archmage import attacks as archmage_attacks
from orcus_tui.systems.archmage.conditions import BASIC, SPELL, WEAPON
from orcus_tui.systems.orcus import attacks as orcus_attacks
from orcus_tui.systems.orcus.conditions import ENDED_BY_TAG
from orcus_tui.systems.orcus.summons import CONJURATION
from orcus_tui.systems.srd5 import advantage, spells
from orcus_tui.systems.true_srd import hits, mounts
from orcus_tui.systems.true_srd.conditions import SUPERNATURAL
from tests.helpers.project.exhaustive import only_exhaustive
from tests.helpers.project.files import ROOT
from tools import command_reference, keys_reference, limits_reference, man_page, pictures

README = (ROOT / "README.md").read_text(encoding="utf-8")


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def test_the_reference_page_is_not_stale():
    command = "python -m tools.command_reference > docs/commands.md"
    assert page("commands.md") == command_reference.reference(SYSTEMS.values()), command


def test_the_page_about_the_library_lists_the_formats_that_are_read() -> None:
    table = page("library.md").partition("| format | what it is |\n|---|---|\n")[2].partition("\n\n")[0]
    assert sorted(row.split("|")[1].strip() for row in table.splitlines()) == sorted(each.name for each in FORMATS)


def test_the_page_of_keys_is_not_stale():
    command = "python -m tools.keys_reference > docs/keys.md"
    assert page("keys.md") == keys_reference.reference(), command


def test_the_man_page_is_not_stale_and_has_every_command() -> None:
    found = page("orcus-tui.1")
    assert found == man_page.page(), "python -m tools.man_page > docs/orcus-tui.1"
    assert all(f".SS \\fB{each}\\fR" in found for each in COMMANDS)


def test_the_page_of_limits_is_not_stale() -> None:
    command = "python -m tools.limits_reference > docs/limits.md"
    assert page("limits.md") == limits_reference.reference(), command


COSTLY = {
    *("a file", "a journal", "journals with one day and name", "files in a folder, with the folders in it"),
    *("lines in a text with stat blocks", "stat blocks in one text", "elements in XML"),
    *("keys, values, brackets and line ends in JSON", "values in YAML, with aliases written out"),
}
"""The limits whose highest allowed number takes long to try."""
OTHER_FAULTS = {
    "creatures.md: unknown format; `orcus-tui import --formats` lists the known ones",
    "2026-01-01-bridge.jsonl: is not a journal of this program, or has no first line yet",
}
"""The other fault of a file of blanks that is not too large."""
ALL_LIMITS = [limit for limits in limits_reference.LIMITS.values() for limit in limits]


@pytest.mark.parametrize(
    "limit",
    [only_exhaustive(each) if each.of in COSTLY else each for each in ALL_LIMITS],
    ids=lambda each: each.of,
)
def test_a_number_within_a_limit_gets_no_message(
    limit: limits_reference.Limit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert limit.message(limit.most) in {"", *OTHER_FAULTS}


def test_each_limit_is_on_the_page_with_its_own_message() -> None:
    named = {limit.of for limit in ALL_LIMITS}
    assert named > COSTLY
    assert all(f"| {each} |" in page("limits.md") for each in named)
    assert not [each for each in OTHER_FAULTS if each in page("limits.md")]


@pytest.mark.parametrize(
    ("place", "where"),
    [
        ("In the command line", CommandLine),
        ("In the log search", SearchInput),
        ("In a list", Chooser),
        ("In the text viewer", TextViewer),
        ("In the builder", BuilderScreen),
    ],
)
def test_the_page_of_keys_has_every_key_of_a_place(place: str, where: Any) -> None:
    keys = {key_label(key).casefold() for each in where.BINDINGS for key in each.key.split(",")}
    assert keys <= {key.casefold() for key in _keys_in(PLACES[place].keys)}


def _keys_in(rows: Iterable[tuple[str, str]]) -> list[str]:
    return [key for keys, _ in rows for key in keys.split(", ")]


PLAYED_AHEAD = "odds.svg"
"""The picture that needs hundreds of simulated fights."""


@pytest.mark.parametrize(
    "picture",
    [only_exhaustive(each) if each.name == PLAYED_AHEAD else each for each in pictures.PICTURES],
    ids=lambda each: each.name,
)
def test_a_picture_is_not_stale(picture: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert page(picture.name) == pictures.draw(picture), "python -m tools.pictures"


@pytest.mark.parametrize("picture", pictures.PICTURES, ids=lambda each: each.name)
def test_a_picture_downloads_nothing(picture: Any) -> None:
    fetched = re.findall(r"url\((?!#)|@import|href=|https?://(?!www\.w3\.org|www\.textualize\.io)", page(picture.name))
    assert not fetched
    assert (ROOT / "docs" / picture.name).stat().st_size < 250_000


def test_the_readme_shows_every_picture() -> None:
    assert all(f"](docs/{each.name})" in README or f'src="docs/{each.name}"' in README for each in pictures.PICTURES)


def test_the_moving_picture_takes_twenty_seconds_and_is_still_if_reduced_motion_is_preferred() -> None:
    turn = page("turn.svg")
    assert set(re.findall(r"animation: \S+ (\S+) step-end infinite", turn)) == {"20s"}
    assert "@media (prefers-reduced-motion: reduce) { g { animation: none !important; } }" in turn
    assert '<source media="(prefers-reduced-motion: reduce)"' in README


@pytest.mark.parametrize("where", ["README.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))])
def test_links_lead_to_files_that_exist(where: str) -> None:
    text = (ROOT / where).read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", text)
    assert not [each for each in targets if not ((ROOT / where).parent / each).exists()]


@pytest.mark.parametrize("name", ["architecture.md", "adding-a-system.md"])
def test_a_page_for_engineers_names_files_that_exist(name: str) -> None:
    there = [
        path.as_posix()
        for folder in ("orcus_tui", "tests", "benchmarks", "tools")
        for path in (ROOT / folder).rglob("*.*")
    ]
    named = set(re.findall(r"`([\w/]+\.(?:py|txt))`", page(name)))
    assert named
    missing = sorted(each for each in named if not any(path.endswith(f"/{each}") for path in there))
    assert not missing, f"docs/{name} names files that are gone: {', '.join(missing)}"


def test_the_readme_names_files_that_exist():
    named = {each for each in re.findall(r"(?:docs|encounters|orcus_tui|tests)/[\w/.-]+\w", README) if "*" not in each}
    assert named
    assert not [each for each in named if not (ROOT / each).exists()]


def test_the_readme_sets_up_the_tests_in_one_line():
    first = next(line for line in README.splitlines() if "-m pytest" in line)
    assert first.startswith("python3 -m venv .venv && ")
    assert "pip install -q --require-hashes -r tests/requirements.txt" in first
    assert "pip install -q --no-deps --no-build-isolation -e ." in first


def test_the_keys_of_the_readme_are_those_of_the_program():
    """In its table of keys, the text before each description is a default key."""
    table = re.search(r"\| key \| does \|.*?\n\n", README, re.DOTALL)
    assert table
    keys = {key for row in table[0].splitlines()[2:] for cell in row.split(" | ")[::2] for key in _words_in_code(cell)}
    known = {key_label(each) for key in KEYS.values() for each in key.keys.split(",")}
    known |= set(EVERYWHERE)
    assert keys
    assert keys <= known


def _words_in_code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_the_lines_of_the_readme_are_valid():
    (block,) = re.findall(r"```\n(attack .*?)```", README, re.DOTALL)
    lines = [line for row in block.splitlines() for line in re.split(r" {2,}", row)]
    session = Session(read_encounter(SAMPLE), RandomDice(Random(1)))
    results = [session.run(each) for each in ("begin first sabel", *lines)]
    assert len(lines) > 3
    assert not [result.error for result in results if result and result.error]


def test_the_config_of_the_readme_is_valid(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    (tmp_path / "config.toml").write_text(example, encoding="utf-8")
    known = ScreenNames({key.id: key.keys for key in KEYS.values()}, theme_names())
    config, faults = read_config(tmp_path / "config.toml", known)
    assert not faults
    assert {name for name in SETTINGS if getattr(config, name) != SETTINGS[name].default}


def rows_of(pages: str) -> str:
    """The pages of a system; those of a variant include the page of its original."""
    return "\n".join(page(f"systems/{each}.md") for each in pages.split())


@pytest.mark.parametrize(
    ("name", "pages"),
    [
        ("orcus", "orcus"),
        ("archmage", "archmage"),
        ("archmage-plus", "archmage-plus archmage"),
        ("true-srd", "true-srd"),
        ("srd5", "srd5"),
        ("srd5-plain", "srd5-plain srd5"),
    ],
)
def test_the_page_of_a_system_has_every_option_verb_and_action(name: str, pages: str) -> None:
    rows = rows_of(pages)
    system = SYSTEMS[name]
    assert f'`system = "{name}"`' in rows
    for key, option in system.options.items():
        assert f"| `{key}` | `{str(option.default).lower()}` |" in rows
        assert all(str(value).lower() in rows for value in option.values)
    assert all(re.search(f"`{verb.name}[ `]", rows) for verb in system.verbs)
    assert all(re.search(f"`do {each}[ `]", rows) for each in system.do_actions)


TAGS_WITH_RULES = {
    "orcus": (*ENDED_BY_TAG, *orcus_attacks.CRIT_REWARDS, orcus_attacks.BOOSTED, CONJURATION, "consistent"),
    "archmage": (archmage_attacks.TWO_WEAPON, WEAPON, SPELL, BASIC),
    "true-srd": (mounts.LANCE, mounts.MILITARY_SADDLE, hits.THREAT, *SUPERNATURAL),
    "srd5": (spells.SPELL, advantage.OFFHAND),
}


@pytest.mark.parametrize(("name", "tag"), [(name, tag) for name, tags in TAGS_WITH_RULES.items() for tag in tags])
def test_the_page_of_a_system_has_every_tag_with_a_rule(name: str, tag: str) -> None:
    assert re.search(f'[`"]{tag}', rows_of(name))
    assert "## What you still do yourself" in rows_of(name)
