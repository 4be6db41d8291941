"""Powers as values."""

from orcus_tui.model.power import Power


def test_a_power_takes_a_standard_action_unless_it_says_otherwise() -> None:
    assert Power("Claw").action == "standard"
