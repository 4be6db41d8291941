"""What is in a fight, and what can happen to it: frozen values, and how an event changes a fight.

May import `dice` and `errors`, and nothing else of the program.
Start reading at `fight`, then `creature` and `events`; `steps` is what commands become.
"""
