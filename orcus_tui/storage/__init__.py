"""Files on disk: `encounter/`, `journal/` and `toml/`; and atomic writes, locks, exports.

May import `commands` and the rooms below it, never `session`.
Start reading at `encounter.read`, then `journal.recorder` and `journal.recovery`; `atomic` writes every file.
"""
