"""Monsters of the Adventure Tools: XML, one monster or several in a file."""

import re
from collections.abc import Iterator

from orcus_tui.importers.creature_draft import CreatureDraft, Leftover, one_line, plain
from orcus_tui.importers.draft_text import Amount
from orcus_tui.importers.fourth import printed
from orcus_tui.importers.html_text import html_text
from orcus_tui.importers.import_result import ImportResult, result_for_system
from orcus_tui.importers.orcus.printed_powers import EFFECT, HIT, MISS, Result
from orcus_tui.importers.source_text import decode_source
from orcus_tui.importers.xml_nodes import Element, read_xml
from orcus_tui.storage.encounter.casting import ABILITIES

_DEFENSES = ("ac", "fortitude", "reflex", "will")
_READ = (
    "AbilityScores", "Defenses", "Skills", "Size", "Origin", "Type", "GroupRole", "Items", "Languages", "Alignment",
    "Senses", "Regeneration", "Keywords", "Powers", "Initiative", "HitPoints", "ActionPoints", "Experience",
    "LandSpeed", "Speeds", "SavingThrows", "Resistances", "Weaknesses", "Immunities", "Tactics", "Description",
    "Level", "Role", "IsLeader", "Name",
)  # fmt: skip
# Identifiers, and inputs for calculations of the Adventure Tools.
_MACHINERY = (
    "ID", "AttackBonuses", "SourceBook", "SourceBooks", "Race", "TemplateApplications", "CompendiumUrl", "Tier",
    "Image", "Phasing",
)  # fmt: skip
_RESULTS = (
    ("Aftereffects", "Aftereffect"),
    ("FailedSavingThrows", "First Failed Saving Throw"),
    ("Sustains", "Sustain"),
)
DEEPEST = 3
"""The most levels of attacks inside the results of attacks."""
_NO_SIZE = ("", "none")


def read(data: bytes) -> ImportResult:
    """The monsters of a source. Raises UnreadableSource if there are none."""
    root = read_xml(decode_source(data))
    others = [Leftover(each.line, "", f"{each.tag}: {one_line(each.whole_text())}") for each in _others(root)]
    return result_for_system("orcus", map(_creature, _monsters(root)), others)


def _monsters(element: Element) -> Iterator[Element]:
    if element.tag == "Monster" and element.child("Defenses").children:
        yield element
        return
    for each in element.children:
        yield from _monsters(each)


def _others(root: Element) -> Iterator[Element]:
    """The elements with text next to the monsters."""
    if root.tag != "Monster":
        yield from (each for each in root.children if not list(_monsters(each)) and each.whole_text())


def _creature(monster: Element) -> CreatureDraft:
    draft = CreatureDraft(monster.child("Name").text, monster.line)
    level = _whole(monster.child("Level").text)
    draft.put("level", level)
    leads = monster.child("IsLeader").text.strip().lower() == "true"
    printed.put_role(
        draft, _reference_name(monster.child("Role")), _reference_name(monster.child("GroupRole")), leads=leads
    )
    size = _reference_name(monster.child("Size"))
    draft.put("size", "" if size.lower() in _NO_SIZE else size)
    draft.put(
        "type", f"{_reference_name(monster.child('Origin'))} {_reference_name(monster.child('Type'))}".strip().lower()
    )
    printed.add_tags(draft, [name.lower() for name in _names(monster.child("Keywords"))])
    draft.put("xp", _final(monster.child("Experience")) or None)
    draft.put("max_hp", _final(monster.child("HitPoints")))
    draft.put("initiative", _final(monster.child("Initiative")))
    draft.put("defenses", _by_name(monster.child("Defenses"), _DEFENSES))
    draft.put("abilities", _by_name(monster.child("AbilityScores"), ABILITIES))
    draft.put("action_points", _final(monster.child("ActionPoints")) or None)
    for saving in monster.child("SavingThrows").children:
        _add_saves(draft, saving)
    regeneration = monster.child("Regeneration")
    printed.add_regeneration(draft, _final(regeneration), plain(regeneration.child("Details").text))
    for key, tag in (("Resist", "Resistances"), ("Vulnerable", "Weaknesses"), ("Immune", "Immunities")):
        for each in monster.child(tag).children:
            _add_susceptibility(draft, key, each)
    _put_words(draft, monster)
    for power in monster.child("Powers").children:
        _add_power(draft, power)
    _add_texts(draft, monster)
    return printed.finish(draft)


