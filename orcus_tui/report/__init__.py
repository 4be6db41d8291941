"""What happened in a fight, in figures: a pure fold over the events of its journal, so that undo needs nothing.

Start with `figures`; the other modules show them.
"""
