"""The command language: one table of verbs, from which parsing, completion, help and the reference page come.

May import `systems` and the packages below it, never `session` or `storage`.
Start reading at `parse` (a line becomes a `Command`), then `reading`, `completion` and the tables of verbs.
"""
