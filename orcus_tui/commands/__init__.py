"""The command language: one table of verbs, from which parsing, completion, help and the reference page come."""
