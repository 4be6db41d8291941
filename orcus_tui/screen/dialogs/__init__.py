"""Screens opened over the fight or the builder: the menu to choose from, the importer, the text viewer.

Imports `widgets` only; whoever opens a screen does what was chosen. Start reading at `choices`, then `chooser`.
"""
