"""The config: its values, and its faults, which never prevent the tracker from opening."""

import os
import tomllib
from pathlib import Path

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace
from textual.app import App
from textual.color import Color
from textual.keys import Keys

from orcus_tui.commands.parse import parse
from orcus_tui.config.settings import (
    COLOURS,
    FUNCTION_KEYS,
    LARGEST_FILE,
    NAMED_KEYS,
    OWN_KEYS,
    SETTINGS,
    SIGN_NAMES,
    TERMINAL_COLOURS,
    Config,
    ScreenNames,
    key_name,
    read_config,
)
from orcus_tui.rules.field_faults import FieldFaults
from orcus_tui.rules.public_settings import flat_settings
from tests.helpers.casts.language import CONTEXT
from tests.helpers.disks.disks import not_root, posix
from tests.helpers.project.files import ROOT
from tools.settings_reference import EXAMPLE, reference

ACTIONS = {"next": "n", "undo": "z", "redo": "y", "help": "?,f1", "up": "k,up", "power_1": "1", "answer_1": "1"}
KNOWN = ScreenNames(ACTIONS, ("nord", "dracula", "tokyo-night"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def read(path: Path, text: str) -> Config:
    """The config in a text, which must have no faults."""
    path.write_text(text, encoding="utf-8")
    config, faults = read_config(path, KNOWN)
    assert faults == []
    return config


def faulty(path: Path, text: str) -> tuple[Config, list[str]]:
    """The valid settings of a text, and its faults, each without the path."""
    path.write_text(text, encoding="utf-8")
    config, faults = read_config(path, KNOWN)
    assert faults
    assert all(each.startswith(f"{path}:") for each in faults)
    return config, [each.removeprefix(f"{path}:") for each in faults]


# Valid files


def test_a_missing_file_gives_the_defaults_without_a_fault(path: Path) -> None:
    assert read_config(path, KNOWN) == (Config(), [])
    assert read(path, "") == Config()
    assert (Config().theme, Config().ascii, Config().mouse, Config().ask) == ("", None, True, "none")


def test_the_example_of_the_page_is_read_without_fault(path: Path) -> None:
    config = read(path, EXAMPLE)
    assert config == Config(
        theme="nord",
        ascii=False,
        mouse=True,
        plain=False,
        ask="party",
        turn_clock=120,
        party=str(Path("~/games/party.toml").expanduser()),
        keys={"next": "ctrl+n", "undo": "z,backspace", "help": "question_mark"},
        aliases={
            "burn": "persist @foes 5 fire",
            "rout": "apply @staggered weakened save",
            "omen": 'apply @party "feels watched"',
        },
        lines={"f5": "burn save"},
        sides={"party": "#5fafff", "foes": "coral", "neutral": "ansi_yellow"},
        modifier=({"who": "@party", "modifier": "+1 saves while staggered", "name": "Grit", "system": "orcus"},),
        players={"host": "0.0.0.0", "timer": "90", "foes": {"hp": "bar"}},  # noqa: S104  # nothing listens there
    )


def test_the_example_has_every_key() -> None:
    assert set(tomllib.loads(EXAMPLE)) == set(SETTINGS)


def test_the_aliases_of_the_example_are_lines_of_the_language(path: Path) -> None:
    context = replace(CONTEXT, aliases=read(path, EXAMPLE).aliases)
    for name in context.aliases:
        assert parse(name, context) is not None
    burn, persist = parse("burn save", context), parse("persist @foes 5 fire save", CONTEXT)
    assert burn is not None
    assert persist is not None
    assert burn.step == persist.step


def test_the_table_has_a_row_for_every_part_of_the_config() -> None:
    assert [each.name for each in fields(Config)] == list(SETTINGS)
    assert list(SETTINGS) == sorted(SETTINGS, key=lambda name: SETTINGS[name].is_table)


def test_a_file_is_read_as_windows_saves_it(path: Path) -> None:
    path.write_bytes(b'\xef\xbb\xbftheme = "nord"\r\n[keys]\r\nnext = "N"\r\n')
    assert read_config(path, KNOWN) == (Config(theme="nord", keys={"next": "N"}), [])


def test_words_may_be_upper_case(path: Path) -> None:
    config = read(path, 'theme = "Nord"\nask = "ALL"\n[sides]\nfoes = "#FF0000"\nparty = " Red "')
    assert (config.theme, config.ask, config.sides) == ("nord", "all", {"foes": "#ff0000", "party": "red"})


def test_a_party_is_relative_to_the_folder_of_the_file(path: Path) -> None:
    assert read(path, 'party = "games/party.toml"').party == str(path.parent / "games" / "party.toml")
    assert read(path, 'party = "/games/party.toml"').party == str(Path("/games/party.toml"))
    assert read(path, 'party = ""').party == ""
    config, faults = faulty(path, "party = 4")
    assert (config.party, faults) == ("", ["1: party: expected a text, got 4"])


def test_an_empty_theme_is_the_programs_own(path: Path) -> None:
    assert read(path, 'theme = ""') == Config()


# Keys


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("n", "n"),
        ("N", "N"),
        ("ö", "ö"),
        ("7", "7"),
        ("?", "question_mark"),
        ("question_mark", "question_mark"),
        ("Question Mark", "question_mark"),
        ("+", "plus"),
        ("-", "minus"),
        ("§", "section_sign"),
        ("Ctrl+R", "ctrl+r"),
        ("ctrl-r", "ctrl+r"),
        ("Control + R", "ctrl+r"),
        ("ctrl++", "ctrl+plus"),
        ("ctrl+-", "ctrl+minus"),
        ("Shift+Ctrl+Left", "ctrl+shift+left"),
        ("option+x", "alt+x"),
        ("shift+n", "N"),
        ("shift+tab", "shift+tab"),
        ("F5", "f5"),
        ("Space", "space"),
        ("Esc", "escape"),
        ("Return", "enter"),
        ("Del", "delete"),
        ("PgUp", "pageup"),
        ("Page Down", "pagedown"),
        (" up ", "up"),
    ],
)
def test_keys_are_read_in_many_spellings(written: str, name: str) -> None:
    assert key_name(written) == name


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("", "a key is missing; the space bar is `space`"),
        ("  ", "a key is missing; the space bar is `space`"),
        ("spcae", 'unknown key "spcae" (did you mean "space"?)'),
        ("f25", 'unknown key "f25" (did you mean "f5"?)'),
        ("ctrl+", 'unknown key "ctrl+"'),
        ("hyperdrive+n", 'unknown key "hyperdrive+n"'),
        ("\x1b", r"unknown key '\x1b'"),
        ("ctrl+" * 1000, "a key takes at most 100 characters; this has 5000"),
    ],
)
def test_other_words_are_not_keys(written: str, fault: str) -> None:
    with pytest.raises(FieldFaults) as refused:
        key_name(written)
    assert str(refused.value) == fault


