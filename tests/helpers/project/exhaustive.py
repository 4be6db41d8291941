"""Many similar cases: the suite runs some of them, `.ci/run` all."""

from collections.abc import Iterable
from typing import Any

import pytest


def some_of(cases: Iterable[Any], *, one_in: int) -> list[Any]:
    """Cases for `parametrize`; the suite runs every `one_in`-th. A tuple has the arguments of one case."""
    arguments = (case if isinstance(case, tuple) else (case,) for case in cases)
    return [only_exhaustive(*each) if number % one_in else pytest.param(*each) for number, each in enumerate(arguments)]


def only_exhaustive(*arguments: Any) -> Any:
    """A case for `parametrize` that only `.ci/run` runs."""
    return pytest.param(*arguments, marks=pytest.mark.exhaustive)
