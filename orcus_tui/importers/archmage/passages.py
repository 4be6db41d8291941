"""The lines of a printed stat block of the Archmage Engine: attacks with their riders, traits, nastier specials."""

import re
from collections.abc import Iterable

from msgspec import Struct

from orcus_tui.importers.archmage.powers import PrintedAction, Rider, add_action, with_riders
from orcus_tui.importers.archmage.statistics import add_trait, read_critical_range, read_resistance
from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.html_text import Paragraph

DASH = r"(?:—|–|---?| - )"
_BONUS = r"\+ ?[0-9]+"
_VERSUS = r"(?:vs\.?|versus|against) ?(?:the (?:target's )?(?:lowest|lower) (?:of )?)?(?P<defense>AC|PD|MD)\b"
_ATTACK = re.compile(
    rf"(?P<name>[^:]{{0,30}}:? ?[^:]{{1,100}}?)[,:]? ?(?P<bonus>{_BONUS})(?P<aside> ?\([^()]*\))? {_VERSUS}(?P<rest>.*)"
)
_UNROLLED = re.compile(
    rf"(?P<name>(?:\[[^\]]{{1,40}}\] ?)?[CRM]: [^:—]{{1,80}}?)(?P<targets> ?\([^()]*\))? ?{DASH} ?(?P<hit>.+)"
)
_TARGETS = re.compile(r" ?\((?:[^()]|\([^()]*\))*\)")
_MORE_TARGETS = re.compile(r"(?P<targets> [^.;:,—]{1,100})(?=—)")
_LABEL = re.compile(r"(?P<label>[^:]{1,110}):\s+(?P<text>.+)|(?P<only>[^:]{1,60}):")
_RIDER = re.compile(
    r"(?i)(?:\[[^\]]*\] ?)?(?:(?:first|second|third|fourth|any|each|all|both|dual|one|two|three|either) )*"
    r"(?:natural|even|odd|miss(?:es)?|hit|crit|critical|limited use|quick use|quick action|special(?: trigger)?"
    r"|aftereffect|effect|attacks?|targets?|failed|failed saves?|successful|if|free charge|on a|escalation die"
    r"|(?:the )?target (?:is|has|fails|was))\b"
)
_ROLLED = re.compile(
    r"(?i)(?:(?:first|second|any) )?(?:natural (?:even|odd|[0-9]+)|miss|crit(?:ical hit)?|(?:even |odd )?hit or miss)\b"
)
"""Labels that always begin a rider of an attack, even below a trait."""
_NASTIER = re.compile(r"(?i)nast(?:y|ier) specials?(?: \(.*\))?:?")
_FIELD = re.compile(r"(?i)(?P<field>init(?:iative)?|vulnerab(?:ility|le)|resist(?:ance)?)(?: to)?:? +(?P<value>.+)")
_LISTED = re.compile(r"[\w ,+-]{2,60}\.?")
"""A pattern for a value that is short enough for a field; a longer one is the text of a trait."""
_DAMAGE_ASIDE = re.compile(r"\s*\((?P<hit>\+?[0-9][^()]{0,80}damage)\)\.?")
_INITIATIVE = re.compile(r"(?P<number>[+-]? ?[0-9]+)(?P<rest>.*)")


class _Trait(Struct):
    name: str
    text: str
    line: int
    kind: str


def read_passages(draft: CreatureDraft, passages: Iterable[Paragraph]) -> None:
    """Adds the initiative, the attacks and the traits of a stat block's paragraphs."""
    reader = _PassageReader(draft)
    for passage in passages:
        reader.read(passage)
    reader.finish()


def begins_passage(text: str) -> bool:
    """Whether a line begins a new paragraph, in a text whose lines are broken."""
    words = plain(text)
    labelled = _LABEL.fullmatch(words)
    return bool(
        _NASTIER.fullmatch(words)
        or _ATTACK.fullmatch(words)
        or _UNROLLED.fullmatch(words)
        or (labelled and words[0].isupper())
        or _FIELD.fullmatch(words)
    )


def is_attack(text: str) -> bool:
    """Whether a line is an attack."""
    return _ATTACK.fullmatch(plain(text)) is not None


