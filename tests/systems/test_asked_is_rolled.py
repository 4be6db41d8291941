"""A die that is asked for and answered gives exactly the same fight as the same die when it is rolled."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from orcus_tui.model import events
from orcus_tui.model.fight import Fight, Question
from orcus_tui.rules import answers, uses
from orcus_tui.rules.initiative import TIE
from orcus_tui.rules.power_use import POWER_SAVE
from orcus_tui.rules.saves import PLAIN_SAVE, SAVE
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.systems import SYSTEMS
from orcus_tui.systems.true_srd.checks import CHECK_NOW
from tests.helpers.casts.archmage import Archmage, Plus, dov, hob, kell, mira
from tests.helpers.casts.srd5 import Srd5, goblins, ilen, ogre, vara
from tests.helpers.casts.true_srd import TrueSrd, guard, rin, thug
from tests.helpers.fights.played import Played, hero, monster, power

BREATH = power("Breath", 'use = "refresh 5,6"\naction = "free"')
ROAR = power("Roar", 'use = "refresh 4,6"\naction = "free"')
FLAMES = power("Flames", 'use = "recharge 5"\naction = "standard"')
BREATH_WEAPON = power("Breath Weapon", 'damage = "9 fire"\nsave = "dex 13"\nsaved = "half"\neffects = ["apply prone"]')
SONG = power("Song", 'use = "recharge 11"\naction = "standard"')
BURN = power("Burn", 'attack = "+6 vs Defense"\ndamage = "4 lethal"\neffects = ["damage 5"]')
FLAME = power("Flame", 'save = "reflex 15"\nsaved = "half"\ndamage = "6 lethal"')
KEEN = power("Keen", 'action = "free"\nrange = "self"\nmaintain = "save 11+"\neffects = ["self: bonus +1 attack enc"]')
CAST = {
    "orcus": (partial(Played, system="orcus"), (hero("Ari", 20, "", KEEN), monster("Ogre", 10, "", BREATH, ROAR))),
    "archmage": (
        Archmage,
        (
            kell("initiative_total = 20", SONG, KEEN),
            mira("initiative_total = 15"),
            hob("initiative_total = 5"),
        ),
    ),
    "archmage-plus": (
        Plus,
        (dov("initiative_total = 20", SONG, KEEN), mira("initiative_total = 15"), hob("initiative_total = 5")),
    ),
    "true-srd": (
        TrueSrd,
        (rin("initiative_total = 20", BURN, FLAME, KEEN), guard("initiative_total = 15"), thug("initiative_total = 5")),
    ),
    "srd5": (
        Srd5,
        (
            vara("initiative_total = 20", KEEN),
            ilen("initiative_total = 15"),
            goblins("initiative_total = 9"),
            ogre("", FLAMES, BREATH_WEAPON),
        ),
    ),
    "srd5-plain": (
        partial(Played, system="srd5-plain"),
        (vara("initiative_total = 20", KEEN), goblins("initiative_total = 9"), ogre("", FLAMES, BREATH_WEAPON)),
    ),
}


class Case(NamedTuple):
    """A line that requires dice, and the lines before it."""

    system: str
    line: str
    before: tuple[str, ...] = ()
    options: str = ""


DYING = ("begin", "next", "apply rin dying")
"""Rin is dying, and it is the guard's turn."""
KELLS_DIE, DOVS_DIE = "set kell recovery 1d10+3", "set dov recovery 1d8+2"
"""Recoveries of a single die, which can be asked for."""

