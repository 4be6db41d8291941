"""Fights played ahead by the rules that run them: how often the party wins, and who falls.

Start reading at `forecast`, which plays many fights; `play_out` plays one.
"""
