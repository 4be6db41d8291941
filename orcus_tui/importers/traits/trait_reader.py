"""The traits of a creature as modifiers, lines at their moments, auras, and powers that are offered."""

import re
from collections.abc import Mapping

from msgspec import Struct, field

from orcus_tui.commands.modifiers import compile_modifier
from orcus_tui.importers.creature_draft import CreatureDraft, Table, plain
from orcus_tui.importers.draft_text import (
    POWER_LINES,
    Amount,
    DraftLine,
    EffectLine,
    Reminder,
    compiles,
    effect_line,
    entries_of,
    with_prefix,
)
from orcus_tui.importers.prose import SELF, use_command, with_own_name
from orcus_tui.importers.traits.prose_modifiers import Referent, conditional, modifiers_in
from orcus_tui.importers.traits.prose_triggers import (
    Consequence,
    Moment,
    aura_table,
    consequence_of,
    is_line,
    moments_in,
    power_named,
    special_reader,
    under_fact,
    variants_of,
)
from orcus_tui.systems import SYSTEMS

LONGEST = 1_500
"""The most characters of a trait that is read."""
_SENTENCE = r"(?<=[.;!])\s+(?=[A-Z\"]|SELF)"
_ABOUT_SELF = (
    "staggered", "dies", "turn start", "turn end", "round start", "saves", "fails", "crits", "hits", "misses",
)  # fmt: skip
_OTHERS_TURN = (
    r"(?i)(?:when|if|whenever|each time|any time)? ?(?P<who>(?:an?|any|each|every|all|the)? ?(?:\w+ "
    r")?(?:enem(?:y|ies)|creatures?|foes?|opponents?|pcs?|humanoid|living creature))(?: (?:that|who|which))?(?: is)?"
)
_NEAR = (
    rf"(?P<where>(?:that (?:is|are) |while )?(?:engaged with|grabbed by|nearby|near|within \d+ (?:ft\.?|"
    rf"feet|squares?) of|adjacent to|next to|in the same space as) ?(?:or (?:grabbed|swallowed) by )?(?:{SELF}|it)?)"
)
_STARTS = r"(?P<point>starts?|begins?|ends?|starting|ending|beginning) (?:its|their|his|her) turns?"
_AURAS = (
    rf"{_OTHERS_TURN} {_STARTS},? {_NEAR}(?: or [^,]{{3,40}})?,? (?:(?:it|they|that creature|that enemy) "
    rf")?(?P<then>(?:takes?|is|are|becomes?|suffers?|loses?) .+)",
    rf"{_OTHERS_TURN} {_NEAR} (?:when|if|as) (?:it|they) {_STARTS},? (?:(?:it|they) )?(?P<then>(?:takes?|"
    rf"is|are|becomes?) .+)",
    rf"(?i)when (?P<who>an? \w+) is {_NEAR} at the (?P<point>start|end|beginning) of its turn,? (?:it )?(?P<then>.+)",
    rf"(?i)at the (?P<point>start|end|beginning) of (?:its|their|each enemy's) turns?, (?P<who>(?:each|any|"
    rf"an|every) \w+) {_NEAR} (?P<then>.+)",
    rf"(?i)(?P<who>enemies|creatures|each (?:enemy|creature)|all enemies) {_NEAR} at the (?P<point>start|"
    rf"end|beginning) of (?:their|its) turns? (?P<then>takes? .+)",
)
_AURA_PATTERNS = [re.compile(pattern) for pattern in _AURAS]
_FEAR = (
    rf"(?i)while engaged with {SELF}, if (?P<who>the target) has (?P<hp>\d+) (?:hp|hit points) or (?:fewer|less),? "
    r"(?:it|they)(?:'s| is) (?P<cond>\w+).*",
    rf"(?i)while (?:engaged with|nearby|near) {SELF}, (?:if )?(?P<who>enemies|a creature|creatures|an "
    rf"enemy|each enemy)(?: with| that have| (?:that )?(?:has|have|is|are))?(?: at)? (?P<hp>\d+) (?:hp|hit "
    rf"points) or (?:fewer|less|below),? (?:(?:it|they)(?:'re)? )?(?:is|are) (?P<cond>\w+).*",
    rf"(?i)(?:engaged )?(?P<who>enemies|creatures) (?:engaged with|nearby) ?(?:{SELF}|it)? (?:and |that "
    rf"have |with )?(?P<hp>\d+) (?:hp|hit points) or (?:fewer|less|below) are (?P<cond>\w+).*",
)
_INSIDE = (
    rf"(?i)(?P<who>(?:each|all|every|any|its|other|an)? ?(?:nearby |other |of its )*(?:\w+ )?(?:enem(?:y|"
    rf"ies)|all(?:y|ies)|creatures?)) ?(?P<where>(?:that (?:is|are) )?(?:engaged with (?:it|{SELF})|nearby|"
    rf"adjacent to {SELF}|within \d+ \w+(?: of {SELF})?|in the battle|near {SELF})?) ?(?P<then>(?:takes?|"
    rf"gains?|has|have|gets?|suffers?) an? [+-].+)"
)


