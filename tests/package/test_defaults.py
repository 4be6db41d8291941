"""Defaults are empty: an empty text, the number 0, a flag that is not set. Other defaults are listed."""

import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import FunctionType, ModuleType

from msgspec import Struct

from tests.helpers.project.files import ROOT
from tests.helpers.project.snapshots import check_file
from tests.mutants.draw import PACKAGES


def modules() -> Iterator[ModuleType]:
    """The modules of which mutants are drawn."""
    for package in PACKAGES:
        for each in walk_packages([str(ROOT / "orcus_tui" / package)], f"orcus_tui.{package}."):
            yield import_module(each.name)


def functions_of(owner: object, module: str) -> Iterator[FunctionType]:
    for each in list(vars(owner).values()):
        function = inspect.unwrap(getattr(each, "__func__", each))
        if isinstance(function, FunctionType) and function.__module__ == module:
            yield function
        elif isinstance(each, type) and each.__module__ == module:
            yield from functions_of(each, module)


def structs_of(module: ModuleType) -> Iterator[type[Struct]]:
    for each in vars(module).values():
        if isinstance(each, type) and issubclass(each, Struct) and each.__module__ == module.__name__:
            yield each


def defaults_of(module: ModuleType) -> Iterator[tuple[str, object]]:
    """The default of a parameter, or of the field of a struct."""
    for function in functions_of(module, module.__name__):
        for name, parameter in inspect.signature(function).parameters.items():
            yield f"{function.__qualname__}({name})", parameter.default
    for struct in structs_of(module):
        defaults = struct.__struct_defaults__
        with_default = struct.__struct_fields__[len(struct.__struct_fields__) - len(defaults) :]
        yield from (
            (f"{struct.__name__}.{name}", default) for name, default in zip(with_default, defaults, strict=True)
        )


def test_omitted_fields_are_empty_except_those_listed() -> None:
    rows = {
        f"{name} = {default!r}\n"
        for module in modules()
        for name, default in defaults_of(module)
        if default and type(default) in (str, int, float, bool)
    }
    check_file(ROOT / "tests" / "package" / "defaults.txt", "".join(sorted(rows)))
