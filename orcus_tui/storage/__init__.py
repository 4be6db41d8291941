"""Files on disk: `encounter/`, `journal/` and `toml/`; and atomic writes, locks, exports.

May import `commands` and the packages below it, never `session`.
Start reading at `encounter.read`, then `journal.records` and `journal.recovery`; `atomic` writes every file.
"""
