"""Encounters on paper: one HTML page for a browser to print."""
