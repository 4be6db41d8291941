"""The uses of a creature in a fight written by an earlier version: `used` also named what its next turn gives back."""

import re
from typing import Any

_ID = "[a-z][a-z0-9-]*"
_EARLIER_NAMES = (
    (f"(action point|conviction|(?:(?:tired|passed out) by )?extra effort|hit {_ID}) this turn", r"\1"),
    ("(failed to rally again) this turn", r"\1"),
    (f"(opportunity against (?:{_ID})?)", r"\1"),
    (f"(reaction) this turn, ({_ID})'s", r"\1 in the turn of \2"),
)
"""What an earlier version called each, in full, and what it is called now."""


def upgrade_uses(values: dict[str, Any]) -> None:
    """Moves what a creature's next turn gives back to a field of its own."""
    lasting, until_next_turn = [], list(values.get("used_until_next_turn", ()))
    for each in values["used"]:
        name = _present_name(each)
        if name is None:
            lasting.append(each)
        else:
            until_next_turn.append(name)
    values["used"], values["used_until_next_turn"] = tuple(lasting), tuple(until_next_turn)


def _present_name(earlier: str) -> str | None:
    for pattern, present in _EARLIER_NAMES:
        if found := re.fullmatch(pattern, earlier):
            return found.expand(present)
    return None
