"""The positions of the parts of a TOML file, and the faults of text that is not TOML."""

import random
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orcus_tui.storage.toml.positions import (
    LARGEST_FILE,
    Fault,
    TomlError,
    _Reader,
    decode,
    load,
    locate,
)
from tests.helpers.project.call_counts import calls_of

TEXTS = [
    "",
    "Ari",
    "[creature]",
    "[[creature]]",
    'say "a = 1"',
    "it's",
    "# not",
    "a = { b = [",
    "''",
    '""',
    "\\n",
    "]}",
]
KEYS = ["name", "ac", "max-hp", "4d6", "1", "two words", "a.b", "#", "[x]", "ö", "", 'qu"ote', "back\\slash", "'"]
PLAIN = ["0", "-17", "+8", "1_000", "1.5", "6.02e-3", "true", "0xff", "1979-05-27 07:32:00.5", "07:32:00"]
COMMENTS = ["", "", "  # plain", ' # [[creature]] "', " # ''' {", ' # """', " # x = [ 1,"]
BETWEEN = ["", "", "\n", "# [table]\n", "  # a = 1\n\n"]


class Writer:
    """Writes a random document; `data` and `lines` have its values and their lines."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.text = ""
        self.lines: dict[tuple[str | int, ...], int] = {}
        self.data = self.pairs({}, ())
        self.tables((), (), self.data, depth=2)

    def maybe(self) -> bool:
        return self.rng.randint(0, 1) == 1

    def put(self, *choices: str) -> None:
        self.text += self.rng.choice(choices)

    def end_line(self) -> None:
        self.put(*COMMENTS)
        self.put("\n")
        self.put(*BETWEEN)

    def mark(self, path: tuple[str | int, ...], *, again: bool = False) -> None:
        here = self.text.count("\n") + 1
        for length in range(1, len(path) + 1):
            self.lines.setdefault(path[:length], here)
        if again:
            self.lines[path] = here

    def fresh(self, taken: dict[str, Any], most: int) -> list[str]:
        free = [key for key in KEYS if key not in taken]
        return self.rng.sample(free, self.rng.randint(0, most))

    def quoted(self, text: str) -> str:
        if "'" not in text and self.maybe():
            return f"'{text}'"
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("ö", "\\u00f6") + '"'

    def key(self, key: str) -> str:
        bare = key.isascii() and key.replace("-", "").isalnum()
        return key if bare and self.maybe() else self.quoted(key)

    def pairs(self, table: dict[str, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
        for key in self.fresh(table, 3):
            self.pair(table, path, key)
            self.end_line()
        return table

    def pair(self, table: dict[str, Any], path: tuple[str | int, ...], key: str, depth: int = 2) -> None:
        self.put("", "  ")
        self.mark((*path, key))
        self.put(self.key(key))
        if depth == 2 and self.rng.randint(0, 3) == 0:
            self.put(".", " . ")
            second = self.rng.choice(KEYS)
            table[key] = {}
            self.pair(table[key], (*path, key), second, depth=1)
            return
        self.put("=", " = ")
        table[key] = self.value((*path, key), depth)

    def value(self, path: tuple[str | int, ...], depth: int) -> Any:
        kind = self.rng.randint(0, 3 if depth == 0 else 5)
        start = len(self.text)
        if kind == 4:
            return self.array(path, depth - 1)
        if kind == 5:
            return self.inline_table(path, depth - 1)
        if kind == 0:
            self.put(*PLAIN)
        elif kind == 1:
            self.put(self.quoted(self.rng.choice(TEXTS)))
        else:
            self.long_text()
        return tomllib.loads("x = " + self.text[start:])["x"]

    def long_text(self) -> None:
        content = "\n".join(self.rng.choice(TEXTS) for _ in range(self.rng.randint(1, 4)))
        if self.maybe():
            self.put("'''", "'''\n")
            self.put(content.rstrip("'"))
            self.put("'''", "\n'''", " ''''", " '''''")
        else:
            content = content.rstrip('"')
            self.put('"""', '"""\n', '"""\\\n  ', '""""')
            self.put(content.replace("\\", "\\\\").replace('""', '"\\"'))
            self.put(' """', '\n"""', ' """"', ' """""', '\\\n"""', '\\""""')

    def array(self, path: tuple[str | int, ...], depth: int) -> list[Any]:
        found: list[Any] = []
        self.put("[", "[ ")
        for index in range(self.rng.randint(0, 3)):
            if self.maybe():
                self.end_line()
            self.mark((*path, index))
            found.append(self.value((*path, index), depth))
            if self.maybe():
                self.end_line()
            self.put(",", " , ")
        if self.maybe():
            self.end_line()
        self.put("]")
        return found

    def inline_table(self, path: tuple[str | int, ...], depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.put("{", "{ ")
        for number, key in enumerate(self.fresh({}, 2)):
            self.put(", " if number else "")
            self.pair(found, path, key, depth)
        self.put("}", " }")
        return found

    def header(self, keys: tuple[str, ...], left: str, right: str) -> None:
        dot = self.rng.choice([".", " . "])
        self.put(left + dot.join(self.key(key) for key in keys) + right)
        self.end_line()

    def tables(self, keys: tuple[str, ...], path: tuple[str | int, ...], table: dict[str, Any], depth: int) -> None:
        for key in self.fresh(table, 3 if depth else 0):
            below, place = (*keys, key), (*path, key)
            if self.maybe():
                table[key] = []
                for index in range(self.rng.randint(1, 3)):
                    self.mark((*place, index))
                    self.header(below, "[[", "]]")
                    table[key].append(self.pairs({}, (*place, index)))
                    self.tables(below, (*place, index), table[key][index], depth - 1)
            else:
                self.table(below, place, table, depth)

    def table(self, keys: tuple[str, ...], path: tuple[str | int, ...], parent: dict[str, Any], depth: int) -> None:
        table = parent.setdefault(keys[-1], {})
        after = self.maybe()  # its own header comes after those of its subtables, or is missing
        if after:
            self.tables(keys, path, table, depth - 1)
        if not (after and table and self.maybe()):
            self.mark(path, again=True)
            self.header(keys, "[", "]")
            self.pairs(table, path)
        if not after:
            self.tables(keys, path, table, depth - 1)


@settings(max_examples=200)
@given(st.randoms(use_true_random=True), st.sampled_from(["\n", "\r\n"]))
def test_every_path_of_any_document_is_found_on_its_line(rng: random.Random, end: str) -> None:
    written = Writer(rng)
    data = written.text.replace("\n", end).encode()
    assert load(data) == written.data
    assert locate(written.text.replace("\n", end)).lines == written.lines
    assert locate(decode(data)).lines == written.lines


ENCOUNTER = '''\
name = "Ambush"
[options]
surprise = true
[[creature]]  # the first
name = "Ari"
defenses.ac = 18
resist = { fire = 5, "cold" = 2 }
[[creature.power]]
name = "Stab"
[[creature.power]]
notes = """
[[creature]]
name = "not this"
"""
effects = [  # on a hit
  "persist 5 fire save",

  # then
  "apply dazed eont",
]
[[creature]]
name = "Bo"
[creature.defenses]
ac = 12
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 1),
        (("nothing",), 1),
        (("name",), 1),
        (("options", "surprise"), 3),
        (("options", "death_save_timing"), 2),
        (("creature",), 4),
        (("creature", 0), 4),
        (("creature", 0, "max_hp"), 4),
        (("creature", 0, "name"), 5),
        (("creature", 0, "defenses", "ac"), 6),
        (("creature", 0, "resist", "cold"), 7),
        (("creature", 0, "power"), 8),
        (("creature", 0, "power", 1), 10),
        (("creature", 0, "power", 1, "notes"), 11),
        (("creature", 0, "power", 1, "effects"), 15),
        (("creature", 0, "power", 1, "effects", 0), 16),
        (("creature", 0, "power", 1, "effects", 1), 19),
        (("creature", 1), 21),
        (("creature", 1, "defenses"), 23),
        (("creature", 1, "defenses", "ac"), 24),
        (("creature", 7, "name"), 4),
    ],
)
def test_a_path_is_found_or_its_longest_known_beginning(path: tuple[str | int, ...], line: int) -> None:
    assert locate(ENCOUNTER).line(path) == line
    assert locate(ENCOUNTER.replace("\n", "\r\n")).line(list(path)) == line


def test_a_line_is_found_quickly_after_any_number_of_blank_lines() -> None:
    with calls_of(_Reader.take) as calls:
        lines = locate("[a]\n" + "\n \n\t\n" * 10_000 + "b = 1\n")
    assert lines.line(("a", "b")) == 30_002
    assert calls[_Reader.take] < 20


def test_creatures_may_be_an_inline_array() -> None:
    lines = locate('creature = [\n  { name = "Ari" },\n  { name = "Bo", hp = 3 }\n]\n')
    assert lines.line(("creature", 1)) == 3
    assert lines.line(("creature", 1, "hp")) == 3
    assert lines.nearest(("creature", 1, "defenses", "ac")) == ("creature", 1)


def fault(data: bytes | str) -> Fault:
    with pytest.raises(TomlError) as caught:
        load(data.encode() if isinstance(data, str) else data)
    only = caught.value.fault
    assert only.message.isprintable()
    assert len(only.message) < 300
    assert str(caught.value) == f"line {only.line}: {only.message}"
    return only


SLIPS = [
    ("name = Ari", 'a text needs quotes: name = "Ari"'),
    ("name = Ari's bow # a comment", 'a text needs quotes: name = "Ari\'s bow"'),
    ('name = Ari "the Bold"', "a text needs quotes"),
    ("immune = [charm]", 'a text needs quotes: "charm"'),
    ("aura = { text = burns, size = 1 }", 'a text needs quotes: text = "burns"'),
    ("attack = +8 vs AC", 'anything but a number needs quotes: attack = "+8 vs AC"'),
    ('name: "Ari"', 'write = and not a colon: name = "Ari"'),
    ("name: Ari", 'write = and not a colon: name = "Ari"'),
    ("max_hp : 44", "write = and not a colon: max_hp = 44"),
    ("resist = { fire: 5, cold: 3 }", "write = and not a colon: fire = 5"),
    ('name "Ari"', '= is missing: name = "Ari"'),
    ("max_hp 44", "= is missing: max_hp = 44"),
    ("max hp = 44", "a key is one word: max_hp"),
    ("damage = 4d6", 'dice need quotes: damage = "4d6"'),
    ("damage = d8", 'dice need quotes: damage = "d8"'),
    ("damage = 1d10+5 fire # hot", 'dice need quotes: damage = "1d10+5 fire"'),
    ("always = [4d6]", 'dice need quotes: "4d6"'),
    ("hp == 3", "one = is enough"),
    ("hp =", "a value is missing after ="),
    ("hp = # much", "a value is missing after ="),
    ("hp = 3,", "no , at the end of the line"),
    ("hp = 3, ac = 4", "write each key on its own line"),
    ("ac = 018", "a number cannot begin with 0: ac = 18"),
    ("hidden = True", "true and false are lower case: hidden = true"),
    ("hidden = [FALSE]", "true and false are lower case: false"),
    ("name = “Ari”", 'write the plain quote " for “'),
    ('name = "Ari”', 'write the plain quote " for ”'),
    ('name = "Ari', "a quote is not closed"),
    ('name = "Ari said “hi”', "a quote is not closed"),
    ("name = 'It's'", "a text with ' in it needs double quotes"),
    ('name = "He said "go""', 'write \\" for a " inside a text'),
    ('name = "C:\\games"', "write \\\\ for \\, or put the text in single quotes"),
    ('immune = ["charm" "fear"]', "a comma or ] is missing (the [ is on line 2)"),
    ("größe = 3", "a key with ö in it needs quotes"),
    ("// a comment", "a comment begins with #"),
    ("[[creature]", "the brackets must match: [creature] or [[creature]]"),
    ("[creature]]", "the brackets must match: [creature] or [[creature]]"),
    ("hp = 3\rac = 4", "a line ends in a lone CR; save the file with LF or CRLF line ends"),
]


@pytest.mark.parametrize(("row", "hint"), SLIPS)
@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_a_common_mistake_gets_a_hint(row: str, hint: str, end: str) -> None:
    found = fault(f"first = 1\n{row}{end}")
    assert found.line == 2
    assert found.message.endswith("; " + hint)


@pytest.mark.parametrize(
    "row",
    ["hp", "[a b]", "a = ?", "a = 2024-13-45", 'a = "+8" vs AC', "a = .5", "a = { b = 1, b.c = 2 }"],
)
def test_no_uncertain_hint_is_given(row: str) -> None:
    found = fault(f"first = 1\n{row}\n")
    assert found.line == 2
    assert found.column is not None
    assert ";" not in found.message


@pytest.mark.parametrize(
    ("row", "hint"),
    [("a = { b = 1, }", "no comma before the }"), ("a = { b = 1,\nc = 2 }", "a table in { } must be on one line")],
)
def test_an_inline_table_of_later_toml_is_read_or_answered_with_a_hint(row: str, hint: str) -> None:
    try:
        assert tomllib.loads(row)  # TOML 1.1, which later versions of Python read, allows both
    except tomllib.TOMLDecodeError:
        assert fault(row).message == f"invalid key; {hint}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1\nb = 2\na = 3\n", (3, '"a" is already given on line 1')),
        ("[a]\nx = 1\nx = [\n 2,\n]\n", (3, '"x" is already given on line 2')),
        ("[[creature]]\nhp = 1\n[[creature]]\nhp = 2\nhp = 3", (5, '"hp" is already given on line 4')),
        ("[options]\n\n[options]\n", (3, '"options" is already given on line 1')),
        ("a = 1\na.b = 2\n", (2, '"a" is already given on line 1')),
        ("a = { x = 1 }\n[a.b]\n", (2, '"a" is already given on line 1')),
        ("a = { b = 1, b = 2 }\n", (1, "the key 'b' is given twice")),
        (
            '[creature]\nname = "a"\n[creature]\nname = "b"\n',
            (3, '"creature" is already given on line 1; for several, write [[creature]] each time'),
        ),
        (
            '[[creature]]\nname = "a"\n[creature]\nname = "b"\n',
            (3, '"creature" is already given on line 1; for several, write [[creature]] each time'),
        ),
        (
            "[[creature]]\n[creature.power]\n[creature.power]\n",
            (3, '"creature.power" is already given on line 2; for several, write [[creature.power]] each time'),
        ),
        (
            "[[creature]]\n[creature.defenses]\n[creature.defenses]\n",
            (3, '"creature.defenses" is already given on line 2'),
        ),
    ],
)
def test_a_duplicate_is_named_with_both_lines(text: str, expected: tuple[int, str]) -> None:
    found = fault(text)
    assert (found.line, found.message) == expected


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a = 1\nb = [\n 1,\n\n", 2, "this [ is never closed"),
        ('a = """\ntext\n\n', 1, 'unterminated string; this """ is never closed'),
        ("a = [\n 'x'\n 'y'\n]", 3, "unclosed array; a comma or ] is missing (the [ is on line 1)"),
        ("a = ['x'\nb = 2", 2, "unclosed array; a comma or ] is missing (the [ is on line 1)"),
    ],
)
def test_an_unclosed_bracket_is_named_where_it_opens(text: str, line: int, message: str) -> None:
    assert (fault(text).line, fault(text).message) == (line, message)


HOSTILE = {
    "brackets": b"a = " + b"[" * 100_000,
    "bare brackets": b"[" * 100_000,
    "inline tables": b"a = " + b"{ a = " * 10_000 + b"1" + b"}" * 10_000,
    "nested just too deep": b"a = " + b"[" * 17 + b"]" * 17,
    "brackets over lines": b"a = " + b"[ ']' , # ]\n" * 100_000,
    "dotted key": b"a" + b".a" * 100_000 + b" = 1",
    "dotted header": b"[a" + b".a" * 100_000 + b"]",
    "huge integer": b"a = " + b"9" * 5_000,
    "huge negative integer": b"a = -" + b"1_" * 5_000 + b"1",
    "huge hexadecimal integer": b"a = 0x" + b"f" * 100_000,
    "long fraction": b"a = 1." + b"3" * 100_000,
    "NUL": b"a = \0",
    "NUL in a text": b'a = "\0"',
    "NUL first": b"\0" * 100,
    "escapes": b'a = "\x1b[31m"',
    "lone CRs": b"\r" * 100,
    "quotes": b'"' * 100_000,
    "apostrophes": b"'" * 100_001,
    "backslashes": b'a = """' + b"\\" * 100_001,
    "long key": b"a" * 100_000,
    "long key twice": b"%b = 1\n%b = 2\n" % (b"a" * 10_000, b"a" * 10_000),
    "bad escape in a key": b'"\\q" = 1',
    "bad surrogate": b'a = "\\ud800"',
    "not UTF-8": b"a = \xff",
    "overlong": b"a = '\xc0\x80'",
    "UTF-16": "name = 'Ari'".encode("utf-16"),
    "too large": b"\n" * (LARGEST_FILE + 1),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_bytes_end_in_a_fault(data: bytes) -> None:
    found = fault(data)
    assert found.line >= 1
    assert found.column is None or found.column >= 1


