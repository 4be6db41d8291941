"""Powers, as `[[creature.power]]` tables."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, get_args

from msgspec.structs import replace

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.line_compiler import compile_line
from orcus_tui.dice import Dice, DiceError, maximise, parse
from orcus_tui.model import power
from orcus_tui.model.creature import Trait
from orcus_tui.model.power import HIGHEST_CRIT, LOWEST_CRIT
from orcus_tui.model.steps import DealDamage
from orcus_tui.model.suggestions import did_you_mean, nearest
from orcus_tui.model.trigger import ANY_ROLL, D20, ON_A_MISS
from orcus_tui.rules.creature_values import defense
from orcus_tui.rules.field_faults import fault, mismatch, quote, unknown
from orcus_tui.rules.field_table import Field, FieldTable
from orcus_tui.rules.limits import MOST_ATTACKS
from orcus_tui.rules.system import System
from orcus_tui.rules.trigger_words import ATTACK_EVENTS, FORMS, STAGGERED, TRIGGERS, read_trigger
from orcus_tui.rules.validators import (
    AMOUNT_SCHEMA,
    FLAG,
    LINE,
    LINES,
    LIST,
    NAME,
    TEXT_SCHEMA,
    Read,
    Schema,
    Scope,
    Validator,
    list_of,
    once,
    one_of,
    whole,
    words_schema,
)
from orcus_tui.storage.encounter.effect_tables import damage_types, language
from orcus_tui.storage.encounter.modifier_tables import MODIFIERS, compile_with_facts

Miss = Dice | Literal["none", "half"]

_USES: tuple[power.UseKind, ...] = get_args(power.UseKind)
_WORDS_FOR_MISS: Mapping[str, Literal["none", "half"]] = {"none": "none", "half": "half"}
_HIGHEST_FACE = {"refresh": power.D6, "recharge": D20}
# Actions that are not counted.
_UNCOUNTED = ("free", "opportunity", "none")

# Patterns are texts: `re` compiles each at its first use, so that start-up does not wait for them.
_ATTACK = r"(?i)([+-]?[0-9]{1,6}) *vs\.? +(.+)"
# Dice first, then words: the dice may have a blank before a `d8`, or inside a [label].
_DAMAGE = r"((?:\[[^\]]*\]|[^\[])+?)(?:\s+(?!d[0-9%])([^\W\d_][^\d\[]*))?"
_SAVE = r"([^\W\d_]+) +(?:dc +)?([1-9][0-9]{0,2})"
_PART = r"(.+?)(?: +[x×]([1-9][0-9]?|(?:[1-9][0-9]?)?[dD][0-9]+(?:\+[0-9]+)?))?"
_CRIT_TIMES = tuple("23456789")
_COUNTED = r"([1-9][0-9]?) ?/ ?(?:([1-9][0-9]?) )?(day|encounter|battle|(?:short|long)(?: rest)?|turn|round|rounds)"
_COUNTED_KINDS: Mapping[str, power.UseKind] = {
    "battle": "encounter",
    **dict.fromkeys(("short", "short rest"), "encounter"),
    **dict.fromkeys(("long", "long rest"), "daily"),
    **{word: kind for kind, word in power.PERIODS.items()},
}
_IN_BATTLE = r"refresh (1[0-9]|20|[7-9])\+"
_OF_ESCALATION = ("cyclic", "escalation")
_ESCALATION = r"[1-6]\+?|even|odd"
_SAVE_TO_MAINTAIN = r"save +([1-9][0-9]?)\+"
_COST = r"(.+?)(?: +([0-9]{1,3}))?"
_FACES = r"([0-9]{1,3})(?:-([0-9]{1,3})|(\+))?"


def actions(system: System) -> tuple[str, ...]:
    """The words for the actions that a power may cost."""
    own = (*system.actions.names, *system.actions.compounds)
    return tuple(dict.fromkeys((*own, *_UNCOUNTED, *system.actions.aliases, *system.actions.resources)))


_one_action = one_of(actions, "action", own=True)


def _read_action(scope: Scope, value: object) -> str:
    """The cost of a power: an action, or several of the counted kinds, as `open+move`."""
    if not isinstance(value, str) or "+" not in value:
        found: str = _one_action.read(scope, value)
        return found
    parts = [_one_action.read(scope, part.strip()) for part in value.split("+")]
    uncounted = next((part for part in parts if part in _UNCOUNTED), None)
    if uncounted:
        raise fault(f"{uncounted} is not counted as an action; leave it out")
    return "+".join(parts)


def _action_schema(system: System) -> Schema:
    return {"anyOf": [words_schema(actions(system)), {"type": "string", "pattern": r"^[^+]+(\+[^+]+)+$"}]}


def _read_range(scope: Scope, value: object) -> str:
    """A range as printed; only a first word that is nearly an origin of the system is a fault."""
    text: str = LINE.read(scope, value)
    origin = power.first_word(text)
    known = (*scope.system.words.ranges, "self", *power.ORIGINS)
    if origin and origin not in known and nearest(origin, known):
        raise fault(f'unknown range "{origin}"{did_you_mean(origin, known)}')
    return text


def _compile_line(text: str, scope: Scope) -> power.Line:
    try:
        return compile_line(text, scope.system)
    except CommandError:
        # Few lines name a creature or a word of the file; only those need the context.
        compile_text = partial(compile_line, text, scope.system, scope.ids)
        return compile_with_facts(compile_text, text, scope)


# The texts of a power


def _read_attack(scope: Scope, value: object) -> tuple[int, str]:
    """Bonus and defense in `+8 vs AC`."""
    found = re.fullmatch(_ATTACK, _line(scope, value).strip().replace("−", "-"))
    if found is None:
        raise mismatch('an attack as "+8 vs AC"', value)
    system = scope.system
    met = defense(system, found[2].strip())
    if system.words.attackable and met not in system.words.attackable:
        raise fault(f"in {system.display_name} attacks are against {' or '.join(system.words.attackable)}, not {met}")
    return int(found[1]), met


def _read_save(scope: Scope, value: object) -> power.PowerSave:
    """The ability or defense of a save, and the number it needs: `dex 13`."""
    known = scope.system.saves.of_powers
    if not known:
        raise fault(f"in {scope.system.display_name} no power calls for a save")
    found = re.fullmatch(_SAVE, _line(scope, value).strip().lower())
    if found is None:
        raise mismatch(f'a save as "{known[0]} 13"', value)
    if found[1] not in known:
        raise unknown("save", found[1], known, of=scope.system)
    return power.PowerSave(found[1], int(found[2]))


def _read_part(scope: Scope, value: object) -> power.Part:
    """A power of the same creature, and how many times: `Claw x2`, `Claw x1d4`."""
    found = re.fullmatch(_PART, NAME.read(scope, value).strip())
    if found is None:
        raise mismatch('a power as "Claw" or "Claw x2"', value)
    count = _dice(scope, found[2] or "1")
    return power.Part(found[1], maximise(count).total, None if count.is_constant else count)


def _read_damage(scope: Scope, value: object) -> tuple[Dice, tuple[str, ...]]:
    """Dice and types in `1d10+5 fire`."""
    text = _line(scope, value).strip()
    found = re.fullmatch(_DAMAGE, text)
    if found is None or found[2] is None:
        return _dice(scope, text), ()
    words = found[2].removesuffix(" damage")
    return _dice(scope, found[1]), damage_types(scope.system, words)


def _dice(scope: Scope, value: object) -> Dice:
    """Dice, or a whole number."""
    try:
        return parse(_line(scope, value))
    except DiceError as error:
        raise fault(f"column {error.column}: {error.message}") from None


def _read_crit(scope: Scope, value: object) -> tuple[Dice | None, int]:
    """Extra dice, or in some systems the factor for a critical hit: `x3`."""
    text = _line(scope, value).strip().lower()
    sign, times = text[:1], text[1:]
    if sign not in ("x", "×") or times not in _CRIT_TIMES:
        return _dice(scope, value), 0
    if not scope.system.damage.multiplies_crits:
        raise fault(f"{scope.system.display_name} multiplies no critical hits: give the dice they add")
    return None, int(times)


def _read_crit_range(_scope: Scope, value: object) -> int:
    """The lowest natural roll that is a critical hit; a 1 is never critical."""
    if type(value) is not int or not LOWEST_CRIT <= value <= HIGHEST_CRIT:
        raise mismatch(f"a number from {LOWEST_CRIT} to {HIGHEST_CRIT}", value)
    return value


def _read_target_count(scope: Scope, value: object) -> Dice:
    """A number of targets, or dice for it."""
    count = _dice(scope, value)
    if not 1 <= maximise(count).total <= MOST_ATTACKS:
        raise mismatch(f"a number of targets from 1 to {MOST_ATTACKS}", value)
    return count


_CRIT_RANGE = Validator(_read_crit_range, {"type": "integer", "minimum": LOWEST_CRIT, "maximum": HIGHEST_CRIT})


def _read_miss(scope: Scope, value: object) -> Miss:
    """The damage of a miss: `none`, `half`, or an amount."""
    text = _line(scope, value).strip().lower()
    plain = _WORDS_FOR_MISS.get(text)
    if plain is None and not any(each.isdigit() for each in text):
        raise unknown("miss", text, _WORDS_FOR_MISS)
    return plain or _dice(scope, value)


def _read_use(scope: Scope, value: object) -> power.Use:
    """The uses: `at-will`, `encounter`, `daily`, `refresh` or `recharge` with numbers, or `with` another power."""
    text = " ".join(_line(scope, value).split())
    counted = re.fullmatch(_COUNTED, text.lower()) if "/" in text else None
    if counted:
        return _counted_use(*counted.groups())
    if text.lower().startswith("at will"):
        text = f"at-will{text[len('at will') :]}"
    word, _, rest = text.partition(" ")
    kind = next((each for each in _USES if each == word.lower()), None)
    if kind == power.WITH and rest:
        return power.Use(kind, on=rest)
    rest = rest.lower()
    if kind is None or kind in ("round", "turn", "rounds"):
        raise unknown("use", word, (*_USES, *_OF_ESCALATION, '"3/day"'))
    if kind in _OF_ESCALATION:
        return _use_of_escalation(scope, kind, rest)
    highest = _HIGHEST_FACE.get(kind)
    if kind == power.WITH:
        raise fault('name the power whose use it shares, as "with Fire Breath"')
    if highest is None:
        return _plain_use(kind, rest)
    if kind == "refresh" and rest == STAGGERED.event:
        return power.Use(kind, on=rest)
    parts = [part for part in rest.replace(",", " ").replace("/", " ").split() if part not in ("or", "and")]
    if not parts:
        raise fault(f'{kind} needs the numbers that bring it back, as "{kind} 5,6"')
    return power.Use(kind, tuple(number for part in parts for number in _faces(kind, part, highest)))


def _plain_use(kind: power.UseKind, rest: str) -> power.Use:
    """A use without numbers, or `daily refresh 16+`."""
    again = re.fullmatch(_IN_BATTLE, rest) if kind == "daily" and rest else None
    if again:
        return power.Use(kind, tuple(range(int(again[1]), D20 + 1)))
    if rest:
        raise fault(f"{kind} takes nothing after it, got {quote(rest)}")
    return power.Use(kind)


def _counted_use(count: str, rounds: str | None, word: str) -> power.Use:
    """The uses in `3/day`, `1/round` or `1/4 rounds`."""
    if (word == "rounds") != bool(rounds):
        raise mismatch('"1/round" or "1/4 rounds"', f"{count}/{rounds or ''} {word}")
    numbers = (int(rounds),) if rounds else ()
    return power.Use(_COUNTED_KINDS[word], numbers, count=int(count))


def _use_of_escalation(scope: Scope, kind: power.UseKind, rest: str) -> power.Use:
    """`cyclic`, or `escalation 3+`, `escalation even`."""
    if "escalation" not in scope.system.counters.initial:
        raise fault(f"{scope.system.display_name} has no escalation die")
    if kind == "cyclic" and not rest:
        return power.Use(kind)
    if kind == "escalation" and re.fullmatch(_ESCALATION, rest):
        return power.Use(kind, on=rest)
    raise mismatch('"cyclic", "escalation 3+" or "escalation even"', f"{kind} {rest}".strip())


def _faces(kind: str, part: str, highest: int) -> tuple[int, ...]:
    """The numbers in `5`, `5-6`, `5+`, or on a d20 `16+`."""
    found = re.fullmatch(_FACES, part.replace("–", "-"))
    if found is None:
        raise mismatch(f'numbers as in "{kind} 5,6"', part)
    first = int(found[1])
    if found[3] and power.D6 < first <= D20:
        return tuple(range(first, D20 + 1)) if kind == "refresh" else (first,)
    last = int(found[2]) if found[2] else first
    if found[3] and kind == "refresh":
        last = highest  # for a recharge, only the lowest face is stored
    if not 1 <= first <= last <= highest:
        raise fault(f"{kind} takes numbers from 1 to {highest}, got {quote(part)}")
    return tuple(range(first, last + 1))


def _line(scope: Scope, value: object) -> str:
    """One line of text; a whole number needs no quotes."""
    if type(value) is int:
        return str(value)
    text: str = LINE.read(scope, value)
    return text


# The table


def _text(read: Read, schema: Schema | Callable[[System], Schema], write: Callable[[Any], object] = str) -> Validator:
    """A text that is parsed."""
    return once(Validator(read, schema, write=lambda _, value: write(value)))


def _pattern(pattern: str) -> Schema:
    return {"type": "string", "pattern": pattern}


def _save_schema(system: System) -> Schema:
    known = "|".join(system.saves.of_powers)
    return _pattern(rf"^\s*({known})\s") if known else {"not": {}}


def _ability_schema(system: System) -> Schema:
    return words_schema(system.damage.abilities) if system.damage.abilities else TEXT_SCHEMA


def _dice_text(amount: Dice | str) -> str:
    return amount.text if isinstance(amount, Dice) else amount


def _check_conditions(_scope: Scope, values: dict[str, Any]) -> None:
    """Raises FieldFaults for an `else` without an `if` before it."""
    for key in ("effects", "always"):
        lines = values.get(key, ())
        for place, line in enumerate(lines):
            if line.otherwise and (not place or lines[place - 1].when is None):
                raise fault("else is for the line right after an if", key, place)


def _check_trait(scope: Scope, values: dict[str, Any]) -> None:
    """Raises FieldFaults for lines that no trigger would carry out, or that need an attack roll."""
    _check_conditions(scope, values)
    if values.get("effects") and not values.get("trigger"):
        raise fault("say when: give the trait a trigger", "effects")
    about_attacks = all(each.event in ATTACK_EVENTS for each in values.get("trigger", ()))
    for place, line in enumerate(values.get("effects", ())):
        only_faces = not line.outcome.crit and line.outcome.hits is None
        if line.outcome != ANY_ROLL and not (about_attacks and only_faces):
            raise fault("this is for an attack roll; the trigger says when", "effects", place)


def _count_own_action(values: dict[str, Any]) -> None:
    """Reads a cost in actions of the power's own kind, `legendary 2`, as several of them: `legendary+legendary`."""
    costs, action = values.get("cost", ()), values.get("action", "")
    own = next((each for each in costs if each.name.casefold() == action), None)
    if own:
        values["action"] = "+".join([action] * own.amount)
        values["cost"] = tuple(each for each in costs if each is not own)


