"""Orcus stat blocks in Markdown, from the rulebook's layout to loose notes.

Start reading at `markdown`; `blocks` finds the stat blocks, `printed_powers` and `powers` read powers, `attacks`,
`effects` and `clauses` their text. `traps` reads traps.
"""
