"""The prose of Archmage stat blocks: a pattern for each kind of clause, and the effect line for it."""

import re
from typing import TypeGuard

from msgspec.structs import replace

from orcus_tui.importers.archmage.patterns import (
    AMOUNT,
    ANYONE,
    BONUS_ONLY,
    CONDITION,
    CONDITION_LIST,
    CONDITION_WORDS,
    DAMAGE_TYPES,
    DEGREE,
    DOER,
    DURATION,
    GETS_BONUS,
    IF,
    IN_OTHER_FORMS,
    LASTING,
    LASTS,
    NOTE,
    OF_TYPES,
    OTHERS,
    PLAIN_WORDS,
    SAVE,
    STAT,
    STATS,
    TAKES,
    TARGET,
    TYPE,
    UNCOUNTED,
    USER,
    damage_in,
    duration_in,
    types_in,
)
from orcus_tui.importers.draft_text import (
    Amount,
    Conditions,
    DraftLine,
    Duration,
    EffectLine,
    Reminder,
    Save,
    effect_line,
    quoted_conditions,
    with_prefix,
)
from orcus_tui.importers.prose import Follow, Reading, SaveOutcome, Vocabulary, adds, amount_in, reminds, skip, to_type
from orcus_tui.importers.traits.prose_facts import fact_in

_SAVED_VERBS = ("apply", "persist", "bonus", "vulnerable")
_SAVE = Save()
_GRABBED = Conditions(("grabbed",))


def _notes(found: re.Match[str], reading: Reading) -> None:
    """Adds notes on a save: one save for several effects, or another way to end them."""
    parts = found.groupdict()
    if parts.get("shared") and not _join_with_one_save(reading, parts["shared"]):
        reading.lines.append(Reminder(f"one save ends{parts['shared']}"))
    also = (parts.get("also") or "").strip(" ,;")
    if also:
        reading.reminders.append(Reminder(also))


def _join_with_one_save(reading: Reading, shared: str) -> bool:
    """Joins the last effect with those before it that the same save ends; returns whether there were any."""
    last = reading.lines[-1]
    if not _can_be_saved(last) or "each" in shared.lower():
        return False
    ends = last.duration if isinstance(last.duration, Save) else _SAVE
    joined = [_without_save(last)]
    most = 2 if "both" in shared.lower() else len(reading.lines)
    for before in reversed(reading.lines[:-1]):
        if not _can_be_saved(before) or len(joined) == most:
            break
        if isinstance(before.duration, Save) and before.duration not in (_SAVE, ends):
            break
        joined.insert(0, _without_save(before))
    if len(joined) > 1:
        effects = tuple(effect for line in joined for effect in line.whole_effects)
        reading.lines[-len(joined) :] = [EffectLine(effects, ends)]
    return len(joined) > 1 or _has_several(joined[0])


def _has_several(line: EffectLine) -> bool:
    what = line.what
    parts = what.names if isinstance(what, Conditions) else what.types if isinstance(what, Amount) else ()
    return len(line.effects) > 1 or len(parts) > 1


def _can_be_saved(line: DraftLine) -> TypeGuard[EffectLine]:
    return isinstance(line, EffectLine) and not line.own and line.verb in _SAVED_VERBS


def _without_save(line: EffectLine) -> EffectLine:
    return replace(line, duration="") if isinstance(line.duration, Save) else line


def _add_lasting(found: re.Match[str], reading: Reading, line: EffectLine) -> None:
    """Adds a lasting effect; a condition listed before it without a duration shares its duration and save."""
    before = _conditions_before(reading)
    listed = re.search(r"(?:,|\band) $", found.string[: found.start()])
    if line.duration and listed and before:
        reading.lines[-1] = effect_line("apply", before, line.duration)
        if isinstance(line.what, Conditions):
            line = effect_line("apply", Conditions((*before.names, *line.what.names)), line.duration)
            reading.lines.pop()
    reading.lines.append(line)
    _notes(found, reading)


def _conditions_before(reading: Reading) -> Conditions | None:
    """The conditions of the rules, without a duration, that the last line applies."""
    line = reading.lines[-1] if reading.lines else None
    if not isinstance(line, EffectLine) or line.own or line.duration or not isinstance(line.what, Conditions):
        return None
    return line.what if line.what.are_named and line.what != _GRABBED else None


# Meanings of clauses


def _damage_to_both(found: re.Match[str], reading: Reading) -> None:
    DAMAGE_TYPES.add(found, reading)
    _hurt_self(found, reading)


