"""The events that other programs get: every kind is in the schema, and stays as it was released."""

import json
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from orcus_tui import api
from orcus_tui.api.events import KINDS, all_kinds, schema, schema_text
from orcus_tui.api.fight import Fight
from orcus_tui.model.events import Event
from tests.helpers.fights.played import Played, creature, power
from tests.helpers.project.files import ROOT

FILE = ROOT / "docs" / "events.schema.json"
RELEASED = ROOT / "tests" / "api" / "released-events.json"
"""The schema of the last release; at a release, `docs/events.schema.json` is copied here."""


def fields_of(document: dict[str, Any]) -> dict[tuple[str, str], Any]:
    """The type of each field of each kind."""
    return {
        (kind["title"], name): {key: value for key, value in field.items() if key != "description"}
        for kind in document["oneOf"]
        for name, field in kind["properties"].items()
    }


def test_every_event_of_the_rules_has_a_kind() -> None:
    assert set(KINDS) == {each for part in get_args(Event) for each in get_args(part) or (part,)}
    assert api.__doc__


def test_the_schema_is_not_stale() -> None:
    assert FILE.read_text(encoding="utf-8") == schema_text(), "orcus-tui schema events > docs/events.schema.json"


def test_kinds_and_fields_are_only_added_since_the_last_release() -> None:
    released, now = fields_of(json.loads(RELEASED.read_text(encoding="utf-8"))), fields_of(schema())
    assert {each: now.get(each) for each in released} == released


def test_no_two_kinds_share_a_name() -> None:
    names = [each.name for each in all_kinds()]
    assert sorted(set(names)) == names


CLUB = power("Club", 'attack = "+5 vs AC"\ndamage = "1d6"')
BOW = power("Bow", 'range = "ranged 10"\nattack = "+5 vs AC"\ndamage = "1d6"')
FIGHTS = {
    "orcus": "defenses = { ac = 15, fortitude = 12, reflex = 12, will = 12 }",
    "srd5": "defenses = { ac = 15 }",
    "archmage": "defenses = { ac = 15, pd = 12, md = 12 }",
}
LINES = (
    "begin", "attack club ogre", "attack bow ogre", "damage ogre 50", "heal ogre 3", "apply ogre dazed save ends",
    "persist ogre 5 fire", "bonus ari +1d4 attack while staggered", "zone fog ogre \"damage 1\" start", "into fog ari",
    "outof fog ari", "ask all", "next", "next", "undo 2", "redo", "answer all", "roll 2d6 \"luck\"", "note ari \"x\"",
    "spent ogre move", "add Rat x2 hp=3", "drop rat1", "set ari hp 3", "remove ogre all", "reserve ogre", "kill ogre",
    "alias hit \"damage ogre 1\"", "counter ari.oil 2", "option ", "finish", "rest long",
)  # fmt: skip


def results(system: str) -> Iterator[dict[str, Any]]:
    """The events of every line that can be carried out, as other programs read them."""
    common = FIGHTS[system]
    played = Played(
        creature("Ari", f'kind = "pc"\nmax_hp = 40\ninitiative_total = 20\n{common}', CLUB, BOW),
        creature("Ogre", f"max_hp = 80\ninitiative_total = 10\n{common}", CLUB),
        system=system,
    )
    fight = Fight(played.session)
    played.session.dice_source = type(played.session.dice_source)([3] * 400)
    for line in LINES:
        try:
            result = fight.do(line)
        except api.fight.OrcusError:
            continue
        for event in result.events:
            yield json.loads(json.dumps(event.as_json()))


@pytest.mark.parametrize("system", FIGHTS)
def test_the_events_of_a_fight_are_as_the_schema_says(system: str) -> None:
    kinds = {kind["title"]: Draft202012Validator(kind) for kind in schema()["oneOf"]}
    seen = set()
    for event in results(system):
        faults = [each.message for each in kinds[event["kind"]].iter_errors(event)]
        assert not faults, event
        assert set(event) == set(kinds[event["kind"]].schema["properties"])
        seen.add(event["kind"])
    assert len(seen) > 15
