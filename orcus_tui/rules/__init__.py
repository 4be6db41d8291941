"""The engine: turns, attacks, damage, saves, effects and rests, without a rule of one book.

A rule takes a `Resolution` and calls its `System` (`rules/system/`) wherever systems differ. Imports `model` and
`dice`. Start reading at `step_rules` (the table of rules), then `resolution`, `turn` and `attacks`.
"""
