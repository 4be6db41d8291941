"""The documents as a site: `python -m tools.site [FOLDER]`, by default in `site/`.

It reports every broken link.
"""

import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from os.path import relpath
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

ROOT = Path(__file__).parent.parent
FIRST = ("README.md", "docs/tour.md", "docs/commands.md", "docs/keys.md", "docs/encounters.md", "docs/library.md")
LAST = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
LISTED = "index.html"
STYLE = """
body { font: 17px/1.55 system-ui, sans-serif; margin: 0; color: #1a1a1a; background: #fff; }
main { max-width: 46rem; padding: 1rem 1.5rem 4rem; } nav { padding: 1rem 1.5rem; font-size: .95rem; }
nav a { display: block; padding: .1rem 0; } a { color: #0a4d8c; } img { max-width: 100%; }
pre { background: #f3f3f3; padding: .75rem; overflow-x: auto; } code { font: .92em ui-monospace, monospace; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { border: 1px solid #bbb; padding: .3rem .6rem; text-align: left; vertical-align: top; }
@media (min-width: 70rem) { body { display: grid; grid-template-columns: 16rem 1fr; } }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #16181b; } pre { background: #23262b; } a { color: #7fb7f0; }
  td, th { border-color: #555; } }
"""


class Page(Struct, frozen=True):
    """A document: its path from the project's folder, its title, its HTML, the ids of its headings, and its links."""

    path: str
    title: str
    html: str
    ids: frozenset[str]
    links: tuple[str, ...]


@cache
def documents() -> list[str]:
    """The documents in the order of the table of contents, those for new users first."""
    found = sorted(each.relative_to(ROOT).as_posix() for each in (ROOT / "docs").rglob("*.md"))
    return [*FIRST, *(each for each in found if each not in FIRST), *LAST]


def read_page(path: str) -> Page:
    """A document, with links between documents as links between pages."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = markdown.parse((ROOT / path).read_text(encoding="utf-8"))
    ids: dict[str, None] = {}
    links: list[str] = []
    title = path
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            text = "".join(each.content for each in tokens[place + 1].children or ())
            title = text if token.tag == "h1" and title == path else title
            token.attrSet("id", _free_id(text, ids))
        links += _follow(token, path)
    html = markdown.renderer.render(tokens, markdown.options, {})
    return Page(path, title, html, frozenset(ids), tuple(links))


def _free_id(heading: str, ids: dict[str, None]) -> str:
    """The id of a heading, as GitHub makes it."""
    stem = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    number, name = 0, stem
    while name in ids:
        number += 1
        name = f"{stem}-{number}"
    ids[name] = None
    return name


def _follow(token: Token, path: str) -> Iterator[str]:
    """The links and pictures in a block of a document; links to documents are changed to their pages."""
    for each in token.children or ():
        for attribute in ("href", "src"):
            link = each.attrGet(attribute)
            if link is not None:
                yield str(link)
                each.attrSet(attribute, _to_page(str(link), path))


def _to_page(link: str, path: str) -> str:
    named = urlsplit(link).path
    is_document = target_of(path, link)[0] in documents()
    return link.replace(named, page_name(named), 1) if named and is_document else link


def page_name(path: str) -> str:
    """The file of a document in the site: `docs/tour.html`; that of the README is the first page."""
    name = PurePosixPath(path)
    return str(name.with_name(LISTED) if name.name == "README.md" else name.with_suffix(".html"))


def target_of(page: str, link: str) -> tuple[str, str]:
    """The path from the project's folder to the target of a link, and the id in it; empty for web links."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return "", ""
    path = relpath((ROOT / page).parent / unquote(parts.path), ROOT) if parts.path else page
    return Path(path).as_posix(), parts.fragment


def faults(pages: Mapping[str, Page]) -> Iterator[str]:
    """A line for each broken link."""
    for page in pages.values():
        for link in page.links:
            path, fragment = target_of(page.path, link)
            if path and path not in pages and not (ROOT / path).exists():
                yield f"{page.path}: {link}: there is no such file"
            elif path in pages and fragment and fragment not in pages[path].ids:
                yield f"{page.path}: {link}: there is no such heading"


def write_site(pages: Mapping[str, Page], to: Path) -> None:
    """Writes the pages and the files that they link to."""
    shutil.rmtree(to, ignore_errors=True)
    for page in pages.values():
        file = to / page_name(page.path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_html(page, pages), encoding="utf-8")
        for path in {target_of(page.path, link)[0] for link in page.links} - {"", ".", *pages}:
            _copy(path, to)
    for picture in (ROOT / "docs").glob("*.svg"):  # those in <picture> are not links
        _copy(picture.relative_to(ROOT).as_posix(), to)


def _copy(path: str, to: Path) -> None:
    source, target = ROOT / path, to / path
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
        names = sorted(f"{each.name}/" if each.is_dir() else each.name for each in source.iterdir())
        rows = "".join(f'<li><a href="{escape(each)}">{escape(each)}</a></li>' for each in names)
        (target / LISTED).write_text(f"<!doctype html><title>{escape(path)}</title><ul>{rows}</ul>", encoding="utf-8")
    else:
        shutil.copyfile(source, target)


def _html(page: Page, pages: Mapping[str, Page]) -> str:
    here = PurePosixPath(page_name(page.path)).parent
    contents = "".join(
        f'<a href="{escape(relpath(page_name(each.path), here))}">{escape(each.title)}</a>' for each in pages.values()
    )
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(page.title)}</title>\n<style>{STYLE}</style>\n<nav>{contents}</nav>\n<main>\n{page.html}</main>\n"
    )


def main() -> None:
    """Writes the site; exits with 1 if a link is broken."""
    pages = {path: read_page(path) for path in documents()}
    broken = [*faults(pages)]
    for line in broken:
        sys.stderr.write(f"{line}\n")
    to = Path(sys.argv[1] if len(sys.argv) > 1 else "site")
    write_site(pages, to)
    sys.stdout.write(f"wrote {len(pages)} pages to {to}/{LISTED}\n")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
