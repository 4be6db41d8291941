"""The campaign: its time limits, and the parts that `.ci/run` runs."""

import re

import pytest

from tests.campaign.__main__ import CAMPAIGNS
from tests.campaign.instruments import limits
from tests.campaign.trials import Broken
from tests.helpers.project.files import ROOT


def work() -> None:
    sum(len(str(number)) for number in range(500_000))


def test_a_timeout_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SAMPLE_SECONDS", 1.0)  # this machine is assumed to be fast
    monkeypatch.setattr(limits, "SECONDS", 0.01)
    with pytest.raises(Broken, match=r"\d s for some work"), limits.within_limits("some work"):
        work()


def test_a_slow_machine_has_more_time_and_an_announced_wait_has_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS", 0.01)
    with limits.within_limits("some work", announced=True):
        work()
    monkeypatch.setattr(limits, "SAMPLE_SECONDS", limits.SAMPLE_SECONDS / 1000)
    with limits.within_limits("some work"):
        work()


def test_each_campaign_is_run_by_the_checks() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").replace("\\\n", " ")
    run = [name for names in re.findall(r"tests\.campaign --trials \d+(.*)", script) for name in names.split()]
    assert sorted(run) == sorted(CAMPAIGNS)
