"""The Archmage Engine and its variant. Start reading at `system`; `variant` has only the differences."""
