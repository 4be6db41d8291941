"""The prose of Archmage stat blocks: a pattern for each kind of clause, and the effect line for it."""

import re

from orcus_tui.importers.archmage import meanings
from orcus_tui.importers.archmage.meanings import CONDITION, CONDITION_WORDS, DAMAGE_TYPES, STAT, TARGET
from orcus_tui.importers.draft_text import EffectLine, effect_line, with_prefix
from orcus_tui.importers.prose import Reading, Vocabulary, adds, any_of, offered_lines, reminds, skip, to_type
from orcus_tui.importers.traits.prose_modifiers import fact_in

_TYPE = DAMAGE_TYPES.pattern
_AMOUNT = r"(?P<amount>[0-9]+d[0-9]+(?: ?[+-] ?[0-9]+)?(?: ?[x*] ?[0-9]+)?|[0-9]+(?: ?\+ ?[0-9]+d[0-9]+)?)"
# Numbers in brackets are for other forms of the creature: `20 (30/40) damage`.
_IN_OTHER_FORMS = r"(?: ?\([0-9]+(?:/[0-9]+)+\))?"
_OF_TYPES = (
    r"(?:(?:extra|special|automatic|additional|more|bonus|points of) )*"
    rf"(?P<types>{_TYPE}(?:(?: and |, and |, |/){_TYPE})*)?(?: extra)?"
)
_DEGREE = r"(?P<degree>easy|hard|difficult|normal)? ?"
_SAVE = (
    rf"(?P<open>\()?{_DEGREE}saves?,? (?:[0-9]+\+,? )?(?:\([0-9]+\+\) )?(?:once )?"
    r"ends?(?P<shared> (?:both|all|each)[^,;.)]*)?(?:,? ?\(?[0-9]+\+\)?)?(?(open)(?P<also>[^)]*)\))"
)
_WHOSE = r"(?P<{0}>its|their|his|her|the targets?'?s?|that creature's)"
_TURN = (
    r"(?:until|before) (?:the )?(?:(?P<start>start|beginning)|end) of "
    rf"(?:{_WHOSE.format('own')}|(?:the |this )?(?P<user>[^.,;()]{{2,60}}?)'s?) next turn"
)
_LASTS = (
    rf"(?:{_SAVE}|{_TURN}|(?P<thisturn>until the end of (?:the|this|its|their) turn|this turn)"
    r"|(?P<battle>until the end of (?:the|this) battle|for the rest of (?:the|this) battle|this battle)"
    r"|\(no save[,;:]? ?(?P<nosave>[^)]*)\)"
    r"|(?P<until>(?:until|as long as|while) (?:(?!, (?:if|when|whenever|the (?:first|next) time)\b)[^.;()]){3,120}))"
)
_NOTE = r"(?: ?\((?![^)]*saves?\b)[^)]{1,200}\))?"
_FLAVOUR = (
    r"(?P<flavour> (?:as|from|by|with|under|looking|due|because|when|in|through|for|so) "
    rf"(?:(?!\b(?:{CONDITION}|damage|ongoing)\b)[^.;()]){{3,160}}?)?"
)
_DURATION = rf"(?:{_NOTE}{_FLAVOUR},? ?{_LASTS})?"
_LASTING = rf"{_NOTE}{_FLAVOUR},? ?{_LASTS}"
_NO_TIME = r"(?!(?:until|when|while|if|for|before|after)\b)"
_DOER = rf"{_NO_TIME}(?!{TARGET}\b)(?:the )?[a-z][^.,;()]{{0,60}}?"
_USER = rf"(?P<who>{_DOER})"
_OTHERS = (
    r"(?P<who>(?:the target and|up to|each|every|all|another|one|any|both|the closest|[0-9]+(?:d[0-9]+)?|a random|two)"
    r"(?: (?:[^.,;()]|\([^)]*\)){0,80}?(?<! and)|))"
)
_COUNTED = (
    r"damage", "ongoing", "heals?", "hp", "hit points", "saves?", "bonus(?:es)?", "penalty", "defenses?", "ac", "pd",
    "md", "recover(?:y|ies)", "escalation", "resist(?:ance)?", "immune", "initiative", "dies", "dead", "crit(?:ical)?",
    "slain", "drops? to", "kills?", "invisible", "regains?", *CONDITION_WORDS,
)  # fmt: skip
_PLAIN_WORDS = rf"(?P<words>(?:(?!\b(?:{CONDITION}|damage|ongoing)\b)[^.;()]){{3,200}}?)"
_UNCOUNTED = rf"(?:(?!\b(?:{'|'.join(_COUNTED)})\b|[+-][0-9])[^.,;()])"
_ANYONE = rf"(?P<who>{TARGET}|{_NO_TIME}(?:the |all )?[a-z][^.,;()]{{0,60}}?)"
_TAKES = (
    rf"(?:(?:(?:{TARGET}|(?:the|this) attack) )?(?:also )?(?:takes?|deals?|does|suffers?) (?:also )?"
    r"(?:an additional |an extra )?\+?)?\+?"
)