_FIELDS = ("regeneration", "resist", "vulnerable")

_ALLOWS = re.compile(
    rf"(?i)(?:{SELF}|it)? ?(?:can )?(?:immediately )?(?:makes?|uses?) (?:an?|another|one|its|a second) "
    r"(?:extra |additional |free )?(?P<name>[\w' -]+?)(?: attacks?)?(?: (?:against|on) (?:the|that) (?:same )?target)?"
    r"(?: as an? (?:free|quick|move|swift|immediate) action)?(?: (?:against|on) (?:the|that) (?:same "
    r")?target)?(?: this turn)?"
)


class Found(Struct):
    """The mechanics in the sentences of a trait.

    `moments` are lines by trigger, `offered` those for creatures that a person chooses.
    """

    modifiers: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    auras: list[Table] = field(default_factory=list)
    moments: dict[str, list[DraftLine]] = field(default_factory=dict)
    offered: dict[str, list[DraftLine]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.modifiers or self.auras or self.moments)


def add_mechanics(draft: CreatureDraft, system: str) -> None:
    """Adds the mechanics of a creature's traits that the program can carry out; their texts stay."""
    known = "archmage" if system.startswith("archmage") else "srd5" if system.startswith("srd5") else system
    if known not in SYSTEMS:
        return
    _offer_attacks(draft)
    for power in draft.powers:
        _read_power_trigger(power, known, draft.name)
    for trait in draft.traits():
        text = plain(str(trait.get("text", "")))[:LONGEST]
        if "trigger" in trait:
            continue
        own = with_own_name(text, draft.name)
        special = special_reader(known)
        auras = draft.table.get("aura")
        is_special = special is not None and special(draft, trait, own)
        if text and not is_special:
            _read_trait(draft, known, trait, own)
        acts = trait.keys() & {"modifiers", "effects"} or draft.table.get("aura") != auras
        if acts or not any(each is trait for each in draft.traits()):
            draft.forget_leftover(f"{trait['name']}. {trait.get('text', '')}")


_OFF_TURN = ("free", "reaction", "interrupt", "react", "counter", "immediate", "none", "opportunity", "")
_OCCASION = r"(?i)(?:\([^()]{1,60}\) ?)?(?P<when>[^.;:]{5,140})[:;]"
_FIRST = re.compile(r"(?i)(?:when|whenever|if|each time|the first time) [^.;:,]{5,120},")


def _read_power_trigger(power: Table, system: str, name: str) -> None:
    """Sets the trigger of a power whose text begins with its occasion: `When first staggered; …`."""
    text = plain(str(power.get("text", "")))[:LONGEST]
    own = with_own_name(text, name)
    is_off_turn = str(power.get("action", "")) in _OFF_TURN or re.match(r"(?i)when(?:ever)? ", own) is not None
    if "trigger" in power or not is_off_turn or not text:
        return
    found = re.match(_OCCASION, own)
    said = f"{found['when']}," if found else first[0] if (first := _FIRST.match(own)) else ""
    moment = next((each for each in moments_in(system, said) if each.then is not None), None) if said else None
    if moment is not None and not moment.facts:
        power["trigger"] = moment.trigger


def _read_trait(draft: CreatureDraft, system: str, trait: Table, text: str) -> None:
    found = Found()
    name = str(trait["name"])
    if any(name.lower().startswith(each[:6]) and each in draft.table for each in _FIELDS):
        return  # a field already says so
    if "mmunity" in name and "immune" in draft.table:
        return
    for sentence in (each.strip() for each in re.split(_SENTENCE, text)):
        _read_sentence(draft, system, name, sentence, found)
    _offer_later_sentence(draft, text, found)
    if not found and (_add_option(draft, system, trait, text) or _add_occasion(draft, system, trait, text)):
        return
    if not found:
        usual = _usual_moment(text)
        words = _moments_of_name(system, name) or ([usual] if usual else [])
        found.moments = {word: [] for word in words}
    _put(draft, system, trait, found)


