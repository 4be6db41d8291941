"""The program follows no link whose name it derived: the link and its target stay unchanged."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from orcus_tui.cli.crash_report import crash_message
from orcus_tui.library.library import Library
from orcus_tui.library.saved_creatures import SaveOptions
from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from orcus_tui.storage.journal.archive import archive_journal
from orcus_tui.storage.journal.journal_list import list_journals, list_unfinished
from orcus_tui.storage.line_history import LineHistory
from orcus_tui.storage.lock import folder_lock
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.disks.disks import posix
from tests.helpers.fights.random_fights import (
    journal_of,
    journal_settings_at,
    play_lines,
    result_of,
    session_on,
    small_fight,
)

pytestmark = posix

FIRST = "2026-01-01-the-ford"
PRECIOUS = b"# a file of value\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stranger's folder, in which the program runs; the targets of its links are outside."""
    folder = tmp_path / "adventure"
    (folder / "state").mkdir(parents=True)
    (tmp_path / "precious").write_bytes(PRECIOUS)
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(folder)
    return folder


@contextmanager
def links(here: Path, *names: str, to: str = "precious") -> Iterator[None]:
    """Links with these names in the folder; they and their targets must be unchanged afterwards."""
    for name in names:
        (here / name).symlink_to(here.parent / to)
    yield
    assert (here.parent / "precious").read_bytes() == PRECIOUS
    assert [*(here.parent / "elsewhere").iterdir()] == []
    for name in names:
        assert (here / name).readlink() == here.parent / to


def session_in(here: Path) -> Session:
    return session_on(small_fight(), journal_settings=journal_settings_at(here / "state"))


def resume(here: Path, journal: str = FIRST) -> Session:
    return Session.resume(journal_settings_at(here / "state"), journal, GivenDice([]))[0]


@pytest.mark.parametrize("line", ["write fight.toml", "export fight.md", "keep heroes.toml"])
def test_a_file_called_lock_is_not_a_lock(here: Path, line: str) -> None:
    name = line.split()[1]
    (here / f"{FIRST}.lock").write_bytes(PRECIOUS)
    with links(here, f"{name}.lock", f"state/{FIRST}.jsonl.lock", ".lock"):
        session = session_in(here)
        play_lines(session, line)
        session.end(finished=False)
        resume(here).end(finished=True)
    assert (here / name).is_file()
    assert (here / f"{FIRST}.lock").read_bytes() == PRECIOUS


@pytest.mark.parametrize("name", ["log.md.lock", "fight.toml.lock"])
def test_a_user_file_called_lock_stays(here: Path, name: str) -> None:
    (here / name).write_bytes(PRECIOUS)
    play_lines(session_in(here), "export log.md", "write fight.toml")
    assert (here / name).read_bytes() == PRECIOUS


@pytest.mark.parametrize("line", ["write fight.toml", "export fight.md"])
def test_copies_and_temporary_files_get_another_name(here: Path, line: str) -> None:
    path = Path(line.split()[1])
    path.write_text("# last week\n")
    session = session_in(here)
    with links(here, f"fight-old{path.suffix}", f".orcus-tui-{os.getpid()}-1.tmp", f".orcus-tui-{os.getpid()}-2.tmp"):
        assert play_lines(session, line)[-1] == f"the previous file is now fight-old-2{path.suffix}"
    assert (here / f"fight-old-2{path.suffix}").read_text() == "# last week\n"


def test_a_journal_gets_another_name(here: Path) -> None:
    with links(here, f"state/{FIRST}.jsonl", f"state/{FIRST}-2.jsonl"):
        session = session_in(here)
        assert journal_of(session).stem == f"{FIRST}-3"
        play_lines(session, "d ogre 5")


def test_a_journal_that_continues_another_gets_another_name(here: Path) -> None:
    session = session_in(here)
    journal_of(session).unlink()
    with links(here, f"state/{FIRST}-continued.jsonl"):
        assert "it was deleted" in result_of(session, "d ogre 5").warning
        assert journal_of(session).stem == f"{FIRST}-continued-2"


def test_a_link_in_the_place_of_a_journal_is_neither_read_nor_resumed_nor_moved(here: Path) -> None:
    session_in(here).end(finished=False)
    theirs = here.parent / "precious"
    (here / "state" / f"{FIRST}.jsonl").rename(here.parent / "real.jsonl")
    (here / "state" / f"{FIRST}.jsonl").symlink_to(here.parent / "real.jsonl")
    before = (here.parent / "real.jsonl").read_bytes()
    with pytest.raises(StorageError, match="is a link"):
        resume(here)
    with pytest.raises(StorageError, match="is a link"):
        archive_journal(journal_settings_at(here / "state"), FIRST)
    (found,) = list_journals(here / "state")
    assert found.fault == "is a link; name the journal itself" and not (found.name or found.in_use)
    assert [each.fault for each in list_unfinished(here / "state")] == [found.fault]
    assert (here.parent / "real.jsonl").read_bytes() == before and theirs.read_bytes() == PRECIOUS


def test_a_torn_line_is_copied_to_another_name(here: Path) -> None:
    session_in(here).end(finished=False)
    path = here / "state" / f"{FIRST}.jsonl"
    with path.open("ab") as file:
        file.write(b'{"crc":"torn')
    with links(here, f"state/{FIRST}.jsonl.torn"):
        resume(here)
    assert (here / "state" / f"{FIRST}.jsonl.torn.2").read_bytes() == b'{"crc":"torn'


def test_an_archive_that_is_a_link_takes_and_shows_no_journal(here: Path) -> None:
    session_in(here).end(finished=True)
    with links(here, "state/archive", to="elsewhere"), pytest.raises(StorageError, match="archive: is a link"):
        archive_journal(journal_settings_at(here / "state"), FIRST)
    assert [each.id for each in list_journals(here / "state")] == [FIRST]


