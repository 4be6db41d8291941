"""Spells of the library played as in the book: SRD 5.1 §Spellcasting, and the text of each spell."""

from pathlib import Path

import pytest

from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import read_encounter
from tests.helpers.fights.played import Played, creature, power

SLOTS = "[creature.resources]\n" + "\n".join(f"slot{level} = {{ max = 2 }}" for level in range(1, 10) if level != 8)
CASTING = "[creature.casting]\nattack = 7\ndc = 15\nmodifier = 4\nlevel = 5"
SWORD = power("Sword", 'attack = "+5 vs AC"\ndamage = "1d8+3 slashing"')


def cast(*spells: str) -> Played:
    """A wizard, a hurt fighter, and two ogres; it is the wizard's turn."""
    named = ", ".join(f'"{each}"' for each in spells)
    return Played(
        creature(
            "Wiz",
            f'kind = "pc"\nmax_hp = 40\ninitiative_total = 20\ndefenses = {{ ac = 12 }}\npowers = [{named}]',
            SLOTS,
            CASTING,
        ),
        creature(
            "Ari",
            'kind = "pc"\nmax_hp = 50\nhp = 20\ninitiative_total = 15\ndefenses = { ac = 16 }\nresist = ["cold"]',
            SWORD,
        ),
        creature("Ogre", "max_hp = 60\ninitiative_total = 10\ndefenses = { ac = 11 }\nabilities = { wis = 8 }", SWORD),
        creature("Troll", "max_hp = 84\ninitiative_total = 5\ndefenses = { ac = 15 }\nabilities = { dex = 12 }"),
        system="srd5-plain",
    ).play("begin")


@pytest.mark.parametrize(
    ("spell", "line", "dice", "hit_points", "effects"),
    [
        # Half damage on a save; a higher slot adds dice.
        ("Fireball", "use fireball ogre,troll", "6 6 6 6 1 1 1 1 5 14", {"ogre": 32, "troll": 70}, {}),
        ("Fireball", "use fireball ogre slot 5", "6 6 6 6 1 1 1 1 3 2 5", {"ogre": 27}, {}),
        # No damage on a save, and cantrips that grow at level 5.
        ("Sacred Flame", "use sacred ogre", "8 5 5", {"ogre": 47}, {}),
        ("Sacred Flame", "use sacred ogre", "8 5 15", {"ogre": 60}, {}),
        ("Fire Bolt", "use fire-bolt ogre", "4 10 3", {"ogre": 47}, {}),
        ("Vicious Mockery", "use vicious ogre", "4 2 5", {"ogre": 54}, {"ogre": ["attack"]}),
        # Attack rolls: half on a miss, damage later, rays and darts that share their targets.
        ("Acid Arrow", "use acid-arrow ogre", "3 4 4 4 4", {"ogre": 52}, {}),
        ("Acid Arrow", "use acid-arrow ogre", "9 4 4 4 4", {"ogre": 44}, {}),
        ("Scorching Ray", "use scorching ogre,troll", "4 6 6 4 10 1 1", {"ogre": 46, "troll": 84}, {}),
        ("Scorching Ray", "use scorching troll slot 3", "9 2 2 9 2 2 1 9 2 2", {"troll": 72}, {}),
        ("Eldritch Blast", "use eldritch ogre", "9 10 9 1", {"ogre": 49}, {}),
        ("Magic Missile", "use magic-missile ogre,troll slot 2", "4 3 2 1", {"ogre": 52, "troll": 78}, {}),
        ("Guiding Bolt", "use guiding ogre", "9 1 2 3 4", {"ogre": 50}, {"ogre": ["attacked"]}),
        ("Inflict Wounds", "use inflict ogre", "20 1 2 3 4 5 6", {"ogre": 39}, {}),
        # Conditions, with a save at the end of each turn, while the caster concentrates.
        ("Hold Person", "use hold ogre", "15", {}, {"ogre": ["paralyzed"], "wiz": ["concentrating"]}),
        ("Hold Person", "use hold ogre", "16", {}, {"ogre": [], "wiz": ["concentrating"]}),
        ("Sunburst", "use sunburst ogre slot 9", "1 1 1 1 1 1 1 1 1 1 1 1 2", {"ogre": 48}, {"ogre": ["blinded"]}),
        ("Hypnotic Pattern", "use hypnotic ogre", "2", {}, {"ogre": ["charmed", "incapacitated", "speed 0"]}),
        ("Faerie Fire", "use faerie ogre", "2", {}, {"ogre": ["attacked", "outlined: cannot be invisible"]}),
        # Hit points decide.
        ("Power Word Stun", "use power ogre slot 9", "", {}, {"ogre": ["stunned"]}),
        # Healing, temporary hit points and bonuses.
        ("Cure Wounds", "use cure ari slot 3", "1 2 3", {"ari": 30}, {}),
        ("Heal", "use heal ari", "", {"ari": 50}, {}),
        ("False Life", "use false-life", "3", {}, {"wiz": ["temporary hit points"]}),
        ("Bless", "use bless ari,wiz", "", {}, {"ari": ["attack", "saves"]}),
        ("Haste", "use haste ari", "", {}, {"ari": ["ac", "dex saves", "hasted: one more action, speed doubled"]}),
        ("Shield of Faith", "use shield-of ari", "", {}, {"ari": ["ac"], "wiz": ["concentrating"]}),
        ("Protection from Poison", "use protection ari", "", {}, {"ari": ["resist", "saves"]}),
        # Damage with a resistance.
        ("Cone of Cold", "use cone ari", "4 4 4 4 4 4 4 4 1", {"ari": 4}, {}),
    ],
)  # fmt: skip
def test_a_spell_does_what_its_book_says(
    spell: str, line: str, dice: str, hit_points: dict[str, int], effects: dict[str, list[str]]
) -> None:
    played = cast(spell).play(line, dice=dice)
    assert {name: played[name]["hp"] for name in hit_points} == hit_points
    assert {name: played.names(name) for name in effects} == effects


