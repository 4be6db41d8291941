"""Previews: the effect of a line or of the next turn, and the upcoming events of timers.

`preview` and `timers` are used by the screen; `dry_run` tries steps, `boundaries` has the future turns.
"""
