"""Foundry items: their texts, with the values that Foundry fills in, and rolls that are only given as numbers."""

import re
from collections.abc import Callable, Mapping

from msgspec import Struct

from orcus_tui.dice import DiceError, average, parse
from orcus_tui.importers.creature_draft import one_line
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.srd5.printed_action import SAYS_ATTACK, Attack, DamagePart, SavingThrow
from orcus_tui.importers.srd5.statistics import ABILITY_TITLES, dice_words, modifier

_FILLED = re.compile(r"\[\[(?P<words>[^\[\]]{1,200})\]\](?:\{(?P<label>[^{}]{0,120})\})?")
_REFERENCE = re.compile(r"&(?:amp;)?Refer{1,2}ence\[(?P<words>[^\[\]]{1,120})\](?:\{(?P<label>[^{}]{0,120})\})?")
_LINKED = re.compile(r"@[A-Za-z]{2,20}\[[^\[\]]{0,200}\](?:\{(?P<label>[^{}]{0,120})\})?")
_OPTION = re.compile(r"\s*\b(?P<name>\w+)=(?P<value>\S+)")
_ATTACKS = {"mwak": "melee", "rwak": "ranged", "msak": "melee", "rsak": "ranged"}
_SAYS_ANYTHING = rf"{SAYS_ATTACK}|saving throw|\bhit:"
"""A pattern that matches in the text of an item if the text already has its rolls."""


class Actor(Struct, frozen=True):
    """The values of an actor for its texts; `items` are names, `spellcasting` is the ability of its spells."""

    name: str
    abilities: Mapping[str, int]
    proficiency: int
    of_2014: bool
    items: Mapping[str, str]
    spellcasting: str
    system: Record


