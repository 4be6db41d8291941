"""The part of each journal that is read for a list of thousands of journals."""

from pathlib import Path

import pytest

from orcus_tui.storage.journal.journal_file import Journal, encode_line
from orcus_tui.storage.journal.journal_list import HEADER_SIZE, JournalHead, head_of


@pytest.mark.parametrize("file", ["/home/gm/ford.toml", "/home/gm/f\udce9.toml"])
@pytest.mark.parametrize("name", ["Ford", "F\udce9rd", "F" * HEADER_SIZE])
def test_the_head_names_the_encounter(tmp_path: Path, file: str, name: str) -> None:
    path = tmp_path / "ford.jsonl"
    journal = Journal.create(path, {"format": 2, "encounter": {"name": name}, "file": file})
    journal.append({"record": "command"})
    assert head_of(str(path)) == JournalHead(file, is_finished=False)
    journal.close(finished=True)
    assert head_of(str(path)) == JournalHead(file, is_finished=True)


@pytest.mark.parametrize(
    "text", [b"", b"\n", b"{}\n", b'{"crc":"00000000","file":"a"}\n', encode_line(0, {"file": "a"})[:-1]]
)
def test_a_line_that_is_not_a_header_has_an_empty_head(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "ford.jsonl").write_bytes(text)
    assert head_of(str(tmp_path / "ford.jsonl")) == head_of(str(tmp_path / "missing.jsonl")) == JournalHead()
