"""Files from within a fight: `write`, `open`, `run`, `export`; no file is overwritten by mistake."""

import json
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from orcus_tui.session import files
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.files import STAYS_READ_ONLY
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.journal.journal_list import list_unfinished
from orcus_tui.storage.journal.running_fight import follow_running
from tests.helpers.casts.ford import PARTY, WITH_PARTY
from tests.helpers.disks.disks import fails, is_full, posix
from tests.helpers.fights.followed import playing
from tests.helpers.fights.random_fights import (
    NO_SYNC,
    journal_of,
    journal_settings_at,
    play_lines,
    result_of,
    session_on,
    small_fight,
)

ENCOUNTER_ITSELF = "is the encounter itself, which is never overwritten; name another file"
PARTY_FILE = "is the encounter's party file, which only `keep` changes; name another file"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.is_file())


def test_a_tracker_that_follows_a_fight_opens_no_other(tmp_path: Path) -> None:
    played = playing(tmp_path)
    following = Session.follow(follow_running(tmp_path / "journals").journal, GivenDice([]))
    assert result_of(following, f'open "{tmp_path / "ford.toml"}"').error == STAYS_READ_ONLY
    played.end(finished=True)


# write


def test_a_fight_is_written_next_to_its_encounter_and_then_always_to_the_same_file(
    here: Path, session: Session
) -> None:
    assert play_lines(session, "write") == ["written to ford-fight.toml"]
    first = (here / "ford-fight.toml").read_text()
    play_lines(session, "d ogre 5", "w")
    assert (here / "ford-fight.toml").read_text() != first
    play_lines(session, "write elsewhere.toml", "d ogre 5", "w")
    assert (here / "elsewhere.toml").read_text() == fight_text(session.fight)
    assert names(here) == ["elsewhere.toml", "ford-fight.toml", "ford.toml", "party.toml"]


