"""The address that players type."""

import socket

import pytest

from orcus_tui.players.addresses import LOCAL, is_loopback, lan_address


def test_without_a_network_the_address_is_that_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert lan_address() == LOCAL
    assert is_loopback(lan_address())
