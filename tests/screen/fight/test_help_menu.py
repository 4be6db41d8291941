"""Help: every key as it is bound, every verb, every condition."""

import pytest

from orcus_tui.commands import everyday_words
from orcus_tui.commands.durations import FORMS
from orcus_tui.commands.verbs import verbs_of
from orcus_tui.rules.system import System
from orcus_tui.screen.dialogs.choices import DialogResult, matches
from orcus_tui.screen.fight.context_keys import PLACES
from orcus_tui.screen.fight.help_menu import Own, help_menu
from orcus_tui.screen.fight.keys import KEYS
from orcus_tui.screen.widgets import signs
from orcus_tui.screen.widgets.key_hints import key_label
from orcus_tui.screen.widgets.signs import LEGEND
from orcus_tui.systems import SYSTEMS
from orcus_tui.systems.orcus.system import ORCUS
from tests.helpers.screen.menus import find_choice, texts


def test_help_has_every_key_as_it_is_bound_every_verb_and_every_condition() -> None:
    menu = help_menu(ORCUS, {"next": "ctrl+n,f5"}, ("ari", "ogre"))
    results = [each.result for each in menu.choices]
    assert [each.argument for each in results if each and each.action == "run"] == list(KEYS)
    assert find_choice(menu, "Ctrl+N f5 next").result == DialogResult("run", "next")
    assert {each.name for each in verbs_of(ORCUS)} <= {each.argument.strip() for each in results if each}
    assert find_choice(menu, "dazed").result == DialogResult("insert", "apply ari,ogre dazed ")
    assert "TARGETS AMOUNT" in find_choice(menu, "damage (d, dmg)").details()[0]
    assert all(each.details() for each in menu.choices if each.result)


def test_help_lists_the_keys_of_every_viewer() -> None:
    menu = help_menu(ORCUS, {})
    there = [each for each in menu.choices if each.group in PLACES]
    assert [(each.text, each.about, each.result) for each in there] == [
        (f"{keys:<6}".rstrip(), does, None) for place in PLACES.values() for keys, does in place.keys
    ]
    assert all(each.details() == (each.about,) for each in there)
    assert "Tab, Shift+Tab" in texts(matches(menu.choices, "next previous completion"))
    assert "Backspace" in texts(matches(menu.choices, "backspace"))
    assert "Ctrl+P" in texts(matches(menu.choices, "keys palette"))


@pytest.mark.parametrize(
    ("key", "called"),
    [
        ("question_mark", "?"),
        ("semicolon", ";"),
        ("ctrl+p", "Ctrl+P"),
        ("ctrl+left", "Ctrl+←"),
        ("shift+tab", "Shift+Tab"),
        ("ctrl+shift+left", "Ctrl+Shift+←"),
        ("alt+plus", "Alt++"),
        ("pageup", "PgUp"),
        ("f5", "f5"),
        ("N", "N"),
    ],
)
def test_keys_are_named_as_on_a_keyboard(key: str, called: str) -> None:
    assert key_label(key) == called


def test_no_key_is_named_in_the_text_of_another_since_keys_can_be_changed() -> None:
    keys = {key_label(each) for key in KEYS.values() for each in key.keys.split(",")}
    keys -= {"Enter", "a", *"123456789"}  # keys at a question, which cannot be tried here; and words
    for key in KEYS.values():
        assert not keys & {each.strip(";,:") for each in key.about.split()}, key.about


@pytest.mark.parametrize(
    ("typed", "finds"),
    [
        ("push", "do shove (standard)"),
        ("grab", "do grapple (standard)"),
        ("bloodied", "◐"),
        ("ongoing", "persist (p, ongoing)"),
        ("saving throw", "save (s)"),
        ("healing surge", "recover"),
        ("cast spell", "use (u)"),
        ("house rule surprise", "option surprise"),
        ("until the end of next turn", "eont"),
        ("save ends", "save"),
        ("duration rounds", "3r"),
        ("everyone foes", "@foes"),
        ("last attack missed", "@missed"),
        ("keep highest", "4d6kh3, kl, dh, dl"),
        ("necrotic", "damage types"),
        ("sign hidden", "◇"),
        ("delays", "◷"),
        ("players secret", "hide"),
        ("oops", "undo (z)"),
        ("end combat", "finish"),
        ("immobilized", "immobile"),
        ("temporary hit points", "temp"),
        ("xp experience", "finish"),
        ("second wind", "rally"),
        ("sustain", "maintain"),
        ("zone", "remind"),
        ("aura", "remind"),
    ],
)
def test_help_finds_things_by_the_words_a_person_would_use(typed: str, finds: str) -> None:
    assert finds in texts(matches(help_menu(ORCUS, {}).choices, typed))[:6]


def test_help_finds_a_condition_by_its_name_in_other_books() -> None:
    assert "staggered" in texts(matches(help_menu(SYSTEMS["archmage"], {}).choices, "bloodied"))


