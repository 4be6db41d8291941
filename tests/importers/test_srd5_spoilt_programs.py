"""Damaged files of fifth-edition creatures from other programs: cut off, corrupt, endless or malicious."""

from typing import Any

import pytest

from orcus_tui.importers.source_text import UnreadableSource
from orcus_tui.importers.srd5 import editors, five_e_tools, foundry, notes, stat_blocks, tables, trackers
from tests.helpers.imports.hostile_sources import Read, check, check_cut, check_hostile
from tests.helpers.imports.reed_stalker import (
    BY_HAND,
    CRITTER_DB,
    FIVE_E_TOOLS,
    FOUNDRY,
    NOTE,
    OF_ROLL20,
    PROPERTIES,
    STATBLOCK5E,
    TETRA_CUBE,
    xml,
)


@pytest.mark.parametrize(
    ("read", "document"),
    [
        (five_e_tools.read, FIVE_E_TOOLS),
        (editors.TETRA_CUBE.read, TETRA_CUBE),
        (editors.STATBLOCK5E.read, STATBLOCK5E),
        (editors.CRITTER_DB.read, CRITTER_DB),
        (foundry.FOUNDRY.read, FOUNDRY),
    ],
)
def test_hostile_json(read: Read, document: Any):
    check_hostile(read, document)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (notes.read_stat_blocks, NOTE),
        (notes.read_stat_blocks, PROPERTIES),
        (trackers.read_compendium, xml()),
        (tables.read, BY_HAND),
        (tables.read, OF_ROLL20),
    ],
)
def test_hostile_texts(read: Read, text: str):
    check_cut(read, text)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (trackers.read_compendium, f'<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "{"&a;" * 9}">]><monster>&b;</monster>'),
        (trackers.read_compendium, '<!DOCTYPE x SYSTEM "file:///etc/passwd"><monster><name>x</name></monster>'),
        (trackers.read_compendium, "<monster>" * 50_000),
        (notes.read_stat_blocks, "```statblock\na: &a [x, x]\nb: &b [*a, *a, *a]\nname: *b\nhp: 1\n```"),
        (notes.read_stat_blocks, "```statblock\nname: !!python/object/apply:os.system ['true']\nhp: 1\n```"),
        (notes.read_stat_blocks, "```statblock\nname: " + "[" * 50_000 + "\n```"),
        (foundry.FOUNDRY.read, "name: x\nsystem: &a\n  attributes: *a\n"),
        (tables.read, 'name,ac,hp\n"' + "x" * 300_000),
        (tables.read, "name,ac,hp\n" + "," * 100_000),
    ],
)  # fmt: skip
def test_yaml_that_expands_or_runs_code_is_refused_or_text(read: Read, text: str):
    check(read, text.encode())


@pytest.mark.parametrize(
    ("read", "limit", "text", "reason"),
    [
        (tables.read, "srd5.tables.MOST_COLUMNS", "name,ac,hp\n" + "," * 101, "more than 100 columns or 50,000 lines"),
        (
            tables.read,
            "srd5.tables.MOST_LINES",
            "name,ac,hp\n" + "a,1,2\n" * 101,
            "more than 2,000 columns or 100 lines",
        ),
        (
            trackers.read_compendium,
            "xml_nodes.MOST_ELEMENTS",
            f"<monster>{'<a/>' * 100}</monster>",
            "more than 100 elements; import it in parts",
        ),
        (
            five_e_tools.read,
            "json_nodes.MOST_WORDS",
            f"[{'[],' * 50}[]]",
            "more than 100 keys and values; import it in parts",
        ),
        (stat_blocks.read, "source_text.MOST_LINES", "\n" * 101, "more than 100 lines; import it in parts"),
    ],
)
def test_input_that_would_fill_the_memory_is_refused(
    monkeypatch: pytest.MonkeyPatch, read: Read, limit: str, text: str, reason: str
) -> None:
    """With lower limits; generating the page about limits exceeds the real ones."""
    monkeypatch.setattr(f"orcus_tui.importers.{limit}", 100)
    with pytest.raises(UnreadableSource) as refused:
        read(text.encode())
    assert str(refused.value) == reason
