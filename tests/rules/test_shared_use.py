"""Powers that share one use: they are spent together, and one die brings both back."""

import pytest

from orcus_tui.session.log_text import formatter_of
from orcus_tui.session.lookup import power_line
from orcus_tui.storage.encounter.power_tables import POWER
from orcus_tui.storage.encounter.read import EncounterFaults
from orcus_tui.systems.srd5.system import SRD5
from tests.helpers.casts.srd5 import start_fight, turn, vara
from tests.helpers.fights.played import Played, creature, power

FIRE = power("Fire Breath", 'use = "refresh 5,6"\ndamage = "3 fire"')
SLEEP = power("Sleep Breath", 'use = "with fire breath"\neffects = ["apply unconscious eont"]')


def fight(*powers: str) -> Played:
    drake = creature("Drake", f"max_hp = 30\ndefenses = {{ ac = 13 }}\n{turn(25)}", *powers)
    return start_fight(vara(turn(20)), drake)


@pytest.mark.parametrize("line", ["use! fire-breath vara", "use! sleep-breath vara", "spend drake sleep-breath"])
def test_using_one_spends_both(line: str) -> None:
    fight(FIRE, SLEEP).play(line, dice="").shows("drake", spent=["Fire Breath", "Sleep Breath"])


def test_one_die_brings_both_back() -> None:
    played = fight(FIRE, SLEEP).play("spend drake sleep-breath", "next", "next", dice="4")
    played.shows("drake", spent=["Fire Breath", "Sleep Breath"])
    played.play("next", "next", dice="5").shows("drake", spent=[])
    assert [text for text in played.log if "Sleep Breath" in text] == []


@pytest.mark.parametrize("name", ["fire-breath", "sleep-breath"])
def test_recharging_one_by_hand_recharges_both(name: str) -> None:
    fight(FIRE, SLEEP).play("spend drake fire-breath", f"recharge drake {name}").shows("drake", spent=[])


def test_the_stat_block_and_the_file_say_whose_use_it_is() -> None:
    now = fight(FIRE, SLEEP).session.fight
    sleep = now.sheets["drake"].powers[1]
    assert "shares the use of fire breath" in power_line(formatter_of(now), sleep, "drake")
    assert POWER.write(SRD5, sleep)["use"] == "with fire breath"


@pytest.mark.parametrize(
    ("powers", "message"),
    [
        ((SLEEP,), 'unknown power "fire breath"'),
        ((power("Fire Breath", ""), SLEEP), "Fire Breath has no limited use of its own to share"),
        (
            (FIRE, power("Nap", 'use = "with Sleep Breath"'), SLEEP),
            "Sleep Breath has no limited use of its own to share",
        ),
        ((power("Nap", 'use = "with"'),), 'name the power whose use it shares, as "with Fire Breath"'),
    ],
)
def test_a_use_that_cannot_be_shared_is_a_fault(powers: tuple[str, ...], message: str) -> None:
    with pytest.raises(EncounterFaults, match=message):
        fight(*powers)
