"""The files that a fight writes: files with other content are copied first, and only folders that the user named are
used.
"""

import hashlib
from pathlib import Path

import pytest
from msgspec.structs import replace

from orcus_tui.session.dice_source import GivenDice
from orcus_tui.session.session import Session
from orcus_tui.storage.encounter.fight_tables import fight_text
from orcus_tui.storage.encounter.read import read_encounter_file
from orcus_tui.storage.journal.archive import archive_journal
from orcus_tui.storage.journal.journal_file import crc_of, encode_line, read_journal
from tests.helpers.casts.ford import PARTY, WITH_PARTY
from tests.helpers.disks.disks import fails, posix
from tests.helpers.fights.random_fights import (
    NO_SYNC,
    journal_of,
    journal_settings_at,
    play_lines,
    result_of,
    session_on,
    small_fight,
)


def test_a_fight_in_progress_that_is_edited_while_it_is_open_is_copied_first(here: Path, session: Session) -> None:
    play_lines(session, "write kept.toml", "open kept.toml", "d ogre 1")
    edited = edit_by_hand(here / "kept.toml")
    assert play_lines(session, "write kept.toml")[-1] == "the previous file is now kept-old.toml"
    assert (here / "kept-old.toml").read_text() == edited


def test_a_fight_in_progress_that_a_new_session_opens_is_copied_first_once_it_was_edited(here: Path) -> None:
    (here / "kept.toml").write_text(fight_text(small_fight()))
    read = read_encounter_file(Path("kept.toml"))
    opened = Session(read.fight, GivenDice([]), encounter=Path("kept.toml"), encounter_digest=read.digest)
    assert play_lines(opened, "d ogre 1", "write kept.toml") == ["Ogre takes 1: 60 → 59", "written to kept.toml"]
    edited = edit_by_hand(here / "kept.toml")
    play_lines(opened, "d ogre 1", "write kept.toml")
    assert (here / "kept-old.toml").read_text() == edited


@pytest.mark.parametrize("opened", [False, True], ids=["written", "opened"])
def test_a_file_that_is_edited_before_the_fight_is_resumed_is_copied_first(
    here: Path, session: Session, opened: bool
) -> None:
    play_lines(session, "write kept.toml", *(["open kept.toml"] if opened else []), "d ogre 1")
    again = resume_after(session, here)
    assert not [line for line in play_lines(again, "write kept.toml") if "previous" in line]
    session = resume_after(again, here)
    edited = edit_by_hand(here / "kept.toml")
    again = resume_after(session, here)
    assert play_lines(again, "write kept.toml")[-1].endswith("kept-old.toml")
    assert (here / "kept-old.toml").read_text() == edited


def edit_by_hand(path: Path) -> str:
    """Writes a remark into a file, and returns its new content."""
    text = f"# a remark\n{path.read_text(encoding='utf-8')}"
    path.write_text(text, encoding="utf-8")
    return text


def resume_after(session: Session, here: Path) -> Session:
    """Leaves a fight and resumes it from its journal."""
    journal = journal_of(session).stem
    session.end(finished=False)
    return Session.resume(journal_settings_at(here / "state"), journal, GivenDice([]))[0]


def test_the_journal_has_the_digest_of_the_written_file(here: Path, session: Session) -> None:
    play_lines(session, "write kept.toml")
    written = [each for each in read_journal(journal_of(session)).records if each.get("saved_to")]
    expected = hashlib.sha256((here / "kept.toml").read_bytes()).hexdigest()
    assert [each["saved_digest"] for each in written] == [expected]


# Files that a person did not name