def test_a_fight_that_would_not_be_readable_is_not_written(
    here: Path, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = len(fight_text(session.fight).encode())
    monkeypatch.setattr(files, "LARGEST_FILE", size - 1)
    assert "too large to read back from a file" in result_of(session, "write").error
    assert names(here) == ["ford.toml", "party.toml"]
    monkeypatch.setattr(files, "LARGEST_FILE", size)
    assert play_lines(session, "write") == ["written to ford-fight.toml"]


@pytest.mark.parametrize(
    ("file", "what"),
    [
        ("ford.toml", ENCOUNTER_ITSELF),
        ("./ford.toml", ENCOUNTER_ITSELF),
        ("state/../ford.toml", ENCOUNTER_ITSELF),
        ("party.toml", PARTY_FILE),
    ],
)
def test_a_fight_is_never_written_over_the_game_masters_own_files(
    here: Path, session: Session, file: str, what: str
) -> None:
    assert result_of(session, f"write {file}").error == f"{Path(file)} {what}"
    assert (here / "ford.toml").read_text() == WITH_PARTY
    assert (here / "party.toml").read_text() == PARTY
    play_lines(session, "write")
    assert (here / "ford.toml").read_text() == WITH_PARTY


@posix
def test_a_fight_is_never_written_through_a_link_to_the_game_masters_files(here: Path, session: Session) -> None:
    (here / "link.toml").symlink_to("ford.toml")
    os.link(here / "party.toml", here / "hard.toml")
    assert result_of(session, "write link.toml").error == f"link.toml {ENCOUNTER_ITSELF}"
    assert result_of(session, "write hard.toml").error == f"hard.toml {PARTY_FILE}"


@pytest.mark.parametrize("text", ["not TOML any more", "a = " + "[" * 100_000])
@pytest.mark.parametrize("line", ["write", "write ford.toml"])
def test_an_encounter_that_can_no_longer_be_read_is_not_written_over(
    here: Path, session: Session, line: str, text: str
) -> None:
    (here / "ford.toml").write_text(text)
    result_of(session, line)
    assert (here / "ford.toml").read_text() == text


@posix
def test_a_pipe_in_place_of_the_encounter_does_not_block(here: Path, session: Session) -> None:
    (here / "ford.toml").unlink()
    os.mkfifo(here / "ford.toml")
    assert "never overwritten" in result_of(session, "write ford.toml").error
    assert play_lines(session, "write") == ["written to ford-fight.toml"]


def test_a_fight_is_never_written_over_its_journal(session: Session) -> None:
    journal = journal_of(session)
    before = journal.read_bytes()
    assert "is the journal of this fight" in result_of(session, f"write {journal}").error
    assert journal.read_bytes() == before


def test_a_fight_is_never_written_over_another_journal(here: Path, session: Session) -> None:
    other = session_on(small_fight(), journal_settings=journal_settings_at(here / "state"))
    before = journal_of(other).read_bytes()
    assert "is the journal of a fight" in result_of(session, f"write {journal_of(other)}").error
    assert journal_of(other).read_bytes() == before


def test_an_export_never_overwrites_the_encounter(here: Path) -> None:
    (here / "ford.txt").write_text(WITH_PARTY)
    session = session_on(small_fight())
    play_lines(session, "open ford.txt")
    assert "never overwritten" in result_of(session, "export ford.txt").error
    assert (here / "ford.txt").read_text() == WITH_PARTY


def test_whose_dice_are_asked_for_is_known_in_the_next_fight_too(session: Session) -> None:
    play_lines(session, "open ford.toml", "ask party", "open ford.toml")
    assert session.asked == "party"
    play_lines(session, "ask none", "begin", "open ford.toml")
    assert session.asked == "none"


def test_a_fight_in_progress_is_written_to_the_file_it_was_opened_from(here: Path, session: Session) -> None:
    play_lines(session, "write", "open ford-fight.toml", "d ogre 5")
    assert play_lines(session, "write") == ["written to ford-fight.toml"]
    assert (here / "ford-fight.toml").read_text() == fight_text(session.fight)
    assert (here / "ford.toml").read_text() == WITH_PARTY


def test_next_to_an_encounter_with_the_default_name_the_fight_gets_a_longer_one(here: Path) -> None:
    (here / "ford.toml").rename(here / "my-fight.toml")
    session = session_on(small_fight())
    play_lines(session, "open my-fight.toml", "begin first ari")
    assert play_lines(session, "write") == ["written to my-fight-fight.toml"]
    assert (here / "my-fight.toml").read_text() == WITH_PARTY
    again = session_on(small_fight())
    play_lines(again, "open my-fight-fight.toml", "d ogre 5")
    assert play_lines(again, "write") == ["written to my-fight-fight.toml"]
    assert (here / "my-fight-fight.toml").read_text() == fight_text(again.fight)


@pytest.mark.usefixtures("here")
def test_without_an_encounter_the_file_is_called_after_the_fight() -> None:
    assert play_lines(session_on(small_fight()), "write") == ["written to the-ford-fight.toml"]


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("write state", "this is a folder"),
        ("write none/such/folder.toml", "there is no folder none/such"),
        ("write ford.toml/fight.toml", "Not a directory"),
        (f"write {'x' * 300}.toml", "too long"),
        ("write a\0b", "a control character"),
        ("open a\0b", "a control character"),
        ("run a\0b", "a control character"),
        ("export a\0b.md", "a control character"),
        ('open ""', "a file name is missing"),
        ('run ""', "a file name is missing"),
        ("export state", "cannot export to a file without a suffix"),
        ("export log.pdf", "cannot export to .pdf; use .md, .html, .txt, .json"),
        ("open state", "this is a folder"),
        ("open none.toml", "there is no such file"),
        ("run state", "is not a regular file"),
        ("run none.txt", "No such file or directory"),
    ],
)
def test_a_failed_request_is_reported_and_leaves_nothing_behind(
    here: Path, session: Session, line: str, error: str
) -> None:
    before, files = session.fight, names(here)
    assert error in result_of(session, line).error
    assert session.fight is before
    assert names(here) == files
    play_lines(session, "d ogre 1", "undo", "write")
    assert names(here) == sorted([*files, "ford-fight.toml"])


