"""The fields of a creature in the encounter format: one table to read, check, type, write and describe them."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal, get_args

from orcus_tui.model.creature import Outcome, Sheet, State
from orcus_tui.rules import creature_values, public_settings, validators
from orcus_tui.rules.creature_values import hit_points
from orcus_tui.rules.field_faults import FieldFault
from orcus_tui.rules.field_table import Field
from orcus_tui.rules.system import System
from orcus_tui.rules.validators import Validator, one_of, whole

MOST_OF_ONE = 200
MOST_TURNS = 5
MOST_CREATURES = 2_000
"""The most creatures of a fight, from a file or added in play."""

HEALTH = frozenset(("max_hp", "hp", "temp_hp", "staggered", "track"))
"""The fields of health; which of them a system has depends on how it measures health."""

Part = Literal["sheet", "state", "making"]


class CreatureField(Field, frozen=True, kw_only=True):
    """A field of `[[creature]]`.

    `part` is where its value is stored: on the sheet, in the state, or nowhere once the creature is made. `by_program`:
    only the program writes it. `in_snapshot`: it is in STATE.
    """

    part: Part = "sheet"
    by_program: bool = False
    in_snapshot: bool = False


# The table


def _state(
    name: str, validator: Validator, about: str, attribute: str | None = None, *, in_snapshot: bool = False
) -> CreatureField:
    """A field of `State`."""
    return CreatureField(name, validator, about, attribute, part="state", in_snapshot=in_snapshot)


def _by_program(
    name: str, validator: Validator, about: str, *, part: Part = "state", in_snapshot: bool = False
) -> CreatureField:
    """A field that only the program writes."""
    note = f"{about}; written by the program"
    return CreatureField(name, validator, note, part=part, by_program=True, in_snapshot=in_snapshot)


_TEXT, _COUNT, _FLAG, _TALLY = validators.LINE, validators.COUNTED, validators.FLAG, validators.TALLY
_ROWS = (
    CreatureField("name", validators.NAME, "what it is called; required", in_snapshot=True),
    CreatureField(
        "id",
        creature_values.ID,
        "what people type for it: a letter, then letters, digits and - (made from the name)",
        part="making",
    ),
    CreatureField(
        "count", whole(1, MOST_OF_ONE), "how many; they get id1, id2 … and share one initiative roll (1)", part="making"
    ),
    _by_program("group", _TEXT, "the id of the first creature it came with", part="sheet"),
    CreatureField(
        "kind",
        one_of(lambda system: system.creatures.kinds, "kind", own=True),
        "what the rules treat it as, such as standard or pc (standard)",
        in_snapshot=True,
    ),
    CreatureField(
        "side",
        one_of(lambda _: ("party", "foes", "neutral"), "side"),
        "party, foes or neutral (party for a pc, else foes)",
        in_snapshot=True,
    ),
    CreatureField("level", validators.WHOLE, "for the card, the XP and the library"),
    CreatureField("role", _TEXT, "what it does in a fight"),
    CreatureField("size", _TEXT, "for the card"),
    CreatureField("type", _TEXT, "for the card"),
    CreatureField("tags", validators.LIST, 'keywords, as ["leader", "swarm"]'),
    CreatureField("xp", validators.NUMBER, "for each one; `finish` adds up those of beaten foes"),
    CreatureField("max_hp", hit_points(1), "hit points, required unless its kind sets them", in_snapshot=True),
    _state(
        "hp",
        hit_points(-validators.FARTHEST, validators.FARTHEST),
        "current hit points, for one that starts wounded; may be negative (max_hp)",
        in_snapshot=True,
    ),
    _state("temp_hp", hit_points(0, validators.FARTHEST), "temporary hit points (0)", in_snapshot=True),
    CreatureField("staggered", hit_points(0), "the hit points it is staggered at, if the stat block does not say half"),
    CreatureField("initiative", validators.WHOLE, "the modifier (0)"),
    _state(
        "initiative_total",
        creature_values.TOTALS,
        "an initiative that is already rolled; a list, if it takes several turns a round",
        "initiative",
        in_snapshot=True,
    ),
    _by_program(
        "further_turns", validators.list_of(validators.GAME_NUMBER), "the initiative of its further turns in a round"
    ),
    CreatureField("turns", whole(1, MOST_TURNS), "the turns it takes in a round, each with its own initiative (1)"),
    CreatureField("saves", creature_values.SAVES, "the bonus to saving throws (by kind)"),
    _state(
        "recoveries", validators.COUNTED_OR_NONE, 'recoveries left; `"none"`: none, whatever its kind', in_snapshot=True
    ),
    CreatureField(
        "max_recoveries",
        validators.COUNTED_OR_NONE,
        'recoveries after a long rest (recoveries); `"none"`: a rest gives none back',
    ),
    CreatureField("recovery", validators.DICE, "what a recovery heals, dice or a number, if the system needs it"),
    CreatureField("hit_dice", validators.DICE, "the dice of its hit points, for `add NAME hp=dice`"),
    _state("action_points", _TALLY, "action points left (by kind)", in_snapshot=True),
    CreatureField("regeneration", _COUNT, "hit points at the start of each turn (0)"),
    _state("death_failures", _TALLY, "failed death saves so far (0)", in_snapshot=True),
    _state("death_successes", _TALLY, "death saves made so far (0)", in_snapshot=True),
    _state(
        "life",
        one_of(lambda _: ("alive", "stable", "knocked out", "dead", "coma"), "life"),
        "alive, stable, knocked out, dead or coma (alive)",
    ),
    _state("surprised", _FLAG, "true: surprised as the fight begins"),
    _state("hidden", _FLAG, "true: not shown to the players until reveal", in_snapshot=True),
    _state("shown_as", validators.NAME, "the name that players see instead of its name", in_snapshot=True),
    _state("players", public_settings.CREATURE, "what players see of it, if it differs from what they see of its side"),
    CreatureField(
        "reserve",
        creature_values.RESERVE,
        'true: off stage until `enter`; "round 3": the timers show when it is due',
        part="making",
    ),
    _by_program("place", one_of(lambda _: ("here", "reserve", "gone"), "place"), "here, reserve or gone"),
    _by_program("reserve_until", _TEXT, "when a reserve is due", part="sheet"),
    CreatureField("uses_death_rules", _FLAG, "true: a foe or an ally that dies by the heroes' rules"),
    CreatureField(
        "named_villain", _FLAG, "true: heroes can die while it is in the fight, if the rules ask for a named villain"
    ),
    CreatureField("uses_escalation", _FLAG, "true: adds the escalation die, in systems that have one"),
    CreatureField(
        "legendary",
        creature_values.LEGENDARY,
        "how many legendary actions it has, back as each of its turns starts (0)",
    ),
    CreatureField("speed", validators.WORDS, "for the card"),
    CreatureField("senses", validators.WORDS, "for the card"),
    CreatureField("languages", validators.WORDS, "for the card"),
    CreatureField("alignment", _TEXT, "for the card"),
    CreatureField("habit", _TEXT, "how `odds` plays it, if not by the habit of its side"),
    CreatureField(
        "aura", _TEXT, 'a reminder at each opponent\'s turn, as "1: enemies that begin their turn in it take 3 acid"'
    ),
    CreatureField(
        "immune", creature_values.IMMUNE, "damage types, conditions or ranges; other words are for you to read"
    ),
    CreatureField("half", creature_values.HALF, 'takes half damage from these, as ["melee", "ranged"] for a swarm'),
    _state("spent", validators.LIST, "powers that are spent", in_snapshot=True),
    _state("uses", validators.COUNTERS, "uses left of powers with several, as { Heal = 1 } (all)"),
    _by_program("waits", validators.COUNTERS, "starts of rounds until a use or a resource is back"),
    _by_program("used", validators.LIST, "once-only actions already taken"),
    _by_program(
        "used_until_next_turn", validators.LIST, "actions already taken that its next turn makes possible again"
    ),
    CreatureField("text", validators.LINES, "what to read out or remember"),
    CreatureField("notes", validators.LINES, "your own notes"),
    CreatureField("defenses", creature_values.DEFENSES, "by the system's names"),
    CreatureField("abilities", creature_values.ABILITIES, "scores or modifiers, as the system has them"),
    CreatureField("skills", creature_values.SKILLS, "the bonuses of its checks, as { perception = 13 }"),
    CreatureField("resist", creature_values.RESIST, "by damage type, all or range"),
    CreatureField("vulnerable", creature_values.VULNERABLE, "by damage type, all or range"),
    _by_program("actions", creature_values.ACTIONS, "actions left in this turn"),
    CreatureField(
        "resources",
        creature_values.RESOURCES,
        'resources with a maximum, as { ki = { max = 5, now = 3, per = "short" } }; spell slots are slot1 to slot9',
    ),
    _state("counters", validators.COUNTERS, "resources with names of your own, as { oil = 3 }", in_snapshot=True),
    _state("track", creature_values.TRACK, "the damage track, in a system without hit points"),
    _by_program(
        "engaged",
        validators.list_of(validators.CREATURE),
        "the creatures it fights at close quarters",
        in_snapshot=True,
    ),
    _state(
        "shares_turn",
        creature_values.PARTNER,
        "the id of the creature in whose turn it acts: a mount, a companion, a summoned creature",
        in_snapshot=True,
    ),
    _by_program(
        "outcome",
        one_of(lambda _: get_args(Outcome), "outcome"),
        "how the fight ended for it: slain, fled, captured, spared or absent",
        in_snapshot=True,
    ),
)
FIELDS: Mapping[str, CreatureField] = MappingProxyType({field.name: field for field in _ROWS})
"""All fields except traits, powers and effects, which are separate tables, in the order written."""

READERS: Mapping[str, validators.Read] = MappingProxyType({field.name: field.validator.read for field in _ROWS})


def default(field: CreatureField) -> object:
    """The default value of a field, unless the creature's kind or another field gives one."""
    return field_value(field, _BARE_SHEET, _BARE_STATE)