class ItemText:
    """The text of an item, and its rolls if the text does not have them."""

    def __init__(self, actor: Actor, item: Record) -> None:
        self._actor = actor
        self._system = item.record("system")
        activities = self._system.record("activities")
        self._activities = {key: activities.record(key) for key in activities}

    def printed_text(self) -> str:
        """The text as printed."""
        description = self._system.record("description").text("value") or self._system.text("description")
        filled = html_text(_LINKED.sub(_label, _REFERENCE.sub(_reference, _FILLED.sub(self._fill, description))))
        return re.sub(r"\.\.(?!\.)", ".", one_line(filled).replace(" ,", ",").replace(" .", ".")).strip()

    def attack(self, text: str) -> Attack | None:
        """The attack of an item, unless its printed text has it."""
        activity = self._first("attack")
        if re.search(SAYS_ATTACK if activity else _SAYS_ANYTHING, text, re.IGNORECASE):
            return None
        if activity:
            kind, reach = self._kind(activity), self._printed_range(activity)
            return Attack(kind, f"{self._attack_bonus(activity):+d}", reach, self._damage_parts(activity))
        return None if self._first("save") else self._older_attack()

    def saving_throw(self, text: str) -> SavingThrow | None:
        """The saving throw of an item, unless its printed text has the rolls."""
        activity = self._first("save")
        if activity is None or re.search(_SAYS_ANYTHING, text, re.IGNORECASE):
            return None
        halves = activity.record("damage").text("onSave") == "half"
        return SavingThrow(_saved_by(activity), self._difficulty(activity), self._damage_parts(activity), halves=halves)

    def activation(self) -> tuple[str, int]:
        """The kind of action that the item takes, and the number of actions; the kind is empty without an action."""
        for each in self._activities.values():
            activation = each.record("activation")
            if activation.text("type"):
                return activation.text("type"), activation.whole("value") or 1
        old = self._system.record("activation")
        return old.text("type"), old.whole("value") or old.whole("cost") or 1

    # Values that Foundry fills in

    def _fill(self, found: re.Match[str]) -> str:
        words = " ".join(found["words"].split())
        options = {each["name"]: each["value"] for each in _OPTION.finditer(words)}
        verb, _, rest = _OPTION.sub("", words).partition(" ")
        activity = self._activities.get(options.get("activity", ""))
        fillers: dict[str, Callable[[], str]] = {
            "/attack": lambda: self._attack_words(activity or self._first("attack"), extended="extended" in rest),
            "/damage": lambda: self._damage(activity, rest, options),
            "/save": lambda: self._save_words(activity or self._first("save"), options, rest),
            "/healing": lambda: self._healing(activity or self._first("heal")),
            "/item": lambda: found["label"] or self._actor.items.get(rest.split()[0].lstrip(".") if rest else "", rest),
            "lookup": lambda: self._look_up(rest, activity, found["label"] or ""),
            "/r": lambda: found["label"] or rest,
            "/roll": lambda: found["label"] or rest,
            "/check": lambda: found["label"] or _check_words(options, rest),
            "/skill": lambda: found["label"] or _check_words(options, rest),
        }
        return fillers[verb]() if verb in fillers else found["label"] or rest or words

    def _first(self, kind: str) -> Record | None:
        return next((each for each in self._activities.values() if each.text("type") == kind), None)

    def _look_up(self, rest: str, activity: Record | None, label: str) -> str:
        """A value by its path, in the activity or in the actor."""
        path = next((each for each in rest.split() if each.startswith("@")), "").lstrip("@")
        if path == "name":
            return self._actor.name.lower() if "lowercase" in rest else self._actor.name
        activity = activity or next(iter(self._activities.values()), None)
        if path == "save.dc.value" and activity is not None:
            return self._difficulty(activity)
        if path == "target.affects.labels.statblock" and activity is not None:
            affects = activity.record("target.affects")
            count = {"": "each", "1": "one"}.get(affects.text("count"), affects.text("count"))
            return f"{count} {affects.text('type') or 'creature'}"
        if path == "target.template.units":
            return "foot"
        if path == "attributes.spell.dc":
            return str(8 + modifier(self._actor.abilities.get(self._actor.spellcasting)) + self._actor.proficiency)
        if path == "skills.ath.passive":
            times = self._actor.system.whole("skills.ath.value") or 0
            return str(10 + modifier(self._actor.abilities.get("str")) + times * self._actor.proficiency)
        found = (activity.text(path) if activity else "") or self._actor.system.text(path) or label
        return found.capitalize() if "capitalize" in rest else found

    # Attacks

    def _attack_words(self, activity: Record | None, *, extended: bool) -> str:
        """`+5 to hit`; in the extended form, with the kind of attack before it and the range after it."""
        if activity is None:
            return ""
        bonus = f"{self._attack_bonus(activity):+d}"
        if not extended:
            return f"{bonus} to hit" if self._actor.of_2014 else bonus
        kind, reach = self._kind(activity).capitalize(), self._printed_range(activity)
        if not self._actor.of_2014:
            return f"{kind} Attack Roll: {bonus}, {reach}"
        means = "Spell" if activity.text("attack.type.classification") == "spell" else "Weapon"
        return f"{kind} {means} Attack: {bonus} to hit, {reach}"

    def _kind(self, activity: Record) -> str:
        return "ranged" if activity.text("attack.type.value") == "ranged" else "melee"

    def _printed_range(self, activity: Record) -> str:
        return f"{self._range(activity)}{', one target' if self._actor.of_2014 else ''}"

    def _ability(self, activity: Record) -> str:
        """The ability of an attack: as set, else Strength, or Dexterity for ranged and the better for finesse."""
        own = activity.record("attack").text("ability")
        if own == "spellcasting":
            return self._actor.spellcasting
        if own in ABILITY_TITLES:
            return own
        ranged = self._system.record("type").text("value") in ("simpleR", "martialR")
        scores = self._actor.abilities
        better = max(("str", "dex"), key=lambda each: scores.get(each, 10))
        return "dex" if ranged else better if "fin" in self._system.texts("properties") else "str"

    def _attack_bonus(self, activity: Record) -> int:
        attack = activity.record("attack")
        own = self._number(attack.text("bonus"))
        if attack.flag("flat"):
            return own
        magical = self._system.whole("magicalBonus") or 0
        return own + magical + modifier(self._actor.abilities.get(self._ability(activity))) + self._actor.proficiency

    def _range(self, activity: Record) -> str:
        ranged = self._kind(activity) == "ranged"
        own, of_item = activity.record("range"), self._system.record("range")
        near, far = of_item.text("value"), of_item.text("long")
        feet = (own.text("value") or near) if not ranged and not of_item.text("reach") else of_item.text("reach")
        shots = (
            f"range {near}{f'/{far}' if far else ''} ft." if near and far else f"range {own.text('value') or near} ft."
        )
        if ranged:
            return shots
        thrown = f" or {shots}" if "thr" in self._system.texts("properties") and near else ""
        return f"reach {feet if feet and not (thrown and feet == near) else '5'} ft.{thrown}"

    # Damage

    def _damage(self, activity: Record | None, rest: str, options: Mapping[str, str]) -> str:
        """`12 (2d6 + 5) slashing`; extended, with `Hit:` before it and `damage` after it."""
        formula = next((each for each in rest.split() if re.fullmatch(r"[0-9d+-]+", each)), "")
        if formula:
            known = [each for each in rest.split() if each not in (formula, "average", "extended", "damage")]
            return " ".join([_amount(formula), *known])
        owner = activity or self._first("attack") or self._first("save") or self._first("damage")
        words = self._damage_words(owner) if owner is not None else ""
        if "extended" in rest and words:
            return f"Hit: {words} damage"
        return words or options.get("formula", "")

    def _damage_words(self, activity: Record) -> str:
        return " damage plus ".join(map(_part_words, self._damage_parts(activity)))

    def _damage_parts(self, activity: Record) -> tuple[DamagePart, ...]:
        damage = activity.record("damage")
        parts = damage.records("parts")
        found: list[DamagePart] = []
        base = self._system.record("damage").record("base")
        if activity.text("type") == "attack" and (damage.flag("includeBase") or not parts) and self._dice(base):
            found.append(self._part(base, modifier(self._actor.abilities.get(self._ability(activity)))))
        return (*found, *(self._part(each, 0) for each in parts if self._dice(each)))

    def _dice(self, part: Record) -> str:
        custom = part.record("custom")
        if custom.flag("enabled") and custom.text("formula"):
            return custom.text("formula")
        return f"{part.text('number')}d{part.text('denomination')}" if part.whole("number") else part.text("bonus")

    def _part(self, part: Record, more: int) -> DamagePart:
        dice = self._dice(part)
        bonus = more + (self._number(part.text("bonus")) if part.whole("number") else 0)
        plain = re.fullmatch(r"[0-9]+d[0-9]+", dice)
        formula = f"{dice}{bonus:+d}" if plain and bonus else self._with_numbers(dice)
        return DamagePart(formula, tuple(each for each in part.texts("types") if each != "healing"))

    def _healing(self, activity: Record | None) -> str:
        if activity is None:
            return ""
        part = activity.record("healing")
        return f"{_part_words(self._part(part, 0))} Hit Points" if self._dice(part) else ""

    # Saving throws

    def _save_words(self, activity: Record | None, options: Mapping[str, str], rest: str) -> str:
        """`DC 14 Constitution`."""
        if activity is None:
            return _check_words(options, rest)
        ability = _saved_by(activity)
        return f"DC {self._difficulty(activity)} {ABILITY_TITLES.get(ability, ability)}"

    def _difficulty(self, activity: Record) -> str:
        """The DC: a number, or by an ability."""
        difficulty = activity.record("save").record("dc")
        own, by = difficulty.text("formula"), difficulty.text("calculation")
        if own and (by in ("", "custom") or own.isdecimal()):
            return str(self._number(own))
        ability = self._actor.spellcasting if by == "spellcasting" else by
        return str(8 + modifier(self._actor.abilities.get(ability)) + self._actor.proficiency)

    def _number(self, formula: str) -> int:
        """The value of a formula that adds numbers, `@prof` and `@abilities.str.mod`; 0 for dice."""
        try:
            known = parse(self._with_numbers(formula))
        except DiceError:
            return 0
        return average(known) if known.is_constant else 0

    def _with_numbers(self, formula: str) -> str:
        formula = formula.replace("@prof", str(self._actor.proficiency))
        mods = {each: str(modifier(self._actor.abilities.get(each))) for each in ABILITY_TITLES}
        return re.sub(r"@abilities\.(\w{3})\.mod", lambda found: mods.get(found[1], "0"), formula)

    # Items of older versions

    def _older_attack(self) -> Attack | None:
        """The attack of an item before it had activities."""
        kind, parts = _ATTACKS.get(self._system.text("actionType")), self._system.record("damage").nodes("parts")
        pairs = [[str(each.value or "") for each in node.value] for node in parts if isinstance(node.value, list)]
        if kind is None or not pairs:
            return None
        ability = self._system.text("ability") or ("dex" if kind == "ranged" else "str")
        own = modifier(self._actor.abilities.get(ability))
        bonus = own + self._actor.proficiency + self._number(self._system.text("attackBonus"))
        damage = tuple(
            DamagePart(_summed(self._with_numbers(formula.replace("@mod", str(own)))), (kinds,) if kinds else ())
            for formula, kinds, *_ in ([*pair, "", ""] for pair in pairs)
        )
        return Attack(kind, f"{bonus:+d}", damage=damage)