CASES = (
    # Initiative
    *(Case(system, "init @all") for system in CAST),
    *(Case(system, "init @all", ("begin",)) for system in CAST),
    *(Case(system, "enter @reserve", ("reserve @foes", "begin")) for system in CAST),
    Case("srd5", "init goblin1,goblin2,ogre", ("init goblin3 12",)),
    Case("true-srd", "init @all", options='opponents_roll = "once"'),
    # Saving throws at the end of a turn
    Case("orcus", "next", ("begin", "apply ari dazed save")),
    Case("orcus", "next", ("begin", "apply ari dazed+slowed save then stunned", "bonus ari +3 saves once")),
    Case("orcus", "next", ("begin", "apply ari dazed+slowed save by ogre", "persist ari 5 fire save by ogre")),
    Case("orcus", "next", ("begin", "apply ari dazed save", "apply ari slowed save", "bonus ari -1 saves once")),
    Case("archmage", "next", ("begin", "apply kell stuck save", "apply kell dazed hard then stunned")),
    Case("archmage", "next", ("begin", "persist kell 10 fire hard by hob")),
    Case("archmage-plus", "next", ("begin", "persist dov 10 cold", "apply dov weakened easy")),
    Case("srd5", "next", ("begin", "apply vara stunned save:15")),
    Case("srd5", "next", ("begin", "apply vara frightened save:13 by ogre", "apply vara poisoned")),
    # Death saves
    Case("orcus", "next", ("damage ari 45", "begin first ogre")),
    Case("archmage", "next", (KELLS_DIE, "damage kell 45", "begin first hob")),
    Case("archmage-plus", "next", (DOVS_DIE, "damage dov 36", "begin first hob")),
    Case("srd5", "next", ("begin", "damage vara 24", "next", "next", "next", "next", "next")),
    Case("srd5", "next", ("begin", "damage vara 24", *["damage vara 1"] * 2, *["next"] * 5)),
    Case("true-srd", "next", (*DYING, "next")),
    Case("true-srd", "next", (*DYING, "next", "persist rin 9 lethal")),
    # Recharge
    Case("orcus", "next", ("begin", "spend ogre breath")),
    Case("orcus", "next", ("begin", "spend ogre breath", "spend ogre roar")),
    Case("srd5", "next", ("begin", "spend ogre flames", *["next"] * 4)),
    Case("archmage", "rest short", ("begin", "spend kell song", "finish")),
    Case("archmage-plus", "rest short", ("begin", "spend dov song", "finish")),
    # Toughness, with the cause
    Case("true-srd", "damage guard 6 by rin", ("begin",)),
    Case("true-srd", "damage guard 4 nonlethal by thug", ("begin",)),
    Case("true-srd", "damage guard 9 half melee by thug", ("begin", "damage guard 5 face 3")),
    Case("true-srd", "attack burn guard face 15 by rin", ("begin",)),
    Case("true-srd", "attack burn guard,thug face 20,14 by rin", ("begin",)),
    Case("true-srd", "damage rin,guard,thug 7 crit by thug", ("begin", "next")),
    Case("true-srd", "attack sword guard coup by rin", ("begin", "apply guard helpless")),
    Case("true-srd", "attack sword guard coup by rin", ("begin", "apply guard helpless"), 'dying = "hourly"'),
    Case("true-srd", "next", ("begin", "persist guard 6 lethal")),
    Case("true-srd", "next", ("begin", "persist guard 9 lethal by thug", "persist guard 7 nonlethal by rin")),
    Case("true-srd", "next", ("begin", "persist guard 9 lethal", "bonus guard +3 toughness sont by guard")),
    Case("true-srd", "attack sword guard,thug face 15,16 by rin", ("begin", "next")),
    # Saves that sustain a power
    *(Case(system, "maintain keen", ("begin", "use keen")) for system in CAST),
    # Powers against saves of the stat block
    Case("true-srd", "use flame guard by rin", ("begin",)),
    Case("true-srd", "use flame guard,thug by rin", ("begin", "apply thug shaken+cover")),
    # Saves without an effect
    Case("orcus", 'save ari "the edge" +1', ("begin", "bonus ari +2 saves once")),
    Case("archmage", 'save kell "the edge"', ("begin",)),
    Case("archmage-plus", 'save dov "the edge"', ("begin",)),
    # Checks and saves that a line calls for
    *(
        Case(system, line, ("begin", "bonus @all +2 checks once"))
        for system in ("orcus", "archmage", "archmage-plus")
        for line in ("check @all dex 12 +1d20", 'check @all con 12 -1 adv "cold"', "check @all save 12")
    ),
    Case("orcus", "contest ari str ogre athletics", ("begin",)),
    Case("orcus", "do grapple ogre roll", ("begin",)),
    Case("orcus", "do escape roll", ("begin", "do grapple ari by ogre")),
    Case("archmage", "contest kell str hob dex", ("begin", "bonus hob +1d20 checks once")),
    Case("archmage-plus", "contest dov str hob dex", ("begin",)),
    Case("srd5", "contest vara athletics ogre str", ("begin", "apply vara poisoned")),
    Case("srd5", "do shoveprone ogre roll", ("begin",)),
    Case("srd5-plain", "contest vara athletics ogre acrobatics", ("begin",)),
    Case("true-srd", "contest rin bluff thug will", ("begin",)),
    Case("true-srd", "do trip thug roll", ("begin",)),
    Case("true-srd", "do demoralize thug roll", ("begin",)),
    # Concealment
    Case("true-srd", "attack burn guard face 15 by rin", ("begin", "apply guard concealed")),
    Case("true-srd", "attack sword guard face 20 by rin", ("begin", 'apply guard "totally concealed"')),
    Case("true-srd", "attack sword guard combined face 15 by rin", ("begin", "apply rin blinded")),
    # Fire and air
    Case("true-srd", "next", ("begin", "apply guard burning")),
    Case("true-srd", "next", ("begin", 'persist guard 4 lethal "burning"')),
    Case("true-srd", "do smother", ("begin", "apply rin burning")),
    Case("true-srd", "next", ("begin", 'apply guard "holding breath"', "counter guard.breath 0")),
    # A rider knocked out
    Case("true-srd", "knockout rin", ("do mount guard by rin",)),
    # Recovery checks, saves and checks of the stat block, rests
    Case("true-srd", "check rin recovery", ("set rin track.wounded true",)),
    Case("true-srd", "check rin recovery +2", ("set rin track.staggered true", "counter rin.conviction -1")),
    Case("true-srd", "check rin fatigue", ("fatigue rin", "fatigue rin")),
    Case("true-srd", "check rin,guard reflex 15 -1", ("bonus rin +2 reflex", "apply guard shaken")),
    Case("true-srd", "check thug will"),
    Case("true-srd", "check guard con 12", ("apply guard sickened",)),
    Case("true-srd", "rest minute", ("set rin track.unconscious true", "set thug track.staggered true")),
    Case("true-srd", "rest short", ("set rin track.wounded true", "fatigue rin")),
    Case("true-srd", "rest long", ("set rin track.wounded true", "set rin track.disabled true")),
    # Checks, saves now, concentration
    Case("srd5", "check vara dex 13", ("begin",)),
    Case("srd5", "check vara,ilen str 12 ability adv +2", ("begin",)),
    Case("srd5", "check ilen mana 15 dis", ("begin", "bonus ilen +2 saves once")),
    Case("srd5", "check vara con", ("begin", "assist vara by ilen")),
    Case("srd5", "check @all dex 13", ("begin", "apply vara restrained")),
    Case("srd5", "damage ilen 5", ("begin", "apply ilen concentrating")),
    Case("srd5", "damage ilen,vara,ogre 9 by goblin1", ("begin", "apply ilen,vara concentrating")),
    Case("srd5", "damage ilen 9", ("begin", "apply ilen concentrating", "bonus ilen -2 saves once")),
    Case("srd5", "recover vara x2", ("set vara recovery 1d12+2", "set vara recoveries 3", "begin", "damage vara 20")),
    Case("srd5", "init vara,ilen", ("apply vara poisoned",)),
    Case("srd5", "do shove ilen by vara", ("begin", "apply ilen concentrating")),
    Case("srd5", "use breath-weapon vara,ilen by ogre", ("begin", "apply ilen concentrating")),
    Case("srd5-plain", "use breath-weapon vara,goblin1 by ogre", ("begin", "apply vara concentrating")),
    Case("srd5-plain", "damage vara 5", ("begin", "apply vara concentrating")),
    Case("srd5-plain", "next", ("begin", "apply vara stunned save:15")),
    Case("srd5-plain", "next", ("begin", "spend ogre flames", *["next"] * 3)),
    Case("srd5-plain", "check vara dex 13", ("begin",)),
    Case("srd5-plain", "check vara str 12 ability adv +2", ("begin",)),
    Case("srd5-plain", "recover vara", ("set vara recovery 1d12+2", "set vara recoveries 3", "damage vara 20")),
    Case("srd5-plain", "next", ("begin", "damage vara 24", "next", "next", "next", "next")),
    # Rallying again, disengaging
    Case("archmage", "rally kell", (KELLS_DIE, "begin", "damage kell 30", "rally kell", "next", "next", "next")),
    Case("archmage-plus", "rally dov", (DOVS_DIE, "begin", "damage dov 30", "rally dov", "next", "next", "next")),
    # Recovery dice, first aid, confusion
    *(
        Case(system, f"recover {who} x2", (f"set {who} recovery 1d8+2", f"set {who} recoveries 1", f"damage {who} 30"))
        for system, who in (("archmage", "kell"), ("archmage-plus", "dov"))
    ),
    Case("archmage", "do stabilize mira by kell", ("begin", "damage mira 30")),
    Case("archmage-plus", "do stabilize mira by dov", ("begin", "damage mira 30", "apply dov stuck")),
    *(
        Case(system, "lashout hob", ("begin", 'add "Rat" x6 hp=5', "apply hob confused"))
        for system in ("archmage", "archmage-plus")
    ),
    Case("archmage", "disengage kell", ("begin", "grab kell by hob")),
    Case("archmage", "disengage kell -2", ("begin",)),
    Case("archmage", "disengage hob", ("begin", "grab hob by kell", "grab hob by mira")),
    Case("archmage-plus", "disengage dov", ("begin", "grab dov by hob", "bonus dov +2 saves once")),
)

