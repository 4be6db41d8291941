"""The address of the view and the seats of phones, saved between starts in a file that only the user can read.

Phones find the view again after a restart. The view stores its port and token when it starts; the tracker stores the
seats that it accepts.
"""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from orcus_tui.storage.atomic import replace_file
from orcus_tui.storage.storage_error import storage_errors

FILE = "players.json"
_PRIVATE = 0o600
_TOKEN_BYTES = 16
_SECRET_BYTES = 32


class KeptAddress(Struct, frozen=True):
    """The address of the view: its port (0 for any), the token of its path, and the secret of the heroes' keys.

    `seats` has the hero of each seat, by the seat's hash.
    """

    port: int
    token: str
    secret: bytes
    seats: Mapping[str, str] = {}


def new_address(port: int = 0) -> KeptAddress:
    """A new address, with a random token of 128 bits."""
    return KeptAddress(port, secrets.token_urlsafe(_TOKEN_BYTES), secrets.token_bytes(_SECRET_BYTES))


class AddressFile:
    """The file of the address in a folder of state."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def read(self) -> KeptAddress:
        """The stored address; a new address if there is none, or if others could have read or changed the file."""
        try:
            status = self.path.lstat()
            is_private = os.name == "nt" or (status.st_mode & 0o177 == 0 and status.st_uid == os.getuid())
            if is_private and not self.path.is_symlink():
                return msgspec.json.decode(self.path.read_bytes(), type=KeptAddress)
        except (OSError, msgspec.DecodeError):
            pass  # it is written again
        return new_address()

    def write(self, kept: KeptAddress) -> None:
        """Replaces the file. Raises StorageError."""
        with storage_errors(self.path):
            replace_file(self.path, msgspec.json.encode(kept), _PRIVATE)

    def write_seats(self, seats: Mapping[str, str]) -> None:
        """Replaces the seats. Raises StorageError."""
        self.write(replace(self.read(), seats=seats))

    def renew(self) -> None:
        """Replaces the address with a new one without seats. Raises StorageError."""
        self.write(new_address())
