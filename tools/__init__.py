"""Generators of documentation and release files, for developers: `python -m tools.NAME`."""
