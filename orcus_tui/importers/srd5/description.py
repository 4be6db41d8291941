"""What formats of the fifth edition say alike: the keys that SRD 5.1 JSON and Open5e share, hit dice and traits."""

import re
from collections.abc import Iterable

from orcus_tui.dice import DiceError, parse
from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.source_record import Record

_REGENERATION = r"regains (?P<amount>[0-9]+) hit points at the start of its turn"


def describe(record: Record, type_keys: Iterable[str]) -> CreatureDraft:
    """The draft of a creature with its description; its type is made of the texts under `type_keys`."""
    draft = CreatureDraft(record.text("name"), record.line)
    for key in ("size", "alignment", "languages"):
        draft.put(key, _text_or_name(record, key))
    draft.put("type", ", ".join(filter(None, (_text_or_name(record, key) for key in type_keys))))
    draft.put("max_hp", record.whole("hit_points"))
    return draft


def read_hit_dice(draft: CreatureDraft, text: str) -> None:
    """Reads the dice of a creature's hit points; what is no dice stays text."""
    try:
        draft.put("hit_dice", parse(text.replace(" ", "")).text if text else "")
    except DiceError:
        draft.add_text(f"Hit dice {text}")


def read_trait(draft: CreatureDraft, name: str, text: str, line: int) -> None:
    """Reads what holds without being used, which is for the table to apply; regeneration is also a field."""
    found = re.search(_REGENERATION, plain(text), re.IGNORECASE)
    draft.put("regeneration", int(found["amount"]) if found else None)
    draft.add_unclear_trait(name, text, line)


def _text_or_name(record: Record, key: str) -> str:
    """A text, or the name in an object."""
    inner = record.record(key)
    return plain(record.text(key) or inner.text("name") or inner.text("as_string"))
