"""Each promise in SECURITY.md has tests."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache

from tests.helpers.project.files import ROOT

BYTES = "players/test_bytes.py::test_no_byte_reveals_hidden_creatures"
READ_ONLY = "players/test_feed.py::test_following_writes_nothing_and_locks_nothing"
REFUSED = "players/test_web.py::test_requests_for_another_host_token_or_page_are_refused"
PHONES = "players/test_phones.py::"
KEPT = "players/test_kept_address.py::"
WARNED = "cli/test_players_command.py::test_other_names_are_accepted_and_serving_the_network_gives_a_warning"
AS_TYPED = "players/test_public_state.py::test_a_mask_hides_the_name_everywhere"
SURROUNDINGS = "package/test_surroundings.py::"
ALONE = f"{SURROUNDINGS}test_a_command_opens_no_connection_and_starts_only_itself"
LINKS = "storage/test_hostile_links.py::"
LOST = "session/test_lost_journal.py::"
WRITTEN = "session/test_written_files.py::"

HELD_BY: Mapping[str, tuple[str, ...]] = {
    "Orcus TUI is a program for one person": (),
    "It has no account and no telemetry": (ALONE,),
    "The tracker, `play`, `check`, `import`": (
        ALONE,
        f"{SURROUNDINGS}test_the_tracker_opens_no_connection_and_starts_no_program",
    ),
    "Only `orcus-tui players --web`": (
        "screen/fight/test_players_view.py::test_v_serves_the_view_shows_its_address_and_closes_it",
        "cli/test_players_command.py::test_it_ends_with_the_tracker",
    ),
    "Encounters, party files, stat blocks": (
        "importers/test_hostile_sources.py::test_any_bytes_are_read_or_refused",
        "importers/test_yaml_and_xml.py::test_tags_make_no_objects",
        "commands/test_any_text.py::test_any_line_is_a_command_or_an_error_within_it",
    ),
    "Neither the program nor a process that it starts": (
        ALONE,
        f"{SURROUNDINGS}test_empty_and_relative_entries_are_removed_from_the_search_path",
        f"{SURROUNDINGS}test_odds_and_the_players_view_import_nothing_from_the_working_folder",
        "package/test_child_process.py::test_no_other_module_starts_a_program",
    ),
    "The program writes journals": (
        f"{SURROUNDINGS}test_the_program_only_writes_its_state_its_creatures_and_named_files",
    ),
    "It never overwrites the encounter you play": (
        "session/test_files.py::test_a_fight_is_never_written_over_the_game_masters_own_files",
        "session/test_files.py::test_a_fight_is_never_written_over_its_journal",
        "session/test_files.py::test_a_fight_is_never_written_over_another_journal",
    ),
    "A file whose content was not written by this fight": (
        f"{WRITTEN}test_a_fight_in_progress_that_is_edited_while_it_is_open_is_copied_first",
        f"{WRITTEN}test_a_file_that_is_edited_before_the_fight_is_resumed_is_copied_first",
        "cli/test_report_command.py::test_an_existing_report_is_only_overwritten_with_force",
    ),
    "At a name that you did not type": (
        f"{LINKS}test_a_file_called_lock_is_not_a_lock",
        f"{LINKS}test_a_user_file_called_lock_stays",
        f"{LINKS}test_copies_and_temporary_files_get_another_name",
        f"{LINKS}test_a_link_in_the_place_of_a_journal_is_neither_read_nor_resumed_nor_moved",
        f"{LINKS}test_an_archive_that_is_a_link_takes_and_shows_no_journal",
        f"{LINKS}test_links_to_a_folder_are_not_followed_either",
    ),
    "A path that is only named in a journal": (
        f"{WRITTEN}test_a_foreign_journal_does_not_choose_where_a_fight_is_written",
        f"{WRITTEN}test_an_alias_of_a_foreign_journal_does_not_change_where_it_writes",
    ),
    "Each line is on the disk": (
        "storage/journal/test_other_processes.py::test_a_kill_at_any_moment_loses_nothing_shown",
        f"{LOST}test_a_journal_that_another_program_takes_away_is_noticed_at_once",
    ),
    "One program at a time writes a journal": (
        "storage/journal/test_other_processes.py::test_the_second_writer_learns_the_process_of_the_first",
        "storage/journal/test_other_processes.py::test_nothing_next_to_a_journal_lets_in_a_second_writer",
    ),
    "If the journal is deleted or replaced": (
        f"{LOST}test_a_journal_that_another_program_takes_away_is_noticed_at_once",
        "screen/test_lost_journal_shown.py::test_a_deleted_journal_is_reported_and_the_fight_is_saved_in_another",
    ),
    "Control characters are refused": (
        "storage/encounter/test_read.py::test_a_fault_in_a_creature",
        "cli/test_cli.py::test_control_characters_never_reach_the_terminal",
        "cli/test_import_command.py::test_messages_cannot_steer_the_terminal",
    ),
    "Sizes, depths and counts": ("docs/test_limits.py::test_each_limit_with_a_message_is_exceeded_on_the_page",),
    "They are readable by your user alone": (
        "storage/journal/test_journal_file.py::test_only_its_owner_may_read_a_journal",
        "screen/test_disk.py::test_every_line_is_in_the_journal_and_a_fight_is_offered_again",
    ),
    "Anyone who can write to your account's files": (
        "storage/journal/test_recovery.py::test_no_flipped_bit_opens_a_wrong_fight",
    ),
    "If your `PYTHONPATH` has an empty": (
        f"{SURROUNDINGS}test_empty_and_relative_entries_are_removed_from_the_search_path",
    ),
    "A terminal, a multiplexer or a screen share": (),
    "The players' view is a separate program": (READ_ONLY,),
    "It sends only the items on a list": (
        BYTES,
        "players/test_bytes.py::test_changes_of_hidden_creatures_change_nothing_for_players",
        "players/test_public_state.py::test_no_word_of_a_secret_name_is_in_an_effect_a_duration_or_a_question",
    ),
    "A test looks for them in every byte": (BYTES,),
    "Anything that breaks this is a security problem": (),
    "It is off unless you ask for it": ("players/test_web.py::test_without_an_address_only_this_computer_can_connect",),
    "It answers only to the address": (
        REFUSED,
        "players/test_web.py::test_a_request_names_its_host_and_its_origin_once",
        "players/test_broadcast.py::test_tokens_are_long_and_unique",
    ),
    "Port, token and the seats of phones": (
        KEPT + "test_stored_data_is_read_again_and_private_to_its_user",
        KEPT + "test_a_file_that_others_could_have_changed_is_not_trusted",
    ),
    "`players new address` replaces": (PHONES + "test_a_new_address_ends_the_old_one_and_all_seats",),
    "Nothing can be sent to a view": (
        "players/test_web.py::test_a_view_that_was_started_alone_accepts_no_data_and_logs_nothing",
        "players/test_web.py::test_no_request_body_is_stored",
    ),
    "The page loads nothing from elsewhere": (
        "players/test_web.py::test_the_page_the_state_and_its_tag",
        "players/test_browser.py::test_markup_in_names_and_texts_is_text",
    ),
    "Every answer has the headers": (
        "players/test_web.py::test_every_response_has_the_security_headers",
        "players/test_web.py::test_responses_of_the_server_itself_have_the_headers_too",
    ),
    "There are at most 64 viewers": (
        "players/test_web.py::test_one_viewer_too_many_is_asked_to_retry",
        "players/test_web.py::test_idle_connections_from_many_addresses_do_not_lock_others_out",
        "players/test_web.py::test_a_request_that_is_too_large_is_refused_in_any_chunks",
    ),
    "A request that is incomplete": (
        "players/test_web.py::test_half_open_and_slow_requests_are_disconnected",
        "players/test_web.py::test_memory_stays_flat_with_64_viewers_of_which_one_never_reads",
    ),
    "Connections that have not sent a request keep nobody out": (
        "players/test_web.py::test_idle_connections_from_one_address_do_not_lock_others_out",
        "players/test_connection.py::test_the_oldest_silent_one_of_too_many_connections_is_closed_never_a_viewers",
    ),
    "A request without the token is answered": ("players/test_web.py::test_a_connection_carries_one_request",),
    "Nothing is logged": ("players/test_web.py::test_a_view_that_was_started_alone_accepts_no_data_and_logs_nothing",),
    "A view that the tracker or": (
        PHONES + "test_a_save_that_was_asked_for_is_answered_and_carried_out",
        PHONES + "test_a_proposal_to_end_the_turn_lasts_as_long_as_the_turn",
    ),
    "The tracker accepts nothing else": (PHONES + "test_an_unknown_request_is_refused_with_its_status",),
    "A phone speaks for a hero only": (PHONES + "test_a_seat_that_is_ended_says_nothing_more",),
    "An answer that was asked for becomes a line": (
        PHONES + "test_a_save_that_was_asked_for_is_answered_and_carried_out",
        "players/test_any_words.py::test_only_accepted_messages_change_the_fight_and_the_line_names_the_speaker",
    ),
    "A test sends random bytes": ("players/test_any_words.py::test_no_bytes_change_the_fight",),
    "A phone never changes the fight": (
        PHONES + "test_a_save_that_was_asked_for_is_answered_and_carried_out",
        PHONES + "test_damage_is_proposed_and_carried_out_once_accepted",
    ),
    "A request has the page's own origin": (
        PHONES + "test_an_unknown_request_is_refused_with_its_status",
        PHONES + "test_damage_is_proposed_and_carried_out_once_accepted",
    ),
    "Refusals are a few fixed words": (PHONES + "test_an_unknown_request_is_refused_with_its_status",),
    "It is plain HTTP": (WARNED,),
    "Anyone who can watch the network": (WARNED,),
    "Anyone who has the address can read along": ("players/test_web.py::test_the_page_the_state_and_its_tag",),
    "Text that the game master types to be shown": (AS_TYPED,),
    "A separately installed package can bring": (
        "cli/test_extensions.py::test_a_file_can_name_the_system_of_a_package",
        "cli/test_extensions.py::test_a_source_in_the_format_of_a_package_is_imported",
    ),
    "Its code runs with your rights": (
        "cli/test_extensions.py::test_systems_lists_it_and_names_one_that_cannot_be_loaded",
        "cli/test_extensions.py::test_a_broken_package_changes_nothing_else",
    ),
    "Code in a folder, such as": ("package/test_child_process.py::test_no_other_module_starts_a_program",),
    "Please do not open a public issue": (),
    "Write to the maintainers": (),
    "You will have an answer": (),
}
"""The tests of each sentence, by its beginning. Sentences without tests are about the project itself."""


def sentences() -> Iterator[str]:
    """The sentences of SECURITY.md, without headings, the words in bold that begin a promise, and links."""
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    plain = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", re.sub(r"\*\*[^*]+\*\* ?", "", page))
    for paragraph in re.split(r"\n\n(?:- )?|\n- ", plain):
        text = " ".join(paragraph.split())
        if not text.startswith("#"):
            yield from (each for each in re.split(r"(?<=[.]) (?=[A-Z`])", text) if each)


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    return frozenset(each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef))


def test_each_sentence_has_its_tests_and_each_entry_its_sentence() -> None:
    found = list(sentences())
    for sentence in found:
        assert len([each for each in HELD_BY if sentence.startswith(each)]) == 1, sentence
    for beginning in HELD_BY:
        assert [each for each in found if each.startswith(beginning)], beginning


def test_the_tests_exist() -> None:
    for test in {each for tests in HELD_BY.values() for each in tests}:
        file, _, name = test.partition("::")
        assert name in names_in(file), test
