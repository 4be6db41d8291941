"""The figures of a fight: a pure fold over the events of its journal, so that undo needs no extra code.

Start reading at `figures`; `journal_report` has the figures of a file, the other modules show them.
"""
