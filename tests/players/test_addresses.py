"""The address that players type, and its QR code."""

import re
import socket

import pytest

from orcus_tui.players import addresses
from orcus_tui.players.addresses import (
    LOCAL,
    QUIET,
    address_of,
    is_loopback,
    lan_address,
    machine_addresses,
    other_urls,
    qr_lines,
    qr_rows,
)

URL = "http://192.168.1.20:8765/?token=abc"
CELL = re.compile("\x1b\\[38;2;([0-9;]+);48;2;([0-9;]+)m▀")
BOTH = ("fight.example", "fight.example:8765")
DARK, LIGHT = "0;0;0", "255;255;255"


def test_without_a_network_the_address_is_local(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert lan_address() == LOCAL
    assert is_loopback(lan_address())


@pytest.mark.parametrize(
    ("host", "port", "url", "hosts", "is_local"),
    [
        (
            "127.0.0.1",
            8765,
            "http://127.0.0.1:8765/abc/",
            ("127.0.0.1:8765", "fight.example", "fight.example:8765"),
            True,
        ),
        (
            "192.0.2.7",
            80,
            "http://192.0.2.7:80/abc/",
            ("192.0.2.7:80", "192.0.2.7", "fight.example", "fight.example:80"),
            False,
        ),
        ("::1", 8765, "http://[::1]:8765/abc/", ("[::1]:8765", *BOTH), True),
        (
            "localhost",
            8765,
            "http://localhost:8765/abc/",
            ("localhost:8765", "fight.example", "fight.example:8765"),
            True,
        ),
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


def test_all_addresses_of_the_machine_and_its_names_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "machine_addresses", lambda: ["192.168.1.20", "10.42.0.1"])
    address = address_of("0.0.0.0", 8765, "abc", ["gm.local"])  # noqa: S104  # nothing is served
    assert address.url == "http://192.168.1.20:8765/abc/"
    assert other_urls(address.url, "0.0.0.0", ["gm.local"]) == [  # noqa: S104  # as above
        "http://10.42.0.1:8765/abc/",
        "http://gm.local:8765/abc/",
    ]
    assert other_urls("http://127.0.0.1:8765/abc/", LOCAL) == []


def test_the_addresses_of_the_machine_are_not_only_loopback() -> None:
    assert all(not is_loopback(each) for each in machine_addresses())


def test_the_code_of_the_longest_address_fits_into_80_by_24() -> None:
    rows = qr_rows(f"http://255.255.255.255:65535/{'x' * 22}/")
    assert len(rows) <= 24 - 3  # the frame of the text viewer, and its keys
    assert len(rows[0]) <= 80 - 2
