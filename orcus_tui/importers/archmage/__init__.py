"""Stat blocks of the Archmage Engine.

Start reading at `archmage_json`; `clauses` has the patterns of its prose, `words` the vocabulary they share.
"""
