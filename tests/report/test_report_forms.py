"""The figures in every form: data for other programs, and pages without external files."""

import csv
import io
import json

import pytest
from defusedxml import ElementTree
from rich.cells import cell_len

from orcus_tui.report.figures import FightFigures, figures_of
from orcus_tui.report.report_forms import as_csv, as_json, as_markdown, short_name
from orcus_tui.report.report_page import as_html, charts
from orcus_tui.report.report_text import report_lines
from tests.helpers.fights.random_fights import play_lines, session_on, small_fight

CONTRACT = {
    "side",
    "dealt",
    "taken",
    "healed",
    "overkill",
    "absorbed",
    "hits",
    "misses",
    "criticals",
    "kills",
    "falls",
    "seconds",
}


@pytest.fixture(scope="module")
def figures() -> FightFigures:
    session = session_on(small_fight())
    play_lines(
        session, "begin", "apply goblin2 dazed by ari",
        "rename goblin1 =1+1", 'rename cor "<b>Cor"', "attack strike ogre face 15 hit 9", "next",
        "attack strike ari face 18 hit 7", "damage goblin1 9 by cor", "next", "damage ogre 60 by cor", "finish",
    )  # fmt: skip
    return figures_of(session.timeline)


def test_the_document_has_the_fields_that_other_programs_read(figures: FightFigures) -> None:
    found = json.loads(json.dumps(as_json(figures)))
    assert (found["format"], found["rounds"]) == (1, 1)
    assert set(found["creatures"]) == {"ari", "cor", "ogre", "goblin1", "goblin2", "goblin3"}
    assert set(found["creatures"]["ari"]) >= CONTRACT
    assert (found["creatures"]["ari"]["dealt"], found["creatures"]["ari"]["taken"]) == (9, 7)
    assert found["creatures"]["cor"]["kills"] == 2


def test_the_document_has_conditions_with_their_turns(figures: FightFigures) -> None:
    (dazed,) = json.loads(json.dumps(as_json(figures)))["conditions"]
    assert dazed == {"creature": "goblin2", "condition": "dazed", "by": "ari", "first": 1, "last": 3}


def test_the_markdown_has_a_table_of_conditions(figures: FightFigures) -> None:
    assert "| Goblin 2 | dazed | Ari | round 1, Ari's turn | round 1, \\<b\\>Cor's turn |" in as_markdown(figures)


def test_a_table_for_spreadsheets_holds_no_formula(figures: FightFigures) -> None:
    rows = [*csv.DictReader(io.StringIO(as_csv(figures)))]
    assert [row["id"] for row in rows][:2] == ["ari", "cor"]
    assert rows[3]["name"] == "'=1+1"
    assert rows[0]["dealt"] == "9"


def test_markup_in_names_is_shown_and_not_obeyed(figures: FightFigures) -> None:
    assert "<b>" not in as_html(figures)
    assert "&lt;b&gt;Cor" in as_html(figures)
    assert r"\<b\>Cor" in as_markdown(figures)


def test_the_pages_need_nothing_from_elsewhere_and_run_nothing(figures: FightFigures) -> None:
    page = as_html(figures)
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "prefers-color-scheme: dark" in page
    assert "<svg" in page


def test_the_charts_are_one_well_formed_document(figures: FightFigures) -> None:
    root = ElementTree.fromstring(charts(figures))
    texts = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "Hit points left, turn by turn" in texts
    assert "Damage dealt, round by round" in texts
    assert "Conditions, turn by turn" in texts
    assert "dazed" in texts
    titles = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "Goblin 2: dazed (Ari); round 1, Ari's turn to round 1, <b>Cor's turn" in titles
    assert any("<b>Cor" in each for each in texts)


def test_a_fight_in_which_nothing_happened_has_a_report() -> None:
    nothing = figures_of(session_on(small_fight()).timeline)
    for form in (as_csv, as_markdown, as_html, charts):
        assert form(nothing)
    assert next(iter(report_lines(nothing))) == "The ford: 0 rounds"


def test_the_terminal_has_totals_first_and_ranks_only_when_asked(figures: FightFigures) -> None:
    lines = [*report_lines(figures)]
    assert lines[2].startswith("Party: ")
    assert max(map(len, lines)) <= 78
    named = [each.split()[0] for each in lines if each.startswith("  ") and each.split()]
    assert named.index("Ari") < named.index("<b>Cor")
    ranked = [each.split()[0] for each in report_lines(figures, ranked=True) if each.startswith("  ") and each.split()]
    assert ranked.index("<b>Cor") < ranked.index("Ari")


def test_names_too_long_keep_their_numbers() -> None:
    assert short_name("Wound-up Dancer 12", 18) == "Wound-up Dancer 12"
    assert short_name("The wound-up Dancer 12", 18) == "The wound-up D… 12"
    assert short_name("The Countess of the Long Stair", 18) == "The Countess of t…"
    assert short_name("夜明けの灯台守の長い影 12", 18) == "夜明けの灯台守… 12"


def test_names_in_wide_characters_leave_the_columns_where_they_are() -> None:
    def columns(name: str) -> list[str]:
        """The text to the right of the names, with the cell in which it begins."""
        session = session_on(small_fight())
        play_lines(
            session, f'rename cor "{name}"', "begin", "apply cor dazed by ari", "damage ogre 7 by cor",
            "damage cor 3 by ogre", "next", "next",
        )  # fmt: skip
        lines = [*report_lines(figures_of(session.timeline))]
        (row,) = (each for each in lines if each.startswith(f"  {name[:4]}") and "█" in each)
        (marks,) = (each for each in lines if each.startswith(f"  {name[:4]}") and "━" in each)
        return [
            f"{cell_len(line[: line.index(sign)])} {line[line.index(sign) :]}"
            for line, sign in ((row, "█"), (marks, "━"))
        ]

    assert columns("[red]夜明けの灯台守の長い影[/red]") == columns("Corvin") == columns("灯台守の影")


def test_a_long_fight_has_several_turns_in_a_column() -> None:
    session = session_on(small_fight())
    play_lines(session, "begin", "apply ogre dazed by ari", *["next"] * 100)
    lines = [*report_lines(figures_of(session.timeline))]
    assert "Turn by turn (each column 3 turns)" in lines
    assert max(map(len, lines)) <= 78


def test_the_time_of_the_turns_and_the_game_masters_share() -> None:
    timed = figures_of(session_on(small_fight()).timeline, {"ari": 45.0, "ogre": 30.0, "goblin1": 15.0})
    assert "Turns took 1:30, of which 50 % the game master's." in [*report_lines(timed)]
    untimed = figures_of(session_on(small_fight()).timeline)
    assert not any(each.startswith("Turns took") for each in report_lines(untimed))
