"""What importers find, as a file has it."""

import tomli_w

from orcus_tui.importers.found import Found


def written(found: Found) -> str:
    """The `[[creature]]` tables of an encounter file."""
    return tomli_w.dumps({"creature": list(found.creatures)})
