"""The verbs that a power's line may have; `verbs` has the others, and the table of all.

They are separate since an encounter is read before the first frame, and typed lines only after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.commands import creature_slots, slots, system_slots
from orcus_tui.commands.bonus_slots import BONUS_SLOTS
from orcus_tui.commands.slot import Slot, choice, flag, free, rest
from orcus_tui.commands.system_slots import ADVANTAGE_WORDS
from orcus_tui.model import steps
from orcus_tui.model.facts import Facts
from orcus_tui.model.modifier import ALWAYS, When
from orcus_tui.model.steps import Step
from orcus_tui.rules.system import System


class Verb(Struct, frozen=True, eq=False):
    """A verb: its usage, and the step that it makes.

    `step` is called with the fields that the slots have filled. `slots` has slots of this verb by their words in usage;
    all others are in `SLOTS`. `needs` maps a field to another one that it requires. `forms` are other usages of the
    verb, by the word after it. A verb with `yields` gives way to older verbs where an abbreviation fits both.
    """

    name: str
    aliases: tuple[str, ...]
    usage: str
    summary: str
    step: Callable[..., Step]
    slots: Mapping[str, Slot] = field(default_factory=dict)
    needs: Mapping[str, str] = field(default_factory=dict)
    forms: Mapping[str, Verb] = field(default_factory=dict)
    yields: bool = False


@cache
def in_own_words(verb: Verb, system: System) -> Verb:
    """A shared verb, with this system's summary if it has one."""
    summary = system.words.verbs.get(verb.name)
    return replace(verb, summary=summary) if summary else verb


ALLIES = {"TARGETS": creature_slots.ALLIES}
"""The targets of a benefit: completion offers allies first."""


def _become_by_power(form: creature_slots.OwnForm) -> Step:
    return steps.Become((), form.name, form.separate)


def part_faces(values: dict[str, Any]) -> None:
    """Separates bonus dice from the faces with which they were typed, as in `8+2`."""
    faces = values.get("faces", ())
    if any(isinstance(each, tuple) for each in faces):
        values["faces"] = tuple([each[0] for each in faces])
        values["bonus_faces"] = tuple([each[1:] for each in faces])


def with_typed_dice(step: Callable[..., Step]) -> Callable[..., Step]:
    """A function that makes a step from arguments in which a face may have bonus dice, as in `8+2`."""

    def make(**values: Any) -> Step:
        part_faces(values)
        return step(**values)

    return make


def _check(bonus: int | str = 0, **values: Any) -> Step:
    """A check, with a number or dice added to it."""
    part_faces(values)
    return steps.Check(**values, **({"bonus_dice": bonus} if isinstance(bonus, str) else {"bonus": bonus}))


def _bonus(
    amount: int | str,
    against: Facts | None = None,
    using: Facts | None = None,
    during: Facts | None = None,
    **values: Any,
) -> Step:
    """A bonus: a number, dice with a sign, or a word of advantage, and when it counts."""
    when = When(against, using, during) if against or using or during else ALWAYS
    if isinstance(amount, int):
        return steps.Bonus(amount=amount, when=when, **values)
    values["advantage" if amount in ADVANTAGE_WORDS else "dice"] = amount
    return steps.Bonus(amount=0, when=when, **values)


_TO_TYPE = r"(?P<verb>[a-z]+) (?:\S+ )?(?:TARGET|ITSELF)\b[^:;,]*"
_WITH_SOURCE = ("apply", "bonus", "damage", "persist", "use")
_SINGLE_QUOTED = r" '(.*?)'(?= |$)"


def _say(text: str) -> Step:
    """A reminder; if it is a line to type, it names the owner of the power."""
    found = re.fullmatch(_TO_TYPE, text) if "TARGET" in text or "ITSELF" in text else None
    if found is None:
        return steps.Say(text)
    line = re.sub(_SINGLE_QUOTED, r' "\1"', text)
    return steps.Say(line, f"{line} by ITSELF" if found["verb"] in _WITH_SOURCE else line)


def _remind_of(targets: steps.Targets, text: str) -> Step:
    """A chosen reminder about these creatures."""
    return steps.Say(text, targets=targets)


