"""Every message has a template, every template a use, and every field of a template a value."""

from collections.abc import Mapping
from typing import get_args

import pytest

from orcus_tui.model.power import UseKind
from orcus_tui.rules.messages import MESSAGES, RETIRED_MESSAGES
from orcus_tui.rules.templates import FORMS
from tests.helpers.project.files import ROOT
from tests.helpers.project.message_uses import GIVEN, TABLES, fields_of, tables_for, uses
from tests.helpers.project.snapshots import check_file

BY_EVENT = {
    "rolls a die": {"who"},
    "rolls a die about": {"who"},
    "plain": {"text"},
    "plain of": {"who", "text"},
}
"""The values that `session/log_text.py` and `session/ahead/dry_run.py` add for events with their own texts."""
WORDS_OF_EVENTS = {"plain of"}
"""Keys that are only in journals of format 1."""
BY_READER = {
    *(f"use {kind}" for kind in get_args(UseKind)),
    *("uses daily", "uses encounter"),
    *(
        "rest minute",
        "rest postponed",
        "rest short",
        "rest long",
        "while sustained",
        "save ends",
        "save ends at",
        "withstands",
    ),
    *("asking none", "asking party", "asking all", "resist by number", "vulnerable by number"),
}
"""The keys that `rules/templates.py` finds by the shown value."""
BY_ITS_SYSTEM = {"stray shot", "stray shot at", "stray shot hits", "stray shot hits one"}
"""The messages that systems pass to `log_stray_shots`, each with its own wording."""


def test_every_message_has_a_template_and_every_field_of_it_a_value() -> None:
    wrong = []
    for key, how, values, where in uses():
        template = next((table[key] for table in tables_for(where) if key in table), None)
        if template is None:
            if how != "Message":
                place = "orcus_tui/rules/messages.py, or of the system's own messages.py where only one says it"
                wrong.append(f"{where}: no template for {key!r}; add it to MESSAGES of {place}")
            continue
        given = values | GIVEN.get(how, set()) | BY_EVENT.get(key, set())
        missing = set(fields_of(template)) - given
        if missing and how != "Message":
            wrong.append(f"{where}: {key!r} lacks {sorted(missing)}")
    assert not wrong, "\n".join(wrong)


def test_every_template_is_used() -> None:
    used = {key for key, _, _, _ in uses()} | WORDS_OF_EVENTS | BY_READER | BY_ITS_SYSTEM
    for table in (MESSAGES, *TABLES.values()):
        unused = sorted(set(table) - used)
        assert not unused, f"no rule says {unused}: move what journals hold to RETIRED_MESSAGES, remove the rest"


@pytest.mark.parametrize("table", [MESSAGES, RETIRED_MESSAGES, *TABLES.values()])
def test_every_form_is_known(table: Mapping[str, str]) -> None:
    for key, template in table.items():
        for name, form in fields_of(template).items():
            assert not form or form in FORMS or "|" in form, f"{key}: {name}"


@pytest.mark.parametrize("table", [MESSAGES, RETIRED_MESSAGES, *TABLES.values()])
def test_numbers_have_one_minus_sign(table: Mapping[str, str]) -> None:
    assert [key for key, template in table.items() if " -" in template.split("`")[0]] == []


def test_the_wording_of_every_message_is_as_last_reviewed() -> None:
    """The file makes every change of wording visible for review, even if two templates are swapped."""
    tables = {"all": {**MESSAGES, **RETIRED_MESSAGES}, **TABLES}
    rows = sorted(f"{table} | {key} | {template}" for table in tables for key, template in tables[table].items())
    check_file(ROOT / "tests" / "rules" / "wording.txt", "".join(f"{row}\n" for row in rows))
