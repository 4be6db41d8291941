"""Each rules system in its own words, in the log, cards, help, completion and typed lines; STATE keeps the common
words.
"""

from pathlib import Path

from orcus_tui.commands.context import Context
from orcus_tui.commands.help import help_lines
from orcus_tui.session.lookup import card
from tests.helpers.casts.archmage import Archmage, Plus, elemental, hob, kell
from tests.helpers.casts.srd5 import SNARE, Srd5, ilen, ogre, vara
from tests.helpers.casts.true_srd import TrueSrd, guard, rin
from tests.helpers.fights.played import Played, hero, monster, power
from tests.helpers.fights.readings import complete

BREATH = power("Breath", 'use = "refresh 5,6"\naction = "free"')
ROAR = power("Roar", 'use = "encounter"')


def candidates(fight: Played, text: str) -> list[str]:
    session = fight.session
    return [each.text for each in complete(text, Context(session.view))]


def reads(fight: Played, creature: str) -> str:
    return "\n".join(card(fight.session.view, creature))


def helps(fight: Played, verb: str) -> str:
    return "\n".join(help_lines(verb, fight.session.system))


def test_orcus_has_the_words_that_all_share() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10, "", BREATH)).play("persist ogre 5 fire save", "rest short")
    assert fight.logs("Ogre: persistent 5 fire, save ends")
    assert fight.logs("a short rest")
    assert "refresh 5,6" in reads(fight, "ogre")
    assert "persistent damage" in helps(fight, "persist")
    assert candidates(fight, "rest ") == ["short", "long"]


def test_the_archmage_engine_has_ongoing_damage_quick_rests_and_heal_ups() -> None:
    fight = Archmage(kell(), hob("", ROAR), elemental())
    fight.play("ongoing hob 5 cold hard", "resist kell cold 16+")
    assert fight.logs("Hob: ongoing 5 cold, save ends, 16+")
    assert fight.logs("Kell: resist cold 16+")
    assert fight["hob"]["effects"][0]["name"] == "persistent"
    assert "resist fire 18+" in reads(fight, "fire-el")
    assert "once per battle" in reads(fight, "hob")
    assert candidates(fight, "rest ") == ["quick", "full", "heal-up", "short", "long"]
    assert fight.play("rest quick").logs("a quick rest")
    assert fight.play("rest full heal-up").logs("a full heal-up")
    assert fight.play("rest long").logs("a full heal-up")
    assert "ongoing damage" in helps(fight, "persist")


def test_the_variant_has_full_recoveries_and_vulnerability_without_a_number() -> None:
    fight = Plus(kell(), hob()).play("vulnerable hob cold")
    assert fight.logs("Hob: vulnerable cold, until removed")
    assert fight.play("rest full recovery").logs("a full recovery")
    assert "full recovery" in helps(fight, "rest")
    burning = Plus(hob("vulnerable = ['radiant']"))
    assert "vulnerable radiant" in reads(burning, "hob")
    assert candidates(fight, "rest rec") == ["recovery"]


def test_srd_5_1_has_saves_with_a_dc_and_hit_dice_and_no_staggered_creatures() -> None:
    breathing = ogre("initiative_total = 10", BREATH)
    fight = Srd5(vara("initiative_total = 20", SNARE, ROAR), ilen("initiative_total = 15"), breathing)
    fight.play("begin", "use Snare ogre").play("apply ilen stunned save dc 13", "damage ogre 40")
    assert "Dex save DC 13 ends" in reads(fight, "ogre")
    assert "save DC 13 ends" in reads(fight, "ilen")
    assert "recharge 5–6" in reads(fight, "ogre")
    assert "per short rest" in reads(fight, "vara")
    assert not fight.logs("staggered")
    assert "staggered" not in reads(fight, "ogre")
    assert fight["ogre"]["staggered"] is True
    assert "hit dice" in helps(fight, "recover")
    assert candidates(fight, "apply ilen prone de") == ["dex"]
    assert candidates(fight, "apply ilen prone dex ") == ["save"]


def test_the_true_srd_has_dying_checks_and_non_lethal_damage() -> None:
    fight = TrueSrd(rin(), guard()).play("immune guard nonlethal")
    assert fight.logs("Guard: immune non-lethal, until removed")
    assert fight["guard"]["effects"][0]["name"] == "immune"
    assert "a dying check now" in helps(fight, "deathsave")
    assert candidates(fight, "damage guard 3 nonl") == ["nonlethal"]
    meanings = {each.text: each.meaning for each in complete("damage ", Context(fight.session.view))}
    assert meanings["guard"] == "Guard, track (unharmed)"


def test_questions_show_the_total_they_need_as_each_system_says_it() -> None:
    orcus = Played(hero("Ari", 20), monster("Ogre", 10, "")).play("ask all", "apply ari dazed hard", "begin")
    assert orcus.play("next").logs("Ari: save 16+ (dazed)? d20")
    rin_hit = TrueSrd(rin(), guard()).play("ask all", "damage rin 3")
    assert rin_hit.logs("Rin: Toughness save DC 18 (3 lethal)? d20")
    fight = Srd5(vara("initiative_total = 20"), ilen("initiative_total = 15"), ogre())
    fight.play("ask all", "check ilen dex 13 +2", "check ilen str 12 ability")
    assert fight.logs("Ilen: Dex save DC 13 (+2)? d20")
    assert fight.logs("Ilen: Str check DC 12? d20")


def test_srd_5_1_takes_the_ability_of_a_save_typed_with_its_dc(tmp_path: Path) -> None:
    fight = Srd5(vara("initiative_total = 20"), ogre("initiative_total = 10"))
    fight.play("begin", "apply ogre restrained Str save DC 13 ends", 'apply vara "on fire" dex save ends')
    assert fight.logs("Ogre: restrained, Str save DC 13 ends")
    assert fight.logs("Vara: on fire, Dex save DC 10 ends")
    assert fight["ogre"]["effects"][0]["duration"] == "save ends (13+)"
    file = tmp_path / "ogre.toml"
    fight.play(f'write "{file}"')
    assert 'duration = "str save DC 13 ends"' in file.read_text(encoding="utf-8")
    assert fight.play("ask all", "next").logs("Vara: Dex save DC 10 (on fire)? d20")
    assert fight.play("next").logs("Ogre: Str save DC 13 (restrained)? d20")


def test_effects_are_named_in_the_words_of_the_system() -> None:
    fight = Archmage(kell(), hob()).play("ongoing hob 5 cold")
    assert candidates(fight, "remove hob ") == ["ongoing", "all"]
    assert "its effects: ongoing 5 cold" in fight.refused("remove hob slowed")
    assert fight.play("remove hob ongoing").logs("Hob: ongoing 5 cold ends (removed)")
