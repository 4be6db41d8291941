"""TOML: where its values stand, how files are written, and edits that keep comments. Start at `positions`."""
