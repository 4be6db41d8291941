"""Orcus stat blocks: Markdown of the rulebook and of notes. Start reading at `markdown`."""
