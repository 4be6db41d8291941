"""The engine: turns, attacks, damage, saves, effects and rests, without a rule of one book.

A rule takes a `Resolution` and calls its `System` (`rules/system/`) wherever systems differ. Imports `model` and
`dice`. Start reading at `resolution`, then `turn` and `attacks`; `session/execution.py` has the table of rules.
"""
