"""XML of decks: files of OCTGN (`.o8d`) and Cockatrice (`.cod`).

Document types are refused, so that entities can’t be declared. What has no field of its own goes into the notes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from uuid import NAMESPACE_URL, UUID, uuid5
from xml.parsers import expat

from cards.core.facts import Catalogue
from common.text import gettext_noop
from decks.core.legality.decklist import DeckList
from decks.core.text.headers import HEADING_LINE, HEADING_READERS
from decks.core.text.pasted_lines import is_aside
from decks.core.text.result import MAX_DECK_LINES, BadLine
from decks.core.text.write import card_code_and_name, deck_headers, note_comment_lines

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


def parse_xml_elements(text: str) -> tuple[list[XmlElement], list[BadLine]]:
    """Return the elements of a text in the order in which they end, and the problems of the file.

    If a file breaks off, what comes before the break is kept, and its line reported.
    """
    reader = _XmlReader()
    problems: list[BadLine] = []
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        column = error.offset + 1
        params = {"line": error.lineno, "column": column, "why": expat.ErrorString(error.code)}
        problems.append(BadLine(error.lineno, "", DAMAGED_FILE_MESSAGE, params, column=column))
    except _RefusedXml:
        template = gettext_noop(
            "The file has a document type declaration or is nested too deeply. Neither can be read."
        )
        problems.append(BadLine(reader.parser.CurrentLineNumber, "", template))
    return reader.found, problems


def rows_from_notes(element: XmlElement) -> Iterator[tuple[int, str]]:
    """Yield our own headings from the notes of a file; other notes are comments."""
    for line in element.text.splitlines():
        match = HEADING_LINE.match(line.strip())
        if match and match["key"].casefold() in HEADING_READERS:
            yield element.line, line.strip()
        elif line.strip():
            yield element.line, line.strip() if line.startswith("#") else f"# {line.strip()}"


def escape_xml(text: str) -> str:
    return text.translate(_XML_ESCAPES)


_XML_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
OCTGN_UUID_NAMESPACE = uuid5(NAMESPACE_URL, "tenmoons")
BESIDE_DECK_SECTIONS = ("leader", "inquisitor", "emissary")


def octgn_card_id(game: str, code: str) -> UUID:
    return uuid5(OCTGN_UUID_NAMESPACE, f"{game}/{code}")


@lru_cache(maxsize=8)
def _codes_by_id(catalogue: Catalogue) -> dict[str, str]:
    return {str(octgn_card_id(card.game, card.code)): card.code for card in catalogue}


def format_as_octgn(deck: DeckList, catalogue: Catalogue) -> str:
    """Return the deck as an OCTGN file; what OCTGN has no field for goes into its notes."""
    head = [
        f"{key}: {value}" for key, value in deck_headers(deck, catalogue) if key.lower() not in BESIDE_DECK_SECTIONS
    ]
    notes = "\n".join([*head, *note_comment_lines(deck, catalogue)])
    lines = ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>']
    lines.append(f'<deck game="{uuid5(OCTGN_UUID_NAMESPACE, deck.game)}">')
    for key, codes in (("Leader", deck.leaders), ("Inquisitor", deck.inquisitors), ("Emissary", deck.emissaries)):
        if codes:
            cards = (_card_element(deck, code, 1, catalogue) for code in codes)
            lines += [f'  <section name="{key}">', *cards, "  </section>"]
    lines.append('  <section name="Main">')
    lines += [_card_element(deck, entry.code, entry.copies, catalogue) for entry in deck.entries]
    lines += ["  </section>", f'  <notes xml:space="preserve">{escape_xml(notes)}</notes>', "</deck>", ""]
    return "\n".join(lines)


def _card_element(deck: DeckList, code: str, copies: int, catalogue: Catalogue) -> str:
    name = escape_xml(card_code_and_name(code, catalogue))
    return f'    <card qty="{copies}" id="{octgn_card_id(deck.game, code)}">{name}</card>'


def parse_octgn_rows(text: str, catalogue: Catalogue) -> tuple[list[tuple[int, str]], list[BadLine]]:
    """Return the file as lines of a deck. Cards are recognised by id, cards of other sites by name."""
    read, problems = parse_xml_elements(text)
    heads = [row for element in read if element.name == "notes" for row in rows_from_notes(element)]
    return heads + list(_octgn_lines(read, catalogue)), problems


def _octgn_lines(elements: list[XmlElement], catalogue: Catalogue) -> Iterator[tuple[int, str]]:
    codes = _codes_by_id(catalogue)
    aside = False
    for element in elements:
        if element.name != "card":
            continue
        wanted = element.attributes.get("id", "").lower()
        card = card_code_and_name(codes[wanted], catalogue) if wanted in codes else element.text
        section = element.around[-1].attributes.get("name", "").lower() if element.around else ""
        card = card or wanted or "?"
        if wanted not in codes and len(catalogue.lookup(card)) > 1 and wanted[-3:].isdigit():
            card = f"{card} (F{int(wanted[-3:])})"  # ids of the old program end in the number within the set
        if aside is not bool(is_aside(section)):
            aside = not aside
            yield element.line, "Sideboard" if aside else "Main deck"
        if section in BESIDE_DECK_SECTIONS:
            yield element.line, f"{section}: {card}"
        else:
            yield element.line, f"{element.attributes.get('qty', '1')}x {card}"


def format_as_cockatrice(deck: DeckList, catalogue: Catalogue) -> str:
    head = [f"{key}: {value}" for key, value in deck_headers(deck, catalogue) if key != "Name"]
    comments = "\n".join([*head, *note_comment_lines(deck, catalogue)])
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<cockatrice_deck version="1">']
    lines.append(f"  <deckname>{escape_xml(deck.name)}</deckname>")
    lines.append(f"  <comments>{escape_xml(comments)}</comments>")
    lines.append('  <zone name="main">')
    for entry in deck.entries:
        card = catalogue.by_code.get(entry.code)
        name = card.label if card else card_code_and_name(entry.code, catalogue)
        known = f' collectorNumber="{escape_xml(entry.code)}"' if card else ""
        lines.append(f'    <card number="{entry.copies}" name="{escape_xml(name)}"{known}/>')
    lines += ["  </zone>", "</cockatrice_deck>", ""]
    return "\n".join(lines)


def parse_cockatrice_rows(text: str, catalogue: Catalogue) -> tuple[list[tuple[int, str]], list[BadLine]]:
    """Return the file as lines of a deck; cards outside the main zone come below a heading."""
    read, problems = parse_xml_elements(text)
    rows: list[tuple[int, str]] = []
    for element in read:
        if element.name == "deckname" and element.text:
            rows.append((element.line, f"Name: {' '.join(element.text.split())}"))
        elif element.name == "comments":
            rows += rows_from_notes(element)
    return rows + list(_cockatrice_lines(read, catalogue)), problems


def _cockatrice_lines(elements: list[XmlElement], catalogue: Catalogue) -> Iterator[tuple[int, str]]:
    aside = False
    for element in elements:
        if element.name != "card":
            continue
        zone = element.around[-1].attributes.get("name", "") if element.around else ""
        if aside is not (zone in ("side", "tokens")):
            aside = not aside
            yield element.line, "Sideboard" if aside else "Main deck"
        code = element.attributes.get("collectorNumber", "")
        name = code if code in catalogue else element.attributes.get("name", "?")
        yield element.line, f"{element.attributes.get('number', '1')}x {card_code_and_name(name, catalogue)}"
