"""Exports of Foundry, whatever rules system its actors are for."""

from orcus_tui.importers.json_nodes import Node, entry_nodes
from orcus_tui.importers.yaml_nodes import read_json_or_yaml

SIZES = {"tiny": "Tiny", "sm": "Small", "med": "Medium", "lg": "Large", "huge": "Huge", "grg": "Gargantuan"}
"""The sizes by the words that Foundry has for them."""


def read_foundry(text: str) -> Node:
    """The document, in JSON or YAML. Up to version 9 `system` is called `data`; here it is `system` always.

    Raises UnreadableSource as `read_json_or_yaml` does.
    """
    document = read_json_or_yaml(text)
    for actor in entry_nodes(document):
        items = actor.value.get("items") if isinstance(actor.value, dict) else None
        for each in (actor, *(items.value if items and isinstance(items.value, list) else ())):
            if isinstance(each.value, dict) and "data" in each.value and "system" not in each.value:
                each.value["system"] = each.value.pop("data")
    return document
