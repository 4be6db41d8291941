"""The attacks of an Orcus power, and the effects of their results: `2d8+5 damage, and the target is dazed`."""

import re
from collections.abc import Iterable
from typing import TypeGuard

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.dice import DiceError, maximise, parse
from orcus_tui.importers.draft_text import (
    Amount,
    Conditions,
    DraftLine,
    Effect,
    EffectLine,
    Reminder,
    Save,
    with_prefix,
)
from orcus_tui.importers.orcus.clauses import STATE, TYPES
from orcus_tui.importers.orcus.effects import (
    add_reminder,
    applies_to_target,
    named_conditions,
    read_effects,
    with_aftereffect,
)
from orcus_tui.importers.orcus.printed_powers import HALF_DAMAGE, AttackParts, Result, rolled_attacks
from orcus_tui.importers.prose import NO_DAMAGE, Case, Follow, Reading
from orcus_tui.importers.prose_effects import DICE
from orcus_tui.importers.sentences import Subject

_TRIGGER = r"(?i)^(?:when|if|while|whenever|on a|after|before)\b|\bonly$|\bchooses one effect\b"
_DAMAGE = (
    rf"(?i)(?:(?:deals?|do|the target takes|takes) )?(?P<dice>{DICE})(?! (?:persistent|ongoing)\b)"
    rf"(?P<sort> (?:extra |additional )?(?P<types>\[?[a-z]+\]?(?:(?:,? and |,? or |, )[a-z]+)*? )?damage\b)?"
    r"(?! (?:at|each|whenever|when|to)\b)"
)
_CRIT = rf"(?i) *\((?P<dice>{DICE})(?: damage)? (?:on|with) a critical(?: hit)?\)"
_OTHERWISE = (
    rf"(?i)(?:,? *or (?P<dice>{DICE})(?: damage)? (?:against|vs\.?) (?:an? )?"
    r"(?P<other>[^.;]{1,80}?) targets?(?=[.;,]|$)|"
    rf" *\((?P<more>\+?)(?P<in>{DICE})(?: damage)? (?P<how>against|vs\.?|with|if the target is|if) (?:an? )?"
    r"(?P<when>[^()]+?)(?: targets?)?\))"
)
_EITHER = rf"(?i) or (?P<dice>{DICE}) damage,? and (?P<then>[^.;]+)"
_HALF = r"(?i)(?:the target takes |do |takes )?half damage"
_OWN_MISS = rf"(?i)(?:the target takes |do |takes )?(?P<dice>{DICE})(?: (?P<type>{TYPES}))? damage"


class Attack(Struct):
    """An attack roll and its results.

    `is_secondary`: it follows another attack; `unclear` are unknown passages outside the effects.
    """

    attack: str
    name: str = ""
    is_secondary: bool = False
    range: str = ""
    damage: Amount = NO_DAMAGE
    crit: str = ""
    miss: str = ""
    effects: Reading = field(default_factory=Reading)
    always: list[DraftLine] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    unclear: list[str] = field(default_factory=list)


def attacks_of(printed: Iterable[AttackParts], subject: Subject) -> list[Attack]:
    """The attacks of a power, in order."""
    attacks: list[Attack] = []
    for place, each in enumerate(rolled for parts in printed for rolled in rolled_attacks(parts)):
        attack = _attack(each, place)
        attack.range = each.range or (attacks[0].range if attacks else "")
        if each.only:
            attack.range = f"{attack.range or 'melee'}, {each.only}"
        for result in each.results:
            _read_result(attack, result, subject)
        if attack.is_secondary and attacks and not _calls_for_secondary(attacks[-1]):
            attacks[-1].effects.lines.append(Reminder("make the secondary attack"))
        attacks.append(attack)
    return attacks


def _calls_for_secondary(attack: Attack) -> bool:
    """Whether a line mentions this attack in the source's words."""
    lines = attack.effects.lines
    said = (each for line in lines for each in ((line.source_words,) if isinstance(line, Reminder) else line.quoted))
    return any("secondary attack" in words for words in said)


def _attack(parts: AttackParts, place: int) -> Attack:
    """An attack with the text before its roll; attacks without a name are secondary, except the first."""
    roll = str(parts.roll or "")
    if parts.name:
        attack = Attack(roll, parts.name, is_secondary=parts.name.startswith("secondary attack"))
    elif place:
        attack = Attack(roll, "secondary attack" if place == 1 else f"secondary attack {place}", is_secondary=True)
    else:
        attack = Attack(roll)
    for part in parts.before:
        _read_before(attack, part)
    return attack


def _read_before(attack: Attack, part: str) -> None:
    """Reads a part before the roll: the occasion of the power, or damage without a roll; anything else is unknown."""
    match = re.fullmatch(_DAMAGE, part)
    if match:
        damage = _damage(attack, match["dice"], match["types"] or "")
        attack.effects.follows.append(Follow("first, without a roll", damage))
    elif not re.search(_TRIGGER, part):
        attack.always.append(Reminder(part, own=True))
        attack.unclear += [part] if re.search(STATE, part, re.IGNORECASE) else []


