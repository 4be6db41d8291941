"""The powers, traits and auras of an Orcus stat block, with their costs and attacks."""

import re
from collections.abc import Iterable, Sequence

from orcus_tui.importers.creature_draft import CreatureDraft, Table, as_name, one_line, plain
from orcus_tui.importers.draft_text import (
    PRONE,
    Amount,
    Aura,
    Conditions,
    DraftLine,
    EffectLine,
    Quoted,
    Reminder,
    entries_of,
    with_prefix,
)
from orcus_tui.importers.orcus.attacks import Attack, attacks_of, known_damage
from orcus_tui.importers.orcus.blocks import Line
from orcus_tui.importers.orcus.clauses import DAMAGE_TYPES, TYPES, subject_for
from orcus_tui.importers.orcus.effects import read_effects
from orcus_tui.importers.orcus.printed_powers import ACTIONS, EFFECT, HIT, Entry, Result, parts_in, rolled_attacks
from orcus_tui.importers.prose import NO_DAMAGE, Case, Follow, Reading, any_of
from orcus_tui.importers.prose_effects import DICE
from orcus_tui.importers.traits.prose_modifiers import fact_in
from orcus_tui.model.power import Part, Use

_AURA = r"(?i)(?P<name>[^:.+]{0,80}?) ?\baura (?:of )?(?P<radius>\d{1,2})\b:? *(?P<text>.*)"
_NAMED_AURA = r"(?i)(?P<name>(?!level )[^:.+]{2,60}?):? (?P<radius>\d{1,2}): *(?P<text>.*)"
_BEFORE_DAMAGE = (
    r"(?:far|near|ranged|melee|reach|close) [^;:]{0,60};",
    r"(?:grappled target only|(?:must be|the target must be|can only be used) [^.;:]{3,60})[;:]",
    r"a creature the [\w' -]{2,40} has grappled takes",
    r"when the [\w' -]{2,40} is hit with a melee attack[;:] the target takes",
)
_DAMAGE_ALONE = rf"(?i)(?:{'|'.join(_BEFORE_DAMAGE)}) (?P<amount>{DICE})(?: (?P<types>{TYPES}))? damage(?P<rest>.*)"
_OF_TARGET = (
    r"(?i)(?:(?:the target must be|near|far|ranged|melee)\b[^.:;]{1,60}[:;] *|allies only; *)*"
    r"(?P<does>the target (?:is|takes?|heals?|becomes?|falls?)\b.*)"
)
_REFRESHES = r"(?i)(?:refresh|recharge)(?:es)?\b *(?P<when>.*)"
_FACES = r"(?i)[^\d]{0,12}(?P<faces>[1-6](?:\s*(?:,|-|–|/|or|and)?\s*[1-6]){0,5})"
_WHEN_STAGGERED = r"when (?:it is |the [\w ]{1,40} is )?(?:first )?(?:staggered|bloodied)"

_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "2": 2, "3": 3, "4": 4, "another": 1}
_COUNT = any_of(tuple(_COUNTS))
_USUAL = ("standard", "at-will")
_MECHANICS = ("attack", "damage", "effects", "always")
_MAKES = r"(?i)(?:[^.;]{3,120}[;.:] )?(?:(?:the )?[\w' -]{2,40}? |[^.;]{3,80} and )?(?:immediately )?makes? (?:up to )?"
MOST_CHARACTERS = 1000
"""The number of characters of a power's text that are searched for the attacks it makes."""


# Auras


def aura_of(line: Line) -> Aura | None:
    """The aura in a line."""
    if line.aura is not None:
        return line.aura
    named = re.fullmatch(_NAMED_AURA, line.plain)
    is_aura = re.match(r"[*_]", line.text) or re.search(r"(?i)\baura\b", line.plain)
    found = re.fullmatch(_AURA, line.plain) or (named if is_aura else None)
    return Aura(found["radius"], one_line(found["name"]).strip(" :,"), one_line(found["text"])) if found else None


def aura_among_powers(line: Line) -> Aura | None:
    """The aura in a line marked as one."""
    return aura_of(line) if line.aura or re.match(r"[*_]|[A-Z][^:.+]{0,60} aura \d{1,2}:", line.text) else None


def add_aura(draft: CreatureDraft, aura: Aura, line: int) -> None:
    """Adds an aura, after any other; an aura with an attack also becomes a power."""
    draft.extend("aura", [aura])
    if rolled_attacks(parts_in(plain(aura.words))):
        add_entry(draft, Entry(line, as_name(aura.name, "Aura"), body=[Line(line, aura.words)]))


