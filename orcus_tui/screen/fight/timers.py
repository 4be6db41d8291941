"""The timers pane: open questions and offers on top, then the active effects by the time they next matter."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.model.clock import time_text
from orcus_tui.model.effect import Effect
from orcus_tui.model.fight import Fight, Question, alike_offers, name_of, who_offers
from orcus_tui.model.message import Message
from orcus_tui.model.offer import Offer, number_range
from orcus_tui.model.text import shorten_names
from orcus_tui.rules.creation import base_name
from orcus_tui.rules.templates import Formatter
from orcus_tui.screen.fight.view import PaneContent, PaneData, PaneSize, View
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.row import LazyRows, Row, Span, cells, columns, cut_name, row_of, width_of, wrap
from orcus_tui.session.ahead.boundaries import Moment
from orcus_tui.session.ahead.timers import Timer, short_texts, timers, when_text

if TYPE_CHECKING:
    from orcus_tui.screen.fight.questions import Alike


class SharedTimer(Struct, frozen=True):
    """Timers with the same text from one power: the first timer, and the creatures of the others, soonest first.

    `in_turn`: each timer matters in the turn of its creature. `same_row` are timers of the same creature and source
    with other effects.
    """

    first: Timer
    others: tuple[str, ...] = ()
    in_turn: bool = False
    same_row: tuple[Timer, ...] = ()

    @property
    def bearers(self) -> tuple[str, ...]:
        """The creatures that have the timer, soonest first."""
        return (self.first.creature, *self.others)


class Upkeep(Struct, frozen=True):
    """A question whether to sustain a power that ends with this turn."""

    power: str


class Tally(Struct, frozen=True):
    """A timer or a challenge of the fight: its name, and the time left or the count."""

    name: str
    how: str


class AlikeOffers(Struct, frozen=True):
    """Offers of the same line to creatures of a group, which share a row."""

    offers: tuple[Offer, ...]


Item = Upkeep | tuple[Question, ...] | AlikeOffers | SharedTimer | Tally | str
"""The content of a row: a question about upkeep, similar questions or offers, an effect, a tally, or a heading."""

NO_EFFECTS = "No active effects"
INDENT = 4
MAX_WHAT = 18
"""The cells for effects that share a row, so that none of them is cut."""


def fill(data: PaneData, size: PaneSize) -> PaneContent:
    """The questions and timers; the cursor is on the question being answered. Long texts wrap into free rows."""
    listed = items(data.view)
    free = size.height - len(listed)
    rows = timer_rows(data.view, size.width)
    return PaneContent(
        row_of("Timers"),
        _with_texts_in_full(data.view, listed, size.width, free) if free > 0 else rows,
        _row_of_question(data.view),
    )


def _with_texts_in_full(view: View, listed: Sequence[Item], width: int, free: int) -> Sequence[Row]:
    """The rows; long texts wrap into free rows."""
    rows: list[Row] = []
    for item in listed:
        broken = _text_in_full(view, item, width) if isinstance(item, SharedTimer) else ()
        more = max(len(broken) - 1, 0)
        rows += broken if 0 < more <= free else [_draw(view, width, item)]
        free -= more if more <= free else 0
    return rows


def _text_in_full(view: View, timer: SharedTimer, width: int) -> Sequence[Row]:
    """All rows of a timer that is not an effect; empty for an effect."""
    if not isinstance(timer.first.what, Message):
        return ()
    what, how = short_texts(view.formatter, timer.first)
    name = ", ".join(_shown_names(view, timer))
    side = view.fight.sheets[timer.first.creature].side if timer.first.creature in view.fight.sheets else ""
    row = row_of("  ", Span(f"{name} " if name else "", side), what, Span(f"  {how}" if how else "", "muted"))
    return [*wrap(row, width, INDENT)]


def timer_rows(view: View, width: int) -> LazyRows[Item]:
    """The rows of the pane."""
    return LazyRows(items(view), partial(_draw, view, width))


def items(view: View) -> Sequence[Item]:
    """The items of the rows, from the top."""
    asked: list[Item] = [*map(Upkeep, view.upkeep[:1]), *_questions(view), *_offers(view.fight)]
    return [*asked, *_effects(view), *_tallies(view.fight)] or [NO_EFFECTS]


def _questions(view: View) -> "Sequence[Alike]":
    """The open questions; similar ones share a row."""
    if not view.fight.questions:
        return ()
    from orcus_tui.screen.fight.questions import alike_questions  # a fight that begins has no questions

    return alike_questions(view)


def _offers(fight: Fight) -> Iterable[AlikeOffers]:
    """The open offers by row, oldest first."""
    return dict.fromkeys(AlikeOffers(tuple(alike_offers(fight, each))) for each in fight.offers)


def _tallies(fight: Fight) -> Sequence[Item]:
    """The timers and the challenges of the fight, under the clock; between fights only the clock."""
    left = sorted(fight.timers.items(), key=lambda each: each[1].left)
    found = [Tally(name, time_text(each.left)) for name, each in left]
    for name, each in fight.challenges.items():
        counted = f"{each.successes} of {each.needs}, failures {each.failures} of {each.limit}"
        found.append(Tally(name, each.result or counted))
    is_shown = found or (fight.clock and fight.phase != "turns")
    return [f"Clock: {time_text(fight.clock)}", *found] if is_shown else []


def _effects(view: View) -> Sequence[Item]:
    """The active effects under headings with the moment at which they matter."""
    return view.cache.result("timers", view.fight, None, partial(_find_effects, view))


def _find_effects(view: View) -> Sequence[Item]:
    formatter = view.formatter
    shared = _side_by_side(formatter, _count_alike(formatter, share(formatter, timers(view.fight_view))))
    found: list[Item] = []
    for when, group in groupby(shared, key=lambda timer: when_text(formatter, timer.first.when)):
        found += (when, *group)
    return found


def share(formatter: Formatter, found: Iterable[Timer]) -> list[SharedTimer]:
    """Merges the effects of one power on several creatures, at the earliest moment of any."""
    alike: dict[tuple[object, ...], list[Timer]] = {}
    for number, timer in enumerate(found):
        alike.setdefault(_sharing_key(formatter, timer) or (number,), []).append(timer)
    return [
        SharedTimer(first, tuple(each.creature for each in others), in_turn=_is_in_own_turn(first))
        for first, *others in alike.values()
    ]


def _count_alike(formatter: Formatter, found: Iterable[SharedTimer]) -> list[SharedTimer]:
    """Merges a creature's timers with the same text, such as the same effect from each member of a mob."""
    rows: dict[tuple[object, ...], SharedTimer] = {}
    for number, timer in enumerate(found):
        key = _text_key(formatter, timer) or (number,)
        row = rows.get(key)
        rows[key] = replace(row, others=(*row.others, *timer.bearers)) if row else timer
    return [*rows.values()]


