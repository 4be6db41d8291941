"""The program as a library and as a stream: `fight` has what `import orcus_tui` offers, `stream` the JSON Lines.

Both are authors of lines: they hand a line to a session, and get its events. `events` lists the kinds of events with
their fields.
"""
