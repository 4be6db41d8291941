"""The open questions of a saved fight: the file has the data for the answer."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from orcus_tui.model.damage import Damage
from orcus_tui.model.fight import Fight
from orcus_tui.model.message import Message, message, plain
from orcus_tui.rules.templates import Formatter
from orcus_tui.session.question_text import question_text
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import EncounterFaults, read_encounter_bytes
from orcus_tui.systems import view_of

CAUSES = [
    ("orcus", plain("acid")),
    ("orcus", message("by creatures", creatures=("ari", "ogre"))),
    ("archmage", message("grab", by="ogre")),
    ("archmage", message("overflow", victim="ogre")),
    ("srd5", message("cleaving")),
]
IN_A_QUESTION = (
    'format = 1\nsystem = "{}"\n[[creature]]\nname = "Ari"\nmax_hp = 9\n[[creature]]\nname = "Ogre"\nmax_hp = 9\n'
    '[[fight.question]]\nid = 1\nkind = "toughness"\ncreature = "ari"\nabout = "6"\ndie = 20\n'
    "damage = {{ rolled = 6, cause = {} }}\n"
)


def read(text: str) -> Fight:
    return read_encounter_bytes(text.encode(), Path("fight.toml"))


@pytest.mark.parametrize(("system", "cause"), CAUSES)
def test_the_cause_of_damage_in_a_question_is_read_back_unchanged(system: str, cause: Message) -> None:
    fight = read(IN_A_QUESTION.format(system, '"acid"'))
    (question,) = fight.questions
    fight = replace(fight, questions=(replace(question, damage=Damage("ari", 6, cause=cause)),))
    assert read(fight_text(fight)).questions == fight.questions


def test_the_name_of_the_cause_of_damage_is_not_in_the_file() -> None:
    source = IN_A_QUESTION.format("archmage", '{ key = "grab", by = "ogre" }').replace('"Ogre"', '"Grim"\nid = "ogre"')
    fight = read(source)
    assert fight_text(fight).count("Grim") == 1
    assert "Grim's grab" in question_text(Formatter(view_of(fight)), fight.questions[0])


@pytest.mark.parametrize(("rule", "name"), [("save", "save now"), ("check", "check")])
def test_the_kind_of_an_older_question_names_its_ability_and_its_rule(rule: str, name: str) -> None:
    source = IN_A_QUESTION.format("srd5", '"acid"').replace('"toughness"', f'"dex {rule}"')
    (question,) = read(source).questions
    assert (question.rule, question.ability) == (name, "dex")


@pytest.mark.parametrize(
    ("cause", "fault"),
    [
        ("5", "expected a text or a table, got 5"),
        ("{}", 'key: unknown cause ""'),
        ("{ key = 3 }", "key: expected a cause, got 3"),
        ('{ key = "grub", by = "ogre" }', 'key: unknown cause "grub" (did you mean "grab"?)'),
        ('{ key = "grab" }', "by: missing"),
        ('{ key = "grab", by = "nobody" }', 'by: unknown creature "nobody"'),
        ('{ key = "grab", by = "ogre", with = "net" }', "with: unknown key"),
        ('{ key = "by creatures", creatures = [] }', "creatures: expected at least one"),
        ('{ key = "round", round = 2 }', "round: expected a text, got 2"),
        ('{ key = "rest in short" }', 'key: unknown cause "rest in short"'),
    ],
)
def test_a_cause_that_no_rule_gives_is_refused(cause: str, fault: str) -> None:
    with pytest.raises(EncounterFaults) as refused:
        read(IN_A_QUESTION.format("archmage", cause))
    assert fault in str(refused.value)
    assert "fight.question[1].damage.cause" in str(refused.value)


@pytest.mark.parametrize("system", ["orcus", "archmage", "srd5"])
def test_an_open_check_with_advantage_is_read_back_in_every_system(system: str) -> None:
    asked = 'kind = "check"\nability = "dex"\nedge = "adv"\n'
    source = IN_A_QUESTION.format(system, '"acid"').replace('kind = "toughness"\n', asked)
    fight = read(source)
    assert fight.questions[0].advantage == "adv"
    assert read(fight_text(fight)).questions == fight.questions