# Entries, as powers and text


def add_entry(draft: CreatureDraft, entry: Entry) -> None:
    """Adds a power with its attacks, or a trait."""
    text = entry.text()
    printed = entry.attacks or (parts_in(plain(text)),)
    attacks = attacks_of(printed, subject_for(draft.name))
    if not (entry.cost or entry.refreshed_by or entry.refreshes or attacks):
        named = f"{entry.name} ({plain(entry.tags)})" if entry.tags else entry.name
        draft.add_trait(named, text)
        return
    power = _with_cost(draft, entry)
    power["tags"] = [tag for tag in re.split(r"[,\s]+", plain(entry.tags).lower()) if tag]
    power["text"] = f"{power['text']} {text}".strip()
    results = [each for parts in printed for each in parts.results]
    if re.match(rf"(?i){_WHEN_STAGGERED}\b", entry.trigger or next((each.words for each in results), "")):
        power["trigger"] = "staggered"
    if not attacks:
        _add_action(draft, entry, power, results)
        return
    for place, attack in enumerate(attacks):
        _add_attack(draft, entry, {**power}, attack, first=place == 0)


def _with_cost(draft: CreatureDraft, entry: Entry) -> Table:
    """A power with its action and use; other costs are kept in its text."""
    power: Table = {"name": entry.name, "action": "", "use": _refresh(entry.refreshed_by)}
    others: list[str] = []
    for part in entry.cost:
        refreshes = re.fullmatch(_REFRESHES, part)
        word = "no action" if part == "no action" else part.split()[0]
        if refreshes and (use := _use_when_refreshed(refreshes["when"])):
            power["use"] = use
        elif not power["use"] and re.fullmatch(r"at[- ]will|encounter|daily", part):
            power["use"] = part.replace(" ", "-")
        elif not power["action"] and word in ACTIONS:
            kinds = [each for each in part.split(" and ") if each in ACTIONS]
            power["action"] = kinds if len(kinds) > 1 else {"no action": "none"}.get(word, word)
        elif (limit := re.fullmatch(r"once per (round|turn)", part)) and power["use"] in ("", "at-will"):
            power["use"] = f"1/{limit[1]}"
        else:
            power["use"] = power["use"] or ("encounter" if refreshes else "")
            others.append(part)
    if entry.refreshes and not power["use"]:
        use = _use_when_refreshed(entry.refreshes)
        others += [] if use else [f"refresh {entry.refreshes}"]
        power["use"] = use or "encounter"
    for part in others:
        if not re.match(r"once per (?:round|turn)$|when|if\b", part):  # players keep track of these
            draft.note_unclear(f"{entry.name}: {part}", entry.line)
    power["action"] = power["action"] or entry.action or ("standard" if entry.cost else "free")
    power["use"] = power["use"] or "at-will"
    power["text"] = f"({', '.join(others)})" if others else ""
    return power


def _use_when_refreshed(when: str) -> str:
    """The use of a power that refreshes on named faces, or when staggered; empty for any other."""
    faces = re.match(_FACES, when)
    if faces:
        return _refresh(re.findall(r"[1-6]", faces["faces"]))
    return "refresh staggered" if re.fullmatch(_WHEN_STAGGERED, when) else ""


def _refresh(faces: Sequence[int | str]) -> str:
    """The use of a power that refreshes on these faces; empty without any."""
    return str(Use("refresh", tuple(map(int, faces)))) if faces else ""


def _add_action(draft: CreatureDraft, entry: Entry, power: Table, results: list[Result]) -> None:
    """Adds a power without an attack: with lines if they can express all of it, otherwise with its text only."""
    effects = Reading()
    for each in results:
        if each.label in (HIT, EFFECT):
            effects.add(read_effects(each.words, subject_for(draft.name, of_itself=True)))
        else:
            effects.lines.append(Reminder(each.label))
    does = [line for line in effects.lines if not isinstance(line, Reminder)]
    is_own = all(line.own for line in does) and all(each.label in (HIT, EFFECT) for each in results)
    apart = next((each.damage for each in results if each.damage.dice), NO_DAMAGE)
    only = results[0].words if len(results) == 1 else ""
    if apart.dice:
        _add_damage(draft, power, apart, only)
    elif found := re.fullmatch(_OF_TARGET, only):
        effects = read_effects(found["does"], subject_for(draft.name))
        power["effects"] = [] if effects.unknown or effects.cases else effects.lines
    elif does and is_own and not effects.unknown and not effects.cases:
        power["always"] = [*entries_of(power, "always"), *effects.lines]
    elif found := re.match(_DAMAGE_ALONE, only):
        _add_damage(draft, power, DAMAGE_TYPES.damage_in(found), found["rest"])
    if entry.origin:
        reach = re.match(rf"(?i){entry.origin} [^;:.]{{1,60}}(?=;)", plain(entry.text()))
        power["range"] = reach[0].lower() if reach else entry.origin
    draft.add_power(power)


