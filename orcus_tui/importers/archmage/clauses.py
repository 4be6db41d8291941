"""The prose of Archmage stat blocks: a pattern for each kind of clause, and the effect line for it."""

import re

from orcus_tui.importers.archmage import meanings
from orcus_tui.importers.archmage.patterns import (
    AMOUNT,
    ANYONE,
    BONUS_ONLY,
    CONDITION,
    CONDITION_CHOICE,
    CONDITION_LIST,
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
    TAKES,
    TARGET,
    TYPE,
    UNCOUNTED,
    USER,
)
from orcus_tui.importers.draft_text import EffectLine, effect_line, with_prefix
from orcus_tui.importers.prose import Reading, Vocabulary, adds, any_of, offered_lines, reminds, skip, to_type
from orcus_tui.importers.traits.prose_modifiers import fact_in

# Meanings of clauses


def _conditional(found: re.Match[str], reading: Reading) -> None:
    """A condition that only the game master can judge: a reminder with the commands."""
    then = read_prose(found["then"])
    fact = fact_in("archmage", found["when"], "other")
    if (
        fact
        and then.does_something()
        and not (then.unknown or then.cases or then.outcomes or then.reminders or then.follows or then.offers)
    ):
        reading.lines += [with_prefix(fact.prefix, each) for each in (*then.damage_lines, *then.lines)]
    elif offers := offered_lines(then, found["when"]):
        reading.offers += offers
    elif then.unknown or then.cases or then.outcomes:
        reading.unknown.append(found[0].strip(" ,.;"))
    else:
        reading.has_save_now |= then.has_save_now
        reading.reminders.append(to_type(then).under(found["when"]))


_KINDS = ("humanoid", "undead", "demon", "devil", "dragon", "construct", "elemental", "giant", "beast", "living")


def _under_effect(found: re.Match[str], reading: Reading) -> bool:
    """Adds an effect that comes with the last one; the same save ends both."""
    last = reading.lines[-1] if reading.lines else None
    then = read_prose(found["then"])
    added = [line for line in then.lines if meanings.can_be_saved(line)]
    is_clear = added and len(added) == len(then.lines) and not (then.unknown or then.reminders or then.damage.dice)
    is_clear = is_clear and not then.offers
    if not isinstance(last, EffectLine) or not is_clear:
        return False
    effects = tuple(effect for line in added for effect in meanings.without_save(line).whole_effects)
    reading.lines[-1] = EffectLine((*meanings.without_save(last).whole_effects, *effects), last.duration)
    return True


def _if_kind(found: re.Match[str], reading: Reading) -> bool:
    then = read_prose(f"it {found['then']}")
    if then.unknown or then.reminders or then.offers or not then.does_something():
        return False
    lines = (*then.damage_lines, *then.lines)
    reading.lines += [with_prefix(f"if {found['kind'].lower()}: ", each) for each in lines]
    return True


