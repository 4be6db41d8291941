"""Simulated fights, by the program's own rules: how often the party wins, and who falls.

Start reading at `forecast`, which plays many fights; `play_out` plays one.
"""
