"""Driving the screen in tests, and reading what it shows."""
