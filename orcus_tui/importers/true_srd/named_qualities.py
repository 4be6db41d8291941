"""Special qualities of the True SRD that their names define in full, as modifiers: `Resistance to Cold 4`."""

import re
from collections.abc import Mapping

_REDUCTION = r"(?i)damage reduction \+(?P<number>\d+)/(?P<word>[a-z]+)"
_RESISTANCE = r"(?i)resistance to (?P<what>.+)"
_IMMUNITY = r"(?i)immun(?:ity|e) to (?P<what>[a-z]+)(?: damage)?"
_EACH_WITH_A_NUMBER = r"([a-z]+) \+?(\d+)"
_MIND_CONDITIONS = ("fascinated", "frightened", "panicked", "shaken")
_CONDITIONS: Mapping[str, tuple[str, ...]] = {
    "plant traits": (*_MIND_CONDITIONS, "paralyzed", "stunned"),
    "vermin traits": _MIND_CONDITIONS,
}
"""The conditions that a type of creature is immune to because it has no mind or no nerves."""


def modifiers_of_name(name: str) -> list[str]:
    """The modifiers that the name of a quality states; empty for other names."""
    if reduction := re.fullmatch(_REDUCTION, name):
        return [f"resist all {reduction['number']} unless {reduction['word'].lower()}"]
    if resistance := re.fullmatch(_RESISTANCE, name):
        return _resistances(resistance["what"].lower())
    if immunity := re.fullmatch(_IMMUNITY, name):
        return [f"immune all with {_quoted(immunity['what'].lower())}"]
    return [f"immune {each}" for each in _CONDITIONS.get(name.lower(), ())]


def _resistances(what: str) -> list[str]:
    """The modifiers of `cold 4 and fire 4`, `cold and electricity +2`, `energy +8 (acid, cold and fire)`."""
    pairs = re.findall(_EACH_WITH_A_NUMBER, what)
    if len(pairs) == 1 and (number := pairs[0][1]):
        listed = re.search(r"\((.+)\)", what)
        types = re.findall(r"[a-z]+", listed[1] if listed else what)
        return [f"resist all {number} with {','.join(_quoted(each) for each in types if each != 'and')}"]
    return [f"resist all {number} with {_quoted(type_)}" for type_, number in pairs]


def _quoted(type_: str) -> str:
    return f'"{type_}"'
