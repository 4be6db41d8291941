"""Mutants: all those of a module, and a random sample from each package."""

import ast
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import pairwise
from pathlib import Path

from msgspec import Struct

from tests.mutants.operators import is_sentence, replacements

PACKAGES = ("rules", "systems", "model", "session", "storage", "simulation", "players", "commands", "importers")
"""The packages of `orcus_tui` that are mutated."""
TYPE_CALLS = {"cast", "NewType", "TypeVar"}
GENERIC_TYPES = {"Callable", "Iterable", "Iterator", "Literal", "Mapping", "Sequence", "dict", "list", "tuple", "type"}


class Mutant(Struct, frozen=True):
    """A module with one small mistake: `text` in place of the characters from `start` to `end`.

    `before` and `after` are the lines in which the modules differ. `statement` is the line of the innermost statement
    that has to be executed for the mistake to matter; 0 if it is executed when the module is imported.
    """

    path: str
    function: str
    line: int
    statement: int
    before: str
    after: str
    start: int
    end: int
    text: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """The key of the mutant, independent of its line number."""
        return self.path, self.function, self.before, self.after

    def applied(self, source: str) -> str:
        """The source of the module with the mistake."""
        return source[: self.start] + self.text + source[self.end :]


def draw(root: Path, count: int, seed: int, packages: Iterable[str] = PACKAGES) -> list[Mutant]:
    """A sample of the mutants of a source tree, with an equal share from each package.

    Lines are drawn first, then one mutant of each line, by a hash of their text: an edit elsewhere does not change the
    sample.
    """
    names = list(packages)
    found: list[Mutant] = []
    for number, package in enumerate(names):
        share = count // len(names) + (number < count % len(names))
        found += _sample(mutants_of_package(root, package), share, seed)
    return found


def _sample(mutants: Iterable[Mutant], count: int, seed: int) -> list[Mutant]:
    by_line: dict[tuple[str, str, str], list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        by_line[mutant.path, mutant.function, mutant.before].append(mutant)
    lines = sorted(by_line, key=lambda line: _rank(seed, *line))[:count]
    return [min(by_line[line], key=lambda mutant: _rank(seed, *mutant.key)) for line in lines]


def _rank(seed: int, *words: str) -> str:
    return hashlib.sha256("\0".join((str(seed), *words)).encode()).hexdigest()


def mutants_of_package(root: Path, package: str) -> Iterator[Mutant]:
    for path in sorted((root / "orcus_tui" / package).rglob("*.py")):
        yield from mutants_of_module(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))


def mutants_of_module(path: str, source: str) -> Iterator[Mutant]:
    tree = ast.parse(source)
    module = _Source(path, source, [text for text in _texts(tree) if is_sentence(text)])
    for statement in tree.body:
        yield from _walk(module, (statement,))


