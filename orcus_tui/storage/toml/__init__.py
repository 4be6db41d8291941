"""TOML: positions of values in it, files written, and files changed with their comments kept. Start at `positions`."""
