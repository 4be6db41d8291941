"""The prose of SRD 5.1 stat blocks: a pattern for each kind of clause, and its line of the command language."""

import re

from msgspec.structs import replace

from orcus_tui.commands.bonus_slots import ABILITY_NAMES
from orcus_tui.importers.draft_text import (
    UNTIL_REMOVED,
    WHILE_GRAPPLED,
    Amount,
    Conditions,
    DraftLine,
    Duration,
    EffectLine,
    Reminder,
    Until,
    effect_line,
    quotable,
    quoted_conditions,
)
from orcus_tui.importers.prose import (
    DamageTypes,
    Reading,
    SaveAfterHit,
    Vocabulary,
    adds,
    amount_in,
    any_of,
    remind,
    reminds,
    skip,
    to_type,
    turn_in,
    until,
)

TYPES = (
    "acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic", "piercing", "poison", "psychic",
    "radiant", "slashing", "thunder",
)  # fmt: skip
CONDITIONS = (
    "blinded", "charmed", "deafened", "frightened", "grappled", "incapacitated", "invisible", "paralyzed",
    "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious",
)  # fmt: skip
ABILITIES = ABILITY_NAMES
_DAMAGE_TYPES = DamageTypes({each: each for each in TYPES})
damage_in = _DAMAGE_TYPES.damage_in
_TYPE, _CONDITION, _ABILITY = _DAMAGE_TYPES.pattern, any_of(CONDITIONS), any_of(ABILITIES)

# `12 (2d6 + 5)`; sometimes a 1 is typed as the letter l.
AMOUNT = (
    r"(?:[0-9]+ ?\((?P<dice>[0-9l]*d[0-9l]+(?: ?[+-] ?[0-9]+| [0-9]+)?)\)"
    r"|(?P<amount>[0-9]*d[0-9]+(?: ?[+-] ?[0-9]+)?|[0-9]+))"
)
_DAMAGE = rf"{AMOUNT} ?(?P<types>{_TYPE})? ?damage"
TARGET = (
    r"(?:(?:the |an? |that |each )?(?:(?:affected|poisoned|cursed|wounded|restrained|swallowed|diseased|frightened|"
    r"charmed|paralyzed|blinded|engulfed) )?(?:targets?|creatures?)|it|they)"
)
_ESCAPE_DC = r"(?i)escape DC (?P<dc>[0-9]+)"
_TURN = (
    r"until the (?:(?P<start>start|beginning)|end) of "
    r"(?:(?P<own>its|their|the target's|that creature's)|the (?P<user>[^.,;()]{2,60}?)'s) next turn"
)
_LASTS = (
    rf"(?:{_TURN}|for (?P<minutes>[0-9]+) minutes?|for (?P<long>(?:[0-9]+|[0-9]+ \([^)]+\)) (?:hours?|minutes?|days?))"
    r"|until (?P<until>[^.;]{3,120}?)(?=[.;]|$|, and\b))"
)
_DURATION = rf"(?: {_LASTS})?"
_IF_DOWN = "if down: "
_CONDITIONS = (
    rf"(?P<conds>{_CONDITION}(?:(?:,? and |, ){_CONDITION})*)(?: by (?:the|this) [a-z ]{{2,40}}?(?= until |[.;,]|$))?"
    rf"(?: \((?P<note>[^)]*)\))?{_DURATION}"
)
_CONDITIONS_HELD = (
    rf"(?P<conds>{_CONDITION}(?:(?:,? and |, ){_CONDITION})*) conditions?(?: \((?P<note>[^)]*)\))?"
    rf"(?: from (?:one|either|any|both) of [^.;,]{{3,40}}?(?= until |[.;,]|$))?{_DURATION}"
)


# Values in matches