def test_a_write_that_fails_leaves_the_old_file(here: Path, session: Session) -> None:
    play_lines(session, "write")
    before = (here / "ford-fight.toml").read_bytes()
    for call in ("write", "sync", "replace"):
        session.disk = replace(NO_SYNC, **{call: fails})
        assert "not saved: Input/output error; the file is unchanged" in result_of(session, "write").error
        assert (here / "ford-fight.toml").read_bytes() == before
        assert names(here) == ["ford-fight.toml", "ford.toml", "party.toml"]


@posix
def test_the_permissions_of_the_file_stay(here: Path, session: Session) -> None:
    play_lines(session, "write")
    (here / "ford-fight.toml").chmod(0o640)
    play_lines(session, "d ogre 1", "write")
    assert (here / "ford-fight.toml").stat().st_mode & 0o777 == 0o640


def test_a_file_of_another_session_is_moved_aside_and_named(here: Path, session: Session) -> None:
    (here / "ford-fight.toml").write_text("# last week\n")
    (here / "log.md").write_text("# mine\n")
    left = "the previous file is now ford-fight-old.toml"
    assert play_lines(session, "write") == ["written to ford-fight.toml", left]
    assert play_lines(session, "d ogre 1", "write")[-1] == f"written to {here / 'ford-fight.toml'}"
    assert (here / "ford-fight-old.toml").read_text() == "# last week\n"
    assert play_lines(session, "export log.md") == ["exported to log.md", "the previous file is now log-old.md"]
    assert play_lines(session, "export log.md") == ["exported to log.md"]
    assert (here / "log-old.md").read_text() == "# mine\n"
    (here / "new.md").write_text("")
    assert play_lines(session, "export new.md") == ["exported to new.md"]
    assert "log-old-2.md" not in names(here)


def test_a_file_that_another_session_wrote_meanwhile_is_moved_aside_too(here: Path, session: Session) -> None:
    play_lines(session, "write")
    other = session_on(session.fight, encounter=here / "ford.toml")
    play_lines(other, 'note ari "from elsewhere"', "write ford-fight.toml")
    written = (here / "ford-fight.toml").read_text(encoding="utf-8")
    backup = here / "ford-fight-old-2.toml"
    assert f"the previous file is now {backup}" in play_lines(session, 'note ari "from here"', "write")
    assert backup.read_text(encoding="utf-8") == written
    play_lines(session, 'note ari "later"', "write")
    assert "ford-fight-old-3.toml" not in names(here)


def test_nothing_that_was_put_aside_is_lost(here: Path) -> None:
    for number in range(3):
        (here / "log.txt").write_text(f"{number}")
        play_lines(session_on(small_fight()), "export log.txt")
    assert [(here / f"log-old{each}.txt").read_text() for each in ("", "-2", "-3")] == ["0", "1", "2"]


def test_a_continued_fight_is_written_to_the_same_file(here: Path, session: Session) -> None:
    play_lines(session, "write kept.toml", "d ogre 1")
    journal = journal_of(session).stem
    session.end(finished=False)
    again, _ = Session.resume(journal_settings_at(here / "state"), journal, GivenDice([]))
    assert play_lines(again, "write") == [f"written to {here / 'kept.toml'}"]
    other = session_on(small_fight())
    play_lines(other, "open kept.toml", "d ogre 1")
    assert play_lines(other, "write kept.toml") == ["written to kept.toml"]
    assert names(here) == ["ford.toml", "kept.toml", "party.toml"]


def test_a_file_that_cannot_be_moved_aside_is_not_overwritten(here: Path, session: Session) -> None:
    (here / "log.md").write_text("# mine\n")
    session.disk = replace(NO_SYNC, write=is_full)
    error = result_of(session, "export log.md").error
    assert error == "log.md: not saved: the old file cannot be copied: No space left on device; the file is unchanged"
    assert (here / "log.md").read_text() == "# mine\n"
    assert names(here) == ["ford.toml", "log.md", "party.toml"]


