"""Creatures of SRD 5.1 that swallow others: the effect on those swallowed, the damage inside, and the ways out."""

import re
from collections.abc import Iterator

from orcus_tui.importers.creature_draft import CreatureDraft, Table, plain
from orcus_tui.importers.draft_text import (
    Amount,
    Conditions,
    DraftLine,
    EffectLine,
    Quoted,
    Reminder,
    effect_line,
    lines_of_power,
)

_INSIDE = (
    r"(?i)\bswallowed\b.*?\btakes (?:[0-9]+ \()?(?P<dice>[0-9]+d[0-9]+(?: ?\+ ?[0-9]+)?)\)? (?P<type>[a-z]+) damage "
    r"at the start of each of [^.;]{3,60}?'s? turns"
)
_TOO_MUCH = (
    r"(?i)takes (?P<damage>[0-9]+) damage or more on a single turn from [^.;]{3,60}? must "
    r"(?:succeed on|make) a dc (?P<dc>[0-9]+) constitution saving throw"
)
_CORPSE = r"(?i)escape from the corpse (?:by )?using (?P<feet>[0-9]+) (?:ft|feet)"
_BITES = r"(?i)makes one (?P<attack>[a-z]+) attack against [^.;]{3,60} (?:it is|it's) grappling"
_GRAPPLED = r"(?i)\bgrappl(?:ed|ing)\b.*?\bis (?:also )?swallowed"
_SIZE = r"(?i)\b(?P<size>huge|large|medium|small|tiny) or smaller"
_ATTACK_FIELDS = ("range", "attack", "damage")
SWALLOWED = Conditions((Quoted("swallowed"),))
_EACH, _IF_GRAPPLED, _IF_SWALLOWED = "each swallowed: ", "if grappled: ", 'if "swallowed": '
_HELD = 'while "swallowed"'


def read_swallowing(draft: CreatureDraft) -> None:
    """Completes the powers that swallow, and adds traits for the start of turns and for the ways out."""
    for power in [*draft.powers]:
        text = plain(str(power.get("text", "")))
        inside = re.search(_INSIDE, text)
        if inside and ("save" in power or re.search(_GRAPPLED, text)):  # excludes the power for the save after a hit
            name = re.sub(r" \(.*", "", str(power["name"]))
            _read_attack(draft, power, text)
            power["effects"] = [*_damage_lines(power), *_swallowing_lines(text)]
            hurts = effect_line("damage", Amount(inside["dice"], (inside["type"].lower(),)), prefix=_EACH)
            _add_trait(draft, f"{name} (inside)", "turn start", hurts)
            _add_ways_out(draft, name, text)


def _read_attack(draft: CreatureDraft, power: Table, text: str) -> None:
    """Copies the fields of an attack into a power that makes this attack."""
    called = re.search(_BITES, text)
    attacks = [each for each in draft.powers if called and str(each["name"]).lower() == called["attack"].lower()]
    for each in attacks[:1]:
        power |= {key: each[key] for key in _ATTACK_FIELDS if key in each}
        power["effects"] = _damage_lines(each)


def _damage_lines(power: Table) -> list[DraftLine]:
    """The lines of a power that deal damage."""
    lines = lines_of_power(power, "effects")
    return [each for each in lines if isinstance(each, EffectLine) and each.verb == "damage"]


def _swallowing_lines(text: str) -> Iterator[DraftLine]:
    """The lines that swallow a target, after a reminder of its size; if it must be grappled, the grapple ends."""
    if found := re.search(_SIZE, text):
        yield Reminder(own_words=f"only {found['size']} or smaller")
    if not re.search(_GRAPPLED, text):
        yield effect_line("apply", SWALLOWED)
        yield effect_line("apply", Conditions(("blinded", "restrained")), _HELD)
        return
    yield effect_line("apply", SWALLOWED, prefix=_IF_GRAPPLED)
    yield effect_line("apply", Conditions(("blinded", "restrained")), _HELD, prefix=_IF_GRAPPLED)
    yield effect_line("remove", "grappled", prefix=_IF_GRAPPLED)


def _add_ways_out(draft: CreatureDraft, name: str, text: str) -> None:
    """Adds the ways out for swallowed creatures: enough damage in a turn, and the swallower's death."""
    freed = effect_line("remove", "swallowed", prefix=_EACH)
    if found := re.search(_TOO_MUCH, text):
        prone = effect_line("apply", Conditions(("prone",)), prefix=_EACH)
        expels = f"{name} (expels)"
        draft.add_power({"name": expels, "action": "free", "save": f"con {found['dc']}", "effects": [prone, freed]})
        used = effect_line("use", expels, own=True, prefix=_IF_SWALLOWED)
        _add_trait(draft, f"{name} (hurt)", f"hurt {found['damage']}", used)
    if found := re.search(_CORPSE, text):
        leaves = Reminder(own_words=f"can leave with {found['feet']} feet of movement, prone", prefix=_EACH)
        _add_trait(draft, f"{name} (corpse)", "dies", leaves, freed)


def _add_trait(draft: CreatureDraft, name: str, trigger: str, *lines: DraftLine) -> None:
    trait = draft.add_trait(name, "")
    if trait is not None:
        trait |= {"trigger": trigger, "effects": [*lines]}
