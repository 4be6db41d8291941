"""The vocabulary of Archmage stat blocks as patterns: damage, conditions, durations, and creatures."""

import re

from orcus_tui.importers.draft_text import Duration, Save, Until, quotable
from orcus_tui.importers.prose import STATISTICS, DamageTypes, any_of, turn_in
from orcus_tui.systems.archmage.conditions import ALIASES, CONDITIONS

_DERIVED = ("staggered", "stable", "coma")
CONDITION_WORDS = {name: name for name in CONDITIONS if name not in _DERIVED} | dict(ALIASES)
TYPES = ("acid", "cold", "fire", "force", "holy", "lightning", "negative energy", "poison", "psychic", "thunder")
TYPE_WORDS = {each: each for each in TYPES} | {"negative": "negative energy", "radiant": "holy", "forde": "force"}
DAMAGE_TYPES = DamageTypes(TYPE_WORDS)
damage_in, types_in = DAMAGE_TYPES.damage_in, DAMAGE_TYPES.types_in
TYPE = DAMAGE_TYPES.pattern
CONDITION = any_of(CONDITION_WORDS)

DEFENSE = r"(?:AC|PD|MD)"
AMOUNT = r"(?P<amount>[0-9]+d[0-9]+(?: ?[+-] ?[0-9]+)?(?: ?[x*] ?[0-9]+)?|[0-9]+(?: ?\+ ?[0-9]+d[0-9]+)?)"
# Numbers in brackets are for other forms of the creature: `20 (30/40) damage`.
IN_OTHER_FORMS = r"(?: ?\([0-9]+(?:/[0-9]+)+\))?"
OF_TYPES = (
    r"(?:(?:extra|special|automatic|additional|more|bonus|points of) )*"
    rf"(?P<types>{TYPE}(?:(?: and |, and |, |/){TYPE})*)?(?: extra)?"
)
DEGREE = r"(?P<degree>easy|hard|difficult|normal)? ?"
SAVE = (
    rf"(?P<open>\()?{DEGREE}saves?,? (?:[0-9]+\+,? )?(?:\([0-9]+\+\) )?(?:once )?"
    r"ends?(?P<shared> (?:both|all|each)[^,;.)]*)?(?:,? ?\(?[0-9]+\+\)?)?(?(open)(?P<also>[^)]*)\))"
)
TARGET = (
    r"(?:(?:(?:the|each|a|any|an the|he) )?(?:hit )?(?:targets?|tarket|victim)(?: hit)?|it|they"
    r"|that (?:target|enemy|creature))"
)
_WHOSE = r"(?P<{0}>its|their|his|her|the targets?'?s?|that creature's)"
_TURN = (
    r"(?:until|before) (?:the )?(?:(?P<start>start|beginning)|end) of "
    rf"(?:{_WHOSE.format('own')}|(?:the |this )?(?P<user>[^.,;()]{{2,60}}?)'s?) next turn"
)
LASTS = (
    rf"(?:{SAVE}|{_TURN}|(?P<thisturn>until the end of (?:the|this|its|their) turn|this turn)"
    r"|(?P<battle>until the end of (?:the|this) battle|for the rest of (?:the|this) battle|this battle)"
    r"|\(no save[,;:]? ?(?P<nosave>[^)]*)\)"
    r"|(?P<until>(?:until|as long as|while) (?:(?!, (?:if|when|whenever|the (?:first|next) time)\b)[^.;()]){3,120}))"
)
NOTE = r"(?: ?\((?![^)]*saves?\b)[^)]{1,200}\))?"
_FLAVOUR = (
    r"(?P<flavour> (?:as|from|by|with|under|looking|due|because|when|in|through|for|so) "
    rf"(?:(?!\b(?:{CONDITION}|damage|ongoing)\b)[^.;()]){{3,160}}?)?"
)
DURATION = rf"(?:{NOTE}{_FLAVOUR},? ?{LASTS})?"
LASTING = rf"{NOTE}{_FLAVOUR},? ?{LASTS}"
DEGREES = {"easy": "easy", "hard": "hard", "difficult": "hard"}
STATS = {**STATISTICS, "the attack": "attack", "attack rolls and saves": "attack"}
STAT = any_of(STATS)

_IN_THE_GRAB = r"(?i)\Auntil (?:it|they|the target) escapes?(?: the grab)?\Z|\A(?:while|as long as) .*\bgrabbed\Z"
_NO_TIME = r"(?!(?:until|when|while|if|for|before|after)\b)"
DOER = rf"{_NO_TIME}(?!{TARGET}\b)(?:the )?[a-z][^.,;()]{{0,60}}?"
USER = rf"(?P<who>{DOER})"
OTHERS = (
    r"(?P<who>(?:the target and|up to|each|every|all|another|one|any|both|the closest|[0-9]+(?:d[0-9]+)?|a random|two)"
    r"(?: (?:[^.,;()]|\([^)]*\)){0,80}?(?<! and)|))"
)
_COUNTED = (
    r"damage", "ongoing", "heals?", "hp", "hit points", "saves?", "bonus(?:es)?", "penalty", "defenses?", "ac", "pd",
    "md", "recover(?:y|ies)", "escalation", "resist(?:ance)?", "immune", "initiative", "dies", "dead", "crit(?:ical)?",
    "slain", "drops? to", "kills?", "invisible", "regains?", *CONDITION_WORDS,
)  # fmt: skip
PLAIN_WORDS = rf"(?P<words>(?:(?!\b(?:{CONDITION}|damage|ongoing)\b)[^.;()]){{3,200}}?)"
UNCOUNTED = rf"(?:(?!\b(?:{'|'.join(_COUNTED)})\b|[+-][0-9])[^.,;()])"
ANYONE = rf"(?P<who>{TARGET}|{_NO_TIME}(?:the |all )?[a-z][^.,;()]{{0,60}}?)"
TAKES = (
    rf"(?:(?:(?:{TARGET}|(?:the|this) attack) )?(?:also )?(?:takes?|deals?|does|suffers?) (?:also )?"
    r"(?:an additional |an extra )?\+?)?\+?"
)

CONDITION_LIST = rf"(?P<conds>{CONDITION}(?:(?:,? and |, ){CONDITION}(?![a-z]))*)"
CONDITION_CHOICE = rf"{CONDITION}(?:, {CONDITION})*,? or {CONDITION}"
GETS_BONUS = (
    r"(?:takes?|gains?|has|have|gets?|suffers?) an? (?:cumulative )?(?P<sign>[+-])(?P<number>[0-9]+)"
    rf"(?: (?:penalty|bonus))?(?: to| on)? ?(?:its |their |the )?(?P<stats>{STAT}(?:(?:,? and |, ){STAT})*)"
    r"(?: bonus| penalty| rolls?)?"
)
# For some rolls only, or cumulative.
BONUS_ONLY = r"(?P<only> (?:\(cumulative\)|(?:against|with|made|to)\b)[^.;]*)?"
IF = r"(?:if|against|vs\.?|versus|when|while|to|on|for|unless)"


# Values in matches


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
