"""Traits of the True SRD: saving throws as powers, of an aura or offered at their moment, charges, swallowing."""

import re
from collections.abc import Iterator, Mapping

from orcus_tui.importers.creature_draft import CreatureDraft, Table
from orcus_tui.importers.draft_text import (
    EACH_SWALLOWED,
    IF_GRAPPLED,
    SWALLOWED,
    Amount,
    Conditions,
    DraftLine,
    Quoted,
    Reminder,
    effect_line,
)
from orcus_tui.importers.prose import SELF, use_command
from orcus_tui.importers.traits.prose_modifiers import conditions_in
from orcus_tui.importers.traits.prose_triggers import aura_table

_SAVE = (
    r"(?i)\b(?:Difficulty|DC) (?P<dc>\d+) (?P<save>Will|Fort(?:itude)?|Reflex|Toughness) sav(?:e|ing throw)"
    r"(?P<then>[^.]*(?:\.[^.]*)?)"
)
_SAVE_BEFORE_NUMBER = (
    r"(?i)\b(?P<save>Will|Fort(?:itude)?|Reflex|Toughness)(?: sav(?:e|ing throw))?,? \(?"
    r"(?P<dc>(?:Difficulty|DC) \d+)\)?"
)
_CONDITIONS = (
    r"(?:(?:or|avoid) (?:be|becom(?:e|ing)|being|fall)|is|are) (?P<conditions>[\w ,]+?)"
    r"(?: (?:for (?P<count>\d+|one|two|three|four|five) (?P<unit>round|minute)s?)|[.,]|$)"
)
_LIKE = r"\(same effect as (?P<conditions>\w+)\)"
_DAMAGE = r"(?i)\+(?P<damage>\d+)(?: (?P<type>\w+))? damage(?! for every)|^damage \+(?P<first>\d+)"
_ABILITY = r"(?P<ability>Str|Dex|Con|Int|Wis|Cha)"
_DRAIN = (
    rf"(?i)struck by (?:the )?(?:{SELF}'s|its) (?P<weapon>\w+) suffers? (?P<points>\d+) points? of {_ABILITY}\w* damage"
)
_ABILITY_DAMAGE = rf"(?i)or suffer (?P<points>\d+) points? of {_ABILITY}\w* damage"
_VENOM = rf"(?i)initial and secondary damage(?: of)? (?P<points>\d+) {_ABILITY}"
_IN_WORDS: Mapping[str, str] = {r"\b(?:engulfed|engulfs)\b": "engulfed", r"\bcontract a curse\b": "cursed"}
"""Consequences of a failed save that are not conditions of the rules, by their words."""
_FATIGUE = r"(?i)takes a level of fatigue"
_DISEASE = r"(?i)infected with a disease doing (?P<points>\d+) points? of (?P<ability>\w+) damage"
_WOUNDED = r"(?i)suffering a wounded result"
_FURTHER = (
    r"(?i)within (?:\d+) (?:feet|ft\.)[^.,]*? also become (?P<condition>\w+)[^.,]*? for (?P<count>one|two|three|\d+) "
    r"(?P<unit>minute|round)s?"
)
"""The additional effect on targets that are nearer to the creature."""
_UNSAVED_DAMAGE = r"(?i)takes? \+(?P<damage>\d+) (?:\w+ )?damage and must make"
_BY_ITS_HIT = (
    rf"(?i)(?:hit|struck|bitten|damaged|damage from) |{SELF}'s (?:bite|sting|needles|claws?)|"
    r"^(?:bite|injury|claws?|sting)[;,]"
)
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_BEGINS_TURN = r"(?i)(?P<who>any[^.;,]{0,30}? (?:creature|enemy)) that begins its turn"
_DAILY = r"(?i)\b(three|two|one|\d) times? per day|once per day"
_ROUNDS_APART = r"(?i)\b(?:once every|no more than once every) (two|three|four|five|\d) rounds"
_ROUNDS_A_MINUTE = 10
_SKILLS = "Skills"

_POUNCE = "Pounce"
WITH_BOTH = " (with both)"
"""The end of the name of a power that attacks with both weapons in one action."""
_STRONGER = rf"(?i)when {SELF} charges, its (?P<weapon>[a-z]+)(?: attack)? deals \+(?P<damage>\d+) damage"
_SWALLOW_WHOLE, _SWALLOW = "Swallow Whole", "Swallow"
_INSIDE = r"(?i)\+(?P<crushing>\d+) bludgeoning damage and \+(?P<acid>\d+) acid damage per round"
_SIZE = r"(?i)creatures up to (?P<sizes>\w+) sizes smaller"

