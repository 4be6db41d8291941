"""Plain text of the fourth edition, in the layouts of 2008 and 2010.

This module splits the heads of powers and auras; the other lines are translated to the terms of Orcus and read by the
Orcus importer.
"""

import re

from msgspec.structs import replace

from orcus_tui.importers.creature_draft import as_name
from orcus_tui.importers.draft_text import Aura
from orcus_tui.importers.fourth.printed import RANKS, ROLES, in_orcus_words
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.orcus.blocks import SIZE, Head, Line, lines_of, with_continued_lines
from orcus_tui.importers.orcus.markdown import read_lines
from orcus_tui.importers.orcus.printed_powers import LABEL, origin_of_sign, parts_of_cost
from orcus_tui.importers.source_text import decode_source

_RANK = "|".join(RANKS)
_ROLE = "|".join(ROLES)
_HEAD = re.compile(
    rf"(?i)(?P<name>.{{0,100}}?),? ?\blevel (?P<level>\d{{1,3}}) "
    rf"(?P<words>(?:(?:{_RANK}|{_ROLE})\b ?)+)(?P<rest>.{{0,60}})"
)
_SECTION = re.compile(
    r"(?i)(?:traits|(?:standard|move|minor|free|triggered|other|opportunity|immediate|no) actions?|triggered|powers)"
)
_KEYED = re.compile(
    r"(?i)(?:initiative|senses|hp\b|ac\b|speed|resist|immune|vulnerable|saving throws?|regeneration|action points?"
    r"|alignment|languages|skills|equipment|str\b|con\b|dex\b|int\b|wis\b|cha\b|xp\b|tactics|description)"
)
_LABELLED = re.compile(rf"(?i){LABEL}\b[^:]{{0,40}}:")
_SIGNED = re.compile(r"[mMrRcCaAO] (?=[A-Z])")
# The sign before aura and use is often lost in copied pages.
_SIGN = r" ?[✦✧●•♦◆] ?"
_AURAS = (
    re.compile(rf"(?i)(?:O )?(?P<name>[A-Z][^✦✧●•♦◆:.]{{0,80}}?){_SIGN}aura (?P<radius>\d{{1,2}})\b[:. ]*(?P<text>.*)"),
    re.compile(r"(?i)(?P<name>[A-Z][^:.;]{0,80}?) aura (?P<radius>\d{1,2})[;:] *(?P<text>.*)"),
    re.compile(r"(?:O )?(?P<name>[A-Z][\w'’ ()-]{0,60}?) Aura (?P<radius>\d{1,2})(?P<text>)"),
)
_HEAD_OF_POWER = r"(?P<sign>[mMrRcCaA] )?(?P<name>[A-Z\"“][^✦✧●•♦◆:;.]{0,80}?)(?: \((?P<tags>[A-Za-z, ]{1,60})\))?"
_POWERS_2010 = (
    re.compile(rf"(?i){_HEAD_OF_POWER}{_SIGN}(?P<use>(?:at[- ]will|encounter|daily|recharge)\b.{{0,80}})"),
    re.compile(rf"{_HEAD_OF_POWER} +(?P<use>At-Will|Encounter|Daily|Recharge(?: .{{1,40}})?)"),
)
_POWER_2008 = re.compile(
    r"(?:[mMrRcCaA] )?[A-Z\"“][^:;.]{0,80}? \((?:standard|move|minor|free|immediate|no action|opportunity|when|at-will|"
    r"encounter|recharge|triggered)\b.*"
)
_PERCEPTION = re.compile(r"(?i)^(?P<before>AC\b.*?\bWill\b\W*\d+)\s*[;,|]?\s+(?P<senses>perception\b.*)")
_SENSES = r"(?:low-light vision|darkvision|blindsight|tremorsense|truesight|all-around vision|blind\b)"
_SPEED = re.compile(rf"(?i)^(?P<before>speed\b.*?)\s*[;,|]?\s+(?P<senses>{_SENSES}.*)")
_SENSED = "Senses: "
_MINION_MISSED = re.compile(r"(?i);? a miss(?:ed attack)? never damages a minion\.?\s*")
_AGAINST = re.compile(r"(?i)\bvulnerable (\d+) (?:against|to) ")
_TRIGGERED = re.compile(
    r"(?i)^(?P<label>attack|effect) \((?P<action>immediate (?:interrupt|reaction)|free action"
    r"|opportunity action|no action|minor action|move action)\): *"
)
_BRACKETED_SIGN = re.compile(r"(?m)^[ \t*•-]{0,9}[(\[]([mMrRcCaA])[)\]] ?(?=[*A-Z])")
_OTHER_DIAMONDS = re.compile("[♦◆✧]")
_DASHED = re.compile(r"(?im) [–—-] (?=(?:level [0-9]|xp [0-9]|senses )[^\n]{0,80}$)")
_SENTENCE_END = (".", "!", "?", ":", ";", "”", '"')
_VERSUS = (" vs", " vs.")
LONGEST_JOINED = 2_000
"""The most characters of a line that is joined from broken lines."""
LONGEST_PLAIN = 60
"""The fewest characters of a line that was broken by the width of a page; shorter lines end on purpose."""


def read(data: bytes) -> ImportResult:
    """The creatures of a text. Raises UnreadableSource if there are none."""
    return read_lines(
        _lines_for_orcus(with_continued_lines(lines_of(_with_usual_signs(decode_source(data))), _continues))
    )


def _with_usual_signs(text: str) -> str:
    """The text with the signs of the books in place of their substitutes: `(m)` for `m`, `♦` for `✦`."""
    text = _BRACKETED_SIGN.sub(r"\1 ", text)
    return _DASHED.sub(" ", _OTHER_DIAMONDS.sub("✦", text))


