"""An example of a package that brings Orcus TUI a rules system, an import format and creatures."""

from pathlib import Path

CREATURES = Path(__file__).with_name("creatures")
"""The folder with the creatures."""
