"""The address of the web view: what is served on, and what browsers ask for."""

import ipaddress
import socket
from collections.abc import Iterable

from msgspec import Struct

ANYWHERE = "0.0.0.0"  # noqa: S104  # only where a person asks for it
"""Stands for every address of this machine."""
LOCAL = "127.0.0.1"
_ANYWHERE = (ANYWHERE, "::", "")
_HTTP = 80


class Address(Struct, frozen=True):
    """Where the view is served: the page's address, and the hosts that requests may name."""

    url: str
    hosts: tuple[str, ...]
    token: str
    is_local: bool


def address_of(host: str, port: int, token: str, names: Iterable[str] = ()) -> Address:
    """The address of a view served on this host and port; `names` are others it may be asked for by."""
    shown = lan_address() if host in _ANYWHERE else host
    first = _with_port(shown, port)
    hosts = (first, *((shown,) if port == _HTTP else ()), *names)
    return Address(f"http://{first}/{token}/", hosts, token, is_local=is_loopback(shown))


def _with_port(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def lan_address() -> str:
    """The machine's address in the network it is in; without one, the loopback address. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: a route is chosen, no packet goes out
            address: str = probe.getsockname()[0]
        except OSError:
            return LOCAL
    return address
