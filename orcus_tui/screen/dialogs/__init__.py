"""Screens opened over the fight: choosers, help, imports, text to read. Start reading at `chooser`."""
