"""The shell's door: `orcus-tui` and its commands, the tracker opened, and the report of a crash.

May import every room. Start reading at `start`, then `main`.
"""