def test_extremes_are_named_with_their_place() -> None:
    assert fault("a = 1\nb = [\n" + "[" * 16) == Fault(3, 16, "brackets are nested more than 16 deep")
    assert fault("a = 1\nb = " + "9" * 5000) == Fault(2, 5, "a number of 5000 characters is too long")
    assert fault("a = 1\n" + "b." * 16 + "b = 1") == Fault(2, 32, "a key has more than 16 parts")


def test_the_first_bad_byte_is_named_in_characters() -> None:
    found = fault(b"a = 1\nb = '\xc3\xb6\xe9'")
    assert found == Fault(2, 7, "not UTF-8 (byte 0xe9); save the file as UTF-8")
    assert "UTF-16" in fault("a = 1".encode("utf-16")).message


def test_unusual_but_valid_syntax_is_read() -> None:
    assert load(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n") == {"a": 1, "b": 2}
    assert load(b"") == {}
    assert load(b"a = " + b"[" * 16 + b"]" * 16)
    assert load(b"a = '" + b"9[{." * 1000 + b"' # " + b"9[{." * 1000)
    assert load(b"a = " + b"9" * 100) == {"a": int("9" * 100)}
    assert load(b"a = [" + b"1.5, " * 100 + b"]") == {"a": [1.5] * 100}


PIECES = ["a", "b", " ", "=", '"', "'", "\n", "[", "]", "{", "}", ",", ".", "#", "\\", "1", "-", ":", "4d6", "”", "\r"]
PIECES += ['"""', "'''", "[[a]]\n", "a = ", "true", "0", "[a.b]\n", "\\u12", "2024-01-01", "\n[[creature]]\n", "\0"]


@settings(max_examples=400)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text())
def test_any_text_is_a_document_or_a_fault(text: str) -> None:
    try:
        load(text.encode())
    except TomlError as wrong:
        assert wrong.fault.line <= text.count("\n") + 1
        assert wrong.fault.message.isprintable()
    else:
        assert locate(decode(text.encode())).line(("a",)) <= text.count("\n") + 1


@given(st.binary())
def test_any_bytes_are_a_document_or_a_fault(data: bytes) -> None:
    try:
        load(data)
    except TomlError as wrong:
        assert wrong.fault.message
