"""The figures as one HTML page that needs nothing else: charts, a table, and what led to each fall."""

from collections.abc import Iterator
from html import escape

from orcus_tui.report.figures import CreatureFigures, FightFigures
from orcus_tui.report.luck import luck_of, luck_words
from orcus_tui.report.report_forms import COLUMNS, fall_lines
from orcus_tui.report.svg import charts

_STYLE = """
:root { color-scheme: light dark; --ink: #1d1b16; --paper: #fdfaf2; --rule: #d8d2c2; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece6d8; --paper: #1b1a17; --rule: #4a463c; } }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; width: 100%; } td, th { padding: .2rem .5rem; text-align: right;
  border-bottom: 1px solid var(--rule); } th:first-child, td:first-child { text-align: left; }
td, th { white-space: nowrap; }
.scroll { overflow-x: auto; } svg { width: 100%; max-width: 48rem; height: auto; }
"""


def as_html(figures: FightFigures) -> str:
    """The page; it links nothing and runs nothing, and is light or dark as the reader's screen is."""
    title = escape(figures.name)
    falls = "".join(f"<li>{escape(line)}</li>" for line in fall_lines(figures))
    rounds = f"{figures.rounds} {'round' if figures.rounds == 1 else 'rounds'}"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{rounds}</p>\n"
        f'{charts(figures)}<div class="scroll">{"".join(_table(figures))}</div>\n'
        f"{f'<h2>Falls</h2><ul>{falls}</ul>' if falls else ''}\n</body>\n</html>\n"
    )


def _table(figures: FightFigures) -> Iterator[str]:
    heads = "".join(f"<th>{each}</th>" for each in ("", *COLUMNS, "luck"))
    yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
    for each in figures.creatures.values():
        yield f"<tr>{''.join(_cells(each))}</tr>"
    yield "</tbody></table>"


def _cells(each: CreatureFigures) -> Iterator[str]:
    yield f"<td>{escape(each.name)}</td>"
    for name in COLUMNS:
        yield f"<td>{getattr(each, name) or ''}</td>"
    yield f"<td>{escape(luck_words(luck_of(each.rolls)))}</td>"
