"""Sources to import, and what is read from them."""