@given(st.text())
def test_any_text_is_a_key_or_a_fault(text: str) -> None:
    try:
        name = key_name(text)
    except FieldFaults:
        return
    assert name.isprintable() and "," not in name
    if text.isascii():
        assert key_name(name) == name


def test_several_keys_with_commas_or_in_a_list(path: Path) -> None:
    config = read(path, '[keys]\nundo = "Z, Backspace,Z"\nredo = ["y", ","]')
    assert config.keys == {"undo": "Z,backspace", "redo": "y,comma"}
    assert read(path, '[keys]\nnext = ","').keys == {"next": "comma"}


@pytest.mark.parametrize("key", OWN_KEYS)
def test_reserved_keys_cannot_be_assigned(path: Path, key: str) -> None:
    config, faults = faulty(path, f'[keys]\nundo = ["u", "{key.title()}"]\nredo = "r"')
    assert faults == [f"2: keys.undo: {key} cannot be assigned ({OWN_KEYS[key]})"]
    assert config.keys == {"redo": "r"}
    assert f"`{key}`" in reference()


def test_two_actions_may_swap_their_keys(path: Path) -> None:
    assert read(path, '[keys]\nundo = "y"\nredo = "z"').keys == {"undo": "y", "redo": "z"}


def test_shared_default_keys_may_be_written_down(path: Path) -> None:
    assert read(path, '[keys]\npower_1 = ["1", "f2"]').keys == {"power_1": "1,f2"}


def test_two_actions_on_one_key_are_reported(path: Path) -> None:
    config, faults = faulty(path, '[keys]\nundo = "x"\n\nredo = ["r", "X", "x"]\n')
    assert faults == ["4: keys.redo: x is the key of undo on line 2"]
    assert config.keys == {"undo": "x"}


def test_a_default_key_of_another_action_is_a_clash(path: Path) -> None:
    config, faults = faulty(path, '[keys]\nup = "w"\nredo = "?"')
    assert faults == ["3: keys.redo: question_mark is the key of help by default; give that action another key"]
    assert config.keys == {"up": "w"}


def test_an_action_that_loses_its_key_gets_its_default_key_back(path: Path) -> None:
    config, faults = faulty(path, '[keys]\nredo = "n"\nnext = "z"')
    assert faults == [
        "2: keys.redo: n is the key of next by default; give that action another key",
        "3: keys.next: z is the key of undo by default; give that action another key",
    ]
    assert config == Config()


# Faults


