"""A fight at a prompt, in sentences: for screen readers, braille displays, slow lines and everyone who likes a prompt.

No information depends on colours, positions, boxes or signs. `conversation` answers lines, `sentences` describes what
happened, `glances` the current state, and `speech` turns the signs of the log into words. The prompt itself is in
`cli/plain`.
"""
