"""The figures of fights computed by hand, and that figures always add up."""

from hypothesis import given

from orcus_tui.model.fight import Fight
from orcus_tui.report.figures import FightFigures, figures_of
from orcus_tui.report.report_forms import as_markdown, fall_lines
from orcus_tui.report.report_page import as_html
from orcus_tui.report.report_text import report_lines, turning_points
from tests.helpers.fights.played import Played
from tests.helpers.fights.random_fights import fights, play_lines, scripts, session_on, small_fight

HEROES = """
[[creature]]
name = "Ari"
kind = "pc"
max_hp = 30
initiative_total = 20
recoveries = 5
defenses = { ac = 15 }
[[creature.power]]
name = "Blade"
attack = "+5 vs AC"
damage = "1d8+3"
[[creature.power]]
name = "Mend"
action = "swift"
use = "encounter"
range = "near 5"
effects = ["heal 6"]
[[creature]]
name = "Cor"
kind = "pc"
max_hp = 20
initiative_total = 15
defenses = { ac = 15 }
"""
OGRE = """
[[creature]]
name = "Ogre"
max_hp = 40
initiative_total = 10
resist = { fire = 5 }
defenses = { ac = 15 }
[[creature.power]]
name = "Club"
attack = "+5 vs AC"
damage = "2d6"
effects = ["apply prone"]
"""


def played(*lines: str, dice: str = "") -> FightFigures:
    fight = Played(HEROES, OGRE).play("begin", *lines, dice=dice)
    return figures_of(fight.session.timeline)


def test_damage_of_a_zone_that_belongs_to_nobody_is_dealt_by_nobody() -> None:
    event = """[[event]]
at = "round 1"
text = "Mud rises."
do = ['zone mud @party "damage 20 fire" start enc']
"""
    fight = Played(event + HEROES, OGRE).play("begin", "next")
    found = figures_of(fight.session.timeline)
    assert [each.dealt for each in found.creatures.values()] == [0, 0, 0]
    assert (found.creatures["cor"].taken, found.unattributed) == (20, 20)
    assert [*fall_lines(found)] == ["Round 1: Cor goes down, after 20 (mud)"]


def test_damage_belongs_to_its_source_or_to_nobody_without_one() -> None:
    found = played("damage ogre 7", "damage ogre 4 by cor", "attack blade ogre", dice="15 5")
    ogre, ari, cor = (found.creatures[each] for each in ("ogre", "ari", "cor"))
    assert (ari.dealt, cor.dealt, ogre.taken, found.unattributed) == (8, 4, 19, 7)
    assert (ari.hits, ari.misses, ari.criticals) == (1, 0, 0)


def test_persistent_damage_belongs_to_its_cause_in_any_turn() -> None:
    found = played("persist ogre 5 cold by ari", "next", "next", "next", dice="3")
    assert (found.creatures["ari"].dealt, found.creatures["ogre"].dealt) == (5, 0)
    assert (found.creatures["ogre"].saves_made, found.creatures["ogre"].saves_failed) == (0, 1)


def test_resistances_and_temporary_hit_points_absorb_and_damage_beyond_the_last_hit_point_is_overkill() -> None:
    found = played("temp ogre 3", "damage ogre 12 fire by ari", "damage ogre 50 by ari")
    ogre, ari = found.creatures["ogre"], found.creatures["ari"]
    assert (ogre.absorbed, ogre.taken, ari.dealt, ari.overkill) == (8, 54, 54, 14)
    assert (ari.kills, ogre.falls) == (1, 1)
    assert [*fall_lines(found)] == ["Round 1: Ogre dies, after 4 from Ari, 50 from Ari"]


def test_half_damage_is_not_absorbed() -> None:
    found = played("damage ogre 12 half by ari", "damage ogre 12 fire half by ari")
    assert (found.creatures["ogre"].taken, found.creatures["ogre"].absorbed) == (6 + 1, 5)


def test_damage_passed_on_from_a_dead_mook_is_not_overkill() -> None:
    rats = "[[creature]]\nname = 'Rat'\nkind = 'mook'\ncount = 3\nmax_hp = 7\ninitiative_total = 5\n"
    fight = Played(HEROES, rats, system="archmage").play("begin", "damage rat1 17 by ari", "damage rat3 9 by cor")
    found = figures_of(fight.session.timeline).creatures
    assert (found["ari"].dealt, found["ari"].overkill) == (17, 0)
    assert (found["cor"].dealt, found["cor"].overkill) == (4, 5)


