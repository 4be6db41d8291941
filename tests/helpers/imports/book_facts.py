"""The numbers of the original creatures, read from the sources independently of the importers."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from msgspec import Struct

from tests.helpers.imports.shared_data import data_file


class BookPower(Struct, frozen=True):
    """A power or trait as printed: its name, its head with its uses, and its text."""

    name: str
    head: str
    text: str


class BookCreature(Struct, frozen=True):
    """A creature as printed: its name, its hit points and defenses, and its powers."""

    name: str
    numbers: Mapping[str, int]
    powers: tuple[BookPower, ...]


def orcus() -> Iterator[BookCreature]:
    """The creatures of Orcus, from the quoted blocks of its book."""
    text = data_file("orcus/monsters.md").read_text(encoding="utf-8").replace("&nbsp;", " ")
    for part in re.split(r"(?m)^> #{2,6} ", text)[1:]:
        quoted = re.match(r"(?:.*\n)(?:>.*\n|\s*\n(?=>))*", part)
        block = quoted[0] if quoted else ""
        if "**HP:**" in block:
            found = re.findall(r"\*\*(AC|Fort|Ref|Will|HP):\*\* *(\d+)", block)
            numbers = {_ORCUS[key]: int(value) for key, value in found}
            yield BookCreature(block.partition("\n")[0].strip(), numbers, tuple(_orcus_powers(block)))


_ORCUS = {"AC": "ac", "Fort": "fortitude", "Ref": "reflex", "Will": "will", "HP": "max_hp"}


def _orcus_powers(block: str) -> Iterator[BookPower]:
    lines = [re.sub(r"^> ?", "", line).strip() for line in block.split("\n")[1:]]
    heads = [re.match(r"(?:[^\w*]\s*)?\*\*([^*:]+)\*\*\s*(\(.*)?$", line) for line in lines]
    places = [place for place, head in enumerate(heads) if head and not lines[place].startswith("**Level")]
    for place, end in pairwise((*places, len(lines))):
        if head := heads[place]:
            yield BookPower(head[1].strip(), head[2] or "", "\n".join(lines[place + 1 : end]))


def archmage() -> Iterator[BookCreature]:
    """The creatures of the Archmage Engine."""
    for each in json.loads(data_file("archmage/monsters.json").read_bytes()):
        numbers = {ours: each[key] for key, ours in (("hp", "max_hp"), ("ac", "ac"), ("pd", "pd"), ("md", "md"))}
        whole = {key: value for key, value in numbers.items() if isinstance(value, int)}
        yield BookCreature(each["name"], whole, tuple(map(_archmage_power, each["items"])))


def _archmage_power(item: Any) -> BookPower:
    parts = [item.get(key) or "" for key in ("attack", "hit", "miss", "description")]
    riders = (": ".join(each) for each in item.get("riders", ()))
    return BookPower(item["name"], item["kind"], "\n".join((*parts, *riders)))


def srd5() -> Iterator[BookCreature]:
    """The creatures of SRD 5.1."""
    for each in json.loads(data_file("srd5/monsters.json").read_bytes()):
        numbers = {"max_hp": each["hit_points"], "ac": each["armor_class"][0]["value"], "xp": each["xp"]}
        kinds = ("special_abilities", "actions", "reactions", "legendary_actions")
        items = [item for kind in kinds for item in each.get(kind, ())]
        powers = (BookPower(item["name"], json.dumps(item.get("usage", "")), item["desc"]) for item in items)
        yield BookCreature(each["name"], numbers, tuple(powers))


def true_srd() -> Iterator[BookCreature]:
    """The creatures of the True SRD, whose powers are one text."""
    for each in json.loads(data_file("true-srd/creatures.json").read_bytes()):
        saves = {key: each[key] for key in ("toughness", "fortitude", "reflex", "will")}
        numbers = {key: int(value) for key, value in saves.items() if value.lstrip("+-").isdigit()}
        yield BookCreature(each["name"], numbers, (BookPower("", "", str(each.get("details") or "")),))


BOOKS = {"orcus": orcus, "archmage": archmage, "srd5": srd5, "true-srd": true_srd}
