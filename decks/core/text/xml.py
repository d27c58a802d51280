"""Safe XML: no document types, so that entities can’t be declared or expanded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from common.text import gettext_noop
from decks.core.text.headers import HEADING_LINE, HEADING_READERS
from decks.core.text.result import MAX_DECK_LINES, Problem

MAX_XML_DEPTH = 20
DAMAGED_FILE_MESSAGE = gettext_noop(
    "The file is damaged or incomplete at line %(line)d, column %(column)d: %(why)s. Only the part before that "
    "was read."
)


@dataclass(slots=True)
class XmlElement:
    """A closed element: its name, attributes, text, line, and the names of its ancestors."""

    name: str
    attributes: dict[str, str]
    line: int
    around: tuple[XmlElement, ...] = ()
    parts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.parts).strip()


class _RefusedXml(Exception):
    pass


class _XmlReader:
    def __init__(self) -> None:
        self.open: list[XmlElement] = []
        self.found: list[XmlElement] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.data
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.EntityDeclHandler = self.doctype

    def doctype(self, *_: object) -> None:
        raise _RefusedXml

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.open) >= MAX_XML_DEPTH or len(self.found) > 4 * MAX_DECK_LINES:
            raise _RefusedXml
        self.open.append(XmlElement(name, attributes, self.parser.CurrentLineNumber, tuple(self.open)))

    def end(self, name: str) -> None:
        self.found.append(self.open.pop())

    def data(self, text: str) -> None:
        if self.open:
            self.open[-1].parts.append(text)


def parse_xml_elements(text: str) -> tuple[list[XmlElement], list[Problem]]:
    """Return the elements of a text in the order in which they end, and the problems of the file.

    If a file breaks off, what comes before the break is kept, and its line reported.
    """
    reader = _XmlReader()
    problems: list[Problem] = []
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        column = error.offset + 1
        params = {"line": error.lineno, "column": column, "why": expat.ErrorString(error.code)}
        problems.append(Problem(error.lineno, "", DAMAGED_FILE_MESSAGE, params, column=column))
    except _RefusedXml:
        template = gettext_noop(
            "The file has a document type declaration or is nested too deeply. Neither can be read."
        )
        problems.append(Problem(reader.parser.CurrentLineNumber, "", template))
    return reader.found, problems


def rows_from_notes(element: XmlElement) -> Iterator[tuple[int, str]]:
    """Yield the headings of ours in the notes of a file; other notes are comments."""
    for line in element.text.splitlines():
        match = HEADING_LINE.match(line.strip())
        if match and match["key"].casefold() in HEADING_READERS:
            yield element.line, line.strip()
        elif line.strip():
            yield element.line, line.strip() if line.startswith("#") else f"# {line.strip()}"


def escape_xml(text: str) -> str:
    table = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
    return "".join(table.get(letter, letter) for letter in text)
