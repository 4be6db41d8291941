"""The time to read a creature of each format, compared with the format's parser alone."""

import csv
import json
import os
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from time import process_time
from xml.sax import xmlreader

import defusedxml.sax
import yaml
from msgspec import Struct

from benchmarks.measure import Row
from orcus_tui.importers.format_detection import FORMATS, format_of, read_source
from orcus_tui.importers.source_text import UnreadableSource, decode_source

TIMES = 7
PARSES = 3
"""The most time that a creature may take, as a multiple of its parser's time, in addition to BESIDE."""
BESIDE = 5.0
"""Milliseconds that a creature may take in addition."""
FOLDER = "ORCUS_TUI_DATA"
FOUNDRY = "Foundry"

Parser = Callable[[str], object]


class Sample(Struct, frozen=True):
    """A file, its number of creatures, and the parser for its text; None if all of it is prose."""

    data: bytes
    creatures: int
    parser: Parser | None


def rows() -> Iterator[Row]:
    """Milliseconds of processor time for a creature of each format, the minimum of several runs over its samples."""
    folder = os.environ.get(FOLDER)
    if folder is None:
        print(f"importers: left out; {FOLDER} names the folder with other people's creatures")
        return
    for name, samples in sorted(_samples(Path(folder, "formats")).items()):
        creatures = sum(each.creatures for each in samples)
        reading, parsing = (_least(partial(work, samples)) / creatures for work in (_read, _parse))
        size = sum(len(each.data) for each in samples) / creatures / 1024
        note = f"{creatures} of {size:.1f} kB; its parser: {parsing:.2f} ms"
        yield Row(name, reading, round(PARSES * parsing + BESIDE, 1), "ms", note)


def _least(work: Callable[[], None]) -> float:
    """The minimum milliseconds of processor time for some work, after all imports."""
    work()
    times = []
    for _ in range(TIMES):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times) * 1000


def _read(samples: list[Sample]) -> None:
    for each in samples:
        read_source(each.data, "sample")


def _parse(samples: list[Sample]) -> None:
    for each in samples:
        if each.parser:
            each.parser(each.data.decode("utf-8-sig"))


def _samples(folder: Path) -> dict[str, list[Sample]]:
    """The files of a folder, and of those inside it, that have creatures, by format; Foundry's also by parser."""
    found: dict[str, list[Sample]] = defaultdict(list)
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        data = path.read_bytes()
        try:
            result = read_source(data, path.name)
        except UnreadableSource:  # READMEs of the samples
            continue
        name = _format_name(data)
        parser = _parser_name(name, data)
        sample = Sample(data, len(result.creatures) + len(result.missing_creatures), _PARSERS.get(parser))
        found[f"{name}, {parser}" if name.startswith(FOUNDRY) else name].append(sample)
    return found


def _format_name(data: bytes) -> str:
    binary = next((each for each in FORMATS if each.begins and data.startswith(each.begins)), None)
    found = binary or format_of(decode_source(data))
    return found.name if found else ""


def _parser_name(format_name: str, data: bytes) -> str:
    """The parser of a format, often a part of the format's name; empty for prose."""
    if format_name.startswith(FOUNDRY):
        return "JSON" if data.lstrip()[:1] in (b"{", b"[") else "YAML"
    named = next((each for each in _PARSERS if each in format_name), "")
    return named or _PARSERS_OF_FORMATS.get(format_name, "")


def _parse_xml(text: str) -> None:
    source = xmlreader.InputSource()
    source.setCharacterStream(StringIO(text))
    defusedxml.sax.make_parser().parse(source)


def _parse_yaml(text: str) -> None:
    for _ in yaml.load_all(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        pass


def _parse_html(text: str) -> None:
    parser = HTMLParser()
    parser.feed(text)
    parser.close()


def _parse_csv(text: str) -> None:
    for _ in csv.reader(StringIO(text)):
        pass


_PARSERS: dict[str, Parser] = {
    "JSON": json.loads,
    "XML": _parse_xml,
    "YAML": _parse_yaml,
    "HTML": _parse_html,
    "CSV": _parse_csv,
    "TOML": tomllib.loads,
}
_PARSERS_OF_FORMATS = {"Tetra-cube": "JSON", "Archmage tables": "HTML", "tables of creatures": "CSV"}