# Numbers


def _whole(text: str) -> int | None:
    found = re.fullmatch(r"[+-]?\d{1,9}", text.strip())
    return int(found[0]) if found else None


def _final(element: Element) -> int | None:
    """The final value of an element; the number in its text if it has no final value."""
    final = _whole(element.attributes.get("FinalValue", ""))
    return _whole(element.text) if final is None else final


def _by_name(element: Element, names: tuple[str, ...]) -> dict[str, int]:
    """The listed numbers, by the known name that begins their printed name."""
    found: dict[str, int] = {}
    for each in element.child("Values").children:
        known = each.child("Name").text.strip().lower()
        name = next((name for name in names if known.startswith(name)), "")
        number = _final(each)
        if name and number is not None:
            found[name] = number
    return found


def _add_saves(draft: CreatureDraft, saving: Element) -> None:
    details = saving.child("Details").text
    if details.strip():
        draft.add_text(f"Saving throws: {_final(saving) or 0:+d} {plain(details)}")
    else:
        draft.put("saves", _final(saving) or None)


# Names


def _reference_name(element: Element) -> str:
    """The name of the object that an element refers to."""
    return plain(element.child("ReferencedObject", "Name").text)


def _names(element: Element) -> list[str]:
    return [name for each in element.children if (name := _reference_name(each) or plain(each.child("Name").text))]


def _add_susceptibility(draft: CreatureDraft, key: str, element: Element) -> None:
    """Adds `fire 5`, or `cold 10 while bloodied`; an immunity has no number."""
    name = (_reference_name(element) or plain(element.child("Name").text)).lower()
    amount = _final(element.child("Amount")) or 0
    details = plain(element.child("Details").text)
    if details:
        words = " ".join(filter(None, (name, str(amount or ""), details)))
        draft.add_unclear_fact(f"{key}: {printed.in_orcus_words(words)}", element.line)
    elif key == "Immune":
        printed.add_statistic(draft, key, name, element.line)
    else:
        printed.add_resistance(draft, key, name, amount, element.line)


def _put_words(draft: CreatureDraft, monster: Element) -> None:
    """Sets speed, senses, languages, alignment and skills as printed."""
    land = _final(monster.child("LandSpeed", "Speed"))
    speeds = [_with_details(str(land), monster.child("LandSpeed"))] if land is not None else []
    speeds += [
        _with_details(f"{_reference_name(each).lower()} {_final(each.child('Speed')) or ''}".strip(), each)
        for each in monster.child("Speeds").children
    ]
    draft.put("speed", ", ".join(speeds))
    skills = {plain(each.child("Name").text): _final(each) for each in monster.child("Skills", "Values").children}
    perception = skills.pop("Perception", None)
    senses = [f"Perception {perception:+d}"] if perception is not None else []
    for each in monster.child("Senses").children:
        distance = _final(each.child("Range")) or 0
        senses.append(f"{_reference_name(each).lower()} {distance or ''}".strip())
    draft.put("senses", ", ".join(senses))
    draft.put("languages", ", ".join(_names(monster.child("Languages"))))
    draft.put("alignment", _reference_name(monster.child("Alignment")))
    known = ", ".join(f"{name} {number:+d}" for name, number in skills.items() if name and number is not None)
    draft.add_fact(f"Skills: {known}" if known else "")
    items = [name for each in monster.child("Items").children if (name := _reference_name(each.child("Item")))]
    draft.add_fact(f"Equipment: {', '.join(items)}" if items else "")


