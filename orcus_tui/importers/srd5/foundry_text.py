"""The texts of Foundry items as stat blocks print them, with what Foundry fills in from the item and its actor."""

import re
from collections.abc import Callable, Mapping

from msgspec import Struct

from orcus_tui.importers.creature_draft import one_line
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.source_record import Record
from orcus_tui.importers.srd5.clauses import ABILITIES
from orcus_tui.importers.srd5.derived_numbers import dice_words
from orcus_tui.importers.srd5.powers import modifier

_FILLED = re.compile(r"\[\[(?P<words>[^\[\]]{1,200})\]\](?:\{(?P<label>[^{}]{0,120})\})?")
_REFERENCE = re.compile(r"&(?:amp;)?Refer{1,2}ence\[(?P<words>[^\[\]]{1,120})\](?:\{(?P<label>[^{}]{0,120})\})?")
_LINKED = re.compile(r"@[A-Za-z]{2,20}\[[^\[\]]{0,200}\](?:\{(?P<label>[^{}]{0,120})\})?")
_OPTION = re.compile(r"\s*\b(?P<name>\w+)=(?P<value>\S+)")
_NAMES = {short: name.capitalize() for name, short in ABILITIES.items()}
_WEAPONS = {"mwak": "Melee Weapon", "rwak": "Ranged Weapon", "msak": "Melee Spell", "rsak": "Ranged Spell"}
_AT_RANGE = ("rwak", "rsak")


class Actor(Struct, frozen=True):
    """What texts take from an actor: its name, scores, proficiency bonus, whether it is of 2014, and its items' names.

    `spellcasting` is the ability its spells go by.
    """

    name: str
    abilities: Mapping[str, int]
    proficiency: int
    of_2014: bool
    items: Mapping[str, str]
    spellcasting: str = ""
    system: Record | None = None