def duration_in(found: re.Match[str]) -> Duration:
    """The duration in a match; empty without one."""
    parts = found.groupdict()
    if parts.get("minutes"):
        return f"{10 * int(found['minutes'])}r"  # a round is six seconds
    if parts.get("long"):
        if whole := re.fullmatch(r"(?i)([0-9]+) (h)ours?|([0-9]+) (d)ays?", found["long"]):
            return "".join(filter(None, whole.groups())).lower()
        verb = "has" if re.match("1 [a-z]", found["long"]) else "have"
        return Until(quotable(f"{found['long']} {verb} passed"))
    if parts.get("until"):
        return until(found["until"])
    if parts.get("own") or parts.get("user"):
        return turn_in(found)
    return ""


def _shared_duration(found: re.Match[str], reading: Reading) -> Duration:
    """The duration of a clause after `and`: until the grapple ends, if the clause before has that duration."""
    joined = re.search(r"(?i)\band\s+\Z", found.string[: found.start()])
    last = reading.lines[-1] if joined and reading.lines else None
    return WHILE_GRAPPLED if isinstance(last, EffectLine) and last.duration == WHILE_GRAPPLED else ""


# Meanings of clauses


def _condition(found: re.Match[str], reading: Reading) -> None:
    names = re.findall(_CONDITION, found["conds"].lower())
    # The beginning of the sentence may give the duration: "Until this grapple ends, …".
    first = found.groupdict().get("first")
    duration = until(first) if first else duration_in(found) or _shared_duration(found, reading)
    note = found["note"] or ""
    if names == ["grappled"] and not duration:
        if any(_grapples(line) for line in reading.lines):
            return  # the same grapple again
        if escape := re.fullmatch(_ESCAPE_DC, note):
            duration, note = until(f"it escapes, DC {escape['dc']}"), ""
    reading.lines.append(effect_line("apply", Conditions(tuple(dict.fromkeys(names))), duration))
    if note:
        reading.reminders.append(Reminder(note))


def _grapples(line: DraftLine) -> bool:
    """Whether a line grapples, with a duration."""
    return isinstance(line, EffectLine) and line.what == Conditions(("grappled",)) and bool(line.duration)


def _own_condition(found: re.Match[str], reading: Reading) -> None:
    parts = found.groupdict()
    words = parts.get("first") or parts.get("as_long")
    duration = until(words) if words else duration_in(found)
    reading.lines.append(effect_line("apply", quoted_conditions(found["words"]), duration))


def _cannot(found: re.Match[str], reading: Reading) -> None:
    words = re.sub(rf"(?i)^(?:or )?(?:{TARGET} )?", "", found[0])
    reading.lines.append(effect_line("apply", quoted_conditions(words), _shared_duration(found, reading)))


def _each_turn(found: re.Match[str], reading: Reading) -> None:
    """Damage on each turn: persistent damage at the start of turns, a reminder with the command at their end."""
    first = found.groupdict().get("first")
    duration = until(first) if first else _shared_duration(found, reading)
    if found["point"].lower() == "end":
        reading.lines.append(effect_line("remind", f'end "damage {damage_in(found)}"', duration))
    else:
        each = "" if amount_in(found).isdecimal() else "each"
        damage = replace(damage_in(found), how=each)
        reading.lines.append(effect_line("persist", damage, duration or UNTIL_REMOVED))


def _save(found: re.Match[str], reading: Reading) -> None:
    condition, ability = (found["when"] or "").strip(" ,"), ABILITIES[found["ability"].lower()]
    reading.saves.append(SaveAfterHit(condition, ability, found["dc"], found["then"]))


def _half(found: re.Match[str], reading: Reading) -> None:
    first = not reading.does_something()
    damage = damage_in(found)
    reading.add_damage(damage)
    half = Reminder(f"saved: damage {damage} half")
    reading.lines.append(HALVED if first else half)


def _half_of_two(found: re.Match[str], reading: Reading) -> None:
    reading.add_damage(damage_in(found))
    dice, types = found["more"].replace(" ", ""), (found["other"].lower(),)
    half = effect_line("damage", Amount(dice, types, "half"), prefix=SAVED)
    reading.lines += [HALVED, effect_line("damage", Amount(dice, types)), half]


