"""Looking ahead: what a line or the next turn would do, and when timers run out.

`preview` and `timers` are used by the screen; `dry_run` tries steps, `boundaries` has the turns to come.
"""
