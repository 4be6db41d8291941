"""Stat blocks of the Archmage Engine.

A module for each format; those of printed text share `heads` and `passages`. Start reading at `archmage_json`; `powers`
makes powers of actions, `clauses` has the patterns of their prose, `patterns` the vocabulary they share.
"""