def _add_damage(draft: CreatureDraft, power: Table, damage: Amount, words: str) -> None:
    """Adds damage without an attack roll, and the effects in the words after it if lines can express them all."""
    known = known_damage(damage)
    if known is None:
        return
    power["damage"] = known.field_text
    effects = read_effects(words, subject_for(draft.name))
    if not effects.unknown and not effects.cases:
        power["effects"] = effects.lines


def _add_attack(draft: CreatureDraft, entry: Entry, power: Table, attack: Attack, *, first: bool) -> None:
    """Adds one attack of a power, and a further power for each case with other effects."""
    power["name"] = _variant_name(attack.name, entry.name) if attack.is_secondary else entry.name
    if attack.name and not attack.is_secondary:
        power["name"] = as_name(f"{entry.name}: {attack.name}", entry.name)
    if not first:
        power.pop("always", None)
        power["text"] = ""
        if attack.is_secondary:
            power |= {"action": "free", "use": "at-will"}
    power["range"] = attack.range or entry.origin
    power |= {"attack": attack.attack, "damage": attack.damage.field_text, "crit": attack.crit, "miss": attack.miss}
    power["tags"] = [*entries_of(power, "tags"), *attack.tags]
    power["always"] = [*entries_of(power, "always"), *attack.always]
    lines, apart = with_cases(attack.effects.lines, attack.effects.cases)
    power["effects"] = lines
    cases = [_in_case(power, case) for case in apart]
    follows = [_follow_up(power, each) for each in attack.effects.follows]
    draft.add_power(power)
    for each in cases:
        if power["use"] != "at-will":
            each["use"] = f"with {power['name']}"
    for each in (*cases, *follows):
        draft.add_power(each)
    for sentence in (*attack.effects.unknown, *attack.unclear):
        draft.note_unclear(f"{entry.name}: {sentence}", entry.line_of(sentence))


def _variant_name(what: str, power: object) -> str:
    """A name for a variant of a power. It ends with the power's name, whose first letters then still mean the power."""
    return as_name(f"{what[:1].upper()}{what[1:]}: {power}", "Power")


def _in_case(power: Table, case: Case) -> Table:
    """The power in one case."""
    lines = [line for line in entries_of(power, "effects") if line not in case.in_place_of]
    name = _variant_name(case.condition, power["name"])
    damage = power["damage"] if case.damage is None else case.damage_field
    return {**power, "name": name, "effects": [*lines, *case.lines], "damage": damage, "text": ""}


def _follow_up(power: Table, follow: Follow) -> Table:
    """A follow-up of the attack: a power without an attack roll, to use when its occasion comes."""
    name, damage = _variant_name(follow.name, power["name"]), follow.damage.field_text
    return {"name": name, "action": "free", "range": power["range"], "damage": damage, "effects": [*follow.lines]}


# Powers that make the attacks of other powers


def list_attacks(draft: CreatureDraft) -> None:
    """Sets `multiattack` if a power's text begins with its attacks; the rest of the text stays in the power."""
    names = {str(each["name"]).lower(): str(each["name"]) for each in draft.powers if "attack" in each}
    if not names:
        return
    basic = _basic_attacks(draft.powers)
    names = {**basic, **names}
    for power in draft.powers:
        text = plain(str(power.get("text", "")))[:MOST_CHARACTERS]
        makes = re.match(_MAKES, text)
        of_others = makes is not None and re.search(r"(?i)\b(?:all(?:y|ies)|within)\b", makes[0])
        if any(power.get(key) for key in _MECHANICS):
            continue
        melee = next((each for each in draft.powers if each["name"] == basic.get("basic melee")), None)
        if melee is not None and re.search(_AGAINST_EACH, text):
            _attack_each(power, melee, text)
        elif makes and not of_others and (attacks := _attacks(text[makes.end() :], names)):
            power["multiattack"] = attacks
        elif melee is not None and re.search(_ON_ITS_WAY, text):
            power["multiattack"] = [melee["name"]]


