"""Merging two events that differ only in numbers into one with ranges, for a preview of two dry runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from orcus_tui.model.text import Range


def shape(value: Any) -> object:
    """A value without its numbers: equal for values that differ only in them."""
    if isinstance(value, int) and not isinstance(value, bool):
        return int
    if isinstance(value, Struct):
        return (type(value), *(shape(getattr(value, name)) for name in value.__struct_fields__))
    if isinstance(value, tuple):
        return tuple(shape(each) for each in value)
    if isinstance(value, Mapping):
        return tuple((name, shape(each)) for name, each in value.items())
    return value


def merge(low: Any, high: Any) -> Any:
    """Two values of one shape as one, with a `Range` for each number that differs."""
    if low == high:
        return low
    if isinstance(low, Struct):
        return type(low)(**{name: merge(getattr(low, name), getattr(high, name)) for name in low.__struct_fields__})
    if isinstance(low, tuple):
        return tuple(merge(one, other) for one, other in zip(low, high, strict=True))
    if isinstance(low, Mapping):
        return {name: merge(each, high[name]) for name, each in low.items()}
    return Range(low, high)