def _check(_scope: Scope, values: dict[str, Any]) -> None:
    """Raises FieldFaults for fields that exclude each other, and for lines that need an attack roll or an `if`."""
    _check_conditions(_scope, values)
    _count_own_action(values)
    if "save" in values and "attack" in values:
        raise fault("a power has an attack or a save, not both", "save")
    if "saved" in values and "save" not in values:
        raise fault("this is for a save, and the power calls for none", "saved")
    if values.get("multiattack") and not values.keys().isdisjoint(("attack", "damage", "save")):
        raise fault("a multiattack makes other powers' attacks; it has none of its own", "multiattack")
    for key in ("effects", "always"):
        for place, line in enumerate(values.get(key, ())):
            for_saved = "save" in values and key == "always" and line.outcome == ON_A_MISS
            if "attack" not in values and line.outcome != ANY_ROLL and not for_saved:
                raise fault("this is for an attack roll, and the power has no attack", key, place)
            is_each = "save" in values and (key == "effects" or for_saved)
            if is_each and isinstance(line.step, DealDamage) and line.step.split:
                raise fault(
                    "with a save, damage is divided in a line of `always`, which is for all targets at once", key, place
                )
            if key == "effects" and line.outcome.hits is False:
                raise fault("effects are for hits; a line for a miss belongs in always", key, place)


