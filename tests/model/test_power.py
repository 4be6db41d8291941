"""Powers as values."""

from orcus_tui.model.power import Power, with_parts


def test_a_power_takes_a_standard_action_unless_it_says_otherwise() -> None:
    assert Power("Claw").action == "standard"


def test_a_power_is_a_part_of_the_one_whose_name_it_continues_in_brackets() -> None:
    names = (
        "Bite (save)",
        "bite",
        "Sting (hag form only)",
        "(Smite) Blow (daily)",
        "Bite (save) (others)",
        "Biter (2)",
    )
    parts = with_parts([Power(each) for each in names])
    assert [each.part_of for each in parts] == ["bite", "", "", "", "bite", ""]
    assert [each.name for each in parts] == [*names]