@pytest.mark.parametrize(
    ("spell", "line", "dice"), [("Power Word Kill", "use power ogre", ""), ("Divine Word", "use divine ari", "3")]
)
def test_a_word_kills_below_its_hit_points(spell: str, line: str, dice: str) -> None:
    assert cast(spell).play(line, dice=dice).logs("is killed")
    assert (
        not cast("Power Word Kill").play("set troll max_hp 200", "set troll hp 150", "use power troll").logs("killed")
    )


def test_a_new_concentration_ends_the_old_one_and_what_depends_on_it() -> None:
    played = cast("Hold Person", "Bless").play("use hold ogre", dice="2")
    assert played.names("ogre") == ["paralyzed"]
    played.play("use! bless ari")
    assert (played.names("ogre"), played.names("ari")) == ([], ["attack", "saves"])
    assert played.names("wiz") == ["concentrating"]


def test_damage_can_break_concentration() -> None:
    played = cast("Bless").play("use bless ari")
    played.play("damage wiz 8", dice="10")
    assert played.names("ari") == ["attack", "saves"]
    played.play("damage wiz 22", dice="10")
    assert played.names("ari") == []


def test_a_zone_acts_on_those_inside_at_the_start_of_their_turns() -> None:
    played = cast("Cloudkill").play("use cloudkill ogre", "next", "into cloudkill troll").shows("ogre", hp=60)
    played.play("next", dice="8 8 1 1 2 14").shows("ogre", hp=40)
    played.play("next", dice="8 8 1 1 2 15").shows("troll", hp=74)
    played.play("next").play("remove wiz concentrating")
    assert played.state["zones"] == {}


def test_the_later_damage_of_an_acid_arrow_comes_once_at_the_end_of_the_target_s_turn() -> None:
    played = cast("Acid Arrow").play("use acid-arrow ogre slot 3", dice="9 4 4 4 4 1").shows("ogre", hp=43)
    played.play("next", "next").shows("ogre", hp=43)
    played.play("next", dice="2 2 3").shows("ogre", hp=36)
    played.play("next", "next", "next", "next").shows("ogre", hp=36)
    missed = cast("Acid Arrow").play("use acid-arrow ogre", dice="3 4 4 4 4").shows("ogre", hp=52)
    missed.play("next", "next", "next").shows("ogre", hp=52)


def test_a_zone_takes_the_damage_of_its_slot(tmp_path: Path) -> None:
    played = cast("Cloudkill").play("use cloudkill ogre slot 7")
    assert played.state["zones"]["cloudkill"]["line"] == "use Cloudkill (zone) +2"
    (tmp_path / "fight.toml").write_text(fight_text(played.session.fight), encoding="utf-8")
    assert read_encounter(tmp_path / "fight.toml").zones == played.session.fight.zones
    played.play("next", "next", dice="1 1 1 1 1 8 8 2").shows("ogre", hp=39)


