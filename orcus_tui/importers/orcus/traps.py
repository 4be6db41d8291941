"""Orcus traps, in Markdown or as a table in JSON: a trigger, an attack and countermeasures, mostly no hit points."""

import re

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.importers.creature_draft import CreatureDraft, one_line, plain
from orcus_tui.importers.draft_text import PRONE, EffectLine, Roll
from orcus_tui.importers.orcus.blocks import Block, Line, level_match
from orcus_tui.importers.orcus.powers import add_entry
from orcus_tui.importers.orcus.printed_powers import AttackParts, Entry, Result, as_range, marked_entry, origin_of_sign
from orcus_tui.importers.orcus.statistics import begins_with_key, read_above, read_level, read_statistics
from orcus_tui.importers.source_record import EntryFormat, Record
from orcus_tui.model.text import name_key

NOTICE, TRIGGER, COUNTERMEASURES, SPECIAL, TARGET = "Notice", "Trigger", "Countermeasures", "Special", "Target"
TRAITS = (NOTICE, TRIGGER, COUNTERMEASURES, SPECIAL)
"""The titles of a trap's passages apart from its attack, in the order they are shown."""
ONE_OFF = "one-off"
_TRAP_TYPES = (ONE_OFF, "hazard", "recurring", "elite")
_LABEL = r"(?i)[*_]*(?P<label>hit|miss|effect|aftereffect)(?![^\W_]):?[*_]*:? +(?P<text>(?-i:[A-Z\d]).*)"
_TITLED = rf"[*_]*(?P<title>{'|'.join((*TRAITS, TARGET))})(?![^\W_]):?[*_]*:? *(?P<text>(?:[A-Z\d].*)?)"
_ATTACK = r"(?P<sign>\S{1,2} +)?[*_]*Attack[*_]*(?P<tags> *[●•][^.;:+\d]*)?"
_FALLS_FIRST = r"(?P<falls>The target [^.,]+), takes (?P<damage>[^.,]* damage), and (?P<then>[^.,]+)"
_SECONDARY = r"(?i)[*_]*secondary attack\b"
_NOTICE = r"(?i)(?:[a-z ]{1,40} )?DC \d{1,2}: .+"
_PART = r"(?i)\(AC (?P<ac>\d{1,3}), other(?: defenses)? (?P<others>\d{1,3})(?:; (?:hp|hit points) (?P<hp>\d{1,4}))?\)"
_DAMAGE = r"(?i)\btakes? (?P<dice>\d{1,2}d\d{1,2}(?: *\+ *\d{1,2})?) (?:\w+ )?damage\b"
_RESULTS = {"Hit": "Attack - Hit", "Miss": "Attack - Miss", "Effect": "Attack - Effect"}
_PICTURE = r"(?s)<figure\b.*?(?:</figure>|$)"
_INITIATIVE = r"[+-]?\d{1,3}"


class Trap(Struct):
    """A trap during its import: its draft, the targets of its attacks, its powers, and passages by title."""

    draft: CreatureDraft
    target: str = ""
    powers: list[Entry] = field(default_factory=list)
    passages: dict[str, list[str]] = field(default_factory=dict)

    def add_passage(self, title: str, text: str) -> None:
        """Adds a passage below a title."""
        if text.strip():
            self.passages.setdefault(title, []).append(text)


def is_trap(block: Block) -> bool:
    """Whether a block is a trap, from its XP, `25 XP Trap`, or its type, `One-Off`."""
    match = level_match(block.level)
    if match is None:
        return False
    found = re.match(r"(?i)(?:elite )?(?:one-off|hazard|recurring)\b", match["words"])
    return found is not None or re.search(r"(?i)\btrap\b", match["rest"] or "") is not None


def trap_of(block: Block) -> CreatureDraft:
    """The trap of a block."""
    draft = CreatureDraft(block.name, block.level.number)
    read_level(draft, block)
    read_above(draft, block)
    trap = Trap(draft)
    entry: Entry | None = None
    for line in block.lines:
        begun = _read_line(trap, line, entry)
        if begun is not entry:
            _close(trap, entry)
            entry = begun
    _close(trap, entry)
    return finish_trap(trap, str(draft.table.get("role", "")))