_BARE_SHEET = Sheet(name="")
_BARE_STATE = State()


def field_value(field: CreatureField, sheet: Sheet, state: State) -> Any:
    """A creature's value in a field; None for a field that is only used to make the creature."""
    if field.part == "making":
        return None
    return field.value_of(sheet if field.part == "sheet" else state)


def changed_attributes(old: Any, new: Any) -> list[str]:
    """The attributes in which two structs of one class differ."""
    return [name for name in old.__struct_fields__ if getattr(old, name) != getattr(new, name)]


def with_split_fields(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values, with `reserve` and a list of initiative totals each replaced by the two fields that it sets."""
    if isinstance(values.get("initiative_total"), tuple):
        first, *further = sorted(values["initiative_total"], reverse=True)
        values = {**values, "initiative_total": first, "further_turns": tuple(further)}
    if "reserve" not in values:
        return values
    others = {name: value for name, value in values.items() if name != "reserve"}
    reserve = values["reserve"]
    until = reserve if isinstance(reserve, str) else ""
    return {"place": "reserve" if reserve else "here", "reserve_until": until, **others}


def split_values(values: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values of the sheet and of the state, by attribute; traits, powers and effects are in neither."""
    on_sheet = {_ON_SHEET[name]: value for name, value in values.items() if name in _ON_SHEET}
    in_state = {_IN_STATE[name]: value for name, value in values.items() if name in _IN_STATE}
    return on_sheet, in_state


_ON_SHEET = {name: each.attributes[0] for name, each in FIELDS.items() if each.part == "sheet"}
_IN_STATE = {name: each.attributes[0] for name, each in FIELDS.items() if each.part == "state"}


# Values together


def missing_fields(system: System, values: Mapping[str, object], given: Iterable[str]) -> list[FieldFault]:
    """Faults for required fields that are missing; `given` also names the fields that have a fault."""
    found = [] if "name" in given else [FieldFault(("name",), "missing: every creature needs a name")]
    kind = system.creatures.kinds.get(str(values.get("kind", _BARE_SHEET.kind)))
    if "max_hp" in system.health.needed and "max_hp" not in given and (kind is None or kind.max_hp is None):
        found.append(FieldFault(("max_hp",), f"missing: {system.display_name} counts hit points"))
    return found


def creature_limit_message(count: int) -> str:
    """The message about a fight with too many creatures; empty for a number that is allowed."""
    return f"a fight takes at most {MOST_CREATURES:,} creatures, got {count:,}" if count > MOST_CREATURES else ""


def contradictions(system: System, sheet: Sheet, state: State) -> list[FieldFault]:
    """Faults for fields that are valid alone but not together, or not in this system."""
    found: list[FieldFault] = []
    hp, highest, failures = state.hp, sheet.max_hp, state.death_failures
    if hp is not None and highest is not None and hp > highest:
        found.append(FieldFault(("hp",), f"expected at most {highest} (max_hp), got {hp}"))
    if 0 < system.health.fatal_failures <= failures and not state.is_out:
        most = system.health.fatal_failures - 1
        found.append(FieldFault(("death_failures",), f"expected at most {most} while it lives, got {failures}"))
    return found
