"""What the players may know of a fight, and the screens that show it. Start reading at `public_state`.

A separate program runs here, next to the tracker: it reads the fight's journal and writes nothing. `public_names`,
`secret_words` and `public_state` make the public state, `feed` follows the fight; `web` shows it in browsers, with the
limits of `connection`, and `screen/players/` in a terminal.
"""
