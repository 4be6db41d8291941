"""All Orcus monsters in layouts that people type: each is read as in the rulebook's layout."""

import re
from collections.abc import Callable
from functools import cache, reduce
from typing import Any

import pytest

from orcus_tui.importers.creature_draft import plain
from orcus_tui.importers.format_detection import read_source
from orcus_tui.importers.import_result import ImportResult
from tests.helpers.imports.shared_data import data_file

Change = Callable[[str], str]

SIGN = "[‡†⤢↗🏹∢⋇]\ufe0f?"
WORDS = {
    "‡": "Basic melee",
    "†": "Melee",
    "⤢": "Basic ranged",
    "↗": "Ranged",
    "🏹": "Ranged",
    "∢": "Close",
    "⋇": "Area",
}
LETTERS = {"‡": "m", "†": "M", "⤢": "r", "↗": "R", "🏹": "R", "∢": "C", "⋇": "A"}
LONGER = {"HP": "Hit Points", "Staggered": "Bloodied", "AC": "Armor Class", "Fort": "Fortitude", "Ref": "Reflex"}
LONGER |= {"Initiative": "Init", "Str": "Strength", "Con": "Constitution", "Cha": "Charisma", "Action Points": "AP"}
STATISTIC = (
    r"(?:Str|Dex|Con|Int|Wis|Cha|AC|Fort|Ref|Will|HP|Staggered|Initiative|Speed|Senses|Languages|Skills|Action Points|"
    r"Saving Throws)"
)
STATISTICS = rf"(?:^> \*\*{STATISTIC}:.*\n)+"
HEAD_WITH_COST = (
    r"^(> .*\*\*) \(((?:standard|move|swift|free|counter|immediate|no action)[^()\n]*(?:\(.*?\).*?)?)\)(?= *(?:●.*)?$)"
)
TABLE = "| d6 | Weather |\n|----|---------|\n| 1  | Rain    |\n"


def swap(pattern: str, into: "str | Callable[[re.Match[str]], str]") -> Change:
    """Changes every match of a pattern, line by line."""
    return lambda text: re.sub(pattern, into, text, flags=re.MULTILINE)


def every(number: int, of: str, into: str) -> Change:
    """Changes every nth match of a pattern."""

    def change(text: str) -> str:
        places = [each.span() for each in re.finditer(of, text, re.MULTILINE)][::-number]
        for start, end in places:
            text = text[:start] + into + text[end:]
        return text

    return change


def signs(table: dict[str, str], around: str = "{} ") -> Change:
    return swap(rf"^> ({SIGN})[ \t]+", lambda sign: "> " + around.format(table[sign[1][0]]))


def join_lines(by: str) -> Change:
    """The change that joins statistics on separate lines into one line."""
    return swap(STATISTICS, lambda all_: "> " + by.join(re.findall(r"> (.*?) *\n", all_[0])) + "\n")


NO_QUOTES = swap("^> ?", "")
NO_BOLD = swap(r"\*\*", "")
NO_ITALICS = swap(r"(?<!\*)\*(?!\*)", "")
NO_HEADINGS = swap("^> #### ", "> ")
ATTACK_AND_HIT_APART = (
    swap(
        r"^> ((?:(?:Reach|Ranged|Near|Far) [^;:\n+]*; )?\+\d+ vs (?:AC|Fortitude|Reflex|Will)(?: \(.*?\))?)[;,] (.*)",
        r"> Attack: \1\n> Hit: \2",
    ),
    swap(r"(^> Hit:.*?) *\*Miss:\* *", r"\1\n> Miss: "),
)

