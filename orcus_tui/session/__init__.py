"""Sessions: a fight that runs lines, with its history, its journal, and the handlers of requests.

May import `storage` and the packages below it, never `screen` or `cli`.
Start reading at `recorded_fight` (a line goes in, its result comes out), then `session` and `request_handlers`.
"""
