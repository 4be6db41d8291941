"""The plain prompt: its sentences in each situation, without signs."""

import re

import pytest

from orcus_tui.plain.conversation import Conversation, said_candidates
from orcus_tui.plain.speech import lines_in, sentence, spoken
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from tests.helpers.fights.played import Played, creature, power
from tests.helpers.project.files import ROOT

DEFENSES = "defenses = { ac = 18, fortitude = 12, reflex = 12, will = 12 }"
BOW = power("Bow", 'range = "ranged 10"\nattack = "+6 vs AC"\ndamage = "1d6+2"')
PIN = power("Pin the Sleeve", 'attack = "+8 vs AC"\ndamage = "4"\nuse = "encounter"')


def conversation(*lines: str, dice: str = "10 " * 40) -> Conversation:
    """Gerda's fight with two rats, after some lines."""
    played = Played(
        creature("Gerda", f'kind = "pc"\nmax_hp = 31\ninitiative_total = 20\n{DEFENSES}', BOW, PIN),
        creature("Oswin", f'kind = "pc"\nmax_hp = 23\ninitiative_total = 15\n{DEFENSES}'),
        creature("Salt Rat", f'id = "rat"\ncount = 2\nmax_hp = 10\ninitiative_total = 10\n{DEFENSES}', PIN),
        system="orcus",
    )
    found = Conversation(played.session)
    found.session.dice_source = GivenDice([int(face) for face in dice.split()])
    for line in lines:
        found.respond(line)
    return found


@pytest.mark.parametrize(
    ("before", "line", "said"),
    [
        ((), "begin", ["Round 1. Gerda's turn. 31 of 31. Next: Oswin."]),
        (
            ("surprise oswin",),
            "begin",
            ["Round 1. Gerda's turn. 31 of 31. Next: Oswin.", "Oswin: surprised, until the end of its next turn."],
        ),
        (("begin",), "next", ["Oswin's turn. 23 of 23."]),
        (("begin",), "", ["Round 1, Gerda's turn. 31 of 31. Next: Oswin."]),
        (("begin",), "who", ["Round 1, Gerda's turn. 31 of 31. Next: Oswin."]),
        (("begin",), "now", ["Left: standard, move, swift, immediate."]),
        (
            ("begin", "apply gerda slowed"),
            "now",
            ["Left: standard, move, swift, immediate.", "Slowed: speed 2 at most."],
        ),
        ((), "roll 7", ["Roll: 7."]),
        ((), 'roll 7 "fall"', ["Fall: 7."]),
        ((), "hurt", ["0 of 2 heroes hurt."]),
        (
            ("damage oswin 25", "damage gerda 21"),
            "hurt",
            ["2 of 2 heroes hurt.", "Gerda 10 of 31, staggered.",
             "Oswin minus 2 of 23, down, dying, helpless, prone, unconscious."],
        ),
        (("kill rat1",), "foes", ["1 foe.", "Salt Rat 2, 10 of 10."]),
        ((), "foes", ["2 foes.", "Salt Rat 1, 10 of 10.", "Salt Rat 2, 10 of 10."]),
        (("damage rat1 1",), "foes", ["2 foes.", "Salt Rat 1, 9 of 10.", "Salt Rat 2, 10 of 10."]),
        (("kill rat*",), "foes", ["No foe is left."]),
        (
            ("begin",),
            "attack bow rat1 15 hit 4",
            ["Hit Salt Rat 1, 21 against AC 18. 4 damage. 6 of 10 left.",
             "Gerda gives adjacent enemies an opportunity attack (ranged)."],
        ),
        (
            ("begin",),
            "attack bow rat1 2",
            ["Missed Salt Rat 1, 8 against AC 18.", "Gerda gives adjacent enemies an opportunity attack (ranged)."],
        ),
        (
            ("begin",),
            "attack pin-the-sleeve rat1,rat2 12,3",
            ["1 of 2 hit.", "Hit Salt Rat 1, 20 against AC 18. 4 damage. 6 of 10 left.",
             "Missed Salt Rat 2, 11 against AC 18."],
        ),
        ((), "damage rat1 5 fire", ["Salt Rat 1: 5 fire damage. 5 of 10 left. Staggered."]),
        (("damage gerda 9",), "heal gerda 4", ["Gerda regains 4: 22 to 26."]),
        (("begin",), "kill rat*", ["Salt Rat 1 is killed.", "Salt Rat 2 is killed.", "No foe is left. Type finish."]),
        (
            ("begin", "damage rat1 3"),
            "undo",
            ["Undone: damage rat1 3.", "Round 1, Gerda's turn. 31 of 31. Next: Oswin."],
        ),
        (
            ("begin", "damage rat1 3", "undo"),
            "redo",
            ["Done again: damage rat1 3.", "Round 1, Gerda's turn. 31 of 31. Next: Oswin."],
        ),
        (("begin",), "powers", ["1 Bow, standard, plus 6 against AC.",
                                "2 Pin the Sleeve, standard, plus 8 against AC, once.", "More 2 for details."]),
        (("begin",), "try damage rat1 4", ["Salt Rat 1, 10 to 6.", "Nothing done."]),
        (("begin",), "answer", ["No questions."]),
        (("begin",), "N", ["Oswin's turn.", "Nothing done."]),
        (
            ("begin",),
            "damage rat9 3",
            ['Refused: No creature is called "rat9". 1 rat1. 2 rat2. 0 none.'],
        ),
        (("begin", "damage rat9 3"), "2", ["Salt Rat 2: 3 damage. 7 of 10 left."]),
        (("begin", "damage rat9 3"), "0", ["Nothing picked."]),
        ((), "timers", ["No timers."]),
        (
            ("begin", "apply gerda dazed save ends by rat1"),
            "timers",
            ["1 timer.", "End of Gerda's turn: dazed, save 10 or more."],
        ),
        (("ask all", "begin", "apply gerda dazed save ends", "next"), "answer", ["Gerda, save, dazed, needs 10."]),
        (("ask all", "begin", "apply gerda dazed save ends", "next", "answer"), "", ["Left open."]),
        (("begin", "damage rat1 3"), "again", ["Salt Rat 1: 3 damage. 7 of 10 left."]),
        (("begin", "damage rat1 3"), "last 1", ["Damage rat1 3.", "Salt Rat 1: 3 damage. 7 of 10 left."]),
        (("begin", "damage rat1 3"), "find RAT", ["Salt Rat 1: 3 damage. 7 of 10 left."]),
        ((), "find nothing", ["Not found."]),
        ((), "again", ["Nothing has been said yet."]),
        ((), "brief", ["Brief."]),
        (("begin", "full"), "attack bow rat1 15 hit 4", None),
    ],
)  # fmt: skip
def test_answers_at_the_prompt_are_as_expected(before: tuple[str, ...], line: str, said: list[str] | None) -> None:
    found = conversation(*before).respond(line)
    assert found == said or (said is None and found)