LAYOUTS: dict[str, tuple[Change, ...]] = {
    "no block quotes": (NO_QUOTES,),
    "every third mark of a quote lost": (every(3, "^> (?=[^#])", ""),),
    "quotes within quotes, no blank behind the mark": (swap("^> ?", ">>"),),
    "headings of three, closed": (swap(r"^> #### (.+?) *$", r"> ### \1 ###"),),
    "headings above the quotes": (swap(r"^> #### (.+)$", r"## \1\n"),),
    "names in bold, no quotes": (swap(r"^> #### (.+?) *$", r"> **\1**"), NO_QUOTES),
    "no bold": (NO_BOLD,),
    "no italics": (NO_ITALICS,),
    "underscores for asterisks": (
        swap(r"\*\*([^*\n]+)\*\*", r"__\1__"),
        swap(r"(?<!\*)\*([^*\n]+)\*(?!\*)", r"_\1_"),
    ),
    "no marks of Markdown at all, letters for the kinds": (
        signs(LETTERS),
        NO_HEADINGS,
        NO_BOLD,
        NO_ITALICS,
        NO_QUOTES,
    ),
    "no blank lines within": (swap(r"^>[ \t]*\n", ""),),
    "a blank line behind every line, no quotes": (swap("^>.*$", r"\g<0>\n"), NO_QUOTES),
    "bullets before every line": (swap(r"^> (?=[^#\s])", "> * "),),
    "dots before every line, no quotes": (swap(r"^> (?=[^#\s])", "> • "), NO_QUOTES),
    "words for the kinds, no bold": (signs(WORDS), NO_BOLD),
    "words in brackets for the kinds": (signs(WORDS, "[{}] "),),
    "letters in brackets for the kinds, no bold": (signs(LETTERS, "({}) "), NO_BOLD),
    "the kind inside the brackets with the cost": (
        swap(rf"^> ({SIGN})[ \t]+(\*\*.+?\*\* \()", lambda head: f"> {head[2]}{WORDS[head[1][0]].lower()}, "),
    ),
    "tabs, CRLF and two blanks": (swap(r"(?<=\w) (?=\w)", "\t"), swap(" ", "  "), swap("\n", "\r\n")),
    "blanks that do not break": (swap(r"(?<=\S) (?=\S)", "\u00a0"),),
    "their entity": (swap(r"(?<=\S) (?=\S)", "&nbsp;"),),
    "dashes and curled quotes": (
        swap(r"-(?=\d)", "−"),
        swap(r"(?<=[a-z])-(?=[a-z])", "–"),
        swap("'", "’"),
        swap('"([^"\n]*)"', r"“\1”"),
    ),
    "longer words": (swap(rf"\*\*({'|'.join(LONGER)}):", lambda key: f"**{LONGER[key[1]]}:"),),
    "numbers without colons": (swap(rf"\*\*({STATISTIC}):\*\*", r"**\1**"),),
    "numbers after equals signs": (swap(rf"\*\*({STATISTIC}):\*\* *", r"\1 = "),),
    "numbers each on a line": (swap(STATISTICS, lambda all_: re.sub(r"[;,] +(?=\*\*)", "\n> ", all_[0])),),
    "numbers between bars": (
        swap(STATISTICS, lambda all_: re.sub(r"[;,] +(?=\*\*)", " | ", all_[0])),
        join_lines(" | "),
    ),
    "numbers all on a line": (join_lines("; "),),
    "the cost in square brackets": (swap(HEAD_WITH_COST, r"\1 [\2]"),),
    "the cost behind a dash": (swap(HEAD_WITH_COST, r"\1 – \2"),),
    "the cost in italics, the tags in brackets": (
        swap(HEAD_WITH_COST, r"\1 *(\2)*"),
        swap(r"^(> .*\)\*?) ● \*\*([^*\n]+)\*\*", r"\1 (\2)"),
    ),
    "tables and rules between": (swap("^> ####", f"{TABLE}\n---\n\n> ####"),),
    "prose between that speaks of levels": (swap("^> ####", "Level 3 heroes meet 4, who have HP 40.\n\n> ####"),),
    "in fences": (swap("(?:^>.*\n(?:[^>\n].*\n)*)+", lambda block: f"```\n{re.sub('(?m)^> ?', '', block[0])}```\n"),),
    "attacks and hits on lines of their own": ATTACK_AND_HIT_APART,
    "attacks and hits on lines of their own, in bold, behind bullets": (
        *ATTACK_AND_HIT_APART,
        swap("^> (Attack|Hit|Miss):", r"> - **\1:**"),
    ),
    "hard breaks": (swap("^(> .*?) *$", r"\1<br>"),),
    "lines wrapped": (swap("^> (?!#|\\*\\*Level)(.{100,})$", lambda line: "> " + wrap(line[1])),),
    "level, XP and name on a line": (
        swap(r"^(> ####.*?) *\n> \*\*(Level[^*]*)\*\*(.*?)\(([\d.,]+) XP\)", r"\1, \2\3 – XP \4"),
    ),
}


