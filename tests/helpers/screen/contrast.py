"""The contrast of two colours, computed independently of the program."""

from functools import cache

from textual.color import Color


@cache
def contrast_of(one: Color, other: Color) -> float:
    """The contrast by the web accessibility guidelines: from 1 to 21; text is readable from 4.5."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Color) -> float:
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
