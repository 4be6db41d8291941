"""Records which lines of the program are executed, in a process and its children.

The tracing copy of the program has an interpreter with this module among its packages, and a .pth file that imports it
at every start. From then on each statement of a function is compiled with a probe in front, which sets a byte in a file
that is mapped into memory: no process has to end properly, and it takes a fraction of the time of `sys.settrace`.
"""

import mmap
import os
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ast

HERE = Path(__file__).parent
PROGRAM = "program.txt"
"""The file next to this module that numbers the lines of the program: how many there are, then a row for each module
with the number of its line 0 and its path."""


def install() -> None:
    """Makes Python compile modules of the program with probes."""
    compile_source = SourceFileLoader.source_to_code
    numbers: dict[str, int] = {}

    def source_to_code(self: SourceFileLoader, data: Any, path: Any, **options: Any) -> Any:
        if "orcus_tui" in str(path):
            numbers.update(numbers or _first_lines())
            if str(path) in numbers:
                data = _with_probes(data, numbers[str(path)])
        return compile_source(self, data, path, **options)

    loader: Any = SourceFileLoader  # whose methods are not meant to be replaced
    loader.source_to_code = source_to_code


def _first_lines() -> dict[str, int]:
    """The number of line 0 of each module, by its path."""
    rows = (HERE / PROGRAM).read_text(encoding="utf-8").splitlines()[1:]
    return {path: int(number) for number, _, path in (row.partition(" ") for row in rows)}


def __getattr__(name: str) -> mmap.mmap:
    """Opens `hits`, a byte for each line, at its first use, since a pytest worker learns its name after its start."""
    if name != "hits":
        raise AttributeError(name)
    globals()["hits"] = hits = _open_hits()
    return hits


def _open_hits() -> mmap.mmap:
    with (HERE / PROGRAM).open(encoding="utf-8") as rows:
        count = int(rows.readline())
    path = HERE / f"hits-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}"
    file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
    try:
        if os.fstat(file).st_size < count:
            os.ftruncate(file, count)
        return mmap.mmap(file, count)
    finally:
        os.close(file)


def _with_probes(source: bytes, first: int) -> "ast.Module":
    """The tree of a module with a probe in front of each statement of a function, and in the lambdas of tables."""
    import ast

    def probe(line: int) -> ast.stmt:
        return ast.parse(f"__hits__[{first + line}] = 1").body[0]

    class Probes(ast.NodeTransformer):
        in_function = False

        def generic_visit(self, node: ast.AST) -> ast.AST:
            super().generic_visit(node)
            for field in ("body", "orelse", "finalbody") if self.in_function else ():
                statements = getattr(node, field, None)
                if isinstance(statements, list):
                    setattr(node, field, [new for each in statements for new in with_probe(each)])
            return node

        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
            outside, self.in_function = self.in_function, True
            self.generic_visit(node)
            self.in_function = outside
            return node

        visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815  # names that the visitor requires

        def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
            super().generic_visit(node)
            if not self.in_function:
                hit = ast.parse(f"(__hits__.__setitem__({first + node.lineno}, 1), 0)[1]", mode="eval").body
                assert isinstance(hit, ast.Subscript) and isinstance(hit.value, ast.Tuple)
                hit.value.elts[1] = node.body
                node.body = hit
            return node

    def with_probe(statement: ast.stmt) -> list[ast.stmt]:
        is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        return [statement] if is_docstring else [_placed(probe(statement.lineno), statement), statement]

    tree = ast.parse(source)
    place = next((at for at, each in enumerate(tree.body) if not _comes_first(each)), len(tree.body))
    tree = Probes().visit(tree)
    tree.body[place:place] = ast.parse("from line_probes import hits as __hits__").body
    return ast.fix_missing_locations(tree)


def _placed(node: Any, like: Any) -> Any:
    """A node and its children with the location of another, for tracebacks."""
    import ast

    for each in ast.walk(node):
        if hasattr(each, "lineno"):
            ast.copy_location(each, like)
    return node


def _comes_first(statement: "ast.stmt") -> bool:
    """Whether a statement is the docstring of a module, or an import from `__future__`."""
    import ast

    return isinstance(statement, ast.Expr) or (
        isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
    )
