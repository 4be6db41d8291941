"""The elements of the screen: rows of exact width, signs in ASCII, styles."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import ColorType
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from orcus_tui.commands.verbs import verbs_of
from orcus_tui.report.report_text import SPARKS
from orcus_tui.rules.system import System
from orcus_tui.screen.themes import DARK, LIGHT, OWN_THEMES
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.canvas import strip_of
from orcus_tui.screen.widgets.row import (
    Row,
    Span,
    columns,
    cut,
    divider,
    fit,
    frame,
    row_of,
    single_line,
    text_of,
    width_of,
    wrap,
    wrap_within,
)
from orcus_tui.screen.widgets.signs import in_ascii
from orcus_tui.screen.widgets.styles import CURSOR, ROLES
from orcus_tui.systems import SYSTEMS
from tests.helpers.screen.contrast import contrast_of
from tests.helpers.screen.palettes import palette_of

NASTY = (
    "\x1b[31mred\x1b[0m",  # an escape sequence
    "\u202eogre\u202c",  # a bidi override
    "\x00\x07\r\n\t\x9b",  # control characters
    "漢字かな",  # two cells each
    "e\u0301\u0308\u0327",  # combining marks, which take none
    "❤️🏳️\u200d🌈👨\u200d👩\u200d👧🇩🇪👍🏽",  # signs of several code points
    "[b]x[/oops] [@click=app.quit]y[/]",  # markup
    "\ud800",  # half a surrogate pair
    "\u00a0\u3000\u200b\ufeff",  # blanks of all kinds
    "x" * 200,
)
texts = st.text(max_size=12) | st.sampled_from(NASTY) | st.text("ab 漢é\u0301▶", max_size=40)
lines = st.lists(st.builds(Span, texts, st.sampled_from(sorted(ROLES)), st.sampled_from(["", "cursor"]))).map(tuple)
widths = st.integers(0, 40)


def is_harmless(text: str) -> bool:
    """Whether a terminal only draws the text."""
    return text.isprintable()


# Rows


@given(lines, widths, st.integers(-1, 4))
def test_a_text_in_a_limited_number_of_rows_has_a_sign_where_it_is_cut(row: Row, width: int, most: int) -> None:
    rows, whole = wrap_within(row, width, most), wrap(row, width)
    assert len(rows) <= max(most, 1)
    is_cut = text_of(rows[-1]).rstrip().endswith(signs.CUT)
    assert width < 1 or is_cut or without_blanks(rows) == without_blanks(whole)


def without_blanks(rows: Sequence[Row]) -> str:
    return "".join("".join(map(text_of, rows)).split())


def test_nothing_is_cut_without_a_sign_after_two_blanks() -> None:
    row = row_of(Span("four  5", "accent"), Span("sixsix", "accent"))
    assert [text_of(each) for each in wrap_within(row, 6, 1)] == ["four …"]


@given(lines, widths)
def test_a_fitted_row_has_exactly_its_width_and_nothing_that_steers_a_terminal(spans: Row, width: int) -> None:
    drawn = fit(spans, width)
    assert width_of(drawn) == width
    assert sum(cell_len(span.text) for span in drawn) == width
    assert is_harmless(text_of(drawn))


@given(lines, widths)
def test_a_fitted_row_is_unchanged_where_it_fits_and_marked_where_it_is_cut(spans: Row, width: int) -> None:
    whole = "".join(single_line(span.text) for span in spans)
    drawn = text_of(fit(spans, width))
    needed = sum(cell_len(single_line(span.text)) for span in spans)
    if needed <= width:
        assert drawn.rstrip(" ") == whole.rstrip(" ")
    elif drawn.rstrip(" ") != whole.rstrip(" "):
        kept = drawn.rstrip(" ")
        assert kept.endswith(signs.CUT) or not width
        assert whole.startswith(kept.removesuffix(signs.CUT))


@pytest.mark.parametrize(
    ("text", "width", "drawn"),
    [
        ("Ogre", 6, "Ogre  "),
        ("Ogre", 4, "Ogre"),
        ("Ogre", 3, "Og…"),
        ("Ogre the Old", 6, "Ogre… "),
        ("漢字", 4, "漢字"),
        ("漢字", 3, "漢…"),
        ("漢字漢", 4, "漢… "),
        ("漢", 1, "…"),
        ("Ogre", 0, ""),
        ("e\u0301a", 2, "e\u0301a"),
        ("e\u0301ab", 2, "e\u0301…"),
        ("a\x1b[31mb", 8, "a�[31mb "),
        ("\u202eab", 3, "�ab"),
        ("a\tb\nc", 5, "a b c"),
        ("[b]x[/]", 7, "[b]x[/]"),
    ],
)
def test_texts_are_cut_and_padded_by_the_cells_they_take(text: str, width: int, drawn: str) -> None:
    assert text_of(fit(row_of(text), width)) == drawn


@given(texts.map(single_line), widths)
def test_a_text_is_cut_to_at_most_its_width(text: str, width: int) -> None:
    assert cell_len(cut(text, width, signs.CUT)) <= width


@given(lines, lines, widths)
def test_two_columns_have_exactly_the_width_together(left: Row, right: Row, width: int) -> None:
    right = tuple(Span(single_line(text), role, background) for text, role, background in right)
    assert width_of(columns(left, right, width)) == width


def test_the_right_column_is_complete_and_the_left_one_is_cut() -> None:
    assert text_of(columns(row_of("Old Ogre"), row_of("40/40"), 11)) == "Old O…40/40"
    assert text_of(columns(row_of("Ogre"), row_of("40/40"), 11)) == "Ogre  40/40"


@given(lines, st.integers(8, 40), st.sampled_from([0, 2, 4]))
def test_wrapped_rows_are_never_too_wide_and_lose_no_visible_text(spans: Row, width: int, indent: int) -> None:
    rows = wrap(spans, width, indent)
    assert all(width_of(row) <= width for row in rows)
    kept = "".join(text_of(row) for row in rows)
    whole = "".join(single_line(span.text) for span in spans)
    assert kept.replace(" ", "") == whole.replace(" ", "")
    assert is_harmless(kept)


def test_a_row_is_broken_between_words_and_roles_continue() -> None:
    rows = wrap(row_of("Ogre takes ", Span("12 fire", "danger"), " and falls"), 12, 2)
    assert [text_of(row) for row in rows] == ["Ogre takes ", "  12 fire", "  and falls"]
    assert [span for row in rows for span in row if "12" in span.text or "fire" in span.text] == [
        Span("12 fire", "danger")
    ]


def test_a_word_longer_than_a_row_is_broken_by_cells() -> None:
    assert [text_of(row) for row in wrap(row_of("漢字漢字漢字"), 5)] == ["漢字", "漢字", "漢字"]
    assert [text_of(row) for row in wrap(row_of("abcdefgh"), 5, 2)] == ["abc", "  def", "  gh"]


@given(lines, st.lists(lines | lines.map(lambda spans: divider(*spans)), max_size=4), widths, st.integers(0, 6))
def test_a_frame_is_never_broken_by_its_contents(title: Row, rows: list[Row], width: int, height: int) -> None:
    drawn = frame(title, rows, (width, height), "frame", range(1))
    assert [width_of(row) for row in drawn] == [width] * height
    assert all(is_harmless(text_of(row)) for row in drawn)
    if width >= 4 and height >= 2:
        ends = [(text_of(row)[0], text_of(row)[-1]) for row in drawn]
        assert (ends[0], ends[-1]) == (("┌", "┐"), ("└", "┘"))
        assert all(left in "│├" and right in "│┤┃" for left, right in ends[1:-1])


def test_a_frame_has_title_rows_divider_and_thumb() -> None:
    drawn = frame(row_of("Log"), [row_of("one"), divider("two"), row_of("three")], (12, 6), "frame", range(2, 3))
    assert [text_of(row) for row in drawn] == [
        "┌─ Log ────┐",
        "│one       │",
        "├─ two ────┤",
        "│three     ┃",
        "│          │",
        "└──────────┘",
    ]


def test_a_cut_between_two_roles_is_marked_too() -> None:
    assert text_of(fit(row_of("Og", Span("re", "danger")), 3)) == "Og…"
    assert text_of(fit(row_of("Ogre", Span("s", "danger")), 4)) == "Ogr…"
    assert text_of(fit(row_of("Ogre", Span("  ", "danger")), 4)) == "Ogre"


# Signs

SIGNS = [value for name, value in vars(signs).items() if name.isupper() and isinstance(value, str)]


@given(texts.map(single_line))
def test_in_ascii_a_text_keeps_its_width(text: str) -> None:
    drawn = in_ascii(text)
    assert drawn.isascii()
    assert len(drawn) == cell_len(text)


@pytest.mark.parametrize("text", ["👨\u200d👩\u200d👧", "🏳️\u200d🌈", "🇩🇪", "👍🏽", "❤️", "e\u0301▶漢"])
def test_in_ascii_joined_signs_are_as_wide_as_together(text: str) -> None:
    assert len(in_ascii(text)) == cell_len(text)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_in_ascii_no_usage_has_a_question_mark(system: System) -> None:
    usages = {each.usage for each in verbs_of(system)}
    assert any("±N" in usage for usage in usages)
    assert not [in_ascii(usage) for usage in usages if "?" in in_ascii(usage)]


def test_in_ascii_the_course_of_a_fight_can_be_read() -> None:
    assert in_ascii(SPARKS) == "_.:-=+*#"


def test_in_ascii_letters_lose_their_accents() -> None:
    assert in_ascii("Zoë, the Äbtissin’s heir") == "Zoe, the Abtissin's heir"
    assert in_ascii("½ ≠ 漢") == "? ? ??"


@pytest.mark.parametrize("sign", [each for each in SIGNS if not each.isascii()])
def test_every_sign_has_a_replacement_of_one_cell(sign: str) -> None:
    assert len(sign) == cell_len(sign) == 1
    assert in_ascii(sign) not in ("?", " ")


def test_signs_shown_side_by_side_differ_in_ascii_too() -> None:
    states = [
        signs.STAGGERED,
        signs.DEAD,
        signs.DOWN,
        signs.STABLE,
        signs.COMA,
        signs.RESERVE,
        signs.GONE,
        signs.AFFECTED,
        signs.QUESTION,
    ]
    states += [signs.DELAYED, signs.READIED, signs.HIDDEN]
    assert len({in_ascii(each) for each in states}) == len(states)
    pairs = [(signs.FULL, signs.EMPTY), (signs.UNUSED, signs.USED), (signs.SAVED, signs.WRITING)]
    for pair in (*pairs, (signs.POINTER, signs.FOLDED)):
        assert len({in_ascii(each) for each in pair}) == 2


# Styles

EVERY_ROLE = ["", *ROLES]
EVERY_BACKGROUND = ("", CURSOR)


@pytest.mark.parametrize("theme", [*OWN_THEMES, *BUILTIN_THEMES.values()], ids=lambda theme: theme.name)
def test_every_theme_has_a_colour_for_every_role_and_background(theme: Theme) -> None:
    palette = palette_of(theme)
    for role in EVERY_ROLE:
        for background in EVERY_BACKGROUND:
            style = palette.style(role, background)
            assert style.color
            assert style.bgcolor
    assert palette.style("", "cursor") != palette.style("", "")


def test_without_hue_there_is_no_colour_and_backgrounds_still_differ() -> None:
    palette = palette_of(DARK, {"party": "red"}, hue=False)
    styles = [palette.style(role, background) for role in EVERY_ROLE for background in EVERY_BACKGROUND]
    assert not any(style.color or style.bgcolor for style in styles)
    assert len({str(palette.style("", background)) for background in ("", "cursor")}) == 2


@pytest.mark.parametrize("name", ["ansi-dark", "ansi-light"])
def test_an_ansi_theme_uses_only_the_terminals_own_colours(name: str) -> None:
    palette = palette_of(BUILTIN_THEMES[name])
    styles = [palette.style(role, background) for role in EVERY_ROLE for background in EVERY_BACKGROUND]
    kinds = {colour.type for style in styles for colour in (style.color, style.bgcolor) if colour}
    assert kinds <= {ColorType.STANDARD, ColorType.DEFAULT}


def test_the_config_colours_the_sides() -> None:
    palette = palette_of(DARK, {"foes": "#ff00ff"})
    assert palette.style("foes", "").color == Color.parse("#ff00ff").rich_color
    assert palette.style("party", "").color == palette_of(DARK).style("party", "").color


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_our_themes_can_be_read_from_an_arms_length(theme: Theme) -> None:
    palette = palette_of(theme)
    for role, background in [
        (role, background) for role in EVERY_ROLE if role != "frame" for background in EVERY_BACKGROUND
    ]:
        style = palette.style(role, background)
        contrast = contrast_of(Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor))
        assert contrast > 4.5, f"{role or 'plain'} on {background or 'plain'}: {contrast:.1f}"


def test_an_ascii_palette_draws_a_line_in_ascii_and_as_wide() -> None:
    spans = row_of(Span("▶", "accent"), "Ogre 漢 █░ …")
    strip = strip_of(spans, palette_of(DARK, ascii=True))
    assert strip.text == ">Ogre ?? #- _"
    assert strip.cell_length == width_of(spans)


@given(lines, st.booleans())
def test_drawn_text_has_no_control_characters_and_keeps_its_width(spans: Row, plain: bool) -> None:
    strip = strip_of(spans, palette_of(DARK, ascii=plain))
    assert is_harmless(strip.text)
    assert cell_len(strip.text) == sum(cell_len(segment.text) for segment in strip) == width_of(spans)


def test_unfitted_text_is_drawn_without_control_characters() -> None:
    header = columns(row_of("The ford"), row_of("! a\x1b[31mb.toml: cannot be written"), 60)
    strip = strip_of(header, palette_of(DARK))
    assert "! a�[31mb.toml: cannot be written" in strip.text
    assert strip.cell_length == 60


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("hits for 1d10+5 fire", 13, "hits for…"),
        ("hits for 12", 11, "hits for 12"),
        ("hits for 12 fire", 11, "hits for…"),
        ("2d6+4 fire", 2, "…"),
        ("12345", 3, "12…"),
        ("Goblin 12 of many", 12, "Goblin 12 o…"),
        ("Goblin 12", 8, "Goblin…"),
    ],
)
def test_no_number_is_cut_in_two(text: str, width: int, shown: str) -> None:
    assert cut(text, width, "…") == shown