# open


def test_a_reopened_fight_is_the_same_and_has_a_separate_journal(here: Path, session: Session) -> None:
    play_lines(session, "ask party", "next", 'alias bash "d ogre 5"', "write")
    before, state = session.recorder, json.dumps(session.state())
    play_lines(session, "open ford-fight.toml")
    assert json.dumps(session.state()) == state
    assert session.recorder is not before
    assert result_of(session, "undo").error == "nothing to undo"
    play_lines(session, "bash")
    assert [each.id for each in list_unfinished(here / "state")] == [journal_of(session).stem]


def test_a_file_with_faults_is_not_opened_and_the_fight_continues(here: Path, session: Session) -> None:
    (here / "bad.toml").write_text("format = 1\n[[creature]]\nname = 3\n[[creature]]\nmax_hp = 'x'\n")
    before, journal = session.fight, session.recorder
    assert result_of(session, "open bad.toml").error.count("bad.toml:") == 4
    assert (session.fight, session.recorder) == (before, journal)
    play_lines(session, "undo")


def test_if_no_journal_can_be_begun_the_old_fight_continues(here: Path) -> None:
    broken = False

    def write(fd: int, data: bytes) -> int:
        if broken:
            is_full()
        return os.write(fd, data)

    session = session_on(
        small_fight(), journal_settings=journal_settings_at(here / "state", replace(NO_SYNC, write=write))
    )
    broken = True
    assert "No space left" in result_of(session, "open ford.toml").error
    broken = False
    assert session.fight is small_fight()
    play_lines(session, "begin")


# run


def test_a_script_is_one_step_and_all_its_lines_are_shown(here: Path, session: Session) -> None:
    (here / "round.txt").write_bytes(
        b"\xef\xbb\xbf# the first round\nd ogre 5 # a blow\r\n\nnext\nroll 1d6\nd ogre 1\n"
    )
    before = session.fight
    log = play_lines(session, "run round.txt")
    assert [line for line in log if line.startswith(">")] == [
        *("> d ogre 5 # a blow", "> next", "> roll 1d6", "> d ogre 1"),
    ]
    after = session.fight
    assert play_lines(session, "undo")[0] == "Undid: run round.txt"
    assert session.fight is before
    assert play_lines(session, "redo")[0] == "Redid: run round.txt"
    assert session.fight is after


def test_a_script_that_changes_nothing_needs_no_undo(here: Path, session: Session) -> None:
    (here / "dice.txt").write_text("roll 1d6\nroll 1d8\n")
    (here / "empty.txt").write_text("# nothing\n\n")
    steps = session.timeline.undo_count
    assert play_lines(session, "run empty.txt") == ["the script is empty"]
    play_lines(session, "run dice.txt")
    assert session.timeline.undo_count == steps
    assert [execution.line for execution in session.timeline.executions][-2:] == ["roll 1d6", "roll 1d8"]


