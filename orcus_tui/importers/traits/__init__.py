"""The traits of stat blocks of all systems, as modifiers, triggers, auras and powers that are offered."""
