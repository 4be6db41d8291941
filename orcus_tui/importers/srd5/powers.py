"""Actions of SRD 5.1 stat blocks as powers, read from their numbers and their prose, which all formats share."""

import re

from msgspec.structs import replace

from orcus_tui.importers.creature_draft import CreatureDraft, Table, as_name, one_line, plain
from orcus_tui.importers.draft_text import Reminder
from orcus_tui.importers.srd5.attack_rolls import attack_in, attack_powers, has_unknown_bonus
from orcus_tui.importers.srd5.printed_action import Option, PrintedAction
from orcus_tui.importers.srd5.saving_throws import area_save, own_save, save_in
from orcus_tui.importers.srd5.statistics import refresh_from

_USES = (
    (r"recharge ([1-6])(?: ?- ?6)?\b", ""),  # refreshed from that face on
    (r"1 ?/ ?day", "daily"),
    (r"recharges? after a (?:short|short or long) rest|recharges? after a short", "encounter"),
    (r"recharges? after a long rest", "daily"),
)
_COSTS = r"\((costs? ([1-9]) actions?)\)"
LEGENDARY, LEGENDARY_ACTIONS = "legendary", 3
"""The action, and how many of it a creature of SRD 5.1 has."""
# `Fire Breath. The dragon exhales …`: one of several options of an action.
_OPTION = r"(?:^|(?<=[.:;] ))(?P<name>[A-Z][\w'-]*(?: (?:of |the )?[A-Z][\w'-]*){1,4})\. (?=[A-Z])"


def add_action(draft: CreatureDraft, action: PrintedAction) -> None:
    """Adds the powers of an action: itself, the outcomes of its saves, and its options."""
    options = _options(action)
    if not options:
        _add_powers(draft, action)
        return
    name, use = _name_and_use(action)
    choice = Reminder(own_words=f"one of {', '.join(each.name for each in options)}", own=True)
    whole: Table = {"name": name, "action": action.action, "tags": [*action.tags], "always": [choice]}
    draft.add_power({**whole, "text": one_line(action.text_to_show)})
    first = ""
    for each in options:
        place = len(draft.powers)
        _add_powers(draft, replace(each, use=f"with {first}" if first else use))
        first = first or (str(draft.powers[place]["name"]) if use else "")


def _options(action: PrintedAction) -> list[PrintedAction]:
    """The options of an action, each as an action of its own; none for an action without options."""
    if action.attack or action.save:
        return []
    found = action.options if len(action.options) > 1 else _options_in(plain(action.text_to_read))
    return [replace(action, name=each.name, text=each.text, options=()) for each in found]


def _options_in(text: str) -> list[Option]:
    """The options that a text describes; none for a single one."""
    found = [*re.finditer(_OPTION, text)]
    if len(found) < 2:
        return []
    ends = [each.start() for each in found[1:]] + [len(text)]
    return [Option(each["name"], text[each.end() : end].strip()) for each, end in zip(found, ends, strict=True)]


def _add_powers(draft: CreatureDraft, action: PrintedAction) -> None:
    """Adds the powers of an action without options."""
    name, use = _name_and_use(action)
    name = draft.free_name(name)
    cost, tags = [action.action], [*action.tags]
    costs = re.search(_COSTS, plain(action.name), re.IGNORECASE)
    if action.action == LEGENDARY:
        draft.put(LEGENDARY, LEGENDARY_ACTIONS)
        cost *= int(costs[2]) if costs else action.times
    elif costs:
        tags.append(costs[1].lower())
    power: Table = {
        "name": name,
        "action": cost if action.action else "",
        "use": use,
        "tags": tags,
        "text": one_line(action.text_to_show),
    }
    powers, unknown = _read_powers(power, action)
    for each in powers:
        draft.add_power(each)
    for passage in unknown:
        draft.note_unclear(f"{name}: {passage}", action.line)


def _readable(text: str) -> str:
    """A text as patterns expect it, long dashes included: a minus between numbers, else a comma."""
    return re.sub(r" ?(?:—|(?<=\w)--(?=or |plus )) ?", ", ", re.sub(r"(?<=[0-9]) ?— ?(?=[0-9])", " - ", plain(text)))


def _name_and_use(action: PrintedAction) -> tuple[str, str]:
    """The name without how often it can be used, and the use this stands for."""
    use, name = action.use, re.sub(_COSTS, "", plain(action.name), flags=re.IGNORECASE).strip()
    for bracket in re.findall(r"\([^)]*\)", name):
        for sign, form in _USES:
            found = re.search(sign, bracket.lower())
            if found:
                use = use or form or refresh_from(int(found[1]))
                name = name.replace(bracket, "").strip()
                break
    return as_name(name, "Action"), use


def _read_powers(power: Table, action: PrintedAction) -> tuple[list[Table], list[str]]:
    """The powers of an action, and the passages that were not understood: numbers go before what its text says."""
    text = _readable(action.text_to_read)
    if action.attack:
        return attack_powers(power, replace(action.attack, text=text), action.save)
    if action.save:
        called = area_save(replace(action.save, text=text))
        return [{**power, **called.fields}], called.unknown
    if attack := attack_in(text):
        return attack_powers(power, attack)
    if save := save_in(text):
        called = area_save(save)
        return [{**power, **called.fields}], called.unknown
    own = own_save(text)
    unknown = [text] if not own and has_unknown_bonus(text) else []
    return [{**power, "always": [own]} if own else power], unknown