def test_a_question_opens_is_asked_for_and_answered() -> None:
    table = conversation("begin", "apply gerda dazed save ends", "ask all")
    assert table.respond("next")[-1] == "Question 1: Gerda, save, dazed, d20."
    assert table.prompt == "1 question> "
    table.respond("answer")
    assert table.prompt == "die> "
    said = table.respond("14")
    assert said[0].startswith("Saved")
    assert said[-1] == "No questions."
    assert table.prompt == "> "


def test_offers_are_spoken_and_counted_in_the_prompt() -> None:
    bite = power("Bite", 'attack = "+5 vs AC"\ndamage = "4"')
    played = Played(
        creature("Gerda", f'kind = "pc"\nmax_hp = 31\ninitiative_total = 20\n{DEFENSES}', BOW),
        creature("Fox", f"max_hp = 10\ninitiative_total = 10\n{DEFENSES}", bite),
    )
    table = Conversation(played.session)
    played.session.dice_source = GivenDice([2])
    table.respond("begin")
    assert table.respond("attack bow fox") == [
        "Missed Fox, 8 against AC 18.",
        "Gerda gives adjacent enemies an opportunity attack (ranged).",
        "Offer 1: Fox, opportunity, attack Bite gerda opportunity by fox. Type accept 1.",
    ]
    assert table.prompt == "1 offer> "


def test_a_repeated_offer_is_logged_again_with_its_number() -> None:
    tail = power("Tail", 'action = "legendary"\nattack = "+5 vs AC"\ndamage = "4"')
    heroes = [creature(name, f'kind = "pc"\nmax_hp = 31\ninitiative_total = {20 - at}') for at, name in enumerate("AB")]
    dragon = creature("Dragon", "max_hp = 90\nlegendary = 3\ninitiative_total = 10", tail)
    table = Conversation(Played(*heroes, dragon, system="srd5").session)
    table.respond("begin")
    said = "Offer 1: Dragon, legendary, use Tail by dragon. Type accept 1."
    assert [table.respond("next")[-1] for _ in range(2)] == [said, said]


def test_similar_foes_are_grouped_and_an_event_and_its_line_appear_once() -> None:
    fight = read_encounter(ROOT / "encounters" / "the-bell-choir.toml")
    talk = Conversation(Session(fight, GivenDice([10] * 40)))
    assert talk.respond("foes")[2:] == ["Sleeping Novice 1 to 8, 1 of 1 each."]
    talk.respond("begin")
    said = talk.respond("kill ysmay")
    assert "Event: The novices sit down and weep. The fight is over." in said
    assert [each for each in said if each.startswith("Offer")] == ["Offer 1: knockout novice*. Type accept 1."]


