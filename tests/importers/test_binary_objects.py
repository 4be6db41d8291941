"""Streams of .NET objects: values other than texts and objects."""

from orcus_tui.importers.binary_objects import read_objects
from tests.helpers.imports.dotnet_stream import Instance, stream_of


def test_numbers_in_lists_bytes_and_empty_arrays_are_read() -> None:
    fields = {"numbers": [3, -4], "bytes": b"\1\2", "nothing": b"", "name": "Wolves"}
    (found,) = read_objects(stream_of(Instance("Pack", fields))).objects
    assert found.fields == {"numbers": [3, -4], "bytes": [1, 2], "nothing": [], "name": "Wolves"}