def test_a_link_in_the_archive_stays(here: Path) -> None:
    session_in(here).end(finished=True)
    (here / "state" / "archive").mkdir()
    with links(here, f"state/archive/{FIRST}.jsonl"), pytest.raises(StorageError, match="in the archive already"):
        archive_journal(journal_settings_at(here / "state"), FIRST)


def test_the_usual_file_of_a_fight_is_not_written_through_a_link(here: Path) -> None:
    (here / "ford.toml").write_text('format = 1\n[[creature]]\nname = "Ogre"\nmax_hp = 60\n')
    session = session_in(here)
    play_lines(session, "open ford.toml")
    with links(here, "ford-fight.toml"):
        error = result_of(session, "write").error
        leads_to = os.path.realpath(here.parent / "precious")
        assert error.startswith(f"ford-fight.toml is a link to {leads_to}; write to another name, or name it")
    assert play_lines(session, "write ford-fight.toml", "write")  # named by the user
    assert (here.parent / "precious").read_text().startswith("format = 1")
    assert (here / "ford-fight-old.toml").read_bytes() == PRECIOUS


@pytest.mark.parametrize("first", [(), ("write",)], ids=["another's content", "its own content"])
def test_a_link_that_is_put_there_after_the_check_is_not_followed(
    here: Path, first: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "ford.toml").write_text('format = 1\n[[creature]]\nname = "Ogre"\nmax_hp = 60\n')
    session = session_in(here)
    play_lines(session, "open ford.toml", *first)
    monkeypatch.setattr("orcus_tui.session.files.folder_lock", lambda path: links_instead(here, path))
    result = result_of(session, "write")
    assert "not an ordinary file" in result.error
    assert (here.parent / "precious").read_bytes() == PRECIOUS
    assert PRECIOUS not in [path.read_bytes() for path in here.iterdir() if path.is_file() and not path.is_symlink()]


@contextmanager
def links_instead(here: Path, path: Path) -> Iterator[None]:
    """The change by another program between the check and the write."""
    path.unlink(missing_ok=True)
    path.symlink_to(here.parent / "precious")
    yield


def test_the_history_and_the_report_of_a_crash_are_not_written_through_a_link(here: Path) -> None:
    with links(here, "state/history", "state/crash.txt"):
        assert "it is a link" in LineHistory(here / "state" / "history").add("d ogre 5")
        assert "details:\n" in crash_message(ValueError("x"), here / "state" / "crash.txt", "")


def test_a_saved_creature_and_its_copies_get_another_name(here: Path) -> None:
    wolf = {"name": "Wolf", "max_hp": 9}
    (here / "own" / "orcus").mkdir(parents=True)
    library = Library(here / "own")
    with links(here, "own/wolf.toml", "own/orcus/wolf.toml"):
        saved = library.save("orcus", [wolf], SaveOptions("wolf"))
    with links(here, f"{saved.path.relative_to(here)}.old"):
        again = Library(here / "own").save("orcus", [{**wolf, "max_hp": 10}], SaveOptions("wolf", replace=True))
        assert [each.name for each in again.backups] == [f"{saved.path.name}.old2"]


@pytest.mark.parametrize("name", [".orcus-tui.lock", ".lock"])
def test_locking_a_folder_leaves_what_is_in_it(here: Path, name: str) -> None:
    with links(here, name), folder_lock(here / "fight.toml"):
        pass


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
@pytest.mark.parametrize("name", [f"{FIRST}-continued.jsonl", f"archive/{FIRST}-continued.jsonl"])
def test_a_file_that_is_not_a_journal_neither_hides_a_fight_nor_blocks(here: Path, name: str, kind: str) -> None:
    session_in(here).end(finished=False)
    path = here / "state" / name
    path.parent.mkdir(exist_ok=True)
    if kind == "link":
        path.symlink_to(here.parent / "precious")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    assert FIRST in [each.id for each in list_unfinished(here / "state")]


def test_a_file_in_place_of_the_archive_does_not_hide_fights(here: Path) -> None:
    session_in(here).end(finished=False)
    (here / "state" / "archive").write_bytes(PRECIOUS)
    assert [each.id for each in list_unfinished(here / "state")] == [FIRST]


def test_a_link_in_place_of_a_journal_does_not_offer_a_continued_fight_again(here: Path) -> None:
    session = session_in(here)
    other = journal_of(session).with_suffix(".kept")
    journal_of(session).rename(other)
    with links(here, f"state/{FIRST}-continued.jsonl"):
        assert f"{FIRST}-continued-2" in result_of(session, "d ogre 1").warning
    (here / "state" / f"{FIRST}-continued.jsonl").unlink()
    other.rename(here / "state" / f"{FIRST}.jsonl")
    session.end(finished=False)
    assert [each.id for each in list_unfinished(here / "state")] == [f"{FIRST}-continued-2"]


def every_act(here: Path) -> list[Callable[[], object]]:
    """All actions that write files with derived names."""
    session = session_in(here)
    settings = journal_settings_at(here / "state")
    return [
        lambda: play_lines(session, "d ogre 5", "write fight.toml", "export log.md", "keep heroes.toml"),
        lambda: session.end(finished=False),
        lambda: resume(here).end(finished=True),
        lambda: archive_journal(settings, FIRST),
    ]


def test_links_to_a_folder_are_not_followed_either(here: Path) -> None:
    names = ("fight.toml.lock", "fight-old.toml", "log-old.md", f".orcus-tui-{os.getpid()}-1.tmp", "state/archive")
    with links(here, *names, to="elsewhere"):
        *acts, archive = every_act(here)
        for act in acts:
            act()
        with pytest.raises(StorageError, match="is a link"):
            archive()
