"""Screens over the fight or the builder: menus, the importer, the text viewer.

Imports `widgets` only; the caller acts on the results. Start reading at `choices`, then `chooser`.
"""
