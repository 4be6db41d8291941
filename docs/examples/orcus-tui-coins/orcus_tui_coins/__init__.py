"""An example of a package that brings Orcus TUI a rules system and an import format."""
