"""The encounter builder on the screen. Start reading at `builder_screen`."""
