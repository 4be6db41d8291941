"""Powers, as `[[creature.power]]` tables."""

import re
from collections.abc import Collection, Mapping
from typing import Any, Literal, get_args

from orcus_tui.commands.command_error import CommandError
from orcus_tui.commands.power_lines import compile_line
from orcus_tui.dice import Dice, DiceError, parse
from orcus_tui.model.power import (
    ANY_ROLL,
    ON_A_MISS,
    ORIGINS,
    WITH,
    Line,
    Part,
    Power,
    PowerSave,
    Use,
    UseKind,
    first_word,
)
from orcus_tui.model.suggestions import did_you_mean, nearest
from orcus_tui.rules import field_shapes, fields
from orcus_tui.rules.attack_rolls import HIGHEST, LOWEST
from orcus_tui.rules.field_shapes import FieldFault, FieldFaults, Read, fault
from orcus_tui.rules.system import System
from orcus_tui.rules.powers import STAGGERED
from orcus_tui.storage.encounter.effect_tables import damage_types
from orcus_tui.storage.encounter.readers import language_reader, read_each_text_once

Miss = Dice | Literal["none", "half"]

_USES: tuple[UseKind, ...] = get_args(UseKind)
_WORDS_FOR_MISS: Mapping[str, Literal["none", "half"]] = {"none": "none", "half": "half"}
_SAVED = ("none", "half")
_HIGHEST_FACE = {"refresh": 6, "recharge": 20}
# Actions that no turn counts.
_UNCOUNTED = ("free", "opportunity", "none")

# Patterns are texts: `re` compiles each when it is first used, and keeps it; start-up waits for none.
_ATTACK = r"(?i)([+-]?[0-9]{1,6}) *vs\.? +(.+)"
# Dice first, then words: a blank before a `d8`, or inside a [label], is still part of the dice.
_DAMAGE = r"((?:\[[^\]]*\]|[^\[])+?)(?:\s+(?!d[0-9%])([^\W\d_][^\d\[]*))?"
_SAVE = r"([^\W\d_]+) +(?:dc +)?([1-9][0-9]{0,2})"
_PART = r"(.+?)(?: +[x×]([1-9][0-9]?))?"
_TIMES = r"[x×]([2-9])"
_FACES = r"([0-9]{1,3})(?:-([0-9]{1,3})|(\+))?"


def actions(system: System) -> tuple[str, ...]:
    """The words for what a power may cost."""
    own = (*(each.name for each in system.actions.kinds), *system.actions.compounds)
    return tuple(dict.fromkeys((*own, *_UNCOUNTED, *system.actions.aliases, *system.actions.resources)))


_one_action = field_shapes.one_of(actions, "action", own=True)


def _action(system: System, value: object) -> str:
    """What a power costs: an action, or several of the kinds a turn counts, as `open+move`."""
    if not isinstance(value, str) or "+" not in value:
        found: str = _one_action(system, value)
        return found
    parts = [_one_action(system, part.strip()) for part in value.split("+")]
    uncounted = next((part for part in parts if part in _UNCOUNTED), None)
    if uncounted:
        raise fault(f"{uncounted} is not counted as an action; leave it out")
    return "+".join(parts)


def power_reader(ids: Collection[str]) -> Read:
    """A reader of one power, whose lines may name these creatures."""
    lines = field_shapes.each(language_reader(lambda text, system: _compile_line(text, system, ids)))
    read_table = field_shapes.table(
        {
            "name": field_shapes.name,
            "action": _action,
            "use": read_each_text_once(use),
            "range": read_each_text_once(printed_range),
            "attack": read_each_text_once(attack),
            "damage": read_each_text_once(damage),
            "crit": read_each_text_once(crit),
            "crit_range": crit_range,
            "miss": read_each_text_once(miss),
            "save": read_each_text_once(save),
            "saved": field_shapes.one_of(lambda _: _SAVED, "damage after a save"),
            "multiattack": field_shapes.each(part),
            "effects": lines,
            "always": lines,
            "maintain": _action,
            "trigger": field_shapes.line,
            "ability": field_shapes.one_of(lambda system: system.damage.abilities, "ability that adds to damage"),
            "tags": field_shapes.each(field_shapes.line),
            "text": field_shapes.lines,
        },
        required=("name",),
    )

    def read(system: System, value: object) -> Power:
        values: dict[str, Any] = read_table(system, value)
        values.setdefault("action", system.actions.kinds[0].name)
        if "attack" in values:
            values["bonus"], values["defense"] = values.pop("attack")
        if "damage" in values:
            values["damage"], values["types"] = values["damage"]
        if isinstance(values.get("crit"), int):
            values["crit_times"] = values.pop("crit")
        _check_rolls(values)
        power = Power(**values)
        _check_lines(power)
        return power

    return read