def _moments_of_name(system: str, name: str) -> list[str]:
    """The triggers in a name that states a moment: `First natural even hit or miss each battle`, `Both attacks hit`."""
    moment = next(moments_in(system, name), None)
    if moment and not re.search(r"(?i)hit or miss", name):
        return [moment.trigger]
    if re.match(r"(?i)(?:first |second |any |hit )*(?:natural|even|odd|hit|miss|crit)", name) is None:
        return []
    misses = re.search(r"(?i)\b(?P<too>hit or )?miss", name)
    return ["hits"] if misses is None else ["hits", "misses"] if misses["too"] else ["misses"]


def _offer_later_sentence(draft: CreatureDraft, text: str, found: Found) -> None:
    """Offers a power that a later sentence allows at the moment of the first: `It can make a gas attack`."""
    once = [word for word in found.moments if word in ("staggered", "dies") or word.startswith("hp ")]
    for sentence in re.split(_SENTENCE, text)[1:] if len(once) == 1 else ():
        power = power_named(sentence, draft.powers)
        if power is not None and "trigger" not in power:
            power["trigger"] = once[0]


_ATTACKED = (
    rf"(?i)bonus to (?:all |its )?(?:defen[sc]es|AC|PD|MD)|attacks? (?:roll )?(?:against|targeting|made "
    rf"against|on|targets) {SELF}|targets? {SELF}|\bresist|attack(?:s|ing)? it\b|against it\b|half "
    rf"damage|{SELF} (?:is|are) immune|reduces? the damage"
)
_ACTS = (
    r"(?i)as an? (?:standard|quick|move|free|swift|bonus|minor|full) action|once (?:per|each) (?:turn|"
    r"round)|\btimes (?:per|each) battle|instead of|on its turn|(?:make|makes|uses?) [^.;]{0,40}\battacks?\b|"
    r"\battacks? rolls?|extra "
    r"(?:attack|damage|action|move)|advantage on (?:attack|an attack|melee|all melee)|deals? |its "
    r"attacks?|can attack|attacks? (?:automatically|always)|automatically hits|combat advantage|provoke|"
    r"damage per round|each round|disengag|opportunity attack|pops? free|rolls? two|rolls? 2d20|double damage|summon|"
    r"(?:do|does) not get an? (?:standard|move|swift|quick) action"
)


def _usual_moment(text: str) -> str:
    """The usual moment of a trait that names none: the creature's turn for its actions, a hit for its protection."""
    return "turn start" if re.search(_ACTS, text) else "hit" if re.search(_ATTACKED, text) else ""


_OPTION = (
    r"(?i)(?:(?P<often>once|twice|three times) (?:per|each|a) (?P<per>turn|round|battle|day))?,? ?"
    r"(?:as an? (?P<action>standard|quick|free|move|swift|bonus) action,? ?)?"
    rf"{SELF} can (?:make|use) (?:an? |its |one |the )?(?:extra |additional )?(?P<name>[\w' -]+?)(?: attack)?"
    r"(?: as an? (?P<later>standard|quick|free|move|swift|bonus) action)?(?: \(once per (?P<round>round)\))?\.?"
)
_USES = {"turn": "1/turn", "round": "1/round", "battle": "encounter", "day": "daily"}
_COUNTS = {"once": 1, "twice": 2, "three times": 3}


def _add_option(draft: CreatureDraft, system: str, trait: Table, text: str) -> bool:
    """Turns a trait into a power if it only allows another power: `once per round as a quick action, it can bite`."""
    found = re.fullmatch(_OPTION, text)
    named = next((each for each in draft.powers if found and str(each["name"]).lower() == found["name"].lower()), None)
    if found is None or named is None or not named.keys() & {"attack", "multiattack", "save"}:
        return False
    per = (found["per"] or found["round"] or "").lower()
    count = _COUNTS[(found["often"] or "once").lower()]
    use = _USES.get(per, "") if count == 1 else f"{count}/{'encounter' if per == 'battle' else per}"
    action = (found["action"] or found["later"] or "free").lower()
    draft.remove_trait(trait)
    draft.add_power(
        {
            "name": trait["name"],
            "action": action,
            "use": use,
            "trigger": _one_or_more(_moments_of_name(system, str(trait["name"]))),
            "multiattack": [str(named["name"])],
            "text": trait["text"],
        }
    )
    return True


