"""The tracker on a screen: it draws a fight and its log, and turns keys into lines of the language.

Imports every package below it; its folders import each other in this order: `widgets`, `dialogs`, `builder`, `fight`.
Start reading at `app`, then `fight.fight_screen`.
"""
