"""SRD 5.1 JSON: monsters from the API of that rules document, one object each."""

from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.draft_text import effect_line
from orcus_tui.importers.json_nodes import Node
from orcus_tui.importers.source_record import EntryFormat, Record, has
from orcus_tui.importers.srd5 import statistics
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.multiattacks import RANGED, Attacks, CountedAttack, list_attacks
from orcus_tui.importers.srd5.powers import add_action
from orcus_tui.importers.srd5.printed_action import PrintedEntry
from orcus_tui.importers.srd5.spell_lists import add_spells
from orcus_tui.importers.srd5.trait_mechanics import read_swallowing

_SAVE, _SKILL = "saving-throw-", "skill-"
_ACTION_LISTS = (("actions", "", ()), ("reactions", "reaction", ()), ("legendary_actions", "legendary", ("legendary",)))
# Addresses, pictures, and numbers that are repeated in the prose, which is read instead.
_IGNORED = ("index", "image", "url", "proficiency_bonus", "updated_at")
_IGNORED_IN_ACTION = (
    "attack_bonus", "damage", "dc", "multiattack_type", "actions", "action_options", "options", "attacks",
    "spellcasting", "updated_at",
)  # fmt: skip


def _creature(record: Record) -> CreatureDraft:
    draft = CreatureDraft(record.text("name"), record.line)
    for key in ("size", "alignment", "languages"):
        draft.put(key, plain(record.text(key)))
    draft.put("type", ", ".join(filter(None, (plain(record.text(key)) for key in ("type", "subtype")))))
    draft.put("max_hp", record.whole("hit_points"))
    scores = {short: score for name, short in ABILITIES.items() if (score := record.whole(name)) is not None}
    draft.put("abilities", scores)
    draft.put("initiative", statistics.modifier(scores.get("dex")))
    draft.put("speed", _pairs(record, "speed"))
    draft.put("senses", _pairs(record, "senses"))
    _read_armor(draft, record)
    _read_proficiencies(draft, record)
    for key, field in statistics.RESISTANCE_KEYS:
        statistics.add_types(draft, field, record.texts(key), record.line_of(key))
    immune = [plain(each).lower() for each in record.names_in("condition_immunities")]
    statistics.add_conditions(draft, immune, record.line_of("condition_immunities"))
    statistics.read_challenge(draft, record.text("challenge_rating"), record.whole("xp"))
    without_bonus, in_full = record.text("hit_dice"), record.text("hit_points_roll")
    statistics.read_hit_dice(draft, in_full or without_bonus)
    draft.add_text(record.text("desc") or " ".join(record.texts("desc")))
    for item in record.records("special_abilities"):
        _read_special_ability(draft, item, record.text("challenge_rating"))
    for key, action, tags in _ACTION_LISTS:
        for item in record.records(key):
            _add_action(draft, item, action, tags)
    list_attacks(draft, {plain(item.text("name")): _choices_of(item) for item in record.records("actions")})
    read_swallowing(draft)
    _add_forms(draft, [plain(each.text("name")) for each in record.records("forms")])
    record.skip(*_IGNORED)
    draft.add_all_unclear(record.unread_texts())
    return draft


read = EntryFormat("srd5", has("name", "hit_points"), _creature, "a name and hit_points").read
"""The creatures of an SRD 5.1 JSON source."""


def _add_forms(draft: CreatureDraft, names: list[str]) -> None:
    """Adds the change into the other stat blocks of a shapechanger as a power."""
    choices = [str(effect_line("become", f'"{each}"')) for each in names]
    line = effect_line("choose", " | ".join(choices), own=True) if len(choices) > 1 else None
    if line is not None:
        draft.add_power({"name": "Change Shape", "action": "action", "always": [line]})


def _pairs(record: Record, key: str) -> str:
    """A table in words: `walk 30 ft., fly 60 ft.`."""
    inner = record.record(key)
    return ", ".join(f"{plain(each.replace('_', ' '))} {plain(inner.text(each))}".strip() for each in inner)


