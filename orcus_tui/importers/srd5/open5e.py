"""Open5e JSON: monsters of its interface, version 1, and creatures of version 2, a page of them or one alone."""

from orcus_tui.importers.creature_draft import Draft, plain, titled
from orcus_tui.importers.import_result import Found
from orcus_tui.importers.json_blocks import drafts_in
from orcus_tui.importers.json_lines import Record
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.powers import (
    Execution,
    add_conditions,
    add_deed,
    add_types,
    challenge,
    listed,
    modifier,
)
from orcus_tui.importers.system_fit import found_of

_LEGENDARY = ("legendary",)
_DEEDS = (
    ("actions", "", ()),
    ("bonus_actions", "bonus", ()),
    ("reactions", "reaction", ()),
    ("legendary_actions", "free", _LEGENDARY),
    ("mythic_actions", "free", ("mythic",)),
)
# What an action of version 2 says of itself.
_ACTION_TYPES = {"BONUS_ACTION": ("bonus", ()), "REACTION": ("reaction", ()), "LEGENDARY_ACTION": ("free", _LEGENDARY)}
_TYPES = (("damage_vulnerabilities", "vulnerable"), ("damage_resistances", "resist"), ("damage_immunities", "immune"))
# Addresses, pictures, where it is printed; and what is there in other words, too.
_SILENT = (
    "slug", "key", "url", "v2_converted_path", "document", "document__slug", "document__title", "document__url",
    "document__license_url", "img_main", "illustration", "page_no", "environments", "spell_list", "group", "cr",
    "challenge_rating_decimal", "creaturesets", "category", "modifiers", "saving_throws_all", "skill_bonuses_all",
    "speed_all", "normal_sight_range", "passive_perception", "proficiency_bonus", "perception", "desc_short",
    "experience_points_text",
)  # fmt: skip
_SILENT_IN_DEED = (
    "attacks", "order_in_statblock", "legendary_action_cost", "limited_to_form", "damage_dice", "damage_bonus",
    "attack_bonus",
)  # fmt: skip


def read(data: bytes) -> Found:
    """The creatures of an Open5e source. Raises NotReadable where it is no JSON, or has none in it."""
    drafts, others = drafts_in(data, _is_creature, _creature, "a name, hit_points and an armor_class")
    return found_of("srd5", drafts, others)


def _is_creature(record: Record) -> bool:
    return "hit_points" in record and "armor_class" in record


def _creature(record: Record) -> Draft:
    draft = Draft(record.text("name"), record.line)
    for key in ("size", "alignment", "languages"):
        draft.put(key, _named(record, key))
    kinds = (_named(record, key) for key in ("type", "subtype", "subcategory"))
    draft.put("type", ", ".join(filter(None, kinds)))
    draft.put("max_hp", record.whole("hit_points"))
    if (ac := record.whole("armor_class")) is not None:
        draft.put("defenses", {"ac": ac})
    draft.put("xp", record.whole("experience_points"))
    _abilities(draft, record)
    draft.put("speed", _pairs(record.record("speed")))
    draft.put("senses", plain(record.text("senses")) or _senses(record))
    _withstands(draft, record)
    _texts(draft, record)
    for key in ("special_abilities", "traits"):
        for item in record.records(key):
            draft.leave(titled(item.text("name"), item.text("desc")), item.line)
            draft.leave_all(item.unread())
    for key, action, tags in _DEEDS:
        for item in record.records(key):
            _deed(draft, item, action, tags)
    record.skip(*_SILENT)
    draft.leave_all(record.unread())
    return draft


def _named(record: Record, key: str) -> str:
    """A text, or the name in an object that stands for one."""
    inner = record.record(key)
    found = record.text(key) or inner.text("name") or inner.text("as_string")
    return plain(found)


def _abilities(draft: Draft, record: Record) -> None:
    """Scores, saves and the initiative that comes of them, in either version's keys."""
    scores, saves = record.record("ability_scores"), record.record("saving_throws")
    abilities: dict[str, int] = {}
    good: dict[str, int] = {}
    for name, short in ABILITIES.items():
        score = scores.whole(name) if record.whole(name) is None else record.whole(name)
        save = saves.whole(name) if record.whole(f"{name}_save") is None else record.whole(f"{name}_save")
        abilities |= {} if score is None else {short: score}
        good |= {} if save is None else {short: save}
    draft.put("abilities", abilities)
    draft.put("saves", good)
    own = record.whole("initiative_bonus")
    draft.put("initiative", modifier(abilities.get("dex")) if own is None else own)


def _pairs(inner: Record) -> str:
    """A table of words and numbers, `walk 30, fly 60`."""
    said_ = (f"{name.replace('_', ' ')} {inner.text(name)}" for name in inner.names() if inner.text(name))
    return ", ".join(each for each in said_ if not each.startswith("unit "))


def _senses(record: Record) -> str:
    ranges = ("darkvision", "blindsight", "tremorsense", "truesight")
    found = ((each, record.text(f"{each}_range")) for each in ranges)
    return ", ".join(f"{each} {reach}" for each, reach in found if reach)


def _withstands(draft: Draft, record: Record) -> None:
    inner = record.record("resistances_and_immunities")
    for key, field in _TYPES:
        words = record.text(key) or inner.text(f"{key}_display")
        names = inner.named(key)
        add_types(draft, field, [words] if words else names, record.line_of(key))
    words = record.text("condition_immunities") or inner.text("condition_immunities_display")
    names = [plain(each).lower() for each in inner.named("condition_immunities")]
    add_conditions(draft, listed(words) if words else names, record.line_of("condition_immunities"))


def _texts(draft: Draft, record: Record) -> None:
    labels = (
        ("Hit dice", "hit_dice"), ("Armor:", "armor_desc"), ("Armor:", "armor_detail"), ("", "desc"),
        ("", "legendary_desc"),
    )  # fmt: skip
    rating, printed = record.text("challenge_rating"), record.text("challenge_rating_text")
    draft.say(challenge(printed or rating))
    for label, key in labels:
        draft.say(f"{label} {record.text(key)}".strip() if record.text(key) else "")
    for key in ("skills", "skill_bonuses"):
        skills = _pairs(record.record(key))
        draft.say(f"Skills: {skills}" if skills else "")


def _deed(draft: Draft, item: Record, action: str, tags: tuple[str, ...]) -> None:
    own = _ACTION_TYPES.get(item.text("action_type"))
    if own:
        action, tags = own
    text = item.text("desc")
    if "to hit" not in text and item.whole("attack_bonus") is not None and item.text("damage_dice"):
        amount = f"{item.text('damage_dice')}{_signed(item.whole('damage_bonus'))}"
        text = f"Melee Weapon Attack: {item.whole('attack_bonus'):+d} to hit. Hit: {amount} damage. {text}"
    limits = item.record("usage_limits")
    name = f"{item.text('name')} {_limit(limits)}".strip()
    add_deed(draft, Execution(name, text, item.line, action, tags=tags))
    item.skip(*_SILENT_IN_DEED)
    draft.leave_all(limits.unread())
    draft.leave_all(item.unread())


def _signed(number: int | None) -> str:
    return f"{number:+d}" if number else ""


def _limit(limits: Record) -> str:
    """How often, as stat blocks print it."""
    kind, number = limits.text("type"), limits.whole("param")
    if kind == "RECHARGE_ON_ROLL" and number is not None:
        return f"(Recharge {number}-6)"
    if kind == "PER_DAY" and number is not None:
        return f"({number}/Day)"
    return "(Recharges after a Short or Long Rest)" if kind == "RECHARGE_AFTER_REST" else ""
