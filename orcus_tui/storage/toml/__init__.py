"""TOML: the lines of values, writing, and edits that keep comments. Start at `positions`."""