_OF_THE_PLACE = (
    rf"(?i)(?:if|when|whenever|any ?time|each time) {SELF} (?:is|becomes) (?:exposed to|doused with|in|inside) [^,.]+, "
    rf"(?P<then>(?:it|{SELF}) [^.]+)\."
)
"""A sentence about an occasion that only the game master knows, such as light or water."""


def _add_occasion(draft: CreatureDraft, system: str, trait: Table, text: str) -> bool:
    """Turns a trait into a power if only the game master knows its occasion: `if exposed to light, it is dazed`."""
    found = re.fullmatch(_OF_THE_PLACE, text)
    level = draft.table.get("level")
    what = consequence_of(system, found["then"], "self", powers=(), level=level) if found else None
    if what is None or what.about != "self" or not _are_lines(system, [*what.lines]):
        return False
    draft.remove_trait(trait)
    draft.add_power({"name": trait["name"], "action": "free", "effects": [*what.lines], "text": trait["text"]})
    return True


def _read_sentence(draft: CreatureDraft, system: str, name: str, sentence: str, found: Found) -> None:
    if made := [
        each for each in modifiers_in(system, sentence) if compiles(each, compile_modifier, *variants_of(system))
    ]:
        found.modifiers += made
        return
    if aura := _aura_in(draft, system, name, sentence):
        found.auras.append(aura)
        return
    moments = [*moments_in(system, _occasion_first(sentence))]
    if not moments and re.search(r"\d", sentence):
        found.left.append(sentence)
    for moment in moments:
        _add_moment(draft, system, moment, found)


def _occasion_first(sentence: str) -> str:
    """The sentence with its occasion first: `when it is hit, the attacker takes 5 damage`."""
    touched = re.sub(
        rf"(?i)^a creature that (?:touches {SELF} or )?hits (?:it|{SELF}) with a melee attack(?: while within "
        rf"\d+ (?:feet|ft\.?) of it)? (?=takes|must)",
        f"When a creature hits {SELF} with a melee attack, it ",
        sentence,
    )
    later = re.fullmatch(
        r"(?i)(?P<then>(?!when|if|each time)[^,]{5,160}?) (?P<when>(?:when|whenever|each time|every time|the "
        r"first time) [^,;]{5,120})\.?",
        touched,
    )
    return f"{later['when'][0].upper()}{later['when'][1:].rstrip('.')}, {later['then']}" if later else touched


def _add_moment(draft: CreatureDraft, system: str, moment: Moment, found: Found) -> None:
    is_own = moment.trigger in _ABOUT_SELF or moment.trigger.startswith(("hp ", "escalation ", "ally ", "foe "))
    comes_once = moment.trigger in ("staggered", "dies") or moment.trigger.startswith("hp ")
    power = power_named(moment.then, draft.powers) if moment.then and comes_once else None
    if power is not None and "trigger" not in power:
        power["trigger"] = moment.trigger
    what = _consequence(draft, system, moment, "self" if is_own else "other") if moment.then else None
    then = found.moments.setdefault(moment.trigger, [])
    if what is None:
        return
    if what.about == "group" or (
        what.about == "other" and is_own and moment.trigger not in ("hits", "misses", "crits")
    ):
        found.offered.setdefault(moment.trigger, []).extend(what.lines)
    else:
        then += under_fact(moment.facts, what.lines)


def _consequence(draft: CreatureDraft, system: str, moment: Moment, it: Referent) -> Consequence | None:
    prefix, text = conditional(system, moment.then or "", it)
    parts = re.split(r"(?i),? and (?=(?:SELF|it|the attacker|that \w+) )", text)
    read = [consequence_of(system, each, it, powers=draft.powers, level=draft.table.get("level")) for each in parts]
    clear = [each for each in read if each is not None]
    if len(clear) < len(read) or len({each.about == "group" for each in clear}) > 1:
        return None
    lines = tuple(with_prefix(prefix, line) for each in clear for line in each.lines)
    return Consequence(clear[0].about, lines, clear[0].who) if clear else None


# Auras


