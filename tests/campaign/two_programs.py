"""Several programs on the same fights and files: each fight has one writer at a time, and nothing is damaged."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from orcus_tui.session.dice_source import RandomDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.read import read_encounter
from orcus_tui.storage.journal.journal_list import list_unfinished
from orcus_tui.storage.lock import is_locked
from tests.campaign.programs.another_user import CONFIG, ENCOUNTER, FILES, PARTY, STATE
from tests.campaign.trials import Broken, Campaign
from tests.helpers.fights.sessions import journal_settings_at, result_of, session_on

ACTS_EACH = 40
ROOT = Path(__file__).parents[2]
HEROES = """
format = 1

[[creature]]
name = "Ari"  # keeps watch
kind = "pc"
max_hp = 30
"""
FORD = """
format = 1
name = "The ford"
party = "heroes.toml"

[[creature]]
name = "Ogre"
max_hp = 40
"""


def try_two(seed: int, _folder: Path) -> int:
    """Runs two or three programs at once; afterwards everything they were shown is there."""
    chance = Random(seed)
    PARTY.write_text(HEROES, encoding="utf-8")
    ENCOUNTER.write_text(FORD, encoding="utf-8")
    CONFIG.write_text("[aliases]\nbash = 'damage ogre 5'\n", encoding="utf-8")
    names = ("P", "Q", "R")[: chance.randint(2, 3)]
    players = [start(name, chance.randrange(2**32)) for name in names]
    reports = [report_of(each) for each in players]
    for report in reports:
        if report["wrong"]:
            raise Broken("\n".join(report["wrong"][:3]))
    try_fights([tuple(each) for report in reports for each in report["added"]])
    try_files()
    return sum(report["tried"] for report in reports)


def start(name: str, seed: int) -> "subprocess.Popen[str]":
    """Starts a user in a separate process."""
    command = [sys.executable, "-m", "tests.campaign.programs.another_user", name, str(seed), str(ACTS_EACH)]
    environment = dict(os.environ) | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)


def report_of(player: "subprocess.Popen[str]") -> dict[str, Any]:
    """The report of a user. Raises Broken if it failed."""
    output, errors = player.communicate(timeout=100)
    if player.returncode or errors:
        raise Broken(f"ended with {player.returncode}: {errors[-2000:]}")
    report: dict[str, Any] = json.loads(output)
    return report


def try_fights(added: list[tuple[Any, ...]]) -> None:
    """Raises Broken if a creature that was shown is not in its fight, or a fight cannot be resumed."""
    journal_settings = journal_settings_at(STATE)
    names: dict[str, set[str]] = {}
    for fight in list_unfinished(STATE):
        if fight.fault or is_locked(STATE / f"{fight.id}.jsonl"):
            raise Broken(f"{fight.id}: {fight.fault or 'still locked'}")
        session, lost = Session.resume(journal_settings, fight.id, RandomDice(Random(1)))
        session.end(finished=False)
        if lost:
            raise Broken(f"{fight.id}: {lost}")
        names[fight.id] = {sheet.name for sheet in session.fight.sheets.values()}
    missing = [(journal, name) for journal, name in added if name not in names.get(journal, set())]
    if missing:
        raise Broken(f"shown, and not in the fight: {missing[:5]}")


def try_files() -> None:
    """Raises Broken unless a file that several programs wrote has the content of one of them."""
    read_encounter(ENCOUNTER)
    if "# keeps watch" not in PARTY.read_text(encoding="utf-8"):
        raise Broken(f"the party file is damaged: {PARTY.read_text(encoding='utf-8')}")
    for path in Path().glob("fight*.toml"):
        read_encounter(path)
    for path in Path().glob("log*.json"):
        json.loads(path.read_bytes())
    if litter := list(Path().glob(".orcus*")):
        raise Broken(f"left behind: {litter}")


def try_in_turn(seed: int, folder: Path) -> int:
    """Writes the same files from two sessions in turn: neither overwrites the other's contents without a copy."""
    chance = Random(seed)
    ENCOUNTER.write_text(FORD.replace('party = "heroes.toml"', ""), encoding="utf-8")
    sessions = [session_on(read_encounter(ENCOUNTER), seed, encounter=ENCOUNTER) for _ in range(2)]
    last: dict[str, tuple[Session, bytes]] = {}
    for number in range(ACTS_EACH):
        session, name = chance.choice(sessions), chance.choice(FILES)
        result_of(session, f"add N{number} hp=3")
        result = result_of(session, f"{'write' if name.endswith('.toml') else 'export'} {name}")
        if result.error:
            raise Broken(result.error)
        other, data = last.get(name, (session, b""))
        there = [each.read_bytes() for each in folder.iterdir() if each.is_file()]
        if other is not session and data not in there:
            raise Broken(f"{name} of the other session is lost: {result}")
        last[name] = session, Path(name).read_bytes()
    return ACTS_EACH


CAMPAIGNS = (
    Campaign("two", "several programs at once at the same fights and files", "acts", try_two),
    Campaign("in-turn", "two sessions that write the same files in turn", "files", try_in_turn, 0.2),
)
