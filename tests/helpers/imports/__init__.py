"""Sources to import, and their results."""
