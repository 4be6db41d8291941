"""No sentence of the program is taken apart again: what it says is kept as data until it is read."""

import ast
from collections.abc import Iterator

import pytest
from project_files import ROOT

METHODS = {"startswith", "endswith", "partition", "rpartition", "removeprefix", "removesuffix", "split", "rsplit"}
PATTERNS = {"match", "fullmatch", "search", "split", "sub", "findall", "finditer"}
READERS = {"commands", "importers", "library", "storage"}
"""The rooms that read what others write: lines, sources, creature files, journals."""

TYPED = "what a person types"
FILE = "the text of a file"
ALLOWED = {
    ("builder/draft.py", "As printed for level "): FILE,
    ("config/settings.py", "[ -]"): FILE,
    ("model/creature.py", "round ([1-9][0-9]{0,3})"): FILE,
    ("model/suggestions.py", "[-_ ]"): TYPED,
    ("rules/fields.py", " *round +([1-9][0-9]{0,3}) *"): FILE,
    ("screen/fight/command_line.py", " "): TYPED,
    ("screen/fight/hints.py", " "): TYPED,
    ("screen/fight/keys.py", " "): TYPED,
    ("systems/archmage/encounters.py", "((?:self: *)?(?:persist|damage|heal|temp|regen) +)([^ ]+)(.*)"): FILE,
    ("systems/true_srd/attacks.py", "threat "): FILE,
}
"""Literals with a blank by which a text is taken apart, by module, and whose text that is."""


def literals(node: ast.AST, constants: dict[str, str]) -> Iterator[str]:
    """The texts in an argument, those of constants too."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value
        elif isinstance(each, ast.Name | ast.Attribute):
            name = each.id if isinstance(each, ast.Name) else each.attr
            if name in constants:
                yield constants[name]


def text_constants(trees: list[ast.Module]) -> dict[str, str]:
    """The texts of all modules that have a name in capitals."""
    found: dict[str, str] = {}
    for tree in trees:
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                value = node.value
                if isinstance(value, ast.Constant) and isinstance(value.value, str) and node.targets[0].id.isupper():
                    found[node.targets[0].id] = value.value
    return found


def taken_apart(tree: ast.AST, constants: dict[str, str]) -> Iterator[str]:
    """The literals with a blank by which texts are taken apart in a module."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        owner, called = node.func.value, node.func.attr
        by_pattern = isinstance(owner, ast.Name) and owner.id == "re" and called in PATTERNS
        replaces = called == "replace" and len(node.args) > 1
        if by_pattern or called in METHODS or replaces:
            for text in literals(node.args[0], constants) if node.args else ():
                if " " in text and (not replaces or any(map(str.isalpha, text))):
                    yield text


def test_no_sentence_of_the_program_is_taken_apart() -> None:
    program = ROOT / "orcus_tui"
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(program.rglob("*.py"))}
    constants = text_constants(list(trees.values()))
    found = {
        (path.relative_to(program).as_posix(), text)
        for path, tree in trees.items()
        if path.relative_to(program).parts[0] not in READERS
        for text in taken_apart(tree, constants)
    }
    assert sorted(found - set(ALLOWED)) == []
    assert sorted(set(ALLOWED) - found) == []


@pytest.mark.parametrize(
    "line",
    [
        'how.split(", ")',
        'until.removeprefix("round ")',
        'text.startswith(("Undid: ", "x"))',
        're.fullmatch(f"round {DIGITS}", text)',
        "words.startswith(AGAIN)",
        'parts[0].replace(" of", " heroes of", 1)',
    ],
)
def test_the_guard_sees_each_way_of_taking_apart(line: str) -> None:
    assert list(taken_apart(ast.parse(line), {"AGAIN": "does again: "}))
