"""The effects in the prose of powers: a pattern for each kind, and the commands for it."""

import re
from collections.abc import Callable, Mapping, Sequence

from orcus_tui.commands.names import condition_names
from orcus_tui.importers.draft_text import Amount, Conditions, Effect
from orcus_tui.importers.prose import STATISTICS, any_of
from orcus_tui.model.text import name_key
from orcus_tui.rules.system import System

DICE = r"(?:\d+d\d+|\d+)(?: *[+*-] *(?:\d+d\d+|\d+))*(?!\d)"
"""An amount; multiplication is written `*`."""
Made = tuple[list[str], bool] | None
"""Commands without targets, and whether a duration can follow; None if the text means something else."""
Make = Callable[["SystemWords", re.Match[str]], Made]

_SKILLS = (
    "acrobatics|arcana|athletics|bluff|deception|diplomacy|endure|endurance|heal|history|insight|intimidate|nature|"
    "perception|religion|sleight|stealth|streetwise|thievery|dungeoneering|disengage|skill checks?|opportunity attacks|"
    "strength|dexterity|charisma|wisdom|intelligence|constitution|checks|background"
)


class SystemWords:
    """The words of a system in prose: its conditions and damage types, and the effects made of them.

    `effects` are the kinds of effects by pattern; the first that matches counts.
    """

    def __init__(self, system: System, effects: "Sequence[tuple[str, Make]] | None" = None) -> None:
        self.system = system
        self.conditions = condition_names(system)
        self.condition = any_of(self.conditions)
        self.type_words = frozenset(system.words.damage_types)
        self.types = any_of({*self.type_words, "radiant", "necrotic", "untyped", "negative"})
        self._effects = [(re.compile(self._pattern_in(each), re.IGNORECASE), make) for each, make in effects or EFFECTS]

    def _pattern_in(self, pattern: str) -> str:
        """A pattern with the system's words for `ONE_TYPE`, `SOME_TYPES` and `CONDITION`."""
        types = rf"(?P<types>{self.types}(?:(?:,? (?:and|or) |, |\+){self.types})*)"
        return pattern.replace("SOME_TYPES", types).replace("ONE_TYPE", self.types).replace("CONDITION", self.condition)

    def effects_of(self, said: str) -> tuple[tuple[Effect, ...], bool] | None:
        """The effects of words without their subject, and whether a duration can follow; None if they are unknown."""
        for pattern, make in self._effects:
            found = pattern.fullmatch(said)
            made = make(self, found) if found else None
            if made is not None:
                commands, lasts = made
                return tuple(map(_effect, commands)), lasts
        return None

    def has_condition(self, said: str) -> bool:
        """Whether a text names a condition."""
        return re.search(rf"(?i)\b{self.condition}\b", said) is not None


def _effect(command: str) -> Effect:
    verb, _, what = command.partition(" ")
    if verb == "damage":
        dice, _, types = what.partition(" ")
        return Effect(verb, Amount(dice, tuple(types.split("+")) if types else ()))
    return Effect(verb, Conditions((what,)) if verb == "apply" else what)


def _boosted(_: SystemWords, found: re.Match[str]) -> Made:
    return [f"bonus +{_amount(found['amount'])} damage{' once' if found['once'] else ''}"], True


_STATS: Mapping[str, str] = {
    **STATISTICS,
    **dict.fromkeys(("melee attack", "melee attacks", "melee attack rolls", "melee attacks and damage"), "attack"),
    **dict.fromkeys(("attack rolls with melee attacks", "attack rolls and damage", "the attack roll"), "attack"),
    **dict.fromkeys(("next attack", "next attack roll", "to hit"), "attack"),
    **dict.fromkeys(("death saves", "next save", "next saving throw"), "saves"),
    **dict.fromkeys(("next damage", "weapon damage", "next damage roll"), "damage"),
    **dict.fromkeys(("disengage checks", "skill checks", "all skill checks", "checks"), "checks"),
    "defense": "defenses", "initiative checks": "initiative",
    "physical defense": "pd", "mental defense": "md",
}  # fmt: skip


