"""The creatures in the tests of the command language."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.context import Context
from orcus_tui.commands.parse import Command, parse
from orcus_tui.model.clock import Countdown
from orcus_tui.model.creature import Sheet, State
from orcus_tui.model.duration import SAVE_ENDS, UNTIL_REMOVED
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Challenge, Fight, Turn
from orcus_tui.model.history import Execution, LastCommand
from orcus_tui.model.offer import Offer, OfferedLine
from orcus_tui.model.power import Power
from orcus_tui.model.steps import Step
from orcus_tui.model.zone import Zone
from orcus_tui.rules.system import FightView, System
from orcus_tui.systems import SYSTEMS

ORCUS = SYSTEMS["orcus"]
# Features that Orcus lacks and other systems have.
OTHER = replace(
    ORCUS,
    id="other",
    counters=replace(
        ORCUS.counters,
        initial={"escalation": 0},
    ),
    words=replace(
        ORCUS.words,
        advantage_words=("ca", "adv", "dis"),
    ),
    saves=replace(
        ORCUS.saves,
        needs=11,
    ),
)


def _on(name: str, id_: int = 1) -> Effect:
    return Effect(id_, name, "condition", "ogre", SAVE_ENDS)


SHEETS = {
    "ari": Sheet(
        name="Ari",
        kind="pc",
        side="party",
        max_hp=44,
        powers=(Power("Longsword"), Power("Shield Bash"), Power("Shining Path")),
    ),
    "cor": Sheet(name="Cor", kind="pc", side="party", max_hp=30),
    "mage": Sheet(name="Old Mage", side="neutral", max_hp=20),
    "ogre": Sheet(name="Ogre", max_hp=60, powers=(Power("Club"), Power("Slimy Spew"))),
    **{f"goblin{number}": Sheet(name=f"Goblin {number}", max_hp=10) for number in (1, 2, 3, 4)},
    "wolf": Sheet(name="Dire Wolf", max_hp=20),
    "rat": Sheet(name="Rat", max_hp=5),
    "orb1": Sheet(name="Orb 1", side="neutral", max_hp=5),
    "orb2": Sheet(name="Orb 2", side="neutral", max_hp=5),
}
STATES: Mapping[str, State] = {
    "ari": State(hp=44, counters={"conviction": 3}),
    "cor": State(hp=-3),
    "mage": State(hp=20),
    "ogre": State(hp=20, effects=(_on("prone"), Effect(2, "persistent", "persistent", "ari", SAVE_ENDS, 5, "fire"))),
    "goblin1": State(hp=10, effects=(_on("prone"),)),
    "goblin2": State(hp=10),
    "goblin3": State(hp=-4, life="dead", effects=(Effect(1, "prone", "condition", "ari", UNTIL_REMOVED),)),
    "goblin4": State(hp=10),
    "wolf": State(hp=20, place="reserve"),
    "rat": State(hp=5, place="gone"),
    "orb1": State(hp=5),
    "orb2": State(hp=5),
}
FIGHT = Fight(
    name="the test",
    system="orcus",
    sheets=SHEETS,
    states=STATES,
    phase="turns",
    round=1,
    turn=Turn("ari"),
    order=("goblin4", "ogre", "ari", "goblin1", "goblin2", "goblin3", "cor", "mage"),
    offers=(
        Offer(1, "ogre", "staggered", (OfferedLine('use "Slimy Spew"', "ogre"),)),
        Offer(2, "ari", "hit", (OfferedLine("heal ogre 5"), OfferedLine("next"))),
    ),
    next_offer=3,
    zones={"mist": Zone(("goblin1",))},
    timers={"Torch": Countdown(3600)},
    challenges={"Free them": Challenge(6, 3, 1)},
)


def context_of(system: System, fight: Fight) -> Context:
    """A context after a command that did not change the fight."""
    return Context(FightView(system, fight), last_command=LastCommand(fight, Execution("heal ari 1", fight, ())))


CONTEXT = context_of(ORCUS, FIGHT)
BEFORE = context_of(ORCUS, replace(FIGHT, phase="setup", turn=None))
IN_OTHER = context_of(OTHER, FIGHT)


def parse_words(line: str, context: Context = CONTEXT) -> Command:
    command = parse(line, context)
    assert command is not None
    return command


def step(line: str, context: Context = CONTEXT) -> Step:
    return parse_words(line, context).step


def fault(line: str, context: Context = CONTEXT, *, of: Callable[[str, Context], object] = parse) -> tuple[int, str]:
    """The column and the message of the error in an invalid line."""
    try:
        found = of(line, context)
    except CommandError as error:
        return error.column, error.message
    raise AssertionError(f"{line!r} is taken to be right: {found}")
