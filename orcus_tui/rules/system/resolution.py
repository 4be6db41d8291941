"""The resolution of a command under a rules system."""

from orcus_tui.rules.resolution import ResolutionUnder
from orcus_tui.rules.system import System

Resolution = ResolutionUnder[System]
"""A command that is being executed under a system, for rules that change the fight."""
