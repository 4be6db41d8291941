"""Commands in a shell: their output, its stream, and their exit status."""

import json
import os
import shlex
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from orcus_tui import __version__
from orcus_tui.cli import GROUPS, recover
from orcus_tui.cli.start import COMMANDS
from orcus_tui.storage.journal.archive import archive_journal
from orcus_tui.storage.journal.journal_settings import JournalSettings
from orcus_tui.storage.storage_error import NotSynced
from tests.helpers.disks.shell import PROGRAM, Shell

# play


def test_each_line_is_shown_with_its_result(shell: Shell) -> None:
    done = shell.process("play", "ambush.toml", "-c", "begin; damage ogre 7 fire")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-2:] == ["> damage ogre 7 fire", "  Ogre takes 7 fire: 80 → 73"]


def test_the_json_document_has_results_and_state(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "--json", "-c", "begin; # a remark; ; damage ogre 7")
    document = json.loads(done.stdout)
    assert list(document) == ["results", "state"]
    assert [(each["line"], each["command"]) for each in document["results"]] == [(1, "begin"), (4, "damage ogre 7")]
    assert document["state"]["creatures"]["ogre"]["hp"] == 73
    assert list(document["results"][0]) == ["line", "command", "ok", "error", "log"]


def test_every_c_option_is_executed_in_order(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "--json", "-c", "begin", "-c", "damage ogre 7; damage ogre 1")
    assert [each["command"] for each in json.loads(done.stdout)["results"]] == [
        "begin",
        "damage ogre 7",
        "damage ogre 1",
    ]


def test_trace_adds_the_state_after_each_command(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "--json", "--trace", "-c", "damage ogre 7; damage ogre 3")
    first, second = json.loads(done.stdout)["results"]
    assert first["state"]["creatures"]["ogre"]["hp"] == 73
    assert second["state"]["creatures"]["ogre"]["hp"] == 70


def test_a_script_is_read_from_a_file_with_comments_and_empty_lines(shell: Shell) -> None:
    shell.write("fight.txt", "# the fight\n\nbegin\n  \ndamage ogre 7 # ouch\n")
    done = shell("play", "ambush.toml", "--script", "fight.txt", "--json")
    assert [each["line"] for each in json.loads(done.stdout)["results"]] == [3, 5]


def test_the_first_failing_line_stops_the_run(shell: Shell) -> None:
    shell.write("fight.txt", "begin\ndamage orge 7\ndamage ogre 1\n")
    done = shell("play", "ambush.toml", "--script", "fight.txt")
    assert done.returncode == 1
    assert done.stderr.startswith("fight.txt:2:8: ")
    assert "damage ogre 1" not in done.stdout


def test_keep_going_continues_and_still_fails(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "--keep-going", "--json", "-c", "nonsense; damage ogre 7")
    assert done.returncode == 1
    document = json.loads(done.stdout)
    assert [each["ok"] for each in document["results"]] == [False, True]
    assert document["results"][0]["error"]
    assert document["state"]["creatures"]["ogre"]["hp"] == 73


def test_messages_name_standard_input(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "--script", "-", given=b"begin\nbogus\n")
    assert done.returncode == 1
    assert done.stderr.startswith("<stdin>:2:1: ")


def test_a_line_that_is_not_utf8_is_a_fault_of_that_line(shell: Shell) -> None:
    done = shell.process(
        "play", "ambush.toml", "--keep-going", "--script", "-", given=b"begin\nnote ari \xff\xfe\nnext\n"
    )
    assert done.returncode == 1
    assert done.stderr == "<stdin>:2:10: this line is not UTF-8 text\n"
    assert "> next" in done.stdout


