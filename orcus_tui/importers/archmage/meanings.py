"""The words of Archmage stat blocks, and the meanings of clauses: each function adds that of a match to a reading."""

import re
from collections.abc import Iterable
from typing import TypeGuard

from msgspec.structs import replace

from orcus_tui.importers.draft_text import (
    Amount,
    Conditions,
    DraftLine,
    Duration,
    EffectLine,
    Reminder,
    Save,
    Until,
    effect_line,
    quotable,
    quoted_conditions,
    summon_offer,
    with_prefix,
)
from orcus_tui.importers.prose import STATISTICS, DamageTypes, Follow, Reading, SaveOutcome, amount_in, any_of, turn_in
from orcus_tui.systems.archmage.conditions import ALIASES, CONDITIONS

_DERIVED = ("staggered", "stable", "coma")
CONDITION_WORDS = {name: name for name in CONDITIONS if name not in _DERIVED} | dict(ALIASES)
TYPES = ("acid", "cold", "fire", "force", "holy", "lightning", "negative energy", "poison", "psychic", "thunder")
TYPE_WORDS = {each: each for each in TYPES} | {"negative": "negative energy", "radiant": "holy", "forde": "force"}
DAMAGE_TYPES = DamageTypes(TYPE_WORDS)
damage_in, types_in = DAMAGE_TYPES.damage_in, DAMAGE_TYPES.types_in
CONDITION = any_of(CONDITION_WORDS)
TARGET = (
    r"(?:(?:(?:the|each|a|any|an the|he) )?(?:hit )?(?:targets?|tarket|victim)(?: hit)?|it|they"
    r"|that (?:target|enemy|creature))"
)
DEGREES = {"easy": "easy", "hard": "hard", "difficult": "hard"}
STATS = {**STATISTICS, "the attack": "attack", "attack rolls and saves": "attack"}
STAT = any_of(STATS)
_IN_THE_GRAB = r"(?i)\Auntil (?:it|they|the target) escapes?(?: the grab)?\Z|\A(?:while|as long as) .*\bgrabbed\Z"

SAVED_VERBS = ("apply", "persist", "bonus", "vulnerable")
BY_SAVE = Save()
GRABBED = Conditions(("grabbed",))
TIMES = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


def add_notes(found: re.Match[str], reading: Reading) -> None:
    """Adds notes on a save: one save for several effects, or another way to end them."""
    parts = found.groupdict()
    if parts.get("shared") and not join_with_one_save(reading, parts["shared"]):
        reading.lines.append(Reminder(f"one save ends{parts['shared']}"))
    also = (parts.get("also") or "").strip(" ,;")
    if also:
        reading.reminders.append(Reminder(also))


def join_with_one_save(reading: Reading, shared: str) -> bool:
    """Joins the last effect with earlier ones that the same save ends; returns whether there were any."""
    last = reading.lines[-1]
    if not can_be_saved(last) or "each" in shared.lower():
        return False
    ends = last.duration if isinstance(last.duration, Save) else BY_SAVE
    joined = [without_save(last)]
    most = 2 if "both" in shared.lower() else len(reading.lines)
    for before in reversed(reading.lines[:-1]):
        if not can_be_saved(before) or len(joined) == most:
            break
        if isinstance(before.duration, Save) and before.duration not in (BY_SAVE, ends):
            break
        joined.insert(0, without_save(before))
    if len(joined) > 1:
        effects = tuple(effect for line in joined for effect in line.whole_effects)
        reading.lines[-len(joined) :] = [EffectLine(effects, ends)]
    return len(joined) > 1 or has_several(joined[0])


def has_several(line: EffectLine) -> bool:
    what = line.what
    parts = what.names if isinstance(what, Conditions) else what.types if isinstance(what, Amount) else ()
    return len(line.effects) > 1 or len(parts) > 1


def can_be_saved(line: DraftLine) -> TypeGuard[EffectLine]:
    return isinstance(line, EffectLine) and not line.own and line.verb in SAVED_VERBS


def without_save(line: EffectLine) -> EffectLine:
    return replace(line, duration="") if isinstance(line.duration, Save) else line


def add_lasting(found: re.Match[str], reading: Reading, line: EffectLine) -> None:
    """Adds a lasting effect; a condition listed before it without a duration shares its duration and save."""
    before = conditions_before(reading)
    listed = re.search(r"(?:,|\band) $", found.string[: found.start()])
    if line.duration and listed and before:
        reading.lines[-1] = effect_line("apply", before, line.duration)
        if isinstance(line.what, Conditions):
            line = effect_line("apply", Conditions((*before.names, *line.what.names)), line.duration)
            reading.lines.pop()
    reading.lines.append(line)
    add_notes(found, reading)


