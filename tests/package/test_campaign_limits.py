"""The time limits of the campaign: what takes too long is a fault, unless the machine is as slow."""

import pytest

from tests.campaign.instruments import limits
from tests.campaign.trials import Broken


def work() -> None:
    sum(len(str(number)) for number in range(500_000))


def test_what_takes_too_long_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SAMPLE_SECONDS", 1.0)  # this machine is taken to be fast
    monkeypatch.setattr(limits, "SECONDS", 0.01)
    with pytest.raises(Broken, match=r"\d s for some work"), limits.within_limits("some work"):
        work()


def test_a_slow_machine_is_given_more_and_what_is_announced_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS", 0.01)
    with limits.within_limits("some work", announced=True):
        work()
    monkeypatch.setattr(limits, "SAMPLE_SECONDS", limits.SAMPLE_SECONDS / 1000)
    with limits.within_limits("some work"):
        work()