def test_semicolons_inside_quotes_do_not_separate_lines(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "--json", "-c", 'note ari "first; then"; damage ogre 1')
    assert [each["line"] for each in json.loads(done.stdout)["results"]] == [1, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX devices")
def test_an_endless_script_is_refused(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "--script", "/dev/zero")
    assert done.returncode != 0
    assert "/dev/zero: larger than 16 MB; split the script" in done.stderr


def test_an_endless_line_is_refused(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "--script", "-", given=b"x" * (16 * 1024**2 + 1))
    assert done.returncode == 2
    assert "<stdin>: larger than 16 MB; split the script" in done.stderr


def test_a_line_that_is_too_long_is_refused_from_any_source(shell: Shell) -> None:
    line = f'note ari "{"x" * 20_000}"'
    message = ":1:20001: a line takes at most 20,000 characters; this has 20,011"
    shell.write("long.txt", f"{line}\n")
    assert f"long.txt{message}" in shell("play", "ambush.toml", "--script", "long.txt").stderr
    assert f"<line>{message}" in shell("play", "ambush.toml", "-c", line).stderr
    assert f"<stdin>{message}" in shell("play", "ambush.toml", "--script", "-", given=line.encode()).stderr
    assert f"1:1: long.txt{message}" in shell("play", "ambush.toml", "-c", "run long.txt").stderr


def test_a_long_script_within_a_fight_is_announced(shell: Shell) -> None:
    shell.write("long.txt", "damage ogre 0\n" * 101)
    assert shell("play", "ambush.toml", "-c", "run long.txt").stderr == "running long.txt: 101 lines\n"


def test_quit_ends_a_script_with_success(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "-c", "begin; quit; nonsense")
    assert done.returncode == 0


def test_given_dice_are_used_in_order_and_running_out_is_an_error(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "--dice", "4 6", "-c", "damage ogre 2d6+1; roll 1d6")
    assert "Ogre takes 11: 80 → 69" in done.stdout
    assert done.returncode == 1
    assert "run out" in done.stderr


def test_an_impossible_face_is_an_error_and_stays_for_the_next_die(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "--dice", "12", "--keep-going", "-c", "roll 1d6; roll 1d20")
    assert "12, which is impossible on a d6" in done.stderr
    assert "1d20 (12) = 12" in done.stdout


def test_a_seed_repeats_the_dice(shell: Shell) -> None:
    first, second, other = (shell("play", "--seed", seed, "-c", "roll 20d20").stdout for seed in ("5", "5", "6"))
    assert first == second != other


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "-c", "next", "--script", "-"), "not both"),
        (("play", "--dice", "1", "--seed", "2"), "not both"),
        (("play", "--dice", "one"), "whole numbers"),
        (("play", "ambush.toml", "--system", "orcus"), "names its own"),
        (("play", "--system", "gurps"), "orcus"),
        (("play", "missing.toml"), "missing.toml"),
        (("play", "ambush.toml", "--script", "missing.txt"), "missing.txt"),
        (("play", "."), "."),
        (("play", "--resume", "nothing-like-it"), "nothing-like-it"),
        (("roll", "1d"), "1d"),
        (("roll", "1/0"), "^"),
        (("open", "ambush.toml"), "play"),
        (("ambush.toml",), "play"),
        ((), "play"),
    ],
)
def test_wrong_usage_is_reported_with_exit_status_two(shell: Shell, arguments: tuple[str, ...], said: str) -> None:
    done = shell(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_a_faulty_encounter_is_not_played(shell: Shell) -> None:
    shell.write("faulty.toml", 'format = 1\n[[creature]]\nname = "Ari"\nmax_hp = "many"\n')
    done = shell("play", "faulty.toml", "-c", "begin")
    assert done.returncode == 2
    assert done.stderr.startswith("faulty.toml:4: creature[1].max_hp: ")
    assert done.stdout == ""
    assert not shell.state.exists()


def test_control_characters_never_reach_the_terminal(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "--script", "-", given=b"note ari \x1b[31mred\n")
    assert done.stderr == "<stdin>:1:10: an escape character (U+001B): remove it\n"
    assert "\x1b" not in done.stdout


def test_an_impossible_state_folder_is_reported(shell: Shell) -> None:
    shell.write("state", "a file in its place")
    done = shell("play", "ambush.toml", "-c", "begin")
    assert done.returncode == 2
    assert "state" in done.stderr


# Standard output and standard error


@pytest.mark.parametrize("encoding", ["ascii", "cp437", "latin-1"])
def test_characters_missing_from_the_encoding_are_replaced(shell: Shell, encoding: str) -> None:
    done = shell.process("play", "ambush.toml", "-c", "damage ogre 7; damage ogre ７", PYTHONIOENCODING=encoding)
    assert done.stdout.splitlines()[1] == "  Ogre takes 7: 80 ? 73"
    assert done.returncode == 1


def test_the_json_document_reads_the_same_in_every_encoding(shell: Shell) -> None:
    arguments = ("play", "ambush.toml", "--json", "-c", "damage ogre 7")
    plain, utf8 = (shell.process(*arguments, PYTHONIOENCODING=encoding).stdout for encoding in ("ascii", "utf-8"))
    assert plain == utf8
    assert json.loads(plain)["results"][0]["log"] == ["Ogre takes 7: 80 → 73"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full disk to write to")
@pytest.mark.parametrize("arguments", [("play", "ambush.toml", "-c", "show"), ("roll", "1d20"), ("--help",)])
def test_output_on_a_full_disk_is_reported(shell: Shell, arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = shell.process(*arguments, stdout=full)
    assert (done.returncode, done.stderr) == (1, "orcus-tui: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe breaks otherwise there")
def test_a_closed_pipe_leaves_the_fight_unfinished_and_unlocked(shell: Shell) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as gone:
        done = shell.process("play", "ambush.toml", "-c", "begin; next; next", stdout=gone)
    assert (done.returncode, done.stderr) == (1, "")
    assert "Ambush" in shell("recover", "--list").stdout
    assert not list(shell.state.glob("*.lock"))


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes a stream otherwise there")
def test_a_closed_standard_input_is_reported(shell: Shell) -> None:
    command = f"exec {shlex.join(PROGRAM)} play --script - <&-"
    done = subprocess.run(["sh", "-c", command], cwd=shell.folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "no standard input to read commands from\n")


@pytest.mark.parametrize("arguments", [("recover", "\x1b[31m"), ("\x1b[31m",), ("play", "--script", "\x1b[31m")])
def test_control_characters_in_arguments_never_reach_the_terminal(shell: Shell, arguments: tuple[str, ...]) -> None:
    done = shell(*arguments)
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert "�[31m" in done.stderr


def test_a_tab_between_words_is_shown_as_typed(shell: Shell) -> None:
    done = shell("play", "ambush.toml", "--script", "-", given=b"damage\togre\t5\n")
    assert done.stdout.splitlines()[0] == "> damage\togre\t5"


def test_an_empty_id_is_refused(shell: Shell) -> None:
    assert shell("play", "ambush.toml", "--resume", "", "-c", "begin").returncode == 2


# check, systems, recover, version


def test_check_is_silent_about_a_valid_file(shell: Shell) -> None:
    done = shell("check", "ambush.toml")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_check_reports_every_fault_of_every_file(shell: Shell) -> None:
    shell.write("one.toml", 'format = 1\n[[creature]]\nname = "Ari"\nmax_hp = 4\nfortitute = 3\nkind = "elit"\n')
    shell.write("two.toml", "format = 2\n")
    done = shell("check", "one.toml", "ambush.toml", "two.toml")
    assert done.returncode == 2
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == ["one.toml", "one.toml", "two.toml"]
    assert '"elite"' in done.stderr


def test_systems_lists_every_option_with_its_default(shell: Shell) -> None:
    done = shell("systems")
    assert done.returncode == 0
    assert 'death_save_timing = "start"' in done.stdout


def test_a_finished_run_is_not_offered_again(shell: Shell) -> None:
    shell("play", "ambush.toml", "-c", "begin")
    done = shell("recover", "--list")
    assert done.returncode == 0
    assert done.stdout == ""


def test_a_run_stopped_by_a_fault_is_offered_and_resumed(shell: Shell) -> None:
    shell("play", "ambush.toml", "-c", "begin; damage ogre 7; nonsense")
    (listing,) = shell("recover", "--list").stdout.splitlines()
    journal = listing.split()[0]

    shell("play", "--resume", journal, "-c", "show")
    assert shell("recover", "--list").stdout, "looking at a fight does not end it"

    done = shell("play", "--resume", journal[:-3], "--json", "-c", "damage ogre 3")
    assert json.loads(done.stdout)["state"]["creatures"]["ogre"]["hp"] == 70
    assert shell("recover", "--list").stdout == ""


def test_the_version_is_that_of_the_package(shell: Shell) -> None:
    assert shell("--version").stdout == f"orcus-tui {__version__}\n"


def test_help_names_the_commands(shell: Shell) -> None:
    done = shell.process("--help")
    assert done.returncode == 0
    assert "recover" in done.stdout


def test_help_has_every_command_once_in_the_group_of_its_subject(shell: Shell) -> None:
    names = [name for group in GROUPS.values() for name in group]
    assert sorted(names) == sorted(COMMANDS)
    said = shell.process("--help").stdout
    assert [said.index(f"{title}:\n") for title in GROUPS] == sorted(said.index(f"{title}:\n") for title in GROUPS)
    for name in names:
        assert f"\n  {name} " in said


# What is loaded


def loaded_by(shell: Shell, *arguments: str) -> set[str]:
    code = (
        "import sys\n"
        f"sys.argv = ['orcus-tui', *{list(arguments)!r}]\n"
        "from orcus_tui.cli.start import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('\\n'.join(sys.modules))"
    )
    environment = {**os.environ, "ORCUS_TUI_STATE": str(shell.state)}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    return set(ran.stdout.split())


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("--version",), ("roll", "1d20"), ("systems",), ("recover", "--list"), ("play", "-c", "")],
)
def test_a_command_without_a_screen_does_not_import_it(shell: Shell, arguments: tuple[str, ...]) -> None:
    loaded = loaded_by(shell, *arguments)
    assert "typer" in loaded
    assert not {"textual", "rich", "pydantic"} & loaded


def test_roll_imports_no_fight(shell: Shell) -> None:
    of_fights = ("orcus_tui.model", "orcus_tui.rules", "msgspec")
    assert not [each for each in loaded_by(shell, "roll", "1d20") if each.startswith(of_fights)]


def test_without_commands_it_says_how_to_give_them(shell: Shell) -> None:
    done = shell("play", "ambush.toml", given=b"next\n")
    assert done.returncode == 0
    assert "no commands given: use --script FILE" in done.stderr
    assert not shell("play", "ambush.toml", "--json").stderr


# The archive


def tomorrow() -> str:
    """Tomorrow: every fight began before that day."""
    return str(date.today() + timedelta(days=1))


def test_a_day_in_the_future_is_refused_with_a_suggestion(shell: Shell) -> None:
    done = shell("recover", "--archive", "9999-12-31")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"in the future; {tomorrow()} archives every finished fight" in done.stderr


def test_an_archived_fight_is_reported_as_archived(shell: Shell) -> None:
    shell("play", "ambush.toml", "-c", "begin")
    (path,) = shell.state.glob("*.jsonl")
    shell("recover", "--archive", path.stem)
    again = shell("recover", "--archive", path.stem)
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == f'"{path.stem}" is already in the archive; `orcus-tui recover {path.stem}` shows it\n'


def test_without_a_terminal_only_an_existing_fight_is_suggested(shell: Shell) -> None:
    shell("play", "ambush.toml", "-c", "begin; nonsense")
    (path,) = shell.state.glob("*.jsonl")
    assert f"`orcus-tui play --resume {path.stem} --script -`" in shell("recover", path.stem[:12]).stderr
    assert 'no unfinished fight is called "~name"' in shell("recover", "~name").stderr
    shell("recover", "--archive", path.stem)
    assert "only the tracker shows" in shell("recover", path.stem).stderr


def test_finished_fights_from_before_a_day_go_to_the_archive_and_are_listed(shell: Shell) -> None:
    shell("play", "ambush.toml", "-c", "begin")
    (finished,) = (each.name for each in shell.state.glob("*.jsonl"))
    shell("play", "ambush.toml", "-c", "begin; nonsense")
    (unfinished,) = (each.name for each in shell.state.glob("*.jsonl") if each.name != finished)
    kept = (shell.state / finished).read_bytes()

    early = shell("recover", "--archive", "2000-01-01")
    assert (early.returncode, early.stdout) == (0, "")
    assert early.stderr == "no finished fights from before 2000-01-01\n"
    assert not shell("recover", "--archive", "1d").stdout, "they began today"

    done = shell("recover", "--archive", tomorrow())
    assert (done.returncode, done.stdout.split()) == (0, [finished.removesuffix(".jsonl")])
    assert str(shell.state / "archive") in done.stderr
    assert (shell.state / "archive" / finished).read_bytes() == kept
    assert [each.name for each in shell.state.glob("*.jsonl")] == [unfinished]


def test_a_fight_whose_move_is_not_synced_is_archived_with_a_warning(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def move_unsynced(settings: JournalSettings, journal_id: str) -> None:
        raise NotSynced(archive_journal(settings, journal_id), "moved to the archive, but not synced")

    monkeypatch.setattr(recover, "archive_journal", move_unsynced)
    shell("play", "ambush.toml", "-c", "begin; nonsense")
    (path,) = shell.state.glob("*.jsonl")
    done = shell("recover", "--archive", path.stem)
    assert (done.returncode, done.stdout) == (0, f"{path.stem}\n")
    assert "moved to the archive, but not synced" in done.stderr


def test_an_unfinished_fight_is_archived_by_its_id_alone(shell: Shell) -> None:
    shell("play", "ambush.toml", "-c", "begin; nonsense")
    (path,) = shell.state.glob("*.jsonl")
    assert not shell("recover", "--archive", tomorrow()).stdout
    assert shell("recover", "--list").stdout

    assert shell("recover", "--archive", path.stem).stdout == f"{path.stem}\n"
    assert not shell("recover", "--list").stdout
    assert "is in the archive" in shell("play", "--resume", path.stem, "-c", "show").stderr


@pytest.mark.parametrize(
    "older", ["", "90", "d", "-1d", "1.5d", "999999d", "2026-13-01", "2026-02-30", "2026", "../x", "x\x1b[2J", "ambush"]
)
def test_archive_refuses_unknown_words_and_moves_nothing(shell: Shell, older: str) -> None:
    shell("play", "ambush.toml", "-c", "begin")
    before = sorted(shell.state.rglob("*"))
    done = shell("recover", f"--archive={older}")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and done.stderr.strip().isprintable()
    assert sorted(shell.state.rglob("*")) == before


@pytest.mark.parametrize("other", [("--list",), ("some-fight",)])
def test_archive_takes_no_other_argument(shell: Shell, other: tuple[str, ...]) -> None:
    done = shell("recover", "--archive", "90d", *other)
    assert (done.returncode, done.stdout) == (2, "")


def test_archiving_with_no_fights_yet(shell: Shell) -> None:
    done = shell("recover", "--archive", "90d")
    assert (done.returncode, done.stdout) == (0, "")
    assert not shell.state.exists()
