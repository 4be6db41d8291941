"""What the screens are made of: the canvas, panes, text inputs, styles. Start reading at `canvas`, then `pane`."""