def _ongoing(found: re.Match[str], reading: Reading) -> None:
    _add_lasting(found, reading, effect_line("persist", damage_in(found), duration_in(found, _SAVE)))


def _condition(found: re.Match[str], reading: Reading) -> None:
    _add_lasting(found, reading, effect_line("apply", _conditions_in(found), duration_in(found)))


def _conditions_in(found: re.Match[str]) -> Conditions:
    named = re.findall(CONDITION, found["conds"].lower())
    return Conditions(tuple(dict.fromkeys(CONDITION_WORDS[each] for each in named)))


def _own_condition(found: re.Match[str], reading: Reading) -> None:
    words = found["words"]
    if " " not in words:  # a single word says too little without its flavor text
        words += found.groupdict().get("flavour") or ""
    _add_lasting(found, reading, effect_line("apply", quoted_conditions(words), duration_in(found)))


def _own_user_condition(found: re.Match[str], reading: Reading) -> None:
    reading.lines.append(effect_line("apply", _conditions_in(found), _for_user(duration_in(found)), own=True))


def _user_words(found: re.Match[str], reading: Reading) -> None:
    if _is_other(found[0].split(found["words"])[0]):
        reading.unknown.append(found[0])
    else:
        words, duration = quoted_conditions(found["words"]), _for_user(duration_in(found))
        reading.lines.append(effect_line("apply", words, duration, own=True))


def _for_user(duration: Duration) -> Duration:
    """A duration for an effect on the user, who is both its target and its source."""
    return duration.removeprefix("t") if isinstance(duration, str) else duration


def _lost_actions(found: re.Match[str], reading: Reading) -> None:
    reading.lines.append(effect_line("apply", quoted_conditions(found["words"]), "teont"))


def _vulnerable(found: re.Match[str], reading: Reading) -> None:
    for each in types_in(found):
        reading.lines.append(effect_line("vulnerable", Amount("", (each,)), duration_in(found)))
    _notes(found, reading)


def _is_other(who: str) -> bool:
    """Whether words mean creatures besides the target and the user, such as allies or creatures nearby."""
    others = r"(?i)\b(?:all(?:y|ies)|each|one|all|any|another|an?|enem(?:y|ies)|creatures?|next|other|and)\b"
    return re.search(others, who) is not None


def _bonus(found: re.Match[str], reading: Reading) -> None:
    who = (found["who"] or "").strip()
    own = bool(who) and not re.fullmatch(TARGET, who, re.IGNORECASE)
    duration = duration_in(found)
    if not duration or found.groupdict().get("only"):  # for some rolls only, or with an end that the program cannot see
        of_itself = own and re.match(r"(?i)(?:the|this) ", who) is not None
        command = _bonus_to_type(found, own=of_itself).words
        reading.reminders.append(Reminder(f"{found[0].strip(' ,.;')}: {command}"))
    elif _is_other(who):
        reading.reminders.append(_bonus_to_type(found).under(who))
    else:
        reading.lines += _bonus_lines(found, _for_user(duration) if own else duration, own=own)
        _notes(found, reading)


def _bonus_lines(found: re.Match[str], duration: Duration, *, own: bool) -> list[EffectLine]:
    amount = f"{found['sign']}{found['number']}"
    return [effect_line("bonus", f"{amount} {stat}", duration, own=own) for stat in _stats(found)]


def _bonus_to_type(found: re.Match[str], *, own: bool = False) -> Reminder:
    typed = [line.to_type for line in _bonus_lines(found, duration_in(found), own=own)]
    quoted = tuple(words for each in typed for words in each.quoted)
    return Reminder(own_words="; ".join(each.own_words for each in typed), quoted=quoted)


def _bonus_once(found: re.Match[str], reading: Reading) -> None:
    reading.lines.append(effect_line("bonus", f"+{found['number']} damage once", "enc", own=True))


def _stats(found: re.Match[str]) -> list[str]:
    return list(dict.fromkeys(STATS[each] for each in re.findall(rf"\b{STAT}\b", found["stats"].lower())))


def _heal_target(found: re.Match[str], reading: Reading) -> None:
    reading.lines.append(effect_line("heal", amount_in(found)))


def _heal(found: re.Match[str], reading: Reading) -> None:
    verb = "temp" if found.groupdict().get("temp") else "heal"
    if _is_other(found["who"]):
        reading.reminders.append(Reminder(found["who"], f"{verb} TARGET {amount_in(found)}"))
    else:
        reading.lines.append(effect_line(verb, amount_in(found), own=True))


