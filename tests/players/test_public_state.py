"""What players see of a fight, by example."""

import msgspec

from orcus_tui.players.public_state import PlayerPerspective, PublicCreature, PublicHealth, PublicState
from tests.helpers.fights.played import Played

HEROES = (
    '[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 44\ninitiative_total = 20\ndefenses = { ac = 18 }',
    '[[creature]]\nname = "Bo"\nkind = "pc"\nmax_hp = 30\ninitiative_total = 12',
)
OGRE = '[[creature]]\nname = "Ogre"\nmax_hp = 111\ninitiative_total = 15\ndefenses = { ac = 16, will = 13 }'
GOBLINS = '[[creature]]\nname = "Goblin"\ncount = 3\nmax_hp = 25\ninitiative_total = 17'


def fight(*lines: str, creatures: tuple[str, ...] = (*HEROES, OGRE, GOBLINS), system: str = "orcus") -> Played:
    return Played(*creatures, system=system).play(*lines)


def state_for_players(played: Played) -> PublicState:
    return PlayerPerspective().state(played.session.timeline)


def creature(played: Played, name: str) -> PublicCreature:
    return next(each for each in state_for_players(played).creatures if each.name == name)


def names(played: Played) -> list[str]:
    return [each.name for each in state_for_players(played).creatures]


def test_the_order_the_turn_and_who_is_next() -> None:
    state = state_for_players(fight("begin"))
    assert (state.phase, state.round, state.place, state.turns, state.next) == ("turns", 1, 1, 6, "Goblin 1")
    assert [(each.name, each.active, each.turns_until) for each in state.creatures[:2]] == [
        ("Ari", True, 0),
        ("Goblin 1", False, 1),
    ]
    assert [each.initiative for each in state.creatures] == [20, None, None, None, None, 12]


def test_after_the_fight_no_creature_is_next() -> None:
    state = state_for_players(fight("begin", "next", "finish"))
    assert (state.phase, state.place, state.turns, state.next) == ("finished", None, 0, "")
    assert {(each.active, each.turns_until) for each in state.creatures} == {(False, None)}


def test_nothing_of_a_hidden_creature_is_in_the_state() -> None:
    played = fight("hide ogre,g2", "begin", "apply ari dazed eont:ogre by ogre", "persist bo 5 fire by ogre")
    assert names(played) == ["Ari", "Goblin 1", "Goblin 2", "Bo"]
    assert state_for_players(played).turns == 4
    assert b"gre" not in msgspec.json.encode(state_for_players(played))
    dazed = creature(played, "Ari").conditions[0]
    assert (dazed.name, dazed.source, dazed.lasts) == ("dazed", "", "")


def test_while_a_hidden_creature_acts_the_last_one_seen_stays_marked() -> None:
    played = fight("hide g1-3", "begin")
    before = state_for_players(played)
    for _ in range(3):
        assert state_for_players(played.play("next")) == before
    assert state_for_players(played.play("next")).creatures[1].active
    played.play("undo", "players hidden_turn enemies")
    state = state_for_players(played)
    assert state.enemies_act
    assert not any(each.active for each in state.creatures)


def test_a_round_that_begins_with_a_hidden_creature_is_shown_once_a_visible_one_acts() -> None:
    lich = '[[creature]]\nname = "Lich"\nmax_hp = 50\nhidden = true\ninitiative_total = 30'
    played = fight("begin", creatures=(*HEROES, lich))
    assert state_for_players(played).phase == "setup"
    played.play("next", "next")
    last = state_for_players(played)
    assert (last.round, last.creatures[1].active) == (1, True)
    assert state_for_players(played.play("next")) == last
    assert state_for_players(played.play("next")).round == 2


def test_creatures_with_the_same_name_are_numbered_in_order_of_first_sight() -> None:
    played = fight("hide g1,g3", "begin")
    assert "Goblin" in names(played)
    played.play("reveal g3")
    assert [each for each in names(played) if each.startswith("Goblin")] == ["Goblin 1", "Goblin 2"]
    played.play("reveal g1")
    assert sorted(each for each in names(played) if each.startswith("Goblin")) == ["Goblin 1", "Goblin 2", "Goblin 3"]
    # The second goblin was the only one at first, so it is the first for the players.
    assert PlayerPerspective().names(played.session.timeline) == {
        "ari": "Ari",
        "bo": "Bo",
        "ogre": "Ogre",
        "goblin2": "Goblin 1",
        "goblin3": "Goblin 2",
        "goblin1": "Goblin 3",
    }