def _miss_within(hit: str) -> tuple[str, str]:
    """The text for a hit, and for a miss in the same sentence: `…; on a miss, half damage`."""
    found = re.search(r"(?i)[;,.]? *\bon a miss,? *(?P<missed>[^.;]+)", hit)
    return (hit[: found.start()] + hit[found.end() :], found["missed"]) if found else (hit, "")


def _read_hit(attack: Attack, result: Result, subject: Subject) -> None:
    text, missed = _miss_within(result.words)
    if result.damage.dice:
        _put_damage(attack, result.damage)
    text = text.strip() if attack.damage.dice else _damage_first(text.strip())
    match = None if attack.damage.dice else re.match(_DAMAGE, text)
    if match and (match["sort"] or "d" in match["dice"].lower()):
        attack.damage = _damage(attack, match["dice"], match["types"] or "")
        text = _read_after_damage(attack, text[match.end() :], subject)
    text = re.sub(r"^[ ,.;]*(?:and )?", "", text)
    attack.effects.add(read_effects(text, subject))
    if missed:
        _read_miss(attack, missed, subject)


def _put_damage(attack: Attack, damage: Amount) -> None:
    """Sets damage from a field of the source; dice and types that cannot be read are noted as unknown."""
    known = known_damage(damage)
    if known is None:
        add_reminder(attack.effects, f"{damage.field_text} damage")
        return
    attack.damage = known
    attack.unclear += [] if known.types == damage.types else [f"{damage.field_text} damage"]


def _read_damage_apart(attack: Attack, label: str, damage: Amount) -> None:
    """Reads the damage of a miss, or of another result, which becomes a separate power to use when it occurs."""
    known = known_damage(damage)
    if known is None:
        attack.always.append(Reminder(f"{label}: {damage.field_text} damage"))
        attack.unclear.append(f"{label}: {damage.field_text} damage")
    elif label == "miss":
        attack.miss = known.dice
    else:
        attack.effects.follows.append(Follow(label, known))


def known_damage(damage: Amount) -> Amount | None:
    """The damage with its known types; None if its dice cannot be rolled."""
    dice = damage.dice.replace(" ", "")
    try:
        parse(dice)
    except DiceError:
        return None
    return Amount(dice, tuple(each for each in damage.types if re.fullmatch(TYPES, each)))


def _damage_first(hit: str) -> str:
    """The text for a hit, with the sentence that begins with its damage first."""
    sentences = re.split(r"(?<=[.;]) +", hit)
    for place, sentence in enumerate(sentences):
        match = re.match(_DAMAGE, sentence)
        if match and match["sort"] and "d" in match["dice"].lower():
            return " ".join((sentence, *sentences[:place], *sentences[place + 1 :]))
    return hit


def _damage(attack: Attack, dice: str, types: str) -> Amount:
    """Damage with its types; an unknown type is left out and noted."""
    names = [each for each in re.split(r",? and |, | or ", types.strip().lower()) if each]
    known = [each for each in names if re.fullmatch(TYPES, each)]
    if " or " in types or len(known) < len(names):
        attack.unclear.append(f"{dice} {types}damage")
    if " or " in types:
        known = []
    return Amount(dice.replace(" ", ""), tuple(known))


def _read_after_damage(attack: Attack, text: str, subject: Subject) -> str:
    """Reads the damage of critical hits and against other targets, right after the damage; returns the rest."""
    crit = re.match(_CRIT, text)
    if crit:
        attack.crit = _extra(attack.damage.dice, crit["dice"])
        if not attack.crit:
            attack.unclear.append(crit[0].strip(" ()"))
        text = text[crit.end() :]
    either = re.match(_EITHER, text)
    if either:
        found = read_effects(either["then"], subject)
        attack.effects.unknown += found.unknown
        attack.effects.cases.append(Case("or less", tuple(found.lines), damage=Amount(either["dice"])))
        return text[either.end() :]
    other = re.match(_OTHERWISE, text)
    if other is None:
        return text
    dice = other["dice"] or other["in"]
    if other["more"]:
        dice = f"{attack.damage.dice}+{dice}"
    against = other["other"] or re.match(r"(?i)against|vs|with", other["how"])
    condition = re.sub(r" the$", " the target", str(other["other"] or other["when"]).strip())
    if against:
        condition = f"{'with' if other['how'] == 'with' else 'against'} {condition}"
    attack.effects.cases.append(Case(condition, damage=replace(attack.damage, dice=dice)))
    return text[other.end() :]