def _read_line(trap: Trap, line: Line, entry: Entry | None) -> Entry | None:
    """Reads a line and returns the entry that is open after it."""
    if not line.text or line.rule:
        return entry
    if entry is not None and re.fullmatch(_LABEL, line.text):
        add_line(entry, line)
        return entry
    if begins_with_key(line):
        read_statistics(trap.draft, line)
        return entry
    if entry is None and re.fullmatch(_NOTICE, line.plain):
        return Entry(line.number, NOTICE, body=[line])
    begun = _entry_at(line)
    if begun is None and entry is not None:
        entry.add(line)
    elif begun is None:
        trap.draft.add_unclear(line.plain, line.number)
    return begun or entry


def _entry_at(line: Line) -> Entry | None:
    """The entry that a line begins: a title with its text, or an attack."""
    if titled := re.fullmatch(_TITLED, line.text):
        return Entry(line.number, titled["title"], body=[Line(line.number, titled["text"])] if titled["text"] else [])
    if head := re.fullmatch(_ATTACK, line.text):
        sign, tags = (head["sign"] or "").strip("\ufe0f "), head["tags"] or ""
        return Entry(line.number, "Attack", tags=plain(tags).strip("●• "), origin=origin_of_sign(sign))
    return marked_entry(line)


def add_line(entry: Entry, line: Line) -> None:
    """Adds a line to an attack."""
    label, text = label_and_text(line.text)
    if label:
        add_result(entry, line.number, label, text)
    else:
        entry.add(line)


def label_and_text(line: str) -> tuple[str, str]:
    """The label of a result of an attack, which may be empty, and the text after it."""
    labelled = re.fullmatch(_LABEL, line)
    return (labelled["label"].capitalize(), labelled["text"]) if labelled else ("", line)


def add_result(entry: Entry, number: int, label: str, text: str) -> None:
    """Adds a result of the attack, such as a miss, before a secondary attack."""
    said = damage_first(text)
    second = (at for at, line in enumerate(entry.body) if re.match(_SECONDARY, line.text))
    entry.body.insert(next(second, len(entry.body)), Line(number, f"{label}: {said}"))


def damage_first(text: str) -> str:
    """The text of a result, with the damage moved before the fall."""
    said = re.sub(_FALLS_FIRST, r"\g<damage>, and the target \g<then>. \g<falls>", text)
    return re.sub(r" *\(but there is no secondary attack\)", "", said)


def _close(trap: Trap, entry: Entry | None) -> None:
    """Adds the open entry to the trap, if there is one."""
    if entry is None:
        return
    if entry.name == TARGET:
        trap.target = entry.text()
    elif entry.name in TRAITS:
        for line in entry.body:
            trap.add_passage(entry.name, line.text)
    else:
        trap.powers.append(entry)


def finish_trap(trap: Trap, description: str) -> CreatureDraft:
    """Completes the draft of a trap; `description` is its type and role, such as `One-Off Elite Warning`."""
    draft, words = trap.draft, description.split()
    types = [word.lower() for word in words if word.lower() in _TRAP_TYPES]
    types += ["elite"] if draft.table.get("kind") == "elite" and "elite" not in types else []
    draft.table["kind"] = "trap"
    draft.table.pop("role", None)
    draft.put("role", " ".join(word for word in words if word.lower() not in _TRAP_TYPES))
    draft.put("tags", types)
    _read_part(draft, " ".join(trap.passages.get(COUNTERMEASURES, ())))
    for title in TRAITS:
        if title in trap.passages:
            draft.add_trait(title, one_line(" ".join(_sentences(trap.passages[title]))))
    for entry in trap.powers:
        _add_power(trap, entry, use="encounter" if ONE_OFF in types else "at-will")
    _put_occasion(draft)
    return draft


_SQUARES = r"(?i)begins its turn in one of the trap['’]s squares"
_EACH_ROUND = r"(?i)on subsequent turns, the trap attacks"
_STRUCK = r"(?i)triggered by any attack directly against"


def _put_occasion(draft: CreatureDraft) -> None:
    """Sets what sets off a trap, if the program can detect it: a turn in its squares, its own turn, an attack."""
    for trait in (each for each in draft.traits() if each["name"] == TRIGGER):
        text = str(trait["text"])
        if re.search(_SQUARES, text) and draft.powers:
            verb = "attack" if "attack" in draft.powers[0] else "use"
            line = f"{verb} {name_key(str(draft.powers[0]['name']))}"
            draft.extend("aura", [{"name": f"{TRIGGER} squares", "side": "all", "line": line, "at": "start"}])
        elif re.search(_EACH_ROUND, text):
            trait["trigger"] = "turn start"
        elif re.search(_STRUCK, text):
            trait["trigger"] = ["hit", "missed"]