def test_a_number_in_a_name_reveals_no_hidden_creature() -> None:
    seventh = '[[creature]]\nname = "Guard 7"\nmax_hp = 20\ninitiative_total = 9'
    ninth = '[[creature]]\nname = "Guard 9"\nmax_hp = 20\ninitiative_total = 8\nhidden = true'
    alone, with_another = (fight("begin", creatures=(*HEROES, seventh, *more)) for more in ((), (ninth,)))
    assert state_for_players(alone) == state_for_players(with_another)
    assert names(with_another.play("reveal guard-9"))[-2:] == ["Guard 1", "Guard 2"]


def test_names_with_and_without_a_number_differ_and_heroes_keep_theirs() -> None:
    goblin = '[[creature]]\nname = "Goblin"\nmax_hp = 20\ninitiative_total = 9'
    hero = '[[creature]]\nname = "Unit 7"\nkind = "pc"\nmax_hp = 20\ninitiative_total = 30'
    played = fight("begin", creatures=(hero, goblin, goblin.replace("Goblin", "Goblin 2").replace("9", "8")))
    assert names(played) == ["Unit 7", "Goblin 1", "Goblin 2"]


def test_a_mask_hides_the_name_everywhere() -> None:
    played = fight('mask ogre "The Count"', "mask g1", "begin", "mark ari by ogre", 'apply bo "the Ogre\'s curse"')
    assert names(played) == ["Ari", "Unknown A", "Goblin 1", "Goblin 2", "The Count", "Bo"]
    assert b"gre" not in msgspec.json.encode(state_for_players(played))
    assert creature(played, "Ari").conditions[0].name == "marked by The Count"
    assert [each.name for each in creature(played, "Bo").conditions] == ["effect"]
    played.play("players names shown for ogre")
    assert "Ogre" in names(played)


STRAHD = '[[creature]]\nname = "Strahd Secretname"\nmax_hp = 90\ninitiative_total = 14\ndefenses = { ac = 16 }'


def with_strahd(*lines: str) -> Played:
    """A fight in which players know Strahd Secretname as The Count."""
    return fight('mask strahd "The Count"', "begin", *lines, creatures=(*HEROES, OGRE, STRAHD))


def test_no_word_of_a_secret_name_is_in_an_effect_a_duration_or_a_question() -> None:
    played = with_strahd(
        *("ask all", 'apply ari "Strahd\'s curse" save by strahd', 'persist ari 5 fire "Secretname hex" by strahd'),
        *(
            'bonus ari +2 attack type "strahd"',
            "bonus ari +1 attack against strahd",
            'apply ari prone until "Strahd leaves"',
            'apply ogre "Strahdcurse"',
        ),
        *('apply ari "strahd-mark"+dazed save by strahd', "next"),
    )
    shown = msgspec.json.encode(state_for_players(played)).lower()
    assert b"strahd" not in shown
    assert b"secret" not in shown
    ari = creature(played, "Ari")
    assert [(each.name, each.lasts, each.source) for each in ari.conditions] == [
        ("effect", "save ends", "The Count"),
        ("persistent 5 fire", "save ends", "The Count"),
        ("+2 attack", "", ""),
        ("prone", "", ""),
        ("dazed", "save ends", "The Count"),
    ]
    assert {each.text for each in ari.questions} == {"save", "save against persistent 5 fire", "save against dazed"}
    assert not creature(played, "Ogre").conditions


def test_secret_words_are_shown_once_the_name_is() -> None:
    played = with_strahd('apply ari "Strahd\'s curse" by strahd')
    assert creature(played, "Ari").conditions[0].name == "effect"
    assert creature(played.play("unmask strahd"), "Ari").conditions[0].name == "Strahd's curse"
    assert creature(played.play("hide strahd"), "Ari").conditions[0].name == "effect"
    assert creature(played.play("undo"), "Ari").conditions[0].name == "Strahd's curse"