def _types(of: SystemWords, text: str | None) -> str | None:
    """The damage types of a piece; empty for a choice of them, None if one is not the system's."""
    if not text or re.search(r"(?i)\bor\b|untyped", text):
        return ""
    others = {"radiant": "holy", "necrotic": "negative energy", "negative": "negative energy"}
    found = [each.lower() for each in re.split(r"(?i),? and |, |\+", text)]
    known = [each if each in of.type_words else others.get(each, "") for each in found]
    return "+".join(each.replace(" ", "-") for each in known) if all(known) else None


def _amount(text: str) -> str:
    return text.replace(" ", "")


def _with_amount(command: str, *, lasts: bool = False) -> Make:
    """Makes a command, with the amount of the match in place of `AMOUNT`."""
    return lambda _, found: ([command.replace("AMOUNT", _amount(found["amount"]))], lasts)


def _if_system_has(condition: str, command: str, *, lasts: bool) -> Make:
    """Makes a command if the system has this condition."""
    return lambda words, _: ([command], lasts) if condition in words.conditions else None


def _damage(words: SystemWords, found: re.Match[str]) -> Made:
    if re.search(r"(?i)\b(?:hp|hit points)$", found[0]) and not re.match(r"(?i)loses?\b", found[0]):
        return None
    types = _types(words, found["types"])
    if found["next"]:
        return [f"bonus +{_amount(found['amount'])} damage once"], True
    return None if types is None else ([f"damage {_amount(found['amount'])} {types}".strip()], False)


def _bare_damage(_: SystemWords, found: re.Match[str]) -> Made:
    return ([f"damage {_amount(found['amount'])}"], False) if "d" in found["amount"] else None


def _persistent(words: SystemWords, found: re.Match[str]) -> Made:
    types = _types(words, found["types"] or found["types2"])
    return (
        None if types is None else ([f"persist {_amount(found['amount'] or found['amount2'])} {types}".strip()], True)
    )


def _mark(words: SystemWords, found: re.Match[str]) -> Made:
    return (["mark"], True) if "marked" in words.conditions and "mark" in found[0].lower() else None


def _cover(words: SystemWords, found: re.Match[str]) -> Made:
    word = {"concealment": "concealed", "cover": "half cover"}.get(found["kind"].lower(), found["kind"].lower())
    return ([f"apply {words.conditions[word]}"], True) if word in words.conditions else None


def _crit_range(_: SystemWords, found: re.Match[str]) -> Made:
    return [f"bonus +{found['by'] or 20 - int(found['face'])} crit"], True


def _condition(words: SystemWords, found: re.Match[str]) -> Made:
    name = words.conditions.get(name_key(found["cond"]))
    if name is None or name in ("marked", "dying", "dead", "staggered"):
        return None
    return [f"apply {name}"], True


def _bonus(words: SystemWords, found: re.Match[str]) -> Made:
    text = re.sub(r"(?i) (?:defen[cs]es?|bonus(?:es)?|made)$", "", found["stats"].strip()).strip()
    once = " once" if re.search(r"(?i)\bnext\b", text) else ""
    stats = [_STATS.get(each.strip().lower().removesuffix(" defense")) for each in text.split("+")]
    if not all(stats):
        return None
    kind = f" {found['kind'].lower()}" if found["kind"] and words.system.id == "orcus" else ""
    return [
        f"bonus {found['sign']}{_amount(found['amount'])} {stat}{once}{kind}" for stat in dict.fromkeys(stats)
    ], True


def _withstands(verb: str) -> Make:
    """Makes `resist` or `vulnerable`; a vulnerability has no number in some systems."""

    def make(words: SystemWords, found: re.Match[str]) -> Made:
        number = found["n"] or found["m"] or ""
        what = found["all"].lower().removesuffix(" damage")
        types = "all" if what == "all" else _types(words, what)
        if not types or (not number and (verb == "resist" or words.system.id == "orcus")):
            return None
        return [f"{verb} {types} {_amount(number)}".strip()], True

    return make


