"""The fight on the screen: its panes, its command line, its keys. Start reading at `fight_screen`."""
