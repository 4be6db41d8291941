"""The files and modules of the project itself, and how the suite runs."""
