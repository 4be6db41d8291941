"""The lines that `orcus-tui play` executes: from a file, a stream, or texts with semicolons."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from orcus_tui.commands.lexer import split_lines
from orcus_tui.storage.storage_error import StorageError, reason

MAX_SIZE = 16 * 1024 * 1024
"""The most bytes of a script, or of one line of a stream, since some devices never end."""


class ScriptLine(Struct, frozen=True):
    """A line of a script with its number; `fault` is the error if it cannot be decoded."""

    number: int
    text: str
    fault: str = ""
    column: int = 1


def read_script(path: Path) -> Iterator[ScriptLine]:
    """The lines of a file. Raises StorageError if it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_SIZE + 1)
    except OSError as fault:
        raise StorageError(path, reason(fault)) from fault
    _refuse_too_large(data, path)
    return _decode_lines(data.splitlines())


def _refuse_too_large(data: bytes, path: Path) -> None:
    if len(data) > MAX_SIZE:
        raise StorageError(path, f"larger than {MAX_SIZE // 1024**2} MB; split the script")


def read_stream(stream: BinaryIO, prompt: str = "") -> Iterator[ScriptLine]:
    """Yields the lines of a stream, and prints a prompt before each.

    Raises StorageError for a line longer than MAX_SIZE.
    """

    def read_line() -> bytes:
        if prompt:
            print(prompt, end="", flush=True)
        line = stream.readline(MAX_SIZE + 1)
        _refuse_too_large(line, Path("<stdin>"))
        return line

    return _decode_lines(iter(read_line, b""))


def split_texts(texts: Sequence[str]) -> Iterator[ScriptLine]:
    """Yields the lines of texts, which semicolons separate."""
    lines = (line for text in texts for line, _ in split_lines(text))
    for number, line in enumerate(lines, start=1):
        yield ScriptLine(number, line)


def _decode_lines(data: Iterable[bytes]) -> Iterator[ScriptLine]:
    for number, raw in enumerate(data, start=1):
        stripped = raw.rstrip(b"\r\n")
        try:
            text = stripped.decode()
        except UnicodeDecodeError as fault:
            shown = stripped.decode(errors="replace").strip()
            column = len(stripped[: fault.start].decode()) + 1
            yield ScriptLine(number, shown, "this line is not UTF-8 text", column)
        else:
            yield ScriptLine(number, text.removeprefix("\ufeff") if number == 1 else text)
