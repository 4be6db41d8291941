"""Stored fights whose lines have words that only the fight knew: zones, types and tags, powers of another form."""

import pytest

from orcus_tui.model.fight import Fight
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import EncounterFaults
from orcus_tui.storage.journal.records import execution_record, read_event
from orcus_tui.systems import SYSTEMS
from tests.helpers.casts.ford import fight_of
from tests.helpers.fights.played import Played, creature, defenses, hero, monster

PIRATES = 'count = 2\ntags = ["pirate"]'
HUNTER = """[[creature.trait]]
name = "Grudge"
modifiers = ["+2 attack against pirate"]
[[creature.trait]]
name = "Fury"
trigger = "staggered"
effects = ["attack Axe"]
[[creature.power]]
name = "Axe"
attack = "+5 vs AC"
damage = "1d6"
effects = ["if pirate: damage 3"]
[[creature.form]]
name = "Bear"
[[creature.form.power]]
name = "Maul"
attack = "+7 vs AC"
damage = "2d6"
"""


def table() -> Played:
    hunter = creature("Hunter", f"max_hp = 40\ninitiative_total = 20\n{defenses(18, 16, 14, 13)}", HUNTER)
    return Played(hero("Ari", 15), hunter, monster("Sailor", 10, PIRATES)).play("begin")


def in_the_journal(played: Played) -> Fight:
    system, fight = SYSTEMS["orcus"], played.session.timeline.start
    for execution in played.session.timeline.executions:
        for stored in execution_record(execution, system).events:
            fight = read_event(stored, system, fight.sheets).apply(fight)
    return fight


@pytest.mark.parametrize(
    "lines",
    [
        ["zone gas ari", 'zone fog @all "bonus -2 attack while gas" inside'],
        ["zone gas ari", 'zone fog @all "bonus -2 attack while gas" inside', "remove zone gas"],
        ['zone fog @all "if pirate+!hunter: apply dazed save" start'],
        ["add hunter"],
        ["become hunter bear", "damage hunter 25"],
        ["become sailor1 hunter", "become sailor2 hunter", "become hunter sailor1"],
    ],
)
def test_a_stored_fight_has_the_words_that_its_lines_were_read_with(lines: list[str]) -> None:
    played = table().play(*lines)
    fight = played.session.fight
    assert fight_of(fight_text(fight)) == fight
    assert in_the_journal(played) == fight


def test_a_trait_of_a_form_may_use_a_power_of_the_creature_if_the_form_lists_none() -> None:
    sheet = f"max_hp = 40\n{defenses(18, 16, 14, 13)}"
    axe = '[[creature.power]]\nname = "Axe"\nattack = "+5 vs AC"\n'
    cat = '[[creature.form]]\nname = "Cat"\n[[creature.form.trait]]\nname = "Pounce"\ntrigger = "hits"\n'
    ari = creature("Ari", sheet, f'{axe}{cat}effects = ["attack Axe"]\n')
    Played(ari).play("become ari cat").shows("ari", form="Cat")
    with pytest.raises(EncounterFaults, match=r'form\[1\]\.trait\[1\]\.effects\[1\]: unknown power "Claw"'):
        Played(creature("Ari", sheet, f'{axe}{cat}effects = ["attack Claw"]\n'))
