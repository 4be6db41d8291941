"""Lines that are refused in a fight of each system, with the reasons, in a file that makes changes visible.

In `refusals.txt`, a line after `>` is written by hand: the system, the lines that are played before, and after `=>` the
line that must be refused. The line below it is the reason. A refused line changes nothing.
"""

from pathlib import Path

from tests.helpers.fights.played import Played
from tests.helpers.project.snapshots import check_file

REFUSALS = Path(__file__).with_name("refusals.txt")
TRIED = "> "
USUAL = "max_hp = 40\ndefenses = { ac = 12 }"
STATISTICS = {"true-srd": "defenses = { toughness = 3, defense = 12 }"}
ATTACK = {"true-srd": "+8 vs defense"}


def fight(system: str) -> Played:
    """Ari and Bel against an ogre, each with an encounter power."""

    def creature(name: str, kind: str, total: int) -> str:
        lines = f'name = "{name}"\n{kind}\ninitiative_total = {total}\n{STATISTICS.get(system, USUAL)}'
        attack = f'name = "Strike"\nattack = "{ATTACK.get(system, "+8 vs AC")}"\ndamage = "5"\nuse = "encounter"'
        return f"[[creature]]\n{lines}\n[[creature.power]]\n{attack}"

    heroes = (creature(name, 'kind = "pc"', total) for name, total in (("Ari", 20), ("Bel", 15)))
    return Played(*heroes, creature("Ogre", 'side = "foes"', 10), system=system)


def test_refusals_and_reasons_are_as_last_reviewed() -> None:
    rows: list[str] = []
    for line in REFUSALS.read_text(encoding="utf-8").splitlines():
        if line.startswith(TRIED):
            system, _, lines = line.removeprefix(TRIED).partition(": ")
            before, _, refused = lines.partition("=> ")
            played = fight(system).play(*filter(None, before.strip().split("; ")))
            rows += [line, f"  {played.refused(refused)}"]
    check_file(REFUSALS, "".join(f"{row}\n" for row in rows))