_REDUCTION = r"(?i)damage reduction \+(?P<number>\d+)/(?P<word>[a-z]+)"
_RESISTANCE = r"(?i)resistance to (?P<what>.+)"
_IMMUNITY = r"(?i)immun(?:ity|e) to (?P<what>[a-z]+)(?: damage)?"
_EACH_WITH_A_NUMBER = r"([a-z]+) \+?(\d+)"
_MIND_CONDITIONS = ("fascinated", "frightened", "panicked", "shaken")
_IMMUNITIES_OF_TYPES: Mapping[str, tuple[str, ...]] = {
    "plant traits": (*_MIND_CONDITIONS, "paralyzed", "stunned"),
    "vermin traits": _MIND_CONDITIONS,
}
"""The conditions that a type of creature is immune to because it has no mind or no nerves."""


def read_special(draft: CreatureDraft, trait: Table, text: str) -> bool:
    """Reads a trait of a special kind: its name states modifiers, it attacks, or it calls for a saving throw.

    Returns whether the trait is of such a kind.
    """
    name = str(trait["name"])
    if modifiers := _modifiers_of_name(name):
        trait["modifiers"] = modifiers
        return True
    if name == _POUNCE:
        return _add_pounce(draft, trait, text)
    if charge := _charge_modifier(draft, text):
        trait["modifiers"] = [charge]
        return True
    if _read_swallowing(draft, trait, text):
        return True
    return not _drains(draft, text) and _read_save(draft, trait, text)


def _read_save(draft: CreatureDraft, trait: Table, text: str) -> bool:
    """Reads a trait that calls for a saving throw as a power; returns whether it does."""
    said = re.sub(_SAVE_BEFORE_NUMBER, r"\g<dc> \g<save> save", text)
    found = re.search(_SAVE, said)
    lines = [*_failed(said, found["then"]), *_lost_ability(said, found["then"])] if found else []
    hurt = re.search(_DAMAGE, said)
    if found is None or not (lines or hurt):
        return False
    name = draft.free_name("Infection") if trait["name"] == _SKILLS else str(trait["name"])
    power: Table = {"name": name, "action": "free", "text": trait.get("text", ""), "save": _save_field(found)}
    power["effects"] = lines
    if unsaved := re.search(_UNSAVED_DAMAGE, said):
        power["always"] = [effect_line("damage", Amount(unsaved["damage"], ("lethal",)))]
    elif hurt and not lines:
        power["damage"] = f"{hurt['damage'] or hurt['first']} lethal"
        power["saved"] = "half" if re.search(r"(?i)\bhalf\b", said) else ""
    _put_occasion(draft, power, said)
    if trait["name"] != _SKILLS:
        draft.remove_trait(trait)
    draft.add_power(power)
    return True


def _save_field(found: re.Match[str]) -> str:
    save = found["save"].lower().replace("fortitude", "fort").replace("fort", "fortitude")
    return f"{save} {found['dc']}"


def _put_occasion(draft: CreatureDraft, power: Table, text: str) -> None:
    """Sets when a power is offered, what it costs, and how often it can be used."""
    begins = re.search(_BEGINS_TURN, text)
    if begins:
        name = str(power["name"])
        if aura := aura_table("true-srd", name, begins["who"], use_command(name), "start"):
            draft.extend("aura", [aura])
    elif re.search(_BY_ITS_HIT, text):
        power["trigger"] = "hits"
    else:
        power["action"] = "standard" if "standard action" in text.lower() else "free"
    if daily := re.search(_DAILY, text):
        power["use"] = f"{_COUNTS.get((daily[1] or 'one').lower()) or int(daily[1])}/day"
    if rounds := re.search(_ROUNDS_APART, text):
        power["use"] = f"1/{_COUNTS.get(rounds[1].lower(), rounds[1])} rounds"


def _drains(draft: CreatureDraft, text: str) -> bool:
    """Reads damage to an ability that weapons deal instead of other damage; returns whether there is any."""
    known = False
    for found in re.finditer(_DRAIN, text):
        for power in draft.powers:
            weapon = found["weapon"].lower().rstrip("s")
            if "attack" in power and str(power["name"]).lower().startswith(weapon):
                power.pop("damage", None)
                power["effects"] = [effect_line("bonus", f"-{found['points']} {found['ability'].lower()[:3]}")]
                known = True
    return known


def _lost_ability(text: str, then: str) -> list[DraftLine]:
    """The line for the ability damage of a failed save."""
    found = re.match(_ABILITY_DAMAGE, then.strip()) or re.search(_VENOM, text)
    return [effect_line("bonus", f"-{found['points']} {found['ability'].lower()}")] if found else []


def _failed(text: str, then: str) -> list[DraftLine]:
    """The lines of a failed save."""
    lines: list[DraftLine] = [*_named_in_words(text)]
    if re.search(_FATIGUE, text):
        lines.append(effect_line("apply", Conditions(("fatigued",))))
    like = re.search(_LIKE, then, re.IGNORECASE)
    found = like or re.search(_CONDITIONS, then, re.IGNORECASE)
    named = conditions_in("true-srd", found["conditions"]) if found else []
    if found and named:
        lasts = "" if like or not found["count"] else _rounds(found["count"], found["unit"])
        lines.append(effect_line("apply", Conditions(tuple(named)), lasts))
    elif "knocked prone" in text:
        lines.append(effect_line("apply", Conditions(("prone",))))
    for each in re.finditer(_FURTHER, text):
        line = effect_line("apply", Conditions((each["condition"],)), _rounds(each["count"], each["unit"]))
        lines.append(effect_line("offer", str(line)))
    return lines