_ON_ITS_WAY = r"(?i)at one point during the movement, (?:it|they) can make one basic melee attack"
_AGAINST_EACH = (
    r"(?i)each time it enters a creature['’]s space, the [\w' -]+ makes a basic melee attack|"
    r"\b(?:gets?|makes?) a basic melee attack against (?:all|each|every)\b"
)
_TRAMPLES = r"(?i)on a hit, the target is also knocked prone|if the attack hits, [^.]*\bfall prone"


def _attack_each(power: Table, melee: Table, text: str) -> None:
    """Copies the numbers of the basic melee attack into a power that attacks each creature on its way."""
    power |= {key: melee[key] for key in ("attack", "damage", "crit", "range") if melee.get(key)}
    prone = [EffectLine((PRONE,))] if re.search(_TRAMPLES, text) else []
    power["effects"] = [*entries_of(melee, "effects"), *prone]


def _basic_attacks(powers: Iterable[Table]) -> dict[str, str]:
    """The creature's basic attacks: the first that it can always make as a standard action, in melee and at range."""
    usual = [each for each in powers if "attack" in each and (each.get("action"), each.get("use")) == _USUAL]
    ranged = [each for each in usual if str(each.get("range", "")).startswith(("ranged", "far"))]
    melee = [each for each in usual if each not in ranged and not str(each.get("range", "")).startswith("near")]
    firsts = (("basic melee", melee), ("basic ranged", ranged), ("basic", usual))
    return {kind: str(powers_of_kind[0]["name"]) for kind, powers_of_kind in firsts if powers_of_kind}


def _attacks(text: str, names: dict[str, str]) -> list[str]:
    """The attacks a text begins with, such as `two claw and a bite attack`, by the names of their powers."""
    attack = rf"(?:{_COUNT}) (?:{any_of(names)})(?: attacks?)?"
    listed = re.match(rf"(?i){attack}(?:(?:, and |, | and ){attack})*(?<=ttack|tacks)(?=[ ,.])", text)
    made = re.finditer(rf"(?i)(?P<count>{_COUNT}) (?P<name>{any_of(names)})", listed[0] if listed else "")
    return [str(Part(names[each["name"].lower()], _COUNTS[each["count"].lower()])) for each in made]


# Effects that depend on a state of the target: `If it is already slowed, it is immobile`


def with_cases(lines: Sequence[DraftLine], cases: Iterable[Case]) -> tuple[list[DraftLine], list[Case]]:
    """The lines of a hit, with the lines of each case behind `if FACT:`; and the cases that have no such fact.

    The cases come in reverse order, because the lines of an earlier case may make the fact of a later case true.
    """
    facts = [(case, _fact_of(case, lines)) for case in cases]
    known = [(case, fact) for case, fact in facts if fact]
    of_cases: list[DraftLine] = []
    replacing: list[str] = []
    for case, fact in reversed(known):
        prefix = f"if {'+!'.join((fact, *replacing))}: "
        of_cases += [with_prefix(prefix, each) for each in case.lines]
        replacing += [fact] if case.in_place_of else []
    usual = [_unless([fact for case, fact in known if each in case.in_place_of], each) for each in lines]
    return [*of_cases, *usual], [case for case, fact in facts if not fact]


def _unless(facts: Sequence[str], line: DraftLine) -> DraftLine:
    return with_prefix(f"if {'+'.join(f'!{each}' for each in facts)}: ", line) if facts else line


def _fact_of(case: Case, lines: Iterable[DraftLine]) -> str:
    """The fact of a case with only lines: a condition, or an effect in the source's words that the attack causes."""
    is_choice = case.condition.startswith("or ")
    if is_choice or case.damage is not None or any(each.prefix for each in (*case.lines, *case.in_place_of)):
        return ""
    if fact := fact_in("orcus", case.condition, "other"):
        return "" if fact.of_self or "," in fact.words else fact.words
    words = re.sub(r"(?i)^already ", "", case.condition)
    named = (each.what.names for each in lines if isinstance(each, EffectLine) and isinstance(each.what, Conditions))
    quoted = (each for names in named for each in names if isinstance(each, Quoted))
    return next((str(each) for each in quoted if words in each.words.lower()), "")
