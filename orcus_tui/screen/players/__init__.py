"""The players' view in a terminal: for a television, or a pane of tmux. Start reading at `players_app`."""