def _aura_in(draft: CreatureDraft, system: str, name: str, sentence: str) -> Table | None:
    """The aura that a sentence describes."""
    for pattern in _FEAR:
        if found := re.fullmatch(pattern, sentence):
            line = f"if hp {found['hp']}-: apply {found['cond'].lower()}"
            return aura_table(system, name, found["who"], line, "inside")
    for compiled in _AURA_PATTERNS:
        if found := compiled.fullmatch(sentence.strip(" .")):
            return _burning(draft, system, name, found)
    if (found := re.fullmatch(_INSIDE, sentence.strip(" ."))) and found["who"].strip().lower() != "an enemy":
        lines = modifiers_in(system, f"{SELF} {found['then']}")
        if (
            len(lines) == 1
            and (found["where"].strip() or "nearby" in found["who"].lower())
            and not re.search(" (?:while|with|against) ", lines[0])
        ):
            return aura_table(system, name, found["who"], f"bonus {lines[0]}", "inside")
    return None


def _burning(draft: CreatureDraft, system: str, name: str, found: re.Match[str]) -> Table | None:
    """An aura whose line is carried out at a point of the turn of each creature inside.

    Several lines become a power.
    """
    level = draft.table.get("level")
    what = consequence_of(system, f"it {found['then']}", "other", powers=(), level=level)
    if what is None:
        return None
    at = "end" if found["point"].lower().startswith("end") else "start"
    line = str(what.lines[0])
    if len(what.lines) > 1:
        own = draft.free_name(f"{name} (aura)")
        draft.add_power({"name": own, "action": "free", "effects": [*what.lines]})
        line = use_command(own)
    return aura_table(system, name, found["who"], line, at)


# The result


def _put(draft: CreatureDraft, system: str, trait: Table, found: Found) -> None:
    if found.modifiers:
        trait["modifiers"] = list(dict.fromkeys(found.modifiers))
    draft.extend("aura", found.auras)
    acting = {trigger: lines for trigger, lines in found.moments.items() if _are_lines(system, lines)}
    offered = {trigger: lines for trigger, lines in found.offered.items() if _are_lines(system, lines)}
    becomes_power = offered and not (acting or found.modifiers or found.auras or found.left)
    if becomes_power:
        draft.remove_trait(trait)
    for place, (trigger, lines) in enumerate(offered.items()):
        _offer(draft, trait, trigger, lines, text=str(trait.get("text", "")) if becomes_power and not place else "")
    for place, (trigger, lines) in enumerate(acting.items()):
        holder = trait if not place else draft.add_trait(str(trait["name"]), "")
        if holder is not None:
            holder |= {"trigger": trigger, "effects": lines}
    if found.moments and not acting and not offered:
        trait["trigger"] = _one_or_more([*found.moments])


def _one_or_more(triggers: list[str]) -> str | list[str]:
    """Triggers in the form of a field: no triggers as an empty text, a single trigger without a list."""
    return triggers if len(triggers) > 1 else "".join(triggers)


def _are_lines(system: str, lines: list[DraftLine]) -> bool:
    return bool(lines) and all(is_line(system, str(each)) for each in lines)


def _offer(draft: CreatureDraft, trait: Table, trigger: str, lines: list[DraftLine], text: str) -> None:
    """Adds a power that is offered, because a person chooses the creatures."""
    power: Table = {"name": trait["name"], "action": "free", "trigger": trigger, "text": text}
    first, *others = lines
    damage = first.what if isinstance(first, EffectLine) and first.verb == "damage" else ""
    if isinstance(damage, Amount) and not (first.prefix or first.own):
        power |= {"damage": damage.field_text, "effects": others}
    else:
        power["effects"] = lines
    draft.add_power(power)


def _offer_attacks(draft: CreatureDraft) -> None:
    """Replaces reminders that only allow another attack of the creature with offers of that attack."""
    names = {str(each["name"]).lower(): str(each["name"]) for each in draft.powers if "attack" in each}
    names |= {name.removesuffix(" (1 attack)"): whole for name, whole in names.items() if name.endswith(" (1 attack)")}
    if not names:
        return
    for power in draft.powers:
        for key in POWER_LINES:
            if any(isinstance(line, Reminder) for line in entries_of(power, key)):
                power[key] = [_as_offer(line, names, draft.name) for line in entries_of(power, key)]


def _as_offer(line: DraftLine, names: Mapping[str, str], creature: str) -> DraftLine:
    if not isinstance(line, Reminder) or line.own_words or line.own:
        return line
    found = _ALLOWS.fullmatch(with_own_name(plain(line.source_words), creature).strip(" .,;"))
    name = names.get(found["name"].lower().strip(), "") if found else ""
    return effect_line("offer", f'attack "{name}"', prefix=line.prefix) if name and '"' not in name else line
