"""A creature of the fifth edition as printed, the common form of all its formats, and the draft of that creature."""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from orcus_tui.importers.creature_draft import CreatureDraft, as_name, one_line, plain
from orcus_tui.importers.draft_text import effect_line
from orcus_tui.importers.srd5 import statistics
from orcus_tui.importers.srd5.clauses import ABILITIES, CONDITIONS
from orcus_tui.importers.srd5.multiattacks import MULTIATTACK, Attacks, list_attacks
from orcus_tui.importers.srd5.powers import LEGENDARY, add_action
from orcus_tui.importers.srd5.printed_action import Option, PrintedEntry
from orcus_tui.importers.srd5.spell_lists import add_spells, lists_spells
from orcus_tui.importers.srd5.trait_mechanics import read_swallowing

Value = str | int | list[str]
TRAITS = "traits"
SECTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "actions": ("", ()),
    "bonus actions": ("bonus", ()),
    "reactions": ("reaction", ()),
    "legendary actions": (LEGENDARY, (LEGENDARY,)),
    "mythic actions": ("free", ("mythic",)),
    "lair actions": ("free", ("lair",)),
}
"""The sections with actions, each with the cost of its actions, and their tags."""

_SIZES = "tiny|small|medium|large|huge|gargantuan"
_KIND = rf"(?P<size>(?:{_SIZES})(?:(?: or |/|, )(?:{_SIZES}))*)\b,? *(?P<rest>.*)"
_COMMA_OUTSIDE = r",(?![^(]*\))"
_HIT_POINTS = r"(?P<number>[0-9,]+) *(?:\( *(?P<dice>[^();]*)(?:;[^()]*)?\))?(?P<rest>.*)"
_XP = r"(?P<before>[0-9][0-9,]*) *XP|XP:? *(?P<after>[0-9][0-9,]*)"
_RATING = r"[0-9]+/[0-9]+|[0-9]*\.[0-9]+|[0-9]+|[½¼⅛]"
_USES_A_DAY = r"\((?P<times>[0-9]{1,4}) ?/ ?day\b(?P<more>[^()]*)\)"
_USES_A_REST = r"\((?P<times>[0-9]{1,4}) per (?P<rest>short|long) rest\)"
_NUMBER_OF_LEGENDARY = r"take (?P<one>[0-9]) legendary actions|legendary action uses: (?P<other>[0-9])"
_ATTACK = r"(?:(?:melee|ranged)(?: or ranged)? )?(?:weapon |spell )?attack(?: roll)?: ?[+-]|[+-][0-9]+ to hit\b"
_BREATHS, _BREATH = r"one of the following breath weapons", " breath"
_DAMAGE_FIELDS = ("vulnerable", "resist", "immune")
_PLAIN_FIELDS = {
    "level": "level", "role": "role", "hit points now": "hp", "temporary hit points": "temp_hp", "notes": "notes",
}  # fmt: skip
"""Fields of encounters and characters, and their names in the encounter format."""


class PrintedField(Struct, frozen=True):
    """The value under a heading such as `Armor Class`, as a text, a number or a list, and its line."""

    value: str | int | tuple[str, ...]
    line: int