def _sentences(passages: list[str]) -> list[str]:
    """The passages, each ended with punctuation, so that they can be joined."""
    return [text if re.search(r"[.!?…:]$", text.rstrip()) else f"{text.rstrip()}." for text in passages]


def _read_part(draft: CreatureDraft, text: str) -> None:
    """Reads the defenses and hit points of a part of the trap that can be attacked."""
    found = re.search(_PART, text)
    if found is None:
        return
    others = dict.fromkeys(("fortitude", "reflex", "will"), int(found["others"]))
    draft.put("defenses", {"ac": int(found["ac"]), **others})
    draft.put("max_hp", int(found["hp"]) if found["hp"] else None)


def _add_power(trap: Trap, entry: Entry, use: str) -> None:
    """Adds a power; it takes no action, because the trap's trigger sets it off."""
    entry.cost = ("no action", use)
    first = len(trap.draft.powers)
    add_entry(trap.draft, entry)
    power = trap.draft.powers[first]
    if trap.target:
        power["text"] = f"Target: {trap.target.strip(' .')}. {power.get('text', '')}".strip()
    if "attack" not in power and (hurt := re.search(_DAMAGE, entry.text())):
        power["damage"] = hurt["dice"]
        power["effects"] = [EffectLine((PRONE,))] if re.search(r"\bprone\b", entry.text()) else []


# Traps as a table in JSON, one object for each


def _trap(record: Record) -> CreatureDraft:
    draft = CreatureDraft(record.text("Name"), record.line)
    draft.put("level", record.whole("Level"))
    draft.put("xp", record.whole("XP"))
    draft.add_text(re.sub(_PICTURE, "", record.text("Description")))
    if re.fullmatch(_INITIATIVE, initiative := record.text("Initiative").strip()):
        draft.put("initiative", int(initiative))
    trap = Trap(draft, target=record.text("Target"))
    trap.add_passage(NOTICE, f"{record.text('Skill')} {record.text('Notice')}".strip())
    for title in (TRIGGER, COUNTERMEASURES, SPECIAL):
        for line in record.text(title).splitlines():
            trap.add_passage(title, line.strip())
    trap.powers.append(_attack(record))
    finished = finish_trap(trap, f"{record.text('Role')} {record.text('Type')}")
    finished.add_all_unclear(record.unread_texts())
    return finished


read = EntryFormat(
    "orcus", lambda record: record.has_all(("Name", "Trigger")) and record.whole("Level") is not None, _trap
).read
"""The traps of a table."""


def _attack(record: Record) -> Entry:
    """The attack of a trap as fields, and as the lines that the book prints: range and roll, then each result."""
    entry = Entry(record.line_of("Attack - Name"), record.text("Attack - Name") or "Attack")
    entry.tags = record.text("Attack - Tags")
    entry.origin = record.text("Attack - Type").lower()
    bonus, reach = record.whole("Attack - Attack Bonus"), record.text("Attack - Range")
    if bonus is not None:
        roll = Roll(f"{bonus:+d}", record.text("Attack - Defense"))
        text = f"{reach}; {roll}" if reach else str(roll)
        entry.add(Line(record.line_of("Attack - Attack Bonus"), text))
        results = [each for label, key in _RESULTS.items() for each in _results(label, record.text(key))]
        entry.attacks = (AttackParts(roll, range=as_range(plain(reach)), results=tuple(results)),)
    for label, key in _RESULTS.items():
        first, *others = record.text(key).splitlines() or [""]
        if first:
            add_result(entry, record.line_of(key), label, first.strip())
        for each in filter(None, map(str.strip, others)):
            add_line(entry, Line(record.line_of(key), each))
    return entry


def _results(label: str, text: str) -> list[Result]:
    """The results in a field of the attack; a line with a label begins another result."""
    found: list[Result] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        own, words = label_and_text(line) if found else (label, line)
        said = damage_first(plain(words))
        if own:
            found.append(Result(own, said))
        else:
            found[-1] = replace(found[-1], words=f"{found[-1].words} {said}")
    return found
