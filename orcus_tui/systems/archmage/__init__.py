"""The Archmage Engine, and its variant. Start reading at `system`; `variant` says only what differs."""