def _hurt_self(found: re.Match[str], reading: Reading) -> None:
    if _is_other(found.groupdict().get("who") or ""):
        _hurt_others(found, reading)
    else:
        reading.lines.append(effect_line("damage", damage_in(found), own=True))


def _conditional(found: re.Match[str], reading: Reading) -> None:
    """A condition that only the table can judge: a reminder with the commands."""
    then = CLAUSES.read(found["then"], Reading())
    fact = fact_in("archmage", found["when"])
    if (
        fact
        and then.does_something()
        and not (then.unknown or then.cases or then.outcomes or then.reminders or then.follows)
    ):
        reading.lines += [with_prefix(fact.prefix, each) for each in (*then.damage_lines, *then.lines)]
    elif then.unknown or then.cases or then.outcomes:
        reading.unknown.append(found[0].strip(" ,.;"))
    else:
        reading.has_save_now |= then.has_save_now
        reading.reminders.append(to_type(then).under(found["when"]))


def _hurt_others(found: re.Match[str], reading: Reading) -> None:
    reading.follows.append(Follow(found["who"].strip(), damage_in(found)))


def _burn_others(found: re.Match[str], reading: Reading) -> None:
    line = effect_line("persist", damage_in(found), duration_in(found, _SAVE))
    reading.follows.append(Follow(found["who"].strip(), lines=(line,)))


def _counted_damage(found: re.Match[str], reading: Reading) -> None:
    damage = damage_in(found) if "amount" in found.re.groupindex else Amount("AMOUNT", types_in(found))
    reading.reminders.append(Reminder(f"damage TARGET {damage}, {found['count'].strip()}"))


def _escalation(found: re.Match[str], reading: Reading) -> None:
    parts = found.groupdict()
    number = {"one": "1", "two": "2"}.get(found["number"].lower(), found["number"])
    sign = "+" if parts.get("up") or parts.get("more") else "-"
    reading.reminders.append(Reminder(own_words=f"counter escalation {sign}{number}"))


