"""A campaign against the program: everything that could lose a fight or end an evening, tried at random."""