def _with_details(words: str, element: Element) -> str:
    details = plain(element.child("Details").text)
    return f"{words} {details}".strip()


def _add_texts(draft: CreatureDraft, monster: Element) -> None:
    for key in ("Tactics", "Description"):
        draft.add_text(html_text(monster.child(key).text))
    for each in monster.children:
        if each.tag not in (*_READ, *_MACHINERY) and each.whole_text() and each.whole_text().lower() != "false":
            draft.add_unclear(f"{each.tag}: {each.whole_text()}", each.line)


# Powers


def _add_power(draft: CreatureDraft, element: Element) -> None:
    """Adds a power, a trait or an aura."""
    name, tags = element.child("Name").text, ", ".join(_names(element.child("Keywords")))
    details = html_text(element.child("Details").text)
    radius = _final(element.child("Range")) if element.tag == "MonsterTrait" else None
    if radius:
        printed.add_aura_text(draft, f"{name} ({tags.lower()})" if tags else name, radius, details, element.line)
        return
    if element.tag == "MonsterTrait":
        printed.add_power(draft, printed.PrintedPower(name, element.line, tags=tags, details=details))
        return
    power = printed.PrintedPower(name, element.line, tags=tags, details=details)
    power.requirement = html_text(element.child("Requirements").whole_text())
    power.trigger = html_text(element.child("Trigger").whole_text())
    power.attacks = tuple(each for attack in element.child("Attacks").children for each in _attacks(attack))
    power.kind = element.child("Type").text
    power.action = plain(element.child("Action").text).lower() or "none"
    _put_use(power, element.child("Usage").text, element.child("UsageDetails").text)
    printed.add_power(draft, power)


def _put_use(power: printed.PrintedPower, usage: str, details: str) -> None:
    """Sets the use, such as `at-will` or `recharge`, with its details or the lowest face that recharges it."""
    power.use, power.use_details = plain(usage).lower(), plain(details)
    lowest = re.fullmatch(r"([1-6])\+?", power.use_details)
    if power.use == printed.RECHARGE and lowest:
        power.recharges_from, power.use_details = int(lowest[1]), ""


def _attacks(element: Element, depth: int = 0) -> list[printed.PrintedAttack]:
    """An attack, and the further attacks in its results."""
    bonus = next(iter(element.child("AttackBonuses").children), None)
    results = [each for label in (HIT, MISS, EFFECT) for each in _results(element.child(label), label)]
    attack = printed.PrintedAttack(
        range=_printed_range(element.child("Range")),
        targets=plain(element.child("Targets").text),
        bonus=_final(bonus) if bonus else None,
        defense=_reference_name(bonus.child("Defense")) if bonus else "",
        results=(*results, *printed.nonempty_results(Result(HIT, html_text(element.child("Description").text)))),
    )
    within = [each for label in (HIT, MISS, EFFECT) for each in element.child(label, "Attacks").children]
    return [attack, *(more for each in within if depth < DEEPEST for more in _attacks(each, depth + 1))]


def _printed_range(element: Element) -> str:
    words = plain(element.text or element.attributes.get("FinalValue", ""))
    return "" if words in ("0", "None") else words


def _results(element: Element, label: str) -> list[Result]:
    """The result of a hit, a miss or an effect, and the results of failed saves.

    The tools print the dice before the description, which continues with `damage, and …`.
    """
    dice = plain(element.child("Damage", "Expression").text)
    words = html_text(element.child("Description").text)
    alone = Result(label, "", Amount(dice)) if dice and not words else Result(label, f"{dice} {words}".strip())
    results = [*printed.nonempty_results(alone)]
    for tag, usual in _RESULTS:
        for each in element.child(tag).children:
            name = plain(each.child("Name").text) or usual
            results += _results(each, name) or printed.nonempty_results(Result(name, each.whole_text()))
    return results
