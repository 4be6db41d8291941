"""Encounter files: read with every fault named, and fights written as tables. Start reading at `read`."""
