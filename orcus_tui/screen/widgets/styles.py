"""Roles into colours: what each role and ground of a line looks like under the theme that is on."""

from collections.abc import Mapping

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip
from textual.theme import Theme

from orcus_tui.model.creature import Side
from orcus_tui.screen.widgets.row import Line, harmless
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
"""The role, and the colour of the theme it is drawn in."""

BOLD = frozenset({"strong", "focus", "danger"})
HUED = frozenset({"accent", "party", "foes", "neutral", "good", "warning", "danger"})
"""The roles that keep their colour upon the cursor, paler so that they can be read there."""
CURSOR = "cursor"
"""The ground of the row that is selected; any other is plain."""


class Palette:
    """The styles of one theme, each made when it is first asked for.

    `colours` overrides those of the sides; without `hue` there is none, and a ground is shown by reversing.
    With `ascii` every sign that is not is drawn as its stand-in.
    """

    def __init__(self, theme: Theme, colours: Mapping[Side, str], *, hue: bool, ascii: bool) -> None:  # noqa: A002  # as the option is called
        self._ascii = ascii
        self._hue = hue
        self._paler = 1.0 if theme.ansi else 0.4  # the sixteen colours have no shades
        self._colours = _colours(theme) | {side: Color.parse(colour) for side, colour in colours.items()}
        self._styles: dict[tuple[str, str], Style] = {}

    def style(self, role: str, ground: str) -> Style:
        """What a role looks like upon a ground."""
        known = self._styles.get((role, ground))
        if known is None:
            known = self._styles[role, ground] = self._made(role, ground)
        return known

    def shown(self, text: str) -> str:
        """A text as the terminal can show it."""
        return in_ascii(text) if self._ascii else text

    def strip(self, line: Line) -> Strip:
        """A line, ready to be drawn; whatever it says, it steers no terminal."""
        shown = in_ascii if self._ascii else str
        told = ((shown(harmless(text)), role, ground) for text, role, ground in line)
        return Strip([Segment(text, self.style(role, ground)) for text, role, ground in told]).simplify()

    def _made(self, role: str, ground: str) -> Style:
        bold = role in BOLD or ground == CURSOR
        if not self._hue:
            return Style(bold=bold, reverse=ground == CURSOR)
        colours = self._colours
        colour, under = colours[ROLES.get(role, "foreground")], colours["background"]
        if ground == CURSOR:
            under = colours["cursor"]
            colour = colour.blend(colours["cursor text"], self._paler, 1) if role in HUED else colours["cursor text"]
        return Style(color=colour.rich_color, bgcolor=under.rich_color, bold=bold)


def _colours(theme: Theme) -> dict[str, Color]:
    """The colours of a theme; what it leaves out, Textual's colour system makes of the others."""
    if theme.ansi:
        return _ansi_colours(theme)
    made = theme.to_color_system().generate()
    named = {name: Color.parse(made[name]) for name in ("foreground", "background", "accent", "success", "warning")}
    named |= {"error": Color.parse(made["error"]), "party": Color.parse(made["primary"])}
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
    """The terminal's own sixteen: which of them suit, the theme says by being dark or light."""
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