def _further_attack(power: str) -> Step:
    name, times, count = power.rpartition(" x")
    return steps.FurtherAttack(name, int(count)) if times and count.isdecimal() else steps.FurtherAttack(power)


def _follow_up(power: str) -> Step:
    name, sign, levels = power.rpartition(" +")
    return steps.FollowUp(name, levels=int(levels)) if sign and levels.isdecimal() else steps.FollowUp(power)


def _own_counter(name: str, change: tuple[int, bool]) -> Step:
    return steps.OwnCounter(name, *change)


HIT_POINTS = (
    Verb("damage", ("d", "dmg"),
         "TARGETS AMOUNT [TYPE[+TYPE]] [WORD] [half] [double] [split] [miss] [crit] [melee|ranged|near|far] "
         "[face FACE] [by SOURCE] [missed TARGETS]",
         "deals damage, after resistances and temporary hit points; WORD is one that an `unless` or a tag names",
         steps.DealDamage, {"WORD": system_slots.WORD}),
    Verb("heal", ("h",), "TARGETS AMOUNT", "restores hit points", steps.Heal, ALLIES),
    Verb("temp", (), "TARGETS AMOUNT [DURATION] [by SOURCE]", "gives temporary hit points", steps.Temp,
         ALLIES),
    Verb("recover", (), "TARGETS [xN] [AMOUNT[,AMOUNT…]]",
         "spends recoveries; AMOUNT is the total of their dice, for all or for each", steps.Recover,
         {**ALLIES, "xN": slots.RECOVERIES}),
    Verb("rally", (), "[TARGETS] [AMOUNT[,AMOUNT…]] [face FACE[,FACE…]]",
         "spends a recovery as an action; AMOUNT is the total of the dice, FACE the save to rally again", steps.Rally,
         {**ALLIES, "face FACE[,FACE…]": slots.SAVE_FACES}),
    Verb("kill", (), "TARGETS", "kills creatures outright", steps.Kill),
    Verb("knockout", (), "TARGETS", "knocks creatures out: unconscious, not dying", steps.Knockout),
    Verb("revive", (), "TARGETS [HP]", "brings creatures back from the dead", steps.Revive, ALLIES),
    Verb("stabilize", (), "TARGETS", "stabilizes dying creatures", steps.Stabilize,
         {"TARGETS": creature_slots.DYING}),
)  # fmt: skip

REMIND_ROUND = Verb("remind", (), 'round N "TEXT"', "adds a reminder to the start of a round",
                    lambda reminder: steps.RemindRound(*reminder),
                    {'round N "TEXT"': slots.ROUND_REMINDER})  # fmt: skip

REMOVE_ZONE = Verb("remove", (), "zone NAME", "ends a zone, or takes everyone out of an aura", steps.EndZone,
                   {"zone NAME": slots.ZONE_TO_END})  # fmt: skip

_SHARED = "[DURATION] [by SOURCE] [then CONDITION…] [after CONDITION [DURATION]]"
"""The last arguments of an effect, shared by joined effects."""

_BONUS = (
    'TARGETS ±N|±DICE|adv|dis|ca STAT [TYPE|type "NAME"] [against FACTS|NAME] [with FACTS] [while FACTS] '
    f'[once] [each turn|each round] ["NAME"] [& EFFECT…] {_SHARED}'
)

BONUS = Verb(
    "bonus",
    ("b",),
    _BONUS,
    "gives a bonus or penalty to attack, damage, saves, checks, initiative, healing, a defense, speed, crit "
    "(the critical range), or advantage to attacks on it (`adv attacked`); FACTS say when it counts",
    _bonus,
    {**BONUS_SLOTS, "TYPE": system_slots.BONUS_TYPE, '"NAME"': slots.NAME_IN_QUOTES},
)

