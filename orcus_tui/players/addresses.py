"""The address of the web view: what is served on, what browsers type, and its QR code."""

import ipaddress
import socket
from collections.abc import Iterable

import segno
from msgspec import Struct

_ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  # to recognize, not to serve on
_HTTP = 80
QUIET = 2
"""Light modules around a QR code."""


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
            return "127.0.0.1"
    return address


def qr_rows(url: str) -> list[tuple[tuple[bool, bool], ...]]:
    """A QR code in rows of half blocks: for each cell, whether its upper and its lower half are dark."""
    modules = [[bool(module) for module in row] for row in segno.make(url, error="l").matrix_iter(border=QUIET)]
    if len(modules) % 2:
        modules.append([False] * len(modules[0]))
    return [tuple(zip(upper, lower, strict=True)) for upper, lower in zip(modules[::2], modules[1::2], strict=True)]


_INK = {True: "0;0;0", False: "255;255;255"}


def qr_lines(url: str) -> list[str]:
    """A QR code for a terminal with colors, both painted, since a dark terminal shows it inverted otherwise."""
    return [
        "".join(f"\x1b[38;2;{_INK[upper]};48;2;{_INK[lower]}m▀" for upper, lower in row) + "\x1b[0m"
        for row in qr_rows(url)
    ]
