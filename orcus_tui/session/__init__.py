"""A fight that runs lines: its history, its journal, and every line and request that reaches it.

May import `storage` and the packages below it, never `screen` or `cli`.
Start reading at `session` (a line goes in, its result comes out), then `recorded_fight` and `request_handlers`.
"""
