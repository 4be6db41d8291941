"""Hostile files: real ones cut, flipped, spliced and inflated, and bytes that are not text."""

import os
from functools import cache
from pathlib import Path
from random import Random

from tests.campaign.inputs.hurtful_words import hurtful_word

ENCOUNTERS = Path(__file__).parents[3] / "encounters"
LARGEST_SAMPLE = 200_000
LARGE = 1024 * 1024
"""The largest size in bytes at which a file must be read or refused without delay."""
CONFIG = '[aliases]\nhit = "d ogre 5"\n\n[keys]\ndamage = "f5"\n\n[screen]\ntheme = "orcus-dark"\nascii = false\n'
SCRIPT = 'begin\nd @all 5\napply ogre dazed save\n# a comment\nnext\nalias hit "d ogre 5"\nrun other.txt\nundo\n'
SOURCES = (
    "> #### Ogre\n> **Level 3 Wrecker** (150 XP)\n> **HP:** 40\n> **AC:** 15; **Fort:** 14\n"
    "> **Slam** (standard, at-will)\n> Reach 2; +8 vs AC; 2d6+4 damage, and the target is dazed (save ends)\n",
    'name = "Wolf"\nmax_hp = 11\nac = 13\nmtype = "beast"\n',
    '[{"index": "wolf", "name": "Wolf", "hit_points": 11, "armor_class": [{"value": 13}], "actions": '
    '[{"name": "Bite", "desc": "Melee Weapon Attack: +4 to hit, Hit: 7 (2d4 + 2) piercing damage."}]}]',
    '{"Creatures": {"1": {"Name": "Wolf", "HP": {"Value": 11}, "AC": {"Value": 13}, "Actions": []}}}',
    '[{"name": "Wolf", "level": 1, "hp": 22, "ac": 17, "pd": 14, "md": 11, "attacks": []}]',
)
PIECES = (
    *(b"\0", b"\r\n", b"\r", b"\n", b'"', b"'", b'"""', b"[", b"]", b"{", b"}", b"#", b"=", b"\\", b"\xff", b"\xc3"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"nan", b"-inf", b"1e999", b"0x", b"9" * 400, b"1979-05-27"),
    *(b"[" * 500, b"{a=" * 300, b"a." * 300, b"[[creature]]\n", b"[fight]\n", b'party = ".."\n', b"x" * 20_000),
    *(b"true", b"null", b"\x1b[31m", b"\xe2\x80\xae", b"1d6", b"((((((" * 30, b"5" * 20 + b"d" + b"9" * 20),
)


def hostile_bytes(chance: Random, samples: tuple[bytes, ...]) -> bytes:
    """The bytes of a file: a damaged sample, or random ones."""
    kind = chance.random()
    if kind < 0.05:
        return chance.randbytes(chance.choice((0, 1, 100, 10_000)))
    if kind < 0.1:
        piece, size = chance.choice(PIECES), chance.choice((5_000, LARGE))
        return (piece * (size // len(piece) + 1))[:size]
    data = chance.choice(samples)
    for _ in range(chance.randint(1, 4)):
        data = _spoil(chance, data)
    return data[:LARGE]


def _spoil(chance: Random, data: bytes) -> bytes:
    """The bytes with one fault."""
    start, end = sorted(chance.randint(0, len(data)) for _ in range(2))
    end = min(end, start + chance.choice((1, 20, 2_000)))
    piece = chance.choice((*PIECES, hurtful_word(chance).encode("utf-8", "surrogatepass")))
    kind = chance.randrange(8)
    if kind == 0:
        return data[:start]
    if kind == 1:
        return data[:start] + data[end:]
    if kind == 2:
        return data.replace(b"\n", chance.choice((b"\r\n", b"\r", b"", b"\x85", b"\n\n")))
    if kind == 3:
        encoding = chance.choice(("utf-16", "utf-16-le", "utf-8-sig", "utf-32", "cp037"))
        return data.decode("utf-8", "replace").encode(encoding, "replace")
    if kind == 4 and end > start:
        return data[:start] + data[start:end] * min(LARGE // (end - start), chance.choice((2, 50, LARGE))) + data[end:]
    return data[:start] + piece + data[end:]


@cache
def toml_samples() -> tuple[bytes, ...]:
    """The encounters and party files of the repository."""
    return tuple(each.read_bytes() for each in sorted(ENCOUNTERS.glob("*.toml")))


@cache
def source_samples() -> tuple[bytes, ...]:
    """Samples of every import format, with more from the folder `ORCUS_TUI_DATA`."""
    folder = os.environ.get("ORCUS_TUI_DATA")
    files = sorted(each for each in Path(folder).rglob("*") if each.is_file()) if folder else ()
    more = (each.read_bytes()[:LARGEST_SAMPLE] for each in files)
    return (*(each.encode() for each in SOURCES), *more)
