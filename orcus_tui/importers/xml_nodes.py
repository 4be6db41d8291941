"""XML documents as elements with their lines, read without entities or declarations of document types."""

import io
from xml.sax import SAXException, SAXParseException, handler, xmlreader

import defusedxml
import defusedxml.sax
from msgspec import Struct, field

from orcus_tui.importers.json_nodes import Node
from orcus_tui.importers.source_text import UnreadableSource

DEEPEST = 60
"""The most elements inside each other; stat blocks have fourteen."""
MOST_ELEMENTS = 200_000
"""The most elements of a source; a compendium of the largest size has half as many."""


class Element(Struct):
    """An element: its tag without a namespace prefix, attributes, text, elements and line."""

    tag: str
    line: int
    attributes: dict[str, str] = field(default_factory=dict)
    text: str = ""
    children: list["Element"] = field(default_factory=list)

    def child(self, *path: str) -> "Element":
        """The first element on a path of tags; an empty element if there is none."""
        found: Element = self
        for tag in path:
            found = next((each for each in found.children if each.tag == tag), Element(tag, found.line))
        return found

    def whole_text(self) -> str:
        """The text of the element and of all elements inside it."""
        return " ".join(filter(None, (self.text.strip(), *(each.whole_text() for each in self.children))))


def element_node(element: Element, lists: tuple[str, ...] = ()) -> Node:
    """An element as an object of its elements by tag, or as its text; a tag in `lists` always has a list."""
    if not element.children or element.text.strip():
        return Node(element.whole_text(), element.line)
    found: dict[str, list[Node]] = {}
    for each in element.children:
        found.setdefault(each.tag, []).append(element_node(each))
    several = {tag: len(nodes) > 1 or tag in lists for tag, nodes in found.items()}
    keys = {tag: Node(nodes, nodes[0].line) if several[tag] else nodes[0] for tag, nodes in found.items()}
    return Node(keys, element.line)


def read_xml(text: str) -> Element:
    """The root element. Raises UnreadableSource, with the line, for XML that is invalid, too deep or unsafe."""
    document = text.lstrip()  # a declaration must come first
    reader = _Reader(text.count("\n", 0, len(text) - len(document)))
    source = xmlreader.InputSource()
    source.setCharacterStream(io.StringIO(document))
    parser = defusedxml.sax.make_parser()
    parser.forbid_dtd = True
    parser.setContentHandler(reader)
    try:
        parser.parse(source)
    except SAXParseException as error:
        line = reader.lines_before + (error.getLineNumber() or 1)
        raise UnreadableSource(f"invalid XML: {error.getMessage()}", line) from None
    except (SAXException, ValueError) as error:  # defusedxml raises ValueError for content that it refuses
        unsafe = isinstance(error, defusedxml.DefusedXmlException)
        what = "XML with a document type or entities of its own; remove them" if unsafe else f"invalid XML: {error}"
        raise UnreadableSource(what, reader.line) from None
    return reader.root


class _Reader(handler.ContentHandler):
    """Builds elements from the events of the parser."""

    def __init__(self, lines_before: int) -> None:
        super().__init__()
        self.lines_before = lines_before
        self.root = Element("", 1)
        self._open: list[Element] = []
        self._texts: list[list[str]] = []
        self._left = MOST_ELEMENTS
        self._locator: xmlreader.Locator | None = None

    @property
    def line(self) -> int:
        """The line the parser is at."""
        return self.lines_before + ((self._locator.getLineNumber() if self._locator else None) or 1)

    def setDocumentLocator(self, locator: xmlreader.Locator) -> None:  # noqa: N802  # as the standard library has it
        self._locator = locator

    def startElement(self, name: str, attrs: xmlreader.AttributesImpl) -> None:  # noqa: N802  # as above
        if len(self._open) >= DEEPEST:
            raise UnreadableSource(f"elements nested more than {DEEPEST} deep", self.line)
        self._left -= 1
        if self._left < 0:
            raise UnreadableSource(f"more than {MOST_ELEMENTS:,} elements; import it in parts", self.line)
        element = Element(name.rpartition(":")[2], self.line, dict(attrs.items()))
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)
        self._texts.append([])

    def characters(self, content: str) -> None:
        self._texts[-1].append(content)

    def endElement(self, name: str) -> None:  # noqa: ARG002, N802  # as above
        self._open.pop().text = "".join(self._texts.pop())
