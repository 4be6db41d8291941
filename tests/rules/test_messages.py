"""Every message has a template, every template a use, and every field of a template a value."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from string import Formatter
from typing import get_args

import pytest
from project_files import modules

from orcus_tui.model.power import UseKind
from orcus_tui.rules.messages import MESSAGES
from orcus_tui.rules.templates import FORMS
from orcus_tui.systems import SYSTEMS, WHERE

TABLES = {each.id: each.words.messages for each in SYSTEMS.values()}
ROLLED = {"who", "target", "power", "ability", "face", "sum", "needed", "numbers", "margin", "damage", "outcome"}
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
}
"""What each way of making a message gives its template beside the values it is called with."""
BY_EVENT = {
    "initiative of a group": {"group", "sum"},
    "rolls a die": {"who"},
    "rolls a die about": {"who"},
    "plain": {"text"},
    "plain of": {"who", "text"},
}
"""What `session/log_lines.py` and `session/dry_run.py` add for the events that they word themselves."""
WORDS_OF_EVENTS = {"plain of"}
"""Only journals of format 1 have these."""
BY_READER = {
    *(f"use {kind}" for kind in get_args(UseKind)),
    *(
        "rest minute",
        "rest postponed",
        "rest short",
        "rest long",
        "while sustained",
        "save ends",
        "save ends at",
        "withstands",
    ),
    *("asking none", "asking party", "asking all", "resist by number", "vulnerable by number"),
}
"""What `rules/templates.py` looks up by the value it shows."""


Use = tuple[str, str, set[str], str]
"""A key, how it is used, the names of its values, and where."""


def keys_in(node: ast.AST, names: dict[str, list[ast.AST]]) -> list[str]:
    """The strings an argument can come to: itself, either side of a choice, or what its name is set to."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value] if node.value else []
    if isinstance(node, ast.IfExp):
        return [*keys_in(node.body, names), *keys_in(node.orelse, names)]
    if isinstance(node, ast.Name):
        others = {name: found for name, found in names.items() if name != node.id}
        return [key for each in names.get(node.id, ()) for key in keys_in(each, others)]
    return []


@cache
def assignments(tree: ast.AST) -> dict[str, list[ast.AST]]:
    """What each name of a module, and of its functions, is set to."""
    found: dict[str, list[ast.AST]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = list(zip(target.elts, node.value.elts, strict=True))
                for one, value in pairs:
                    if isinstance(one, ast.Name):
                        found.setdefault(one.id, []).append(value)
    return found


def constants() -> dict[str, list[ast.AST]]:
    """The constants of all modules, as other modules import them."""
    found: dict[str, list[ast.AST]] = {}
    for tree in modules().values():
        for name, values in assignments(tree).items():
            if name.isupper():
                found.setdefault(name, []).extend(values)
    return found


@cache
def uses() -> tuple[Use, ...]:
    """Each key of a message in the program."""
    return tuple(_uses())


def _uses() -> Iterator[Use]:
    shared = constants()
    for path, tree in modules().items():
        if "screen" in path.parts:
            continue  # it reads messages and makes none
        names = {**shared, **assignments(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield from _used(node, names, f"{path}:{node.lineno}")


def _used(node: ast.Call, names: dict[str, list[ast.AST]], where: str) -> Iterator[Use]:
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    values = {each.arg for each in node.keywords if each.arg}
    for argument in _keyed(node, called):
        for key in keys_in(argument, names):
            yield key, called, values, where
    for outcome in _outcomes(node) if called in ("DieRolled", "SaveRolled", "AttackRolled") else ():
        for key in keys_in(outcome, names):
            yield key, "DieRolled", set(), where


def _keyed(node: ast.Call, called: str) -> list[ast.AST]:
    """The argument of a call that is the key of a message."""
    if called in ("say", "forbid", "message", "remark_only", "sentence", "DieRolled", "DiceRolled", "Message"):
        return node.args[:1]
    return node.args[2:3] if called == "inflict" else []


def _outcomes(node: ast.Call) -> list[ast.AST]:
    """The arguments of a roll that are keys as well."""
    return [*node.args[5:6], *(each.value for each in node.keywords if each.arg in ("outcome", "reason"))]


def tables_for(where: str) -> list[Mapping[str, str]]:
    """The tables a message of that module is read with: those of the systems in its package, and the shared one."""
    own = [TABLES[id_] for id_, (module, _) in WHERE.items() if where.startswith(package_of(module))]
    return [*own, MESSAGES] if own else [MESSAGES, *TABLES.values()]


def package_of(module: str) -> str:
    """The folder of a system's module, as paths begin with it."""
    return f"{module.rpartition('.')[0].replace('.', '/')}/"


def fields_of(template: str) -> dict[str, str]:
    return {name: form or "" for _, name, form, _ in Formatter().parse(template) if name}


def test_every_message_has_a_template_and_every_field_of_it_a_value() -> None:
    wrong = []
    for key, how, values, where in uses():
        template = next((table[key] for table in tables_for(where) if key in table), None)
        if template is None:
            if how != "Message":
                place = "orcus_tui/rules/messages.py, or of the system's own messages.py where only one says it"
                wrong.append(f"{where}: no template for {key!r}; add it to MESSAGES of {place}")
            continue
        given = values | GIVEN.get(how, set()) | BY_EVENT.get(key, set())
        missing = set(fields_of(template)) - given
        if missing and how != "Message":
            wrong.append(f"{where}: {key!r} lacks {sorted(missing)}")
    assert not wrong, "\n".join(wrong)


def test_every_template_is_used() -> None:
    used = {key for key, _, _, _ in uses()} | WORDS_OF_EVENTS | BY_READER
    for table in (MESSAGES, *TABLES.values()):
        unused = sorted(set(table) - used)
        assert not unused, f"no rule says {', '.join(unused)}: remove them from MESSAGES"


@pytest.mark.parametrize("table", [MESSAGES, *TABLES.values()])
def test_every_form_is_known(table: Mapping[str, str]) -> None:
    for key, template in table.items():
        for name, form in fields_of(template).items():
            assert not form or form in FORMS or "|" in form, f"{key}: {name}"


@pytest.mark.parametrize("table", [MESSAGES, *TABLES.values()])
def test_numbers_have_one_minus_sign(table: Mapping[str, str]) -> None:
    assert [key for key, template in table.items() if " -" in template.split("`")[0]] == []
