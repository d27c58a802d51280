"""Cockatrice deck files (`.cod`): cards by name, the code as collector number, our headings in the comments."""

from collections.abc import Iterator

from cards.core.facts import Catalogue
from decks.core.legality.deck import DeckList
from decks.core.text.result import Problem
from decks.core.text.write import card_code_and_name, deck_headings, note_comment_lines
from decks.core.text.xml import XmlElement, escape_xml, parse_xml_elements, rows_from_notes


def format_as_cockatrice(deck: DeckList, catalogue: Catalogue) -> str:
    head = [f"{key}: {value}" for key, value in deck_headings(deck, catalogue) if value and key != "Name"]
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


def parse_cockatrice_rows(text: str, catalogue: Catalogue) -> tuple[list[tuple[int, str]], list[Problem]]:
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