def _recover(_: SystemWords, found: re.Match[str]) -> Made:
    return ([] if found["skip"] is not None else ["recover"]), False


def _save(_: SystemWords, found: re.Match[str]) -> Made:
    return [f"save {found['bonus'] or ''}".strip()], False


def _immune(words: SystemWords, found: re.Match[str]) -> Made:
    word = found["what"].lower()
    return [f"immune {words.conditions.get(name_key(word), word)}"], True


_GAINS = (
    r"(?:(?:gains?|gets?|has|have|takes?|receives?|suffers?|adds?|add|grants?|with)(?: (?:him|her|them|it|you))? )?"
)
_DAMAGE: Sequence[tuple[str, Make]] = (
    (rf"(?:(?:attack |the attack )?(?:takes?|deals?|suffers?|do|does|inflicts?|loses?"
     rf"|be dealt) )?(?:an? (?:extra|additional) |additional |extra )?\+?(?P<amount>{DICE})"
     rf"(?: (?:extra|additional|more|points of))* ?(?:SOME_TYPES )?(?:damage|hp|hit points)(?: extra)?"
     r"(?P<next> (?:on|with) (?:its|your|their) next (?:[a-z]+ )*(?:attack|hit)(?: that hits)?)?(?: on "
     r"a hit)?(?: (?:to|from) (?:the target|it|you|yourself|each target|that attack|the triggering attack"
     r"|the attack))?", _damage),
    (rf"(?P<amount>{DICE})(?P<types>)", _bare_damage),
)  # fmt: skip
EFFECTS_WITHOUT_DAMAGE: Sequence[tuple[str, Make]] = (
    (rf"(?:(?:takes?|suffers?|deals?) )?(?:a further |an additional )?(?P<amount>{DICE}) (?:persistent"
     rf"|ongoing)(?: SOME_TYPES)?(?: damage)?|"
     rf"(?:(?:takes?|suffers?|deals?) )?(?:persistent|ongoing) (?P<amount2>{DICE})"
     r"(?: (?P<types2>ONE_TYPE(?:\+ONE_TYPE)*))?(?: damage)?", _persistent),
    (r"grants? (?:you |allies )?combat advantage(?: to (?!the ).{3,50})?",
     _if_system_has("exposed", "apply exposed", lasts=True)),
    (r"(?:has|have|gains?|gets?) combat advantage(?: against .{3,60})?",
     _if_system_has("exposed", "bonus ca attack", lasts=True)),
    (r"(?:marks? )?(?:the target|it|marked(?: by you)?|the triggering (?:enemy|creature))?(?<=mark).*"
     r"|marked(?: by you)?|marks? (?:the target|it|each target|the triggering (?:creature|enemy))", _mark),
    (rf"{_GAINS}(?P<kind>concealment|total concealment|half cover|superior cover|cover)(?: .{{3,40}})?", _cover),
    (r"(?:can )?(?:also )?scores? (?:an? )?critical hits? (?:against .{3,40} )?(?:on"
     r"|with) (?:an? )?(?:natural )?(?:rolls? of )?(?:an? )?(?P<face>1[5-9])"
     r"(?:(?:-|, ?| or | to )(?:1[5-9]|20),?)*(?:,? or (?:19|20))?(?: (?:as well as|or) (?:on )?(?:an? )?20)?|"
     r"(?:(?:its|your|the) )?crit(?:ical)? (?:hit )?range(?: of .{3,40})? (?:expands"
     r"|increases) by (?P<by>\d).{0,40}", _crit_range),
    (r"(?:knocked |turned |falls? |fall |knock (?:the target|it|them|each target) |drops? )?prone",
     _if_system_has("prone", "apply prone", lasts=False)),
    (r"(?:knocked |placed |falls? |rendered |invisible )?(?P<cond>CONDITION)(?: from you)?", _condition),
    (rf"{_GAINS}(?:an? )?(?P<sign>[+-])(?P<amount>{DICE}) (?:(?P<kind>power|feat|item|shield) )?(?:bonus |penalty )?"
     r"(?:to|on|with) (?:its |their |your |the target's |all )?(?P<stats>[a-z +]{2,90}?)", _bonus),
    (rf"{_GAINS}(?:an? )?(?P<sign>[+-])(?P<amount>{DICE}) (?P<kind>)(?P<stats>(?:melee )?(?:attacks?|damage|AC"
     rf"|PD|MD|defense|initiative|saves?))"
     r" (?:bonus|penalty)(?P<on> (?:to|with|on) (?!attacks? against)[^.,;]{3,60})?", _bonus),
    (rf"{_GAINS}(?:resistance|resist) (?:(?P<n>{DICE}) (?:to|against) )?(?:to )?(?P<all>all(?: damage)?"
     rf"|ONE_TYPE)(?: damage)?(?: (?P<m>{DICE}\+?))?", _withstands("resist")),
    (rf"{_GAINS}(?:vulnerab\w+)(?: to)? (?:(?P<n>{DICE}) (?:to|against) )?(?P<all>all(?: damage)?"
     rf"|ONE_TYPE)(?: damage| attacks)?(?: (?P<m>{DICE}))?", _withstands("vulnerable")),
    (rf"(?:heals?|regains?|recovers?)(?: an additional)? (?P<amount>{DICE})(?: additional)?(?: damage"
     rf"| hit points| hp)?", _with_amount("heal AMOUNT")),
    (rf"{_GAINS}(?P<amount>{DICE}) temp(?:orary)? (?:hit points|hp)", _with_amount("temp AMOUNT")),
    (r"(?:heals? using|spends?|uses?|use) (?:an?|one|1|two|2|one of your|one of (?:its|their"
     r"|your)) (?:additional )?(?:free )?recover(?:y|ies)(?: (?:to|for) .{3,60})?(?P<amount>)|"
     r"(?:heals?|regains?|regain) (?:hit points )?(?:equal to )?(?:their|your|its|his) recovery value(?: in "
     r"hit points)?(?P<skip>)", _recover),
    (rf"(?:heals?|regains?) (?:their|your|its|his) recovery value(?: in (?:hit points|hp))? ?(?:plus|\+"
     rf"|and) ?(?:an additional )?(?P<amount>{DICE})"
     r"(?: additional)?(?: hit points| hp)?", _with_amount("heal AMOUNT")),
    (r"(?:rolls?|makes?|attempts?) an? (?:immediate |free )?sav(?:e|ing throw)(?: (?:now|against .{3,90}))?"
     r"(?: with an? (?P<bonus>[+-]\d+) (?:power )?bonus)?", _save),
    (rf"{_GAINS}regeneration (?P<amount>{DICE})", _with_amount("regen AMOUNT", lasts=True)),
    (rf"{_GAINS}(?:an? )?(?P<sign>[+-])(?P<amount>\d+) (?:power )?(?:bonus |penalty )?(?:to|on) (?:your |its "
     rf"|their |all |the )?(?P<skill>(?:next )?(?:{_SKILLS})\b[^.]*)",
     lambda _, found: ([f"remind {found[0]}"], False)),
    (rf"(?:gains? a |adds? (?:an additional )?)\+?(?P<amount>{DICE}) (?:damage bonus (?P<once>to (?:her|his"
     rf"|its|their|your) next .{{3,30}})|"
     r"(?:extra damage )?to (?:the |its |their |your )?damage(?: rolls?)?(?: of .{3,40}| with .{3,40})?)", _boosted),
    (r"(?:immune|gains? immunity) to (?P<what>ONE_TYPE|CONDITION)(?: damage)?", _immune),
)  # fmt: skip
EFFECTS = (*_DAMAGE, *EFFECTS_WITHOUT_DAMAGE)
"""The effects by pattern; `_pattern_in` fills in a system's words in capitals."""
