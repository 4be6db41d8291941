"""Tables in Markdown, for the generated pages of the documentation."""

from collections.abc import Iterable


def markdown_table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table with its heads and rows; a `|` in a cell is escaped."""
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