def conditions_before(reading: Reading) -> Conditions | None:
    """The conditions of the rules, without a duration, that the last line applies."""
    line = reading.lines[-1] if reading.lines else None
    if not isinstance(line, EffectLine) or line.own or line.duration or not isinstance(line.what, Conditions):
        return None
    return line.what if line.what.are_named and line.what != GRABBED else None


def add_damage_to_both(found: re.Match[str], reading: Reading) -> None:
    DAMAGE_TYPES.add(found, reading)
    hurt_user_or_others(found, reading)


def add_ongoing(found: re.Match[str], reading: Reading) -> None:
    add_lasting(found, reading, effect_line("persist", damage_in(found), duration_in(found, BY_SAVE)))


def add_condition(found: re.Match[str], reading: Reading) -> None:
    add_lasting(found, reading, effect_line("apply", conditions_in(found), duration_in(found)))


def conditions_in(found: re.Match[str]) -> Conditions:
    named = re.findall(CONDITION, found["conds"].lower())
    return Conditions(tuple(dict.fromkeys(CONDITION_WORDS[each] for each in named)))


def add_own_condition(found: re.Match[str], reading: Reading) -> None:
    words = found["words"]
    if " " not in words:  # a single word means too little without its flavor text
        words += found.groupdict().get("flavour") or ""
    add_lasting(found, reading, effect_line("apply", quoted_conditions(words), duration_in(found)))


def add_user_condition(found: re.Match[str], reading: Reading) -> None:
    reading.lines.append(effect_line("apply", conditions_in(found), for_user(duration_in(found)), own=True))


def add_user_words(found: re.Match[str], reading: Reading) -> None:
    if is_other(found[0].split(found["words"])[0]):
        reading.unknown.append(found[0])
    else:
        words, duration = quoted_conditions(found["words"]), for_user(duration_in(found))
        reading.lines.append(effect_line("apply", words, duration, own=True))


def for_user(duration: Duration) -> Duration:
    """A duration for an effect on the user, who is both its target and its source."""
    return duration.removeprefix("t") if isinstance(duration, str) else duration


def add_recurring_damage(found: re.Match[str], reading: Reading) -> None:
    words = re.sub(r"(?i)(?<=takes )[^.;()]*? damage (?=each|every)", "more damage ", found["words"])
    add_lasting(found, reading, effect_line("apply", quoted_conditions(words), duration_in(found)))


def add_lost_actions(found: re.Match[str], reading: Reading) -> None:
    reading.lines.append(effect_line("apply", quoted_conditions(found["words"]), "teont"))


def add_vulnerability(found: re.Match[str], reading: Reading) -> None:
    for each in types_in(found):
        reading.lines.append(effect_line("vulnerable", Amount("", (each,)), duration_in(found)))
    add_notes(found, reading)


def is_other(who: str) -> bool:
    """Whether words mean creatures besides the target and the user, such as allies or creatures nearby."""
    others = r"(?i)\b(?:all(?:y|ies)|each|one|all|any|another|an?|enem(?:y|ies)|creatures?|next|other|and)\b"
    return re.search(others, who) is not None


def add_bonus(found: re.Match[str], reading: Reading) -> None:
    who = (found["who"] or "").strip()
    own = bool(who) and not re.fullmatch(TARGET, who, re.IGNORECASE)
    duration = duration_in(found)
    if not duration or found.groupdict().get("only"):  # for some rolls only, or with an end that the program cannot see
        of_itself = own and re.match(r"(?i)(?:the|this) ", who) is not None
        lines = bonus_lines(found, duration)
        command = to_type(own_lines(lines) if of_itself else lines).words
        reading.reminders.append(Reminder(f"{found[0].strip(' ,.;')}: {command}"))
    elif is_other(who):
        reading.follows.append(Follow(who, lines=tuple(bonus_lines(found, duration))))
    else:
        reading.lines += own_lines(bonus_lines(found, for_user(duration))) if own else bonus_lines(found, duration)
        add_notes(found, reading)


def bonus_lines(found: re.Match[str], duration: Duration) -> list[EffectLine]:
    amount = f"{found['sign']}{found['number']}"
    return [effect_line("bonus", f"{amount} {stat}", duration) for stat in stats_in(found)]


