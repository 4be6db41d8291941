"""Benchmarks with limits and comparisons: `python -m benchmarks` prints the table."""

import os

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its bytecode