_CONDITION_LIST = rf"(?P<conds>{CONDITION}(?:(?:,? and |, ){CONDITION}(?![a-z]))*)"
_CONDITION_CHOICE = rf"{CONDITION}(?:, {CONDITION})*,? or {CONDITION}"
_GETS_BONUS = (
    r"(?:takes?|gains?|has|have|gets?|suffers?) an? (?:cumulative )?(?P<sign>[+-])(?P<number>[0-9]+)"
    rf"(?: (?:penalty|bonus))?(?: to| on)? ?(?:its |their |the )?(?P<stats>{STAT}(?:(?:,? and |, ){STAT})*)"
    r"(?: bonus| penalty| rolls?)?"
)
# For some rolls only, or cumulative.
_BONUS_ONLY = r"(?P<only> (?:\(cumulative\)|(?:against|with|made|to)\b)[^.;]*)?"
_IF = r"(?:if|against|vs\.?|versus|when|while|to|on|for|unless)"


# Meanings of clauses


def _conditional(found: re.Match[str], reading: Reading) -> None:
    """A condition that only the game master can judge: a reminder with the commands."""
    then = read_prose(found["then"])
    fact = fact_in("archmage", found["when"], "other")
    lines = None if then.offers else then.only_lines()
    if fact and lines:
        reading.lines += [with_prefix(fact.prefix, each) for each in lines]
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
    lines = [] if then.offers else then.only_lines() or []
    added = [line for line in lines if meanings.can_be_saved(line)]
    if not isinstance(last, EffectLine) or not added or len(added) < len(lines):
        return False
    effects = tuple(effect for line in added for effect in meanings.without_save(line).whole_effects)
    reading.lines[-1] = EffectLine((*meanings.without_save(last).whole_effects, *effects), last.duration)
    return True


def _if_kind(found: re.Match[str], reading: Reading) -> bool:
    then = read_prose(f"it {found['then']}")
    lines = [] if then.offers else then.only_lines() or []
    reading.lines += [with_prefix(f"if {found['kind'].lower()}: ", each) for each in lines]
    return bool(lines)


