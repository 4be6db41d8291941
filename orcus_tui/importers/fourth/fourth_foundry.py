"""Foundry actors of the fourth edition (dnd4e), exported as JSON or kept as YAML."""

import re

from orcus_tui.importers.creature_draft import CreatureDraft, plain
from orcus_tui.importers.draft_text import Amount
from orcus_tui.importers.fourth.printed import (
    RECHARGE,
    PrintedAttack,
    PrintedPower,
    add_aura_text,
    add_power,
    add_resistance,
    add_statistic,
    add_tags,
    finish,
    put_role,
    said_results,
)
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.import_result import ImportResult
from orcus_tui.importers.orcus.attack_parts import EFFECT, HALF_DAMAGE, HIT, MISS, Result
from orcus_tui.importers.prose import NO_DAMAGE
from orcus_tui.importers.source_record import EntryFormat, Record, read_entries
from orcus_tui.importers.yaml_nodes import FOUNDRY_SIZES as SIZES
from orcus_tui.importers.yaml_nodes import read_foundry

_DEFENSES = {"ac": "ac", "fort": "fortitude", "ref": "reflex", "wil": "will"}
_ABILITIES = ("str", "con", "dex", "int", "wis", "cha")
_USES = {"atwill": "at-will", "encounter": "encounter", "daily": "daily", "recharge": RECHARGE}
_ACTIONS = {"reaction": "immediate reaction", "interrupt": "immediate interrupt", "opp": "opportunity", "none": "none"}
_KINDS = {"range": "ranged", "reach": "melee", "touch": "melee", "weapon": "melee"}
_SENSES = {
    "lv": "low-light vision", "dv": "darkvision", "aa": "all-around vision", "bs": "blindsight", "tr": "tremorsense",
    "ts": "truesight",
}  # fmt: skip
_MOVES = ("burrow", "climb", "fly", "swim", "teleport")
_FLAVOR = re.compile(r"\[[^\[\]]{0,60}\]")  # a remark in a formula: `2d6[fire]`
_DAMAGE_WORDS = re.compile(r"(?i)^\W*(?:\d+d\d+|\d+)\b[^.]*\bdamage\b")


def read(data: bytes) -> ImportResult:
    """The actors of a source. Raises UnreadableSource if there are none."""
    required = "a name, a system with defences, and items"
    return read_entries(data, EntryFormat("orcus", _is_actor, _creature, required, "actor", read_foundry))


def _is_actor(record: Record) -> bool:
    return "defences" in record.record("system")


def _creature(actor: Record) -> CreatureDraft:
    draft = CreatureDraft(actor.text("name"), actor.line)
    system = actor.record("system")
    details, attributes = system.record("details"), system.record("attributes")
    draft.put("level", details.whole("level"))
    if actor.text("type").lower() == "player character":
        draft.put("kind", "pc")
    else:
        role = details.record("role")
        put_role(draft, role.text("primary"), role.text("secondary"), leads=role.flag("leader"))
    draft.put("size", SIZES.get(details.text("size"), details.text("size").capitalize()))
    kind = {"magicalbeast": "magical beast"}.get(details.text("type"), details.text("type"))
    draft.put("type", f"{details.text('origin')} {kind}".strip())
    add_tags(draft, details.text("other").lower().split(","))
    draft.put("xp", details.whole("exp") or None)
    _put_hit_points(draft, attributes, details)
    draft.put("initiative", attributes.record("init").whole("value"))
    draft.put("defenses", _values(system.record("defences"), _DEFENSES))
    draft.put("abilities", _values(system.record("abilities"), {each: each for each in _ABILITIES}))
    draft.put("action_points", system.record("actionpoints").whole("value") or None)
    draft.put("saves", details.record("saves").whole("value") or None)
    _add_resistances(draft, system)
    _put_words(draft, system)
    for item in actor.records("items"):
        _add_item(draft, item)
    draft.add_text(html_text(system.text("biography")))
    return finish(draft)


def _put_hit_points(draft: CreatureDraft, attributes: Record, details: Record) -> None:
    hit_points = attributes.record("hp")
    most, now = hit_points.whole("max"), hit_points.whole("value")
    draft.put("max_hp", most or now)
    draft.put("hp", now if most and now is not None and now < most else None)
    draft.put("temp_hp", attributes.record("temphp").whole("value") or None)
    draft.put("staggered", details.whole("bloodied") or None)


def _values(record: Record, names: dict[str, str]) -> dict[str, int]:
    numbers = {ours: record.record(theirs).whole("value") for theirs, ours in names.items()}
    return {name: number for name, number in numbers.items() if number is not None}


def _add_resistances(draft: CreatureDraft, system: Record) -> None:
    typed = system.record("resistances")
    for kind in typed:
        entry, line = typed.record(kind), typed.line_of(kind)
        name = "all" if kind == "damage" else kind
        value = entry.whole("value") or 0
        resist, weak = entry.whole("res") or max(value, 0), abs(entry.whole("vuln") or 0) or max(-value, 0)
        for key, amount in (("Resist", resist), ("Vulnerable", weak)):
            if amount:
                add_resistance(draft, key, name, amount, line)
        add_statistic(draft, "Immune", name if entry.flag("immune") else "", line)
    untyped = system.record("untypedResistances")
    for field, key in (("resistances", "Resist"), ("vulnerabilities", "Vulnerable"), ("immunities", "Immune")):
        for words in untyped.texts(field):
            add_statistic(draft, key, words, untyped.line_of(field))


