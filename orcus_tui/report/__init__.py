"""What happened in a fight, in figures: a pure fold over the events of its journal, so that undo needs nothing.

Start reading at `figures`; `journal_report` has those of a file, the other modules show them.
"""