def own_lines(lines: list[EffectLine]) -> list[EffectLine]:
    """The lines for the user of the power."""
    return [replace(each, own=True) for each in lines]


def to_type(lines: list[EffectLine]) -> Reminder:
    """The lines as a reminder to type them."""
    typed = [line.to_type for line in lines]
    quoted = tuple(words for each in typed for words in each.quoted)
    return Reminder(own_words="; ".join(each.own_words for each in typed), quoted=quoted)


def add_bonus_once(found: re.Match[str], reading: Reading) -> None:
    reading.lines.append(effect_line("bonus", f"+{found['number']} damage once", "enc", own=True))


def stats_in(found: re.Match[str]) -> list[str]:
    return list(dict.fromkeys(STATS[each] for each in re.findall(rf"\b{STAT}\b", found["stats"].lower())))


def heal_target(found: re.Match[str], reading: Reading) -> None:
    reading.lines.append(effect_line("heal", amount_in(found)))


def add_healing(found: re.Match[str], reading: Reading) -> None:
    verb = "temp" if found.groupdict().get("temp") else "heal"
    if is_other(found["who"]):
        reading.follows.append(Follow(found["who"].strip(), lines=(effect_line(verb, amount_in(found)),)))
    else:
        reading.lines.append(effect_line(verb, amount_in(found), own=True))


def hurt_user_or_others(found: re.Match[str], reading: Reading) -> None:
    if is_other(found.groupdict().get("who") or ""):
        hurt_others(found, reading)
    else:
        reading.lines.append(effect_line("damage", damage_in(found), own=True))


def hurt_others(found: re.Match[str], reading: Reading) -> None:
    reading.follows.append(Follow(found["who"].strip(), damage_in(found)))


def burn_others(found: re.Match[str], reading: Reading) -> None:
    line = effect_line("persist", damage_in(found), duration_in(found, BY_SAVE))
    reading.follows.append(Follow(found["who"].strip(), lines=(line,)))


def add_counted_damage(found: re.Match[str], reading: Reading) -> None:
    damage = damage_in(found) if "amount" in found.re.groupindex else Amount("AMOUNT", types_in(found))
    reading.reminders.append(Reminder(f"damage TARGET {damage}, {found['count'].strip()}"))


def change_escalation(found: re.Match[str], reading: Reading) -> None:
    parts = found.groupdict()
    number = {"one": "1", "two": "2"}.get(found["number"].lower(), found["number"])
    sign = "+" if parts.get("up") or parts.get("more") else "-"
    reading.reminders.append(Reminder(own_words=f"counter escalation {sign}{number}"))


