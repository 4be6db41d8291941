"""Changes of a user's own file: the new values are there, and every other line is unchanged."""

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orcus_tui.storage.toml.edit import BYTE_ORDER_MARK, EditError, edit_text

OWN = Path("own.toml")
TEXT = """\
# My fight
format = 1   # always
name = "Ford"

[[creature]]
name = "Wolf"  # hungry
count = 2

# bites first
  [[creature.power]]
  name = "Bite"
  damage = "1d6"      # weak

# The leader
[[creature]]
name = "Warg"
max_hp = 44 # four and forty
defenses = { ac = 15, will = 12 } # tough
"""


def table_of(text: str = TEXT) -> dict[str, Any]:
    return tomllib.loads(text)


def test_a_file_that_is_already_right_stays_byte_for_byte() -> None:
    assert edit_text(OWN, TEXT, table_of()) == TEXT


def test_only_what_differs_is_written() -> None:
    table = table_of()
    table["creature"][0]["count"] = 5
    table["creature"][0]["power"][0]["damage"] = "1d8"
    table["creature"][1]["defenses"]["ac"] = 16
    made = edit_text(OWN, TEXT, table)
    assert made == TEXT.replace("count = 2", "count = 5").replace('"1d6"', '"1d8"').replace("ac = 15", "ac = 16")


def test_a_list_of_texts_is_replaced_as_a_whole() -> None:
    text = TEXT.replace("count = 2", 'tags = ["beast", "wild"]')
    table = table_of(text)
    table["creature"][0]["tags"] = ["beast", "tame"]
    assert edit_text(OWN, text, table) == text.replace('"wild"', '"tame"')


def test_a_new_field_is_written_next_to_the_others_of_its_creature() -> None:
    table = table_of()
    table["creature"][0]["hp"] = 7
    assert edit_text(OWN, TEXT, table) == TEXT.replace("count = 2\n", "count = 2\nhp = 7\n")


def test_the_byte_order_mark_of_a_file_stays() -> None:
    table = table_of()
    table["creature"][0]["hp"] = 7
    assert edit_text(OWN, BYTE_ORDER_MARK + TEXT, table) == BYTE_ORDER_MARK + edit_text(OWN, TEXT, table)


def test_a_new_creature_comes_last_and_the_line_ends_are_those_of_the_file() -> None:
    text = TEXT.replace("\n", "\r\n")
    table = table_of(text)
    table["creature"].append({"name": "Crow", "max_hp": 3})
    assert edit_text(OWN, text, table) == text + '\r\n[[creature]]\r\nname = "Crow"\r\nmax_hp = 3\r\n'


def test_removing_a_creature_keeps_the_comments_of_the_others() -> None:
    table = table_of()
    del table["creature"][0]
    made = edit_text(OWN, TEXT, table)
    assert "# The leader\n[[creature]]\nname" in made
    assert "Wolf" not in made


def test_all_creatures_can_be_removed() -> None:
    table = table_of()
    del table["creature"]
    assert tomllib.loads(edit_text(OWN, TEXT, table)) == {"format": 1, "name": "Ford"}


IN_A_LIST = """\
creature = [
\t{ name = "A" }, # first
\t# the other
\t{ name = "B", max_hp = 3 } # last
] # all
format = 1
"""
C = '{ name = "C", power = [{ name = "Bite", damage = "2" }] }'


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_list_of_creatures_is_edited_in_place(ends: str) -> None:
    text = IN_A_LIST.replace("\n", ends)
    table = table_of(text)
    table["creature"][1]["max_hp"] = 4
    table["creature"].append({"name": "C", "power": [{"name": "Bite", "damage": "2"}]})
    added = text.replace("max_hp = 3 } # last", f"max_hp = 4 }}, # last{ends}\t{C}")
    assert edit_text(OWN, text, table) == added
    del table["creature"][0]
    assert edit_text(OWN, text, table) == added.replace(f'\t{{ name = "A" }}, # first{ends}', "")


@pytest.mark.parametrize("before", ["[]", '[{ name = "A" }]', '[\n  { name = "A" },\n]'])
def test_a_list_stays_a_list_with_a_new_creature(before: str) -> None:
    text = f"creature = {before} # mine\nformat = 1\n"
    table = table_of(text)
    table["creature"] = [{"name": "B"}, {"name": "C"}]
    made = edit_text(OWN, text, table)
    assert made.startswith("creature = [\n")
    assert "] # mine\nformat = 1\n" in made
    assert '"A"' not in made


def test_unwritable_values_are_refused() -> None:
    table = table_of()
    table["creature"].insert(0, {"name": "First"})  # new ones come last
    with pytest.raises(EditError, match="would not read back as meant"):
        edit_text(OWN, TEXT, table)


# Any file

NAMES = st.sampled_from(["Ari", "Bo", "Wolf", "Grey [b]Wolf", "漢字"])
COMMENTS = st.sampled_from(["", "  # a note", " #, \"odd\" 'one'", "\t# [[creature]]"])
PLAIN = st.sampled_from(["# a line of notes\n", "\n", "\n# two\n# of them\n", ""])


@st.composite
def files(draw: st.DrawFn) -> str:
    parts = [f"format = 1{draw(COMMENTS)}\n", draw(PLAIN)]
    for name in draw(st.lists(NAMES, min_size=1, max_size=4, unique=True)):
        parts += [f"[[creature]]{draw(COMMENTS)}\n", f'name = "{name}"{draw(COMMENTS)}\n', draw(PLAIN)]
        if draw(st.booleans()):
            parts += [f"max_hp = {draw(st.integers(1, 99))}{draw(COMMENTS)}\n"]
        if draw(st.booleans()):
            parts += [f"defenses = {{ ac = {draw(st.integers(1, 99))} }}{draw(COMMENTS)}\n", draw(PLAIN)]
        for power in draw(st.lists(st.sampled_from("xyz"), max_size=2, unique=True)):
            parts += [f'  [[creature.power]]\n  name = "{power}"{draw(COMMENTS)}\n', draw(PLAIN)]
    return "".join(parts)


@given(files(), st.data())
def test_the_edited_text_has_the_new_values_and_no_other_line_changes(text: str, data: st.DataObject) -> None:
    table = table_of(text)
    before = deepcopy(table)
    changed: set[str] = set()
    for creature in table["creature"]:
        if data.draw(st.booleans()):
            creature["hp"] = data.draw(st.integers(-9, 99))
        if data.draw(st.booleans()):
            creature["max_hp"] = data.draw(st.integers(1, 99))
            changed.add("max_hp")
        if "defenses" in creature and data.draw(st.booleans()):
            creature["defenses"]["ac"] = data.draw(st.integers(1, 99))
            changed.add("defenses")
    if data.draw(st.booleans()):
        table["creature"].append({"name": "Newcomer", "max_hp": 4})
    made = edit_text(OWN, text, table)
    assert tomllib.loads(made) == table
    assert tomllib.loads(text) == before
    kept = [line for line in text.splitlines() if line.split(" ")[0] not in changed]
    lines = iter(made.splitlines())
    assert all(line in lines for line in kept), "a line is missing, or not where it was"
    assert made.count("#") == text.count("#")
