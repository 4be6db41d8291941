"""Orcus TUI: a terminal combat tracker for tabletop game masters, and its engine as a library.

The public names are those in `__all__`; `docs/python.md` describes them. They are loaded when they are first used, and
`__init__.pyi` has their types.
"""

__version__ = "0.1.0"

_PLACES = {
    "Creature": "api.fight",
    "Event": "api.events",
    "Fight": "api.fight",
    "Odds": "api.forecast",
    "OrcusError": "errors",
    "Preview": "api.fight",
    "Result": "api.fight",
    "load": "api.fight",
    "new": "api.fight",
    "odds": "api.forecast",
    "resume": "api.fight",
}
__all__ = [*_PLACES]  # the names are strings, which a type checker cannot follow


def __getattr__(name: str) -> object:
    """A public name, from the module that has it."""
    from importlib import import_module

    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    """All public names, including those not loaded yet, for completion in a notebook."""
    return sorted({*globals(), *__all__})
