"""Timers and challenges, as `[[timer]]` and `[[challenge]]`: of an encounter, or of a fight in progress."""

from orcus_tui.model.clock import Countdown, played_seconds, typed_time
from orcus_tui.model.outcome import Challenge
from orcus_tui.rules.field_faults import mismatch
from orcus_tui.rules.field_table import Field, FieldTable, tables_by_name
from orcus_tui.rules.validators import LINE, TEXT_SCHEMA, Scope, Validator, whole

MOST = 1_000


def _read_time(scope: Scope, value: object) -> int:
    seconds = played_seconds(value, scope.system.turn.round_seconds) if isinstance(value, str) else None
    if seconds is None:
        raise mismatch('a time such as "10m" or "1h"', value)
    return seconds


TIME = Validator(_read_time, TEXT_SCHEMA, write=lambda _, seconds: typed_time(seconds))

TIMERS = tables_by_name(
    "timer",
    FieldTable(
        Countdown(0),
        Field("left", TIME, "the time left: 10m, 1h, 1d; required", required=True),
        Field("line", LINE, "a line offered when it is over"),
    ),
)
CHALLENGES = tables_by_name(
    "challenge",
    FieldTable(
        Challenge(0, 0),
        Field("needs", whole(1, MOST), "the successes that win; required", required=True),
        Field("limit", whole(1, MOST), "the failures that lose; required", required=True),
        Field("successes", whole(0), "the successes so far (0)"),
        Field("failures", whole(0), "the failures so far (0)"),
    ),
)
