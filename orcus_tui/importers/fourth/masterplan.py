"""Creatures of Masterplan: its libraries, single creatures and projects, which are streams of .NET objects."""

import re

from orcus_tui.importers.binary_objects import BinaryObject, Stream, read_objects
from orcus_tui.importers.creature_draft import CreatureDraft, Leftover, plain
from orcus_tui.importers.fourth import printed
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.orcus.printed_powers import HIT, Result

_CREATURES = ("Creature", "CustomCreature", "NPC")
_OTHER_KINDS = {"Trap": "trap", "SkillChallenge": "skill challenge", "MagicItem": "magic item", "Artifact": "artifact"}
_SIZES = ("Tiny", "Small", "Medium", "Large", "Huge", "Gargantuan")
_ORIGINS = ("aberrant", "elemental", "fey", "immortal", "natural", "shadow")
_TYPES = ("animate", "beast", "humanoid", "magical beast")
_ROLES = ("artillery", "blaster", "brute", "controller", "lurker", "obstacle", "skirmisher", "soldier", "warder")
_RANKS = ("standard", "elite", "solo")
_ACTIONS = (
    "no action", "standard", "move", "minor", "immediate reaction", "immediate interrupt", "opportunity", "free",
)  # fmt: skip
_USES = ("encounter", "at-will", "at-will", "daily")
_DAMAGE_TYPES = (
    "all", "acid", "cold", "fire", "force", "lightning", "necrotic", "poison", "psychic", "radiant", "thunder",
)  # fmt: skip
_ABILITIES = {
    "str": "fStrength", "con": "fConstitution", "dex": "fDexterity", "int": "fIntelligence", "wis": "fWisdom",
    "cha": "fCharisma",
}  # fmt: skip
_NUMBERS = {"ac": "fAC", "fortitude": "fFortitude", "reflex": "fReflex", "will": "fWill"}
_TEXTS = (("Skills: ", "fSkills"), ("Equipment: ", "fEquipment"), ("Tactics: ", "fTactics"), ("", "fDetails"))
_FACES = re.compile(r"(?i)\brecharges? on ([1-6])(?:\s*[-–]\s*6|\+)?\b")


def read(data: bytes) -> ImportResult:
    """The creatures of a stream. Raises UnreadableSource if there are none."""
    stream = read_objects(data)
    known = [each for each in stream.objects if each.kind in _CREATURES and "fHP" in each.fields]
    others = [_left_out(each) for each in stream.objects if each.kind in _OTHER_KINDS]
    drafts = (_creature(stream, each, line) for line, each in enumerate(known, 1))
    return result_for_system("orcus", drafts, others)


def _left_out(found: BinaryObject) -> Leftover:
    return Leftover(1, "", f"{_OTHER_KINDS[found.kind]}: {plain(str(found.fields.get('fName') or 'without a name'))}")


class _Fields:
    """The fields of an object, with references resolved."""

    def __init__(self, stream: Stream, found: object) -> None:
        self.stream = stream
        self.kind = found.kind if isinstance(found, BinaryObject) else ""
        self._fields = found.fields if isinstance(found, BinaryObject) else {}

    def text(self, name: str) -> str:
        value = self.stream.follow(self._fields.get(name))
        return html_text(value) if isinstance(value, str) else ""

    def whole(self, name: str) -> int | None:
        """A number, or the number that is the only value of an object."""
        value = self.stream.follow(self._fields.get(name))
        if isinstance(value, BinaryObject):
            value = next(iter(value.fields.values()), None)
        return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9 else None

    def flag(self, name: str) -> bool:
        return self.stream.follow(self._fields.get(name)) is True

    def inner(self, name: str) -> "_Fields":
        return _Fields(self.stream, self.stream.follow(self._fields.get(name)))

    def fields_in(self, name: str) -> "list[_Fields]":
        entries = self.stream.entries(self._fields.get(name))
        return [_Fields(self.stream, each) for each in entries if isinstance(each, BinaryObject)]

    def word(self, name: str, words: tuple[str, ...]) -> str:
        """The word for a number; empty if there is no such word."""
        number = self.whole(name)
        return words[number] if number is not None and 0 <= number < len(words) else ""