def test_healing_belongs_to_the_healer() -> None:
    found = played("damage cor 15", "use mend cor", "damage ari 20 by ogre", "rally", "heal ari 2")
    ari = found.creatures["ari"]
    assert ari.healed == 6 + 7
    assert found.healed_by_nobody == 2
    assert (ari.recoveries, ari.limited_powers) == (1, 1)


def test_a_second_roll_takes_the_place_of_the_first() -> None:
    found = played("attack blade ogre face 2", "amend face 17", dice="4")
    assert (found.creatures["ari"].hits, found.creatures["ari"].misses) == (1, 0)


def test_conditions_count_for_their_cause() -> None:
    found = played("next", "next", "attack club ari face 15", dice="3 3")
    assert found.creatures["ogre"].conditions == 1
    assert found.by_round == {1: {"foes": 6}}


def test_the_course_has_each_turn_and_where_it_turned() -> None:
    found = played("damage ogre 20 by ari", "next", "next", "damage ari 3", "finish")
    assert [(each.round, each.creature) for each in found.course] == [(0, ""), (1, "ari"), (1, "cor"), (1, "ogre")]
    assert [each.shares["foes"] for each in found.course] == [1.0, 0.5, 0.5, 0.5]
    assert [each.shares["party"] for each in found.course] == [1.0, 1.0, 1.0, 0.94]
    assert [(each.creature, round(each.swing, 2)) for each in turning_points(found)] == [("ari", 0.5)]


def test_undone_commands_do_not_count() -> None:
    lines = ("begin", "attack strike ogre face 15", "damage cor 9 by ogre", "next")
    without, undone = session_on(small_fight()), session_on(small_fight())
    play_lines(without, *lines)
    play_lines(undone, *lines, "attack strike ogre face 19", "next", "undo 2")
    assert figures_of(undone.timeline) == figures_of(without.timeline)


@given(fights, scripts())
def test_damage_taken_equals_damage_dealt_and_lost_hit_points(fight: Fight, script: list[str]) -> None:
    session = session_on(fight)
    for line in script:
        session.run(line)
    found = figures_of(session.timeline)
    dealt = sum(each.dealt for each in found.creatures.values()) + found.unattributed
    assert dealt == sum(each.taken for each in found.creatures.values())
    for each in found.creatures.values():
        assert min(each.overkill, each.absorbed, each.hits, each.misses, each.kills, each.falls) >= 0
        assert each.dealt_to_own <= each.dealt
    assert all(1 <= each.first <= each.last < len(found.course) for each in found.conditions)
    assert all(0 <= each.turn < len(found.course) for each in found.falls)
    assert all(form(found) for form in (as_html, as_markdown, lambda figures: "".join(report_lines(figures))))


def test_turns_that_began_without_an_action_are_counted() -> None:
    found = played("apply ogre stunned eont:ari by ari", "next", "next", "next")
    assert (found.creatures["ogre"].turns, found.creatures["ogre"].turns_lost) == (1, 1)
    assert (found.creatures["cor"].turns, found.creatures["cor"].turns_lost) == (1, 0)


def test_a_condition_ends_with_its_bearer_or_with_the_turn_it_ends_in() -> None:
    found = played(
        "apply ogre dazed by ari", "apply cor slowed eont:cor by ogre", "next", "next", "kill ogre", "next", "next"
    )
    spans = [(each.creature, each.condition, each.first, each.last) for each in found.conditions]
    assert spans == [("cor", "slowed", 1, 2), ("ogre", "dazed", 1, 3)]


def test_a_condition_that_was_there_before_the_fight_lasts_from_its_beginning() -> None:
    fight = Played(HEROES, OGRE).play("apply ogre dazed", "begin", "next", "remove ogre dazed")
    (span,) = figures_of(fight.session.timeline).conditions
    assert (span.creature, span.by, span.first, span.last) == ("ogre", "ogre", 1, 2)


def test_a_condition_that_begins_and_ends_before_or_after_the_fight_does_not_count() -> None:
    lines = ("apply ogre dazed", "remove ogre dazed", "begin", "next", "finish", "apply ari slowed", "damage ogre 50")
    found = figures_of(Played(HEROES, OGRE).play(*lines).session.timeline)
    assert found.conditions == []
    assert [each.turn for each in found.falls] == [len(found.course) - 1]
