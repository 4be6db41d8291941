"""Foundry actors of the fourth edition (dnd4e), exported as JSON or kept as YAML."""

import re
from collections.abc import Callable

from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.draft_text import Amount
from orcus_tui.importers.fourth import printed
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.orcus.printed_powers import EFFECT, HALF_DAMAGE, HIT, MISS, Result
from orcus_tui.importers.prose import NO_DAMAGE
from orcus_tui.importers.source_record import (
    EntryFormat,
    Record,
    Row,
    has,
    nonzero_number,
    read_rows,
    rows,
    whole_number,
)
from orcus_tui.importers.yaml_nodes import FOUNDRY_SIZES, read_foundry
from orcus_tui.storage.encounter.casting import ABILITIES

_DEFENSES = {"ac": "ac", "fort": "fortitude", "ref": "reflex", "wil": "will"}
_USES = {"atwill": "at-will", "encounter": "encounter", "daily": "daily", "recharge": printed.RECHARGE}
_ACTIONS = {"reaction": "immediate reaction", "interrupt": "immediate interrupt", "opp": "opportunity", "none": "none"}
_KINDS = {"range": "ranged", "reach": "melee", "touch": "melee", "weapon": "melee"}
_SENSES = {
    "lv": "low-light vision", "dv": "darkvision", "aa": "all-around vision", "bs": "blindsight", "tr": "tremorsense",
    "ts": "truesight",
}  # fmt: skip
_MOVES = ("burrow", "climb", "fly", "swim", "teleport")
_FLAVOR = re.compile(r"\[[^\[\]]{0,60}\]")  # a remark in a formula: `2d6[fire]`
_DAMAGE_WORDS = re.compile(r"(?i)^\W*(?:\d+d\d+|\d+)\b[^.]*\bdamage\b")


def _creature(actor: Record) -> CreatureDraft:
    draft = CreatureDraft(actor.text("name"), actor.line)
    system, role = actor.record("system"), actor.record("system.details.role")
    if actor.text("type").lower() == "player character":
        draft.put("kind", "pc")
    else:
        printed.put_role(draft, role.text("primary"), role.text("secondary"), leads=role.flag("leader"))
    printed.add_tags(draft, system.text("details.other").lower().split(","))
    read_rows(system, _FIELDS, draft)
    _add_resistances(draft, system)
    skills = system.record("skills")
    known = [f"{key} {number:+d}" for key in skills if (number := skills.record(key).whole("value"))]
    draft.add_fact(f"Skills: {', '.join(known)}" if known else "")
    for item in actor.records("items"):
        _add_item(draft, item)
    draft.add_text(html_text(system.text("biography")))
    return printed.finish(draft)


read = EntryFormat("orcus", has("system.defences"), _creature, read_foundry).read
"""The actors of a source."""


# Fields


def _words(system: Record, path: str, _: CreatureDraft) -> str:
    return plain(system.text(path))


def _size(system: Record, path: str, _: CreatureDraft) -> str:
    return FOUNDRY_SIZES.get(system.text(path), system.text(path).capitalize())


def _type(system: Record, path: str, _: CreatureDraft) -> str:
    kind = {"magicalbeast": "magical beast"}.get(system.text(path), system.text(path))
    return f"{system.text('details.origin')} {kind}".strip()


def _hit_points_now(system: Record, path: str, _: CreatureDraft) -> int | None:
    """The current hit points; None at the maximum."""
    most, now = system.whole(f"{path}.max"), system.whole(f"{path}.value")
    return now if most and now is not None and now < most else None


def _values(names: dict[str, str]) -> Callable[[Record, str, CreatureDraft], dict[str, int]]:
    """A reading for numbers, from a table of names in the source and names of fields."""

    def read(system: Record, path: str, _: CreatureDraft) -> dict[str, int]:
        numbers = {ours: system.whole(f"{path}.{theirs}.value") for theirs, ours in names.items()}
        return {name: number for name, number in numbers.items() if number is not None}

    return read


def _speed(system: Record, path: str, _: CreatureDraft) -> str:
    movement = system.record(path)
    base = movement.record("base")
    walk = base.whole("value") if base.whole("base") is None else base.whole("base")
    speeds = [str(walk)] if walk is not None else []
    for key in _MOVES:
        move = movement.record(key)
        distance = move.whole("value") or move.whole("formula")
        speeds += [f"{key} {distance}"] if distance else []
    return ", ".join([*speeds, *filter(None, [plain(movement.text("custom"))])])


def _senses(system: Record, path: str, _: CreatureDraft) -> str:
    special = system.record(f"{path}.special")
    known = {name: special.record(key) for key, name in _SENSES.items()}
    senses = [f"{name} {plain(each.text('range'))}".strip() for name, each in known.items() if each.flag("value")]
    notes = (special.text("custom"), system.text(f"{path}.notes"))
    return ", ".join([*senses, *filter(None, map(plain, notes))])


def _languages(system: Record, path: str, _: CreatureDraft) -> str:
    spoken = system.record(path)
    return ", ".join([*spoken.texts("value"), *filter(None, [plain(spoken.text("custom"))])])