def test_the_words_of_the_rules_are_never_secret() -> None:
    hidden = (
        f'[[creature]]\nname = "{name}"\nmax_hp = 9\ninitiative_total = {place}\nhidden = true'
        for place, name in enumerate(
            ("Fire Elemental", "Prone Ghoul", "Prone", "Speed", "Resist", "Save", "End", "Turn")
        )
    )
    played = fight(
        *("begin", "apply ari prone eont:ogre by ogre", "persist ari 5 fire by ogre", "bonus ari +2 speed"),
        *("resist ari cold 5", 'apply ari "frightened and on fire"'),
        creatures=(*HEROES, OGRE, *hidden),
    )
    assert [(each.name, each.lasts) for each in creature(played, "Ari").conditions] == [
        ("prone", "until the end of Ogre's next turn"),
        ("persistent 5 fire", "save ends"),
        ("+2 speed", ""),
        ("resist 5 cold", ""),
        ("frightened and on fire", ""),
    ]


def test_masks_that_are_not_shown_and_ids_are_secret_too() -> None:
    masked = 'mask strahd "Lurking Stranger"', "hide strahd", 'apply ari "the stranger\'s eye"'
    assert creature(with_strahd(*masked), "Ari").conditions[0].name == "effect"
    renamed = "mask strahd", 'rename strahd "Someone"', 'apply ari "Strahd\'s eye"'
    assert creature(with_strahd(*renamed), "Ari").conditions[0].name == "effect"


def test_a_mask_of_an_unknown_creature_and_a_letter_gets_the_next_letter() -> None:
    played = fight('mask ogre "Unknown Z"', 'mask g1 "Unknown soldier"', "begin")
    assert names(played) == ["Ari", "Unknown soldier", "Goblin 1", "Goblin 2", "Unknown A", "Bo"]


def test_effects_of_an_unseen_creature_do_not_name_it() -> None:
    played = fight("hide ogre", "begin", "mark ari by ogre", "persist ari 5 fire by ogre", "apply ari dazed by ogre")
    assert [each.name for each in creature(played, "Ari").conditions] == ["marked", "persistent 5 fire", "dazed"]


def test_letters_are_given_in_order_of_first_sight() -> None:
    played = fight("players names unknown for @foes", "hide ogre", "begin")
    assert names(played) == ["Ari", "Unknown A", "Unknown B", "Unknown C", "Bo"]
    assert names(played.play("reveal ogre")) == ["Ari", "Unknown A", "Unknown B", "Unknown C", "Unknown D", "Bo"]


def test_hit_points_in_words_are_from_whole_numbers() -> None:
    played = fight()
    words = []
    for hp in (111, 110, 56, 55, 1, 0):
        played.play(f"set ogre hp {hp}")
        words.append(creature(played, "Ogre").health.text)
    assert words == ["unhurt", "hurt", "hurt", "staggered", "staggered", "dead"]
    assert b"111" not in msgspec.json.encode(state_for_players(fight()))


def test_a_system_without_a_word_for_staggered_has_its_own_words() -> None:
    played = fight(system="srd5", creatures=(OGRE.replace(", will = 13", ""),))
    words = [creature(played.play(f"set ogre hp {hp}"), "Ogre").health.text for hp in (111, 56, 55, 12)]
    assert words == ["unhurt", "hurt", "badly hurt", "badly hurt"]


def test_a_creature_at_half_is_shown_as_staggered_even_if_its_staggered_value_is_lower() -> None:
    played = fight("players hp words", creatures=(f"{OGRE}\nstaggered = 20",))
    words = [creature(played.play(f"set ogre hp {hp}"), "Ogre").health.text for hp in (56, 55, 20)]
    assert words == ["hurt", "staggered", "staggered"]


def test_bars_are_quarters_and_a_living_creature_has_at_least_one() -> None:
    played = fight("players hp bar for ogre")
    quarters = []
    for hp in (111, 84, 83, 56, 55, 27, 1, 0):
        played.play(f"set ogre hp {hp}")
        quarters.append(creature(played, "Ogre").health.quarters)
    assert quarters == [4, 4, 3, 3, 2, 1, 1, 0]


def test_a_bar_next_to_exact_numbers_is_as_exact() -> None:
    played = fight("set ari max_hp 20")
    percents = []
    for hp in (20, 16, 19, 1):
        played.play(f"set ari hp {hp}")
        percents.append(creature(played, "Ari").health.percent)
    assert percents == [100, 80, 95, 5]


