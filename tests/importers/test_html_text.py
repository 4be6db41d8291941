"""The text of HTML in values of other programs."""

import pytest

from orcus_tui.importers.html_text import html_text


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Bites.", "Bites."),
        ("<p>Bites.</p><p>Claws &amp; bites.</p>", "Bites.\nClaws & bites."),
        ("<ul><li>One</li><li><b>Two</b> or <i>three</i></li></ul>", "One\nTwo or three"),
        ("One<br>Two<br/>Three", "One\nTwo\nThree"),
        ("<table><tr><td>1</td><td>2</td></tr></table>", "1\n2"),
        ("5 < 6", "5 < 6"),
        ("", ""),
    ],
)
def test_each_paragraph_is_a_line(value: str, expected: str) -> None:
    assert html_text(value) == expected
