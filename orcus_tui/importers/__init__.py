"""Importers: stat blocks written elsewhere, read as creatures of the encounter format."""
