"""How keys are written for people: `?` for `question_mark`, `Ctrl+P` for `ctrl+p`."""

from collections.abc import Mapping

from orcus_tui.config.settings import SIGN_NAMES

_LABELS: Mapping[str, str] = {name: sign for sign, name in SIGN_NAMES.items()} | {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "tab": "Tab",
    "backspace": "Backspace",
    "insert": "Insert",
    "delete": "Delete",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}


def key_label(key: str) -> str:
    """One key, by the name Textual gives it."""
    *modifiers, bare = key.split("+")
    label = _LABELS.get(bare, bare)
    if modifiers and len(bare) == 1:
        label = label.upper()
    return "+".join((*(each.capitalize() for each in modifiers), label))


def key_labels(keys: str) -> list[str]:
    """Several keys, separated by commas."""
    return [key_label(each) for each in keys.split(",")]
