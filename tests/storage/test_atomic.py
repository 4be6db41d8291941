"""Writing files completely or not at all: on disks that fail or fill up, through links, by several programs at once."""

import errno
import os
import stat
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from orcus_tui.storage.atomic import Disk, make_folders, sync_folder, write_atomically, write_with_backup
from orcus_tui.storage.storage_error import StorageError
from tests.helpers.disks.disks import fails, full_after, names, not_root, posix, recording_disk
from tests.helpers.disks.programs import run_at_once


def test_a_new_file_and_one_that_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    write_atomically(path, "name = 'Ogre × 2'\n")
    assert path.read_bytes() == "name = 'Ogre × 2'\n".encode()
    write_atomically(path, "round = 2\n")
    assert path.read_bytes() == b"round = 2\n"
    assert names(tmp_path) == ["fight.toml"]


@posix
def test_permissions_are_kept_and_a_new_file_has_the_default_ones(tmp_path: Path) -> None:
    path, plain, usual = tmp_path / "fight.toml", tmp_path / "plain", tmp_path / "usual"
    path.write_text("old")
    path.chmod(0o664)
    write_atomically(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o664
    plain.write_text("")
    write_atomically(usual, "")
    assert usual.stat().st_mode == plain.stat().st_mode


@posix
def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target, link, dangling = tmp_path / "real" / "fight.toml", tmp_path / "link.toml", tmp_path / "dangling"
    target.write_text("old")
    link.symlink_to(target)
    dangling.symlink_to(tmp_path / "real" / "new.toml")
    write_atomically(link, "new")
    write_atomically(dangling, "made")
    assert link.is_symlink() and dangling.is_symlink()
    assert target.read_text() == "new"
    assert names(tmp_path / "real") == ["fight.toml", "new.toml"]


@posix
def test_a_link_to_itself(tmp_path: Path) -> None:
    link = tmp_path / "loop"
    link.symlink_to(link)
    with pytest.raises(StorageError):
        write_atomically(link, "new")
    assert names(tmp_path) == ["loop"] and link.is_symlink()


def test_short_writes_end_in_the_whole_text(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    write_atomically(path, "0123456789" * 5, disk=Disk(write=lambda fd, data: os.write(fd, data[:3])))
    assert path.read_text() == "0123456789" * 5


@pytest.mark.parametrize("existing", [True, False])
def test_a_disk_that_fills_up_at_any_byte(tmp_path: Path, existing: bool) -> None:
    path = tmp_path / "fight.toml"
    if existing:
        path.write_text("old")
    for size in range(10):
        with pytest.raises(StorageError, match="No space left") as caught:
            write_atomically(path, "0123456789", disk=full_after(size))
        assert str(path) in str(caught.value)
        assert names(tmp_path) == (["fight.toml"] if existing else [])
    assert not existing or path.read_text() == "old"


@pytest.mark.parametrize("disk", [Disk(sync=fails), Disk(replace=fails), Disk(write=lambda _fd, _data: 0)])
def test_a_failed_sync_rename_or_write_leaves_the_old_file(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "fight.toml"
    path.write_text("old")
    with pytest.raises(StorageError, match=r"not saved.*the file is unchanged"):
        write_atomically(path, "new", disk=disk)
    assert path.read_text() == "old"
    assert names(tmp_path) == ["fight.toml"]


def test_a_replaced_file_is_put_aside_unless_nothing_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "log.md"
    assert write_with_backup(path, "one") is None
    assert write_with_backup(path, "one") is None
    aside = write_with_backup(path, "two")
    assert aside == tmp_path / "log-old.md"
    assert (aside.read_text(), path.read_text()) == ("one", "two")


def without_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes hard links fail from now on, as on some file systems."""

    def no_link(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", no_link)


@pytest.mark.parametrize("has_links", [True, False])
def test_a_backup_never_takes_the_name_of_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    if not has_links:
        without_links(monkeypatch)
    path = tmp_path / "log.md"
    path.write_text("one")
    (tmp_path / "log-old.md").write_text("somebody's")
    aside = write_with_backup(path, "two")
    assert aside == tmp_path / "log-old-2.md" and aside.read_text() == "one"
    assert (tmp_path / "log-old.md").read_text() == "somebody's"
    assert names(tmp_path) == ["log-old-2.md", "log-old.md", "log.md"]


def test_a_failed_backup_leaves_the_file_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_links(monkeypatch)
    monkeypatch.setattr(Path, "replace", fails)
    (tmp_path / "log.md").write_text("one")
    with pytest.raises(StorageError, match="the old file cannot be copied: Input/output error"):
        write_with_backup(tmp_path / "log.md", "two")
    assert names(tmp_path) == ["log.md"] and (tmp_path / "log.md").read_text() == "one"


ENDS_AT_A_CALL = """
import os, sys
from pathlib import Path
from orcus_tui.storage.atomic import DISK, Disk, write_with_backup

left = int(sys.argv[1])

def ending(call):
    def end_or_call(*arguments):
        global left
        left -= 1
        if left < 0:
            if call is os.write:
                call(arguments[0], arguments[1][:1])
            os._exit(9)
        return call(*arguments)
    return end_or_call

calls = {name: ending(getattr(DISK, name)) for name in Disk.__struct_fields__}
write_with_backup(Path("log.md"), "new", disk=Disk(**calls))
"""


def test_a_program_that_ends_at_any_call_leaves_no_half_copy(tmp_path: Path) -> None:
    path, aside = tmp_path / "log.md", tmp_path / "log-old.md"
    for calls in count():
        path.write_text("old")
        aside.unlink(missing_ok=True)
        done = subprocess.run([sys.executable, "-c", ENDS_AT_A_CALL, str(calls)], cwd=tmp_path, check=False)
        assert not aside.exists() or aside.read_text() == "old"
        assert path.read_text() == "old" or (path.read_text() == "new" and aside.exists())
        if not done.returncode:
            break
    assert calls > 6 and path.read_text() == "new"


WRITES = """
from tests.campaign.inputs.fights import fight_of
from tests.helpers.fights.sessions import result_of, session_on

session = session_on(fight_of(1))
result_of(session, f"add Guest{sys.argv[1]} hp=3")
wait()
result = result_of(session, "write fight.toml")
assert not result.error, result.error
"""


def test_files_that_several_programs_write_under_one_name_all_remain(tmp_path: Path) -> None:
    run_at_once(WRITES, 4, tmp_path)
    written = [each.read_text(encoding="utf-8") for each in tmp_path.iterdir()]
    assert len(written) == 4
    assert all(sum(f"Guest{number}" in text for text in written) == 1 for number in range(4))


@pytest.mark.parametrize("disk", [Disk(replace=fails), full_after(4), Disk(place=fails)])
def test_a_file_that_is_not_replaced_is_not_put_aside(tmp_path: Path, disk: Disk) -> None:
    path = tmp_path / "log.md"
    path.write_text("old")
    with pytest.raises(StorageError, match=r"not saved.*the file is unchanged"):
        write_with_backup(path, "new", disk=disk)
    with pytest.raises(StorageError, match="not Unicode"):
        write_with_backup(path, "new\udcff")
    assert path.read_text() == "old"
    assert names(tmp_path) == ["log.md"]


def test_an_interruption_leaves_the_old_file(tmp_path: Path) -> None:
    def interrupted(_fd: int) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "fight.toml"
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, "new", disk=Disk(sync=interrupted))
    assert path.read_text() == "old"
    assert names(tmp_path) == ["fight.toml"]


def test_a_failed_sync_of_the_folder_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    with pytest.raises(StorageError, match="saved, but it may not survive a power failure"):
        write_atomically(path, "new", disk=Disk(sync_folder=fails))
    assert path.read_text() == "new"


def test_file_then_name_then_folder_reach_the_disk(tmp_path: Path) -> None:
    calls: list[str] = []
    write_atomically(tmp_path / "fight.toml", "new", disk=recording_disk(calls))
    assert calls == ["write", "sync", "replace", "sync_folder"]


def test_a_backup_and_its_name_reach_the_disk_before_the_file_is_replaced(tmp_path: Path) -> None:
    calls: list[str] = []
    (tmp_path / "log.md").write_text("old", encoding="utf-8")
    write_with_backup(tmp_path / "log.md", "new", disk=recording_disk(calls))
    assert calls == ["write", "sync", "sync_folder", "write", "sync", "replace", "sync_folder"]


def test_folders_are_made_and_reach_the_disk_from_the_top(tmp_path: Path) -> None:
    steps: list[Path] = []
    disk = Disk(sync_folder=steps.append)
    make_folders(tmp_path / "a" / "b", disk=disk)
    assert steps == [tmp_path, tmp_path / "a"]
    make_folders(tmp_path / "a" / "b", disk=disk)
    assert len(steps) == 2 and (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "folder"):
        with pytest.raises(OSError, match=r"[Nn]ot a directory|cannot find"):
            make_folders(path)


def test_a_temporary_file_left_by_a_killed_process_does_no_harm(tmp_path: Path) -> None:
    left = tmp_path / f".orcus-tui-{os.getpid()}-1.tmp"
    left.write_text("half")
    write_atomically(tmp_path / "fight.toml", "new")
    assert (tmp_path / "fight.toml").read_text() == "new"
    assert left.read_text() == "half"


def test_unwritable_places_are_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    with pytest.raises(StorageError, match="this is a folder"):
        write_atomically(tmp_path, "new")
    with pytest.raises(StorageError, match=r"not saved: there is no folder .*missing$"):
        write_atomically(tmp_path / "missing" / "fight.toml", "new")
    with pytest.raises(StorageError):
        write_atomically(tmp_path / "file" / "fight.toml", "new")
    with pytest.raises(StorageError, match="character 4 of the text is not Unicode"):
        write_atomically(tmp_path / "file", "abc\udcff")
    assert names(tmp_path) == ["file"]


@posix
def test_a_name_as_long_as_a_name_can_be(tmp_path: Path) -> None:
    write_atomically(tmp_path / ("x" * 255), "new")
    with pytest.raises(StorageError):
        write_atomically(tmp_path / ("x" * 256), "new")


@posix
def test_a_device_is_not_a_file() -> None:
    with pytest.raises(StorageError, match="not an ordinary file"):
        write_atomically(Path(os.devnull), "new")


@not_root
def test_a_read_only_file_and_folder(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(StorageError, match="read-only"):
        write_atomically(path, "new")
    path.chmod(0o644)
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(StorageError, match="Permission denied"):
            write_atomically(path, "new")
    finally:
        tmp_path.chmod(0o755)
    assert path.read_text() == "old"


@posix
def test_syncing_a_folder_that_is_not_there(tmp_path: Path) -> None:
    sync_folder(tmp_path)
    with pytest.raises(FileNotFoundError):
        sync_folder(tmp_path / "missing")
