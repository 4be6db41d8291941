"""Each rules system in its own words: log, card, help, completion and typed; STATE keeps the words all share."""

from archmage_cast import Archmage, elemental, hob, kell
from playing_fights import Played, hero, monster, power
from readings import complete
from srd5_cast import SNARE, Srd5, ilen, ogre, vara
from true_srd_cast import TrueSrd, guard, rin

from orcus_tui.commands.context import Context
from orcus_tui.commands.help import help_lines
from orcus_tui.session.inspect import card

BREATH = power("Breath", 'use = "refresh 5,6"\naction = "free"')
ROAR = power("Roar", 'use = "encounter"')


def offered(fight: Played, text: str) -> list[str]:
    session = fight.session
    return [each.text for each in complete(text, Context(session.fight, session.system))]


def reads(fight: Played, creature: str) -> str:
    return "\n".join(card(fight.session.system, fight.session.fight, creature))


def helps(fight: Played, verb: str) -> str:
    return "\n".join(help_lines(verb, fight.session.system))


def test_orcus_has_the_words_that_all_share() -> None:
    fight = Played(hero("Ari", 20), monster("Ogre", 10, "", BREATH)).play("persist ogre 5 fire save", "rest short")
    assert fight.logs("Ogre: persistent 5 fire, save ends")
    assert fight.logs("a short rest")
    assert "refresh 5,6" in reads(fight, "ogre")
    assert "persistent damage" in helps(fight, "persist")
    assert offered(fight, "rest ") == ["short", "long"]


def test_the_archmage_engine_has_ongoing_damage_quick_rests_and_heal_ups() -> None:
    fight = Archmage(kell(), hob("", ROAR), elemental())
    fight.play("ongoing hob 5 cold hard", "resist kell cold 16+")
    assert fight.logs("Hob: ongoing 5 cold, save ends, 16+")
    assert fight.logs("Kell: resist cold 16+")
    assert fight["hob"]["effects"][0]["name"] == "persistent"
    assert "resist fire 18+" in reads(fight, "fire-el")
    assert "once per battle" in reads(fight, "hob")
    assert offered(fight, "rest ") == ["quick", "full", "heal-up", "short", "long"]
    assert fight.play("rest quick").logs("a quick rest")
    assert fight.play("rest full heal-up").logs("a full heal-up")
    assert fight.play("rest long").logs("a full heal-up")
    assert "ongoing damage" in helps(fight, "persist")


def test_the_variant_has_full_recoveries_and_vulnerability_without_a_number() -> None:
    fight = Played(kell(), hob(), system="archmage-plus").play("vulnerable hob cold")
    assert fight.logs("Hob: vulnerable cold, until removed")
    assert fight.play("rest full recovery").logs("a full recovery")
    assert "full recovery" in helps(fight, "rest")
    assert offered(fight, "rest rec") == ["recovery"]


def test_srd_5_1_has_saves_with_a_dc_hit_dice_and_nobody_staggered() -> None:
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


def test_the_true_srd_has_dying_checks_and_non_lethal_damage() -> None:
    fight = TrueSrd(rin(), guard()).play("immune guard nonlethal")
    assert fight.logs("Guard: immune non-lethal, until removed")
    assert fight["guard"]["effects"][0]["name"] == "immune"
    assert "a dying check now" in helps(fight, "deathsave")
    assert offered(fight, "damage guard 3 nonl") == ["nonlethal"]
