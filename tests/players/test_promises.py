"""Each sentence of what SECURITY.md promises about the players' view has a test that holds it."""

import ast
import re
from collections.abc import Iterator, Mapping

from project_files import ROOT

BYTES = "players/test_bytes.py::test_no_byte_gives_away_what_is_hidden"
READ_ONLY = "players/test_feed.py::test_following_writes_nothing_and_locks_nothing"
REFUSED = "players/test_web.py::test_who_asks_for_another_host_another_token_or_another_thing_is_refused"
WARNED = "cli/test_players_command.py::test_other_names_are_answered_to_and_the_network_is_warned_about"
AS_TYPED = "players/test_public_state.py::test_a_mask_hides_the_name_everywhere"

HELD_BY: Mapping[str, tuple[str, ...]] = {
    "The players' view is a program of its own": (READ_ONLY,),
    "It sends what is on a list": (
        BYTES,
        "players/test_bytes.py::test_what_only_concerns_the_hidden_changes_nothing_for_players",
        "players/test_public_state.py::test_no_word_of_a_secret_name_is_in_an_effect_a_duration_or_a_question",
    ),
    "A test looks for them in every byte": (BYTES,),
    "What breaks this is a security problem": (),
    "It is off unless you ask for it": ("players/test_web.py::test_without_an_address_only_this_computer_can_connect",),
    "It answers only to that address": (
        REFUSED,
        "players/test_web.py::test_a_request_names_its_host_and_its_origin_once",
        "players/test_stage.py::test_tokens_are_long_and_never_the_same",
    ),
    "Nothing can be sent in": (
        "players/test_web.py::test_nothing_can_be_sent_in_and_nothing_is_logged",
        "players/test_web.py::test_no_body_is_kept",
    ),
    "The page loads nothing from elsewhere": (
        "players/test_web.py::test_the_page_the_state_and_its_tag",
        "players/test_browser.py::test_markup_in_names_and_texts_is_text",
    ),
    "Every answer has the headers": (
        "players/test_web.py::test_every_answer_has_the_headers_that_protect_it",
        "players/test_web.py::test_an_answer_of_the_server_itself_has_the_headers_too",
    ),
    "There are at most 64 viewers": (
        "players/test_web.py::test_one_viewer_too_many_is_asked_to_come_back",
        "players/test_web.py::test_idle_connections_from_many_addresses_lock_nobody_out",
        "players/test_web.py::test_a_request_that_is_too_large_is_refused_however_it_comes",
    ),
    "A request that does not come to its end": (
        "players/test_web.py::test_half_open_and_slow_requests_are_cut_off",
        "players/test_web.py::test_memory_stays_flat_with_64_viewers_one_of_whom_never_reads",
    ),
    "Connections that have not sent a request keep nobody out": (
        "players/test_web.py::test_idle_connections_from_one_address_lock_nobody_out",
        "players/test_connection.py::test_of_too_many_connections_the_oldest_silent_one_is_closed_and_never_a_viewers",
    ),
    "A request without the token is answered": ("players/test_web.py::test_a_connection_carries_one_request",),
    "Nothing is logged": ("players/test_web.py::test_nothing_can_be_sent_in_and_nothing_is_logged",),
    "It is plain HTTP": (WARNED,),
    "Whoever can watch the network": (WARNED,),
    "Whoever has the address can read along": ("players/test_web.py::test_the_page_the_state_and_its_tag",),
    "What the game master types to be shown": (AS_TYPED,),
}
"""Sentences by how they begin, and the tests. One says what the project thinks, and can have none."""


def sentences() -> Iterator[str]:
    """The sentences of the section, without Markdown."""
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    section = page.partition("## What players may see")[2].partition("\n## ")[0]
    plain = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", section)
    for paragraph in re.split(r"\n\n(?:- )?|\n- ", plain):
        yield from (each for each in re.split(r"(?<=[.]) (?=[A-Z])", " ".join(paragraph.split())) if each)


def test_each_sentence_about_the_players_view_has_a_test() -> None:
    for sentence in sentences():
        assert [each for each in HELD_BY if sentence.startswith(each)], sentence
    for beginning in HELD_BY:
        assert [each for each in sentences() if each.startswith(beginning)], beginning


def test_the_tests_are_there() -> None:
    for test in {each for tests in HELD_BY.values() for each in tests}:
        file, _, name = test.partition("::")
        tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
        assert name in {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}, test
