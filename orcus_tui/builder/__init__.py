"""Encounters being built: who is in them, what they come to, and the files they become."""
