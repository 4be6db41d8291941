"""The address of the web view: where it is served, what browsers request, and its QR code."""

import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from urllib.parse import urlsplit

from msgspec import Struct

ANYWHERE = "0.0.0.0"  # noqa: S104  # only where a person asks for it
"""Every address of this machine."""
LOCAL = "127.0.0.1"
_ANYWHERE = (ANYWHERE, "::", "")
_HTTP = 80


class Address(Struct, frozen=True):
    """The URL of the page, and the hosts that requests may name."""

    url: str
    hosts: tuple[str, ...]
    token: str
    is_local: bool


def address_of(host: str, port: int, token: str, names: Iterable[str] = ()) -> Address:
    """The address of a view that is served on a host and port; requests may also name the hosts in `names`."""
    shown = next(iter(machine_addresses()), LOCAL) if host in _ANYWHERE else host
    first = _with_port(shown, port)
    hosts = (first, *((shown,) if port == _HTTP else ()), *names, *(_with_port(name, port) for name in names))
    return Address(f"http://{first}/{token}/", hosts, token, is_local=is_loopback(shown))


def other_urls(url: str, host: str, names: Iterable[str] = ()) -> list[str]:
    """The other addresses of a view that is served on a host: those of this machine's other networks, and names."""
    first = urlsplit(url)
    others = machine_addresses() if host in _ANYWHERE else []
    named = [each if ":" in each else _with_port(each, first.port or _HTTP) for each in names]
    hosts = [*(_with_port(each, first.port or _HTTP) for each in others), *named]
    return [f"http://{each}{first.path}" for each in hosts if each != first.netloc]


def _with_port(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def is_anywhere(host: str) -> bool:
    """Whether a host stands for every address of this machine."""
    return host in _ANYWHERE


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def lan_address() -> str:
    """The machine's address in its network, or the loopback address without a network. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation: picks a route, sends no packet
            address: str = probe.getsockname()[0]
        except OSError:
            return LOCAL
    return address


def machine_addresses() -> list[str]:
    """The IPv4 addresses by which other machines may reach this one; that of the default route is first."""
    found = [lan_address(), *_addresses_by_name(), *_addresses_by_interface()]
    return [each for each in dict.fromkeys(found) if not ipaddress.ip_address(each).is_loopback]


def has_network() -> bool:
    """Whether there is a default route."""
    return not is_loopback(lan_address())


def _addresses_by_name() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except (OSError, UnicodeError):
        return []


def _addresses_by_interface() -> Iterator[str]:
    """The address of each interface; nothing on Windows, where the machine's name has all of them."""
    request = {"linux": 0x8915, "darwin": 0xC0206921}.get(sys.platform)  # SIOCGIFADDR
    if request is None:
        return
    from fcntl import ioctl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for _, name in socket.if_nameindex():
            with suppress(OSError):  # it has no IPv4 address
                answer = ioctl(any_socket.fileno(), request, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[20:24])


# QR codes, in half blocks

QUIET = 2
"""Light modules around a QR code."""
_COLOURS = {True: "0;0;0", False: "255;255;255"}


def qr_rows(url: str) -> list[tuple[tuple[bool, bool], ...]]:
    """A QR code in rows of half blocks: for each cell, whether its upper and its lower half are dark."""
    import segno  # only loaded when a code is shown

    modules = [[bool(module) for module in row] for row in segno.make(url, error="l").matrix_iter(border=QUIET)]
    if len(modules) % 2:
        modules.append([False] * len(modules[0]))
    return [tuple(zip(upper, lower, strict=True)) for upper, lower in zip(modules[::2], modules[1::2], strict=True)]


def qr_lines(url: str) -> list[str]:
    """A QR code for a terminal with colors; both colors are set, since a dark terminal would invert the code."""
    return [
        "".join(f"\x1b[38;2;{_COLOURS[upper]};48;2;{_COLOURS[lower]}m▀" for upper, lower in row) + "\x1b[0m"
        for row in qr_rows(url)
    ]
