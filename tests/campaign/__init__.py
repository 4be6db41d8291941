"""Random trials of the program: everything that could lose a fight or end an evening."""
