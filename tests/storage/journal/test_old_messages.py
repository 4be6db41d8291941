"""Lines of older journals have the same text as before: no message in a journal loses its template."""

import os
from pathlib import Path
from random import Random

import pytest

from orcus_tui.model.message import Value, message
from orcus_tui.rules.messages import MESSAGES, RETIRED_MESSAGES
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.log_text import formatter_of
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_from_table
from tests.helpers.fights.random_fights import journal_settings_at, play_lines
from tests.helpers.project.files import ROOT
from tests.helpers.project.snapshots import RENEWED
from tests.journals.written_messages import LIST, faults, listed, present, read_line

JOURNALS = sorted((ROOT / "tests" / "journals").glob("format-*/*.jsonl"))

WHAT_TO_DO = """lines of older journals would no longer read as they did:
  {}
A journal outlives the program. A message that it can hold keeps its key and its values for ever:
- a key that no rule gives any more moves to RETIRED_MESSAGES in orcus_tui/rules/messages.py, with its template;
- a template that needs another value, or comes to mean something else, gets a new key, and the old one is retired."""

OLD_LINES: tuple[tuple[str, str, dict[str, Value], str], ...] = (
    ("true-srd", "dying first", {"id": "ari"}, "Ari is dying: first `check ari dying` or `stabilize ari`"),
    ("srd5", "no rest for the dying", {}, "Ari is dying and cannot rest"),
    ("orcus", "not dead after all", {}, "Ari is not dead"),
    ("orcus", "renamed", {"id": "ari", "value": "Bo"}, "ari is renamed Bo"),
    ("orcus", "renamed", {"was": "Ari", "value": "Bo"}, "Ari is renamed Bo"),
    ("archmage", "still dying", {}, "Ari is still dying"),
    ("true-srd", "still dying", {}, "Ari survives, still dying"),
    (
        "true-srd",
        "stat block check",
        {"ability": "con", "sum": "12", "needed": 10},
        "Ari rolls a Con check: 12 vs DC 10",
    ),
    (
        "true-srd",
        "stat block save",
        {"ability": "will", "sum": "12", "needed": 15},
        "Ari rolls a Will save: 12 vs DC 15",
    ),
    ("orcus", "triggered: dies", {"powers": ("Burst", "Howl")}, "Ari dies: Burst, Howl"),
    ("orcus", "triggered: hit", {"powers": ("Burst",)}, "Ari is hit: Burst"),
    ("orcus", "triggered: missed", {"powers": ("Burst",)}, "Ari is missed: Burst"),
    ("orcus", "triggered: staggered", {"happening": "staggered", "powers": ("Burst",)}, "Ari is staggered: Burst"),
    ("archmage", "wakes", {}, "Ari wakes; roll and add its recovery"),
    ("srd5", "wakes", {}, "Ari wakes"),
    ("orcus", "goes on", {"what": ("dazed",)}, "Ari: dazed continues"),
    ("orcus", "goes on", {"what": ("dazed", "prone")}, "Ari: dazed and prone continue"),
)
"""Messages in journals from before a key or its values changed."""


def reader_in(system: str) -> Formatter:
    ari = {"name": "Ari", "kind": "pc", **({} if system == "true-srd" else {"max_hp": 20})}
    return formatter_of(fight_from_table({"format": 1, "name": "The ford", "system": system, "creature": [ari]}))


def test_the_list_has_every_message_that_a_journal_can_hold() -> None:
    new = {*present()} - {*listed()}
    if new and RENEWED in os.environ:
        LIST.write_text("".join(f"{line}\n" for line in sorted({*listed(), *new})), encoding="utf-8", newline="\n")
    else:
        assert not new, f"not in {LIST.name} ({RENEWED}=1 adds them; no line is ever removed): {sorted(new)}"


def test_every_message_a_journal_can_hold_has_a_template_that_its_values_fill() -> None:
    found = faults(listed())
    assert not found, WHAT_TO_DO.format("\n  ".join(found))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("all | dead already | who", ""),
        ("srd5 | wakes | who", ""),
        ("orcus | still dying | who", ""),
        ("orcus | died of old age | who", "no template in orcus"),
        ("all | hit die | who", "no template in orcus"),
        ("srd5 | hit die | who", "the template in srd5 needs dice"),
        ("all | withdrawn", "no template in orcus"),
    ],
)
def test_a_message_whose_key_or_value_is_gone_is_a_fault(line: str, fault: str) -> None:
    assert faults([line]) == ([f"{line}: {fault}"] if fault else [])


@pytest.mark.parametrize(("system", "key", "values", "line"), OLD_LINES)
def test_an_old_message_reads_as_it_did(system: str, key: str, values: dict[str, Value], line: str) -> None:
    assert reader_in(system).text(message(key, **values), who="ari") == line


def test_every_retired_message_is_one_that_journals_hold_and_is_read_here() -> None:
    keys = {read_line(line).key for line in listed()}
    assert RETIRED_MESSAGES.keys() <= keys & {key for _, key, _, _ in OLD_LINES}
    assert not RETIRED_MESSAGES.keys() & MESSAGES.keys()


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_line_of_an_old_journal_is_a_bare_key(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    template, unknown = Formatter.template, []

    def known_template(formatter: Formatter, key: str) -> str:
        if key not in formatter.system.words.messages.keys() | MESSAGES.keys() | RETIRED_MESSAGES.keys():
            unknown.append(key)
        return template(formatter, key)

    monkeypatch.setattr(Formatter, "template", known_template)
    session, _ = Session.open_for_viewing(journal_settings_at(path.parent), path, RandomDice(Random(1)))
    assert play_lines(session, "log 1000")
    assert unknown == []
