"""The program never parses its own sentences: their content is data until it is shown."""

import ast
import re
from collections.abc import Iterator, Mapping, Set
from typing import get_origin, get_type_hints

import pytest

from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.fight import Fight
from orcus_tui.simulation.decisions import Situation
from tests.helpers.project.files import modules

METHODS = {"startswith", "endswith", "partition", "rpartition", "removeprefix", "removesuffix", "split", "rsplit"}
PATTERNS = {"match", "fullmatch", "search", "split", "sub", "findall", "finditer"}
READERS = {"commands", "importers", "library", "storage"}
"""The packages that read external text: lines, sources, creature files, journals."""

COLLECTIONS = {
    name
    for struct in (Fight, Sheet, State, Situation)
    for name, type_ in get_type_hints(struct).items()
    if isinstance(get_origin(type_), type) and issubclass(get_origin(type_), tuple | Mapping | Set)
}
"""The fields with words or keys: searching them for one does not parse text."""

TYPED = "what a person types"
FILE = "the text of a file"
PHONE = "what a phone sends"
KEY = "the key of a message, or a kind of event"
STATISTIC = "a statistic, the key of a table"
POWER = "the name of a power, as in a file"
SIGNS = "signs and blanks, whatever the sentence"
ALLOWED = {
    ("api/near_words.py", " ,;|/-"): TYPED,
    ("plain/conversation.py", " "): TYPED,
    **{
        ("plain/sentences.py", key): KEY
        for key in (
            *("encounter event", "encounter event with line", "initiative", "labelled roll", "line skipped"),
            *("no action left", "number of targets", "opportunity taken already"),
        )
    },
    **{
        ("plain/speech.py", pattern): SIGNS
        for pattern in (
            *(r" ([,.;:])", r"(?<=[0-9])\+(?! ?[0-9])", r"[−-](?= ?[0-9])(?<![0-9A-Za-z]-)", r"\+ ?(?=[0-9])"),
            *(r"(?<=[0-9A-Za-z)])(?=[+−] ?[0-9])", r"(?<![\w/.])([0-9]+)/([0-9]+) (?=rounds\b)"),
        )
    },
    ("plain/glances.py", " (?=[−-]?[0-9])"): SIGNS,
    ("builder/draft.py", "As printed for level "): FILE,
    ("campaign/campaign_cache.py", ".jsonl"): FILE,
    ("config/settings.py", "[ -]"): FILE,
    ("model/power.py", " ("): POWER,
    ("model/power.py", r"save ([0-9]+)\+"): FILE,
    ("builder/hero.py", "[ ,/]+"): TYPED,
    ("builder/hero.py", r" *(?P<name>.+?)[ :]+(?P<bonus>[+-]\d{1,3})(?P<rest>(?:[ ,].*)?)"): TYPED,
    (
        "builder/hero.py",
        r",? *(?:to hit|vs\.? (?P<defense>\w+))?,? *(?P<damage>\d*d\d+(?:[+-]\d+)?|\d+)?"
        r"(?: +(?!damage)(?P<type>[a-z]+))?(?: damage)? *",
    ): TYPED,
    ("model/creature.py", "([0-9]+)/([0-9]+) rounds"): FILE,
    ("model/creature.py", "round ([1-9][0-9]{0,3})"): FILE,
    ("model/facts.py", " "): FILE,
    ("model/suggestions.py", "[-_ ]"): TYPED,
    ("players/input_routes.py", "Seat "): PHONE,
    ("screen/fight/questions.py", " "): TYPED,
    ("screen/fight/questions.py", "total "): TYPED,
    ("rules/attack_rolls.py", "attack blindly"): STATISTIC,
    ("rules/attack_rolls.py", "attacked with"): STATISTIC,
    ("rules/creature_values.py", "([1-9][0-9]?) */ *([1-9][0-9]?) +rounds"): FILE,
    ("rules/creature_values.py", " *round +([1-9][0-9]{0,3}) *"): FILE,
    ("rules/modifiers.py", "attacked with"): STATISTIC,
    ("rules/public_settings.py", "(?:down +)?([0-9]{1,6})"): TYPED,
    ("rules/stats.py", r"(?i)(teleport\w* +)?([0-9]{1,4})"): FILE,
    ("rules/trigger_words.py", " "): FILE,
    ("screen/fight/command_line.py", " "): TYPED,
    ("screen/fight/hints.py", " "): TYPED,
    ("screen/fight/keys.py", " "): TYPED,
    ("screen/terminal_driver.py", r"\x1b(?:\[[0-?]*[ -/]*[@-~])?"): TYPED,
    ("screen/widgets/row.py", " *[^ ]* ?"): SIGNS,
    **{("simulation/accepting.py", key): KEY for key in ("round start", "turn end", "turn start")},
    ("systems/archmage/encounters.py", "((?:self: *)?(?:persist|damage|heal|temp|regen) +)([^ ]+)(.*)"): FILE,
    ("systems/true_srd/hits.py", "threat "): FILE,
}
"""Texts that are used to take another text apart, by module, with the source of that other text."""
COMMAND = re.compile(r"\W*(?:\(\?i\))?\W*(?:(?:apply|bonus|persist|remind|temp|use|vulnerable) |(?:crit|miss|self):)")
"""The beginning of a line that an importer makes."""
LINES_ALLOWED = {("library/facts.py", r"(?:[^:\"]*: *)?self:"): FILE}