class PrintedCreature(Struct):
    """A creature as printed.

    `fields` are by their names: `kind` (or `size`, `type` and `alignment`), `ac`, `armor`, `hp`, `hit dice`,
    `initiative`, `speed`, `saves`, `skills`, `vulnerable`, `resist`, `immune`, `condition immune`, `senses`,
    `languages`, `challenge`, `proficiency`, `xp`, `gear`, `source`, `description`, `legendary` (the number of actions),
    `forms` (the names of a shapechanger's stat blocks), and those of `_PLAIN_FIELDS`. Numbers and lists of the source
    are kept as numbers and lists, and the text after a number is a separate field, such as `armor` or `hit dice`.
    `limited` are, by field, resistances to only some attacks. `abilities` and `saves` are numbers by the ability's
    short name; a save equal to the ability's modifier is left out. `introductions` are the texts of sections before
    their first action, and `unread` are texts that belong to no field. `further` are fields of the encounter format,
    such as `resources`. `facts` are names and numbers to show, and `unclear` those among them that have to be applied
    by hand. `multiattacks` are the choices of multiattacks by name, if the source has them as fields.
    """

    name: str
    line: int
    fields: dict[str, PrintedField] = field(default_factory=dict)
    abilities: dict[str, int] = field(default_factory=dict)
    saves: dict[str, int] = field(default_factory=dict)
    limited: dict[str, list[str]] = field(default_factory=dict)
    entries: list[PrintedEntry] = field(default_factory=list)
    introductions: list[str] = field(default_factory=list)
    unread: list[tuple[int, str]] = field(default_factory=list)
    further: dict[str, object] = field(default_factory=dict)
    facts: list[str] = field(default_factory=list)
    unclear: list[tuple[int, str]] = field(default_factory=list)
    multiattacks: dict[str, Sequence[Attacks]] = field(default_factory=dict)

    def put(self, name: str, value: Value | None, line: int) -> None:
        """Sets a field, unless the value is empty."""
        held = tuple(filter(one_line, value)) if isinstance(value, list) else value
        if isinstance(held, int) or (held and (isinstance(held, tuple) or one_line(held))):
            self.fields[name] = PrintedField(held, line)

    def put_classes(self, level: int, races: Sequence[str], classes: Iterable[tuple[str, int]]) -> None:
        """Sets the fields of a character: its level, and its race and the levels in its classes as its role."""
        names = " / ".join(f"{name} {number}" for name, number in classes)
        role = " ".join(filter(None, (*races, names)))
        fields: dict[str, str | int] = {
            "player": "yes", "level": level, "proficiency": 2 + (level - 1) // 4, "role": role,
        }  # fmt: skip
        for name, value in fields.items():
            self.put(name, value, self.line)

    def text(self, name: str) -> str:
        """A field in one plain line; empty if it is missing."""
        return ", ".join(self.parts(name))

    def parts(self, name: str) -> list[str]:
        """The entries of a list, or all of another field, each in one plain line."""
        value = self.fields[name].value if name in self.fields else ()
        return [plain(str(each)) for each in (value if isinstance(value, tuple) else [value])]

    def number(self, name: str) -> int | None:
        """A field that is a number; None for a text."""
        value = self.fields[name].value if name in self.fields else None
        return value if isinstance(value, int) else None

    def line_of(self, name: str) -> int:
        """A field's line, or the creature's."""
        return self.fields[name].line if name in self.fields else self.line


def draft_of(printed: PrintedCreature) -> CreatureDraft:
    """The draft of a creature, with its unknown passages."""
    draft = CreatureDraft(_title_case(printed.name), printed.line)
    _read_kind(draft, printed)
    _read_defense(draft, printed)
    _read_hit_points(draft, printed)
    for fact in printed.facts:
        draft.add_fact(fact)
    draft.put("abilities", printed.abilities)
    _read_initiative(draft, printed)
    _read_saves(draft, printed)
    for key in ("speed", "senses", "languages"):
        draft.put(key, printed.text(key).strip("- "))
    _read_resistances(draft, printed)
    _read_challenge(draft, printed)
    for label, key in (("Skills:", "skills"), ("Gear:", "gear"), ("Source:", "source"), ("", "description")):
        draft.add_text(f"{label} {printed.text(key)}".strip() if printed.text(key) else "")
    for name, key in _PLAIN_FIELDS.items():
        draft.put(key, printed.text(name) if printed.number(name) is None else printed.number(name))
    draft.put("kind", "pc" if printed.text("player") else "")
    for name, further in printed.further.items():
        draft.put(name, further)
    challenge = re.match(_RATING, printed.text("challenge"))
    numbers = " ".join(each.text for each in printed.entries if lists_spells(each.name))
    for each in _with_options(printed.entries):
        _add_entry(draft, each)
        uses = f" ({each.spells_a_day}/day)" if each.spells_a_day else ""
        add_spells(
            draft, f"{each.name}{uses}", f"{each.text} {each.listed}", challenge[0] if challenge else "", numbers
        )
    _read_introductions(draft, printed)
    list_attacks(draft, printed.multiattacks)
    read_swallowing(draft)
    _add_forms(draft, printed.parts("forms"))
    draft.add_all_unclear(printed.unread)
    for line, text in printed.unclear:
        draft.note_unclear(text, line)
    return draft