def test_players_see_the_hit_points_of_the_party_but_no_hidden_ones() -> None:
    played = fight("temp ari 5", "damage ari 3", "players hp none for ogre")
    assert creature(played, "Ari").health.text == "44/44 +2"
    assert creature(played, "Ogre").health == PublicHealth()


def test_a_track_is_shown_in_words() -> None:
    hero = '[[creature]]\nname = "Ari"\nkind = "pc"\n[creature.track]\nhurt = 2\nwounded = true'
    ogre = hero.replace('"Ari"', '"Ogre"').replace('kind = "pc"', 'side = "foes"')
    played = fight(creatures=(hero, ogre), system="true-srd")
    assert "hurt 2" in creature(played, "Ari").health.text
    assert creature(played, "Ogre").health.text == "hurt"


def test_conditions_have_meaning_duration_and_source() -> None:
    played = fight("begin", "apply bo dazed save by ogre", "apply ogre prone", "bonus ogre +2 attack by ari")
    dazed = creature(played, "Bo").conditions[0]
    assert (dazed.name, dazed.lasts, dazed.source) == ("dazed", "save ends", "Ogre")
    assert dazed.means
    assert [each.name for each in creature(played, "Ogre").conditions] == ["prone"]
    played.play("players conditions none for @foes", 'remind ari start "the trap below"')
    assert not creature(played, "Ogre").conditions
    assert b"trap" not in msgspec.json.encode(state_for_players(played))


def test_open_questions_are_those_of_the_party_with_what_is_needed() -> None:
    played = fight("ask all", "begin", "persist ari 5 fire by ogre", "persist ogre 5 cold", "next")
    question = creature(played, "Ari").questions[0]
    assert (question.text, question.needs) == ("save against persistent 5 fire", "10+")
    for _ in range(4):
        played.play("next")
    assert not creature(played, "Ogre").questions
    assert played.session.fight.questions[-1].creature == "ogre"


def test_defenses_and_initiative_are_shown_once_revealed() -> None:
    assert not creature(fight(), "Ari").defenses
    played = fight("players defenses ac for ogre", "players initiative yes for @foes", "players initiative no for ari")
    assert creature(played, "Ogre").defenses == {"AC": 16}
    assert creature(played, "Ogre").initiative == 15
    assert creature(played, "Ari").initiative is None


def test_the_fallen_are_down_or_dead() -> None:
    played = fight("begin", "damage bo 40", "kill ogre")
    assert creature(played, "Bo").health == PublicHealth("down, −10/30", "down", percent=0)
    assert creature(played, "Ogre").health == PublicHealth("dead", "dead")


def test_the_dead_stay_dimmed_or_leave_the_list() -> None:
    played = fight("begin", "kill g1")
    assert creature(played, "Goblin 1").health.text == "dead"
    assert state_for_players(played).turns == 5
    assert "Goblin 1" not in names(played.play("players defeated gone for @foes"))


def test_the_escalation_die_does_not_change_while_a_hidden_creature_acts() -> None:
    lich = '[[creature]]\nname = "Lich"\nmax_hp = 50\nhidden = true\ninitiative_total = 30'
    hero = '[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 44\ninitiative_total = 20'
    played = fight("begin", "next", creatures=(hero, lich), system="archmage")
    assert state_for_players(played).dials == {"escalation": 0}
    played.play("next")
    assert played.session.fight.counters["escalation"] == 1
    assert state_for_players(played).dials == {"escalation": 0}
    assert state_for_players(played.play("next")).dials == {"escalation": 1}


def test_after_the_fight_the_escalation_die_is_the_current_one() -> None:
    hero = '[[creature]]\nname = "Ari"\nkind = "pc"\nmax_hp = 44\ninitiative_total = 20'
    played = fight("counter escalation 1", creatures=(hero,), system="archmage")
    assert state_for_players(played).dials == {"escalation": 1}
    played.play("begin", "next", "counter escalation 4", "finish")
    assert (state_for_players(played).phase, state_for_players(played).dials) == ("finished", {"escalation": 4})
    assert state_for_players(played.play("counter escalation 2")).dials == {"escalation": 2}


def test_players_see_delaying_creatures_but_not_reserves_or_creatures_that_left() -> None:
    played = fight("reserve ogre", "begin", "drop g1", "delay")
    assert names(played) == ["Ari", "Goblin 2", "Goblin 3", "Bo"]
    assert creature(played, "Ari").waiting == "delaying"