def _price(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(effect_line("damage", damage_in(found)).to_type.under(found[0]))


def _penalty_like(found: re.Match[str], reading: Reading) -> None:
    reading.reminders.append(Reminder(f"bonus TARGET -N {STATS[found['stats'].lower()]}, N being {found['as']}"))


def _remind(found: re.Match[str], reading: Reading) -> None:
    """Adds the clause as a reminder, without its brackets."""
    reading.reminders.append(Reminder(found[0].strip(" ,.;()")))


def _outcome(found: re.Match[str], reading: Reading) -> None:
    reading.outcomes.append(SaveOutcome(bool(found["success"]), found["then"].strip(" ,.;")))
    if not reading.has_save_now:
        _save_now(found, reading)


def _save_now(found: re.Match[str], reading: Reading) -> None:
    reading.has_save_now = True
    degree = found.groupdict().get("degree")
    reading.reminders.append(Reminder(f"a saving throw now, {degree}" if degree else "a saving throw now"))


CLAUSES: Vocabulary[Reading] = Vocabulary(
    # The same attack under a condition.
    (
        rf"or (?:{TARGET} takes )?{AMOUNT} {OF_TYPES} ?(?:damage)? ?(?:instead )?(?P<when>{IF} [^.;]+)",
        DAMAGE_TYPES.add_case,
    ),
    (
        rf"(?:if|when) (?P<when>[^.;,]{{3,120}}), {TARGET} takes {AMOUNT} {OF_TYPES} ?damage instead",
        DAMAGE_TYPES.add_case,
    ),
    (
        r"(?P<when>(?:if|while|when|whenever|once|unless|after|each time|every time|the (?:first|next) time|for each)"
        r" [^.;,]{3,200}?)"
        r"(?:, | (?=(?:it|they|the target|that creature)(?:'s| (?:is|becomes?|takes?|falls?|loses|must|can't)\b)))"
        r"(?P<then>[^.;]{1,400}(?:\.|;|$))",
        _conditional,
    ),
    (
        rf"(?P<then>(?:{TARGET} (?:also )?(?:takes?|is|becomes) |\+?[0-9]+(?:d[0-9]+)? )[^.;,()]{{3,120}}?)"
        r"(?<! as)(?<! even) (?P<when>if [^.;]{3,160})",
        _conditional,
    ),
    (rf"(?P<when>{TARGET} (?:must )?chooses?(?: one| between)?):? (?P<then>[^.]{{1,400}})", _conditional),
    (r"(?P<when>the closest target(?: hit)?) (?P<then>[^.;]{1,400})", _conditional),
    (r"(?P<when>or)[,:]? (?P<then>(?:if )?(?!against|if|vs)[^.;]{1,400})", _conditional),
    (r"to (?:a|one|1) random (?:nearby )?enem(?:y|ies)(?: \([^)]*\))?", skip),
    (
        rf"{TARGET}? ?(?:must )?(?:also |instead )*(?:start|begin)s? (?:to make|making) "
        r"(?P<words>last gasp saves)[^.;]*",
        _own_condition,
    ),
    (rf"{TARGET} must make (?P<words>last gasp saves)", _own_condition),
    (r"(?:(?P<more>increases?)|decreases?) the escalation die by (?P<number>one|two|[0-9])", _escalation),
    (
        r"(?:the )?escalation die (?:is )?(?:(?P<up>increase[sd]?|goes up)|decrease[sd]?|goes down|drops) by "
        r"(?P<number>one|two|[0-9])",
        _escalation,
    ),
    (
        rf"(?:{TARGET} )?(?:takes? )?(?:extra )?(?:(?P<types>{TYPE}) )?damage (?P<count>equal to [^.;]+)",
        _counted_damage,
    ),
    (r"(?:the )?(?:damage and )?effects? depends? on the (?:natural )?roll", skip),
    (r"instead(?: of [^.;,]{1,60})?(?=[.;,]|$)", skip),
    (rf"{UNCOUNTED}{{2,160}}\)(?=[;,. ]|$)", _remind),
    # Immediate saves, and their outcomes.
    (
        r"(?:on a|if (?:it|they|the target|the save)) (?:failure|failed save|fails?|(?P<success>success|successful save"
        r"|succeeds?|saves?))(?: the save)?[,;:]? (?P<then>[^.;]+(?:\.|;|$))",
        _outcome,
    ),
    (
        rf"(?:{TARGET} )?(?:must )?(?:immediately )?(?:rolls?|makes?|attempts?) an? "
        rf"(?:immediate )?{DEGREE}(?:immediate )?save"
        r"(?:,? ?\(?[0-9]+\+\)?)?",
        _save_now,
    ),
    # Damage.
    (rf"half(?: of the|-| the)?(?: \w+)? ?damage{NOTE}", reminds("damage TARGET AMOUNT half: {all}")),
    (
        rf"{TAKES}{AMOUNT}{IN_OTHER_FORMS} ongoing {OF_TYPES} ?damage to (?P<who>(?!{TARGET}\b)[^.;]{{3,120}})",
        _burn_others,
    ),
    (
        rf"{TAKES}{AMOUNT}{IN_OTHER_FORMS} (?:special (?:acid )?)?ongoing {OF_TYPES} ?(?:damage|energy)?{DURATION}",
        _ongoing,
    ),
    (rf"{TAKES}ongoing {AMOUNT} {OF_TYPES} ?damage{DURATION}", _ongoing),
    (
        rf"{TAKES}{AMOUNT}{IN_OTHER_FORMS} (?P<choice>{TYPE}(?:(?:, |/|,? or )+{TYPE})+|random(?: energy)?|energy)"
        rf" damage{NOTE}",
        DAMAGE_TYPES.add_choice,
    ),
    (rf"both [^.;,]{{3,60}} takes? {AMOUNT} {OF_TYPES} ?damage(?=[.!;,]|$| and )", _damage_to_both),
    (rf"{TARGET} takes? {AMOUNT} {OF_TYPES} ?damage(?=[.!;,]|$| and )", DAMAGE_TYPES.add),
    (
        rf"{TARGET} (?P<words>takes? [^.;()]{{3,60}} damage (?:each|every) time [^.;()]{{3,100}}?){LASTING}",
        _own_condition,
    ),
    (
        rf"(?:deal )?{TAKES}{AMOUNT} {OF_TYPES} ?damage(?: to)? "
        r"(?P<count>(?:for (?:each|every)|(?:each|every|the (?:first|next)) time|whenever|if|when|while) [^.;]+)",
        _counted_damage,
    ),
    (
        rf"(?:deal |{DOER} )?{TAKES}{AMOUNT} {OF_TYPES} ?damage to "
        r"(?P<who>(?:the target and|each|every|all|another|one|any|both|the|[0-9])[^.;]+)",
        _hurt_others,
    ),
    (rf"{OTHERS} (?:each )?takes? {AMOUNT} {OF_TYPES} ?damage(?=[.!;,(]|$| (?:and|as)\b)", _hurt_others),
    (rf"{OTHERS} (?:each )?takes? {AMOUNT} ongoing {OF_TYPES} ?damage{DURATION}", _burn_others),
    (rf"{USER} takes {AMOUNT} {OF_TYPES} ?damage(?=[.!;,]|$| \(| (?:and|from|that)\b)", _hurt_self),
    (rf"{USER} loses {AMOUNT} (?:hit points|hp)", _hurt_self),
    (rf"{TAKES}{AMOUNT}{IN_OTHER_FORMS} {OF_TYPES} ?damage", DAMAGE_TYPES.add),
    # Conditions.
    (
        rf"(?:{TARGET} (?:is|becomes) (?:also )?)?vulnerable to (?P<types>{TYPE}(?: and {TYPE})*)"
        rf" ?(?:damage|attacks)?{DURATION}",
        _vulnerable,
    ),
    (
        rf"(?:{TARGET} )?(?:(?:is|are|becomes?|falls?|be|being|it's|they're|leaves the target) )?"
        r"(?:also |now |instead )*"
        rf"(?P<conds>{CONDITION}{NOTE}(?:(?:,? and |, ){CONDITION}(?![a-z]))*)(?![a-z]| to| ?\([^)]*\) to){DURATION}"
        r"(?! (?:part|half|version)\b)",
        _condition,
    ),
    (rf"(?:{TARGET} )?(?:is|becomes) (?P<words>vulnerable to [^.;()]+?)(?: ?{LASTS}|$|(?=[.;]))", _own_condition),
    (
        rf"{LASTS}, {TARGET} (?:is|becomes) {CONDITION_LIST}{NOTE}(?: while [^.;()]+)?",
        _condition,
    ),
    (rf"the (?P<conds>{CONDITION}) is {SAVE}", _condition),
    (rf"{USER} grabs {TARGET}(?: if [^.;,]+)?", adds(effect_line("apply", _GRABBED))),
    (rf"{TARGET} (?:is|becomes) (?:also )?grabbed", adds(effect_line("apply", _GRABBED))),
    # Bonuses, penalties and healing.
    (rf"(?:{ANYONE} )?{GETS_BONUS}{DURATION}{BONUS_ONLY}", _bonus),
    (
        rf"{USER} deals \+(?P<number>[0-9]+) damage with its next attack (?:this|that) battle(?=\.|$)",
        _bonus_once,
    ),
    (rf"(?P<battle>until the end of the battle),? {ANYONE} {GETS_BONUS}{BONUS_ONLY}", _bonus),
    (
        rf"(?P<who>{TARGET}|)(?: takes)? ?a (?P<sign>[+-])(?P<number>[0-9]+) (?P<stats>{STAT})"
        rf" (?:penalty|bonus){DURATION}",
        _bonus,
    ),
    (rf"{TARGET} (?:heals?|regains?) {AMOUNT}(?: damage| hit points| hp)?(?=[.;,]|$)", _heal_target),
    (rf"{USER} (?:heals?|regains?) {AMOUNT}(?: hit points| hp)?", _heal),
    (rf"{USER} gains? {AMOUNT} (?P<temp>temp(?:orary)?) (?:hit points|hp)", _heal),
    # Lasting effects in the source's words.
    (
        rf"(?:{TARGET} )?(?P<words>(?:instead )?loses [^.,;()]*?\bactions?\b)[^.,;()]*?(?=[.,;(]|$| and\b)",
        _lost_actions,
    ),
    (rf"{TARGET} (?:also )?(?:is |becomes )?{PLAIN_WORDS}{LASTING}", _own_condition),
    (rf"(?:the )?(?P<words>target's [^.;()]{{3,100}}?){LASTING}", _own_condition),
    (rf"{PLAIN_WORDS}{NOTE} ?(?=\()(?:{SAVE})", _own_condition),
    (
        rf"the (?!targets?\b)[^.,;()]{{2,60}}? (?:is|becomes) {CONDITION_LIST}{DURATION}",
        _own_user_condition,
    ),
    (rf"the (?P<words>[^.;()]{{2,60}}? (?:increases?|expands?) by [^.;()]{{1,60}}?){LASTING}", _user_words),
    (
        rf"the [^.,;()]{{2,60}}? (?P<words>(?:is|becomes|gains|steals|has|adds|expands|increases?)\b"
        rf"(?:(?!\b(?:{CONDITION}|damage|ongoing)\b)[^.;()]){{3,120}}?){LASTING}",
        _user_words,
    ),
    (rf"(?=can't|cannot|takes a|must){PLAIN_WORDS}{LASTING}", _own_condition),
    (rf"{LASTS}, {TARGET} (?:is |becomes )?{PLAIN_WORDS}(?=[.;(]|$)", _own_condition),
    (rf"(?:the )?(?P<words>[^.,;()]{{2,60}}? gains an? fear aura) against the target{DURATION}", _own_condition),
    (rf"{TARGET} (?P<words>can (?:now )?only save [^.;]{{3,200}})", _own_condition),
    (
        rf"(?:{TARGET} )?(?P<words>(?:do(?:es)? not|doesn't|don't) add the escalation die[^.;()]{{0,60}}?)"
        rf"(?:{LASTING}|(?=[.;,(]|$))",
        _own_condition,
    ),
    # Broad patterns, tried after the exact ones: reminders with commands, because only the table knows the numbers.
    (
        rf"(?:{TARGET} )?moves? down (?P<less>[0-9d]+) points? in initiative(?: order)?",
        reminds("init TARGET, its total less {less}"),
    ),
    (
        rf"{USER} (?:can )?regains? (?:the )?use of [^.;,]{{2,100}}?(?= if\b| and\b|[.;,]|$)",
        reminds("recharge ITSELF: {all}"),
    ),
    (rf"{TARGET} loses a recovery", reminds("set TARGET recoveries, one fewer")),
    (rf"{OTHERS} can (?:roll|make) a save[^.;]{{0,100}}", reminds("save TARGET: {all}")),
    (r"add the escalation die to the damage", reminds("damage TARGET, as much as the escalation die")),
    (
        rf"(?:or )?{TARGET} can choose to [^.;,]{{3,100}} by taking {AMOUNT} {OF_TYPES} ?damage[^.;,]{{0,60}}",
        _price,
    ),
    (
        rf"(?:while [^.;,]{{3,40}}, )?{TARGET} takes a penalty to (?P<stats>{STAT}) equal to (?P<as>[^.;,]+)",
        _penalty_like,
    ),
    (r"it takes only half damage from [^.;]{3,120}", reminds("{all}: damage ITSELF AMOUNT half")),
    # Up to the table.
    (rf"or (?:take (?:falling )?damage|{TYPE} damage|if [^.;,]{{3,100}})(?=[.;]|$)", _remind),
    (r"[^.;()]{0,60}\bcrit range (?:of the attack )?expands by [0-9](?: \(cumulative\))?", _remind),
    (r"the ongoing [^.;()]{0,30}damage can't be saved against while [^.;]{3,120}", _remind),
    (r"(?:until [^.;,]{3,60}? )?(?:the )?target's saves against [^.;()]{3,60} become hard saves \(16\+\)", _remind),
    (r"that attack only deals half damage", _remind),
    (rf"(?:{TARGET} )?(?:also )?moves down [0-9d]+ points in initiative order", _remind),
    (r"the grabbed foe can't move except to [^.;]{3,120}", _remind),
    (r"disengage attempts take a -[0-9] penalty[^.;]{0,120}", _remind),
    (r"the save is hard \(16\+\) instead", _remind),
    (r"(?:while [^.;,]{3,60}, )?the only legal target for [^.;]{3,100}", _remind),
    (r"the item can (?:only )?be retrieved [^.;]{3,120}", _remind),
    (r"[^.;()]{3,120}\b(?:immune to|ignores?) this effect", _remind),
    (r"\((?![^)]*\b(?:damage|ongoing|saves?)\b)[^()]{2,300}\)", _remind),
    (
        r"\((?:see|including|save|difficult|makes? only|-[0-9]|[^)]*only basic|roll|cumulative|non-cumulative|max"
        r"|to a max"
        r"|in addition|the (?:penalty|effect)|same save|attacks? vs)[^)]{0,300}\)",
        _remind,
    ),
    (rf"(?:as|with|from) {UNCOUNTED}+(?:,{UNCOUNTED}+)*(?=[.;,]|$)", skip),
    (rf"{UNCOUNTED}+(?:,{UNCOUNTED}+)*(?=[.;,()!]|$| and\b)", _remind),
)