EFFECTS = (
    Verb("apply", ("a",), f"TARGETS CONDITION[+CONDITION…] [& EFFECT…] {_SHARED}",
         "applies conditions, or your own words in quotes; + and & make them share a save", steps.Apply),
    Verb("persist", ("p", "ongoing"), f'TARGETS AMOUNT [TYPE[+TYPE]] [each] ["NAME"] [& EFFECT…] {_SHARED}',
         "deals persistent damage each turn; NAME is the power it comes from", steps.Persist,
         {'"NAME"': slots.NAME_IN_QUOTES, "each": flag("each", "rolls the dice each time, instead of once")}),
    Verb("regen", (), f"TARGETS AMOUNT [unless TYPE[,TYPE]] [& EFFECT…] {_SHARED}",
         "gives regeneration; damage of a TYPE stops it in the next turn", steps.Regen,
         {**ALLIES, "unless TYPE[,TYPE]": system_slots.UNLESS_TYPES}),
    Verb("mark", (), f"TARGETS [& EFFECT…] {_SHARED}", "marks the targets for SOURCE", steps.Mark),
    BONUS,
    Verb("resist", (), f"TARGETS TYPE [N] [unless WORD] [& EFFECT…] {_SHARED}",
         "gives resistance to a type, a range, or all",
         partial(steps.Withstand, quality="resist"),
         {"TYPE": system_slots.RESISTIBLE, "N": slots.RESIST_AMOUNT, "unless WORD": system_slots.UNLESS_WORD}),
    Verb("vulnerable", (), f"TARGETS TYPE [N] [& EFFECT…] {_SHARED}", "gives vulnerability to a type, a range, or all",
         partial(steps.Withstand, quality="vulnerable"), {"TYPE": system_slots.RESISTIBLE, "N": slots.RESIST_AMOUNT}),
    Verb("immune", (), f"TARGETS TYPE [unless WORD] [& EFFECT…] {_SHARED}",
         "gives immunity to a type, a range, a condition, or all",
         partial(steps.Withstand, quality="immune"),
         {"TYPE": system_slots.IMMUNE_TO, "unless WORD": system_slots.UNLESS_WORD}),
    Verb("remove", ("rm",), "TARGETS NAME|all", 'ends effects, by name, type, "10 fire" or number (#2)', steps.Remove,
         {"NAME|all": system_slots.EFFECT_OR_ALL, "TARGETS": creature_slots.WITH_EFFECTS}, forms={"zone": REMOVE_ZONE}),
    Verb("remind", (), 'TARGETS start|end "TEXT" [DURATION] [by SOURCE]', "adds a reminder to the targets' turns",
         steps.Remind,
         {"start|end": choice("point", {"start": "when the turn starts", "end": "when the turn ends"}),
          "TARGETS": creature_slots.REMINDED},
         forms={"round": REMIND_ROUND}),
    Verb("zone", (), 'NAME [TARGETS] ["LINE"] [start|end|inside] [DURATION] [by SOURCE]',
         "makes a zone with TARGETS inside; LINE is for each at the start or end of its turn, or while inside",
         steps.MakeZone,
         {"NAME": slots.NEW_ZONE, '"LINE"': slots.ZONE_LINE, "start|end|inside": slots.POINT},
         yields=True),
    Verb("into", (), "NAME TARGETS", "puts creatures into a zone, or into an aura", steps.Into,
         {"NAME": slots.ZONE}, yields=True),
    Verb("outof", (), "NAME TARGETS", "takes creatures out of a zone, or out of an aura", steps.OutOf,
         {"NAME": slots.ZONE, "TARGETS": slots.INSIDE}, yields=True),
    Verb("maintain", (), "[POWER] [[face] FACE] [by SOURCE]",
         "spends the action that sustains a power, or makes its save (FACE: the die)", steps.Maintain),
    Verb("save", ("s",), 'TARGETS [NAME|"WORDS"] [[face] FACE[,FACE…]] [±N]',
         "rolls a saving throw now, against NAME or the oldest effect; other WORDS: a plain save, changing nothing",
         with_typed_dice(steps.Save),
         {"NAME": system_slots.EFFECT, '"WORDS"': system_slots.NO_EFFECT,
          "[face] FACE[,FACE…]": slots.BARE_SAVE_FACES_WITH_BONUSES}),
    Verb("deathsave", (), "TARGETS [[face] FACE[,FACE…]] [AMOUNT[,AMOUNT…]]",
         "rolls a death save now; AMOUNT is the total of a recovery's dice", with_typed_dice(steps.DeathSave),
         {**ALLIES, "[face] FACE[,FACE…]": slots.BARE_SAVE_FACES_WITH_BONUSES}),
)  # fmt: skip