FAULTY = (
    ('theme = "drakula"', 'theme: unknown theme "drakula" (did you mean "dracula"?)'),
    ('ascii = "yes"', 'ascii: expected true or false, got "yes"'),
    ("mouse = false", ""),
    ("turn_clock = 0", "turn_clock: expected a whole number from 1 to 3,600, got 0"),
    ('ask = "heroes"', 'ask: unknown value "heroes" (known: none, party, all)'),
    ('colour = "red"', "colour: unknown key"),
    ("[keys]", ""),
    ('nxet = "n"', 'keys.nxet: unknown action "nxet" (did you mean "next"?)'),
    ('next = ""', "keys.next: a key is missing; the space bar is `space`"),
    ("undo = 7", 'keys.undo: expected a key, such as "n", or a list of keys, got 7'),
    ('redo = ["y", 3]', 'keys.redo: expected a key, such as "n", or a list of keys, got a list'),
    ("help = []", "keys.help: a key is missing"),
    ('up = "w"', ""),
    ("[aliases]", ""),
    ('attack = "damage ogre 5"', 'aliases.attack: "attack" is already a command'),
    ('Burn = "next"', "aliases.Burn: an alias has lower-case letters, digits and hyphens, and begins with a letter"),
    ("b2 = 'note ogre \"unclosed'", "aliases.b2: column 11: this quote is never closed"),
    ('empty = "  # nothing"', "aliases.empty: an alias needs a line; this one is empty"),
    ('two = "next; next"', "aliases.two: an alias is one line, without ;"),
    ("number = 5", "aliases.number: expected a text, got 5"),
    (r'steer = "next\u001b[2J"', "aliases.steer: an escape character (U+001B) at character 5: remove it"),
    ('burn = "persist @foes 5 fire"', ""),
    ("[sides]", ""),
    ('foe = "red"', 'sides.foe: unknown side "foe" (did you mean "foes"?)'),
    ('foes = "gren"', 'sides.foes: expected a colour, such as red or #c03030, got "gren" (did you mean "green"?)'),
    ('party = "#ff00"', 'sides.party: expected a colour, such as red or #c03030, got "#ff00"'),
    ('neutral = "grey"', ""),
)


def test_every_fault_is_reported_and_the_other_entries_apply(path: Path) -> None:
    config, faults = faulty(path, "\n".join(line for line, _ in FAULTY))
    assert faults == [f"{number}: {fault}" for number, (_, fault) in enumerate(FAULTY, 1) if fault]
    assert config == Config(
        mouse=False, keys={"up": "w"}, aliases={"burn": "persist @foes 5 fire"}, sides={"neutral": "grey"}
    )


def test_a_similar_key_is_suggested(path: Path) -> None:
    assert faulty(path, 'tehme = "nord"')[1] == ['1: tehme: unknown key (did you mean "theme"?)']


def test_a_value_in_place_of_a_table_is_a_fault(path: Path) -> None:
    config, faults = faulty(path, 'keys = "n"\nmouse = false\n[[sides]]\nfoes = "red"')
    assert faults == [
        '1: keys: expected a table: [keys] with its lines below, got "n"',
        "3: sides: expected a table: [sides] with its lines below, got a list",
    ]
    assert config == Config(mouse=False)


def test_a_line_below_the_wrong_heading_is_a_fault(path: Path) -> None:
    assert faulty(path, '[keys]\ntheme = "nord"')[1] == ["2: keys.theme: move it above the first line in [brackets]"]


def test_invalid_toml_leaves_the_defaults(path: Path) -> None:
    config, faults = faulty(path, 'mouse = false\ntheme = "nord\n')
    assert len(faults) == 1 and faults[0].startswith("2:14: ") and faults[0].endswith("; a quote is not closed")
    assert config == Config()


def test_a_short_form_of_a_verb_may_be_an_alias(path: Path) -> None:
    assert read(path, '[aliases]\nd = "damage ogre"').aliases == {"d": "damage ogre"}


def test_a_screen_without_keys_or_themes(path: Path) -> None:
    path.write_text('theme = "nord"\n[keys]\nnext = "n"', encoding="utf-8")
    assert len(read_config(path, ScreenNames({}, ()))[1]) == 2
    assert read_config(path, ScreenNames({"next": "", "undo": ""}, ("nord",)))[1] == []


# Files that cannot be read


def test_a_folder_in_place_of_the_file_is_a_fault(tmp_path: Path) -> None:
    assert read_config(tmp_path, KNOWN) == (Config(), [f"{tmp_path}: this is not an ordinary file"])


@posix
def test_a_pipe_in_place_of_the_file_does_not_block(path: Path) -> None:
    os.mkfifo(path)
    assert read_config(path, KNOWN) == (Config(), [f"{path}: this is not an ordinary file"])


