"""The journal of a fight: its file, its records, and recovery from it. Start reading at `records`."""