_FIELDS: tuple[Row[CreatureDraft], ...] = (
    *rows(("details.level", "level"), ("attributes.init.value", "initiative"), read=whole_number),
    *rows(("attributes.hp.max | attributes.hp.value", "max_hp"), ("details.exp", "xp"), read=nonzero_number),
    *rows(("attributes.temphp.value", "temp_hp"), ("details.bloodied", "staggered"), read=nonzero_number),
    *rows(("actionpoints.value", "action_points"), ("details.saves.value", "saves"), read=nonzero_number),
    Row("attributes.hp", "hp", _hit_points_now),
    Row("details.size", "size", _size),
    Row("details.type", "type", _type),
    Row("details.alignment", "alignment", _words),
    Row("defences", "defenses", _values(_DEFENSES)),
    Row("abilities", "abilities", _values({each: each for each in ABILITIES})),
    Row("movement", "speed", _speed),
    Row("senses", "senses", _senses),
    Row("languages.spoken", "languages", _languages),
)


def _add_resistances(draft: CreatureDraft, system: Record) -> None:
    typed = system.record("resistances")
    for kind in typed:
        entry, line = typed.record(kind), typed.line_of(kind)
        name = "all" if kind == "damage" else kind
        value = entry.whole("value") or 0
        resist, weak = entry.whole("res") or max(value, 0), abs(entry.whole("vuln") or 0) or max(-value, 0)
        for key, amount in (("Resist", resist), ("Vulnerable", weak)):
            if amount:
                printed.add_resistance(draft, key, name, amount, line)
        printed.add_statistic(draft, "Immune", name if entry.flag("immune") else "", line)
    untyped = system.record("untypedResistances")
    for field, key in (("resistances", "Resist"), ("vulnerabilities", "Vulnerable"), ("immunities", "Immune")):
        for words in untyped.texts(field):
            printed.add_statistic(draft, key, words, untyped.line_of(field))


# Powers


def _add_item(draft: CreatureDraft, item: Record) -> None:
    name, system = item.text("name"), item.record("system")
    description = html_text(system.record("description").text("value"))
    if item.text("type") != "power":
        radius = system.whole("auraSize")
        if radius:
            printed.add_aura_text(draft, name, radius, description, item.line)
        else:
            printed.add_power(draft, printed.PrintedPower(name, item.line, details=description))
        return
    power = printed.PrintedPower(name, item.line, tags=system.text("keywordsCustom"))
    power.action = _ACTIONS.get(system.text("actionType"), system.text("actionType")) or "none"
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", system.text("rangeType"))
    power.kind = _KINDS.get(kind, kind)
    power.requirement, power.trigger = html_text(system.text("requirement")), html_text(system.text("trigger"))
    power.attacks = (_attack(draft, name, system, item.line),)
    sustain = system.record("sustain")
    power.results = printed.nonempty_results(
        Result("Special", html_text(system.text("special"))),
        Result(f"Sustain {sustain.text('actionType')}".strip(), html_text(sustain.text("detail"))),
    )
    _put_use(power, system)
    printed.add_power(draft, power)
    draft.add_text(f"{plain(name)}: {description}" if description else "")


def _put_use(power: printed.PrintedPower, system: Record) -> None:
    """Sets the use, such as `at-will` or `recharge`, with its condition or the lowest face that recharges it."""
    power.use = _USES.get(system.text("useType"), system.text("useType"))
    lowest = system.whole("rechargeRoll")
    if power.use == printed.RECHARGE and lowest and 1 <= lowest <= 6:
        power.recharges_from = lowest
    else:
        power.use_details = plain(system.text("rechargeCondition"))


def _attack(draft: CreatureDraft, name: str, system: Record, line: int) -> printed.PrintedAttack:
    roll = system.record("attack")
    bonus = roll.whole("formula") if roll.flag("isAttack") else None
    if roll.flag("isAttack") and bonus is None:
        draft.note_unclear(f"{plain(name)}: attack {roll.text('formula')} vs {roll.text('def')}", line)
    effect = html_text(system.record("effect").text("detail"))
    return printed.PrintedAttack(
        range=plain(system.text("rangeText")),
        targets=plain(system.text("target")),
        bonus=bonus,
        defense=roll.text("def"),
        results=printed.nonempty_results(_hit(system), _miss(system), Result(EFFECT, effect)),
    )


def _hit(system: Record) -> Result:
    """The result of a hit: its words, and its damage if they do not begin with it."""
    hit = system.record("hit")
    words, dice = html_text(hit.text("detail")), plain(_FLAVOR.sub("", hit.text("formula")))
    if _DAMAGE_WORDS.match(words) or "@" in dice or not (dice and hit.flag("isDamage")):
        return Result(HIT, words)
    types = system.record("damageType")
    named = (each for each in types if each not in ("physical", "damage") and types.flag(each))
    return Result(HIT, words, Amount(dice, tuple(named)))


def _miss(system: Record) -> Result:
    """The result of a miss: its words, and half damage if they do not mention it."""
    miss = system.record("miss")
    words = html_text(miss.text("detail"))
    halves = miss.flag("halfDamage") and "half damage" not in words.lower()
    return Result(MISS, words, HALF_DAMAGE if halves else NO_DAMAGE)
