"""Building encounters: the draft, its difficulty, and its files.

May import `library`, `config` and the packages below them, never `screen` or `cli`.
Start reading at `draft` (the value), then `difficulty` and `draft_file`; `plan` is what `orcus-tui new` runs.
"""
