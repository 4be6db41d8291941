"""The table of verbs, from which parsing, completion, help and the reference page all come.

`usage` is read as the grammar: words in capitals are slots (see `slots.SLOTS`), words in brackets may be left out
and come in any order after the others, `a|b` is a choice, and plain words stand for themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from msgspec import Struct, field

from orcus_tui.commands import creature_slots, slots
from orcus_tui.commands.candidates import Candidate
from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.names import find
from orcus_tui.commands.slot import Slot, choice, rest
from orcus_tui.commands.vocabulary import per_system
from orcus_tui.commands.word_reader import Reader
from orcus_tui.model import requests, steps
from orcus_tui.model.steps import Step
from orcus_tui.rules.system import System
from orcus_tui.rules.system.verbs import SystemVerb


class Verb(Struct, frozen=True, eq=False):
    """A verb: what may be typed after it, and the step that makes.

    `step` is called with the fields its slots have filled. `slots` are what this verb means by words of its usage,
    where they are not those of `SLOTS`. `needs` names a field that may be given only together with another.
    """

    name: str
    aliases: tuple[str, ...]
    usage: str
    summary: str
    step: Callable[..., Step]
    slots: Mapping[str, Slot] = field(default_factory=dict)
    needs: Mapping[str, str] = field(default_factory=dict)


def _creature(word: str = "NAME", key: str = "creature") -> dict[str, Slot]:
    return {word: creature_slots.creature(word, key)}


def _set_counter(counter: tuple[str, str], change: tuple[int, bool]) -> Step:
    return steps.SetCounter(name=counter[1], number=change[0], relative=change[1], creature=counter[0])


def _answer(answer: tuple[int | None, int] | str) -> Step:
    if isinstance(answer, str):
        return steps.AnswerAll()
    return steps.Answer(face=answer[1], question=answer[0])


def _add(newcomer: creature_slots.Newcomer, count: int = 1, fields: tuple[tuple[str, str], ...] = ()) -> Step:
    return steps.Add(newcomer[0], count, fields, newcomer[1])


def _amend(amendment: tuple[int, str, int]) -> Step:
    return requests.Amend(*amendment)


def _verbs_offered(reader: Reader, _: str) -> Iterable[Candidate]:
    return (Candidate(verb.name, verb.summary) for verb in verbs_of(reader.context.system))


def _verb_named(reader: Reader) -> str:
    known = {name: verb.name for verb in verbs_of(reader.context.system) for name in (verb.name, *verb.aliases)}
    return find(reader.take(), known, "there is no verb")


def _new_alias(reader: Reader) -> str:
    word = reader.take()
    if word.key in {verb.name for verb in verbs_of(reader.context.system)}:
        raise CommandError(f'"{word.text}" is a verb already', word.column)
    if not word.key or word.key.endswith("!"):
        raise CommandError("an alias is one plain word", word.column)
    return word.key


THE_TURN = (
    Verb("init", ("i",), "[TARGETS] [TOTAL|face FACE]", "rolls initiative for all who have none, or these; or sets it",
         steps.Init, needs={"total": "targets", "face": "targets"}),
    Verb("begin", (), "[first TARGET]", "rolls what is missing, sorts, starts round 1 and the first turn", steps.Begin),
    Verb("next", ("n",), "", "ends this turn, starts the next", steps.Next),
    Verb("preview", ("next?",), "", "what next would do, without doing it", requests.Preview),
    Verb("surprise", (), "TARGETS", "these are surprised when the fight begins", steps.Surprise),
    Verb("delay", (), "[COUNT]", "whose turn it is steps out; with a count, comes up there by itself", steps.Delay),
    Verb("ready", (), '"TRIGGER"', "spends the standard action on a readied action", steps.Ready,
         {'"TRIGGER"': rest('"TRIGGER"', "trigger", "the trigger in quotes")}),
    Verb("act", (), "NAME", "who delayed takes the turn now; who readied, the action", steps.Act, _creature()),
    Verb("finish", (), "", "ends the encounter, with a summary and XP", steps.Finish),
    Verb("rest", (), "short|long", "a rest, as the system says", steps.Rest,
         {"short|long": choice("length", {"short": "a short rest", "long": "a long rest"})}),
)  # fmt: skip

HIT_POINTS = (
    Verb("damage", ("d", "dmg"),
         "TARGETS AMOUNT [TYPE[+TYPE]] [half] [miss] [crit] [melee|ranged|near|far] [face FACE] [by SOURCE] "
         "[missed TARGETS]", "damage, through resistances and temporary hit points", steps.DealDamage),
    Verb("heal", ("h",), "TARGETS AMOUNT", "hit points back", steps.Heal),
    Verb("temp", (), "TARGETS AMOUNT", "temporary hit points", steps.Temp),
    Verb("recover", (), "TARGET [xN] [AMOUNT]", "spends recoveries; the amount, where the system rolls it",
         steps.Recover, {"xN": slots.RECOVERIES}),
    Verb("rally", (), "[TARGET]", "the system's rally", steps.Rally),
    Verb("kill", (), "TARGETS", "dead, whatever the hit points", steps.Kill),
    Verb("knockout", (), "TARGETS", "out cold, and not dying", steps.Knockout),
    Verb("revive", (), "TARGET [HP]", "back from the dead", steps.Revive),
    Verb("stabilize", (), "TARGET", "no longer dying", steps.Stabilize),
)  # fmt: skip

EFFECTS = (
    Verb("apply", ("a",), "TARGETS CONDITION[+CONDITION…] [DURATION] [by SOURCE] [then CONDITION]",
         "conditions, or your own words in quotes; joined by + they share one save", steps.Apply),
    Verb("persist", ("p", "ongoing"), 'TARGETS AMOUNT [TYPE[+TYPE]] [DURATION] [by SOURCE] ["NAME"]',
         "persistent damage; the name is the power it comes from", steps.Persist, {'"NAME"': slots.NAME_IN_QUOTES}),
    Verb("regen", (), "TARGETS AMOUNT [DURATION]", "regeneration", steps.Regen),
    Verb("mark", (), "TARGETS [DURATION] [by SOURCE]", "marks, for the marker", steps.Mark),
    Verb("bonus", ("b",), "TARGETS ±N STAT [TYPE] [DURATION] [by SOURCE]",
         "a bonus or penalty: attack, damage, saves, defenses, a defense, speed", steps.Bonus,
         {"±N": slots.BONUS_AMOUNT, "STAT": slots.STAT, "TYPE": slots.BONUS_TYPE}),
    Verb("resist", (), "TARGETS TYPE [N] [DURATION]", "resistance to a type, a range, or all",
         partial(steps.Withstand, quality="resist"), {"TYPE": slots.WITHSTOOD, "N": slots.WITHSTOOD_AMOUNT}),
    Verb("vulnerable", (), "TARGETS TYPE [N] [DURATION]", "vulnerability to a type, a range, or all",
         partial(steps.Withstand, quality="vulnerable"), {"TYPE": slots.WITHSTOOD, "N": slots.WITHSTOOD_AMOUNT}),
    Verb("immune", (), "TARGETS TYPE [DURATION]", "immunity to a type, a range, a condition, or all",
         partial(steps.Withstand, quality="immune"), {"TYPE": slots.IMMUNE_TO}),
    Verb("remove", ("rm",), "TARGETS NAME|all", 'ends effects, by name, type, "10 fire" or place (#2)', steps.Remove,
         {"NAME|all": slots.EFFECT_OR_ALL}),
    Verb("remind", (), 'TARGETS start|end "TEXT" [DURATION] [by SOURCE]', "says so at that point of their turns",
         steps.Remind, {"start|end": choice("point", {"start": "as the turn starts", "end": "as the turn ends"})}),
    Verb("maintain", (), "[POWER]", "spends the action that keeps a power going", steps.Maintain,
         {"POWER": creature_slots.power_of("power")}),
    Verb("save", ("s",), "TARGET [NAME] [FACE] [±N]", "a saving throw now: against this effect, else the oldest",
         steps.Save, {"NAME": slots.EFFECT}),
    Verb("deathsave", (), "TARGET [FACE]", "a death save now", steps.DeathSave),
)  # fmt: skip

DOING = (
    Verb("attack", ("atk",),
         "POWER TARGETS [by SOURCE] [±N] [ca|adv|dis] [coup|charge] [face FACE[,FACE…]|total N[,N…]] [hit AMOUNT]",
         "resolves a power with an attack roll", steps.Attack),
    Verb("use", ("u",), "POWER [TARGETS] [by SOURCE]", "resolves a power without an attack roll", steps.UsePower),
    Verb("do", (), "ACTION [TARGETS] [by SOURCE]", "an action of the system's table", steps.Do,
         {"ACTION": slots.MANEUVER, "TARGETS": creature_slots.ONE_OR_TWO}),
    Verb("spend", (), "TARGET POWER", "a power is used up", steps.Spend,
         {"POWER": creature_slots.power_of("power", of_target=True)}),
    Verb("recharge", (), "TARGET POWER", "a power is there again", steps.Recharge,
         {"POWER": creature_slots.power_of("power", of_target=True)}),
    Verb("ap", (), "[TARGET]", "spends an action point: one standard action more", steps.ActionPoint),
    Verb("spent", (), "TARGET ACTION", "marks an action as used", steps.SpendAction, {"ACTION": slots.ACTION}),
    Verb("roll", ("r",), 'DICE ["label"]', "rolls dice, to the log", steps.RollDice),
)  # fmt: skip

WHO_IS_THERE = (
    Verb("add", (), "NAME [xN] [field=value…]",
         "more of a kind in the fight, else from the library, else from a name and fields", _add,
         {"NAME": creature_slots.NEWCOMER}),
    Verb("drop", (), "TARGETS", "leaves for good", steps.Drop),
    Verb("reserve", (), "TARGETS", "waits off stage", steps.Reserve),
    Verb("enter", (), "TARGETS", "comes on stage and rolls initiative", steps.Enter,
         {"TARGETS": creature_slots.RESERVES}),
    Verb("set", (), "TARGET FIELD VALUE", "corrects a field of the encounter format", steps.SetField,
         {"VALUE": slots.FIELD_VALUE}),
    Verb("note", (), 'TARGET "TEXT"', "a note on a creature", steps.Note,
         {'"TEXT"': rest('"TEXT"', "text", "a text in quotes")}),
    Verb("hide", (), "TARGETS", "hidden from the players", steps.Hide),
    Verb("reveal", (), "TARGETS", "hidden no more", steps.Reveal),
    Verb("side", (), "TARGETS SIDE", "changes sides: party, foes or neutral", steps.ChangeSide),
    Verb("rename", (), 'TARGET "NAME"', "another name; the id stays", steps.Rename,
         {'"NAME"': rest('"NAME"', "name", "a name in quotes")}),
    Verb("move", (), "TARGET before|after NAME", "to another place in the order", steps.Move,
         {"before|after": choice("where", {"before": "ahead of", "after": "behind"}), **_creature("NAME", "anchor")}),
    Verb("option", (), "KEY VALUE", "sets a rules option", steps.SetOption, {"VALUE": slots.OPTION_VALUE}),
    Verb("counter", (), "NAME N|±N", "sets or changes a resource: escalation, ari.conviction", _set_counter,
         {"NAME": slots.COUNTER, "N|±N": slots.CHANGE}),
)  # fmt: skip

LOOKING = (
    Verb("show", (), "[TARGET]", "the fight, or one creature", requests.Show, _creature("TARGET", "target")),
    Verb("why", (), "TARGET [NAME]", "where a number or a condition came from", requests.Why,
         {**_creature("TARGET", "target"), "NAME": slots.REASON}),
    Verb("log", (), "[N]", "the last commands and what came of them", requests.ShowLog),
    Verb("help", (), "[VERB]", "the verbs, or one of them", requests.Help,
         {"VERB": Slot("VERB", "verb", "a verb", _verb_named, _verbs_offered, greedy=True)}),
    Verb("undo", ("z",), "[N]", "takes commands back", requests.Undo),
    Verb("redo", ("y",), "[N]", "carries them out again", requests.Redo),
    Verb("amend", (), "[N] WORDS…", "changes words of an earlier command, and carries all out again from there",
         _amend, {"[N] WORDS…": slots.AMENDMENT}),
    Verb("ask", (), "none|party|all", "whose dice are asked for instead of rolled", steps.Ask,
         {"none|party|all": choice("who", {"none": "all are rolled", "party": "the party's", "all": "everybody's"})}),
    Verb("answer", (), "[N] FACE|all", "answers an open question (the oldest), or rolls all", _answer,
         {"[N] FACE|all": slots.ANSWER}),
    Verb("write", ("w",), "[FILE]", "writes the fight to a file", requests.Write),
    Verb("keep", (), "[FILE]", "writes what the heroes have left to their party file, for the next fight",
         requests.Keep),
    Verb("open", (), "FILE", "opens an encounter, or a fight in progress", requests.Open),
    Verb("run", (), "FILE", "carries out a script", requests.Run),
    Verb("export", (), "FILE", "writes the log, by suffix: .md, .html, .txt, .json", requests.Export),
    Verb("alias", (), 'NAME "LINE"', "a name for a line; what follows the name follows the line", requests.Alias,
         {"NAME": Slot("NAME", "name", "a name", _new_alias, greedy=True)}),
    Verb("quit", ("q",), "", "leaves", requests.Quit),
)  # fmt: skip

TABLE: Mapping[str, tuple[Verb, ...]] = {
    "The turn": THE_TURN,
    "Hit points": HIT_POINTS,
    "Effects": EFFECTS,
    "Doing": DOING,
    "Who is there": WHO_IS_THERE,
    "Looking, undoing, files": LOOKING,
}
"""Every verb that all systems have, by what it is about."""

SAY = Verb("remind", (), "WORDS…", "says so in the log, now: in a power's line", steps.Say,
           {"WORDS…": rest("WORDS…", "text", "what to say")})  # fmt: skip
"""What `remind` without a point of the turn means in a power's line."""


@per_system
def verbs_of(system: System) -> tuple[Verb, ...]:
    """Every verb of a system; the one place where its own join those that all have."""
    return (*(verb for verbs in TABLE.values() for verb in verbs), *map(_own, system.verbs))


def _own(verb: SystemVerb) -> Verb:
    """A verb that only one system has."""
    words = [word for word in verb.usage.split() if "|" in word and word.islower()]
    chosen = {word: choice("what", dict.fromkeys(word.split("|"), "")) for word in words}
    step = partial(steps.SystemStep, verb.name)
    return Verb(verb.name, (), verb.usage, verb.means, step, {"STARTER,OTHERS": creature_slots.STARTER, **chosen})
