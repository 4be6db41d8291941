"""The keys of the builder and of its footer."""

from collections.abc import Mapping

from textual.binding import Binding

from orcus_tui.screen.widgets.key_hints import Keys

KEYS = (
    Binding("escape", "leave", show=False),
    Binding("enter", "add", show=False),
    Binding("down,j", "move(1)", show=False),
    Binding("up,k", "move(-1)", show=False),
    Binding("pagedown", "page(1)", show=False),
    Binding("pageup", "page(-1)", show=False),
    Binding("tab", "switch(1)", show=False),
    Binding("shift+tab", "switch(-1)", show=False),
    Binding("slash", "search", show=False),
    Binding("plus", "count(1)", show=False),
    Binding("minus", "count(-1)", show=False),
    Binding("delete,x", "remove", show=False),
    Binding("greater_than_sign,right", "level(1)", show=False),
    Binding("less_than_sign,left", "level(-1)", show=False),
    Binding("n", "ask_name", show=False),
    Binding("p", "ask_party", show=False),
    Binding("h", "ask_heroes", show=False),
    Binding("w,ctrl+s", "write", show=False),
    Binding("W", "write_as", show=False),
    Binding("f", "propose", show=False),
    Binding("F", "ask_fill", show=False),
    Binding("d", "next_fight", show=False),
    Binding("i", "import", show=False),
    Binding("H", "hero", show=False),
    Binding("O", "odds", show=False),
    Binding("v", "what_if", show=False),
    Binding("P", "print", show=False),
    Binding("o", "play", show=False),
)
"""The action of each key."""

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
        ("d", "next fight"),
        ("i", "import"),
        ("H", "new hero"),
        ("O", "odds"),
        ("v", "what if"),
        ("P", "print"),
        ("tab", "next pane"),
        ("escape", "back"),
    ),
    "block": (("up,down", "scroll"), ("tab", "library"), ("escape", "back")),
}
"""The keys in the footer, by the pane that has the focus."""