NEVER_ASKED = {
    **{key: {POWER_SAVE} for key in ("orcus", "archmage", "archmage-plus")},
    "true-srd": {SAVE, uses.RECHARGE, PLAIN_SAVE, CHECK_NOW},
    **{key: {PLAIN_SAVE} for key in ("srd5", "srd5-plain")},
}
"""The dice that turns and rests of a system never require."""


class Trial(NamedTuple):
    """The fight after the line of a case, the events, and the questions that were asked."""

    fight: Fight
    happened: Counter[str]
    questions: tuple[Question, ...]


OF_QUESTIONS = (events.QuestionAsked, events.QuestionClosed, events.AdvantageNoted)
"""Events that only occur if a die is asked for: the question, and notes on modifiers of the die at the table."""


def of_questions(event: events.Event) -> bool:
    """Whether an event only belongs to questions, or stores something between answers, such as dice of ties."""
    notice = isinstance(event, events.MessageLogged) and event.message.key == "concentration at stake"
    asking = isinstance(event, events.FightChanged) and event.field in (
        "asking",
        "last_targets",
        "system_memory",
        "order",
    )
    return isinstance(event, OF_QUESTIONS) or notice or asking


def after(case: Case, faces: Sequence[int], *, asking: bool) -> Trial:
    """Carries out the line with these faces, asked for or not.

    Events are counted regardless of order: a turn continues while a question is open.
    """
    play, creatures = CAST[case.system]
    session = play(*creatures, options=case.options).session
    session.dice_source = GivenDice((3,) * 60)
    for line in case.before:
        assert not session.run(line).error, line
    so_far = len(session.timeline.executions)
    session.dice_source = GivenDice(faces)
    for line in ("ask all", case.line) if asking else (case.line,):
        result = session.run(line)
        assert not result.error, f"{line}: {result.error}"
    assert bool(session.fight.questions) == asking, "a case must ask"
    while session.fight.questions:
        assert not session.run("answer all").error
    everything = [event for execution in session.timeline.executions[so_far:] for event in execution.events]
    return Trial(
        replace(session.fight, questions=(), next_question=1, asking="none"),
        Counter(repr(each) for each in everything if not of_questions(each)),
        tuple(each.question for each in everything if isinstance(each, events.QuestionAsked)),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.system} {case.line}")