def _put_words(draft: CreatureDraft, system: Record) -> None:
    """Puts speed, senses, languages, alignment and skills."""
    movement = system.record("movement")
    base = movement.record("base")
    walk = base.whole("value") if base.whole("base") is None else base.whole("base")
    speeds = [str(walk)] if walk is not None else []
    for key in _MOVES:
        move = movement.record(key)
        distance = move.whole("value") or move.whole("formula")
        speeds += [f"{key} {distance}"] if distance else []
    draft.put("speed", ", ".join([*speeds, *filter(None, [plain(movement.text("custom"))])]))
    special = system.record("senses").record("special")
    senses = [
        f"{name} {plain(special.record(key).text('range'))}".strip()
        for key, name in _SENSES.items()
        if special.record(key).flag("value")
    ]
    notes = (special.text("custom"), system.record("senses").text("notes"))
    draft.put("senses", ", ".join([*senses, *filter(None, map(plain, notes))]))
    spoken = system.record("languages").record("spoken")
    draft.put("languages", ", ".join([*spoken.texts("value"), *filter(None, [plain(spoken.text("custom"))])]))
    draft.put("alignment", plain(system.record("details").text("alignment")))
    skills = system.record("skills")
    known = [f"{key} {value:+d}" for key in skills if (value := skills.record(key).whole("value"))]
    draft.add_fact(f"Skills: {', '.join(known)}" if known else "")


# Powers


def _add_item(draft: CreatureDraft, item: Record) -> None:
    name, system = item.text("name"), item.record("system")
    description = html_text(system.record("description").text("value"))
    if item.text("type") != "power":
        radius = system.whole("auraSize")
        if radius:
            add_aura_text(draft, name, radius, description, item.line)
        else:
            add_power(draft, PrintedPower(name, item.line, details=description))
        return
    power = PrintedPower(name, item.line, tags=system.text("keywordsCustom"))
    power.action = _ACTIONS.get(system.text("actionType"), system.text("actionType")) or "none"
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", system.text("rangeType"))
    power.kind = _KINDS.get(kind, kind)
    power.requirement, power.trigger = html_text(system.text("requirement")), html_text(system.text("trigger"))
    power.attacks = (_attack(draft, name, system, item.line),)
    sustain = system.record("sustain")
    power.results = said_results(
        Result("Special", html_text(system.text("special"))),
        Result(f"Sustain {sustain.text('actionType')}".strip(), html_text(sustain.text("detail"))),
    )
    _put_use(power, system)
    add_power(draft, power)
    draft.add_text(f"{plain(name)}: {description}" if description else "")


def _put_use(power: PrintedPower, system: Record) -> None:
    """Puts how often, as `at-will` or `recharge`, with its condition or the lowest face that recharges it."""
    power.use = _USES.get(system.text("useType"), system.text("useType"))
    lowest = system.whole("rechargeRoll")
    if power.use == RECHARGE and lowest and 1 <= lowest <= 6:
        power.recharges_from = lowest
    else:
        power.use_details = plain(system.text("rechargeCondition"))


def _attack(draft: CreatureDraft, name: str, system: Record, line: int) -> PrintedAttack:
    roll = system.record("attack")
    bonus = roll.whole("formula") if roll.flag("isAttack") else None
    if roll.flag("isAttack") and bonus is None:
        draft.note_unclear(f"{plain(name)}: attack {roll.text('formula')} vs {roll.text('def')}", line)
    effect = html_text(system.record("effect").text("detail"))
    return PrintedAttack(
        range=plain(system.text("rangeText")),
        targets=plain(system.text("target")),
        bonus=bonus,
        defense=roll.text("def"),
        results=said_results(_hit(system), _miss(system), Result(EFFECT, effect)),
    )


def _hit(system: Record) -> Result:
    """What a hit does: its words, and its damage where they do not begin with that."""
    hit = system.record("hit")
    words, dice = html_text(hit.text("detail")), plain(_FLAVOR.sub("", hit.text("formula")))
    if _DAMAGE_WORDS.match(words) or "@" in dice or not (dice and hit.flag("isDamage")):
        return Result(HIT, words)
    types = system.record("damageType")
    named = (each for each in types if each not in ("physical", "damage") and types.flag(each))
    return Result(HIT, words, Amount(dice, tuple(named)))


def _miss(system: Record) -> Result:
    """What a miss does: its words, and half damage where they do not speak of it."""
    miss = system.record("miss")
    words = html_text(miss.text("detail"))
    halves = miss.flag("halfDamage") and "half damage" not in words.lower()
    return Result(MISS, words, HALF_DAMAGE if halves else NO_DAMAGE)
