"""Two events that differ in their numbers, as one: what a preview makes of its two dry runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from orcus_tui.model.text import Range


def shape(value: Any) -> object:
    """A value without its numbers, so that those that differ in nothing else are equal."""
    if isinstance(value, int) and not isinstance(value, bool):
        return int
    if isinstance(value, Struct):
        return (type(value), *(shape(getattr(value, name)) for name in value.__struct_fields__))
    if isinstance(value, tuple):
        return tuple(shape(each) for each in value)
    if isinstance(value, Mapping):
        return tuple((name, shape(each)) for name, each in value.items())
    return value


def merged(low: Any, high: Any) -> Any:
    """Two values of one shape as one, with a `Range` for each number in which they differ."""
    if low == high:
        return low
    if isinstance(low, Struct):
        return type(low)(*(merged(getattr(low, name), getattr(high, name)) for name in low.__struct_fields__))
    if isinstance(low, tuple):
        return tuple(merged(one, other) for one, other in zip(low, high, strict=True))
    if isinstance(low, Mapping):
        return {name: merged(each, high[name]) for name, each in low.items()}
    return Range(low, high)