CHECK = Verb(
    "check", (),
    'TARGETS STAT [[dc] DC] [[face] FACE[,FACE…]] [save|ability] [adv|dis] [±N|±DICE] ["NAME"]',
    "makes a check by an ability or a skill, or a save, against DC; each further check with the NAME is 1 harder",
    _check, {"STAT": slots.STAT, "[dc] DC": slots.DC, "[face] FACE[,FACE…]": slots.FACES_WITH_BONUSES,
             '"NAME"': slots.NAME_IN_QUOTES},
)  # fmt: skip

HIDE = Verb("hide", (), "TARGETS", "hides creatures from the players", steps.Hide)
REVEAL = Verb("reveal", (), "TARGETS", "shows creatures to the players again", steps.Reveal)

_IN_POWERS = (*HIT_POINTS, *EFFECTS, CHECK, HIDE, REVEAL)
"""The verbs of all systems that a power's line may have in the same form as a typed line."""

SAY = Verb("remind", (), "WORDS…", "puts a reminder into the log, in a power's line", _say,
           {"WORDS…": rest("WORDS…", "text", "what to say")})  # fmt: skip
"""`remind` in a power's line, without a point of the turn."""
OFFERED_REMINDER = Verb("remind", (), "TARGETS WORDS…", "puts a reminder into the log, in an offer", _remind_of,
                        {"WORDS…": rest("WORDS…", "text", "what to say")})  # fmt: skip
"""`remind` in the line of an offer, without a point of the turn."""
FOLLOW_UP = Verb("use", (), "POWER", "uses another power on the targets, in a power's line", _follow_up,
                 {"POWER": rest("POWER", "power", "a power of the same creature")})  # fmt: skip
"""`use` in a power's line: a power without an attack roll; `use Cloudkill (zone) +2`: with a slot two levels higher."""

FURTHER_ATTACK = Verb("attack", (), "POWER", "makes further attacks on the targets, in a power's line", _further_attack,
                      {"POWER": rest("POWER", "power", "a power of the same creature")})  # fmt: skip
"""`attack` in a power's line: further attacks, each with its own die: `attack Bite x2`."""
RECHARGE = Verb("recharge", (), "POWER", "restores a use of a power, in a power's line",
                lambda power: steps.Recharge((), power),
                {"POWER": rest("POWER", "power", "a power of the creature that gets it back")})  # fmt: skip
"""`recharge` in a power's line: `self: recharge Breath`."""
OWN_COUNTER = Verb("counter", (), "NAME N|±N", "sets or changes a resource of the user, in a power's line",
                   _own_counter, {"NAME": free("NAME", "name", "a resource"), "N|±N": system_slots.CHANGE})  # fmt: skip
"""`counter` in a power's line, for its user."""


BECOME = Verb("become", (), "FORM", "puts another stat block in the user's place, in a power's line", _become_by_power,
              {"FORM": creature_slots.OWN_FORM})  # fmt: skip
"""`become` in a power's line, for its user: `become Bear`, `become Bear own`, `become back`."""
SUMMON = Verb("summon", (), "NAME [xN|xDICE]", "makes creatures that act in the user's turn, in a power's line",
              steps.Summon, {"NAME": free("NAME", "name", "a creature")})  # fmt: skip
"""`summon` in a power's line: creatures of the fight or the library, on the side of its user."""
OWN_FORMS = {verb.name: verb for verb in (FOLLOW_UP, FURTHER_ATTACK, RECHARGE, OWN_COUNTER, BECOME, SUMMON)}
"""The verbs that have a different form in a power's line, by name."""


@cache
def power_verbs_of(system: System) -> Mapping[str, Verb]:
    """The shared verbs that a power's line may have, by name and alias; a verb of the system's own wins over them."""
    verbs = [in_own_words(verb, system) for verb in _IN_POWERS]
    own = {verb.name for verb in system.verbs}
    return {name: verb for verb in verbs for name in (verb.name, *verb.aliases) if name not in own}