# Broken lines


def _continues(line: Line, following: Line) -> bool:
    """Whether a line continues in the following one."""
    before, text = line.plain, following.plain
    if not before or not text or len(before) > LONGEST_JOINED:
        return False
    if before.endswith(_VERSUS):
        return True
    if _begins(text) or _is_head(before):
        return False
    if text[0].islower():
        return not before.endswith(_SENTENCE_END) or len(before) > LONGEST_PLAIN
    is_power = _POWER_2008.fullmatch(before) or _first(_POWERS_2010, before) or _first(_AURAS[::2], before)
    is_open = len(before) > LONGEST_PLAIN and not before.endswith(_SENTENCE_END)
    return is_open and not is_power and not _KEYED.match(before)


def _begins(text: str) -> bool:
    """Whether a line begins a part of a stat block."""
    return bool(
        _is_head(text)
        or _SECTION.fullmatch(text)
        or _KEYED.match(text)
        or _LABELLED.match(text)
        or _SIGNED.match(text)
        or _POWER_2008.fullmatch(text)
        or _first(_POWERS_2010, text)
        or re.match(SIZE, text)
    )


def _first(patterns: "tuple[re.Pattern[str], ...]", text: str) -> "re.Match[str] | None":
    """The match of the first pattern that fits the whole text."""
    return next(filter(None, (each.fullmatch(text) for each in patterns)), None)


def _is_head(text: str) -> bool:
    return _HEAD.fullmatch(text) is not None


# Lines for the importer of Orcus


def _lines_for_orcus(lines: list[Line]) -> list[Line]:
    """The lines of stat blocks in the words of Orcus, with their numbers; powers and auras have their parts."""
    found: list[Line] = []
    action, place = "", 0
    while place < len(lines):
        line = lines[place]
        place += 1
        if head := _HEAD.fullmatch(line.plain):
            found += _head(line, head)
            action = ""
        elif _SECTION.fullmatch(line.plain):
            action = line.plain.lower().split()[0]
            found.append(replace(line, text=_section(action), heading=True))
        elif aura := _first(_AURAS, line.plain):
            place, text = _aura_text(lines, place, aura["text"])
            name = aura["name"].strip()
            found.append(replace(line, aura=Aura(aura["radius"], in_orcus_words(name), in_orcus_words(text))))
        elif power := _first(_POWERS_2010, line.plain):
            own = _triggered_action(lines[place : place + 3]) if action in ("triggered", "") else action
            found.append(replace(line, head=_power_head(power, own)))
        else:
            _add_plain(found, line)
    return found


def _head(line: Line, found: "re.Match[str]") -> list[Line]:
    """The name as a heading, and the line with the level in the terms of Orcus."""
    words = [ROLES.get(each.lower(), in_orcus_words(each)) for each in found["words"].split()]
    words = ["Boss" if each.lower() == "solo" else each for each in words]
    level = f"Level {found['level']} {' '.join(words)} {in_orcus_words(found['rest']).strip()}".strip()
    name = [replace(line, text=found["name"].strip(), heading=True)] if found["name"].strip() else []
    return [replace(line, text=""), *name, replace(line, text=level)]


def _section(action: str) -> str:
    return {"traits": "Traits", "powers": "Other Powers", "no": "Other Actions"}.get(
        action, f"{action.title()} Actions"
    )


def _aura_text(lines: list[Line], place: int, text: str) -> tuple[int, str]:
    """The text of an aura, which can be in the lines below its head, and the place after it."""
    below: list[str] = []
    while not text and place < len(lines) and lines[place].plain and not _begins(lines[place].plain):
        if below and not lines[place].plain.endswith("."):
            break
        below.append(lines[place].plain)
        place += 1
    return place, text or " ".join(below)


def _power_head(found: "re.Match[str]", action: str) -> Head:
    """The head of a power of 2010, with the action of its section: `m Bite (weapon) ✦ At-Will`."""
    own = {"minor": "swift", "traits": "free", "triggered": "immediate", "other": "free", "no": "no action"}.get(
        action, action
    )
    cost = (own or "standard", *parts_of_cost(in_orcus_words(found["use"]).strip(" .")))
    origin = origin_of_sign((found["sign"] or "").strip())
    return Head(as_name(found["name"], "Power"), cost, found["tags"] or "", origin)


def _triggered_action(below: list[Line]) -> str:
    """The action that a triggered power names in the lines below its head."""
    for line in below:
        if found := _TRIGGERED.match(line.plain):
            return in_orcus_words(found["action"]).lower().removesuffix(" action")
    return "triggered"


def _add_plain(found: list[Line], line: Line) -> None:
    """Adds any other line; senses that are printed after defenses or speed get a separate line."""
    for pattern in (_PERCEPTION, _SPEED):
        if parts := pattern.match(line.plain):
            before = _place_of_senses(found)
            joined = f"{found.pop(before).text}; {parts['senses']}" if before is not None else ""
            found.append(replace(line, text=parts["before"]))
            found.append(replace(line, text=joined or f"{_SENSED}{parts['senses']}"))
            return
    text = _TRIGGERED.sub(lambda parts: f"{parts['label']}: ", _MINION_MISSED.sub("; ", line.text))
    text = _AGAINST.sub(r"Vulnerable \1 ", text)
    found.append(replace(line, text=in_orcus_words(text)))


def _place_of_senses(found: list[Line]) -> int | None:
    """The place of the line with senses in the lines of the stat block."""
    for at in range(len(found) - 1, -1, -1):
        if found[at].heading:
            return None
        if found[at].text.startswith(_SENSED):
            return at
    return None