def test_a_zone_may_be_created_without_creatures_inside() -> None:
    played = cast("Cloudkill").play("use cloudkill")
    assert played.state["zones"]["cloudkill"]["inside"] == []
    assert not played.logs("nobody is named")


def test_a_continuing_spell_needs_no_further_slot() -> None:
    played = cast("Call Lightning").play("use call ogre", dice="1 2 3 20").shows("ogre", hp=57)
    played.play("use! call-lightning-(again) ogre", dice="1 2 3 1").shows("ogre", hp=51)
    assert played["wiz"]["counters"]["slot3"] == 1


def test_a_beam_and_a_ray_have_advantage_on_the_first_attack_only() -> None:
    played = cast("Guiding Bolt", "Scorching Ray").play("use guiding ogre", dice="9 1 1 1 1")
    played.play("use! scorching ogre", dice="1 9 1 1 9 1 1 2")
    assert played.logs("rolls with advantage (Guiding Bolt)")


def test_a_target_is_marked_for_more_damage() -> None:
    played = cast("Hunter's Mark", "Fire Bolt").play("use hunter ogre")
    assert (played.names("ogre"), played.names("wiz")) == (["quarry"], ["concentrating", "damage"])
    played.play("use! fire-bolt ogre", dice="9 1 1").shows("ogre", hp=58)  # the resistance is not for spells


def test_the_casters_choice_is_offered() -> None:
    played = cast("Blindness/Deafness").play("use blindness ogre", dice="2").play("accept 1 2")
    assert played.names("ogre") == ["deafened"]


def test_a_summoning_is_a_choice() -> None:
    played = cast("Conjure Elemental").play("use conjure")
    (offer,) = played.state["offers"]
    assert 'summon "Fire Elemental"' in offer["line"]


@pytest.mark.parametrize(
    ("spell", "line", "message"),
    [
        ("Demiplane", "use demiplane", "Wiz has no slot of level 8 left; `slot 9` spends a higher one"),
        ("Fireball", "use fireball ogre slot 8", "Wiz has no slot of level 8 left; `slot 4` spends a higher one"),
        ("Fireball", "use fireball ogre slot 2", "Fireball needs a slot of level 3 or higher, not 2"),
        ("Fire Bolt", "use fire-bolt ogre slot 2", "Fire Bolt takes no slot"),
        ("Fly (3/day)", "use fly ari slot 3", "Fly takes no slot"),
        ("Hold Person", "use hold ogre,troll", "targets of Hold Person: 1 at most"),
        ("Bless", "use bless ari,wiz,ogre,troll", "targets of Bless: 3 at most"),
    ],
)
def test_a_slot_or_a_number_of_targets_that_is_wrong_is_refused(spell: str, line: str, message: str) -> None:
    assert message in cast(spell).refused(line)


def test_a_slot_of_a_creature_without_any_is_refused() -> None:
    played = Played(
        creature("Wiz", 'max_hp = 9\ninitiative_total = 9\npowers = ["Fireball"]', CASTING),
        creature("Ogre", "max_hp = 60\ninitiative_total = 5"),
        system="srd5-plain",
    ).play("begin")
    wrong = "Wiz has no spell slots; its [creature.resources] could have slot5 = { max = 1 }"
    assert wrong in played.refused("use fireball ogre slot 5")
    played.play("use fireball ogre", dice="1 1 1 1 1 1 1 1 2").shows("ogre", hp=52)


def test_a_higher_slot_gives_more_targets() -> None:
    played = cast("Hold Person").play("use hold ogre,troll slot 3", dice="2 2")
    assert (played.names("ogre"), played.names("troll")) == (["paralyzed"], ["paralyzed"])
    assert "1 at most" in played.refused("use hold ogre,troll slot 2")


def test_daily_and_at_will_spells_spend_no_slot() -> None:
    played = cast("Fly (1/day)", "Invisibility (at will)").play("use invisibility ari", "use! fly ari")
    assert {played["wiz"]["counters"][f"slot{level}"] for level in (2, 3)} == {2}
    assert "Fly is spent" in played.refused("use fly ari")
