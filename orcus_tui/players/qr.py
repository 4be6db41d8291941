"""QR codes of addresses, in half blocks."""

import segno

QUIET = 2
"""Light modules around a QR code."""


def qr_rows(url: str) -> list[tuple[tuple[bool, bool], ...]]:
    """A QR code in rows of half blocks: for each cell, whether its upper and its lower half are dark."""
    modules = [[bool(module) for module in row] for row in segno.make(url, error="l").matrix_iter(border=QUIET)]
    if len(modules) % 2:
        modules.append([False] * len(modules[0]))
    return [tuple(zip(upper, lower, strict=True)) for upper, lower in zip(modules[::2], modules[1::2], strict=True)]


_INK = {True: "0;0;0", False: "255;255;255"}


def qr_lines(url: str) -> list[str]:
    """A QR code for a terminal with colors, both painted, since a dark terminal shows it inverted otherwise."""
    return [
        "".join(f"\x1b[38;2;{_INK[upper]};48;2;{_INK[lower]}m▀" for upper, lower in row) + "\x1b[0m"
        for row in qr_rows(url)
    ]
