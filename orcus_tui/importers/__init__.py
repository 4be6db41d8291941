"""Importers: stat blocks in other formats, read as creatures of the encounter format.

There is a package for each family of formats. They may import `session` and the packages below it (in practice, they
import `storage` and `systems`). Start reading at `format_detection` (the table of formats) and `sources`. A source
becomes nodes or lines, then drafts of creatures (`creature_draft`), whose prose is read by `prose`; `import_result`
builds the creatures.
"""