def _text_key(formatter: Formatter, timer: SharedTimer) -> tuple[object, ...]:
    """The text of a timer's row, for comparison; empty if the row shows the source, or is not about one creature."""
    what, how = short_texts(formatter, timer.first)
    is_of_one = not isinstance(timer.first.what, Message) and len({*timer.bearers}) == 1
    return (timer.first.when, timer.first.creature, what, how) if how and is_of_one else ()


def _side_by_side(formatter: Formatter, found: Iterable[SharedTimer]) -> list[SharedTimer]:
    """Puts effects of one creature and source that end together into one row, as far as they fit."""
    rows: list[SharedTimer] = []
    places: dict[tuple[object, ...], int] = {}
    for timer in found:
        key = _end_key(formatter, timer)
        if key in places:
            row = rows[places[key]]
            joined = replace(row, same_row=(*row.same_row, timer.first))
            if cells(_what(formatter, joined)) <= MAX_WHAT:
                rows[places[key]] = joined
                continue
        if key:
            places[key] = len(rows)
        rows.append(timer)
    return rows


def _end_key(formatter: Formatter, timer: SharedTimer) -> tuple[object, ...]:
    """The key that timers in the same row share; empty if it is not an effect or is on several creatures."""
    first = timer.first
    if isinstance(first.what, Message) or timer.others:
        return ()
    return (first.when, first.creature, short_texts(formatter, first)[1], *(each.source for each in first.what))


def _what(formatter: Formatter, timer: SharedTimer) -> str:
    """The effects of a row: `5 fire ×2`, `stuck, dazed`."""
    named = ", ".join(short_texts(formatter, each)[0] for each in (timer.first, *timer.same_row))
    return f"{named} ×{len(timer.bearers)}" if timer.others and len({*timer.bearers}) == 1 else named


def _sharing_key(formatter: Formatter, timer: Timer) -> tuple[object, ...]:
    """The key that timers of several creatures in one row share; empty for a timer without a creature."""
    if isinstance(timer.what, Message):
        return (timer.when, *short_texts(formatter, timer)) if timer.creature else ()
    when = timer.when.point if isinstance(timer.when, Moment) and _is_in_own_turn(timer) else timer.when
    return (when, *short_texts(formatter, timer), *map(_origin, timer.what))


def _origin(effect: Effect) -> tuple[str, str]:
    return effect.source, effect.power


def _is_in_own_turn(timer: Timer) -> bool:
    return isinstance(timer.when, Moment) and timer.when.creature == timer.creature