def _label(found: re.Match[str]) -> str:
    return found["label"] or ""


def _reference(found: re.Match[str]) -> str:
    """The shown text of a reference to a rule: `grappled` of `&Reference[grappled apply=false]`."""
    return found["label"] or re.sub(r"^\w+=", "", _OPTION.sub("", found["words"]).strip() or found["words"])


def _saved_by(activity: Record) -> str:
    """The ability of a saving throw, the first of several."""
    save = activity.record("save")
    return save.text("ability") or next(iter(save.texts("ability")), "")


def _part_words(part: DamagePart) -> str:
    return f"{_amount(part.dice)} {' or '.join(part.types)}".strip()


def _check_words(options: Mapping[str, str], rest: str) -> str:
    difficulty = f"DC {options['dc']} " if "dc" in options else ""
    return f"{difficulty}{options.get('skill') or options.get('ability') or rest}".strip()


def _summed(formula: str) -> str:
    """Dice with the number that is added to them, which may be negative or 0: `1d4-1` for `1d4 + -1`."""
    found = re.fullmatch(r"\s*([0-9]+d[0-9]+)\s*\+\s*(-?[0-9]{1,4})\s*", formula)
    return f"{found[1]}{f'{int(found[2]):+d}' if int(found[2]) else ''}" if found else formula


def _amount(formula: str) -> str:
    """A formula with its average, if it is dice and one number."""
    found = re.fullmatch(r"\s*([0-9]+d[0-9]+)(?:\s*([+-])\s*([0-9]+))?\s*", formula)
    return dice_words(found[1], int(f"{found[2] or '+'}{found[3] or 0}")) if found else formula