def _extra(usual: str, critical: str) -> str:
    """The dice a critical hit adds to maximum damage; empty if it adds anything else."""
    try:
        most = maximise(parse(usual)).total
    except DiceError:
        return ""
    found = re.fullmatch(r"(\d+d\d+) *\+ *(\d+)", critical)
    return found[1] if found and int(found[2]) == most else ""


def _read_result(attack: Attack, result: Result, subject: Subject) -> None:
    label, text = result.label.lower(), result.words
    if label == "hit":
        _read_hit(attack, result, subject)
    elif result.damage.dice:
        _read_damage_apart(attack, label, result.damage)
    elif label == "miss":
        _read_miss(attack, text, subject)
        attack.miss = attack.miss or ("half" if result.damage == HALF_DAMAGE else "")
    elif label.startswith("first failed") and _read_worsening(attack, text, subject):
        return
    elif label in ("effect", "special"):
        found = read_effects(text, subject)
        attack.always += found.lines
        attack.effects.follows += found.follows
        attack.unclear += [*found.unknown, *(f"if {case.condition}: {text}" for case in found.cases)]
    elif label == "trigger":
        return  # the text of the power has it
    elif label.startswith("sustain"):
        attack.always.append(Reminder(": ".join(filter(None, (label, text)))))
        attack.unclear += [f"{label}: {text}"] if re.search(STATE, text, re.IGNORECASE) else []
    elif label == "aftereffect" and _read_aftereffect(attack, text, subject):
        return
    else:
        attack.effects.lines.append(Reminder(f"{label}: {text}"))
        attack.unclear.append(f"{label}: {text}")


def _last_line(attack: Attack) -> DraftLine | None:
    return attack.effects.lines[-1] if attack.effects.lines else None


def _saved_conditions(line: DraftLine | None) -> Conditions | None:
    """The one-word conditions of a line that only applies conditions until a save; empty for others."""
    return named_conditions(line) if isinstance(line, EffectLine) and line.duration == Save() else None


def _read_worsening(attack: Attack, text: str, subject: Subject) -> bool:
    """Reads a first failed save that worsens the last condition: `apply immobile save then stunned`."""
    found = read_effects(re.sub(r"(?i) instead\b", "", text), subject)
    last = _last_line(attack)
    worse = _saved_conditions(found.lines[0]) if len(found.lines) == 1 else None
    if worse is None or not isinstance(last, EffectLine) or _saved_conditions(last) is None:
        return False
    attack.effects.lines[-1] = replace(last, then=worse)
    return True


def _read_aftereffect(attack: Attack, text: str, subject: Subject) -> bool:
    """Reads an aftereffect of the last condition, as `after` in its line, or as a note and a power to use later."""
    last = _last_line(attack)
    hurt = re.fullmatch(rf"{_DAMAGE}\.?", text)
    if hurt and (bearing := with_aftereffect(last, f"aftereffect: {text}")):
        attack.effects.lines[-1] = bearing
        attack.effects.follows.append(Follow("aftereffect", _damage(attack, hurt["dice"], hurt["types"] or "")))
        return True
    found = read_effects(text, subject)
    left = _only_condition(found.lines)
    if left and _ends_by_save(last) and not (found.unknown or found.cases):
        attack.effects.lines[-1] = replace(last, after=left)
        return True
    bearing = with_aftereffect(last, f"aftereffect: {text}")
    if not bearing or found.unknown or found.cases or found.follows:
        return False
    attack.effects.lines[-1] = bearing
    attack.effects.follows.append(Follow("aftereffect", lines=tuple(found.lines)))
    return True


def _only_condition(lines: list[DraftLine]) -> Effect | None:
    """The effect of a single line with one effect on the target; else None."""
    line = lines[0] if len(lines) == 1 else None
    effects = line.whole_effects if line and applies_to_target(line) else ()
    return effects[0] if len(effects) == 1 else None


def _ends_by_save(line: DraftLine | None) -> TypeGuard[EffectLine]:
    return isinstance(line, EffectLine) and isinstance(line.duration, Save) and line.after is None


def _read_miss(attack: Attack, text: str, subject: Subject) -> None:
    """Reads a miss: half damage, a separate amount, lines, or the power staying unused."""
    if re.fullmatch(r"(?i)regains the use of this power\.?", subject.after_name(text) or ""):
        attack.tags.append("consistent")
        return
    for pattern in (_HALF, _OWN_MISS):
        match = re.match(pattern, text)
        if match and not attack.miss:
            attack.miss = "half" if pattern == _HALF else match["dice"].replace(" ", "")
            text = re.sub(r"^[ ,.;]*(?:and )?(?:no persistent damage\b)?", "", text[match.end() :])
    found = read_effects(text, subject)
    attack.always += [with_prefix("miss: ", line) for line in found.lines]
    attack.effects.follows += found.follows
    attack.unclear += [f"on a miss: {each}" for each in found.unknown]
    attack.unclear += [f"on a miss: if {case.condition}" for case in found.cases]