def action_in(text: str, line: int, mark: str = "") -> PrintedAction | None:
    """The action of an attack line: its name, its roll with the targets, and its hit; None for any other line."""
    words = _plain_with_dashes(text)
    if found := _ATTACK.fullmatch(words):
        attack = f"{found['bonus']} vs. {found['defense']}{found['aside'] or ''}"
        rest = found["rest"]
        if damage := _DAMAGE_ASIDE.fullmatch(rest):
            return PrintedAction(found["name"].strip(), attack, damage["hit"], line, mark=mark)
        while targets := _TARGETS.match(rest):
            attack += targets[0]
            rest = rest[targets.end() :]
        if more := _MORE_TARGETS.match(rest):
            attack += more["targets"]
            rest = rest[more.end() :]
        hit = re.sub(rf"^[\s,;:.]*(?:{DASH}|-)?\s*", "", rest)
        return PrintedAction(found["name"].strip(), attack, hit, line, mark=mark)
    if found := _UNROLLED.fullmatch(words):
        return PrintedAction(found["name"].strip(), (found["targets"] or "").strip(), found["hit"], line, mark=mark)
    return None


def is_rider(label: str) -> bool:
    """Whether a label is a rider of the attack above it, not the name of a trait."""
    return _RIDER.match(plain(label)) is not None


def _plain_with_dashes(text: str) -> str:
    """Like `plain`, but a dash between an attack and its hit stays different from a minus."""
    return re.sub(r"---+", "—", plain(re.sub(r"\s*(?:—|---)\s*", "—", text)))


class _PassageReader:
    """Reads paragraphs one after another; riders go to the attack before them."""

    def __init__(self, draft: CreatureDraft) -> None:
        self._draft = draft
        self._entries: list[PrintedAction | _Trait] = []
        self._riders: list[list[Rider]] = []
        self._nastier = False
        self._takes_riders = False

    def read(self, passage: Paragraph) -> None:
        words = _plain_with_dashes(passage.text)
        if _NASTIER.fullmatch(words):
            self._nastier, self._takes_riders = True, False
        elif not self._read_field(words, passage.line) and not self._read_attack(words, passage.line):
            self._read_labelled(words, passage)

    def _read_field(self, words: str, line: int) -> bool:
        """Reads initiative, resistance or vulnerability; after the first attack, only short values."""
        found = _FIELD.fullmatch(words)
        name, value = (found["field"].lower(), found["value"].strip()) if found else ("", "")
        is_value = _INITIATIVE if name.startswith("init") else _LISTED
        if found is None or (self._entries and not is_value.fullmatch(value)):
            return False
        if name.startswith("init"):
            read_initiative(self._draft, value, line)
        else:
            read_resistance(self._draft, name, value, line)
        return True

    def _read_attack(self, words: str, line: int) -> bool:
        action = None if _ROLLED.match(words) else action_in(words, line, "nastier special" if self._nastier else "")
        if action:
            self._entries.append(action)
            self._riders.append([])
            self._takes_riders = True
        return action is not None

    def _read_labelled(self, words: str, passage: Paragraph) -> None:
        found = _LABEL.fullmatch(words)
        label = (found["label"] or found["only"]).strip() if found else ""
        text = (found["text"] or "").strip() if found else words
        last = self._entries[-1] if self._entries else None
        if label and self._riders and (is_rider(label) if self._takes_riders else _ROLLED.match(label)):
            self._riders[-1].append(Rider(label, text, passage.line))
        elif label:
            kind = "nastierSpecial" if self._nastier else "trait"
            self._entries.append(_Trait(label, text, passage.line, kind))
            self._takes_riders = False
        elif isinstance(last, _Trait):
            last.text = f"{last.text} {words}".strip()
        else:
            self._draft.add_unclear(passage.text, passage.line)

    def finish(self) -> None:
        """Adds the attacks and traits to the creature."""
        riders = iter(self._riders)
        for entry in self._entries:
            if isinstance(entry, _Trait):
                add_trait(self._draft, entry.name, entry.text, entry.line, entry.kind)
            else:
                add_action(self._draft, with_riders(entry, next(riders)))
        read_critical_range(self._draft, (each.text for each in self._entries if isinstance(each, _Trait)))


def read_initiative(draft: CreatureDraft, words: str, line: int) -> None:
    """Reads the initiative bonus; further words are kept as text."""
    found = _INITIATIVE.fullmatch(plain(words))
    if found is None:
        draft.add_unclear(f"Initiative: {words}", line)
        return
    draft.put("initiative", int(found["number"].replace(" ", "")))
    if found["rest"].strip():
        draft.add_text(f"Initiative: {words}")