def _extra_if(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(Reminder(f"{found['when']}: damage TARGET {damage_in(found)} besides"))


def _maximum_by(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(Reminder(f"set TARGET max_hp, less by {amount_in(found)}: {found[0]}"))


def _conditional(found: re.Match[str], reading: Reading) -> None:
    then = read_prose(found["then"])
    if then.unknown:
        reading.unknown.append(found[0].strip(" ,.;"))
    else:
        reading.reminders.append(to_type(then).under(found["when"]))


def _instead(found: re.Match[str], reading: Reading) -> None:
    then = read_prose(found["then"])
    typed = Reminder(found["then"]) if then.unknown else to_type(then)
    reading.reminders.append(typed.under("instead of damage"))


def _grapple_instead(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(Reminder(f"instead of damage ({found['note']})", "apply TARGET grappled"))


def _repeats_once(found: re.Match[str], reading: Reading) -> None:
    then = read_prose(found["then"])
    line = then.lines[0] if len(then.lines) == 1 and not then.unknown else None
    if isinstance(line, EffectLine) and isinstance(line.what, Conditions) and line.what.are_named:
        reading.lines.append(SecondSave(found[0].strip(" ."), then=line.what))
        return
    typed = Reminder(found["then"]) if then.unknown else to_type(then)
    reading.reminders += [Reminder(found[0].partition(". ")[0]), typed.under("failed again")]


def _worse(found: re.Match[str], reading: Reading) -> None:
    then = read_prose(found["words"])
    applied = effect_line("apply", quoted_conditions(found["words"])).to_type
    reading.reminders.append((applied if then.unknown else to_type(then)).under(f"save {found['when']}"))


def _stable(_: re.Match[str], reading: Reading) -> None:
    lasting = Conditions(("poisoned", "paralyzed"))
    reading.lines += [effect_line("knockout", prefix=_IF_DOWN), effect_line("apply", lasting, "1h", prefix=_IF_DOWN)]


def _only_small(found: re.Match[str], reading: Reading) -> None:
    """A reminder with the commands for a larger target; ending a grapple also ends effects that depend on it."""
    held = [each for each in CONDITIONS if re.search(rf"\b{each}\b", found["then"], re.IGNORECASE)]
    undone = [each for each in held if "grappled" not in held or each in ("grappled", "prone")]
    commands = "; ".join(f"remove TARGET {each}" for each in undone)
    reading.reminders.append(Reminder(f"only {found['size']} or smaller{': else ' if commands else ''}{commands}"))


class SaveRule(Reminder, frozen=True):
    """A rule about a save; a reminder for a power that calls for no save."""


class SecondSave(SaveRule, frozen=True, kw_only=True):
    """The rule that a save is repeated once, at the end of the next turn, and the consequence of a second failure."""

    then: Conditions


REPEATED = SaveRule("repeats the save")
"""The save is repeated at the end of each turn."""
SAVED = "miss: "
"""The prefix of a line for creatures that save."""
HALVED = SaveRule("half on a success")
"""A successful save halves the damage."""

_FIRST = r"(?:until (?P<first>(?:this|the) [a-z ]{3,30} ends|[^.;,]{3,120}), )"
_COUNTED = (
    "damage", "hit points?", "saves?", "saving throws?", "dc", "ac", "bonus", "penalty", "dies?", "dead", "advantage",
    "disadvantage", "slain", "immune", "speed", *CONDITIONS,
)  # fmt: skip
_UNCOUNTED = rf"(?:(?!\b(?:{'|'.join(_COUNTED)})\b|[+-][0-9]|[0-9]+ \([0-9l]*d)[^.,;()])"
_IF = r"(?P<when>(?:if|when|while|each time|whenever|otherwise|unless|in addition)(?: [^.;,]{2,200})?)"

CLAUSES: Vocabulary[Reading] = Vocabulary(
    (rf"(?:{TARGET} )?can repeat the saving throw at the end of each of (?:its|their) turns?[^.]*", adds(REPEATED)),
    (rf"(?:{TARGET} )?(?:can )?repeats? the save at the end of each of (?:its|their) turns?[^.]*", adds(REPEATED)),
    (rf"(?:at which point )?(?:{TARGET} )?(?:must |can )?repeats? the save\b[^.;]{{0,200}}", remind),
    # A saving throw, and everything after a failure.
    (rf"(?P<when>)(?:{TARGET} is subjected to (?:the following effect|[^.;]{{3,40}})\. )?"
     rf"(?P<ability>{_ABILITY}) saving throw: "
     r"dc (?P<dc>[0-9]+)[^:]{0,300}?[.:]? (?P<then>(?:first )?failure: .{1,3000})", _save),
    (rf"(?P<when>if (?:the target|it) is [^.;,]{{3,120}}, (?:but [^.;,]{{3,60}}, )?|){TARGET} must "
     rf"(?:succeed on|make)(?: on)? an? dc (?P<dc>[0-9]+) (?P<ability>{_ABILITY}) saving throw"
     r"(?: against [^.;,]{3,40}?)?(?P<then>(?:,? or|, taking|\.).{1,3000})", _save),
    (rf"taking {_DAMAGE} plus [0-9]+ \((?P<more>[0-9]+d[0-9]+)\) (?P<other>{_TYPE}) damage on a failed save, "
     r"or half as much damage on a successful one", _half_of_two),
    (r"on a successful save, (?:the|a) (?:creature|target) takes only half the damage", adds(HALVED)),
    (rf"(?:taking|take|takes) {_DAMAGE} on a fail(?:ed save|ure),? (?:or|and) half (?:as much|that)(?: damage)?"
     r" on a success(?:ful one|ful save)?", _half),
    (rf"on a successful save, {TARGET} takes half (?:as much|the [a-z]+) damage(?: and isn't [^.;,]{{3,40}})?",
     adds(HALVED)),
    # Clauses about other creatures, or about another time.
    (r"(?:an?|any|the) [^.;,]{0,60} reduced to 0 hit points [^.;]{3,300}|immun(?:ity|e) to [^.;]{3,200}", remind),
    # Targets in a fight are creatures; their size is up to the game master.
    (r"if (?:the target|it) is a creature(?: or a flammable object)?, ", skip),
    (r"if (?:the target|it) is (?:an? )?(?P<size>huge|large|medium|small|tiny) or smaller(?: creature)?, "
     r"(?=(?P<then>[^.;]*))", _only_small),
    (r"(?:an? )?(?P<size>huge|large|medium|small|tiny) or smaller (?:target|creature)s? "
     r"(?=(?P<then>(?:has|have|is|are) [^.;]*))", _only_small),
    # Damage.
    (rf"or {_DAMAGE} (?P<when>(?:if|while|in|with|at|when|against) [^.;,]{{3,100}})", _DAMAGE_TYPES.add_case),
    (rf"{_DAMAGE} (?P<when>if wielded with [^.;,]{{3,40}})", _DAMAGE_TYPES.add_case),
    (rf"(?:an extra )?{_DAMAGE} (?P<when>if (?!used)[^.;,]{{3,120}})", _extra_if),
    (rf"{AMOUNT} (?P<choice>{_TYPE}(?:(?:, |,? or ){_TYPE})+) damage(?: \([^)]*\))?", _DAMAGE_TYPES.add_choice),
    (rf"{_FIRST}?(?:in addition, )?at the (?P<point>start|beginning|end) of each of (?:its|their|the target's|"
     rf"the [^.;,]{{2,40}}'s) turns, {TARGET} (?:takes|loses) {AMOUNT} (?:(?P<types>{_TYPE}) damage|hit points)"
     r"[^.;]{0,60}", _each_turn),
    (rf"{_FIRST}?(?:or )?(?:{TARGET} )?(?:takes|loses|lose|take) {AMOUNT} (?:(?P<types>{_TYPE}) damage|hit points) "
     r"at the (?P<point>start|beginning|end) of each of (?:its|their|the [^.;,]{2,40}'s) turns?[^.;]{0,80}",
     _each_turn),
    (rf"(?:or )?(?:{TARGET} )?(?:takes |take )?(?:an extra )?{_DAMAGE}(?: in melee)?", _DAMAGE_TYPES.add),
    (rf"{AMOUNT}(?=[ .]*$)", _DAMAGE_TYPES.add),
    # Conditions.
    (rf"{_FIRST}?(?:or )?(?:{TARGET} )?(?:also )?(?:has|have) the {_CONDITIONS_HELD}", _condition),
    (rf"{_FIRST}?(?:{TARGET} |(?:its|the target's) )?"
     rf"(?P<words>speed (?:is (?:halved|0|reduced [^.;,]{{3,40}}?)|becomes 0|decreases by [^.;,]{{3,40}}?))"
     rf"{_DURATION}(?=[.;,]|$| and\b)", _own_condition),
    (rf"{_FIRST}?(?:or )?(?:{TARGET} )?(?:is|are|be|become|becomes|falls?|be knocked|is knocked|knocked)?"
     r"(?: also| then| instead)? ?(?:magically )?"
     rf"{_CONDITIONS}", _condition),
    (r"instead of dealing damage, the [^.;,]{2,60} can grapple the target \((?P<note>[^)]*)\)", _grapple_instead),
    (rf"while [a-z]+ed in this way, {TARGET} (?P<words>can't [^.;,]{{3,120}})", _own_condition),
    (rf"(?:{TARGET} )?(?:can't|cannot) [^.;,]{{3,120}}(?= and\b|[.;,]|$)", _cannot),
    (rf"(?:or )?(?:{TARGET} )?(?:has|have) disadvantage on [^.;,]{{3,80}}(?=[.;,]|$)", _cannot),
    (rf"(?:or )?{TARGET}? ?(?:be |become |is )?(?P<words>cursed with [^.;,]{{3,60}}|diseased"
     r"|swallowed[^.;,]{0,40})", _own_condition),
    (r"(?:or )?(?:contract|contracts) (?P<words>an? disease)", _own_condition),
    (rf"{_FIRST}{TARGET} (?P<words>(?:has|can't)[^.;]{{3,120}}?)(?=[.;]|$|, and\b)", _own_condition),
    (rf"{TARGET} is magically (?P<words>cursed) {_LASTS}", _own_condition),
    (r"the [^.;,]{2,40} (?P<words>attaches) to (?:the target|it)(?: by [^.;,]{3,60})?", _own_condition),
    # Reminders with commands, because only the game master knows the numbers.
    (r"(?:or )?(?:its|the target'?s|have its|'?s) hit point maximum (?:is )?(?:reduced|decreases?) by an amount"
     r" equal to the (?:\w+ )?damage taken", reminds("set TARGET max_hp, less by the damage taken")),
    (rf"(?:its|the target'?s|'?s) hit point maximum decreases by {AMOUNT}[^.;,]{{0,60}}", _maximum_by),
    (r"the [^.;,]{2,40} regains hit points equal to that amount", reminds("heal ITSELF, as much")),
    (r"the reduction [^.;]{3,120}|this reduction [^.;]{3,120}", remind),
    (r"or (?:be |have )?(?P<words>(?:pulled|pushed|absorbed|thrown) (?:(?! and knocked\b)[^.;,]){3,80})", remind),
    (rf"(?:or die|{TARGET} dies)(?: if [^.;]{{3,120}})?", reminds("kill TARGET: {all}")),
    (rf"if [^.;,]{{3,120}}, {TARGET} dies", reminds("kill TARGET: {all}")),
    (rf"{TARGET} must repeat the saving throw at the end of its next turn, becoming (?P<then>[^.;,]{{3,60}}) on a "
     r"failure or ending the effect on a success", _repeats_once),
    (rf"{TARGET} must repeat the saving throw[^.;]{{0,120}}\. on a success, [^.;]{{3,80}}\. "
     r"on a failure, (?P<then>[^.;]{3,200})", _repeats_once),
    (rf"{TARGET} must repeat the saving throw[^.;]{{0,120}}", remind),
    (r"(?:[^.;,]{0,60} )?can [^.;]{0,80} dc [0-9]+ [^.;]{3,120}|doing so [^.;]{0,40}dc [0-9]+ [^.;]{3,80}", remind),
    (rf"(?:or )?(?:{TARGET} )?takes (?P<words>an? -[0-9] penalty to [^.;,]{{2,40}}?){_DURATION}(?=[.;,]|$)",
     _own_condition),
    # Consequences of the creature's own state or death, or of later turns.
    (r"if the [^.;,]{2,40} (?:takes [0-9]+ damage or more on a single turn|dies|scores a critical hit)[^.;]{3,400}",
     remind),
    (rf"(?:this effect ends|{TARGET} wakes up|(?:the )?{_CONDITION} condition ends)[^.;]{{0,240}}", remind),
    (r"(?:whenever )?the charmed (?:target|creature) [^.;]{3,300}", remind),
    (r"(?:[^.;,]{2,40} )?can also repeat the [^.;]{3,160}", remind),
    (r"no more than once every [^.;,]{3,20},", skip),
    (r"(?:[^.;,]{2,40} )?can (?:use|take) either an action or a bonus action [^.;]{3,80}", remind),
    (r"(?:if (?:it|the target) is [^.;,]{3,40} )?(?:and )?"
     r"the [^.;,]{2,40} (?:doesn't have|isn't already) [^.;]{3,100}", remind),
    (rf"(?:which is no longer|instead of the|or is) {_CONDITION}(?: condition)?", remind),
    (r"[^.;]{3,80} halves the damage [^.;]{3,200}", remind),
    (r"(?:and )?is reduced to 0 hit points by [^.;]{3,60}|being underwater doesn't [^.;]{3,100}", remind),
    (r"each time [^.;,]{3,120}, the damage dealt by the wound [^.;]{3,80}", remind),
    (r"the webbing has ac [^.;]{3,240}|the penalty can be removed [^.;]{3,120}", remind),
    (r"(?:nonmagical )?armou?r (?:or [^.;]{3,40} )?[^.;]{0,160} destroyed[^.;]{0,100}", remind),
    (rf"if (?:the|its) saving throw (?P<when>fails by [^.;,]{{3,20}}|result is [^.;,]{{3,20}}), "
     rf"{TARGET} (?:is|falls) (?:also |instead )?(?P<words>[^.;]{{3,200}})", _worse),
    (r"if the poison damage reduces the target to 0 hit points, the target is stable but poisoned[^.;]{3,200}",
     _stable),
    (r"[^.;]{3,160}\b(?:is|are) immune to [^.;]{3,80} for (?:the next )?24 hours ?", remind),
    (r"[^.;,]{3,60} can (?:then )?(?:fly|move|swim) up to (?:half )?its [a-z ]*speed", remind),
    (r"(?:the )?(?:armor|armour) is destroyed if [^.;]{3,100}|[^.;]{0,100}-1 penalty to the ac it offers", remind),
    (r"while (?:attached|swallowed)[^.;,]{0,40}, (?P<words>[^.;]{3,300})", _own_condition),
    (rf"{_IF}, (?P<then>[^.;]{{1,400}}(?:\.|;|$))", _conditional),
    # Up to the game master.
    (r"\([^()]{2,200}\)", remind),
    (rf"{_UNCOUNTED}+(?:,{_UNCOUNTED}+)*(?=[.;,()]|$| and\b)", remind),
)  # fmt: skip


def read_prose(text: str) -> Reading:
    """The meaning of prose."""
    return CLAUSES.read(text, Reading())
