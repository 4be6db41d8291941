"""True SRD JSON: a list of creatures of the True SRD, one object each."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft, Table, as_name, plain
from orcus_tui.importers.draft_text import Reminder
from orcus_tui.importers.json_nodes import node_text
from orcus_tui.importers.source_record import EntryFormat, Record, has
from orcus_tui.importers.true_srd.trait_mechanics import WITH_BOTH

_ABILITIES = ("Str", "Dex", "Con", "Int", "Wis", "Cha")
_SAVES = ("toughness", "fortitude", "reflex", "will")
_TAG = r"<[^<>]*>"
_DETAIL = (
    r"(?:^|(?<=[.!)]))\s*((?:[A-Z][\w'’-]*)(?: (?:[A-Z][\w'’-]*|of|the|and|or|by|with|to|\([^)]*\)))*(?: [a-z]+)?): "
)
_DEFENSE = r"(?P<dodge>[+-]?[0-9]+) ?(?:/ ?(?P<parry>[+-]?[0-9]+|-+))?"
# The part of a printed Defense that is lost without dodge or parry.
_DODGING = r"([+-] ?[0-9]+) (?:Dex|Dodge Focus)"
_PARRYING = r"([+-] ?[0-9]+) (?:Str|Parry Focus)"
# `+11 (bite)`, `+11 (+4 maul, +7 Str)`, `+3 ranged (and paralysis)`.
_DAMAGE = r"\(?(?P<bonus>[+-][0-9]+)\s*(?P<range>ranged|melee)?\s*(?:Str )?(?:\(?(?P<words>[^()]*)\)?)?"
_NEXT_DAMAGE = r",? (?:or|and) (?=\(?[+-][0-9])|(?<=\)), (?=[+-][0-9])"
# `(+11 with bite)`, `(+13 claw)`, `Tail Slam +12`: another attack bonus for one weapon.
_BY_WEAPON = (
    r"(?P<before>[+-][0-9]+)(?: with)? (?P<named>[a-z]+)(?=\)| and|$)"
    r"|(?P<name>[A-Z][a-z]+) [A-Z][a-z]+ (?P<after>[+-][0-9]+)"
)
_BOTH = r"\+(?P<first>\d+) (?P<one>[a-z]+) and \+(?P<second>\d+) (?P<other>[a-z]+)"
"""The attack bonuses of two weapons in one action, printed after the bonus of a single weapon."""
_SWARM = "swarm"
_NOTHING = r"^-+$| B(?= *[(,]|$)"
"""A dash in place of a list, and the mark of a bonus feat."""
_SUM = r"[+-] ?[0-9]+ (?:base|size|Str|Dex|Con|natural|Attack Focus|Dodge Focus)\b"


def _creature(record: Record) -> CreatureDraft:
    draft = CreatureDraft(_bare(record.text("name")), record.line)
    level = re.match(r"[0-9]{1,3}", plain(record.text("level")))
    draft.put("level", int(level[0]) if level else None)
    draft.put("type", ", ".join(filter(None, (_bare(record.text("type")), _bare(record.text("subtype"))))))
    draft.put("size", _bare(record.text("size")))
    if "incorporeal" in str(draft.table.get("type", "")).lower():
        draft.put("effect", [{"name": "incorporeal"}])
    draft.put("speed", _bare(record.text("speed")))
    draft.put("initiative", _number(record.text("initiative")))
    abilities = _abilities(draft, record)
    draft.put("defenses", {**_defense(draft, record, abilities), **_saves(draft, record)})
    for label, key in (("Skills", "skills"), ("Feats", "feats")):
        words = ", ".join(each for node in record.nodes(key) if (each := re.sub(_NOTHING, "", node_text(node))))
        draft.add_fact(f"{label}: {words}" if words else "")
    draft.add_text(record.text("description"))
    _read_details(draft, record)
    read_specials(draft, _bare(record.text("traits")), record.line_of("traits"))
    for key in (*_SAVES, "initiative"):  # the calculation of the numbers
        note = _bare(record.text(f"{key}_note"))
        draft.add_text(f"{key.capitalize()}: {note}" if note else "")
    _powers(draft, record)
    draft.add_all_unclear(record.unread_texts())
    return draft


read = EntryFormat("true-srd", has("toughness", "attack"), _creature).read
"""The creatures of a True SRD source."""


def _read_details(draft: CreatureDraft, record: Record) -> None:
    """Reads the details as traits: each begins with its name and a colon, after the end of the sentence before."""
    line = record.line_of("details")
    before, *parts = re.split(_DETAIL, _bare(record.text("details")))
    draft.add_unclear(before, line)
    for name, text in zip(parts[::2], parts[1::2], strict=True):
        draft.add_unclear_trait(name, text, line)


def _bare(text: str) -> str:
    """The text without HTML markup."""
    return plain(re.sub(_TAG, "", text))


def _number(text: str) -> int | None:
    found = re.fullmatch(r"[+-]?[0-9]{1,6}", plain(text).replace(" ", "").strip("()"))
    return int(found[0]) if found else None


def _abilities(draft: CreatureDraft, record: Record) -> dict[str, int]:
    """Reads the modifiers; missing abilities are left out."""
    inner = record.record("abilities")
    found = {each.lower(): value for each in _ABILITIES if (value := _number(inner.text(each))) is not None}
    draft.put("abilities", found)
    draft.add_all_unclear(inner.unread_texts())
    return found


def _saves(draft: CreatureDraft, record: Record) -> dict[str, int]:
    found: dict[str, int] = {}
    for key in _SAVES:
        text = plain(record.text(key))
        value = _number(text)
        if value is not None:
            found[key] = value
        elif text.strip("-"):
            draft.add_unclear(f"{key}: {text}", record.line_of(key))
    return found


def _defense(draft: CreatureDraft, record: Record, abilities: dict[str, int]) -> dict[str, int]:
    """Reads Defense without dodge and parry, and the bonus of each; some printed sums lack the base of 10."""
    text, note = plain(record.text("defense_dodge_parry")), _bare(record.text("defense_dodge_parry_note"))
    draft.add_text(f"Defense {text} {note}".strip() if text else "")
    found = re.fullmatch(_DEFENSE, text)
    if found is None:
        draft.add_unclear(f"Defense: {text}" if text else "", record.line_of("defense_dodge_parry"))
        return {}
    of_dodge, _, of_parry = note.partition("/")
    dodging = _sum(_DODGING, of_dodge) if note else abilities.get("dex", 0)
    defense = _whole(found["dodge"]) - dodging
    bonuses = {"defense": defense, "dodge": dodging}
    if found["parry"] and found["parry"].strip("-"):
        parrying = _sum(_PARRYING, of_parry) if of_parry else _whole(found["parry"]) - defense
        bonuses["parry"] = parrying
    return bonuses


def _whole(text: str) -> int:
    """A Defense; with a sign, it is added to 10."""
    return int(text) + (10 if text[0] in "+-" else 0)


def _sum(pattern: str, text: str) -> int:
    return sum(int(each.replace(" ", "")) for each in re.findall(pattern, text))


# Attacks


def _powers(draft: CreatureDraft, record: Record) -> None:
    """Adds a power for each way to deal damage, with its attack bonus."""
    attack, attack_note = _bare(record.text("attack")), _bare(record.text("attack_note"))
    damage = f"{_bare(record.text('damage'))} {_bare(record.text('damage_note'))}".strip()
    for label, words in (("Attack", f"{attack} {attack_note}"), ("Damage", damage)):
        draft.add_text(f"{label} {words}" if words.strip() else "")
    bonus = _number(attack)
    if bonus is None and attack_note:
        attack_note = f"{attack} {attack_note}"
    by_weapon = {
        (found["named"] or found["name"]).lower(): int(found["before"] or found["after"])
        for found in re.finditer(_BY_WEAPON, attack_note)
    }
    both = re.search(_BOTH, attack_note)
    if both and bonus is not None:
        by_weapon = {}
    for passage in re.split(_NEXT_DAMAGE, damage):
        powers_of_passage = _damage_powers(passage)
        if bonus is None and attack.lower() == _SWARM:  # it hits automatically
            for damage_dealt in powers_of_passage:
                draft.add_power({**damage_dealt, "range": "near"})
            continue
        if not powers_of_passage or bonus is None:
            draft.add_unclear(
                f"Attack {attack} {attack_note}, damage {passage}".replace("  ", " "), record.line_of("attack")
            )
            continue
        for damage_dealt in powers_of_passage:
            own = next((each for name, each in by_weapon.items() if name in str(damage_dealt["name"]).lower()), bonus)
            draft.add_power({**damage_dealt, "attack": f"{own:+d} vs Defense"})
    if both and bonus is not None:
        _add_both(draft, both)


def _add_both(draft: CreatureDraft, both: re.Match[str]) -> None:
    """Adds the attack with two weapons in one action, each with its own bonus."""
    parts: list[str] = []
    for weapon, bonus in ((both["one"], both["first"]), (both["other"], both["second"])):
        single = next((each for each in draft.powers if weapon in str(each["name"]).lower()), None)
        if single is None:
            return
        name = draft.free_name(f"{single['name']}{WITH_BOTH}")
        draft.add_power({**single, "name": name, "attack": f"+{bonus} vs Defense"})
        parts.append(name)
    draft.add_power({"name": f"{both['one'].capitalize()} and {both['other']}", "multiattack": parts})


def _damage_powers(passage: str) -> list[Table]:
    """The powers in `+5 (unarmed or bite)`; empty if it is not understood."""
    found = re.fullmatch(_DAMAGE, passage.strip())
    if found is None:
        return []
    words = re.sub(_SUM, "", found["words"] or "")
    parts = [each for part in re.split(r",|\bplus\b|^and\b", words) if (each := part.strip(" ,"))]
    named = [re.sub(r"^[+-][0-9]+ ", "", each) for each in parts[:1] if not re.match(r"and\b", words.strip())]
    others = parts[len(named) :]
    names = re.split(r" or ", named[0]) if named else [found["range"] or "attack"]
    return [
        {
            "name": as_name(name.capitalize(), "Attack"),
            "range": found["range"] or "melee",
            "damage": f"{int(found['bonus'])} {'nonlethal' if name.startswith('unarmed') else 'lethal'}",
            "effects": [*map(Reminder, others)],
        }
        for name in names
    ]


# Special qualities: a list of names, some of them with numbers

_COMMA = r", *(?![^()]*\))"
_SENSES = ("scent", "blindsight", "blindsense", "darkvision", "night vision", "tremorsense")


def read_specials(draft: CreatureDraft, text: str, line: int) -> None:
    """Adds the senses as a field, and every other name as a trait, unless there is such a trait."""
    senses: list[str] = []
    for name in filter(None, re.split(_COMMA, text.strip(" ."))):
        if name.lower().startswith(_SENSES):
            senses.append(name.lower())
        elif name[0].islower():  # not a name, such as `other abilities (see below)`
            draft.add_unclear(name, line)
        elif not draft.has_trait(name):
            draft.add_unclear_trait(name, "", line)
    draft.put("senses", ", ".join(senses))
