"""The program in a terminal of its own; the campaign `python -m benchmarks.trust` has it too."""

from benchmarks.trust.terminals import PROGRAM, Terminal, is_stopped, run, surroundings, unfinished

__all__ = ["PROGRAM", "Terminal", "is_stopped", "run", "surroundings", "unfinished"]
