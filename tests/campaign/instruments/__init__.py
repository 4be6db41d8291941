"""The campaign's tools for measuring and driving the program: disks, terminals, screens, limits."""
