"""The figures of a fight, computed only from the events of its journal, so that undo needs no extra code.

Start reading at `figures`; `journal_report` has the figures of a file, the other modules show them.
"""
