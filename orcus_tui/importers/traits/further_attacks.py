"""Further attacks that riders allow: `it can make a fangs attack as a free action` becomes an offer."""

import re
from collections.abc import Mapping

from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.draft_text import POWER_LINES, DraftLine, Reminder, effect_line, lines_of_power
from orcus_tui.importers.traits.own_name import SELF, with_own_name

_ALLOWS = re.compile(
    rf"(?i)(?:{SELF}|it)? ?(?:can )?(?:immediately )?(?:makes?|uses?) (?:an?|another|one|its|a second) "
    r"(?:extra |additional |free )?(?P<name>[\w' -]+?)(?: attacks?)?(?: (?:against|on) (?:the|that) (?:same )?target)?"
    r"(?: as an? (?:free|quick|move|swift|immediate) action)?(?: (?:against|on) (?:the|that) (?:same "
    r")?target)?(?: this turn)?"
)


def offer_attacks(draft: CreatureDraft) -> None:
    """Replaces reminders that only allow another attack of the creature with offers of that attack."""
    names = {str(each["name"]).lower(): str(each["name"]) for each in draft.powers if "attack" in each}
    names |= {name.removesuffix(" (1 attack)"): whole for name, whole in names.items() if name.endswith(" (1 attack)")}
    if not names:
        return
    for power in draft.powers:
        for key in POWER_LINES:
            if any(isinstance(line, Reminder) for line in lines_of_power(power, key)):
                power[key] = [_as_offer(line, names, draft.name) for line in lines_of_power(power, key)]


def _as_offer(line: DraftLine, names: Mapping[str, str], creature: str) -> DraftLine:
    if not isinstance(line, Reminder) or line.own_words or line.own:
        return line
    found = _ALLOWS.fullmatch(with_own_name(plain(line.source_words), creature).strip(" .,;"))
    name = names.get(found["name"].lower().strip(), "") if found else ""
    return effect_line("offer", f'attack "{name}"', prefix=line.prefix) if name and '"' not in name else line
