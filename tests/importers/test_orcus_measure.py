"""How much of an older book of Orcus is understood; leftovers are printed (`pytest -rP`)."""

import re

from tests.helpers.imports.measure import Measure
from tests.helpers.imports.shared_data import data_file, read_once

ROLL = re.compile(r"[+-]\d+(?:\.0)? vs\.? (?:AC|Fort|Ref|Will)", re.IGNORECASE)


def test_the_creatures_of_an_older_book_are_whole_and_their_attacks_resolved():
    path = data_file("formats/orcus-older/monsters-2023-02.md")
    expected: dict[str, int] = {}
    for block in re.split(r"(?m)^> #{2,6} ", path.read_text())[1:]:
        quoted = re.match(r"(?:.*\n)(?:>.*\n|\s*\n(?=>))*", block)
        if quoted and "**HP:**" in block:
            expected[block.partition("\n")[0]] = len(ROLL.findall(quoted[0]))
    measure = Measure()
    measure.add(path.name, read_once(path.read_bytes(), path.name), expected, defenses=4)
    measure.check()
