"""Archmage stat blocks. Start reading at `archmage_json`."""