def add_price(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(effect_line("damage", damage_in(found)).to_type.under(found[0]))


def add_penalty_like(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(Reminder(f"bonus TARGET -N {STATS[found['stats'].lower()]}, N being {found['as']}"))


def remind_of(found: re.Match[str], reading: Reading) -> None:
    """Adds the clause as a reminder, without its brackets."""
    reading.reminders.append(Reminder(found[0].strip(" ,.;()")))


def add_outcome(found: re.Match[str], reading: Reading) -> None:
    reading.outcomes.append(SaveOutcome(bool(found["success"]), found["then"].strip(" ,.;")))
    if not reading.has_save_now:
        call_for_save(found, reading)


def call_for_save(found: re.Match[str], reading: Reading) -> None:
    reading.has_save_now = True
    degree = found.groupdict().get("degree")
    reading.reminders.append(Reminder(f"a saving throw now, {degree}" if degree else "a saving throw now"))


def add_split_damage(found: re.Match[str], reading: Reading) -> None:
    reading.lines.append(effect_line("damage", replace(damage_in(found), how="split")))


def add_ongoing_by_escalation(found: re.Match[str], reading: Reading) -> None:
    times = TIMES.get(found["times"].lower(), int(found["times"]) if found["times"].isdecimal() else 0)
    for die in range(1, 7) if times else ():
        amount = Amount(str(times * die), types_in(found))
        reading.lines.append(effect_line("persist", amount, BY_SAVE, prefix=f"if escalation {die}: "))


def add_summons(found: re.Match[str], reading: Reading) -> None:
    reading.lines.append(summon_offer(found["name"]))


def make_worse_after_failure(found: re.Match[str], reading: Reading) -> bool:
    last = reading.lines[-1] if reading.lines else None
    if not isinstance(last, EffectLine) or not isinstance(last.duration, Save):
        return False
    reading.lines[-1] = replace(last, then=conditions_in(found))
    return True


def duration_in(found: re.Match[str], otherwise: Duration = "") -> Duration:
    """The duration in a match; `otherwise` without one."""
    parts = found.groupdict()
    if parts.get("until"):
        if re.search(_IN_THE_GRAB, found["until"]):
            return "while grabbed"
        words = re.sub(r"(?i)^(?:as long as|while) ", "no longer so: ", found["until"])
        return Until(quotable(re.sub("(?i)^until ", "", words)))
    if parts.get("nosave") is not None:
        return Until(quotable(re.sub("(?i)^ends? (?:when|if) ", "", found["nosave"]) or "it ends"))
    if parts.get("thisturn"):
        return "eot"
    if parts.get("battle"):
        return "enc"
    if parts.get("own") or parts.get("user"):
        return turn_in(found)
    if not re.search(r"(?i)\bsaves?\b[^.;]*\bends?\b", found[0]):
        return otherwise
    return Save(DEGREES.get((parts.get("degree") or "").lower(), "save"))


# Riders that replace a usual line of an attack for some rolls: `stuck (save ends) instead of hampered`


_PREFIX = re.compile(r"natural (?:(?P<parity>even|odd)|(?P<least>\d+)(?:-(?P<most>\d+)|(?P<up>\+))?): ")
_HARDER = re.compile(r"(?i)the save is (?P<degree>easy|hard)(?: \(\d+\+\))? instead\W*|as above,? but save ends\W*")
_ALL_FACES = frozenset(range(1, 21))


def replace_usual_line(lines: list[DraftLine], prefixes: Iterable[str], text: str, otherwise: Reading) -> bool:
    """Replaces a usual line with a rider's line, for the rolls of the rider; returns whether there was such a line.

    `prefixes` and `text` are those of the rider, `otherwise` is the reading without `instead of …`.
    """
    faces = frozenset().union(*map(_faces, prefixes))
    harder = _HARDER.fullmatch(text.strip())
    place = _usual_place(lines, faces, _only_line(otherwise) if harder is None else None)
    if place is None or not faces:
        return False
    usual = lines[place]
    rest = _prefix(_faces(usual.prefix) - faces)
    line = _with_other_save(usual, harder) if harder else _only_line(otherwise)
    if not rest or line is None:
        return False
    lines[place : place + 1] = [replace(usual, prefix=rest), *(with_prefix(each, line) for each in prefixes)]
    return True


def _only_line(reading: Reading) -> EffectLine | None:
    """The only line of a reading; None if the reading has more."""
    more = (reading.damage.dice, reading.unknown, reading.reminders, reading.offers, reading.cases, reading.outcomes)
    line = reading.lines[0] if len(reading.lines) == 1 and not any(more) else None
    return line if isinstance(line, EffectLine) and not line.own and not line.prefix else None


def _usual_place(lines: list[DraftLine], faces: frozenset[int], line: EffectLine | None) -> int | None:
    """The place of the last line with the verb of `line` (by default `apply`) that covers these rolls and others."""
    for place, each in reversed([*enumerate(lines)]):
        verb = each.verb if isinstance(each, EffectLine) and not each.own else ""
        if verb == (line.verb if line else "apply") and faces < _faces(each.prefix):
            return place
    return None


def _with_other_save(usual: DraftLine, found: re.Match[str]) -> EffectLine | None:
    """The usual line, with another save to end it."""
    save = Save(DEGREES.get((found["degree"] or "").lower(), "save"))
    return replace(usual, duration=save, prefix="") if isinstance(usual, EffectLine) else None


def _faces(prefix: str) -> frozenset[int]:
    """The natural rolls of a prefix: all for an empty prefix, none for a prefix about anything else."""
    if not prefix:
        return _ALL_FACES
    found = _PREFIX.fullmatch(prefix)
    if found is None:
        return frozenset()
    if found["parity"]:
        return frozenset(range(2 if found["parity"] == "even" else 1, 21, 2))
    least = int(found["least"])
    return frozenset(range(least, int(20 if found["up"] else found["most"] or least) + 1))


def _prefix(faces: frozenset[int]) -> str:
    """The prefix for exactly these natural rolls; empty if no prefix says that."""
    for words in ("even", "odd", f"{min(faces, default=0)}-{max(faces, default=0)}"):
        if _faces(prefix := f"natural {words}: ") == faces:
            return prefix
    return ""