def wrap(line: str) -> str:
    return re.sub("(.{80,}?) ", r"\1\n> ", line)


PARTS = 6
"""Each layout is tried on a sixth of the monsters in turn, so that each monster is read in six layouts."""


@cache
def rulebook(part: int) -> str:
    monsters = re.split("(?m)^(?=> #### )", data_file("orcus/monsters.md").read_text(encoding="utf-8"))
    return "".join(monsters[part * len(monsters) // PARTS : (part + 1) * len(monsters) // PARTS])


@cache
def as_printed(part: int) -> ImportResult:
    return read_source(rulebook(part).encode(), "monsters.md")


@pytest.mark.parametrize(("part", "layout"), [(number % PARTS, layout) for number, layout in enumerate(LAYOUTS)])
def test_every_monster_is_the_same_in_another_layout(part: int, layout: str) -> None:
    laid_out = reduce(lambda text, change: change(text), LAYOUTS[layout], rulebook(part))
    assert laid_out != rulebook(part)
    actual, printed = creatures(read_source(laid_out.encode(), "notes.md"), part), creatures_as_printed(part)
    assert len(actual) > 30
    assert actual.keys() == printed.keys()
    assert not {name: differences(actual[name], printed[name]) for name in actual if actual[name] != printed[name]}


@cache
def creatures_as_printed(part: int) -> dict[str, dict[str, Any]]:
    return creatures(as_printed(part), part)


def creatures(found: ImportResult, part: int) -> dict[str, dict[str, Any]]:
    """Each creature by its name: its fields in bare words, its passages, and the passages that were not understood.

    Passages outside the blocks of the rulebook are left out: without quotes, they would become part of a block.
    """
    nobodys = outside(part)
    left = [(each.creature, bare(each.text)) for each in found.leftovers]
    return {
        str(bare(each["name"])): {
            **{key: bare(value) for key, value in each.items() if key != "text"},
            "text": " ".join(
                said for line in str(each.get("text", "")).split("\n") if (said := bare(line)) not in nobodys
            ),
            "left": sorted(said for whose, said in left if whose == each["name"] and said not in nobodys),
        }
        for each in found.creatures
    }


def bare(value: Any) -> Any:
    """A value with its texts in bare words: without signs, case, and the labels of attacks."""
    if isinstance(value, dict):
        return {key: bare(each) for key, each in value.items()}
    if isinstance(value, list):
        return [bare(each) for each in value]
    return bare_text(value) if isinstance(value, str) else value


@cache
def bare_text(text: str) -> str:
    """A text in bare words; most are the same in every layout."""
    unlabelled = re.sub(r"(?<!secondary )\b(?:attack|hit):", "", plain(text).lower())
    return " ".join(re.findall(r"[a-z0-9+-]+", unlabelled))


@cache
def outside(part: int) -> frozenset[str]:
    """The text of the rulebook outside its stat blocks, passage by passage, as words only."""
    passages = [each.text for each in as_printed(part).leftovers if not each.creature]
    return frozenset(str(bare(line)) for passage in passages for line in (*passage.split("\n"), *TABLE.split("\n")))


def differences(actual: dict[str, Any], printed: dict[str, Any]) -> dict[str, tuple[object, object]]:
    """The values of a creature that differ from the printed values, and the printed ones."""
    keys = [key for key in (*printed, *actual) if actual.get(key) != printed.get(key)]
    return {key: (actual.get(key), printed.get(key)) for key in keys}