def _named_in_words(text: str) -> Iterator[DraftLine]:
    """The lines for consequences of a failed save that are not conditions of the rules."""
    for pattern, words in _IN_WORDS.items():
        if re.search(pattern, text):
            prefix = "if wounded: " if re.search(_WOUNDED, text) else ""
            yield effect_line("apply", Conditions((Quoted(words),)), prefix=prefix)
    if disease := re.search(_DISEASE, text):
        yield effect_line("apply", Conditions((Quoted(f"disease: {disease['points']} {disease['ability']}"),)))


def _rounds(count: str, unit: str) -> str:
    """A number of rounds or minutes, in words or digits, as a duration."""
    number = int(count) if count.isdecimal() else _COUNTS[count.lower()]
    return f"{number * (_ROUNDS_A_MINUTE if unit.lower() == 'minute' else 1)}r"


def _modifiers_of_name(name: str) -> list[str]:
    """The modifiers that the name of a quality states; empty for other names."""
    if reduction := re.fullmatch(_REDUCTION, name):
        return [f"resist all {reduction['number']} unless {reduction['word'].lower()}"]
    if resistance := re.fullmatch(_RESISTANCE, name):
        return _resistances(resistance["what"].lower())
    if immunity := re.fullmatch(_IMMUNITY, name):
        return [f"immune all with {_quoted(immunity['what'].lower())}"]
    return [f"immune {each}" for each in _IMMUNITIES_OF_TYPES.get(name.lower(), ())]


def _resistances(what: str) -> list[str]:
    """The modifiers of `cold 4 and fire 4`, `cold and electricity +2`, `energy +8 (acid, cold and fire)`."""
    pairs = re.findall(_EACH_WITH_A_NUMBER, what)
    if len(pairs) == 1 and (number := pairs[0][1]):
        listed = re.search(r"\((.+)\)", what)
        types = re.findall(r"[a-z]+", listed[1] if listed else what)
        return [f"resist all {number} with {','.join(_quoted(each) for each in types if each != 'and')}"]
    return [f"resist all {number} with {_quoted(type_)}" for type_, number in pairs]


def _quoted(type_: str) -> str:
    return f'"{type_}"'


# Charges: a stronger attack, or attacks with all natural weapons


def _charge_modifier(draft: CreatureDraft, text: str) -> str:
    """The modifier of an attack that deals more damage on a charge; empty for other texts."""
    found = re.search(_STRONGER, text)
    for power in draft.powers if found else ():
        damage = re.match(r"\d+", str(power.get("damage", "")))
        if found and damage and str(power["name"]).lower() == found["weapon"].lower():
            more = int(found["damage"]) - int(damage[0])
            return f'+{more} damage with "{found["weapon"].lower()}" while charging' if more > 0 else ""
    return ""


def _add_pounce(draft: CreatureDraft, trait: Table, text: str) -> bool:
    """Adds the attack with several weapons after a charge as a power; returns whether there are several."""
    melee = [str(each["name"]) for each in draft.powers if each.get("range") == "melee" and "attack" in each]
    weapons = [each for each in melee if f"{each}{WITH_BOTH}" not in melee]
    named = [each for each in weapons if re.search(rf"(?i)\b{re.escape(each.rstrip('s'))}s?\b", text)]
    if len(named or weapons) < 2:
        return False
    draft.remove_trait(trait)
    draft.add_power(
        {"name": _POUNCE, "action": "standard", "multiattack": named or weapons, "text": trait.get("text", "")}
    )
    return True


# Swallowing


def _read_swallowing(draft: CreatureDraft, trait: Table, text: str) -> bool:
    """Adds a power that swallows a grappled creature, and damage to all inside; returns whether the trait has both."""
    inside = re.search(_INSIDE, text) if trait["name"] == _SWALLOW_WHOLE else None
    if inside is None:
        return False
    amounts = [Amount(inside[each], ("lethal",)) for each in ("crushing", "acid")]
    trait["trigger"] = "turn start"
    trait["effects"] = [effect_line("damage", each, prefix=EACH_SWALLOWED) for each in amounts]
    swallows = effect_line("apply", SWALLOWED, prefix=IF_GRAPPLED)
    size = re.search(_SIZE, text)
    limit = [Reminder(own_words=f"only creatures {size['sizes'].lower()} or more sizes smaller")] if size else []
    first = Reminder(own_words="grapple it first", prefix="else: ")
    draft.add_power({"name": _SWALLOW, "action": "standard", "range": "melee", "effects": [*limit, swallows, first]})
    return True