def _check_rolls(values: Mapping[str, Any]) -> None:
    """Raises FieldFaults for a power with an attack as well as a save or a multiattack, and a success at no save."""
    if "save" in values and "bonus" in values:
        raise fault("a power has an attack or a save, not both", "save")
    if "saved" in values and "save" not in values:
        raise fault("this is for a save, and the power calls for none", "saved")
    own = next((key for key in ("bonus", "damage", "save") if key in values), None)
    if own and values.get("multiattack"):
        raise fault("a multiattack makes other powers' attacks; it has none of its own", "multiattack")


def _check_lines(power: Power) -> None:
    """Raises FieldFaults for a line that waits for an attack roll that cannot come."""
    for key, lines in (("effects", power.effects), ("always", power.always)):
        for place, line in enumerate(lines):
            for_saved = power.save is not None and key == "always" and line.outcome == ON_A_MISS
            if power.bonus is None and line.outcome != ANY_ROLL and not for_saved:
                raise FieldFaults(FieldFault((key, place), "this is for an attack roll, and the power has no attack"))
            if key == "effects" and line.outcome.hits is False:
                raise FieldFaults(FieldFault((key, place), "effects are for hits; a line for a miss belongs in always"))


def printed_range(system: System, value: object) -> str:
    """A range as printed; only a first word that is nearly an origin of the system's is a fault."""
    text = field_shapes.line(system, value)
    origin = first_word(text)
    known = (*system.words.ranges, "self", *ORIGINS)
    if origin and origin not in known and nearest(origin, known):
        raise fault(f'unknown range "{origin}"{did_you_mean(origin, known)}')
    return text


def _compile_line(text: str, system: System, ids: Collection[str]) -> Line:
    try:
        return compile_line(text, system)
    except CommandError:
        # Few lines name a creature; only they need to know who is there.
        return compile_line(text, system, ids)


# The texts of a power


def attack(system: System, value: object) -> tuple[int, str]:
    """Bonus and defense in `+8 vs AC`."""
    found = re.fullmatch(_ATTACK, _line(system, value).strip().replace("−", "-"))
    if found is None:
        raise field_shapes.mismatch('an attack as "+8 vs AC"', value)
    met = fields.defense(system, found[2].strip())
    if system.words.attackable and met not in system.words.attackable:
        raise fault(f"in {system.display_name} attacks are against {' or '.join(system.words.attackable)}, not {met}")
    return int(found[1]), met


def save(system: System, value: object) -> PowerSave:
    """What a save goes by, and the number it needs, in `dex 13`."""
    known = system.saves.of_powers
    if not known:
        raise fault(f"in {system.display_name} no power calls for a save")
    found = re.fullmatch(_SAVE, _line(system, value).strip().lower())
    if found is None:
        raise field_shapes.mismatch(f'a save as "{known[0]} 13"', value)
    if found[1] not in known:
        raise field_shapes.unknown("save", found[1], known, of=system)
    return PowerSave(found[1], int(found[2]))


def part(system: System, value: object) -> Part:
    """A power of the same creature, and how many times: `Claw x2`."""
    found = re.fullmatch(_PART, field_shapes.name(system, value).strip())
    if found is None:
        raise field_shapes.mismatch('a power as "Claw" or "Claw x2"', value)
    return Part(found[1], int(found[2] or 1))


def damage(system: System, value: object) -> tuple[Dice, tuple[str, ...]]:
    """Dice and types in `1d10+5 fire`."""
    text = _line(system, value).strip()
    found = re.fullmatch(_DAMAGE, text)
    if found is None or found[2] is None:
        return dice(system, text), ()
    words = found[2].removesuffix(" damage")
    return dice(system, found[1]), damage_types(system, words)


def dice(system: System, value: object) -> Dice:
    """Dice, or a whole number."""
    try:
        return parse(_line(system, value))
    except DiceError as error:
        raise fault(f"column {error.column}: {error.message}") from None


