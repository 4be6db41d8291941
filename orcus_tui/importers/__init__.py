"""Importers: stat blocks in other formats, read as creatures of the encounter format.

A package for each family of formats; may import `session` and the packages below it (in practice `storage`, `systems`).
Start reading at `format_detection` (the table of formats) and `sources`; an importer is a module with `read` and a row
of that table.
"""