def _read_armor(draft: CreatureDraft, record: Record) -> None:
    """Reads armor classes: the first is the usual one, the others apply under some condition."""
    for place, each in enumerate(record.records("armor_class")):
        value, kind = each.whole("value"), each.text("type")
        parts = each.record(kind).text("name") or ", ".join(each.names_in(kind)) or each.text("desc")
        label = "Otherwise armor class" if place else "Armor class"
        words = f"{label} {value} ({', '.join(filter(None, (kind, parts)))})"
        if place == 0 and value is not None:
            draft.put("defenses", {"ac": value})
            draft.add_text(words)
        else:
            draft.add_unclear_fact(words, each.line)
        draft.add_all_unclear(each.unread_texts())


def _read_proficiencies(draft: CreatureDraft, record: Record) -> None:
    saves: dict[str, int] = {}
    skills: list[str] = []
    for item in record.records("proficiencies"):
        what, value = item.record("proficiency"), item.whole("value")
        index = what.text("index")
        if value is None:
            draft.add_all_unclear(item.unread_texts())
        elif index.removeprefix(_SAVE) in ABILITIES.values():
            saves[index.removeprefix(_SAVE)] = value
        else:
            skills.append(f"{index.removeprefix(_SKILL)} {value:+d}")
    draft.put("saves", saves)
    draft.add_fact(f"Skills: {', '.join(skills)}" if skills else "")


def _usage(item: Record) -> tuple[str, int]:
    """The use in the encounter format, and the number of uses if there are several."""
    usage = item.record("usage")
    kind, times, least = usage.text("type"), usage.whole("times") or 0, usage.whole("min_value") or 0
    if kind == "recharge on roll" and 1 <= least <= 6:
        return statistics.refresh_from(least), 0
    if kind == "recharge after rest":
        rests = {str(each.value) for each in usage.nodes("rest_types")}
        return ("encounter" if "short" in rests else "daily"), 0
    return ("daily", 0) if kind == "per day" and times == 1 else ("", times)


def _add_action(draft: CreatureDraft, item: Record, action: str, tags: tuple[str, ...]) -> None:
    use, times = _usage(item)
    statistics.add_counter(draft, plain(item.text("name")), times)
    add_action(
        draft, PrintedEntry("", item.text("name"), item.text("desc"), item.line, action=action, use=use, tags=tags)
    )
    item.skip(*_IGNORED_IN_ACTION)
    draft.add_all_unclear(item.unread_texts())


def _choices_of(item: Record) -> list[Attacks]:
    """The attacks of a multiattack, choice by choice; empty for another action or for a count that is a die."""
    if nodes := item.nodes("actions"):
        choices = [_attacks(nodes)]
    else:
        options = item.record("action_options").record("from").nodes("options")
        choices = [_attacks(Record(each).nodes("items") or [each]) for each in options]
    return [each for each in choices if each]


def _attacks(nodes: list[Node]) -> Attacks:
    parts = [_counted_attack(Record(each)) for each in nodes]
    counted = [each for each in parts if each]
    return counted if len(counted) == len(parts) else []


def _counted_attack(record: Record) -> CountedAttack | None:
    name, count, kind = (plain(record.text(key)) for key in ("action_name", "count", "type"))
    return CountedAttack(name, int(count), kind == RANGED) if name and count.isdecimal() else None


def _read_special_ability(draft: CreatureDraft, item: Record, challenge: str) -> None:
    _, times = _usage(item)
    statistics.add_counter(draft, plain(item.text("name")), times)
    statistics.read_trait(draft, item.text("name"), item.text("desc"), item.line)
    spells = item.record("spellcasting").records("spells")
    a_day = next((each.record("usage").whole("times") for each in spells), None)
    add_spells(draft, f"{item.text('name')}{f' ({a_day}/day)' if a_day else ''}", item.text("desc"), challenge)
    item.skip(*_IGNORED_IN_ACTION)
    draft.add_all_unclear(item.unread_texts())