def _add_forms(draft: CreatureDraft, names: list[str]) -> None:
    """Adds the change into the other stat blocks of a shapechanger as a power."""
    if len(names) > 1:
        line = effect_line("choose", " | ".join(f'become "{each}"' for each in names), own=True)
        draft.add_power({"name": "Change Shape", "action": "action", "always": [line]})


def _title_case(name: str) -> str:
    """A name in capitals as a title: `GIANT RAT` is `Giant Rat`."""
    return name.title().replace("'S", "'s") if name.isupper() and len(name) > 3 else name


def _read_kind(draft: CreatureDraft, printed: PrintedCreature) -> None:
    """Reads `Large aberration (aquatic), lawful evil`, or its parts if a source has them separately."""
    text = printed.text("kind")
    found = re.match(_KIND, text, re.IGNORECASE)
    words = found["rest"] if found else text
    parts = re.split(_COMMA_OUTSIDE, words, maxsplit=1)
    draft.put("size", printed.text("size") or (found["size"] if found else ""))
    draft.put("type", printed.text("type") or parts[0].strip())
    draft.put("alignment", printed.text("alignment") or (parts[1].strip() if len(parts) > 1 else ""))


def _read_defense(draft: CreatureDraft, printed: PrintedCreature) -> None:
    """Reads the armor class, and keeps what is printed next to the number."""
    text, extra = printed.text("ac"), printed.text("armor")
    shown = f"{text} {extra}".replace(" ,", ",").strip()
    if found := re.match(r"(?P<number>[0-9]+)(?P<rest>.*)", text):
        draft.put("defenses", {"ac": int(found["number"][:4])})
        draft.add_text(f"Armor class {shown}" if extra or found["rest"].strip(" ,;") else "")
    elif shown:
        draft.add_unclear(f"ac: {shown}", printed.line_of("ac"))


def _read_hit_points(draft: CreatureDraft, printed: PrintedCreature) -> None:
    """Reads hit points and their dice, and keeps what is printed next to them."""
    text, dice = printed.text("hp"), printed.text("hit dice")
    if found := re.match(_HIT_POINTS, text):
        draft.put("max_hp", int(found["number"].replace(",", "")[:9] or 0))
        dice = found["dice"] or dice
        if extra := found["rest"].strip(" ,;."):
            draft.add_unclear(f"hp: {extra}", printed.line_of("hp"))
    elif text:
        draft.add_unclear(f"hp: {text}", printed.line_of("hp"))
    statistics.read_hit_dice(draft, dice)


def _read_initiative(draft: CreatureDraft, printed: PrintedCreature) -> None:
    score = printed.abilities.get("dex")
    if own := re.match(r"[+-]? ?[0-9]+", printed.text("initiative")):
        draft.put("initiative", int(own[0].replace(" ", "")[:6]))
    elif score is not None:
        draft.put("initiative", statistics.modifier(score))


def _read_saves(draft: CreatureDraft, printed: PrintedCreature) -> None:
    """Reads the saving throws that are better than the ability alone."""
    text = printed.text("saves")
    found = re.findall(r"\b([a-z]{3})[a-z]*\.?:? ?([+-]? ?[0-9]+)", text, re.IGNORECASE)
    saves = {name.lower(): int(bonus.replace(" ", "")[:6]) for name, bonus in found} | printed.saves
    known = {name: bonus for name, bonus in saves.items() if name in ABILITIES.values()}
    draft.put("saves", known)
    if text.strip("- ") and (len(known) < len(saves) or not found):
        draft.add_unclear(f"saves: {text}", printed.line_of("saves"))


def _read_resistances(draft: CreatureDraft, printed: PrintedCreature) -> None:
    """Reads damage types and conditions, which books of 2024 print in one list."""
    for key in _DAMAGE_FIELDS:
        parts = [each.strip(" .,-") for words in printed.parts(key) for each in words.split(";")]
        listed = [(part, _conditions_in(part)) for part in parts if part]
        types = [part for part, names in listed if not names]
        statistics.add_types(draft, key, types, printed.line_of(key), printed.limited.get(key, ()))
        for _, names in listed:
            statistics.add_conditions(draft, names, printed.line_of(key))
    names = [name for words in printed.parts("condition immune") for name in _listed(words)]
    statistics.add_conditions(draft, names, printed.line_of("condition immune"))


