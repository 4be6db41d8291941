"""A running fight: its history, its journal, and every line and request that reaches it.

May import `storage` and the packages below it, never `screen` or `cli`.
Start reading at `door` (a line goes in, its result comes out), then `session` and `dispatch`.
"""
