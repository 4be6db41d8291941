"""The text of a source: bytes from a file or a paste, as far as they can be text at all."""

import re

from orcus_tui.importers.import_result import NotReadable

LARGEST = 4 * 1024 * 1024
"""Bytes; three times the largest collection of creatures there is, and what is read within a minute at the worst."""

_BYTE_ORDER_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_ENCODINGS = {"utf-8": "UTF-8", "utf-16-le": "UTF-16", "utf-16-be": "UTF-16"}


def text_of(data: bytes) -> str:
    """The text without byte order mark and with LF line ends; UTF-8, or UTF-16 that says so by its mark.

    Raises NotReadable for what is too large, in another encoding, or no text.
    """
    if len(data) > LARGEST:
        raise NotReadable(f"this is larger than {LARGEST // 1024 // 1024} MB: import it in parts")
    mark = next((each for each in _BYTE_ORDER_MARKS if data.startswith(each)), b"")
    encoding = _BYTE_ORDER_MARKS.get(mark, "utf-8")
    data = data.removeprefix(mark)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, errors="replace").count("\n") + 1
        raise NotReadable(f"this is not {_ENCODINGS[encoding]} text: save it as UTF-8", line) from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise NotReadable("this is no text: it has a character of no meaning (U+0000)", line)
    return re.sub(r"\r\n?", "\n", text)