def _creature(stream: Stream, found: BinaryObject, line: int) -> CreatureDraft:
    fields = _Fields(stream, found)
    draft = CreatureDraft(fields.text("fName"), line)
    draft.put("level", fields.whole("fLevel"))
    role = fields.inner("fRole")
    rank = "minion" if role.kind == "Minion" else role.word("fFlag", _RANKS)
    has_role = role.kind != "Minion" or role.flag("fHasRole")
    printed.put_role(draft, role.word("fType", _ROLES) if has_role else "", rank, leads=role.flag("fLeader"))
    draft.put("size", fields.word("fSize", _SIZES))
    draft.put("type", f"{fields.word('fOrigin', _ORIGINS)} {fields.word('fType', _TYPES)}".strip())
    printed.add_tags(draft, fields.text("fKeywords").lower().split(","))
    draft.put("max_hp", fields.whole("fHP"))
    draft.put("initiative", fields.whole("fInitiative"))
    draft.put("defenses", _numbers(fields, _NUMBERS))
    draft.put("abilities", _numbers(fields, _ABILITIES))
    regeneration = fields.inner("fRegeneration")
    printed.add_regeneration(draft, regeneration.whole("fValue"), regeneration.text("fDetails"))
    _add_resistances(draft, fields, line)
    for key, name in (("speed", "fMovement"), ("senses", "fSenses"), ("languages", "fLanguages")):
        draft.put(key, plain(fields.text(name)))
    draft.put("alignment", plain(fields.text("fAlignment")))
    for aura in fields.fields_in("fAuras"):
        _add_aura(draft, aura, line)
    for power in fields.fields_in("fCreaturePowers"):
        _add_power(draft, power, line)
    for label, name in _TEXTS:
        draft.add_text(f"{label}{fields.text(name)}" if fields.text(name) else "")
    return printed.finish(draft)


def _numbers(fields: _Fields, names: dict[str, str]) -> dict[str, int]:
    return {ours: number for ours, name in names.items() if (number := fields.whole(name)) is not None}


def _add_resistances(draft: CreatureDraft, fields: _Fields, line: int) -> None:
    """Adds damage modifiers: resistances are negative, weaknesses positive, and immunities zero."""
    for modifier in fields.fields_in("fDamageModifiers"):
        kind, value = modifier.word("fType", _DAMAGE_TYPES), modifier.whole("fValue") or 0
        if value:
            printed.add_resistance(draft, "Resist" if value < 0 else "Vulnerable", kind, abs(value), line)
        else:
            printed.add_statistic(draft, "Immune", kind, line)
    for key, name in (("Resist", "fResist"), ("Vulnerable", "fVulnerable"), ("Immune", "fImmune")):
        printed.add_statistic(draft, key, fields.text(name), line)


def _add_aura(draft: CreatureDraft, fields: _Fields, line: int) -> None:
    name, details = fields.text("fName"), fields.text("fDetails")
    words = plain(fields.text("fKeywords"))
    in_words = re.match(r"(?i)(?:aura )?(\d{1,2})[;:]?\s*", details)
    radius = fields.whole("fRadius") or (int(in_words[1]) if in_words else None)
    text = details[in_words.end() :] if in_words else details
    if radius is None or not 0 < radius < 100:
        printed.add_power(draft, printed.PrintedPower(name, line, tags=words, details=details))
    else:
        printed.add_aura_text(draft, f"{name} ({words})" if words else name, radius, text, line)


def _add_power(draft: CreatureDraft, fields: _Fields, line: int) -> None:
    action, attack = fields.inner("fAction"), fields.inner("fAttack")
    power = printed.PrintedPower(fields.text("fName"), line, tags=fields.text("fKeywords"))
    power.requirement, power.trigger = fields.text("fCondition"), action.text("fTrigger")
    reach = plain(fields.text("fRange"))
    hit = Result(HIT, re.sub(r"(?i)^hit: *", "", fields.text("fDetails").strip()))
    bonus, defense = attack.whole("fBonus"), attack.word("fDefence", printed.DEFENSES)
    power.attacks = (printed.PrintedAttack(reach, bonus=bonus, defense=defense, results=printed.nonempty_results(hit)),)
    if (sustained := action.word("fSustainAction", _ACTIONS)) not in ("", "no action"):
        power.results = (Result(f"Sustain {sustained}", ""),)
    power.kind = re.sub(r"(?i)^(?:\d+|reach\b).*", "melee", reach)
    if action.kind:  # without an action it is a trait
        power.action = action.word("fAction", _ACTIONS) or "standard"
        power.use, power.recharges_from = _use(action)
    printed.add_power(draft, power)
    description = fields.text("fDescription")
    draft.add_text(f"{plain(power.name)}: {description}" if description else "")


def _use(action: _Fields) -> tuple[str, int]:
    """The use of a power, such as `at-will`, or the lowest face that recharges it."""
    recharge = plain(action.text("fRecharge"))
    if found := _FACES.search(recharge) or re.fullmatch(r"([1-6])\+?", recharge):
        return "", int(found[1])
    return recharge.lower() or action.word("fUse", _USES), 0
