"""What every screen is made of: the canvas, panes, text inputs, rows of styled text, styles, key labels.

Imports nothing of the other screen folders. Start reading at `row`, then `canvas` and `pane`.
"""