class _Source:
    """The source of a module, its sentences, and the offsets of its lines."""

    def __init__(self, path: str, source: str, sentences: list[str]) -> None:
        self.path, self.text, self.sentences = path, source, sentences
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def offset(self, line: int, column: int) -> int:
        """The offset in the text; `column` counts bytes, as in the syntax tree."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())


def _walk(module: _Source, nodes: tuple[ast.AST, ...]) -> Iterator[Mutant]:
    """The mutants of the last node in a path from the root, and of its descendants."""
    node = nodes[-1]
    if _is_left_out(nodes):
        return
    for original, other in replacements(node, module.sentences):
        yield from _mutants(module, original, other, nodes)
    for field, value in ast.iter_fields(node):
        if not _is_left_out_field(node, field):
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.AST):
                    yield from _walk(module, (*nodes, part))


def _mutants(module: _Source, original: ast.AST, other: ast.AST, nodes: tuple[ast.AST, ...]) -> Iterator[Mutant]:
    """The mutant with a node replaced, unless its text stays the same."""
    literal = next((each for each in nodes if isinstance(each, ast.JoinedStr)), None)
    if literal is not None:
        # The parts of an f-string have no reliable place before Python 3.12: it is replaced as a whole.
        original, other = literal, _replaced(literal, original, other)
    assert isinstance(original, ast.expr | ast.stmt) and original.end_lineno and original.end_col_offset is not None
    start = module.offset(original.lineno, original.col_offset)
    end = module.offset(original.end_lineno, original.end_col_offset)
    try:
        text = _text(original, other)
    except ValueError:  # before Python 3.12, an f-string cannot hold every expression
        return
    first, last = module.starts[original.lineno - 1], module.starts[original.end_lineno]
    before = _one_line(module.text[first:last])
    after = _one_line(module.text[first:start] + text + module.text[end:last])
    if before != after:
        function, line = _function(nodes), original.lineno
        yield Mutant(module.path, function, line, _statement(nodes), before, after, start, end, text)


def _text(original: ast.AST, other: ast.AST) -> str:
    """The text of a node in place of another, in brackets if it might bind differently."""
    text = ast.unparse(ast.fix_missing_locations(other))
    is_plain = isinstance(other, type(original) | ast.stmt | ast.Constant | ast.Name | ast.Call | ast.Attribute)
    return text if is_plain else f"({text})"


def _one_line(text: str) -> str:
    return " ".join(line.strip() for line in text.splitlines())


def _replaced(tree: ast.AST, original: ast.AST, other: ast.AST) -> ast.AST:
    """A copy of a tree with a node replaced."""
    if tree is original:
        return other
    new = copy(tree)
    for field, value in ast.iter_fields(tree):
        if isinstance(value, ast.AST):
            setattr(new, field, _replaced(value, original, other))
        elif isinstance(value, list):
            parts = [_replaced(part, original, other) if isinstance(part, ast.AST) else part for part in value]
            setattr(new, field, parts)
    return new


def _texts(tree: ast.AST) -> Iterator[str]:
    for each in ast.walk(tree):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


# Nodes without an effect on the program


def _is_left_out(nodes: tuple[ast.AST, ...]) -> bool:
    """Whether the last node is an import, a docstring, a check of our own, or only for type checkers or platforms."""
    match nodes[-1]:
        case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Expr(value=ast.Constant()):
            return True
        case ast.keyword(arg="strict", value=ast.Constant(value=True)):
            return True  # like an assertion: the iterables of `zip` have the same length
        case ast.If(test=condition) | ast.IfExp(test=condition) | (ast.BoolOp() as condition):
            text = ast.unparse(condition)
            return text == "TYPE_CHECKING" or "sys.platform" in text
        case ast.Assign(targets=[ast.Name(id="__slots__" | "__all__")]):
            return True
        case ast.Assign(value=ast.Subscript() | ast.BinOp(op=ast.BitOr())):
            return len(nodes) == 1  # another name for a type
        case ast.Call(func=ast.Name(id=name)):
            return name in TYPE_CALLS
        case ast.Subscript(value=ast.Name(id=name)):
            return name in GENERIC_TYPES
    return False


def _is_left_out_field(node: ast.AST, field: str) -> bool:
    """Whether a field of a node is an annotation, a decorator, a format, or an option of a class (`frozen=True`)."""
    if isinstance(node, ast.ClassDef):
        return field != "body"
    return field in ("annotation", "returns", "decorator_list", "format_spec")


# The place of a node


def _function(nodes: tuple[ast.AST, ...]) -> str:
    """The qualified name of the innermost function or class."""
    named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return ".".join(each.name for each in nodes if isinstance(each, named))


def _statement(nodes: tuple[ast.AST, ...]) -> int:
    """The line of the innermost statement of a function, or of the lambda of a table; 0 outside of both.

    A default of a parameter matters where the function is called: its line is the first of the body.
    """
    line = 0
    for outer, inner in pairwise(nodes):
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef):
            first, *others = outer.body
            line = inner.lineno if inner in outer.body else (others[0] if _is_text(first) and others else first).lineno
        elif isinstance(outer, ast.Lambda) and inner is outer.body:
            line = line or outer.lineno
        elif line and isinstance(inner, ast.stmt):
            line = inner.lineno
    return line


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