def test_more_repeats_in_full_and_again_says_why() -> None:
    table = conversation("begin", "attack bow rat1 15 hit 4")
    assert "Gerda attacks Salt Rat 1 with Bow: 15 plus 6, in all 21 against AC 18, hit." in table.respond("more")
    assert any("AC" in each or "hp" in each.casefold() for each in table.respond("more"))
    assert conversation("begin").respond("more 2")[0].startswith("Pin the Sleeve (standard")


def test_brief_leaves_out_all_but_the_verdict_and_what_is_urgent() -> None:
    table = conversation("begin", "brief")
    assert table.respond("attack bow rat1 15 hit 4") == [
        "Hit Salt Rat 1, 21 against AC 18. 4 damage. 6 of 10 left.",
    ]


def test_the_prompt_asks_for_a_number_where_one_is_expected() -> None:
    table = conversation("begin", "damage rat9 3")
    assert table.prompt == "pick> "
    assert table.respond("who")[0].startswith("Round 1")


def test_a_requested_number_of_targets_is_logged() -> None:
    volley = power("Volley", 'attack = "+6 vs AC"\ntargets = "1d4"')
    played = Played(creature("Gerda", "max_hp = 31\ninitiative_total = 20", volley), system="orcus")
    played.session.dice_source = GivenDice([3])
    table = Conversation(played.session)
    table.respond("begin")
    assert table.respond("attack volley") == ["Gerda, Volley, number of targets: 1d4 (3), in all 3."]


def test_help_says_the_words_of_this_prompt_and_those_of_a_command() -> None:
    assert any("timers" in each for each in conversation().respond("?"))
    assert any("saving throw" in each for each in conversation().respond("help save"))


def test_own_commands_have_help_and_are_refused_without_choices() -> None:
    table = conversation("begin")
    table.session.fight_files.aliases = {
        "burn": "persist $1 5 fire save # sets alight",
        "volley": "damage $1 3; damage $2 4",
        "loop": "loop $*",
    }
    assert table.respond("help burn") == ["Burn: sets alight.", "Persist $1 5 fire save."]
    assert table.respond("help volley") == ["Volley: damage $1 3; damage $2 4."]
    assert table.respond("?")[-1] == "Your own commands: burn, volley, loop. help NAME explains one."
    assert table.respond("volley rat1 rat2")[0] == "Damage rat1 3."
    assert table.respond("loop 3") == ['Refused: The alias "loop" refers to itself.']


def test_tab_says_how_many_words_fit_and_which_or_what_one_means() -> None:
    table = conversation("begin")
    assert said_candidates(table.complete("damage rat")).startswith("2: ")
    assert said_candidates(table.complete("damage ger")) == "Gerda, Gerda, hp 31 of 31."
    assert said_candidates(table.complete("damage zzz")) == "Nothing fits."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ogre takes 7: 80 → 73", "Ogre takes 7: 80 to 73"),
        ("14 + 8 − 5 (cover) = 17 vs AC 18 – hit", "14 plus 8 minus 5 (cover), in all 17 against AC 18, hit"),
        ("12/30 · dazed", "12 of 30, dazed"),
        ("hits on 12+ (45 %), 60 → 55..48", "hits on 12 or more (45 percent), 60 to 55 to 48"),
        ("Rat 1–4", "Rat 1 to 4"),
        ("save −2", "save minus 2"),
        ("5d8+2 (+6), 2d6−1, DC-21", "5d8 plus 2 (plus 6), 2d6 minus 1, DC-21"),
        ("salt-rat-2", "salt-rat-2"),
        ("−2/23", "minus 2 of 23"),
        ("slow/dazed", "slow or dazed"),
        ("Parry (1/turn)", "Parry (once a turn)"),
        ("Smite 1/day, Heal 2/encounter", "Smite once a day, Heal twice an encounter"),
        ("Shield (3/day), 12/30", "Shield (three times a day), 12 of 30"),
        ("Wish 12/day: 3/day", "Wish 12 times a day: three times a day"),
        ("Rage 1/short rest", "Rage once a short rest"),
        ("Breath 1/4 rounds", "Breath once every 4 rounds"),
        ("log.d/1/day", "log.d/1/day"),
        ("kept in /home/gm/config.toml", "kept in /home/gm/config.toml"),
    ],
)
def test_signs_become_words(text: str, said: str) -> None:
    assert spoken(text) == said


def test_no_spoken_text_depends_on_a_sign() -> None:
    table = conversation("begin")
    lines = ("show", "show gerda", "why rat1", "help all", "log", "attack bow rat1 15 hit 4", "timers", "notes",
             "persist rat1 5 fire", "bonus gerda -2 attack enc", "next", "preview", "finish")  # fmt: skip
    for line in lines:
        for said in table.respond(line):
            assert not re.search(r"[→·…–—−×≥≤▶%|]", said), said


def test_lines_break_between_words() -> None:
    assert [*lines_in([sentence("one two three four")], 12)] == ["One two", "three four."]
    assert [*lines_in(["a" * 50], 12)] == ["a" * 50]
