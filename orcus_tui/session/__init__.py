"""A running fight: its history, its journal, and every line and question that reaches it.

May import `storage` and below. Start reading at `session`, then `dispatch`.
"""