CLAUSES: Vocabulary[Reading] = Vocabulary(
    (rf"{_AMOUNT} {_OF_TYPES} ?damage,? split evenly(?: \([^)]*\))?(?: (?:between|among) [^.;]*)?",
     meanings.add_split_damage),
    (rf"(?:then )?it takes {_AMOUNT} {_OF_TYPES} ?damage from the exertion",
     meanings.hurt_user_or_others),
    (rf"(?:and )?ongoing (?P<types>{_TYPE})? ?damage equal to the escalation die(?: value)? times "
     r"(?P<times>[a-z]+|\d+)(?: \([^)]*\))?", meanings.add_ongoing_by_escalation),
    (rf"(?:the )?first (?:failed save|time {TARGET} fails (?:this|the) save),? "
     rf"(?:{TARGET} )?(?:is|becomes)(?: instead)? "
     rf"{_CONDITION_LIST}(?: instead)?(?: \(?(?:{_DEGREE})save ends(?:,? \d+\+)?\)?)?",
     meanings.make_worse_after_failure),
    (r"while under (?:the|this) effect, (?P<then>[^.]+)", _under_effect),
    (rf"an? (?P<kind>{any_of(_KINDS)}) (?:target|creature) (?P<then>(?:is|takes|becomes) [^.;]+)", _if_kind),
    # The same attack under a condition.
    (rf"or (?:{TARGET} takes )?{_AMOUNT} {_OF_TYPES} ?(?:damage)? ?(?:instead )?(?P<when>{_IF} [^.;]+)",
     DAMAGE_TYPES.add_case),
    (rf"(?:if|when) (?P<when>[^.;,]{{3,120}}), {TARGET} takes {_AMOUNT} {_OF_TYPES} ?damage instead",
     DAMAGE_TYPES.add_case),
    (rf"(?P<when>if {TARGET} is {_CONDITION_CHOICE}), (?P<then>[^.;]{{1,400}}(?:\.|;|$))", _conditional),
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
    (rf"(?:{TARGET} )?(?:takes? )?(?:extra )?(?:(?P<types>{_TYPE}) )?damage (?P<count>equal to [^.;]+)",
     meanings.add_counted_damage),
    (r"(?:the )?(?:damage and )?effects? depends? on the (?:natural )?roll", skip),
    (r"instead(?: of [^.;,]{1,60})?(?=[.;,]|$)", skip),
    (rf"{_UNCOUNTED}{{2,160}}\)(?=[;,. ]|$)", meanings.remind_of),
    # Immediate saves, and their outcomes.
    (r"(?:on a|if (?:it|they|the target|the save)) (?:failure|failed save|fails?|(?P<success>success|successful save"
     r"|succeeds?|saves?))(?: the save)?[,;:]? (?P<then>[^.;]+(?:\.|;|$))", meanings.add_outcome),
    (rf"(?:{TARGET} )?(?:must )?(?:immediately )?(?:rolls?|makes?|attempts?) an? "
     rf"(?:immediate )?{_DEGREE}(?:immediate )?save"
     r"(?:,? ?\(?[0-9]+\+\)?)?", meanings.call_for_save),
    # Damage.
    (rf"{TARGET} (?P<words>takes? [^.;()]{{3,60}} damage (?:each|every) time [^.;()]{{3,100}}?){_LASTING}",
     meanings.add_recurring_damage),
    (rf"half(?: of the|-| the)?(?: \w+)? ?damage{_NOTE}", reminds("damage TARGET AMOUNT half: {all}")),
    (rf"{_TAKES}{_AMOUNT}{_IN_OTHER_FORMS} ongoing {_OF_TYPES} ?damage to (?P<who>(?!{TARGET}\b)[^.;]{{3,120}})",
     meanings.burn_others),
    (rf"{_TAKES}{_AMOUNT}{_IN_OTHER_FORMS} (?:special (?:acid )?)?ongoing {_OF_TYPES} ?(?:damage|energy)?{_DURATION}",
     meanings.add_ongoing),
    (rf"{_TAKES}ongoing {_AMOUNT} {_OF_TYPES} ?damage{_DURATION}", meanings.add_ongoing),
    (rf"{_TAKES}{_AMOUNT}{_IN_OTHER_FORMS} (?P<choice>{_TYPE}(?:(?:, |/|,? or )+{_TYPE})+|random(?: energy)?|energy)"
     rf" damage{_NOTE}", DAMAGE_TYPES.add_choice),
    (rf"both [^.;,]{{3,60}} takes? {_AMOUNT} {_OF_TYPES} ?damage(?=[.!;,]|$| and )", meanings.add_damage_to_both),
    (rf"{TARGET} takes? {_AMOUNT} {_OF_TYPES} ?damage(?=[.!;,]|$| and )", DAMAGE_TYPES.add),
    (rf"(?:deal )?{_TAKES}{_AMOUNT} {_OF_TYPES} ?damage(?: to)? "
     r"(?P<count>(?:for (?:each|every)|(?:each|every|the (?:first|next)) time|whenever|if|when|while) [^.;]+)",
     meanings.add_counted_damage),
    (rf"(?:deal |{_DOER} )?{_TAKES}{_AMOUNT} {_OF_TYPES} ?damage to "
     r"(?P<who>(?:the target and|each|every|all|another|one|any|both|the|[0-9])[^.;]+)", meanings.hurt_others),
    (rf"{_OTHERS} (?:each )?takes? {_AMOUNT} {_OF_TYPES} ?damage(?=[.!;,(]|$| (?:and|as)\b)", meanings.hurt_others),
    (rf"{_OTHERS} (?:each )?takes? {_AMOUNT} ongoing {_OF_TYPES} ?damage{_DURATION}", meanings.burn_others),
    (rf"{_USER} takes {_AMOUNT} {_OF_TYPES} ?damage(?=[.!;,]|$| \(| (?:and|from|that)\b)",
     meanings.hurt_user_or_others),
    (rf"{_USER} loses {_AMOUNT} (?:hit points|hp)", meanings.hurt_user_or_others),
    (rf"{_TAKES}{_AMOUNT}{_IN_OTHER_FORMS} {_OF_TYPES} ?damage", DAMAGE_TYPES.add),
    # Conditions.
    (rf"(?:{TARGET} (?:is|becomes) (?:also )?)?vulnerable to (?P<types>{_TYPE}(?: and {_TYPE})*)"
     rf" ?(?:damage|attacks)?{_DURATION}", meanings.add_vulnerability),
    (rf"(?:{TARGET} )?(?:(?:is|are|becomes?|falls?|be|being|it's|they're|leaves the target) )?"
     r"(?:also |now |instead )*"
     rf"(?P<conds>{CONDITION}{_NOTE}(?:(?:,? and |, ){CONDITION}(?![a-z]))*)(?: them| the target)?"
     rf"(?![a-z]| to| ?\([^)]*\) to){_DURATION}"
     r"(?! (?:part|half|version)\b)", meanings.add_condition),
    (rf"(?:{TARGET} )?(?:is|becomes) (?P<words>vulnerable to [^.;()]+?)(?: ?{_LASTS}|$|(?=[.;]))",
     meanings.add_own_condition),
    (rf"[^.;,()]{{3,160}}? that also (?P<conds>{CONDITION}) the target{_DURATION}", meanings.add_condition),
    (rf"{_LASTS}, {TARGET} (?:is|becomes) {_CONDITION_LIST}{_NOTE}(?: while [^.;()]+)?", meanings.add_condition),
    (rf"the (?P<conds>{CONDITION}) is {_SAVE}", meanings.add_condition),
    (rf"{_USER} grabs {TARGET}(?: if [^.;,]+)?", adds(effect_line("apply", meanings.GRABBED))),
    # Bonuses, penalties and healing.
    (rf"(?:{_ANYONE} )?{_GETS_BONUS}{_DURATION}{_BONUS_ONLY}", meanings.add_bonus),
    (rf"{_USER} deals \+(?P<number>[0-9]+) damage with its next attack (?:this|that) battle(?=\.|$)",
     meanings.add_bonus_once),
    (rf"(?P<battle>until the end of the battle),? {_ANYONE} {_GETS_BONUS}{_BONUS_ONLY}", meanings.add_bonus),
    (rf"(?P<who>{TARGET}|)(?: takes)? ?a (?P<sign>[+-])(?P<number>[0-9]+) (?P<stats>{STAT})"
     rf" (?:penalty|bonus){_DURATION}", meanings.add_bonus),
    (rf"{TARGET} (?:heals?|regains?) {_AMOUNT}(?: damage| hit points| hp)?(?=[.;,]|$)", meanings.heal_target),
    (rf"{_USER} (?:heals?|regains?) {_AMOUNT}(?: hit points| hp)?", meanings.add_healing),
    (rf"{_USER} gains? {_AMOUNT} (?P<temp>temp(?:orary)?) (?:hit points|hp)", meanings.add_healing),
    (r"(?:then )?add (?:an?|another|a new) (?:new |full-strength |[0-9]+[a-z]{2} level )*"
     r"(?P<name>[a-z][a-z -]{2,40}?)(?: mook)? (?:in)?to the (?:battle|mob)(?: [^.;()]+)?(?: ?\([^)]*\))?(?=[.;]|$)",
     meanings.add_summons),
    # Lasting effects in the source's words.
    (rf"(?:{TARGET} )?(?P<words>(?:instead )?loses [^.,;()]*?\bactions?\b)[^.,;()]*?(?=[.,;(]|$| and\b)",
     meanings.add_lost_actions),
    (rf"{TARGET} (?:also )?(?:is |becomes )?{_PLAIN_WORDS}{_LASTING}", meanings.add_own_condition),
    (rf"(?:the )?(?P<words>target's [^.;()]{{3,100}}?){_LASTING}", meanings.add_own_condition),
    (rf"{_PLAIN_WORDS}{_NOTE} ?(?=\()(?:{_SAVE})", meanings.add_own_condition),
    (rf"the (?!targets?\b)[^.,;()]{{2,60}}? (?:is|becomes) {_CONDITION_LIST}{_DURATION}", meanings.add_user_condition),
    (rf"the (?P<words>[^.;()]{{2,60}}? (?:increases?|expands?) by [^.;()]{{1,60}}?){_LASTING}",
     meanings.add_user_words),
    (rf"the [^.,;()]{{2,60}}? (?P<words>(?:is|becomes|gains|steals|has|adds|expands|increases?)\b"
     rf"(?:(?!\b(?:{CONDITION}|damage|ongoing)\b)[^.;()]){{3,120}}?){_LASTING}", meanings.add_user_words),
    (rf"(?=can't|cannot|takes a|must){_PLAIN_WORDS}{_LASTING}", meanings.add_own_condition),
    (rf"{_LASTS}, {TARGET} (?:is |becomes )?{_PLAIN_WORDS}(?=[.;(]|$)", meanings.add_own_condition),
    (rf"(?:the )?(?P<words>[^.,;()]{{2,60}}? gains an? fear aura) against the target{_DURATION}",
     meanings.add_own_condition),
    (rf"{TARGET} (?P<words>can (?:now )?only save [^.;]{{3,200}})", meanings.add_own_condition),
    (rf"(?:{TARGET} )?(?P<words>(?:do(?:es)? not|doesn't|don't) add the escalation die[^.;()]{{0,60}}?)"
     rf"(?:{_LASTING}|(?=[.;,(]|$))", meanings.add_own_condition),
    # Broad patterns, tried after the exact ones: reminders with commands; only the game master knows the numbers.
    (rf"(?:{TARGET} )?moves? down (?P<less>[0-9d]+) points? in initiative(?: order)?",
     reminds("init TARGET, its total less {less}")),
    (rf"{_USER} (?:can )?regains? (?:the )?use of [^.;,]{{2,100}}?(?= if\b| and\b|[.;,]|$)",
     reminds("recharge ITSELF: {all}")),
    (rf"{TARGET} loses a recovery", reminds("set TARGET recoveries, one fewer")),
    (rf"{_OTHERS} can (?:roll|make) a save[^.;]{{0,100}}", reminds("save TARGET: {all}")),
    (r"add the escalation die to the damage", reminds("damage TARGET, as much as the escalation die")),
    (rf"(?:or )?{TARGET} can choose to [^.;,]{{3,100}} by taking {_AMOUNT} {_OF_TYPES} ?damage[^.;,]{{0,60}}",
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
    (rf"(?:as|with|from) {_UNCOUNTED}+(?:,{_UNCOUNTED}+)*(?=[.;,]|$)", skip),
    (rf"{_UNCOUNTED}+(?:,{_UNCOUNTED}+)*(?=[.;,()!]|$| and\b)", meanings.remind_of),
)  # fmt: skip


def read_prose(text: str) -> Reading:
    """The meaning of prose."""
    return CLAUSES.read(text, Reading())
