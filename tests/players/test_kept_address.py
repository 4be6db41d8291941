"""The address of the view and the seats of phones stay the same between starts, until a new address is requested."""

import os
import socket
from pathlib import Path

import pytest

from orcus_tui.players.kept_address import FILE, AddressFile, new_address
from tests.helpers.fights.followed import Table
from tests.helpers.fights.served import Served


def test_stored_data_is_read_again_and_private_to_its_user(tmp_path: Path) -> None:
    kept = new_address(8350)
    file = AddressFile(tmp_path)
    file.write(kept)
    file.write_seats({"hash": "ketta"})
    found = file.read()
    assert (found.port, found.token, found.secret, found.seats) == (8350, kept.token, kept.secret, {"hash": "ketta"})
    assert os.name == "nt" or file.path.stat().st_mode & 0o777 == 0o600
    file.renew()
    assert file.read().token != kept.token
    assert file.read().seats == {}
    assert [each.name for each in tmp_path.iterdir()] == [FILE]


@pytest.mark.skipif(os.name == "nt", reason="files have no such permissions")
def test_a_file_that_others_could_have_changed_is_not_trusted(tmp_path: Path) -> None:
    file = AddressFile(tmp_path)
    file.write(new_address())
    kept = file.read()
    for mode in (0o644, 0o660):
        file.path.chmod(mode)
        assert file.read().token != kept.token
    file.path.chmod(0o600)
    assert file.read() == kept
    file.path.rename(tmp_path / "elsewhere")
    file.path.symlink_to(tmp_path / "elsewhere")
    assert file.read().token != kept.token


@pytest.mark.parametrize("data", [b"", b"{}", b"[1", b"\xff", b'{"port":"x","token":1,"secret":""}'])
def test_a_file_that_is_damaged_is_replaced(tmp_path: Path, data: bytes) -> None:
    file = AddressFile(tmp_path)
    file.write(new_address())
    file.path.write_bytes(data)
    assert len(file.read().token) == 22


def test_the_next_start_has_the_same_address_and_keys_of_heroes(tmp_path: Path) -> None:
    Table(tmp_path, is_now=True).play("begin")
    first = Served(tmp_path)
    keys = {each["name"]: each["key"] for each in first.state()["creatures"]}
    first.stop()
    second = Served(tmp_path)
    again = {each["name"]: each["key"] for each in second.state()["creatures"]}
    second.stop()
    assert second.url == first.url
    assert {name for name in keys if keys[name] == again[name]} == {"Ketta", "Orrin", "Sabel", "Wick"}


def test_if_the_port_is_taken_another_is_used_and_phones_must_scan_again(tmp_path: Path) -> None:
    Table(tmp_path, is_now=True).play("begin")
    first = Served(tmp_path)
    first.stop()
    with socket.create_server(("127.0.0.1", first.port)):
        second = Served(tmp_path)
        second.says(lambda _: "phones must scan it again" in second.errors.read_text())
        second.stop()
    assert second.port != first.port
    third = Served(tmp_path)
    third.stop()
    assert third.url == first.url
