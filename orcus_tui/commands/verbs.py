"""The table of verbs, the source of parsing, completion, help and the reference page.

`usage` is read as the grammar: words in capitals are slots (see `slots.SLOTS`), words in brackets may be left out
and come in any order after the others, `a|b` is a choice, and plain words are typed as they are. The verbs that a
power's line may have are in `power_verbs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from orcus_tui.commands import amounts, creature_slots, session_slots, setting_slots, slots, system_slots, time_slots
from orcus_tui.commands.command_error import Candidate, CommandError
from orcus_tui.commands.context import WordCursor
from orcus_tui.commands.lexer import split_lines
from orcus_tui.commands.names import find
from orcus_tui.commands.power_verbs import (
    ALLIES,
    CHECK,
    EFFECTS,
    HIDE,
    HIT_POINTS,
    REVEAL,
    Verb,
    in_own_words,
    part_faces,
    with_typed_dice,
)
from orcus_tui.commands.slot import Slot, after, choice, flag, rest, single
from orcus_tui.dice import Dice
from orcus_tui.model import requests, steps, typed_steps
from orcus_tui.model.steps import Step
from orcus_tui.rules.system import System, SystemVerb


def _creature(word: str = "NAME", key: str = "creature") -> dict[str, Slot]:
    return {word: creature_slots.creature(word, key)}


def _set_counter(counter: tuple[str, str], change: tuple[int, bool]) -> Step:
    return typed_steps.SetCounter(name=counter[1], number=change[0], relative=change[1], creature=counter[0])


def _become(targets: steps.Targets, form: creature_slots.NamedForm, *, own: bool = False) -> Step:
    return steps.Become(targets, form.name, own, form.printed)


def _start_timer(name: str, time: tuple[int | None], line: str = "") -> Step:
    return typed_steps.StartTimer(name, *time, line)


def _start_challenge(name: str, needs: int, limit: int, *, before: bool) -> Step:  # noqa: ARG001  # as typed
    return typed_steps.StartChallenge(name, needs, limit)


def _answer(answer: Step) -> Step:
    return answer


def _decline(numbers: tuple[int, int] | None = None, **values: Any) -> Step:
    first, last = numbers or (None, None)
    return typed_steps.Decline(first, last=None if first == last else last, **values)


def _init(total: tuple[int, ...] = (), face: tuple[int, ...] = (), **values: Any) -> Step:
    if face:
        return typed_steps.Init(face=face[0], bonus_faces=face[1:], **values)
    if not total:
        return typed_steps.Init(**values)
    first, *further = sorted(total, reverse=True)
    return typed_steps.Init(total=first, further=tuple(further), **values)


def _add(newcomer: creature_slots.Newcomer, count: int | Dice = 1, fields: tuple[tuple[str, str], ...] = ()) -> Step:
    return typed_steps.Add(newcomer.name, count, fields, newcomer.printed, newcomer.near)


def _summon(newcomer: creature_slots.Newcomer, count: int | Dice = 1, source: str = "") -> Step:
    return steps.Summon(newcomer.name, count, source, newcomer.printed, newcomer.near)


def _set_players(key: str, value: str, subjects: setting_slots.PlayerSubjects = ((), ())) -> Step:
    return typed_steps.SetPlayers(key, value, *subjects)


def _attack(source: str | steps.Targets = "", **values: Any) -> Step:
    """An attack, or one by each of several sources."""
    part_faces(values)
    if isinstance(values.get("bonus"), str):
        values["bonus_dice"] = values.pop("bonus")
    split = values.pop("split", False)
    if isinstance(source, str):
        return typed_steps.Attack(source=source, **values)
    return typed_steps.AttackByEach(source, typed_steps.Attack(**values), split)


def _use(source: str | steps.Targets = "", **values: Any) -> Step:
    """A use of a power, or one by each of several sources."""
    if isinstance(source, str):
        return typed_steps.UsePower(source=source, **values)
    return typed_steps.UseByEach(source, typed_steps.UsePower(**values))


BEFORE = "before"
"""The verb of a line that comes before the last command."""
SINGLE_LINE = "an alias is one line, without ;"


def offer_verbs(cursor: WordCursor, _: str) -> Iterable[Candidate]:
    return (Candidate(verb.name, verb.summary) for verb in verbs_of(cursor.system))


def is_for_rules(name: str) -> bool:
    """Whether the rules carry out lines of this verb, not the session."""
    by_session = {verb.name for verb in (*LOOKING_UP, *CAMPAIGN)} - {"ask", "answer", "accept", "decline"}
    return name != "preview" and name not in by_session


def offer_earlier_verbs(cursor: WordCursor, typed: str) -> Iterable[Candidate]:
    """The verbs of lines that `before` takes."""
    return (each for each in offer_verbs(cursor, typed) if is_for_rules(each.text))


def _refuse_line(cursor: WordCursor) -> None:
    """Raises CommandError. A valid line after `before` is read by `parse.begin`, so it never reaches this slot."""
    raise CommandError("`before` takes one line", cursor.column)


def _verb_named(cursor: WordCursor) -> str:
    known = {name: verb.name for verb in verbs_of(cursor.system) for name in (verb.name, *verb.aliases)}
    return find(cursor.take(), known, "unknown command")


def _trigger(cursor: WordCursor) -> str:
    """All remaining words. Raises CommandError for words before a trigger in quotes, such as a name."""
    left = cursor.words[cursor.at :]
    quoted = next((word for word in left if word.is_quoted), None)
    if quoted is None or len(left) == 1:
        return cursor.rest()
    if quoted is left[0]:
        raise CommandError(f'unexpected "{left[1].text}" after the trigger in quotes', left[1].column)
    raise CommandError(
        f'"{left[0].text}" is before the trigger: the creature whose turn it is readies, so write ready {quoted.raw}',
        left[0].column,
    )


def _new_alias(cursor: WordCursor) -> str:
    word = cursor.take()
    if word.key in {verb.name for verb in verbs_of(cursor.system) if not verb.yields}:
        raise CommandError(f'"{word.text}" is a command already', word.column)
    if not word.key or word.key.endswith("!"):
        raise CommandError("an alias is one plain word", word.column)
    return word.key


def _line(cursor: WordCursor) -> str:
    """The line of an alias. Raises CommandError for several lines."""
    word = cursor.take("a line in quotes")
    if len(split_lines(word.text)) > 1:
        raise CommandError(SINGLE_LINE, word.column)
    return word.text


BEGIN_NEXT = Verb("begin", (), "next", "opens the next fight of the campaign, with the party as it is now",
                  lambda **_: requests.BeginNext(), {"next": session_slots.NEXT})  # fmt: skip
ADD_FIGHT = Verb("campaign", (), "add FILE [after FILE]", "adds a fight to the campaign",
                 lambda files: requests.AddFight(*files), {"add FILE [after FILE]": session_slots.ADDED})  # fmt: skip
SKIP_FIGHT = Verb("campaign", (), "skip FILE", "marks a planned fight as skipped", requests.SkipFight,
                  {"skip FILE": session_slots.SKIPPED})  # fmt: skip
LEAVE_OUT = Verb("campaign", (), 'leave award|"THING"', "leaves out what the end of the last fight wrote",
                 requests.LeaveOut, {'leave award|"THING"': session_slots.LEFT_OUT})  # fmt: skip

PLAYERS_INPUT = Verb(
    "players", (), "input on|off|KIND [off|propose|do] [for TARGETS]",
    "lets phones send: everything, or a kind: roll, done, hp, did, react, recover, note",
    lambda setting: typed_steps.SetInput(*setting),
    {"input on|off|KIND [off|propose|do] [for TARGETS]": setting_slots.INPUT},
)  # fmt: skip
PLAYERS_INBOX = Verb("players", (), "inbox", "lists what phones have proposed", lambda **_: requests.ShowInbox(),
                     {"inbox": setting_slots.word("inbox")})  # fmt: skip
PLAYERS_SEATS = Verb("players", (), "seats", "lists the phones that speak for heroes",
                     lambda **_: requests.ShowSeats(), {"seats": setting_slots.word("seats")})  # fmt: skip
PLAYERS_ACCEPT = Verb("players", (), "accept [N|all]", "carries out a proposal (the oldest), or all",
                      lambda choice: requests.AcceptProposals(*choice),
                      {"accept [N|all]": setting_slots.decision("accept")})  # fmt: skip
PLAYERS_REFUSE = Verb("players", (), "refuse [N|all]", "refuses a proposal (the oldest), or all",
                      lambda choice: requests.RefuseProposals(*choice),
                      {"refuse [N|all]": setting_slots.decision("refuse")})  # fmt: skip
PLAYERS_UNSEAT = Verb("players", (), "unseat NAME|all", "ends the seats of a hero, or all", requests.Unseat,
                      {"unseat NAME|all": setting_slots.UNSEAT})  # fmt: skip
PLAYERS_NEW_ADDRESS = Verb("players", (), "new address", "gives the players' view another address, and ends all seats",
                           lambda **_: requests.NewAddress(), {"new address": setting_slots.NEW_ADDRESS})  # fmt: skip

TURNS = (
    Verb("init", ("i",), "[TARGETS] [TOTAL[,TOTAL…]|face FACE] [tie FACE[,FACE…]]",
         "rolls initiative (for everyone without it), or sets it; tie: dice that break ties in a running fight",
         _init, {"face FACE": slots.FACE_WITH_BONUSES},
         needs={"total": "targets", "face": "targets", "ties": "targets"}),
    Verb("begin", (), "[first TARGET] [face FACE[,FACE…]]",
         "rolls missing initiative, sorts, starts round 1; face: dice that break ties", typed_steps.Begin,
         forms={"next": BEGIN_NEXT}),
    Verb("next", ("n",), "[TARGETS]",
         "ends this turn and starts the next; with TARGETS, ends all their turns until a question", typed_steps.Next),
    Verb("preview", ("next?",), "[TARGETS]",
         "shows what `next` would do; with TARGETS, through all of their turns", requests.Preview),
    Verb("surprise", (), "TARGETS", "makes creatures surprised when the fight begins", typed_steps.Surprise),
    Verb("delay", (), "[COUNT]", "delays this turn; with a count, until that count", typed_steps.Delay),
    Verb("ready", (), '"TRIGGER"', "spends the standard action to ready an action", typed_steps.Ready,
         {'"TRIGGER"': Slot('"TRIGGER"', "trigger", "the trigger in quotes", _trigger, greedy=True)}),
    Verb("act", (), "NAME", "takes a delayed turn, or a readied action, now", typed_steps.Act, _creature()),
    Verb("finish", (), "", "ends the encounter, with a summary and XP", typed_steps.Finish),
    Verb("rest", (), "short|long [for TARGETS]", "takes a rest; what it restores depends on the system",
         typed_steps.Rest, {"short|long": system_slots.REST, "for TARGETS": creature_slots.RESTING}),
)  # fmt: skip

ACTIONS = (
    Verb("attack", ("atk",),
         "POWER TARGETS [split] [by SOURCE] [±N|±DICE] [ca|adv|dis] [coup|charge] [opportunity] "
         "[[face] FACE[,FACE…]|total N[,N…]] [[hit] AMOUNT] [slot LEVEL] [toughness FACE[,FACE…]]",
         "makes an attack with a power; with several sources, each attacks", _attack,
         {"split": flag("split", "several attackers share the targets, one each"),
          "by SOURCE": creature_slots.SOURCES, "toughness FACE[,FACE…]": slots.TOUGHNESS,
          "TARGETS": creature_slots.ATTACKED,
          "[face] FACE[,FACE…]": slots.FACES_WITH_BONUSES}),
    Verb("use", ("u",), "POWER [TARGETS] [by SOURCE] [[face] FACE[,FACE…]] [[hit] AMOUNT] [slot LEVEL]",
         "uses a power that needs no attack roll; with several sources, each uses it", _use,
         {"by SOURCE": creature_slots.SOURCES, "TARGETS": creature_slots.ATTACKED,
          "[face] FACE[,FACE…]": slots.FACES_OR_AMOUNT}),
    Verb("do", (), "ACTION [NUMBER] [TARGETS] [by SOURCE] [roll|face FACE[,FACE…]] [[hit] AMOUNT]",
         "takes one of the system's actions; some need a NUMBER; roll or face: makes the rolls that it requires",
         with_typed_dice(typed_steps.Do),
         {"roll": flag("roll", "makes the rolls that it requires"), "face FACE[,FACE…]": slots.TYPED_FACES_WITH_BONUSES,
          "ACTION": system_slots.SPECIAL_ACTION, "NUMBER": system_slots.ACTION_NUMBER,
          "TARGETS": creature_slots.ONE_OR_TWO}),
    Verb("spend", (), "TARGETS POWER [N]", "marks a power as spent, or N of its uses", typed_steps.Spend,
         {"POWER": creature_slots.POWER_OF_TARGETS}),
    Verb("recharge", (), "TARGETS POWER [N]", "restores a use of a power, or N of them", steps.Recharge,
         {"POWER": creature_slots.POWER_OF_TARGETS}),
    Verb("ap", (), "[TARGETS]", "spends an action point for a standard action", typed_steps.ActionPoint, ALLIES),
    Verb("spent", (), "TARGETS ACTION", "marks an action as used", typed_steps.SpendAction,
         {"ACTION": system_slots.ACTION}),
    CHECK,
    Verb("contest", (), "NAME STAT RIVAL RIVAL-STAT [face FACE[,FACE…]]",
         "makes an opposed check: the higher total wins; the winner is @saved, the loser @failed",
         with_typed_dice(typed_steps.Contest),
         {**_creature(), "STAT": slots.STAT, **_creature("RIVAL", "rival"), "RIVAL-STAT": slots.RIVAL_STAT,
          "face FACE[,FACE…]": slots.TYPED_FACES_WITH_BONUSES}, yields=True),
    Verb("roll", ("r",), 'DICE ["label"]', "rolls dice into the log", typed_steps.RollDice),
)  # fmt: skip

CREATURES = (
    Verb("add", (), "NAME [xN|xDICE] [field=value…]",
         "adds creatures: more of one in the fight, from the library, or new; hp=2d6 or hp=dice rolls for each", _add,
         {"NAME": creature_slots.NEWCOMER, "field=value…": setting_slots.FIELD_AND_VALUE}),
    Verb("summon", (), "NAME [xN|xDICE] [by SOURCE]",
         "makes creatures that act in the turn of their creator, on its side: from the fight or the library",
         _summon, {"NAME": creature_slots.NEWCOMER}, yields=True),
    Verb("share", (), "TARGETS [with NAME|off]",
         "makes creatures act in a partner's turn, such as mounts; off: in turns of their own again", typed_steps.Share,
         {"with NAME|off": creature_slots.PARTNER}, needs={"targets": "partner"}, yields=True),
    Verb("drop", (), "TARGETS", "removes creatures from the fight for good", typed_steps.Drop),
    Verb("reserve", (), "TARGETS", "moves creatures to the reserve, out of the fight", typed_steps.Reserve),
    Verb("enter", (), "TARGETS", "brings creatures in from the reserve and rolls initiative", typed_steps.Enter,
         {"TARGETS": creature_slots.RESERVES}),
    Verb("set", (), "TARGETS FIELD VALUE", "sets a field of the encounter format", typed_steps.SetField,
         {"FIELD": setting_slots.FIELD, "VALUE": setting_slots.FIELD_VALUE}),
    Verb("note", (), 'TARGETS "TEXT"', "adds a note to creatures", typed_steps.Note,
         {'"TEXT"': rest('"TEXT"', "text", "a text in quotes")}),
    HIDE,
    REVEAL,
    Verb("mask", (), 'TARGETS ["NAME"]', "shows players another name: NAME, or Unknown A, B, …", typed_steps.Mask,
         {'"NAME"': rest('"NAME"', "name", "a name in quotes")}),
    Verb("unmask", (), "TARGETS", "shows players the creatures' own names again", typed_steps.Unmask),
    Verb("players", (), "KEY VALUE [for TARGETS]", "sets what players see of a side, of creatures, or of the fight",
         _set_players,
         {"KEY": setting_slots.PLAYER_KEY, "VALUE": setting_slots.PLAYER_VALUE,
          "for TARGETS": setting_slots.FOR_TARGETS},
         forms={"input": PLAYERS_INPUT, "inbox": PLAYERS_INBOX, "accept": PLAYERS_ACCEPT, "refuse": PLAYERS_REFUSE,
                "seats": PLAYERS_SEATS, "unseat": PLAYERS_UNSEAT, "new": PLAYERS_NEW_ADDRESS}),
    Verb("announce", (), '"TEXT"', 'shows players a line in large print; "" clears it', typed_steps.Announce,
         {'"TEXT"': rest('"TEXT"', "text", "a text in quotes")}),
    Verb("side", (), "TARGETS SIDE", "changes sides: party, foes or neutral", typed_steps.ChangeSide),
    Verb("rename", (), 'TARGET "NAME"', "changes a creature's name; the id stays", typed_steps.Rename,
         {'"NAME"': rest('"NAME"', "name", "a name in quotes")}),
    Verb("move", (), "TARGET before|after NAME", "moves a creature in the initiative order", typed_steps.Move,
         {"before|after": choice("where", {"before": "just before", "after": "after"}), **_creature("NAME", "anchor")}),
    Verb("option", (), "KEY VALUE", "sets a rules option", typed_steps.SetOption, {"VALUE": system_slots.OPTION_VALUE}),
    Verb("counter", (), "NAME N|±N", "sets or changes a resource of a creature (ari.ki), or any counter of the fight",
         _set_counter,
         {"NAME": system_slots.COUNTER, "N|±N": system_slots.CHANGE}),
)  # fmt: skip

OUTCOMES_AND_TIME = (
    Verb("become", (), "TARGETS FORM|back [own]",
         "puts another stat block in place, a form of the file or a creature of the library; own: separate hit points",
         _become,
         {"TARGETS": creature_slots.ALLIES, "FORM|back": creature_slots.FORM,
          "own": flag("own", "separate hit points; when they are gone, it is itself again")}, yields=True),
    Verb("outcome", (), "TARGETS slain|fled|captured|spared|absent",
         "says how it ended for creatures; all but slain leave the fight, and `finish` counts XP by it",
         typed_steps.SetOutcome, {"slain|fled|captured|spared|absent": time_slots.OUTCOME}, yields=True),
    Verb("pass", (), "TIME", "lets time pass between fights, such as 10m, 1h or 1d", typed_steps.PassTime,
         {"TIME": time_slots.TIME}, yields=True),
    Verb("timer", (), '"NAME" TIME|off ["LINE"]',
         "starts a timer: the log says when it is over, and LINE is offered then; off ends it", _start_timer,
         {'"NAME"': time_slots.TIMER, "TIME|off": time_slots.TIME_OR_OFF, '"LINE"': time_slots.LINE}, yields=True),
    Verb("challenge", (), '"NAME" NEEDS before LIMIT',
         "starts a challenge: NEEDS successes before LIMIT failures", _start_challenge,
         {'"NAME"': time_slots.NEW_CHALLENGE, "NEEDS": time_slots.NEEDS, "LIMIT": time_slots.LIMIT}, yields=True),
    Verb("success", (), '["NAME"] [N]', "counts successes in a challenge (the only open one)",
         partial(typed_steps.CountInChallenge, "successes"), {'"NAME"': time_slots.CHALLENGE, "N": time_slots.NUMBER},
         yields=True),
    Verb("failure", (), '["NAME"] [N]', "counts failures in a challenge (the only open one)",
         partial(typed_steps.CountInChallenge, "failures"), {'"NAME"': time_slots.CHALLENGE, "N": time_slots.NUMBER},
         yields=True),
)  # fmt: skip

LOOKING_UP = (
    Verb("show", (), "[TARGET]", "shows the fight, or one creature", requests.Show, _creature("TARGET", "target")),
    Verb("why", (), "TARGET [NAME]", "explains where a number or a condition comes from", requests.Why,
         {**_creature("TARGET", "target"), "NAME": system_slots.REASON}),
    Verb("log", (), "[N]", "shows the last commands and their results", requests.ShowLog),
    Verb("help", (), "[COMMAND]", "lists all commands, or explains one", requests.Help,
         {"COMMAND": Slot("COMMAND", "verb", "a command", _verb_named, offer_verbs, greedy=True)}),
    Verb("undo", ("z",), "[N|turn]", "undoes commands, or the whole turn", requests.Undo,
         {"turn": flag("turn", "everything done this turn, or else the `next` that began it")}),
    Verb("redo", ("y",), "[N]", "redoes commands that were undone", requests.Redo),
    Verb("amend", (), "[N] WORDS…",
         "changes an earlier command and redoes everything after it; N counts commands back: 1 is the latest",
         lambda amendment: requests.Amend(*amendment), {"[N] WORDS…": session_slots.AMENDMENT}),
    Verb(BEFORE, (), "LINE", "carries out LINE before the last command, then that command again with its own dice",
         requests.Before,
         {"LINE": Slot("LINE", "line", "a line to carry out first", _refuse_line, offer_earlier_verbs)}, yields=True),
    Verb("ask", (), "none|party|all", "sets whose dice you roll yourself instead of the program", typed_steps.Ask,
         {"none|party|all": choice("who", {"none": "nobody's dice", "party": "the party's", "all": "everyone's"})}),
    Verb("answer", (), "[N] FACE|[N] total N|[N] roll|all",
         "answers a question (the oldest) with the die or with the total, or rolls for it, or for all",
         _answer, {"[N] FACE|[N] total N|[N] roll|all": session_slots.ANSWER}),
    Verb("accept", (), "[N] [WORDS…]",
         "carries out an offer (the oldest), or with 1-3 those that are alike, with WORDS such as a target added; in a "
         "choice, the first is its number",
         typed_steps.Accept,
         {"N": single("N", "number", "the number of an offer", amounts.positive, session_slots.offered_numbers),
          "WORDS…": session_slots.OFFER_WORDS}, yields=True),
    Verb("decline", (), "[N|all]", "removes an offer (the oldest), or with 1-3 those from 1 to 3, or all of them",
         _decline,
         {"N": session_slots.DECLINED,
          "all": flag("all", "every open offer")}, yields=True),
    Verb("write", ("w",), "[FILE]", "saves the fight to a file", requests.Write),
    Verb("keep", (), "[FILE]", "saves the heroes to their party file, for the next fight",
         requests.Keep),
    Verb("open", (), "FILE", "opens an encounter or a fight in progress", requests.Open),
    Verb("run", (), "FILE", "runs a script", requests.Run),
    Verb("export", (), "FILE", "exports the log as .md, .html, .txt or .json", requests.Export),
    Verb("alias", (), 'NAME "LINE"', "gives a line a short name; words after it are added to the line", requests.Alias,
         {"NAME": Slot("NAME", "name", "a name", _new_alias, greedy=True),
          '"LINE"': Slot('"LINE"', "line", "a line in quotes", _line, greedy=True)}),
    Verb("macro", (), "NAME [N]",
         "makes an alias of the last N lines (1), with parameters for their targets, and keeps it in the settings",
         requests.Macro, {"NAME": Slot("NAME", "name", "a name", _new_alias, greedy=True)}, yields=True),
    Verb("quit", ("q",), "", "quits", requests.Quit),
)  # fmt: skip

CAMPAIGN = (
    Verb("campaign", (), "", "shows the campaign: its fights, day, XP and loot", requests.ShowCampaign,
         forms={"add": ADD_FIGHT, "skip": SKIP_FIGHT, "leave": LEAVE_OUT}, yields=True),
    Verb("award", (), 'N ["WHY"] [for TARGETS]', "gives XP that the heroes share", requests.Award,
         {"N": single("N", "xp", "the XP, e.g. 450", amounts.positive), '"WHY"': session_slots.quoted('"WHY"', "why"),
          "for TARGETS": after("for", "who shares it; by default every hero", creature_slots.ALLIES)}, yields=True),
    Verb("found", (), '"THING" [N] [by NAME]', "adds a treasure of value N", requests.Found,
         {'"THING"': session_slots.THING, "N": single("N", "value", "its value, e.g. 120", amounts.positive),
          "by NAME": after("by", "who takes it", creature_slots.creature("NAME", "by"))}, yields=True),
    Verb("give", (), '"THING" to NAME', "gives a treasure to a hero", requests.Give,
         {'"THING"': session_slots.THING, "NAME": creature_slots.creature("NAME", "to")}, yields=True),
    Verb("history", (), "NAME", "shows what a hero did in the fights of the campaign", requests.History,
         {"NAME": rest("NAME", "name", "the name of a hero")}, yields=True),
    Verb("recap", (), "[FIGHT]", "tells what happened in a fight of the campaign, by default the last", requests.Recap,
         {"FIGHT": rest("FIGHT", "fight", "the file of a fight")}, yields=True),
)  # fmt: skip

TABLE: Mapping[str, tuple[Verb, ...]] = {
    "Turns": TURNS,
    "Hit points": HIT_POINTS,
    "Effects": EFFECTS,
    "Actions": ACTIONS,
    "Creatures": CREATURES,
    "Outcomes, time, challenges": OUTCOMES_AND_TIME,
    "Looking up, undo, files": LOOKING_UP,
    "Campaign": CAMPAIGN,
}
"""The verbs of all systems, by subject."""


@cache
def verbs_of(system: System) -> tuple[Verb, ...]:
    """Every verb of a system: the shared ones, then its own."""
    return tuple(verb for verbs in verbs_by_subject(system).values() for verb in verbs)


@cache
def verbs_by_subject(system: System) -> Mapping[str, tuple[Verb, ...]]:
    """Every verb of a system, by subject; its own under its title."""
    shared = {title: tuple(in_own_words(verb, system) for verb in verbs) for title, verbs in TABLE.items()}
    return {**shared, system.title: tuple(map(_own, system.verbs))}


def _own(verb: SystemVerb) -> Verb:
    """A verb of one system."""
    words = [word for word in verb.usage.split() if "|" in word and word.islower()]
    chosen = {word: choice("what", dict.fromkeys(word.split("|"), "")) for word in words}
    if verb.for_numbers:
        chosen = {
            word: replace(each, wants=f"{each.wants} (`{verb.for_numbers}` sets a number)")
            for word, each in chosen.items()
        }

    def step(**values: Any) -> Step:
        made = typed_steps.SystemStep(verb.name, **values)
        if made.what and made.what == verb.before_last_roll:
            return requests.RetroactiveStep(made.targets[0], replace(made, what=""))
        return made

    return Verb(
        verb.name,
        (),
        verb.usage,
        verb.means,
        step,
        {"STARTER,OTHERS": creature_slots.STARTER, **chosen},
        yields=verb.yields,
    )
