"""Vault notes with Archmage stat blocks: each in a fenced block of YAML, in a page of text."""

import re

from orcus_tui.importers.archmage.heads import Head, put_figures
from orcus_tui.importers.archmage.passages import attack_parts, is_rider, read_initiative
from orcus_tui.importers.archmage.powers import PrintedAction, Rider, add_action
from orcus_tui.importers.archmage.traits import add_trait, read_critical_range, read_resistance, read_vulnerability
from orcus_tui.importers.creature_draft import CreatureDraft, Leftover, one_line, plain
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.source_text import UnreadableSource, decode_source
from orcus_tui.importers.yaml_nodes import PROPERTIES, block_node, fence, numbered_lines

_FENCE = fence("statblock")
_DICE = re.compile(r"`dice: *([^`|]*)[^`]*`")
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_ACTION_LISTS = ("actions", "triggered_actions", "nastier_actions")
_MARKS = {"triggered_actions": "special trigger", "nastier_actions": "nastier special"}
_TRAIT_LISTS = (("traits", "trait"), ("nastier_traits", "nastierSpecial"))
_LOOKS = ("layout", "columns", "levelOrdinal", "statblock", "image", "color", "columnWidth", "forceColumns", "monster")


def read(data: bytes) -> ImportResult:
    """The creatures of a note. Raises UnreadableSource if there are none."""
    text = decode_source(data)
    drafts: list[CreatureDraft] = []
    others: list[Leftover] = []
    # What a note says of itself in its properties is about the note.
    properties = PROPERTIES.match(text)
    place = properties.end() if properties else 0
    for found in _FENCE.finditer(text, place):
        others += _outside(text, place, found.start())
        drafts.append(_creature(Record(block_node(text, found))))
        place = found.end()
    others += _outside(text, place, len(text))
    if not drafts:
        raise UnreadableSource("no stat block found; each is YAML between ```statblock and ```")
    return result_for_system("archmage", drafts, others)


def _outside(text: str, start: int, end: int) -> list[Leftover]:
    """The lines of a note between its stat blocks."""
    lines = numbered_lines(text, start, end)
    return [Leftover(line, "", one_line(each)) for line, each in lines if plain(each).strip("#`~- ")]


def _creature(record: Record) -> CreatureDraft:
    draft = CreatureDraft(_text(record, "name"), record.line)
    head = Head()
    for key in ("strength", "size", "role", "type"):
        head.read(_text(record, key))
    head.level = record.whole("level")
    head.put_into(draft, record.line)
    figures = {each: number for each in ("ac", "pd", "md", "hp") if (number := record.whole(each)) is not None}
    put_figures(draft, figures, [])
    if initiative := _text(record, "initiative"):
        read_initiative(draft, initiative, record.line_of("initiative"))
    read_resistance(draft, plain(_text(record, "resistance")), record.line_of("resistance"))
    read_vulnerability(draft, plain(_text(record, "vulnerability")), record.line_of("vulnerability"))
    texts: list[str] = []
    for key in _ACTION_LISTS:
        for item in record.records(key):
            texts += _add_action(draft, item, key)
            draft.add_all_unclear(item.unread_texts())
    for key, kind in _TRAIT_LISTS:
        texts += _add_traits(draft, record, key, kind)
    read_critical_range(draft, texts)
    record.skip(*_LOOKS)
    draft.add_all_unclear(record.unread_texts())
    return draft


def _add_traits(draft: CreatureDraft, record: Record, key: str, kind: str) -> list[str]:
    """Adds the traits of a list; returns their texts."""
    texts: list[str] = []
    for item in record.records(key):
        name, text = _text(item, "name"), _text(item, "desc")
        texts.append(text)
        add_trait(draft, plain(name), text, item.line, kind)
        for each in item.records("traits"):
            draft.add_unclear_trait(plain(_text(each, "name")), _text(each, "desc"), each.line)
        draft.add_all_unclear(item.unread_texts())
    return texts


def _add_action(draft: CreatureDraft, item: Record, key: str) -> list[str]:
    """Adds an action with its riders, and the traits listed with it; returns the texts of those."""
    name, text = _text(item, "name"), _text(item, "desc")
    parsed, attack, hit = attack_parts(f"{name}—{text}")
    listed = [Rider(_text(each, "name"), _text(each, "desc"), each.line) for each in item.records("traits")]
    riders = tuple(each for each in listed if is_rider(each.label) and plain(each.label).lower() != "miss")
    miss = next((each.text for each in listed if plain(each.label).lower() == "miss"), "")
    mark = "" if "trigger" in name.lower() else _MARKS.get(key, "")
    add_action(draft, PrintedAction(parsed or name, attack, hit if parsed else text, miss, riders, item.line, mark))
    traits = [each for each in listed if not is_rider(each.label)]
    for each in traits:
        add_trait(draft, plain(each.label), each.text, each.line)
    return [each.text for each in traits]


def _text(record: Record, key: str) -> str:
    """The text of a field, without tags, links and the marks of dice."""
    return _LINK.sub(r"\1", _DICE.sub(r"\1", html_text(record.text(key))))