@settings(max_examples=2, deadline=None, report_multiple_bugs=False)
@given(data=st.data())
def test_asked_and_answered_gives_what_rolled_gives(case: Case, data: st.DataObject) -> None:
    faces = (
        data.draw(st.lists(st.integers(1, 6) | st.just(6), min_size=40, max_size=40))
        if any(line.startswith("spend") for line in case.before) or case.line.startswith("lashout")
        else [data.draw(st.integers(1, 20)) for _ in range(6)] + [4] * 40
    )
    try:
        rolled = after(case, faces, asking=False)
    except AssertionError as wrong:
        assume("which is impossible on a d" not in str(wrong))  # a die with fewer sides than this face has
        raise
    asked = after(case, faces, asking=True)
    assert asked.fight == rolled.fight
    assert asked.happened == rolled.happened


@pytest.mark.parametrize("system", CAST)
def test_every_kind_of_question_has_a_case(system: str) -> None:
    asked = {
        question.rule or question.kind
        for case in CASES
        if case.system == system
        for question in after(case, [3] * 46, asking=True).questions
    }
    answerable = {*answers.RULES_BY_KIND, *answers.RULES_BY_NAME, *SYSTEMS[system].answers} - {TIE}  # see below
    assert asked - {TIE} == answerable - NEVER_ASKED.get(system, set())


