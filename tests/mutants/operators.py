"""Mutation operators: small mistakes, each a node of the syntax tree and its replacement."""

import ast
from collections.abc import Iterator
from copy import copy
from typing import Any

Replacement = tuple[ast.expr | ast.stmt, ast.expr | ast.stmt]
"""A node of the tree, and its replacement."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
NAMES = {
    "min": "max",
    "any": "all",
    "ceil": "floor",
    "startswith": "endswith",
    "removeprefix": "removesuffix",
    "partition": "rpartition",
    "lstrip": "rstrip",
}
NAMES |= {other: name for name, other in NAMES.items()}
"""Functions and methods that are easily confused."""


def replacements(node: ast.AST, sentences: list[str]) -> Iterator[Replacement]:
    """The replacements of a node, and of its conditions; `sentences` are those of the module, to swap them."""
    match node:
        case ast.Compare():
            yield from _other_comparisons(node)
        case ast.BinOp() if type(node.op) in ARITHMETIC and not _is_text(node):
            yield node, _changed(node, op=ARITHMETIC[type(node.op)]())
        case ast.BoolOp():
            yield node, _changed(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
            yield from ((node, _without(node, operand)) for operand in node.values)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node, node.operand
        case ast.Constant():
            yield from ((node, other) for other in _other_constants(node, sentences))
        case ast.Name(id=name) if name in NAMES:
            yield node, _changed(node, id=NAMES[name])
        case ast.Attribute(attr=name) if name in NAMES:
            yield node, _changed(node, attr=NAMES[name])
        case ast.If() | ast.While() | ast.IfExp() | ast.comprehension():
            yield from _fixed_conditions(node)
        case ast.stmt():
            yield from _other_statements(node)


def _other_comparisons(node: ast.Compare) -> Iterator[Replacement]:
    for at, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            yield node, _changed(node, ops=[*node.ops[:at], other(), *node.ops[at + 1 :]])


def _other_constants(node: ast.Constant, sentences: list[str]) -> Iterator[ast.expr]:
    """Numbers off by one, the other boolean, another sentence, a misspelt word."""
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
            if value > 0:
                yield ast.Constant(value - 1)
        case ast.Constant(value=float(value)):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str(value)) if is_sentence(value):
            following = sentences[(sentences.index(value) + 1) % len(sentences)]
            yield ast.Constant(following if following != value else "")
        case ast.Constant(value=str(value)):
            yield ast.Constant(f"{value}x")


def is_sentence(value: object) -> bool:
    """Whether a constant is a text of several words for a person to read."""
    return isinstance(value, str) and " " in value.strip() and any(map(str.isalpha, value))


def _fixed_conditions(node: ast.If | ast.While | ast.IfExp | ast.comprehension) -> Iterator[Replacement]:
    """Conditions that are always true or never; always true would keep a loop from ending."""
    conditions = node.ifs if isinstance(node, ast.comprehension) else [node.test]
    for condition in conditions:
        if not isinstance(condition, ast.Constant):
            yield condition, ast.Constant(value=False)
            if not isinstance(node, ast.While):
                yield condition, ast.Constant(value=True)


def _other_statements(node: ast.stmt) -> Iterator[Replacement]:
    match node:
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield value, ast.Constant(None)
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.Raise() | ast.Delete():
            yield node, ast.Pass()
        case ast.AugAssign():
            yield node, ast.Pass()
            if type(node.op) in ARITHMETIC:
                yield node, _changed(node, op=ARITHMETIC[type(node.op)]())
        case ast.Continue():
            yield node, ast.Break()
        case ast.Break():
            yield node, ast.Continue()


def _is_text(node: ast.BinOp) -> bool:
    """Whether texts or collections are joined or formatted, where no other operator works."""
    return any(
        isinstance(each, ast.JoinedStr | ast.Tuple | ast.List)
        or (isinstance(each, ast.Constant) and isinstance(each.value, str | bytes))
        for side in (node.left, node.right)
        for each in ([side.left, side.right] if isinstance(side, ast.BinOp) else [side])
    )


def _without(node: ast.BoolOp, operand: ast.expr) -> ast.expr:
    left = [each for each in node.values if each is not operand]
    return left[0] if len(left) == 1 else _changed(node, values=left)


def _changed(node: Any, **fields: object) -> Any:
    other = copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other
