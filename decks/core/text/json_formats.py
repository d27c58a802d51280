"""JSON of decks: our own format, that of share links, and saved objects of Tabletop Simulator."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from cards.core.facts import Catalogue
from common.json_depth import parse_json
from common.text import gettext_noop
from decks.core.legality.decklist import DeckList
from decks.core.text.headers import HEADING_READERS, REPEATABLE_HEADINGS
from decks.core.text.result import MAX_DECK_LINES, MAX_LINE_LENGTH, BadLine
from decks.core.text.tabletop import is_beside_deck
from decks.core.text.write import card_code_and_name, deck_headers, note_comment_lines

# After this many values that aren’t in the text literally, stop looking: each costs a whole scan.
_MAX_UNKNOWN_KEYS = 100
# Keys that are read, or that repeat what is read; all others become comments.
_KNOWN_JSON_KEYS = frozenset({*HEADING_READERS, "slots", "cards", "names", "id", "url", "notes"})


def _json_headers(deck: DeckList, catalogue: Catalogue) -> dict[str, Any]:
    head: dict[str, Any] = {"game": deck.game}
    for key, value in deck_headers(deck, catalogue):
        if (name := key.lower()) in REPEATABLE_HEADINGS:
            head.setdefault(name, []).append(value)
        else:
            head[name] = value
    return head


def _dump(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def format_as_json(deck: DeckList, catalogue: Catalogue) -> str:
    """Return the deck as JSON: the headings, and the cards in the order of the list."""
    cards = [
        {
            "card": card_code_and_name(entry.code, catalogue),
            "copies": entry.copies,
            **({"note": entry.note} if entry.note else {}),
        }
        for entry in deck.entries
    ]
    notes = {"notes": deck.notes} if deck.notes else {}
    return _dump({**_json_headers(deck, catalogue), **notes, "cards": cards})


def format_table_mod(deck: DeckList, catalogue: Catalogue, *, key: str = "", url: str = "") -> str:
    """Return the deck for a table mod: `slots` has the copies of each code, `names` the card names."""
    slots = {entry.code: entry.copies for entry in deck.entries}
    names = {code: catalogue[code].label for code in (*deck.leaders, *slots) if code in catalogue}
    notes = [line[2:] for line in note_comment_lines(deck, catalogue)]
    notes_field = {"notes": "\n".join(notes)} if notes else {}
    return _dump(
        {"id": key, "url": url, **_json_headers(deck, catalogue), **notes_field, "slots": slots, "names": names}
    )


def parse_json_rows(text: str, catalogue: Catalogue) -> tuple[list[tuple[int, str]], list[BadLine]]:
    try:
        document = parse_json(text)
    except json.JSONDecodeError as error:
        template = gettext_noop(
            "The file is damaged or incomplete at line %(line)d, column %(column)d: %(why)s. None of it was read."
        )
        params = {"line": error.lineno, "column": error.colno, "why": error.msg}
        return [], [BadLine(error.lineno, "", template, params, column=error.colno)]
    except ValueError:
        return [], [BadLine(1, "", gettext_noop("The file is nested too deeply or contains a number that’s too long."))]
    finder = _LineFinder(text)
    if isinstance(document, list):
        document = {"cards": document}
    states = document.get("ObjectStates") if isinstance(document, dict) else None
    rows = _tabletop_rows(states, finder) if isinstance(states, list) else _json_lines(document, finder, catalogue)
    return list(islice(rows, 2 * MAX_DECK_LINES)), []


class _LineFinder:
    """Finds the lines of values in the text, each after the previous value."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.misses = text, 0, 0

    def line_of_value(self, value: object) -> int:
        forms = (json.dumps(value, ensure_ascii=False), json.dumps(value)) if self.misses < _MAX_UNKNOWN_KEYS else ()
        place = next((place for form in forms if (place := self.text.find(form, self.at)) >= 0), -1)
        if place >= 0:
            self.at = place
        else:
            self.misses += 1
        return self.text.count("\n", 0, self.at) + 1


def _json_lines(document: Any, finder: _LineFinder, catalogue: Catalogue) -> Iterator[tuple[int, str]]:
    if not isinstance(document, dict):
        yield 1, str(document)[:80]
        return
    for name, value in document.items():
        key = str(name).replace("_", " ").lower()
        if key in HEADING_READERS:
            for item in value if isinstance(value, list) else [value]:
                word = "yes" if item is True else "no" if item is False else "" if item is None else str(item)
                if key == "agreed":
                    continue
                yield finder.line_of_value(name), f"{key}: {' '.join(word.split())}"
    agreed = document.get("agreed")
    if agreed is not None:
        words = agreed if isinstance(agreed, str) else ", ".join(map(str, agreed)) if isinstance(agreed, list) else ""
        yield finder.line_of_value("agreed"), f"agreed: {words or 'nothing'}"
    yield from ((finder.line_of_value("notes"), f"# {line}") for line in str(document.get("notes") or "").splitlines())
    for field in ("slots", "cards"):
        yield from _json_card_lines(document.get(field), finder, catalogue)
    for name, value in document.items():
        if value and str(name).replace("_", " ").lower() not in _KNOWN_JSON_KEYS:
            yield finder.line_of_value(name), f"# {name}: {json.dumps(value, ensure_ascii=False)}"[:MAX_LINE_LENGTH]


def _json_card_lines(cards: Any, finder: _LineFinder, catalogue: Catalogue) -> Iterator[tuple[int, str]]:
    if isinstance(cards, dict):
        cards = [{"card": code, "copies": copies} for code, copies in cards.items()]
    if isinstance(cards, list):
        for entry in cards:
            if isinstance(entry, dict):
                card = next((entry[key] for key in ("card", "code", "name") if entry.get(key)), "?")
                copies = next((entry[key] for key in ("copies", "quantity", "qty", "count") if key in entry), 1)
                note = f"  # {' '.join(str(entry['note']).split())}" if entry.get("note") else ""
                yield finder.line_of_value(card), f"{copies}x {card_code_and_name(str(card), catalogue)}{note}"
            else:
                yield finder.line_of_value(entry), card_code_and_name(str(entry), catalogue)


def _tabletop_rows(states: list[Any], finder: _LineFinder) -> Iterator[tuple[int, str]]:
    for pile in states:
        if not isinstance(pile, dict) or is_beside_deck(pile):
            continue
        inside = pile.get("ContainedObjects")
        cards = inside if isinstance(inside, list) else [pile]
        notes = str(pile.get("GMNotes", "")) if isinstance(inside, list) else ""
        line = finder.line_of_value(pile.get("Nickname", ""))
        yield from ((line, row) for row in notes.splitlines())
        counted: dict[str, list[int]] = {}
        for card in cards:
            if isinstance(card, dict):
                word = str(card.get("GMNotes") or card.get("Nickname") or "?").splitlines()[0]
                counted.setdefault(word, [finder.line_of_value(word), 0])[1] += 1
        yield from ((line, f"{copies}x {word}") for word, (line, copies) in counted.items())
