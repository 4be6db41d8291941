"""Creatures, encounters, libraries and rules systems for tests."""
