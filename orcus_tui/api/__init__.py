"""The program as a library and as a stream: `fight` has the contents of `import orcus_tui`, `stream` the JSON Lines.

Both pass lines to a session and return its events. `events` lists the kinds of events with
their fields.
"""
