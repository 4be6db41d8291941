"""The styles of roles and backgrounds of rows in the current theme."""

from collections.abc import Mapping

from rich.style import Style
from textual.color import Color
from textual.theme import Theme

from orcus_tui.model.creature import Side
from orcus_tui.screen.themes import SIGNS, TEXT, readable
from orcus_tui.screen.widgets.signs import in_ascii

ROLES: Mapping[str, str] = {
    "muted": "muted",
    "strong": "foreground",
    "accent": "accent",
    "frame": "frame",
    "focus": "accent",
    "party": "party",
    "foes": "foes",
    "neutral": "neutral",
    "good": "success",
    "warning": "warning",
    "danger": "error",
}
"""The theme colour of each role."""

BOLD = frozenset({"strong", "focus", "danger"})
HUED = frozenset({"accent", "party", "foes", "neutral", "good", "warning", "danger"})
"""The roles that keep their colour on the cursor's background, in a paler shade so that they are readable."""
CURSOR = "cursor"
"""The background of the selected row; any other is plain."""


class Palette:
    """The styles of one theme, each created on first use.

    `derived` has the colours of the theme by name; `sides` has colours of sides that replace those of the theme.
    Without `hue`, nothing is coloured and the cursor is shown in reverse. With `ascii`, signs outside ASCII are
    replaced.
    """

    def __init__(
        self,
        theme: Theme,
        derived: Mapping[str, str],
        sides: Mapping[Side, str],
        *,
        hue: bool,
        ascii: bool,  # noqa: A002  # as the option is called
    ) -> None:
        self._ascii = ascii
        self._hue = hue
        self._is_ansi = theme.ansi
        self._paler = 1.0 if theme.ansi else 0.4  # no shades
        own = {side: Color.parse(colour) for side, colour in sides.items()}
        self._colours = (_ansi_colours(theme) if theme.ansi else _colours(derived)) | own
        self._styles: dict[tuple[str, str], Style] = {}

    def style(self, role: str, background: str) -> Style:
        """The style of a role on a background."""
        style = self._styles.get((role, background))
        if style is None:
            style = self._styles[role, background] = self._make_style(role, background)
        return style

    @property
    def is_ascii(self) -> bool:
        """Whether only ASCII is drawn."""
        return self._ascii

    def encode(self, text: str) -> str:
        """A text as this terminal can show it: only ASCII if necessary."""
        return in_ascii(text) if self._ascii else text

    def _make_style(self, role: str, background: str) -> Style:
        bold = role in BOLD or background == CURSOR
        if not self._hue:
            return Style(bold=bold, reverse=background == CURSOR)
        colours = self._colours
        colour, under = colours[ROLES.get(role, "foreground")], colours["background"]
        if background == CURSOR:
            under = colours["cursor"]
            colour = colour.blend(colours["cursor text"], self._paler, 1) if role in HUED else colours["cursor text"]
        if not self._is_ansi:
            colour = readable(colour, under, SIGNS if role == "frame" else TEXT)
        return Style(color=colour.rich_color, bgcolor=under.rich_color, bold=bold)


def _colours(derived: Mapping[str, str]) -> dict[str, Color]:
    """The colours of roles in a theme."""
    named = {name: Color.parse(derived[name]) for name in ("foreground", "background", "accent", "success", "warning")}
    named |= {"error": Color.parse(derived["error"]), "party": Color.parse(derived["primary"])}
    plain, under = named["foreground"], named["background"]
    if plain.a < 1:
        plain = named["foreground"] = under.blend(plain, plain.a, 1)
    return named | {
        "muted": under.blend(plain, 0.65, 1),
        "frame": under.blend(plain, 0.35, 1),
        "cursor": under.blend(named["party"], 0.27, 1),
        "cursor text": plain,
        "foes": named["error"],
        "neutral": named["warning"],
    }


def _ansi_colours(theme: Theme) -> dict[str, Color]:
    """The terminal's own sixteen colours, chosen for a dark or a light theme."""
    names = {
        "foreground": "ansi_default",
        "background": "ansi_default",
        "muted": "ansi_bright_black",
        "frame": "ansi_bright_black",
        "cursor": "ansi_blue",
        "cursor text": "ansi_bright_white",
        "accent": "ansi_cyan" if theme.dark else "ansi_blue",
        "success": "ansi_green",
        "warning": "ansi_yellow",
        "error": "ansi_bright_red" if theme.dark else "ansi_red",
        "party": "ansi_bright_blue" if theme.dark else "ansi_blue",
        "foes": "ansi_bright_red" if theme.dark else "ansi_red",
        "neutral": "ansi_yellow",
    }
    return {role: Color.parse(name) for role, name in names.items()}