@not_root
def test_an_unreadable_file_is_a_fault(path: Path) -> None:
    path.write_text("mouse = false")
    path.chmod(0)
    assert read_config(path, KNOWN) == (Config(), [f"{path}: cannot be read: Permission denied"])


def test_a_file_that_is_too_large_is_a_fault(path: Path) -> None:
    path.write_bytes(b"#" * (LARGEST_FILE + 1))
    assert read_config(path, KNOWN) == (Config(), [f"{path}: larger than 256 kB: this is not a settings file"])


def test_an_impossible_path_is_a_fault() -> None:
    assert read_config(Path("a\0b"), KNOWN) == (Config(), ["a�b: no file can have such a name"])


PIECES = [*SETTINGS, *ACTIONS, "party", "foes", "[", "]", "[[", "]]", "=", ".", '"', "'", ",", "\n", "{", "}", "red"]


@given(
    st.binary()
    | st.lists(st.sampled_from([*PIECES, '"nord"', '"n"', "true", "\x1b", "\n"])).map(
        lambda parts: " ".join(parts).encode()
    )
)
def test_no_bytes_in_the_file_crash_the_program(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(data)
    config, faults = read_config(path, KNOWN)
    assert isinstance(config, Config)
    assert all(fault.startswith(f"{path}:") and fault.isprintable() for fault in faults)


names = st.sampled_from([*ACTIONS, "nxet", "theme"]) | st.text(max_size=5)
values = st.recursive(
    st.sampled_from(["n", "z", "ctrl+n", "red", "next", "?", ""]) | st.text(max_size=5) | st.integers() | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from([*SETTINGS, "other"]), values | st.dictionaries(names, values)))
def test_no_value_in_the_file_crashes_the_program(
    tmp_path_factory: pytest.TempPathFactory, table: dict[str, object]
) -> None:
    path = tmp_path_factory.getbasetemp() / "values.toml"
    path.write_bytes(tomli_w.dumps(table).encode("utf-8", "replace"))
    config, faults = read_config(path, KNOWN)
    assert isinstance(config, Config)
    assert all(fault.startswith(f"{path}:") and fault.isprintable() for fault in faults)


some_keys = st.lists(st.sampled_from(["n", "N", "z", "y", "?", "f1", "k", "up", "1", "x"]), min_size=1, max_size=2)


@given(st.dictionaries(st.sampled_from([*ACTIONS]), some_keys, min_size=1))
def test_no_two_actions_end_on_one_key(tmp_path_factory: pytest.TempPathFactory, table: dict[str, list[str]]) -> None:
    path = tmp_path_factory.getbasetemp() / "keys.toml"
    path.write_text(tomli_w.dumps({"keys": table}), encoding="utf-8")
    config, faults = read_config(path, KNOWN)
    assert len(config.keys) + len(faults) == len(table)
    in_force = {action: set(map(key_name, keys.split(","))) for action, keys in {**ACTIONS, **config.keys}.items()}
    for action in config.keys:
        others = {"power_1", "answer_1"} if action in ("power_1", "answer_1") else {action}
        assert not [other for other in in_force if other not in others and in_force[other] & in_force[action]]


# The config on the screen


def test_known_keys_and_colours_exist_in_textual() -> None:
    signs = {sign: sign for sign in SIGN_NAMES if sign != ","}
    assert {**App._normalize_keymap(signs), ",": "comma"} == SIGN_NAMES
    assert {*NAMED_KEYS, *FUNCTION_KEYS} <= {key.value for key in Keys}
    for colour in (*COLOURS, *TERMINAL_COLOURS, "#c03030"):
        assert Color.parse(colour)


def test_the_page_is_not_stale() -> None:
    written = (ROOT / "docs" / "config.md").read_text(encoding="utf-8")
    assert written == reference(), "python -m tools.settings_reference > docs/config.md"


def test_the_page_has_the_example_and_every_key() -> None:
    page = reference()
    assert EXAMPLE in page
    assert all(f"`{name}`" in page or f"`[{name}]`" in page for name in SETTINGS)


def test_names_of_the_machine_and_what_phones_may_send(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[players]\nnames = ["gm.local"]\n[players.input]\non = true\nhp = "off"\n', encoding="utf-8")
    config, faults = read_config(path, ScreenNames({}, ()))
    assert faults == []
    assert config.players["hosts"] == ("gm.local",)
    assert flat_settings(config.players) == {"input": "on", "input.hp": "off"}
    path.write_text('[players]\nnames = "unknown"\n', encoding="utf-8")
    config, faults = read_config(path, ScreenNames({}, ()))
    assert (faults, config.players) == ([], {"names": "unknown"})
