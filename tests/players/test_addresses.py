"""The address that players type, and its QR code."""

import re
import socket

import pytest

from orcus_tui.players.addresses import LOCAL, QUIET, address_of, is_loopback, lan_address, qr_lines, qr_rows

URL = "http://192.168.1.20:8765/?token=abc"
CELL = re.compile("\x1b\\[38;2;([0-9;]+);48;2;([0-9;]+)m▀")
DARK, LIGHT = "0;0;0", "255;255;255"


def test_without_a_network_the_address_is_that_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert lan_address() == LOCAL
    assert is_loopback(lan_address())


@pytest.mark.parametrize(
    ("host", "port", "url", "hosts", "is_local"),
    [
        ("127.0.0.1", 8765, "http://127.0.0.1:8765/abc/", ("127.0.0.1:8765", "fight.example"), True),
        ("192.0.2.7", 80, "http://192.0.2.7:80/abc/", ("192.0.2.7:80", "192.0.2.7", "fight.example"), False),
        ("::1", 8765, "http://[::1]:8765/abc/", ("[::1]:8765", "fight.example"), True),
        ("localhost", 8765, "http://localhost:8765/abc/", ("localhost:8765", "fight.example"), True),
    ],
)
def test_an_address_and_the_hosts_that_requests_may_name(
    host: str, port: int, url: str, hosts: tuple[str, ...], *, is_local: bool
) -> None:
    address = address_of(host, port, "abc", ["fight.example"])
    assert (address.url, address.hosts, address.token, address.is_local) == (url, hosts, "abc", is_local)


def test_each_cell_paints_its_upper_half_and_its_lower_half() -> None:
    rows, lines = qr_rows(URL), qr_lines(URL)
    assert len(lines) == len(rows)
    for row, line in zip(rows, lines, strict=True):
        assert line.endswith("m▀\x1b[0m"), "the colors end with the line"
        painted = [(upper, lower) for upper, lower in CELL.findall(line)]
        assert painted == [tuple(DARK if dark else LIGHT for dark in cell) for cell in row]


def test_a_code_has_light_modules_all_around() -> None:
    rows = qr_rows(URL)
    modules = [[cell[half] for cell in row] for row in rows for half in (0, 1)]
    around = [*modules[:QUIET], *([*row[:QUIET], *row[-QUIET:]] for row in modules)]
    assert not any(any(row) for row in around)
    assert all(modules[QUIET][QUIET : QUIET + 7]), "the finder pattern in its corner"
