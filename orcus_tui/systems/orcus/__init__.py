"""Orcus, a retroclone of the fourth edition and the default system. Start reading at `system`."""