@pytest.mark.parametrize("name", [".bash_profile", "notes.toml", "there.toml"])
def test_a_foreign_journal_does_not_choose_where_a_fight_is_written(
    here: Path, session: Session, tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    home = tmp_path_factory.mktemp("home")
    (home / "there.toml").write_text("# somebody's\n")
    journal = journal_with(session, saved_to=str(home / name), file=str(home / "none.toml"))
    before = {path.name: path.read_bytes() for path in home.iterdir()}
    again, _ = Session.resume(journal_settings_at(here / "state"), journal, GivenDice([]))
    error = result_of(again, "write").error
    assert error == f"{home / name} is outside this folder: name it, as in `write {home / name}`"
    assert {path.name: path.read_bytes() for path in home.iterdir()} == before


def test_a_journal_with_the_right_digest_chooses_no_file_outside_either(
    here: Path, session: Session, tmp_path_factory: pytest.TempPathFactory
) -> None:
    known = tmp_path_factory.mktemp("home") / ".bashrc"
    known.write_bytes(b"# as it comes\n")
    right = hashlib.sha256(known.read_bytes()).hexdigest()
    journal = journal_with(session, saved_to=str(known), file=str(here / "ford.toml"), saved_digest=right)
    again, _ = Session.resume(journal_settings_at(here / "state"), journal, GivenDice([]))
    assert "outside this folder" in result_of(again, "write").error
    assert known.read_bytes() == b"# as it comes\n"


@pytest.mark.parametrize("line", ["write", "export", "keep"])
def test_an_alias_of_a_foreign_journal_does_not_change_where_it_writes(
    here: Path, session: Session, tmp_path_factory: pytest.TempPathFactory, line: str
) -> None:
    play_lines(session, "finish")
    target = tmp_path_factory.mktemp("home") / "theirs.md"
    aliases = {"n": f"{line} {target}", "k": f"{line} near.md"}
    again, _ = Session.resume(
        journal_settings_at(here / "state"), journal_with(session, aliases=aliases), GivenDice([])
    )
    assert "an alias of the resumed fight names it; define that alias again" in result_of(again, "n").error
    assert not target.exists()
    play_lines(again, "k", f'alias mine "{line} {target}"', "mine")
    assert target.exists() and (here / "near.md").exists()


@pytest.mark.parametrize(
    "alias", ['write "{}/x\\".toml"', "open {}/there.toml"], ids=["a quote in the name", "open first"]
)
def test_an_alias_of_a_journal_cannot_name_a_file_indirectly(
    here: Path, session: Session, tmp_path_factory: pytest.TempPathFactory, alias: str
) -> None:
    home = tmp_path_factory.mktemp("home")
    (home / "there.toml").write_text(WITH_PARTY.replace('party = "party.toml"\n', ""))
    aliases = {"k": alias.format(home), "n": f"write {home / 'x.toml'}"}
    again, _ = Session.resume(
        journal_settings_at(here / "state"), journal_with(session, aliases=aliases), GivenDice([])
    )
    for line in ("k", "n"):
        result_of(again, line)
    assert [path.name for path in home.iterdir() if path.name != "there-fight.toml"] == ["there.toml"]


@pytest.mark.parametrize("name", [".bashrc", "notes.toml"])
def test_a_digest_in_a_journal_does_not_claim_a_local_file(here: Path, session: Session, name: str) -> None:
    (here / name).write_bytes(b"# as it comes\n")
    right = hashlib.sha256(b"# as it comes\n").hexdigest()
    journal = journal_with(session, saved_to=str(here / name), saved_digest=right)
    again, _ = Session.resume(journal_settings_at(here / "state"), journal, GivenDice([]))
    result_of(again, "write")
    assert b"# as it comes\n" in [path.read_bytes() for path in here.iterdir() if path.is_file()]


@pytest.mark.parametrize("path", ["a\0b.toml", "\ud800/ford.toml"])
@pytest.mark.parametrize("key", ["saved_to", "file"])
def test_an_impossible_path_is_left_out(here: Path, session: Session, key: str, path: str) -> None:
    journal = journal_with(session, **{key: path, "saved_digest": "x", "file_digest": "x"})
    again, lost = Session.resume(journal_settings_at(here / "state"), journal, GivenDice([]))
    assert not lost
    play_lines(again, "write here.toml")
    again.end(finished=False)


def test_a_file_of_another_fight_of_this_session_is_copied_first(here: Path, session: Session) -> None:
    play_lines(session, "write friday.toml")
    friday = (here / "friday.toml").read_text()
    play_lines(session, "open ford.toml")
    assert play_lines(session, "write friday.toml")[-1] == "the previous file is now friday-old.toml"
    assert (here / "friday-old.toml").read_text() == friday


@posix
def test_a_journal_is_protected_under_any_name(here: Path, session: Session) -> None:
    other = session_on(small_fight(), journal_settings=journal_settings_at(here / "state"))
    journal = journal_of(other).stem
    other.end(finished=True)
    archived = archive_journal(journal_settings_at(here / "state"), journal)
    (here / "x.toml").symlink_to(archived)
    for name in (archived, "x.toml", here / "state" / "new.JSONL"):
        assert "is the journal of a fight" in result_of(session, f"write {name}").error


def test_a_file_that_is_written_and_not_synced_is_not_copied_the_next_time(here: Path, session: Session) -> None:
    session.disk = replace(NO_SYNC, sync_folder=fails)
    assert "may not survive a power failure" in result_of(session, "write kept.toml").error
    session.disk = NO_SYNC
    assert play_lines(session, "d ogre 1", "write kept.toml")[-1] == "written to kept.toml"


def journal_with(session: Session, **values: object) -> str:
    """The id of a session's journal with these values in its first line, like a journal from a stranger."""
    path = journal_of(session)
    session.end(finished=False)
    found = read_journal(path)
    lines, after = [], "00000000"
    for number, each in enumerate(({**found.header, **values}, *found.records)):
        lines.append(encode_line(number, each, after))
        after = crc_of(lines[-1])
    path.write_bytes(b"".join(lines))
    return path.stem


def test_a_fight_is_written_next_to_its_encounter_wherever_the_program_is_started(
    here: Path, session: Session, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_lines(session, "write")
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert play_lines(resume_after(session, here), "write") == [f"written to {here / 'ford-fight.toml'}"]


def test_the_heroes_of_a_journal_that_is_only_viewed_are_saved_where_the_person_says(
    here: Path, session: Session
) -> None:
    play_lines(session, "d ari 5", "finish")
    path = journal_of(session)
    session.end(finished=False)
    viewed, _ = Session.open_for_viewing(journal_settings_at(here / "state"), path, GivenDice([]))
    assert "name the party file to save the heroes to" in result_of(viewed, "keep").error
    assert (here / "party.toml").read_text() == PARTY
    play_lines(viewed, "keep party.toml")
    assert "hp = 39" in (here / "party.toml").read_text()
