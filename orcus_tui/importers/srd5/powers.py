"""Actions of SRD 5.1 stat blocks as powers, read from their numbers and their prose, which all formats share."""

import re
from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from orcus_tui.dice import DiceError, parse
from orcus_tui.importers.creature_draft import CreatureDraft, as_name, one_line, plain
from orcus_tui.importers.draft_text import Reminder
from orcus_tui.importers.import_result import Table
from orcus_tui.importers.srd5.attack_rolls import attack_in, attack_powers, has_unknown_bonus
from orcus_tui.importers.srd5.clauses import CONDITIONS, TYPES
from orcus_tui.importers.srd5.printed_action import Option, PrintedAction
from orcus_tui.importers.srd5.saving_throws import area_save, own_save, save_in
from orcus_tui.systems.srd5.encounters import XP

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

RESISTANCE_KEYS = (
    ("damage_vulnerabilities", "vulnerable"),
    ("damage_resistances", "resist"),
    ("damage_immunities", "immune"),
)
"""The keys of resistances in SRD 5.1 JSON and Open5e, and the fields they fill."""


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


# Fields that all these formats have


_REGENERATION = r"regains (?P<amount>[0-9]+) hit points at the start of its turn"


def read_hit_dice(draft: CreatureDraft, text: str) -> None:
    """Reads the dice of a creature's hit points; what is no dice stays text."""
    try:
        draft.put("hit_dice", parse(text.replace(" ", "")).text if text else "")
    except DiceError:
        draft.add_text(f"Hit dice {text}")


def read_trait(draft: CreatureDraft, name: str, text: str, line: int) -> None:
    """Reads what holds without being used, which is for the table to apply; regeneration is also a field."""
    found = re.search(_REGENERATION, plain(text), re.IGNORECASE)
    draft.put("regeneration", int(found["amount"]) if found else None)
    draft.add_unclear_trait(name, text, line)


_LIMITED = {"resist": "Damage Resistances", "immune": "Damage Immunities", "vulnerable": "Damage Vulnerabilities"}
"""The name of the trait that has what a field cannot say, such as a resistance to nonmagical weapons alone."""


def add_types(draft: CreatureDraft, key: str, words: list[str], line: int, only: Sequence[str] = ()) -> None:
    """Adds resistances and the like; anything but plain damage types is a trait, for the table to apply.

    `only` are those known to be such.
    """
    known: list[str] = []
    limited = [*map(plain, only)]
    for passage in words:
        for each in _type_lists(passage):
            if each in TYPES:
                known.append(each)
            else:
                limited.append(each)
    draft.add_unclear_trait(_LIMITED[key] if limited else "", "; ".join(limited), line)
    if known:
        held = draft.table.get(key)
        draft.put(key, [*(held if isinstance(held, list) else ()), *dict.fromkeys(known)])


def _type_lists(passage: str) -> list[str]:
    """The types of a list; a part with other words stays whole."""
    parts: list[str] = []
    for each in plain(passage).lower().split(";"):
        simple = re.fullmatch(rf"\s*(?:{'|'.join(TYPES)})(?:(?:, and |, | and )(?:{'|'.join(TYPES)}))*\s*", each)
        parts += re.split(r", and |, | and ", each.strip()) if simple else [each.strip()]
    return [each for each in parts if each]


def add_conditions(draft: CreatureDraft, words: list[str], line: int) -> None:
    """Adds immunities to conditions, each once; other words are not understood."""
    known = [each for each in words if each in (*CONDITIONS, "exhaustion")]
    held = draft.table.get("immune")
    draft.put("immune", list(dict.fromkeys((*(held if isinstance(held, list) else ()), *known))))
    for each in words:
        if each not in known:
            draft.add_unclear(f"immune: {each}", line)


def add_counter(draft: CreatureDraft, name: str, times: int) -> None:
    """Adds a counter for something with several uses a day."""
    if times > 1:
        held = draft.table.get("counters")
        draft.put("counters", {**(held if isinstance(held, dict) else {}), as_name(name.lower(), "uses"): times})


def refresh_from(face: int) -> str:
    """The use of a power that comes back on this face of a d6, or a higher one."""
    return f"refresh {','.join(map(str, range(face, 7)))}"


_FRACTIONS = {".125": "1/8", ".25": "1/4", ".5": "1/2", "⅛": "1/8", "¼": "1/4", "½": "1/2"}


def read_challenge(draft: CreatureDraft, rating: str, *known: int | None) -> None:
    """Reads a challenge rating, and the experience points: the first that are known, else those of the rating."""
    written = _FRACTIONS.get(rating.lstrip("0") if "." in rating else rating, rating)
    draft.add_fact(f"Challenge {written}" if written else "")
    usual = XP.get(float(Fraction(written))) if re.fullmatch(r"[0-9]{1,2}(?:/[1-9])?", written) else None
    draft.put("xp", next((each for each in (*known, usual) if each is not None), None))


def modifier(score: int | None) -> int:
    """The modifier of an ability score."""
    return 0 if score is None else (score - 10) // 2