def test_a_script_runs_others_in_its_folder(here: Path, session: Session) -> None:
    (here / "parts" / "deeper").mkdir(parents=True)
    (here / "all.txt").write_text("run parts/one.txt\nd ogre 1\n")
    (here / "parts" / "one.txt").write_text("d ogre 2\nrun deeper/two.txt\n")
    (here / "parts" / "deeper" / "two.txt").write_text("d ogre 3\n")
    steps = session.timeline.undo_count
    play_lines(session, "run all.txt")
    assert session.fight.states["ogre"].hp == 60 - 5 - 6
    assert session.timeline.undo_count == steps + 1


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"d ogre 5\n  d troll 1\n", '{s}:2:5: no creature is called "troll"'),
        (b"d ogre 5\nheal ogre\n", "{s}:2:10: "),
        (b"d ogre 5\nact ogre\n", "{s}:2:1: Ogre has neither"),
        (b'd ogre 5\nnote ari "\xff"\n', "{s}:2:11: this line is not UTF-8 text"),
        (b"d ogre 1d6\n", "{s}:1:1: the dice given have run out"),
        (b"run inner.txt\n", "{s}:1:1: inner.txt:1:1: unknown command"),
        (b"run none.txt\n", "{s}:1:1: none.txt: No such file"),
        (b"d ogre 1\nrun script.txt\n", "scripts are nested more than 10 deep"),
        (b"undo\n", "{s}:1:1: `undo` cannot be used in a script"),
        (b"d ogre 1\nquit\n", "{s}:2:1: `quit` cannot be used in a script"),
        (b"write x.toml\n", "{s}:1:1: `write` cannot be used in a script"),
    ],
)
def test_a_script_that_fails_does_nothing_and_says_where(
    here: Path, session: Session, content: bytes, error: str
) -> None:
    session.dice_source = GivenDice(())
    (here / "inner.txt").write_text("nonsense\n")
    (here / "script.txt").write_bytes(content)
    before, files, executions = session.fight, names(here), list(session.timeline.executions)
    assert error.replace("{s}", "script.txt") in result_of(session, "run script.txt").error
    assert session.fight is before
    assert session.timeline.executions == executions
    assert names(here) == files


@posix
def test_a_pipe_is_not_read_as_a_script(here: Path, session: Session) -> None:
    os.mkfifo(here / "pipe")
    assert "is not a regular file" in result_of(session, "run pipe").error


def test_scripts_that_run_each_other_end(here: Path, session: Session) -> None:
    for number in range(8):
        (here / f"{number}.txt").write_text(f"run {number + 1}.txt\n" * 20)
    (here / "8.txt").write_text("\n")
    before = session.fight
    assert result_of(session, "run 0.txt").error.endswith("a script has at most 10,000 lines; split it")
    assert session.fight is before


def test_a_large_encounter_is_announced_before_it_is_opened(here: Path, session: Session) -> None:
    (here / "large.toml").write_text(WITH_PARTY + "#" * 1_200_000)
    announcements: list[str] = []
    session.announce = announcements.append
    play_lines(session, "open ford.toml", "open large.toml")
    assert announcements == ["reading large.toml: 1.2 MB"]


def test_a_long_script_is_announced_before_it_runs(here: Path, session: Session) -> None:
    announcements: list[tuple[str, bool]] = []
    before = session.fight
    session.announce = lambda line: announcements.append((line, session.fight is before))
    (here / "short.txt").write_text("d ogre 1\n" * 99)
    play_lines(session, "run short.txt", "undo")
    assert announcements == []
    (here / "long.txt").write_text("run short.txt\n" * 3)
    play_lines(session, "run long.txt")
    assert announcements == [("running short.txt: 99 lines", True)]
    (here / "longest.txt").write_text("# nothing\n" * 1000)
    play_lines(session, "run longest.txt")
    assert announcements[1:] == [("running longest.txt: 1,000 lines", False)]


def test_a_script_has_at_most_a_megabyte(here: Path, session: Session) -> None:
    (here / "long.txt").write_bytes(b"#" * (1024 * 1024 + 1))
    assert result_of(session, "run long.txt").error == "long.txt: larger than 1 MB; split the script"


# export


@pytest.mark.parametrize("suffix", [".md", ".html", ".txt", ".json", ".MD"])
def test_the_log_is_exported_by_suffix(here: Path, session: Session, suffix: str) -> None:
    play_lines(session, 'note ogre "<b>*loud*</b>"', "roll 1d6", f"export log{suffix}")
    text = (here / f"log{suffix}").read_text(encoding="utf-8")
    assert "d ogre 5" in text
    assert "roll 1d6" in text
    if suffix == ".json":
        assert json.loads(text)["state"] == session.state()
    if suffix == ".html":
        assert "<b>" not in text
    play_lines(session, f"export log{suffix}")
