"""The clauses of Archmage stat blocks that only the table can play out: each becomes a reminder, or nothing."""

import re

from orcus_tui.importers.archmage.patterns import (
    AMOUNT,
    OF_TYPES,
    OTHERS,
    STAT,
    STATS,
    TARGET,
    TYPE,
    UNCOUNTED,
    USER,
    damage_in,
)
from orcus_tui.importers.draft_text import Reminder, effect_line
from orcus_tui.importers.prose import Clause, Reading


def remind(found: re.Match[str], reading: Reading) -> None:
    """Adds the clause as it stands."""
    reading.reminders.append(Reminder(found[0].strip(" ,.;()")))


def skip(_found: re.Match[str], _reading: Reading) -> None:
    """Skips flavour and repetition."""


def _later(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(Reminder(f"init TARGET, its total less {found['less']}"))


def _recharge(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(Reminder(f"recharge ITSELF: {found[0]}"))


def _take_recovery(_: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(Reminder("set TARGET recoveries, one fewer"))


def _saves(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(Reminder(f"save TARGET: {found[0]}"))


def _escalation_damage(_: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(Reminder("damage TARGET, as much as the escalation die"))


def _price(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(effect_line("damage", damage_in(found)).to_type.under(found[0]))


def _penalty_like(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(Reminder(f"bonus TARGET -N {STATS[found['stats'].lower()]}, N being {found['as']}"))


def _half_itself(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(Reminder(f"{found[0]}: damage ITSELF AMOUNT half"))


REMINDER_CLAUSES: tuple[Clause, ...] = (
    # To be typed, because only the table knows the numbers.
    (rf"(?:{TARGET} )?moves? down (?P<less>[0-9d]+) points? in initiative(?: order)?", _later),
    (rf"{USER} (?:can )?regains? (?:the )?use of [^.;,]{{2,100}}?(?= if\b| and\b|[.;,]|$)", _recharge),
    (rf"{TARGET} loses a recovery", _take_recovery),
    (rf"{OTHERS} can (?:roll|make) a save[^.;]{{0,100}}", _saves),
    (r"add the escalation die to the damage", _escalation_damage),
    (
        rf"(?:or )?{TARGET} can choose to [^.;,]{{3,100}} by taking {AMOUNT} {OF_TYPES} ?damage[^.;,]{{0,60}}",
        _price,
    ),
    (
        rf"(?:while [^.;,]{{3,40}}, )?{TARGET} takes a penalty to (?P<stats>{STAT}) equal to (?P<as>[^.;,]+)",
        _penalty_like,
    ),
    (r"it takes only half damage from [^.;]{3,120}", _half_itself),
    # Up to the table.
    (rf"or (?:take (?:falling )?damage|{TYPE} damage|if [^.;,]{{3,100}})(?=[.;]|$)", remind),
    (r"[^.;()]{0,60}\bcrit range (?:of the attack )?expands by [0-9](?: \(cumulative\))?", remind),
    (r"the ongoing [^.;()]{0,30}damage can't be saved against while [^.;]{3,120}", remind),
    (r"(?:until [^.;,]{3,60}? )?(?:the )?target's saves against [^.;()]{3,60} become hard saves \(16\+\)", remind),
    (r"that attack only deals half damage", remind),
    (rf"(?:{TARGET} )?(?:also )?moves down [0-9d]+ points in initiative order", remind),
    (r"the grabbed foe can't move except to [^.;]{3,120}", remind),
    (r"disengage attempts take a -[0-9] penalty[^.;]{0,120}", remind),
    (r"the save is hard \(16\+\) instead", remind),
    (r"(?:while [^.;,]{3,60}, )?the only legal target for [^.;]{3,100}", remind),
    (r"the item can (?:only )?be retrieved [^.;]{3,120}", remind),
    (r"[^.;()]{3,120}\b(?:immune to|ignores?) this effect", remind),
    (r"\((?![^)]*\b(?:damage|ongoing|saves?)\b)[^()]{2,300}\)", remind),
    (
        r"\((?:see|including|save|difficult|makes? only|-[0-9]|[^)]*only basic|roll|cumulative|non-cumulative|max"
        r"|to a max"
        r"|in addition|the (?:penalty|effect)|same save|attacks? vs)[^)]{0,300}\)",
        remind,
    ),
    (rf"(?:as|with|from) {UNCOUNTED}+(?:,{UNCOUNTED}+)*(?=[.;,]|$)", skip),
    (rf"{UNCOUNTED}+(?:,{UNCOUNTED}+)*(?=[.;,()!]|$| and\b)", remind),
)
"""Tried last: they fit much that other clauses say more exactly."""
