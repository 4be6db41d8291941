"""How much two colours differ in light, and a colour changed as little as it takes to be read on its ground."""

from functools import lru_cache

from textual.color import Color

TEXT, SIGNS = 4.5, 3.0
"""The least contrast of text, and of signs and frames, as the Web Content Accessibility Guidelines have it."""

BLACK, WHITE = Color(0, 0, 0), Color(255, 255, 255)
STEP = 0.05
"""How far a colour goes towards black or white at a time."""


def contrast(one: Color, other: Color) -> float:
    """How much two colours differ in light: from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable(colour: Color, ground: Color, least: float = TEXT) -> Color:
    """The colour, lighter or darker where it does not differ enough from its ground; its hue stays."""
    towards = max((BLACK, WHITE), key=lambda end: contrast(end, ground))
    changed, share = colour, 0.0
    while contrast(changed, ground) < least and share < 1:
        share += STEP
        changed = colour.blend(towards, min(share, 1), 1)
    return changed


@lru_cache(maxsize=1024)
def _luminance(colour: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
