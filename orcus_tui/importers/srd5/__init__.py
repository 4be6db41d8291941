"""Fifth-edition stat blocks, a module for each format and one prose grammar for all. Start reading at `powers`."""