EVERYDAY = (
    *("flank", "theme", "light theme", "dark mode", "colour", "color", "symbols", "legend", "hidden", "dead", "box"),
    *("reinforcements", "skip turn", "previous turn", "who is next", "end turn", "start combat", "end combat", "wait"),
    *("shove", "stand up", "take damage", "hit points", "hurt", "heal", "potion", "kill", "knock out", "resurrect"),
    *("condition", "prone", "ongoing", "poison", "buff", "penalty", "resistance", "weakness", "saving throw", "bleed"),
    *("cast spell", "hit", "roll dice", "summon", "monster", "flee", "invisible", "secret", "dominate", "house rule"),
    *("stat block", "explain", "history", "oops", "mistake", "quit", "save file", "load", "macro", "second screen"),
    *("reminder", "zone", "aura", "concentration", "xp", "sleep", "initiative order", "rename", "duration", "everyone"),
)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))
def test_help_finds_everyday_words_in_every_system(system: System) -> None:
    choices = help_menu(system, {}).choices
    assert not [each for each in EVERYDAY if not matches(choices, each)]


@pytest.mark.parametrize(
    ("typed", "finds"),
    [
        ("theme", "theme"),
        ("dark mode", "theme"),
        ("color", "theme"),
        ("flank", "attack (atk)"),
        ("reinforcements", "add"),
        ("skip turn", "next (n)"),
        ("previous turn", "undo (z)"),
        ("who is next", "preview (next?)"),
        ("take damage", "damage (d, dmg)"),
    ],
)
def test_help_finds_the_same_for_an_everyday_word_in_every_system(typed: str, finds: str) -> None:
    for system in SYSTEMS.values():
        assert finds in texts(matches(help_menu(system, {}).choices, typed))[:6], system.display_name


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=list(SYSTEMS))
def test_help_has_every_word_of_a_system_as_that_system_has_it(system: System) -> None:
    menu = help_menu(system, {}, ("ari",))
    shown = texts(menu.choices)
    for action in system.do_actions:
        assert any(text.split(" (")[0] == f"do {action}" for text in shown), action
    for option in system.options:
        assert f"option {option}" in shown
        assert find_choice(menu, f"option {option}").details()[0]
    for alias, condition in system.conditions.aliases.items():
        assert condition in texts(matches(menu.choices, alias)), alias
    assert set(system.conditions.table) <= set(shown)
    assert {form.short for form in FORMS} <= set(shown)
    assert find_choice(menu, "damage types").about == ", ".join(system.words.damage_types)


def test_everyday_words_are_for_things_that_exist() -> None:
    verbs = {each.name for system in SYSTEMS.values() for each in verbs_of(system)}
    actions = {each for system in SYSTEMS.values() for each in system.do_actions}
    conditions = {each for system in SYSTEMS.values() for each in system.conditions.table}
    assert set(everyday_words.VERBS) <= verbs
    assert set(everyday_words.ACTIONS) <= actions
    assert set(everyday_words.CONDITIONS) <= conditions


FRAMES = {signs.TOP_LEFT, signs.TOP_RIGHT, signs.BOTTOM_LEFT, signs.BOTTOM_RIGHT, signs.ACROSS, signs.UPRIGHT}
FRAMES |= {signs.TEE_LEFT, signs.TEE_RIGHT}
PUNCTUATION = {signs.DASH, signs.DOT}
SIGNS = {each for name, each in vars(signs).items() if name.isupper() and isinstance(each, str) and len(each) == 1}
SIGNS |= {side for side in signs.SIDES.values() if side.strip()}
"""Every sign that the screen draws with."""


def test_every_sign_is_in_the_legend() -> None:
    explained = {sign for text, _, _ in LEGEND for sign in text}
    assert explained == SIGNS - FRAMES - PUNCTUATION


def test_no_two_signs_have_the_same_replacement() -> None:
    alone_on_their_row_or_edge = {signs.CARET, signs.THUMB}
    meanings = sorted(SIGNS - FRAMES - PUNCTUATION - alone_on_their_row_or_edge)
    stand_ins = {sign: signs.in_ascii(sign) for sign in meanings}
    assert len({*stand_ins.values()}) == len(meanings), stand_ins


def test_own_commands_have_a_separate_section() -> None:
    own = Own(
        {"burn": "persist $1 5 fire save # sets someone alight", "volley": "attack bow $1; attack bow $2"}, {"f5": "n"}
    )
    found = [each for each in help_menu(ORCUS, {}, (), own).choices if each.group == "Your own commands"]
    burn, volley, key = found
    assert (burn.text, burn.about) == ("burn", "sets someone alight")
    assert burn.result == DialogResult("insert", "burn ")
    assert burn.details() == ["sets someone alight", "", "persist $1 5 fire save # sets someone alight"]
    assert volley.details() == ["attack bow $1", "attack bow $2"]
    assert (key.text, key.about, key.result) == ("f5", "n", None)
    assert not any(each.group == "Your own commands" for each in help_menu(ORCUS, {}).choices)
