"""How fast Orcus TUI is, beside what it is compared with: `python -m benchmarks` prints the table."""
