"""Playing fights in tests: sessions, dice, random lines, and what follows a fight."""
