"""OCTGN deck files (`.o8d`): sections of cards, each with an id that is derived from its code and never changes."""

from collections.abc import Iterator
from functools import lru_cache
from uuid import NAMESPACE_URL, UUID, uuid5

from cards.core.facts import Catalogue
from decks.core.legality.deck import DeckList
from decks.core.text.pasted_lines import is_aside
from decks.core.text.result import Problem
from decks.core.text.write import card_code_and_name, deck_headings, note_comment_lines
from decks.core.text.xml import XmlElement, escape_xml, parse_xml_elements, rows_from_notes

OCTGN_UUID_NAMESPACE = uuid5(NAMESPACE_URL, "tenmoons")
BESIDE_DECK_SECTIONS = ("leader", "inquisitor", "emissary")


def octgn_card_id(game: str, code: str) -> UUID:
    """Return the id of a card, the same on every site."""
    return uuid5(OCTGN_UUID_NAMESPACE, f"{game}/{code}")


@lru_cache(maxsize=8)
def _codes_by_id(catalogue: Catalogue) -> dict[str, str]:
    return {str(octgn_card_id(card.game, card.code)): card.code for card in catalogue}


def format_as_octgn(deck: DeckList, catalogue: Catalogue) -> str:
    """Return the deck as an OCTGN file; what OCTGN has no field for goes into its notes."""
    head = [(key, value) for key, value in deck_headings(deck, catalogue) if value]
    notes = "\n".join(f"{key}: {value}" for key, value in head if key.lower() not in BESIDE_DECK_SECTIONS)
    notes = "\n".join(filter(None, [notes, *note_comment_lines(deck, catalogue)]))
    lines = ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>']
    lines.append(f'<deck game="{uuid5(OCTGN_UUID_NAMESPACE, deck.game)}">')
    for key, codes in (("Leader", deck.leaders), ("Inquisitor", deck.inquisitors), ("Emissary", deck.emissaries)):
        if codes:
            lines += [f'  <section name="{key}">', *(_card(deck, code, 1, catalogue) for code in codes), "  </section>"]
    lines.append('  <section name="Main">')
    lines += [_card(deck, entry.code, entry.copies, catalogue) for entry in deck.entries]
    lines += ["  </section>", f'  <notes xml:space="preserve">{escape_xml(notes)}</notes>', "</deck>", ""]
    return "\n".join(lines)


def _card(deck: DeckList, code: str, copies: int, catalogue: Catalogue) -> str:
    name = escape_xml(card_code_and_name(code, catalogue))
    return f'    <card qty="{copies}" id="{octgn_card_id(deck.game, code)}">{name}</card>'


def parse_octgn_rows(text: str, catalogue: Catalogue) -> tuple[list[tuple[int, str]], list[Problem]]:
    """Return the file as lines of a deck. Cards are recognised by id, those of other sites by name."""
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
