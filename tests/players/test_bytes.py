"""The property: no byte sent to players reveals anything hidden, through whole fights with undo and redo."""

import contextlib
import re
from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from orcus_tui.model.fight import Fight
from orcus_tui.model.player_settings import creature_setting
from orcus_tui.players.public_state import PlayerPerspective
from orcus_tui.session.session import Session
from tests.helpers.fights.random_fights import fight_of, line_by, result_of, seeds, session_on

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


WITH_SECRET_WORDS = (
    *('apply ari "WORD\'s curse" save by ogre', 'apply ari "WORD-mark"+dazed eont', 'apply cor "on WORD fire" by g1'),
    *('persist ari 5 fire "WORD hex" by ogre', "bonus cor +2 attack WORD by g2", 'apply ogre "the WORDs"'),
    *('apply ari slowed until "WORD leaves"', 'apply cor dazed save then "WORDcurse"', 'remind ari start "WORD comes"'),
    *('note ari "WORD is near"', "use hex ari by ogre", 'apply ari "WORD" while "WORD rises"', "apply ari prone"),
)
"""Lines in which WORD is a word of a name."""


def syllables(chance: Random) -> str:
    return "".join(chance.sample(SYLLABLES, 3)).capitalize()


def with_secrets(fight: Fight, chance: Random) -> Fight:
    """The fight with unique names, shared by the same creatures as before, and hit points in thousands."""
    stems: dict[str, str] = {}
    sheets, states = dict(fight.sheets), dict(fight.states)
    for place, (creature, sheet) in enumerate(fight.sheets.items()):
        found = re.fullmatch(r"(.*?)( \d+)?", sheet.name)
        assert found
        stem = stems.setdefault(found[1], f"{syllables(chance)} of {syllables(chance)}")
        powers = tuple(replace(each, name=f"{each.name} of {stem.split()[-1]}") for each in sheet.powers)
        sheets[creature] = replace(sheet, name=f"{stem}{found[2] or ''}", powers=powers)
        if sheet.max_hp is not None:
            most = 7000 + 137 * place
            sheets[creature] = replace(sheets[creature], max_hp=most)
            states[creature] = replace(states[creature], hp=most - chance.choice((0, 11, 3600)))
    return replace(fight, sheets=sheets, states=states)


def words(name: str) -> set[str]:
    return {each.casefold() for each in name.split() if each != "of" and not each.isdigit()}


def stem(name: str) -> str:
    return re.sub(r" \d+$", "", name)


def secret_words_of(fight: Fight) -> set[str]:
    """The words of the unique names; creatures that a line added have known names."""
    made = re.compile(f"({'|'.join(SYLLABLES)}){{3}}")
    return {word for sheet in fight.sheets.values() for word in words(sheet.name) if made.fullmatch(word)}


def line_with_a_secret_word(fight: Fight, chance: Random) -> str:
    name = chance.choice(sorted(sheet.name for sheet in fight.sheets.values()))
    return chance.choice(WITH_SECRET_WORDS).replace("WORD", chance.choice(sorted(words(name)) or ["nobody"]))


def check(session: Session, perspective: PlayerPerspective) -> None:
    """Checks that nothing hidden is in the bytes."""
    fight = session.fight
    text = msgspec.json.encode(perspective.state(session.timeline)).decode()
    seen, masked = [], []
    for creature, state in fight.states.items():
        if state.hidden or state.place != "here":
            continue
        names = creature_setting(fight, creature, "names")
        is_masked = names != "shown" and (state.shown_as is not None or names == "unknown")
        (masked if is_masked else seen).append(creature)
    check_names(fight, seen, text)
    # A creature added by a random line may have its id as its name.
    for creature in (each for each in fight.states if fight.sheets[each].name.casefold() != each):
        assert not re.search(rf"\b{creature}\b", text), f"the id {creature}"
    check_hit_points(fight, [*seen, *masked], text)


def check_names(fight: Fight, seen: list[str], text: str) -> None:
    """Checks that the text has no word of the name of a creature that players do not see under its own name."""
    public = {stem(fight.sheets[each].name) for each in seen}
    public_words = {word for name in public for word in words(name)}
    for creature, sheet in fight.sheets.items():
        if creature in seen:
            continue
        assert stem(sheet.name) in public or stem(sheet.name) not in text, f"{sheet.name} is not seen"
        for word in words(sheet.name) & secret_words_of(fight) - public_words:
            assert word not in text.casefold(), f"a word of {sheet.name}"


def check_hit_points(fight: Fight, shown: list[str], text: str) -> None:
    """Checks that the text only has hit points in thousands of creatures that show them."""
    numbers = set(re.findall(r"\d+", text))
    exact = [each for each in shown if creature_setting(fight, each, "hp") == "exact"]
    public = {number for each in exact for number in (fight.states[each].hp, fight.sheets[each].max_hp)}
    for creature, state in fight.states.items():
        for number in {state.hp, fight.sheets[creature].max_hp} - public:
            if number is not None and abs(number) > 999:
                assert str(abs(number)) not in numbers, f"hit points of {creature}"


@pytest.fixture(scope="module", autouse=True)
def nothing_is_written_here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with contextlib.chdir(tmp_path_factory.mktemp("bytes")):
        yield


@given(seeds)
def test_no_byte_reveals_hidden_creatures(seed: int) -> None:
    chance = Random(seed)
    session = session_on(with_secrets(fight_of(seed), chance), seed)
    perspective = PlayerPerspective()
    check(session, perspective)
    for _ in range(30):
        kind = chance.random()
        line = chance.choice(HIDING) if kind < 0.5 else line_by(chance)
        line = line_with_a_secret_word(session.fight, chance) if kind > 0.8 else line
        if not WORDS_OF_ONES_OWN.match(line):
            result_of(session, line)
        check(session, perspective)
        assert perspective.state(session.timeline) == PlayerPerspective().state(session.timeline), (
            "seen from the start, it differs"
        )


@given(seeds)
def test_changes_of_hidden_creatures_change_nothing_for_players(seed: int) -> None:
    """The order, counts, turns and questions reveal nothing about a hidden creature, not even by a change."""
    chance = Random(seed)
    session = session_on(with_secrets(fight_of(seed), chance), seed)
    perspective = PlayerPerspective()
    for line in ("hide ogre", "begin", *(chance.choice(("next", "damage ari 3", "next")) for _ in range(6))):
        result_of(session, line)
    before = perspective.state(session.timeline)
    for line in (
        *("damage ogre 500", "apply ogre prone", "heal ogre 5", "note ogre secret", "players hp exact for ogre"),
        *("mask ogre", "rename ogre Lurker", "move ogre before ari", "drop ogre"),
    ):
        result_of(session, line)
        if session.fight.active != "ogre":
            assert perspective.state(session.timeline) == before, line