TIED = {
    "orcus": ("ari", "ogre"),
    "archmage": ("kell", "mira"),
    "archmage-plus": ("dov", "mira"),
    "true-srd": ("rin", "guard"),
    "srd5": ("vara", "ilen"),
    "srd5-plain": ("vara", "ogre"),
}


def begun(system: str, *lines: str, dice: Sequence[int] = ()) -> Fight:
    """The fight after these lines, in which the first two creatures are tied; exactly these dice are rolled."""
    play, creatures = CAST[system]
    session = play(*creatures, options='ties = "rolloff"' if "ties" in SYSTEMS[system].options else "").session
    alike = ("set {} abilities.dex 3",) if system == "true-srd" else ("set {} initiative 3",)
    ties = [each.format(creature) for creature in TIED[system] for each in (*alike, "init {} 30")]
    untied = [creature for creature in session.fight.states if creature not in TIED[system]]
    others = [f"init {creature} {total}" for total, creature in enumerate(untied)]
    session.dice_source = GivenDice(dice)
    for line in (*ties, *others, *lines):
        result = session.run(line)
        assert not result.error, f"{line}: {result.error}"
    assert session.dice_source.mark() == len(dice)
    return replace(session.fight, next_question=1, asking="none")


@pytest.mark.parametrize("system", CAST)
def test_dice_of_ties_give_one_result_rolled_typed_and_asked_for(system: str) -> None:
    rolled = begun(system, "begin", dice=(7, 7, 4, 11))
    assert rolled.order[:2] == TIED[system][::-1]
    assert rolled.phase == "turns"
    assert begun(system, "begin face 7,7,4,11") == rolled
    assert begun(system, "begin face 7,7", dice=(4, 11)) == rolled
    answers = ("answer 7", "answer 7", "begin", "answer 4", "answer 11", "begin")
    assert begun(system, "ask all", "begin", *answers) == rolled
    assert begun(system, "ask all", "begin", "begin", "begin face 7,7,4,11") == rolled


def test_ties_wait_for_their_dice_and_lapse_with_the_tie() -> None:
    waiting = begun("orcus", "ask party", "begin", dice=(12,))
    assert [(each.kind, each.creature) for each in waiting.questions] == [(TIE, "ari")]
    assert waiting.phase == "setup"
    over = begun("orcus", "ask party", "begin", "init ogre 9", "begin", dice=(12,))
    assert (over.questions, over.order, dict(over.system_memory)) == ((), ("ari", "ogre"), {})


@pytest.mark.parametrize(
    ("line", "error"), [("begin face 7,4,3", "no tie is left for the die 3"), ("begin face 7,21", "21")]
)
def test_typed_dice_of_ties_must_be_dice_of_ties(line: str, error: str) -> None:
    fight = Played(hero("Ari", 15), hero("Bel", 15))
    assert error in fight.refused(line)


def test_shared_dice_are_saved_in_the_file(tmp_path: Path) -> None:
    fight = Srd5(goblins(), ogre()).play("ask all", "init @all", "init goblin2 15", f'write "{tmp_path}/asked.toml"')
    fight.play(f'open "{tmp_path}/asked.toml"').play("answer all", dice="9 4")
    totals = {creature: fight[creature]["initiative"] for creature in ("goblin1", "goblin2", "goblin3", "ogre")}
    assert totals == {"goblin1": 11, "goblin2": 15, "goblin3": 11, "ogre": 3}


def test_a_turn_ends_if_a_typed_dying_check_kills(tmp_path: Path) -> None:
    fight = TrueSrd(*CAST["true-srd"][1]).play("ask all", *DYING, "next", "next")
    assert fight.session.fight.active == "rin"
    fight.play(f'write "{tmp_path}/asked.toml"', f'open "{tmp_path}/asked.toml"')
    assert fight.play("check rin dying face 2").session.fight.active == "guard"
