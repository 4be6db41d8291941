"""The parts of every screen: the canvas, panes, text inputs, rows of styled text, styles, key labels.

Imports none of the other screen folders. Start reading at `row`, then `canvas`.
"""
