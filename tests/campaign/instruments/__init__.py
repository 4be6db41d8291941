"""What the campaign measures and drives the program with: disks, terminals, screens, limits."""
