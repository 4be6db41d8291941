"""The public state of a fight, and the views that show it to players. Start reading at `public_state`.

This is a separate program that runs next to the tracker: it reads the fight's journal and writes nothing.
`public_names`, `secret_words` and `public_state` build the public state; `feed` follows the fight; `web` shows it in
browsers, within the limits of `connection`, and `screen/players_app.py` in a terminal.
"""
