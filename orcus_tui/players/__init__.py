"""What the players may know of a fight, and the screens that show it. Start reading at `view`.

A program of its own runs here, beside the tracker: it reads the fight's journal and writes nothing. `public_names` and
`view` make the public state, `feed` follows the fight; `web` shows it in browsers, `screen/players/` in a terminal.
"""