def _listed(words: str) -> list[str]:
    """The names in a list, in lower case."""
    parts = (re.sub(r"^(?:and|or) ", "", each.strip(" .-")) for each in re.split(r"[,;]", words.lower()))
    return [*filter(None, parts)]


def _conditions_in(part: str) -> list[str]:
    """The conditions in a list of only conditions; empty for any other list."""
    names = _listed(part)
    return names if all(each in (*CONDITIONS, "exhaustion") for each in names) else []


def _read_challenge(draft: CreatureDraft, printed: PrintedCreature) -> None:
    text = printed.text("challenge")
    rating = re.match(_RATING, text)
    points = _points_in(text, printed.text("xp"))
    statistics.read_challenge(draft, rating[0] if rating else "", printed.number("xp"), points)
    if rating is None and re.sub(r"\([^()]*\)", "", text).strip("-— "):
        draft.add_unclear(f"challenge: {text}", printed.line_of("challenge"))


def _points_in(challenge_text: str, text: str) -> int | None:
    """The experience points that are printed next to a challenge, or separately."""
    points = re.search(_XP, f"{challenge_text} {text}", re.IGNORECASE)
    bare = (points["before"] or points["after"]) if points else text
    number = re.sub(r"[^0-9]", "", bare)
    return int(number[:9]) if number else None


def _with_options(entries: list[PrintedEntry]) -> list[PrintedEntry]:
    """The entries; breath weapons that follow the action that chooses between them become its options."""
    found: list[PrintedEntry] = []
    for each in entries:
        last = found[-1] if found else None
        chosen = last and each.section == last.section and re.search(_BREATHS, last.text, re.IGNORECASE)
        if last and chosen and each.name.lower().endswith(_BREATH):
            option = Option(plain(each.name).strip(" .:"), each.text)
            found[-1] = replace(last, options=(*last.options, option))
        else:
            found.append(each)
    return found


def _add_entry(draft: CreatureDraft, entry: PrintedEntry) -> None:
    name = plain(f"{entry.name} ({entry.limit})" if entry.limit else entry.name).strip(" .:")
    uses = re.search(_USES_A_DAY, name, re.IGNORECASE)
    if uses and int(uses["times"]) > 1:
        draft.add_text(name if uses["more"].strip(" ,") else "")
        name = name.replace(uses[0], "").strip()
        draft.update("counters", {as_name(name.lower(), "uses"): int(uses["times"])})
    section = "actions" if entry.section == TRAITS and _is_action(name, entry) else entry.section
    if section in SECTIONS or entry.save:
        action, tags = SECTIONS.get(section, ("free", ()))
        add_action(draft, replace(entry, name=name, action=action, tags=tags))
    else:
        statistics.read_trait(draft, _without_uses_a_rest(draft, name), entry.text_to_show, entry.line)


def _without_uses_a_rest(draft: CreatureDraft, name: str) -> str:
    """The name of a trait; its uses per rest become a resource."""
    uses = re.search(_USES_A_REST, name)
    if uses is None:
        return name
    name = name.replace(uses[0], "").strip()
    draft.update("resources", {as_name(name.lower(), "uses"): {"max": int(uses["times"]), "per": uses["rest"]}})
    return name


def _is_action(name: str, entry: PrintedEntry) -> bool:
    """Whether a trait is really an action whose heading is missing: an attack, or several."""
    if entry.attack or name.lower() == MULTIATTACK:
        return True
    return re.match(_ATTACK, plain(entry.text), re.IGNORECASE) is not None


def _read_introductions(draft: CreatureDraft, printed: PrintedCreature) -> None:
    """Keeps the introductions of sections, and reads the number of legendary actions in them."""
    for each in printed.introductions:
        draft.add_text(each)
        found = re.search(_NUMBER_OF_LEGENDARY, plain(each), re.IGNORECASE)
        if found and LEGENDARY in draft.table:
            draft.put(LEGENDARY, int(found["one"] or found["other"]))
    if LEGENDARY in draft.table:
        draft.put(LEGENDARY, printed.number("legendary"))
