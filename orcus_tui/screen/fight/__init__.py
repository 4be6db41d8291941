"""The fight on the screen: its panes, command line, keys and log, and the menus that open from them.

Imports `widgets`, `dialogs` and `builder`, never the app. Start reading at `fight_screen`, then `panes` and `keys`.
"""
