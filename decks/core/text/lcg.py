"""Lists of other sites of living card games: cards under counted headings by type. `parse_deck` reads them."""

from cards.core.facts import Catalogue
from decks.core.legality.deck import DeckList, Entry
from decks.core.text.write import deck_headings, deck_line_text, note_comment_lines

_OTHER_TYPE = "other"


def format_as_lcg(deck: DeckList, catalogue: Catalogue) -> str:
    """Return the deck by type, types and cards in the order in which they first appear in the list."""
    groups: dict[str, list[Entry]] = {}
    for entry in deck.entries:
        card = catalogue.by_code.get(entry.code)
        kind = getattr(card.type, "value", card.type) if card else ""
        groups.setdefault(kind or _OTHER_TYPE, []).append(entry)
    lines = [*(f"{key}: {value}" for key, value in deck_headings(deck, catalogue) if value), *note_comment_lines(deck)]
    for kind, entries in groups.items():
        lines += ["", f"{kind.capitalize()}: ({sum(entry.copies for entry in entries)})"]
        lines += [deck_line_text(entry, catalogue) for entry in entries]
    return "\n".join([*lines, "", "Deck created with Ten Moons", ""])
