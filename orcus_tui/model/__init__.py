"""What is in a fight, and what can happen to it."""
