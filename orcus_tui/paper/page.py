"""A page to print: the encounter sheet, stat-block cards, initiative tents, and a blank tracker.

One self-contained HTML document in black and white; the browser makes the pages.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.library.stat_block import stat_block
from orcus_tui.model.clock import time_text
from orcus_tui.model.fight import Fight
from orcus_tui.model.text import with_sign
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.system import FightView
from orcus_tui.session.encounter_notes import briefing_lines
from orcus_tui.session.stat_block_text import description
from orcus_tui.storage.atomic import write_atomically
from orcus_tui.systems import view_of

BOX = "□ "
ROUNDS = 10
"""The columns of the blank tracker."""
BLANK_ROWS = 14
STYLE = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
LONG = 2_600
"""The fewest characters of a stat block whose card takes the full width of the page."""


class Card(Struct, frozen=True):
    """A stat block: its title, its lines, and the number of creatures that have it."""

    title: str
    lines: Sequence[str]
    count: int = 1


def encounter_page(fights: Sequence[Fight]) -> str:
    """The page of encounters: for each its sheet and the cards of its foes, then tents, and a blank tracker."""
    sections: list[str] = []
    for fight in fights:
        sections += [_sheet(fight), _cards(cards_of(fight))]
    tents = {
        base_name(sheet.name): None for fight in fights for sheet in fight.sheets.values() if sheet.side == "party"
    }
    sections += [_tents([*tents]), _tracker()]
    return _document(fights[0].name, sections)


def write_page(path: Path, page: str) -> str:
    """Writes a page to a file, and returns a message. Raises StorageError."""
    write_atomically(path, page)
    return f"wrote {path}; open it in a browser and print it"


def cards_page(cards: Sequence[Card]) -> str:
    """A page with nothing but cards."""
    return _document("Creatures", [_cards(cards)])


def cards_of(fight: Fight) -> list[Card]:
    """A card for each stat block except the heroes'; creatures of a `count` share a card."""
    view, found = view_of(fight), dict[str, Card]()
    for creature, sheet in fight.sheets.items():
        if sheet.side == "party":
            continue
        name = base_name(sheet.name)
        known = found.get(name)
        found[name] = replace(known, count=known.count + 1) if known else card_of(view, creature)
    return list(found.values())


def card_of(view: FightView, creature: str) -> Card:
    """The card of a creature: its description, then its stat block."""
    sheet = view.fight.sheets[creature]
    return Card(base_name(sheet.name), [", ".join(description(sheet)), *stat_block(view, creature)[1:]])


def _document(title: str, sections: Iterable[str]) -> str:
    body = "\n".join(filter(None, sections))
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f"<style>\n{STYLE}</style>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _sheet(fight: Fight) -> str:
    """The sheet for the game master: the texts of the encounter, and the order with boxes to tick."""
    lines, headings = briefing_lines(view_of(fight))
    texts = [f"<h2>{escape(line)}</h2>" if place in headings else f"<p>{escape(line)}</p>" if line else ""
             for place, line in enumerate(lines)]  # fmt: skip
    loot = [f"{each.name}{f' × {each.count}' if each.count > 1 else ''}{f' ({each.value})' if each.value else ''}"
            for each in fight.briefing.treasure]  # fmt: skip
    texts += [f"<h2>Loot</h2><p>{escape(', '.join(loot))}</p>"] if loot else []
    clocks = [*_clocks(fight)]
    texts += ["<h2>Timers and challenges</h2>", *(f"<p>{escape(each)}</p>" for each in clocks)] if clocks else []
    rows = "".join(_order_row(fight, creature) for creature in fight.sheets)
    head = "<tr><th>Initiative</th><th>Creature</th><th>Hit points</th><th>Damage and effects</th></tr>"
    order = f"<h2>Order</h2>\n<table>\n<thead>{head}</thead>\n{rows}</table>"
    return (
        f'<section class="sheet">\n<h1>{escape(fight.name)}</h1>\n'
        + "\n".join([*filter(None, texts), order])
        + "\n</section>"
    )


def _clocks(fight: Fight) -> Iterator[str]:
    """The timers of an encounter, and its challenges with boxes to tick."""
    yield from (f"{name}: {time_text(each.left)}" for name, each in fight.timers.items())
    for name, each in fight.challenges.items():
        yield f"{name}: successes {BOX * each.needs}before failures {BOX * each.limit}".rstrip()


def _order_row(fight: Fight, creature: str) -> str:
    sheet, state = fight.sheets[creature], fight.states[creature]
    start = str(state.initiative) if state.initiative is not None else with_sign(sheet.initiative)
    hit_points = "" if sheet.max_hp is None else str(sheet.max_hp)
    return f"<tr><td>{BOX}{escape(start)}</td><td>{escape(sheet.name)}</td><td>{hit_points}</td><td></td></tr>\n"


def _cards(cards: Sequence[Card]) -> str:
    return f'<section class="cards">\n{"".join(map(_card, cards))}</section>' if cards else ""


def _card(card: Card) -> str:
    size = " long" if sum(map(len, card.lines)) > LONG else ""
    boxes = f"<p>{BOX * card.count}</p>" if card.count > 1 else ""
    body = "".join(f"<p>{escape(line.strip())}</p>" for line in card.lines if line.strip())
    return f'<article class="card{size}"><h3>{escape(card.title)}</h3>{boxes}{body}</article>\n'


def _tents(names: Sequence[str]) -> str:
    """A tent for each hero, to be folded and hung over the screen; the name is on both sides."""
    sides = [f"<div><strong>{escape(name)}</strong><small>initiative ________</small></div>" for name in names]
    tents = "".join(f'<div class="tent">{side}{side}</div>\n' for side in sides)
    return f'<section class="tents">\n{tents}</section>' if names else ""


def _tracker() -> str:
    head = "".join(f"<th>{number}</th>" for number in range(1, ROUNDS + 1))
    boxes = '<td class="box"></td>' * ROUNDS
    row = f'<tr><td class="blank"></td><td></td>{boxes}</tr>\n'
    return (
        '<section class="tracker">\n<h2>Rounds</h2>\n<table>\n'
        f"<thead><tr><th>Initiative</th><th>Creature</th>{head}</tr></thead>\n{row * BLANK_ROWS}</table>\n</section>"
    )
