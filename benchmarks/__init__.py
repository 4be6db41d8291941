"""Benchmarks with limits and comparisons: `python -m benchmarks` prints the table."""
