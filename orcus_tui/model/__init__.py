"""The state of a fight and its events: frozen values, and the change that each event makes.

May import `dice` and `errors`, and nothing else of the program.
Start reading at `fight`, then `creature` and `events`; `steps` is what commands become.
"""