def literals(node: ast.AST, constants: dict[str, str]) -> Iterator[str]:
    """The texts in an argument, including those of constants."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value
        elif isinstance(each, ast.Name | ast.Attribute):
            name = each.id if isinstance(each, ast.Name) else each.attr
            if name in constants:
                yield constants[name]


def text_constants(trees: list[ast.Module]) -> dict[str, str]:
    """The text constants of all modules."""
    found: dict[str, str] = {}
    for tree in trees:
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                value = node.value
                if isinstance(value, ast.Constant) and isinstance(value.value, str) and node.targets[0].id.isupper():
                    found[node.targets[0].id] = value.value
    return found


def sentences(tree: ast.AST) -> dict[str, list[str]]:
    """The texts with a blank in each constant collection of a module."""
    named = {
        node.targets[0].id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id.isupper()
    }
    return {
        name: [text for text in literals(value, {}) if " " in text]
        for name, value in named.items()
        if isinstance(value, ast.Tuple | ast.List | ast.Set | ast.Call)
    }


def taken_apart(tree: ast.AST, constants: dict[str, str]) -> Iterator[str]:
    """The texts with which a module splits or searches other texts: texts with a blank, and constants."""
    collections = sentences(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from by_call(node, node.func, constants)
        elif isinstance(node, ast.Compare):
            yield from by_search(node, constants, collections)


def by_call(node: ast.Call, func: ast.Attribute, constants: dict[str, str]) -> Iterator[str]:
    """The texts that a call of a method, or of a pattern, uses to take another text apart."""
    owner, called = func.value, func.attr
    by_pattern = isinstance(owner, ast.Name) and owner.id == "re" and called in PATTERNS
    replaces = called == "replace" and len(node.args) > 1
    if not node.args or not (by_pattern or called in METHODS or replaces):
        return
    for text in literals(node.args[0], constants):
        if " " in text and (not replaces or any(map(str.isalpha, text))):
            yield text
    argument = node.args[0]
    if called in METHODS and isinstance(argument, ast.Name) and len(constants.get(argument.id, "")) > 1:
        yield constants[argument.id]


def looked_for(tree: ast.AST, constants: dict[str, str]) -> Iterator[str]:
    """All texts that a module looks for in others, or uses to take them apart."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            if node.func.attr in METHODS | PATTERNS:
                yield from literals(node.args[0], constants)
        elif isinstance(node, ast.Compare) and any(isinstance(each, ast.In | ast.NotIn) for each in node.ops):
            yield from literals(node.left, constants)


def by_search(node: ast.Compare, constants: dict[str, str], collections: dict[str, list[str]]) -> Iterator[str]:
    """The texts that are looked for in another with `in`, and the sentences among which a text is looked for."""
    sides = (node.left, *node.comparators)
    for operator, left, right in zip(node.ops, sides[:-1], sides[1:], strict=True):
        if not isinstance(operator, ast.In | ast.NotIn):
            continue
        in_text = not isinstance(right, ast.Attribute) or right.attr not in COLLECTIONS
        if in_text and isinstance(left, ast.Constant | ast.Name | ast.Attribute):
            yield from (text for text in literals(left, constants) if " " in text and any(map(str.isalpha, text)))
        if isinstance(right, ast.Name):
            yield from collections.get(right.id, ())


def test_no_sentence_of_the_program_is_parsed() -> None:
    trees = {path.relative_to("orcus_tui"): tree for path, tree in modules().items()}
    constants = text_constants(list(trees.values()))
    found = {
        (path.as_posix(), text)
        for path, tree in trees.items()
        if path.parts[0] not in READERS
        for text in taken_apart(tree, constants)
    }
    assert sorted(found - set(ALLOWED)) == []
    assert sorted(set(ALLOWED) - found) == []


def test_no_line_of_a_power_is_parsed_as_text() -> None:
    trees = {path.relative_to("orcus_tui"): tree for path, tree in modules().items()}
    constants = text_constants(list(trees.values()))
    found = {
        (path.as_posix(), text)
        for path, tree in trees.items()
        if path.parts[0] in ("importers", "library")
        for text in looked_for(tree, constants)
        if COMMAND.match(text)
    }
    assert found == set(LINES_ALLOWED)


@pytest.mark.parametrize(
    "line",
    [
        'line.startswith("apply ")',
        're.match(r"apply (\\S+) save", line)',
        "line.startswith(MISS)",
        '"persist " in line',
    ],
)
def test_the_check_finds_each_way_of_searching_a_line(line: str) -> None:
    assert any(map(COMMAND.match, looked_for(ast.parse(line), {"MISS": "miss: "})))


@pytest.mark.parametrize(
    "line",
    [
        'how.split(", ")',
        'until.removeprefix("round ")',
        'text.startswith(("Undid: ", "x"))',
        're.fullmatch(f"round {DIGITS}", text)',
        "words.startswith(AGAIN)",
        'parts[0].replace(" of", " heroes of", 1)',
        "mark.startswith(OPPORTUNITY)",
        "THIS_TURN in mark",
        '"was lost" not in told',
        'STANDING = frozenset(("dies", "stays staggered"))\nfound = [each for each in notes if each in STANDING]',
    ],
)
def test_the_check_finds_each_way_of_parsing_a_sentence(line: str) -> None:
    constants = {"AGAIN": "does again: ", "OPPORTUNITY": "opportunity", "THIS_TURN": "this turn"}
    assert list(taken_apart(ast.parse(line), constants))


@pytest.mark.parametrize(
    "line",
    [
        "WOUND in state.used",
        '"lethal" in types',
        'life in ("stable", "knocked out")',
        'WORDS = ("here", "gone")\nplace in WORDS',
    ],
)
def test_the_check_allows_looking_up_words_and_keys(line: str) -> None:
    assert not list(taken_apart(ast.parse(line), {"WOUND": "lasting wound"}))