CLAUSES: Vocabulary[Reading] = Vocabulary(
    (rf"{AMOUNT} {OF_TYPES} ?damage,? split evenly(?: \([^)]*\))?(?: (?:between|among) [^.;]*)?",
     meanings.add_split_damage),
    (rf"(?:then )?it takes {AMOUNT} {OF_TYPES} ?damage from the exertion",
     meanings.hurt_user_or_others),
    (rf"(?:and )?ongoing (?P<types>{TYPE})? ?damage equal to the escalation die(?: value)? times "
     r"(?P<times>[a-z]+|\d+)(?: \([^)]*\))?", meanings.add_ongoing_by_escalation),
    (rf"(?:the )?first (?:failed save|time {TARGET} fails (?:this|the) save),? "
     rf"(?:{TARGET} )?(?:is|becomes)(?: instead)? "
     rf"{CONDITION_LIST}(?: instead)?(?: \(?(?:{DEGREE})save ends(?:,? \d+\+)?\)?)?",
     meanings.make_worse_after_failure),
    (r"while under (?:the|this) effect, (?P<then>[^.]+)", _under_effect),
    (rf"an? (?P<kind>{any_of(_KINDS)}) (?:target|creature) (?P<then>(?:is|takes|becomes) [^.;]+)", _if_kind),
    # The same attack under a condition.
    (rf"or (?:{TARGET} takes )?{AMOUNT} {OF_TYPES} ?(?:damage)? ?(?:instead )?(?P<when>{IF} [^.;]+)",
     DAMAGE_TYPES.add_case),
    (rf"(?:if|when) (?P<when>[^.;,]{{3,120}}), {TARGET} takes {AMOUNT} {OF_TYPES} ?damage instead",
     DAMAGE_TYPES.add_case),
    (rf"(?P<when>if {TARGET} is {CONDITION_CHOICE}), (?P<then>[^.;]{{1,400}}(?:\.|;|$))", _conditional),
    (r"(?P<when>(?:if|while|when|whenever|once|unless|after|each time|every time|the (?:first|next) time|for each)"
     r" [^.;,]{3,200}?)"
     r"(?:, | (?=(?:it|they|the target|that creature)(?:'s| (?:is|becomes?|takes?|falls?|loses|must|can't)\b)))"
     r"(?P<then>[^.;]{1,400}(?:\.|;|$))", _conditional),
    (rf"(?P<then>(?:{TARGET} (?:also )?(?:takes?|is|becomes) |\+?[0-9]+(?:d[0-9]+)? )[^.;,()]{{3,120}}?)"
     r"(?<! as)(?<! even) (?P<when>if [^.;]{3,160})", _conditional),
    (rf"(?P<when>{TARGET} (?:must )?chooses?(?: one| between)?):? (?P<then>[^.]{{1,400}})", _conditional),
    (r"(?P<when>the closest target(?: hit)?) (?P<then>[^.;]{1,400})", _conditional),
    (r"(?P<when>or)[,:]? (?P<then>(?:if )?(?!against|if|vs)[^.;]{1,400})", _conditional),
    (r"to (?:a|one|1) random (?:nearby )?enem(?:y|ies)(?: \([^)]*\))?", skip),
    (rf"{TARGET}? ?(?:must )?(?:also |instead )*(?:start|begin)s? (?:to make|making) "
     r"(?P<words>last gasp saves)[^.;]*", meanings.add_own_condition),
    (rf"{TARGET} must make (?P<words>last gasp saves)", meanings.add_own_condition),
    (r"(?:(?P<more>increases?)|decreases?) the escalation die by (?P<number>one|two|[0-9])",
     meanings.change_escalation),
    (r"(?:the )?escalation die (?:is )?(?:(?P<up>increase[sd]?|goes up)|decrease[sd]?|goes down|drops) by "
     r"(?P<number>one|two|[0-9])", meanings.change_escalation),
    (rf"(?:{TARGET} )?(?:takes? )?(?:extra )?(?:(?P<types>{TYPE}) )?damage (?P<count>equal to [^.;]+)",
     meanings.add_counted_damage),
    (r"(?:the )?(?:damage and )?effects? depends? on the (?:natural )?roll", skip),
    (r"instead(?: of [^.;,]{1,60})?(?=[.;,]|$)", skip),
    (rf"{UNCOUNTED}{{2,160}}\)(?=[;,. ]|$)", meanings.remind_of),
    # Immediate saves, and their outcomes.
    (r"(?:on a|if (?:it|they|the target|the save)) (?:failure|failed save|fails?|(?P<success>success|successful save"
     r"|succeeds?|saves?))(?: the save)?[,;:]? (?P<then>[^.;]+(?:\.|;|$))", meanings.add_outcome),
    (rf"(?:{TARGET} )?(?:must )?(?:immediately )?(?:rolls?|makes?|attempts?) an? "
     rf"(?:immediate )?{DEGREE}(?:immediate )?save"
     r"(?:,? ?\(?[0-9]+\+\)?)?", meanings.call_for_save),
    # Damage.
    (rf"{TARGET} (?P<words>takes? [^.;()]{{3,60}} damage (?:each|every) time [^.;()]{{3,100}}?){LASTING}",
     meanings.add_recurring_damage),
    (rf"half(?: of the|-| the)?(?: \w+)? ?damage{NOTE}", reminds("damage TARGET AMOUNT half: {all}")),
    (rf"{TAKES}{AMOUNT}{IN_OTHER_FORMS} ongoing {OF_TYPES} ?damage to (?P<who>(?!{TARGET}\b)[^.;]{{3,120}})",
     meanings.burn_others),
    (rf"{TAKES}{AMOUNT}{IN_OTHER_FORMS} (?:special (?:acid )?)?ongoing {OF_TYPES} ?(?:damage|energy)?{DURATION}",
     meanings.add_ongoing),
    (rf"{TAKES}ongoing {AMOUNT} {OF_TYPES} ?damage{DURATION}", meanings.add_ongoing),
    (rf"{TAKES}{AMOUNT}{IN_OTHER_FORMS} (?P<choice>{TYPE}(?:(?:, |/|,? or )+{TYPE})+|random(?: energy)?|energy)"
     rf" damage{NOTE}", DAMAGE_TYPES.add_choice),
    (rf"both [^.;,]{{3,60}} takes? {AMOUNT} {OF_TYPES} ?damage(?=[.!;,]|$| and )", meanings.add_damage_to_both),
    (rf"{TARGET} takes? {AMOUNT} {OF_TYPES} ?damage(?=[.!;,]|$| and )", DAMAGE_TYPES.add),
    (rf"(?:deal )?{TAKES}{AMOUNT} {OF_TYPES} ?damage(?: to)? "
     r"(?P<count>(?:for (?:each|every)|(?:each|every|the (?:first|next)) time|whenever|if|when|while) [^.;]+)",
     meanings.add_counted_damage),
    (rf"(?:deal |{DOER} )?{TAKES}{AMOUNT} {OF_TYPES} ?damage to "
     r"(?P<who>(?:the target and|each|every|all|another|one|any|both|the|[0-9])[^.;]+)", meanings.hurt_others),
    (rf"{OTHERS} (?:each )?takes? {AMOUNT} {OF_TYPES} ?damage(?=[.!;,(]|$| (?:and|as)\b)", meanings.hurt_others),
    (rf"{OTHERS} (?:each )?takes? {AMOUNT} ongoing {OF_TYPES} ?damage{DURATION}", meanings.burn_others),
    (rf"{USER} takes {AMOUNT} {OF_TYPES} ?damage(?=[.!;,]|$| \(| (?:and|from|that)\b)", meanings.hurt_user_or_others),
    (rf"{USER} loses {AMOUNT} (?:hit points|hp)", meanings.hurt_user_or_others),
    (rf"{TAKES}{AMOUNT}{IN_OTHER_FORMS} {OF_TYPES} ?damage", DAMAGE_TYPES.add),
    # Conditions.
    (rf"(?:{TARGET} (?:is|becomes) (?:also )?)?vulnerable to (?P<types>{TYPE}(?: and {TYPE})*)"
     rf" ?(?:damage|attacks)?{DURATION}", meanings.add_vulnerability),
    (rf"(?:{TARGET} )?(?:(?:is|are|becomes?|falls?|be|being|it's|they're|leaves the target) )?"
     r"(?:also |now |instead )*"
     rf"(?P<conds>{CONDITION}{NOTE}(?:(?:,? and |, ){CONDITION}(?![a-z]))*)(?: them| the target)?"
     rf"(?![a-z]| to| ?\([^)]*\) to){DURATION}"
     r"(?! (?:part|half|version)\b)", meanings.add_condition),
    (rf"(?:{TARGET} )?(?:is|becomes) (?P<words>vulnerable to [^.;()]+?)(?: ?{LASTS}|$|(?=[.;]))",
     meanings.add_own_condition),
    (rf"[^.;,()]{{3,160}}? that also (?P<conds>{CONDITION}) the target{DURATION}", meanings.add_condition),
    (rf"{LASTS}, {TARGET} (?:is|becomes) {CONDITION_LIST}{NOTE}(?: while [^.;()]+)?", meanings.add_condition),
    (rf"the (?P<conds>{CONDITION}) is {SAVE}", meanings.add_condition),
    (rf"{USER} grabs {TARGET}(?: if [^.;,]+)?", adds(effect_line("apply", meanings.GRABBED))),
    # Bonuses, penalties and healing.
    (rf"(?:{ANYONE} )?{GETS_BONUS}{DURATION}{BONUS_ONLY}", meanings.add_bonus),
    (rf"{USER} deals \+(?P<number>[0-9]+) damage with its next attack (?:this|that) battle(?=\.|$)",
     meanings.add_bonus_once),
    (rf"(?P<battle>until the end of the battle),? {ANYONE} {GETS_BONUS}{BONUS_ONLY}", meanings.add_bonus),
    (rf"(?P<who>{TARGET}|)(?: takes)? ?a (?P<sign>[+-])(?P<number>[0-9]+) (?P<stats>{STAT})"
     rf" (?:penalty|bonus){DURATION}", meanings.add_bonus),
    (rf"{TARGET} (?:heals?|regains?) {AMOUNT}(?: damage| hit points| hp)?(?=[.;,]|$)", meanings.heal_target),
    (rf"{USER} (?:heals?|regains?) {AMOUNT}(?: hit points| hp)?", meanings.add_healing),
    (rf"{USER} gains? {AMOUNT} (?P<temp>temp(?:orary)?) (?:hit points|hp)", meanings.add_healing),
    (r"(?:then )?add (?:an?|another|a new) (?:new |full-strength |[0-9]+[a-z]{2} level )*"
     r"(?P<name>[a-z][a-z -]{2,40}?)(?: mook)? (?:in)?to the (?:battle|mob)(?: [^.;()]+)?(?: ?\([^)]*\))?(?=[.;]|$)",
     meanings.add_summons),
    # Lasting effects in the source's words.
    (rf"(?:{TARGET} )?(?P<words>(?:instead )?loses [^.,;()]*?\bactions?\b)[^.,;()]*?(?=[.,;(]|$| and\b)",
     meanings.add_lost_actions),
    (rf"{TARGET} (?:also )?(?:is |becomes )?{PLAIN_WORDS}{LASTING}", meanings.add_own_condition),
    (rf"(?:the )?(?P<words>target's [^.;()]{{3,100}}?){LASTING}", meanings.add_own_condition),
    (rf"{PLAIN_WORDS}{NOTE} ?(?=\()(?:{SAVE})", meanings.add_own_condition),
    (rf"the (?!targets?\b)[^.,;()]{{2,60}}? (?:is|becomes) {CONDITION_LIST}{DURATION}", meanings.add_user_condition),
    (rf"the (?P<words>[^.;()]{{2,60}}? (?:increases?|expands?) by [^.;()]{{1,60}}?){LASTING}", meanings.add_user_words),
    (rf"the [^.,;()]{{2,60}}? (?P<words>(?:is|becomes|gains|steals|has|adds|expands|increases?)\b"
     rf"(?:(?!\b(?:{CONDITION}|damage|ongoing)\b)[^.;()]){{3,120}}?){LASTING}", meanings.add_user_words),
    (rf"(?=can't|cannot|takes a|must){PLAIN_WORDS}{LASTING}", meanings.add_own_condition),
    (rf"{LASTS}, {TARGET} (?:is |becomes )?{PLAIN_WORDS}(?=[.;(]|$)", meanings.add_own_condition),
    (rf"(?:the )?(?P<words>[^.,;()]{{2,60}}? gains an? fear aura) against the target{DURATION}",
     meanings.add_own_condition),
    (rf"{TARGET} (?P<words>can (?:now )?only save [^.;]{{3,200}})", meanings.add_own_condition),
    (rf"(?:{TARGET} )?(?P<words>(?:do(?:es)? not|doesn't|don't) add the escalation die[^.;()]{{0,60}}?)"
     rf"(?:{LASTING}|(?=[.;,(]|$))", meanings.add_own_condition),
    # Broad patterns, tried after the exact ones: reminders with commands; only the game master knows the numbers.
    (rf"(?:{TARGET} )?moves? down (?P<less>[0-9d]+) points? in initiative(?: order)?",
     reminds("init TARGET, its total less {less}")),
    (rf"{USER} (?:can )?regains? (?:the )?use of [^.;,]{{2,100}}?(?= if\b| and\b|[.;,]|$)",
     reminds("recharge ITSELF: {all}")),
    (rf"{TARGET} loses a recovery", reminds("set TARGET recoveries, one fewer")),
    (rf"{OTHERS} can (?:roll|make) a save[^.;]{{0,100}}", reminds("save TARGET: {all}")),
    (r"add the escalation die to the damage", reminds("damage TARGET, as much as the escalation die")),
    (rf"(?:or )?{TARGET} can choose to [^.;,]{{3,100}} by taking {AMOUNT} {OF_TYPES} ?damage[^.;,]{{0,60}}",
     meanings.add_price),
    (rf"(?:while [^.;,]{{3,40}}, )?{TARGET} takes a penalty to (?P<stats>{STAT}) equal to (?P<as>[^.;,]+)",
     meanings.add_penalty_like),
    (r"it takes only half damage from [^.;]{3,120}", reminds("{all}: damage ITSELF AMOUNT half")),
    # For the table to decide.
    (r"[^.;()]{0,60}\bcrit range (?:of the attack )?expands by [0-9](?: \(cumulative\))?", meanings.remind_of),
    (r"the ongoing [^.;()]{0,30}damage can't be saved against while [^.;]{3,120}", meanings.remind_of),
    (r"(?:until [^.;,]{3,60}? )?(?:the )?target's saves against [^.;()]{3,60} become hard saves \(16\+\)",
     meanings.remind_of),
    (r"that attack only deals half damage", meanings.remind_of),
    (rf"(?:{TARGET} )?(?:also )?moves down [0-9d]+ points in initiative order", meanings.remind_of),
    (r"the grabbed foe can't move except to [^.;]{3,120}", meanings.remind_of),
    (r"disengage attempts take a -[0-9] penalty[^.;]{0,120}", meanings.remind_of),
    (r"the save is hard \(16\+\) instead", meanings.remind_of),
    (r"(?:while [^.;,]{3,60}, )?the only legal target for [^.;]{3,100}", meanings.remind_of),
    (r"the item can (?:only )?be retrieved [^.;]{3,120}", meanings.remind_of),
    (r"[^.;()]{3,120}\b(?:immune to|ignores?) this effect", meanings.remind_of),
    (r"\((?![^)]*\b(?:damage|ongoing|saves?)\b)[^()]{2,300}\)", meanings.remind_of),
    (r"\((?:see|including|save|difficult|makes? only|-[0-9]|[^)]*only basic|roll|cumulative|non-cumulative|max"
     r"|to a max|in addition|the (?:penalty|effect)|same save|attacks? vs)[^)]{0,300}\)", meanings.remind_of),
    (rf"(?:as|with|from) {UNCOUNTED}+(?:,{UNCOUNTED}+)*(?=[.;,]|$)", skip),
    (rf"{UNCOUNTED}+(?:,{UNCOUNTED}+)*(?=[.;,()!]|$| and\b)", meanings.remind_of),
)  # fmt: skip


def read_prose(text: str) -> Reading:
    """The meaning of prose."""
    return CLAUSES.read(text, Reading())
