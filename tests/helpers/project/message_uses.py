"""Where the program makes messages: their keys, and the values that fill their templates."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TypeGuard

from orcus_tui.rules.messages import MESSAGES
from orcus_tui.systems import SYSTEMS, WHERE
from tests.helpers.project.files import modules

TABLES = {each.id: each.words.messages for each in SYSTEMS.values()}
ROLLED = {
    *("who", "target", "group", "power", "ability", "face"),
    *("sum", "needed", "numbers", "margin", "damage", "outcome"),
}
GIVEN = {
    "say": {"who"},
    "forbid": set(),
    "message": {"who", "value"},
    "remark_only": {"who", "targets"},
    "inflict": {"who"},
    "sentence": set(),
    "DieRolled": ROLLED,
    "DiceRolled": {"who", "power", "dice", "label", "total"},
    "AttackRolled": set(),
    "log_dice": {"who", "power", "dice", "label", "total"},
    "log_save": ROLLED,
    "refuse_barred": {"who", "condition"},
}
"""The values that each function for messages adds for the template."""
KEYS = {
    **dict.fromkeys(("say", "forbid", "message", "remark_only", "sentence"), slice(1)),
    **dict.fromkeys(("DieRolled", "DiceRolled", "Message"), slice(1)),
    **dict.fromkeys(("log_dice", "log_save"), slice(1, 2)),
    "inflict": slice(2, 3),
    "refuse_barred": slice(3, 4),
}
"""Which arguments of each function are keys of messages."""
EVENTS = ("DieRolled", "DiceRolled", "AttackRolled")
"""The functions whose values are fields of an event."""
MAKE_NONE = {"screen", "importers"}
"""The packages that make no messages, except for the log of the screen; importers have no fights."""
Use = tuple[str, str, set[str], str]
"""A key, the function it is used in, the names of its values, and its place."""


def keys_in(node: ast.AST, names: dict[str, list[ast.AST]]) -> list[str]:
    """The possible strings of an argument: itself, either side of a choice, or the values of its name."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value] if node.value else []
    if isinstance(node, ast.IfExp):
        return [*keys_in(node.body, names), *keys_in(node.orelse, names)]
    called = node.id if isinstance(node, ast.Name) else node.attr if _is_constant(node) else ""
    others = {name: found for name, found in names.items() if name != called}
    return [key for each in names.get(called, ()) for key in keys_in(each, others)]


def _is_constant(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Whether it is a constant of another module: `life.DEATH_SAVE`."""
    return isinstance(node, ast.Attribute) and node.attr.isupper()


@cache
def nodes_of(tree: ast.AST) -> list[ast.Assign | ast.Call]:
    """The assignments and calls of a module."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Assign | ast.Call)]


@cache
def assignments(tree: ast.AST) -> dict[str, list[ast.AST]]:
    """The values assigned to each name in a module and its functions."""
    found: dict[str, list[ast.AST]] = {}
    for node in nodes_of(tree):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            for one, value in pairs:
                if isinstance(one, ast.Name):
                    found.setdefault(one.id, []).append(value)
    return found


def constants() -> dict[str, list[ast.AST]]:
    """The constants of all modules that make messages, as others of them import them."""
    found: dict[str, list[ast.AST]] = {}
    for tree in modules_with_messages().values():
        for name, values in assignments(tree).items():
            if name.isupper():
                found.setdefault(name, []).extend(values)
    return found


def modules_with_messages() -> dict[Path, ast.Module]:
    """The modules that name messages; of the screen, only the log does."""
    log = ("screen", "fight", "log_entry.py")
    return {
        path: tree
        for path, tree in modules().items()
        if path.parts[-3:] == log or not MAKE_NONE.intersection(path.parts)
    }


@cache
def uses() -> tuple[Use, ...]:
    """Each key of a message in the program."""
    return tuple(_uses())


def _uses() -> Iterator[Use]:
    shared = constants()
    for path, tree in modules_with_messages().items():
        names = {**shared, **assignments(tree)}
        for node in nodes_of(tree):
            if isinstance(node, ast.Call):
                yield from _used(node, names, f"{path}:{node.lineno}")


def _used(node: ast.Call, names: dict[str, list[ast.AST]], where: str) -> Iterator[Use]:
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    values = {each.arg for each in node.keywords if each.arg} if called not in EVENTS else set()
    for argument in node.args[KEYS.get(called, slice(0))]:
        for key in keys_in(argument, names):
            yield key, called, values, where
    for outcome in _outcomes(node) if called in ("DieRolled", "SaveRolled", "AttackRolled", "log_save") else ():
        for key in keys_in(outcome, names):
            yield key, "DieRolled", set(), where


def _outcomes(node: ast.Call) -> list[ast.AST]:
    """The arguments of a roll that are keys as well."""
    return [*node.args[5:6], *(each.value for each in node.keywords if each.arg in ("outcome", "reason"))]


def tables_for(where: str) -> list[Mapping[str, str]]:
    """The tables for messages of a module: those of the systems in its package, and the shared one."""
    systems = systems_of(where)
    own = [TABLES[each] for each in systems]
    return [MESSAGES, *own] if len(systems) == len(TABLES) else [*own, MESSAGES]


def systems_of(where: str) -> list[str]:
    """The systems whose rules are in a module: those of its package, or all."""
    own = [id_ for id_, location in WHERE.items() if where.startswith(package_of(location.module))]
    return own or list(TABLES)


def package_of(module: str) -> str:
    """The folder of a system's module, as paths begin with it."""
    return f"{module.rpartition('.')[0].replace('.', '/')}/"


def fields_of(template: str) -> dict[str, str]:
    return {name: form or "" for _, name, form, _ in Formatter().parse(template) if name}
