"""`players` and `announce`, and the settings of the players' view in files."""

import pytest

from orcus_tui.model.player_settings import creature_setting, fight_setting, input_setting
from orcus_tui.rules.field_faults import FieldFaults
from orcus_tui.storage.encounter.fight_tables import fight_from_table, fight_table
from tests.helpers.fights.played import Played

CREATURES = (
    '[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 44',
    '[[creature]]\nname = "Ogre"\nmax_hp = 111\ndefenses = { ac = 16 }',
    '[[creature]]\nname = "Wolf"\nmax_hp = 38',
)


def fight(*lines: str) -> Played:
    return Played(*CREATURES).play(*lines)


def seen(played: Played, key: str) -> list[str]:
    return [creature_setting(played.session.fight, each, key) for each in ("ari", "ogre", "wolf")]


def test_the_party_is_shown_in_numbers_and_others_in_words() -> None:
    played = fight()
    assert seen(played, "hp") == ["exact", "words", "words"]
    assert seen(played, "initiative") == ["yes", "no", "no"]
    assert fight_setting(played.session.fight, "timer") == "off"


def test_a_creatures_setting_is_above_its_sides_and_default_takes_it_away() -> None:
    played = fight("players hp bar for @foes", "players hp none for wolf", "players hp words for @party")
    assert seen(played, "hp") == ["words", "bar", "none"]
    assert seen(played.play("players hp default for wolf", "side wolf party"), "hp") == ["words", "bar", "words"]
    assert seen(played.play("players hp default"), "hp") == ["exact", "words", "exact"]


def test_settings_are_undone_like_any_command() -> None:
    played = fight("players hp bar", "players hp none for ogre", 'announce "Roll for initiative!"', "undo 3")
    assert seen(played, "hp") == ["exact", "words", "words"]
    assert not played.session.fight.announcement
    played.play("redo 3")
    assert seen(played, "hp") == ["bar", "none", "bar"]
    assert played.session.fight.announcement == "Roll for initiative!"


def test_a_mask_has_effect_even_where_masks_were_lifted() -> None:
    played = fight("players names shown for @foes", 'mask ogre "The Count"')
    assert seen(played, "names") == ["alias", "alias", "shown"]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("players input hp do", "hp can only be off or propose"),
        ("players hp fine", 'unknown value "fine" (known: exact, words, bar, none)'),
        ("players timer 9999", 'expected off, up, or seconds from 1 to 3,600, got "9999"'),
        ("players timer up for ogre", "timer is a setting of the fight; leave out `for`"),
        ("players luck yes", "players have no setting"),
        ("players defenses ac,none", "write none or all alone, or name defenses"),
        ("players defenses luck for ogre", 'unknown defense "luck"'),
        ("players hp bar for nobody", 'no creature is called "nobody"'),
    ],
)
def test_a_wrong_setting_is_refused(line: str, error: str) -> None:
    assert error in fight().refused(line)


def test_a_file_sets_what_players_see_and_a_fight_in_progress_keeps_it() -> None:
    tables = {
        "format": 1,
        "name": "Test",
        "players": {"timer": 90, "hp": "bar", "foes": {"hp": "none", "initiative": True, "defenses": ["AC", "will"]}},
        "creature": [{"name": "Ogre", "max_hp": 111, "players": {"hp": "exact"}}, {"name": "Rat", "max_hp": 5}],
    }
    fight = fight_from_table(tables)
    assert [creature_setting(fight, each, "hp") for each in ("ogre", "rat")] == ["exact", "none"]
    assert creature_setting(fight, "rat", "defenses") == "ac,will"
    assert creature_setting(fight, "rat", "initiative") == "yes"
    assert fight_setting(fight, "timer") == "90"
    assert fight_from_table(fight_table(fight)) == fight


def test_the_permissions_of_a_heros_phone_are_saved_in_the_file() -> None:
    held = fight("players input on", "players input note off", "players input roll propose for ari").session.fight
    table = fight_table(held)
    assert table["players"] == {"input": {"on": True, "note": "off"}}
    again = fight_from_table(table)
    assert [input_setting(again, "ari", kind) for kind in ("roll", "note", "done")] == ["propose", "off", "propose"]
    assert again == held


def test_every_fault_of_a_file_is_named() -> None:
    table = {
        "format": 1,
        "name": "x",
        "players": {"hp": "fine", "foes": {"name": "shown"}, "timer": []},
        "creature": [],
    }
    with pytest.raises(FieldFaults, match=r'players\.hp: unknown value "fine".*players\.foes\.name: unknown key'):
        fight_from_table(table)
