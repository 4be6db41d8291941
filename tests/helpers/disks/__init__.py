"""Files, disks and processes for tests."""
