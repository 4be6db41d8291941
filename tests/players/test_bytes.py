"""The property: no byte that players get gives away what is hidden, through whole fights with undo and redo."""

import contextlib
import re
from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace
from random_fights import fight_of, line_by, result_of, seeds, session_on

from orcus_tui.model.fight import Fight
from orcus_tui.model.player_settings import creature_setting
from orcus_tui.players.public_state import Onlooker
from orcus_tui.session.session import Session

SYLLABLES = ("vor", "zab", "quil", "thrax", "mek", "oss", "phim", "wug", "yld", "jorb", "kesh", "drax")
HIDING = (
    *("hide ogre", "hide g2", "hide cor", "hide @foes", "reveal ogre", "reveal @foes", "reveal @all", "hide ."),
    *('mask ogre "Tall One"', "mask g1", "mask @foes", 'mask cor "Hooded One"', "unmask ogre", "unmask @all"),
    *("players hp words", "players hp bar for @foes", "players hp none for g1", "players hp exact for ogre"),
    *("players names unknown for @foes", "players names shown for ogre", "players names default"),
    *("players conditions none for g2", "players hidden_turn enemies", "players defeated gone"),
    *("players initiative yes for ogre", "players initiative no", "players defenses default for ogre"),
    *("begin", "next", "next", "next", "next", "undo", "undo 3", "redo", "undo turn", "ask party"),
)
WORDS_OF_ONES_OWN = re.compile(r"rename|set|alias|hit|amend.*(ogre|ari)")
"""Lines by which the game master may show players a creature's id as a name."""


def with_secrets(fight: Fight, chance: Random) -> Fight:
    """The fight with names nobody can guess, the several of one name still sharing it, and hit points in thousands."""
    stems: dict[str, str] = {}
    sheets, states = dict(fight.sheets), dict(fight.states)
    for place, (creature, sheet) in enumerate(fight.sheets.items()):
        found = re.fullmatch(r"(.*?)( \d+)?", sheet.name)
        assert found
        stem = stems.setdefault(found[1], "".join(chance.sample(SYLLABLES, 3)).capitalize())
        sheets[creature] = replace(sheet, name=f"{stem}{found[2] or ''}")
        if sheet.max_hp is not None:
            most = 7000 + 137 * place
            sheets[creature] = replace(sheets[creature], max_hp=most)
            states[creature] = replace(states[creature], hp=most - chance.choice((0, 11, 3600)))
    return replace(fight, sheets=sheets, states=states)


def stem(name: str) -> str:
    return re.sub(r" \d+$", "", name)


def check(session: Session, onlooker: Onlooker) -> None:
    """Everything that is hidden now, looked for in the bytes."""
    fight = session.fight
    text = msgspec.json.encode(onlooker.state(session.timeline)).decode()
    seen, masked = [], []
    for creature, state in fight.states.items():
        if state.hidden or state.place != "here":
            continue
        names = creature_setting(fight, creature, "names")
        is_masked = names != "shown" and (state.shown_as is not None or names == "unknown")
        (masked if is_masked else seen).append(creature)
    public = {stem(fight.sheets[each].name) for each in seen}
    for creature, sheet in fight.sheets.items():
        if creature not in seen and stem(sheet.name) not in public:
            assert stem(sheet.name) not in text, f"{sheet.name} is {'masked' if creature in masked else 'hidden'}"
    # One added by a line at random may have its id as its name.
    for creature in (each for each in fight.states if fight.sheets[each].name.casefold() != each):
        assert not re.search(rf"\b{creature}\b", text), f"the id {creature}"
    numbers = set(re.findall(r"\d+", text))
    for creature, state in fight.states.items():
        is_shown = creature in (*seen, *masked)
        if is_shown and creature_setting(fight, creature, "hp") == "exact":
            continue
        for number in (state.hp, fight.sheets[creature].max_hp):
            others = [
                each
                for each in (*seen, *masked)
                if creature_setting(fight, each, "hp") == "exact"
                and number in (fight.states[each].hp, fight.sheets[each].max_hp)
            ]
            if number is not None and abs(number) > 999 and not others:
                assert str(abs(number)) not in numbers, f"hit points of {creature}"


@pytest.fixture(scope="module", autouse=True)
def nothing_is_written_here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with contextlib.chdir(tmp_path_factory.mktemp("bytes")):
        yield


@given(seeds)
def test_no_byte_gives_away_what_is_hidden(seed: int) -> None:
    chance = Random(seed)
    session = session_on(with_secrets(fight_of(seed), chance), seed)
    onlooker = Onlooker()
    check(session, onlooker)
    for _ in range(30):
        line = chance.choice(HIDING) if chance.random() < 0.6 else line_by(chance)
        if not WORDS_OF_ONES_OWN.match(line):
            result_of(session, line)
        check(session, onlooker)
        assert onlooker.state(session.timeline) == Onlooker().state(session.timeline), "seen from the start, it differs"


@given(seeds)
def test_what_only_concerns_the_hidden_changes_nothing_for_players(seed: int) -> None:
    """The order, counts, turns and questions of others say nothing of a hidden creature, not even by changing."""
    chance = Random(seed)
    session = session_on(with_secrets(fight_of(seed), chance), seed)
    onlooker = Onlooker()
    for line in ("hide ogre", "begin", *(chance.choice(("next", "damage ari 3", "next")) for _ in range(6))):
        result_of(session, line)
    before = onlooker.state(session.timeline)
    for line in (
        *("damage ogre 500", "apply ogre prone", "heal ogre 5", "note ogre secret", "players hp exact for ogre"),
        *("mask ogre", "rename ogre Lurker", "move ogre before ari", "drop ogre"),
    ):
        result_of(session, line)
        if session.fight.active != "ogre":
            assert onlooker.state(session.timeline) == before, line
