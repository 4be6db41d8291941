"""Stat blocks of the Archmage Engine.

Start reading at `archmage_nodes` (objects) and `archmage_text`, which share `statistics` and `passages`; `powers` makes
powers of actions, `clauses` has the patterns of their prose, `meanings` the words and the meanings of these patterns.
"""
