"""The command language: one table of verbs, from which parsing, completion, help and the reference page come.

May import `systems` and the packages below it, never `session` or `storage`.
Start reading at `verbs` (the table), then `reading` (a line as far as it is typed) and `parse` (a whole line becomes a
`Command`).
"""
