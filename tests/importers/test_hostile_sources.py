"""Sources that are cut off, broken or malicious: they are refused with a message, or their creatures pass `check`."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from orcus_tui.importers import source_text
from orcus_tui.importers.format_detection import format_of, read_source
from orcus_tui.importers.import_report import report_lines
from orcus_tui.importers.source_text import UnreadableSource
from orcus_tui.importers.sources import ImportedEncounter, Source, make_encounter
from tests.helpers.imports.orcus_stat_blocks import BOG_WARDEN, THE_SAME_LOOSER, block
from tests.helpers.project.exhaustive import some_of

HEAD = "> #### Ogre\n> **Level 3 Wrecker** (150 XP)\n> **HP:** 40\n"
SLAM = f"{HEAD}> **Slam** (standard, at-will)\n> "

PIECES = (
    "> ", "\n", "\n> ", "#### ", "Ogre", "**", "*", "Level 3 Wrecker (150 XP)", "Level", "HP: 40",
    "AC: 17; ", "Fort: 15",
    "Str: 18 (+4)", "Resist: ", "fire 5", "all", "(half damage)", "†", "∢", "**Slam** (standard, at-will)", "(", ")",
    "Reach 2; ", "+8 vs AC; ", "+8 vs Will (enemies only); ", "2d6+4 damage", "2d6 or",
    ", and ", "the target is ",
    "dazed", "dazed and slowed", " (save ends)", " (save ends both)",
    "takes persistent 5 fire damage", "until the end of ",
    "its next turn", "the ogre ", "shifts 2", "*Miss:* ", "Half damage", "*Secondary Attack:* ",
    "*Aftereffect:* ",
    "If the target is already dazed, ", "it is stunned instead", ".", ";", ",", " ", "Mire aura 2: ",
    "● Fire", "5", "\t",
    "\x1b[31m", "\u202e", "\u2028", "[b]", "#", '"', "\\",
    "&#27;[2J", "&nbsp;", "&lt;", "a creature adjacent takes 5 damage", "1. Charm: ", "kills it",
)  # fmt: skip


def import_bytes(data: bytes) -> ImportedEncounter | None:
    """The encounter made from a source, which reads back as the same creatures; None if the source is refused with a
    message.
    """
    try:
        found = read_source(data, "notes.md")
    except UnreadableSource as refusal:
        assert str(refusal).startswith("notes.md:")
        return None
    sources = [Source("notes.md", found)]
    encounter = make_encounter(sources, Path("out.toml"))
    assert all(each.line > 0 for each in found.leftovers)
    assert report_lines(sources, encounter)
    return encounter


@pytest.mark.parametrize("text", [BOG_WARDEN, THE_SAME_LOOSER, f"{THE_SAME_LOOSER}\n{BOG_WARDEN}"])
def test_a_text_cut_at_any_line_is_read_up_to_the_cut_or_refused(text: str) -> None:
    lines = text.splitlines(keepends=True)
    read_so_far = [import_bytes("".join(lines[:end]).encode()) for end in range(len(lines) + 1)]
    assert read_so_far[0] is None
    assert read_so_far[-1] is not None


def test_a_text_cut_at_any_character_is_read_up_to_the_cut_or_refused():
    text = BOG_WARDEN[:900].encode()
    assert [end for end in range(0, len(text), 7) if import_bytes(text[:end]) is not None]


@pytest.mark.parametrize("text", [BOG_WARDEN, THE_SAME_LOOSER])
def test_any_line_may_be_missing_or_repeated(text: str) -> None:
    lines = text.splitlines(keepends=True)
    for at in range(len(lines)):
        import_bytes("".join(lines[:at] + lines[at + 1 :]).encode())
        import_bytes("".join(lines[:at] + [lines[at]] * 2 + lines[at + 1 :]).encode())


@given(some.lists(some.sampled_from(PIECES), max_size=60))
def test_any_mixture_of_what_stat_blocks_are_made_of_is_read_or_refused(pieces: list[str]) -> None:
    import_bytes((SLAM + "".join(pieces)).encode())


@given(some.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    import_bytes((HEAD + text).encode("utf-8", "replace"))
    import_bytes(text.encode("utf-8", "replace"))


@given(some.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    import_bytes(data)
    import_bytes(HEAD.encode() + data)


# Encodings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_with_a_byte_order_mark_are_read(encoding: str) -> None:
    encounter = import_bytes(BOG_WARDEN.replace("\n", "\r\n").encode(encoding))
    assert encounter is not None
    assert encounter.fight.sheets["bog-warden"].powers[0].name == "Reed Lash"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            BOG_WARDEN.encode("latin-1", "replace") + b"\nb\xf6g\x1b",
            "notes.md:31: not UTF-8 text; save it as UTF-8",
        ),
        (b"\xff\xfe\x00", "notes.md:1: not UTF-16 text; save it as UTF-8"),
        (b"one\ntwo\0", "notes.md:2: not text: it has a null character (U+0000)"),
    ],
)
def test_other_encodings_are_refused_with_the_line(data: bytes, message: str) -> None:
    with pytest.raises(UnreadableSource) as refused:
        read_source(data, "notes.md")
    assert str(refused.value) == message


def test_western_text_that_is_not_utf_8_is_read() -> None:
    found = read_source(BOG_WARDEN.replace("Bog", "Böög").encode("cp1252", "replace"), "notes.md")
    assert found.creatures[0]["name"] == "Böög Warden"


# Sizes


def test_oversized_input_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_text, "LARGEST", 1024 * 1024)
    with pytest.raises(UnreadableSource, match=r"^notes\.md: larger than 1 MB; import it in parts"):
        read_source(b" " * (1024 * 1024 + 1), "notes.md")


def test_too_many_lines_or_blocks_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnreadableSource, match=r"^notes\.md:6002: more than 2,000 stat blocks"):
        read_source(b"A\nLevel 1 B\nHP 3\n" * 2001, "notes.md")
    with pytest.raises(UnreadableSource, match=r"^notes\.md:4: a line of more than 100,000 characters"):
        read_source(HEAD.encode() + b"x" * 100_001, "notes.md")
    monkeypatch.setattr(source_text, "MOST_LINES", 100)
    with pytest.raises(UnreadableSource, match=r"^notes\.md:101: more than 100 lines"):
        read_source(HEAD.encode() + b"\n" * 100, "notes.md")


@pytest.mark.parametrize(
    "text",
    some_of(
        [
            f"{SLAM}+1 vs AC; {'the target is ' * 2_500}",
            f"{SLAM}+1 vs AC; 1d8 damage, {'a, ' * 10_000}",
            f"{SLAM}+1 vs AC; {'dazed and ' * 5_000}",
            f"{SLAM}+1 vs AC; dazed until {'x and ' * 5_000}",
            f"{SLAM}+1 vs AC; {'x y z, cannot ' * 4_000}",
            f"{SLAM}+1 vs AC; {'if x, ' * 4_500}",
            f"{SLAM}+1 vs AC; {'1' * 45_000}",
            f"{SLAM}+1 vs AC; {'1d' * 20_000}",
            f"{SLAM}+1 vs AC; the target is a{' or b' * 10_000}",
            f"{SLAM}{'(' * 25_000}",
            f"{SLAM}{' ' * 45_000}x",
            f"{SLAM}{'*' * 45_000}",
            f"{SLAM}+1 vs AC; {'Miss: Hit: ' * 2_500}",
            f"{HEAD}> **{'a' * 45_000}",
            f"{SLAM}x\n> {'A ' * 22_500}",
            f"{SLAM}x\n> {'Of the ' * 7_000}vs",
            f"{SLAM}x\n> Claw: Reach {'a' * 45_000}",
            f"{HEAD}> **{'†' * 45_000}",
            f"{HEAD}> {'_' * 45_000}",
            f"{HEAD}> {'__a ' * 10_000}",
            f"{HEAD}> {'***a ' * 9_000}",
            f"{HEAD}> {'- ' * 22_500}",
            f"{HEAD}> {'AC: 1 | ' * 6_000}",
            f"{HEAD}> AC: 1{' ' * 45_000}|",
            f"{HEAD}> Slam {'– ' * 22_500}standard",
            f"{HEAD}> Resist: a,{chr(10).join('> b,' for _ in range(2_000))}",
            f"{HEAD}|{'|' * 45_000}\n{'|-' * 22_500}x",
            f"{HEAD}> x{chr(92) * 45_000}y",
            f"{SLAM}{'Attack (a): ' * 4_000}",
            f"{SLAM}{'Effect: a. ' * 4_000}+1 vs AC; 1d8 damage",
            f"Level 3 a{'(' * 45_000}",
            f"{HEAD}> Slam {'(' * 25_000}standard",
            f"{HEAD}> Resist: {'fire, ' * 2_500}cold 5",
            f"{HEAD}> Large {'(a) ' * 10_000}",
            f"{HEAD}> {'aura ' * 10_000}2: x",
            f"{HEAD}> {'AC: 1 ' * 7_500}",
            f"{HEAD}> **S** ({'a,' * 2_500}standard)\n> +1 vs AC; 1d8 damage",
            f"{HEAD}> **S** (standard, at-will) ● {'a ' * 20_000}",
            f"Level 1 {'a ' * 45_000}\nHP 3",
            f"{'x level 1 ' * 5_000}\nHP 3",
            f"{'>' * 45_000}\nA\nLevel 1 B\nHP 3",
            HEAD.replace("Ogre", "ogre " * 10_000),
        ],
        one_in=3,
    ),
    ids=lambda text: text[len(HEAD) : len(HEAD) + 60],
)
def test_no_pattern_backtracks_badly_on_an_endless_line(text: str) -> None:
    import_bytes(text.encode())


# Numbers and words that the format refuses


@pytest.mark.parametrize(
    "line",
    [
        "AC: 99999999", "Str: 99999999", "Initiative: +99999999", "Resist: fire 99999999",
        "Regeneration: -5", "Action Points: -1", "XP: -5", "Staggered: -4",
    ],
)  # fmt: skip
def test_excessive_numbers_stay_as_text(line: str) -> None:
    encounter = import_bytes(f"> #### Ogre\n> Level 3 Wrecker\n> HP: 40\n> {line}\n".encode())
    assert encounter is not None
    assert encounter.fight.sheets["ogre"].text


@pytest.mark.parametrize("line", ["HP: 99999999999", "HP: 0"])
def test_impossible_hit_points_do_not_make_a_creature(line: str) -> None:
    with pytest.raises(
        UnreadableSource, match=r"^notes\.md:2: Ogre is not a valid creature \(.*max_hp: expected a whole number from 1"
    ):
        read_source(f"> #### Ogre\n> Level 3 Wrecker\n> {line}\n".encode(), "notes.md")


@pytest.mark.parametrize("level", ["Level 9999 Boss (999999999999 XP)", "Level 3 Boss (1e9 XP)", "Level 0 Mook (0 XP)"])
def test_excessive_levels_are_refused(level: str) -> None:
    assert import_bytes(f"> #### Ogre\n> {level}\n> HP: 40\n".encode()) is not None


@pytest.mark.parametrize(
    "dice", ["9999d9999", "1d8+99999", "0d0", "1d0 fire", "999999", "1d8 cheese", "3d6+1d6", "2d6 fire or cold"]
)
def test_invalid_dice_stay_as_text(dice: str) -> None:
    encounter = import_bytes(f"{SLAM}+8 vs AC; {dice} damage, and the target is dazed (save ends).\n".encode())
    assert encounter is not None
    assert dice.split()[0] in encounter.text


@pytest.mark.parametrize(
    "name",
    [
        "\x1b[31mRed\x1b[0m",
        "&#27;[31mRed",
        "&#10;Red&#8238;",
        "[bold]Ogre[/bold]",
        "Og\u202ere",
        "Og\u2028re",
        "Ogre " * 40,
        '"; drop ogre',
        "Ø",
        "食人魔",
        "**",
        "a\tb",
    ],
)
def test_names_cannot_steer_a_terminal(name: str) -> None:
    encounter = import_bytes(HEAD.replace("Ogre", name).encode())
    if encounter is not None:
        (sheet,) = encounter.fight.sheets.values()
        assert sheet.name.isprintable()
        assert len(sheet.name) <= 100


def test_a_creature_twice_gets_two_ids():
    encounter = import_bytes(f"{block()}\n\n{block()}\n".encode())
    assert encounter is not None
    assert list(encounter.fight.sheets) == ["ogre1", "ogre2"]


def test_powers_of_one_name_get_different_names():
    text = block(
        "† **Slam** (standard, at-will)", "+8 vs AC; 1d8 damage.", "† **Slam** (swift, at-will)", "+8 vs AC; 4 damage."
    )
    encounter = import_bytes(text.encode())
    assert encounter is not None
    names: Any = [power.name for power in encounter.fight.sheets["ogre"].powers]
    assert names == ["Slam", "Slam 2"]


def test_a_power_with_a_numbered_name_gets_a_further_number():
    slams = [f"† **{name}** (standard, at-will)\n> +8 vs AC; 4 damage." for name in ("Slam", "Slam", "Slam 2", "Slam")]
    encounter = import_bytes(block(*slams).encode())
    assert encounter is not None
    names = [power.name for power in encounter.fight.sheets["ogre"].powers]
    assert names == ["Slam", "Slam 2", "Slam 2 2", "Slam 3"]


@pytest.mark.parametrize("blank", ["\n", " ", " \n"])
def test_blanks_alone_are_quickly_recognized_as_no_format(blank: str) -> None:
    assert format_of(blank * (source_text.LARGEST // 4)) is None


def test_a_number_of_thousands_of_digits_in_broken_json_is_refused_with_its_line() -> None:
    with pytest.raises(UnreadableSource, match="1: invalid JSON: expecting"):
        read_source(f'[{{"a": {"9" * 5000}'.encode(), "wolf.json")
