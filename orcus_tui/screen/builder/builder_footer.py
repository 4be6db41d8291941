"""The keys in the footer of the builder."""

from collections.abc import Mapping

from orcus_tui.screen.widgets.footer import Keys

FOOTER: Mapping[str, Keys] = {
    "ask": (("enter", "confirm"), ("escape", "cancel")),
    "library": (("enter", "add"), ("up,down", "move"), ("tab", "encounter"), ("escape", "back")),
    "encounter": (
        ("plus,minus", "count"),
        ("greater_than_sign,less_than_sign", "level"),
        ("x", "remove"),
        ("n", "name"),
        ("p", "party"),
        ("h", "heroes"),
        ("w", "write"),
        ("o", "play"),
        ("f", "proposals"),
        ("F", "fill"),
        ("i", "import"),
        ("tab", "next pane"),
        ("escape", "back"),
    ),
    "block": (("up,down", "scroll"), ("tab", "library"), ("escape", "back")),
}
"""The keys in the footer, by the pane that has the focus."""