# Triggers


def _one_or_several(read: Callable[[Scope, tuple[str, ...]], tuple[Any, ...]]) -> Validator:
    """A text or a list of texts; a single text is written without a list."""
    return Validator(
        lambda scope, value: read(scope, LIST.read(scope, [value] if isinstance(value, str) else value)),
        {"anyOf": [TEXT_SCHEMA, {"type": "array", "items": TEXT_SCHEMA}]},
        write=lambda _, found: str(found[0]) if len(found) == 1 else [str(each) for each in found],
    )


TRIGGER = _one_or_several(
    lambda scope, texts: tuple(read_trigger(scope.system, text) for text in texts if text.strip())
)
"""Triggers; other words are kept as they are."""
TRIGGER_FORMS = f'{", ".join((*TRIGGERS, *FORMS))}, or "text: your own words"'

_ACTION = Validator(_read_action, _action_schema)


def _read_maintain(scope: Scope, value: object) -> str:
    """The action that sustains a power, or the saving throw: `save 11+`."""
    found = re.fullmatch(_SAVE_TO_MAINTAIN, value.strip().lower()) if isinstance(value, str) else None
    if found is None:
        return _read_action(scope, value)
    if int(found[1]) > D20:
        raise fault(f"a save reaches at most {D20}, got {quote(value)}")
    return f"save {found[1]}+"


