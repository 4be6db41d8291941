"""Digests of files: whether a file still has what this program read from it or wrote to it."""

from pathlib import Path

_FIGHT_TABLE = b"[fight]"
"""What only a fight in progress has; an encounter without it is never overwritten, so nothing is kept of it."""


def digest(data: bytes) -> str:
    """The SHA-256 of some bytes, in hexadecimal."""
    import hashlib  # here, since a fight is shown without it

    return hashlib.sha256(data).hexdigest()


def digest_of(path: Path) -> str:
    """The digest of a file; empty for one that cannot be read."""
    try:
        return digest(path.read_bytes()) if path.is_file() else ""
    except (OSError, ValueError):
        return ""


def digest_of_fight_in_progress(path: Path) -> str:
    """The digest of a file with a fight in progress; empty for any other."""
    try:
        data = path.read_bytes() if path.is_file() else b""
    except (OSError, ValueError):
        return ""
    return digest(data) if _FIGHT_TABLE in data else ""
