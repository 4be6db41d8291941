"""XML of FightClub 5e and Game Master 5e: the monsters of a compendium."""

import re

from orcus_tui.importers.creature_draft import Leftover, one_line, plain
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.source_text import UnreadableSource, decode_source
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.printed_action import attack_in_fields
from orcus_tui.importers.srd5.printed_creature import (
    TRAITS,
    Limit,
    PrintedCreature,
    PrintedEntry,
    draft_of,
    recharge,
    uses_a_day,
)
from orcus_tui.importers.srd5.statistics import SIZES
from orcus_tui.importers.xml_nodes import Element, read_xml

_FIELDS = {
    "size": "size", "type": "type", "alignment": "alignment", "ac": "ac", "hp": "hp", "speed": "speed",
    "init": "initiative", "vulnerable": "vulnerable", "resist": "resist", "immune": "immune", "cr": "challenge",
    "conditionImmune": "condition immune", "languages": "languages", "description": "description", "source": "source",
}  # fmt: skip
_LISTS = {"save": "saves", "skill": "skills"}
_SECTIONS = {
    "trait": TRAITS, "action": "actions", "bonus": "bonus actions", "reaction": "reactions",
    "legendary": "legendary actions", "mythic": "mythic actions", "lair": "lair actions",
}  # fmt: skip
_IGNORED = (
    "name", "sortname", "environment", "npc", "slots", "ancestry", "treasure", "image", "token", "passive", "senses",
)  # fmt: skip
_INTRODUCTION = r"(?:legendary|mythic) actions\b"
_RECHARGE = r"D([2-6])"
_USES = r"([0-9]{1,4})/day"


def read(data: bytes) -> ImportResult:
    """The monsters of a compendium. Raises UnreadableSource if there are none."""
    text = decode_source(data)
    if text.lstrip().startswith("<monster"):  # cut out of a compendium
        text = f"<compendium>{text}</compendium>"
    root = read_xml(text)
    monsters = root.all("monster")
    others = [Leftover(each.line, "", _words(each)) for each in root.children if each.tag != "monster" and _words(each)]
    if not monsters:
        raise UnreadableSource("no monster found; each is an element <monster>")
    return result_for_system("srd5", (draft_of(_creature(each)) for each in monsters), others)


def _words(element: Element) -> str:
    return one_line(f"{element.tag}: {element.whole_text()}") if element.whole_text() else ""


def _creature(monster: Element) -> PrintedCreature:
    printed = PrintedCreature(plain(monster.child("name").whole_text()), monster.line)
    lists: dict[str, list[str]] = {}
    for each in monster.children:
        text = plain(each.whole_text())
        if each.tag in _FIELDS:
            printed.put(_FIELDS[each.tag], SIZES.get(text, text) if each.tag == "size" else text, each.line)
        elif each.tag in ABILITIES.values():
            printed.abilities |= {each.tag: int(text)} if text.isdecimal() and len(text) < 4 else {}
        elif each.tag in _LISTS:
            lists.setdefault(_LISTS[each.tag], []).append(text)
        elif each.tag in _SECTIONS:
            _add_entry(printed, each)
        elif each.tag == "spells":
            printed.entries.append(PrintedEntry(TRAITS, "Spells", text.replace(",", ", "), each.line)) if text else None
        elif each.tag not in _IGNORED and text:
            printed.unread.append((each.line, f"{each.tag}: {text}"))
    for name, parts in lists.items():
        printed.put(name, parts, monster.line)
    passive, senses = monster.child("passive").text.strip(), plain(monster.child("senses").whole_text())
    shown = [senses, f"passive Perception {passive}" if passive and "passive" not in senses.lower() else ""]
    printed.put("senses", ", ".join(filter(None, shown)), monster.line)
    return printed


def _add_entry(printed: PrintedCreature, element: Element) -> None:
    name = plain(element.child("name").whole_text())
    text = " ".join(filter(None, (plain(each.whole_text()) for each in element.all("text"))))
    if element.tag in ("legendary", "mythic") and re.match(_INTRODUCTION, name, re.IGNORECASE):
        printed.introductions.append(text)
        return
    bonus, damage = _attack(element)
    attack = attack_in_fields(text, bonus, damage)
    shown, limit = _limit(name, element)
    entry = PrintedEntry(_SECTIONS[element.tag], shown, text, element.line, attack, limit=limit)
    printed.entries.append(entry)


def _attack(element: Element) -> tuple[int | None, str]:
    """The bonus and the damage of the first attack that has both: `Bite|+6|2d6+3`."""
    for each in element.all("attack"):
        parts = [part.strip() for part in each.whole_text().split("|")]
        if len(parts) > 2 and re.fullmatch(r"\+?[0-9]{1,3}", parts[1]) and re.fullmatch(r"[0-9d+-]{1,20}", parts[2]):
            return int(parts[1]), parts[2]
    return None, ""


def _limit(name: str, element: Element) -> tuple[str, Limit | None]:
    """The name, and how often it can be used where only the program's own field says that; other words are added."""
    words = element.child("recharge").whole_text().strip()
    if "(" in name or not words:
        return name, None
    if face := re.fullmatch(_RECHARGE, words):
        return name, recharge(int(face[1]))
    if uses := re.fullmatch(_USES, words, re.IGNORECASE):
        return name, uses_a_day(int(uses[1]))
    return f"{name} ({words})", None