class ItemText:
    """The text of an item."""

    def __init__(self, actor: Actor, item: Record) -> None:
        self._actor = actor
        self._system = item.record("system")
        activities = self._system.record("activities")
        self._activities = {key: activities.record(key) for key in activities}

    def printed_text(self) -> str:
        """The text as printed; for an item without one, its attack or its saving throw."""
        description = self._system.record("description").text("value") or self._system.text("description")
        filled = html_text(_LINKED.sub(_label, _REFERENCE.sub(_reference, _FILLED.sub(self._fill, description))))
        text = re.sub(r"\.\.(?!\.)", ".", one_line(filled).replace(" ,", ",").replace(" .", "."))
        needed = r"to hit|attack roll:" if self._first("attack") else r"to hit|attack roll:|saving throw|\bhit:"
        return text if re.search(needed, text, re.IGNORECASE) else f"{self._summary()} {text}".strip()

    def activation(self) -> tuple[str, int]:
        """The kind of action it takes, and how many of them; an empty kind for something that takes none."""
        for each in self._activities.values():
            activation = each.record("activation")
            if activation.text("type"):
                return activation.text("type"), activation.whole("value") or 1
        old = self._system.record("activation")
        return old.text("type"), old.whole("value") or old.whole("cost") or 1

    # What Foundry fills in

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
            affects = activity.record("target").record("affects")
            count = {"": "each", "1": "one"}.get(affects.text("count"), affects.text("count"))
            return f"{count} {affects.text('type') or 'creature'}"
        if path == "target.template.units":
            return "foot"
        if path == "attributes.spell.dc":
            return str(8 + modifier(self._actor.abilities.get(self._actor.spellcasting)) + self._actor.proficiency)
        if path == "skills.ath.passive":
            return str(10 + modifier(self._actor.abilities.get("str")) + self._athletics())
        found = _at(activity, path) or _at(self._actor.system, path) or label
        return found.capitalize() if "capitalize" in rest else found

    def _athletics(self) -> int:
        skills = self._actor.system.record("skills") if self._actor.system else None
        times = skills.record("ath").whole("value") if skills else None
        return self._actor.proficiency * (times or 0)

    # Attacks

    def _attack_words(self, activity: Record | None, *, extended: bool) -> str:
        """`+5 to hit`; extended, what stands before it and the range behind it."""
        if activity is None:
            return ""
        bonus = f"{self._attack_bonus(activity):+d}"
        kind = activity.record("attack").record("type")
        melee = "Ranged" if kind.text("value") == "ranged" else "Melee"
        reach = self._range(activity, melee)
        if not extended:
            return f"{bonus} to hit" if self._actor.of_2014 else bonus
        if not self._actor.of_2014:
            return f"{melee} Attack Roll: {bonus}, {reach}"
        means = "Spell" if kind.text("classification") == "spell" else "Weapon"
        return f"{melee} {means} Attack: {bonus} to hit, {reach}, one target"

    def _ability(self, activity: Record) -> str:
        """The ability of an attack: as set, else Strength, or Dexterity for ranged and the better for finesse."""
        own = activity.record("attack").text("ability")
        if own == "spellcasting":
            return self._actor.spellcasting
        if own in _NAMES:
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

    def _range(self, activity: Record, melee: str) -> str:
        own, of_item = activity.record("range"), self._system.record("range")
        near, far = of_item.text("value"), of_item.text("long")
        feet = (own.text("value") or near) if melee == "Melee" and not of_item.text("reach") else of_item.text("reach")
        shots = (
            f"range {near}{f'/{far}' if far else ''} ft." if near and far else f"range {own.text('value') or near} ft."
        )
        if melee == "Ranged":
            return shots
        thrown = f" or {shots}" if "thr" in self._system.texts("properties") and near else ""
        return f"reach {feet if feet and not (thrown and feet == near) else '5'} ft.{thrown}"

    # Damage

    def _damage(self, activity: Record | None, rest: str, options: Mapping[str, str]) -> str:
        """`12 (2d6 + 5) slashing`; extended, with `Hit:` in front and `damage` behind it."""
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
        damage = activity.record("damage")
        parts = damage.records("parts")
        words: list[str] = []
        base = self._system.record("damage").record("base")
        if activity.text("type") == "attack" and (damage.flag("includeBase") or not parts) and self._dice(base):
            words.append(self._part(base, modifier(self._actor.abilities.get(self._ability(activity)))))
        words += [self._part(each, 0) for each in parts if self._dice(each)]
        return " damage plus ".join(words)

    def _dice(self, part: Record) -> str:
        custom = part.record("custom")
        if custom.flag("enabled") and custom.text("formula"):
            return custom.text("formula")
        return f"{part.text('number')}d{part.text('denomination')}" if part.whole("number") else part.text("bonus")

    def _part(self, part: Record, more: int) -> str:
        dice = self._dice(part)
        bonus = more + (self._number(part.text("bonus")) if part.whole("number") else 0)
        shown = dice_words(dice, bonus) if re.fullmatch(r"[0-9]+d[0-9]+", dice) else _amount(self._with_numbers(dice))
        return f"{shown} {' or '.join(each for each in part.texts('types') if each != 'healing')}".strip()

    def _healing(self, activity: Record | None) -> str:
        if activity is None:
            return ""
        part = activity.record("healing")
        return f"{self._part(part, 0)} Hit Points" if self._dice(part) else ""

    # Saving throws

    def _save_words(self, activity: Record | None, options: Mapping[str, str], rest: str) -> str:
        """`DC 14 Constitution`."""
        if activity is None:
            return _check_words(options, rest)
        ability = activity.record("save").text("ability") or next(iter(activity.record("save").texts("ability")), "")
        return f"DC {self._difficulty(activity)} {_NAMES.get(ability, ability)}"

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
        plain = self._with_numbers(formula).replace(" ", "")
        if not re.fullmatch(r"[+-]?[0-9]{1,4}(?:[+*-][0-9]{1,4}){0,6}", plain):
            return 0
        total = 0
        for sign, product in re.findall(r"([+-]?)([0-9*]+)", plain):
            value = 1
            for factor in product.split("*"):
                value *= int(factor)
            total += -value if sign == "-" else value
        return total

    def _with_numbers(self, formula: str) -> str:
        formula = formula.replace("@prof", str(self._actor.proficiency))
        mods = {each: str(modifier(self._actor.abilities.get(each))) for each in _NAMES}
        return re.sub(r"@abilities\.(\w{3})\.mod", lambda found: mods.get(found[1], "0"), formula)

    # Items of older versions, and those without a text

    def _summary(self) -> str:
        """The attack or the saving throw of an item whose text has none; empty for an item without either."""
        attack, save = self._first("attack"), self._first("save")
        if attack is not None:
            return f"{self._attack_words(attack, extended=True)}. Hit: {self._damage_words(attack) or '0'} damage."
        if save is not None:
            half = (
                ", or half as much damage on a successful one" if save.record("damage").text("onSave") == "half" else ""
            )
            words = self._damage_words(save)
            hurt = f", taking {words} damage on a failed save{half}" if words else ""
            return f"Each target must make a {self._save_words(save, {}, '')} saving throw{hurt}."
        return self._older_attack()

    def _older_attack(self) -> str:
        """The attack of an item before it had activities."""
        weapon, parts = self._system.text("actionType"), self._system.record("damage").nodes("parts")
        pairs = [[str(each.value or "") for each in node.value] for node in parts if isinstance(node.value, list)]
        if weapon not in _WEAPONS or not pairs:
            return ""
        ability = self._system.text("ability") or ("dex" if weapon in _AT_RANGE else "str")
        own = modifier(self._actor.abilities.get(ability))
        bonus = own + self._actor.proficiency + self._number(self._system.text("attackBonus"))
        damage = " damage plus ".join(
            f"{_amount(self._with_numbers(formula.replace('@mod', str(own))))} {kinds}"
            for formula, kinds, *_ in ([*pair, ""] for pair in pairs)
        )
        return f"{_WEAPONS[weapon]} Attack: {bonus:+d} to hit. Hit: {damage} damage."


def _label(found: re.Match[str]) -> str:
    return found["label"] or ""


def _reference(found: re.Match[str]) -> str:
    """What a reference to a rule shows: `grappled` of `&Reference[grappled apply=false]`."""
    return found["label"] or re.sub(r"^\w+=", "", _OPTION.sub("", found["words"]).strip() or found["words"])


def _check_words(options: Mapping[str, str], rest: str) -> str:
    difficulty = f"DC {options['dc']} " if "dc" in options else ""
    return f"{difficulty}{options.get('skill') or options.get('ability') or rest}".strip()


def _amount(formula: str) -> str:
    """A formula with its average, where it is dice and one number."""
    found = re.fullmatch(r"\s*([0-9]+d[0-9]+)(?:\s*([+-])\s*([0-9]+))?\s*", formula)
    return dice_words(found[1], int(f"{found[2] or '+'}{found[3] or 0}")) if found else formula


def _at(record: Record | None, path: str) -> str:
    """The text at a path; empty where there is none."""
    *tables, last = path.split(".")
    for each in tables:
        record = record.record(each) if record is not None else None
    return record.text(last) if record is not None else ""