def _row_of_question(view: View) -> int | None:
    """The row of the question that has the focus."""
    if view.upkeep:
        return 0
    if view.answering is None:
        return None
    return next((at for at, row in enumerate(_questions(view)) if view.answering in {each.id for each in row}), None)


def _draw(view: View, width: int, item: Item) -> Row:
    if isinstance(item, Upkeep):
        return _upkeep_row(view, item, width)
    if isinstance(item, tuple):
        from orcus_tui.screen.fight.questions import question_row

        return question_row(view, item, width)
    if isinstance(item, AlikeOffers):
        return _offer_row(view, item, width)
    if isinstance(item, SharedTimer):
        return _timer_row(view, item, width)
    if isinstance(item, Tally):
        name = cut_name(item.name, item.how, width - 4)
        return columns(row_of("  ", name), row_of(Span(f" {item.how}", "muted")), width)
    return row_of(Span(item, "strong"))


def _upkeep_row(view: View, upkeep: Upkeep, width: int) -> Row:
    who = name_of(view.fight, view.fight.active or "")
    mark, right = Span(f"{signs.QUESTION} ", "warning"), row_of(Span(" y n ", "warning"))
    words = f": maintain {upkeep.power}?"
    name = cut_name(who, words, width - width_of(right) - cells(mark.text))
    return columns((mark, Span(f"{name}{words}", "strong")), right, width)


def _offer_row(view: View, alike: AlikeOffers, width: int) -> Row:
    """The row of similar offers: the numbers, the creature or event, and the line without that creature's name."""
    offer, count = alike.offers[0], len(alike.offers)
    mark = Span(f"{signs.OFFER} {number_range(alike.offers).replace('-', signs.DASH)} ", "warning")
    line = offer.choices[0]
    right = row_of(Span(f" {view.formatter.trigger(offer.because)}", "muted"))
    if line.cost:
        right = row_of(Span(f" costs {line.cost} of {line.left}", "strong"))
    who = who_offers(view.fight, offer)
    words = f" ×{count}: {offer.short_line}" if count > 1 else f": {offer.short_line}"
    room = width - cells(mark.text) - (width_of(right) if line.cost else 0)
    name = cut_name(base_name(who) if count > 1 else who, words, room)
    row = (mark, Span(f"{name}{words}", "strong"))
    if view.fight.briefing.event_that_offers(offer):
        return row_of(*row)  # its text is the reason
    return columns(row, right, width) if width_of(row_of(*row)) + width_of(right) <= width else row_of(*row)


def _timer_row(view: View, timer: SharedTimer, width: int) -> Row:
    first = timer.first
    side = view.fight.sheets[first.creature].side if first.creature in view.fight.sheets else ""
    _, how = short_texts(view.formatter, first)
    how += " each" if timer.same_row and _has_save(first) else ""
    words = f"{' ' * bool(first.creature)}{_what(view.formatter, timer)}"
    how = how or _source(view, timer, width - cells(words) - 2)
    right = row_of(Span(f" {how}" if how else "", "muted"))
    names = _names(view, timer, words, width - width_of(right) - 2)
    return columns(row_of("  ", Span(names, side), words), right, width)


def _has_save(timer: Timer) -> bool:
    return not isinstance(timer.what, Message) and timer.what[0].duration.ending == "save"


def _source(view: View, timer: SharedTimer, room: int) -> str:
    """The source of the effect, if it is another creature and the row has room for all names; else an empty string."""
    what, bearers = timer.first.what, {*timer.bearers}
    sources = set() if isinstance(what, Message) else {each.source for each in what}
    if len(sources) != 1 or sources <= bearers:
        return ""
    source = f"by {name_of(view.fight, sources.pop())}"
    return source if cells(_names(view, timer, "", room)) + cells(source) < room else ""


def _names(view: View, timer: SharedTimer, words: str, room: int) -> str:
    """The names before a timer's words: all of them, or the first (cut if necessary) and the number of the others."""
    first, *others = _shown_names(view, timer)
    if not others:
        return cut_name(first, words, room)
    names = f"{first}{', then' if timer.in_turn else ','} {', '.join(others)}"
    more = f" (+{len(others)})"
    return names if cells(names) + cells(words) <= room else f"{cut_name(first, more + words, room)}{more}"


def _shown_names(view: View, timer: SharedTimer) -> Sequence[str]:
    """The names of a timer's creatures; numbered creatures that share a turn have one name: `Passenger 1–5`."""
    names = [name_of(view.fight, each) if each else "" for each in dict.fromkeys(timer.bearers)]
    return names if timer.in_turn else shorten_names(names)