def _maintain_schema(system: System) -> Schema:
    return {"anyOf": [_action_schema(system), _pattern(r"^\s*[Ss][Aa][Vv][Ee] +[1-9][0-9]?\+\s*$")]}


def _read_costs(_: Scope, texts: tuple[str, ...]) -> tuple[power.Cost, ...]:
    found = [re.fullmatch(_COST, text.strip()) for text in texts]
    costs = tuple(power.Cost(each[1], int(each[2] or 1)) for each in found if each)
    if not all(each.amount for each in costs) or len(costs) < len(texts):
        raise mismatch('what it spends, as "ki 2"', texts[0] if len(texts) == 1 else [*texts])
    return costs


_COSTS = _one_or_several(_read_costs)
HIGHEST_LEVEL = 30
_MAINTAIN = Validator(_read_maintain, _maintain_schema)
_AMOUNT = AMOUNT_SCHEMA
COMPILED_LINE = replace(language(_compile_line, _pattern(r"\S")), write=lambda _, line: line.text)
"""A line of a power, a zone or an aura."""
_LINES = list_of(COMPILED_LINE)

POWER = FieldTable(
    power.Power(""),
    Field("name", NAME, "required", required=True),
    Field("action", _ACTION, "the action it costs", default=lambda system: system.actions.kinds[0].name),
    Field("use", _text(_read_use, _pattern(r"^\s*([Aa][Tt][- ]|[Ee]|[Dd]|[Rr]|[Ww]|[Cc]|[0-9]+ ?/)")),
          "at-will, encounter, daily, 3/day, 2/encounter, 1/round, 1/turn, 1/4 rounds, refresh 5,6 or 16+, daily "
          "refresh 16+, recharge 11, cyclic, escalation 3+, or with another power: with Fire Breath (at-will)"),
    Field("range", _text(_read_range, TEXT_SCHEMA),
          "as printed; its first word counts: melee, ranged, near, far, self (melee)"),
    Field("attack", _text(_read_attack, _pattern(r"[Vv][Ss]"), lambda attack: f"{attack[0]:+d} vs {attack[1]}"),
          '"+8 vs AC"; without it the power has no attack roll', ("bonus", "defense")),
    Field("damage",
          _text(_read_damage, _AMOUNT, lambda damage: f"{_dice_text(damage[0])} {'+'.join(damage[1])}".strip()),
          '"2d6+4", "1d8+5 cold and necrotic", "5"', ("damage", "types")),
    Field("crit", _text(_read_crit, _AMOUNT, lambda crit: f"x{crit[1]}" if crit[1] else _dice_text(crit[0])),
          "extra dice on a critical hit", ("crit", "crit_times")),
    Field("crit_range", _CRIT_RANGE, "the lowest natural roll that is a critical hit (20)"),
    Field("miss", _text(_read_miss, _AMOUNT, _dice_text), "none, half or an amount (none)"),
    Field("save", _text(_read_save, _save_schema), '"dex 13": its targets save instead of being attacked'),
    Field("saved", one_of(lambda _: ("none", "half"), "damage after a save"),
          "the damage after a successful save: none or half (none)"),
    Field("multiattack", list_of(Validator(_read_part, NAME.schema, write=lambda _, part: str(part))),
          'the powers it makes one after another, ["Bite", "Claw x2"]'),
    Field("targets", _text(_read_target_count, AMOUNT_SCHEMA, _dice_text),
          'how many targets it has at most: 2, or "1d3": rolled by `use` or `attack` without a target'),
    Field("effects", _LINES, 'lines for everybody hit, as "persist 5 fire save"'),
    Field("always", _LINES, "lines for everybody attacked, hit or missed"),
    Field("maintain", _MAINTAIN, 'the action that sustains it each turn, or the save: "save 11+"'),
    Field("trigger", TRIGGER, f"when it is offered: {TRIGGER_FORMS}"),
    Field(
        "ability",
        replace(one_of(lambda system: system.damage.abilities, "ability that adds to damage"), schema=_ability_schema),
        "the ability whose modifier is added to the damage",
    ),
    Field("tags", LIST, 'as ["stance"]: it ends the stance before it'),
    Field("text", LINES, "what to read out or remember"),
    Field("cost", _COSTS, 'what it spends, as "ki 2"; a list for several'),
    Field("level", whole(0, HIGHEST_LEVEL), "of a spell, which spends a slot of that level"),
    Field("higher", _text(_dice, _AMOUNT, _dice_text), "more damage or healing for each level of a slot above its own"),
    Field("more_targets", whole(0, MOST_ATTACKS), "more targets or attacks for each level of a slot above its own"),
    Field("components", LINE, "for the card"),
    Field("part_of", NAME, "the power that it is a part of, where its name does not say so"),
    check=_check,
)  # fmt: skip

TRAIT = FieldTable(
    Trait(""),
    Field("name", NAME, "required", required=True),
    Field("text", LINES, "what to read out or remember"),
    Field("trigger", TRIGGER, f"when its effects are carried out: {TRIGGER_FORMS}"),
    Field("effects", _LINES, "lines for the creature that caused it or was acted on, or else for its own creature"),
    Field("again", FLAG, "whether a trigger `hp` or `staggered` counts more than once in a fight"),
    Field("modifiers", MODIFIERS, "bonuses that are in force, such as +2 attack while staggered"),
    check=_check_trait,
)
"""A trait: a passive ability of a creature."""
