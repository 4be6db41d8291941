"""The texts of the choices in menus."""

from collections.abc import Sequence

from orcus_tui.screen.dialogs.choices import Choice, Menu


def texts(choices: Sequence[Choice]) -> list[str]:
    return [each.text for each in choices]


def find_choice(menu: Menu, text: str) -> Choice:
    (choice,) = (each for each in menu.choices if each.text == text)
    return choice
