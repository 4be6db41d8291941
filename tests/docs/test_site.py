"""The documents as a site: no link is broken, in the documents and on the pages made from them."""

import re
from pathlib import Path

import pytest

from tools import site


@pytest.fixture(scope="module")
def pages() -> dict[str, site.Page]:
    return {path: site.read_page(path) for path in site.documents()}


def test_every_link_of_the_documents_leads_somewhere(pages: dict[str, site.Page]) -> None:
    assert [*site.faults(pages)] == []


def test_every_link_of_the_pages_leads_to_a_page_or_a_file(pages: dict[str, site.Page], tmp_path: Path) -> None:
    site.write_site(pages, tmp_path / "site")
    written = [*(tmp_path / "site").rglob("*.html")]
    assert len(written) >= len(pages)
    for file in written:
        for link in re.findall(r'(?:href|src|srcset)="([^"#:]+)(?:#[^"]*)?"', file.read_text(encoding="utf-8")):
            assert (file.parent / link).exists(), (file, link)


def test_a_broken_link_and_a_missing_heading_are_named(pages: dict[str, site.Page]) -> None:
    broken = site.Page("docs/new.md", "New", "", frozenset({"one"}), ("gone.md", "tour.md#never", "#one", "#two"))
    assert [*site.faults({**pages, "docs/new.md": broken})] == [
        "docs/new.md: gone.md: there is no such file",
        "docs/new.md: tour.md#never: there is no such heading",
        "docs/new.md: #two: there is no such heading",
    ]