def crit(system: System, value: object) -> Dice | int:
    """Extra dice; or by how much a critical hit multiplies, `x3`, where a system goes by that."""
    text = _line(system, value).strip().lower()
    found = re.fullmatch(_TIMES, text)
    if found is None:
        return dice(system, value)
    if not system.damage.multiplies_crits:
        raise fault(f"{system.display_name} multiplies no critical hits: give the dice they add")
    return int(found[1])


def crit_range(system: System, value: object) -> int:  # noqa: ARG001  # shared signature
    """The lowest natural roll that is a critical hit; a 1 never is one."""
    if type(value) is not int or not LOWEST <= value <= HIGHEST:
        raise field_shapes.mismatch(f"a number from {LOWEST} to {HIGHEST}", value)
    return value


def miss(system: System, value: object) -> Miss:
    """What a miss deals: `none`, `half`, or an amount."""
    text = _line(system, value).strip().lower()
    plain = _WORDS_FOR_MISS.get(text)
    if plain is None and not any(each.isdigit() for each in text):
        raise field_shapes.unknown("miss", text, _WORDS_FOR_MISS)
    return plain or dice(system, value)


def use(system: System, value: object) -> Use:
    """How often: `at-will`, `encounter`, `daily`, `refresh` or `recharge` with numbers, or `with` another power."""
    text = " ".join(_line(system, value).split())
    word, _, rest = re.sub("^at will", "at-will", text, flags=re.IGNORECASE).partition(" ")
    kind = next((each for each in _USES if each == word.lower()), None)
    if kind == WITH and rest:
        return Use(kind, on=rest)
    rest = rest.lower()
    if kind is None:
        raise field_shapes.unknown("use", word, _USES)
    highest = _HIGHEST_FACE.get(kind)
    if kind == WITH:
        raise fault('name the power whose use it shares, as "with Fire Breath"')
    if highest is None:
        if rest:
            raise fault(f"{kind} takes nothing after it, got {field_shapes.quote(rest)}")
        return Use(kind)
    if kind == "refresh" and rest == STAGGERED:
        return Use(kind, on=rest)
    parts = [part for part in re.split(r"[\s,/]+", rest) if part not in ("", "or", "and")]
    if not parts:
        raise fault(f'{kind} needs the numbers that bring it back, as "{kind} 5,6"')
    return Use(kind, tuple(number for part in parts for number in _faces(kind, part, highest)))


def _faces(kind: str, part: str, highest: int) -> tuple[int, ...]:
    """The numbers in `5`, `5-6` or `5+`."""
    found = re.fullmatch(_FACES, part.replace("–", "-"))
    if found is None:
        raise field_shapes.mismatch(f'numbers as in "{kind} 5,6"', part)
    first = int(found[1])
    last = int(found[2]) if found[2] else first
    if found[3] and kind == "refresh":
        last = highest  # a recharge goes by the least roll anyway
    if not 1 <= first <= last <= highest:
        raise fault(f"{kind} goes by numbers from 1 to {highest}, got {field_shapes.quote(part)}")
    return tuple(range(first, last + 1))


def _line(system: System, value: object) -> str:
    """One line of text; a whole number may stand without quotes."""
    return str(value) if type(value) is int else field_shapes.line(system, value)


# Writing


def power_table(system: System, power: Power) -> dict[str, object]:
    """The power as a table that `power_reader` makes the same power of."""
    values: dict[str, object] = {
        "name": power.name,
        "action": "" if power.action == system.actions.kinds[0].name else power.action,
        "use": "" if power.use == Use() else str(power.use),
        "range": power.range,
        "attack": "" if power.bonus is None else f"{power.bonus:+d} vs {power.defense}",
        "damage": f"{_text(power.damage)} {'+'.join(power.types)}".strip(),
        "crit": f"x{power.crit_times}" if power.crit_times else _text(power.crit),
        "crit_range": power.crit_range,
        "miss": "" if power.miss == "none" else _text(power.miss),
        "save": "" if power.save is None else str(power.save),
        "saved": "" if power.saved == "none" else power.saved,
        "multiattack": [str(each) for each in power.multiattack],
        "effects": [line.text for line in power.effects],
        "always": [line.text for line in power.always],
        "maintain": power.maintain,
        "ability": power.ability,
        "trigger": power.trigger,
        "tags": list(power.tags),
        "text": power.text,
    }
    return {key: value for key, value in values.items() if value}


def _text(amount: Dice | str | None) -> str:
    return amount.text if isinstance(amount, Dice) else amount or ""
