"""Playing fights in tests: sessions, dice, random lines, and views that follow a fight."""
