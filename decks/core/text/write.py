"""Writer of decks: the text that `parse_deck` reads, so that parse(print(x)) == x; and that of other sites, by type."""

from collections.abc import Iterator

from cards.core.facts import BLUE_MOON, Catalogue
from cards.games.cthulhu.facts import PREFIX
from decks.core.legality import GAME_RULES, DeckList, Entry, FamilyRule, Play
from decks.core.legality.case import full_name


def print_deck(deck: DeckList, catalogue: Catalogue, *, pool_file: str = "") -> str:
    """Return the deck as text, cards by code and name in the order of the list; of the pool only its file name.

    Notes become comments: those on a card after it, those on the deck below its headings.
    """
    headings = [f"{key}: {value}" for key, value in deck_headings(deck, catalogue, pool_file) if value]
    head = "\n".join([*headings, *note_comment_lines(deck)])
    cards = "\n".join(deck_line_text(entry, catalogue) for entry in deck.entries)
    return f"{head}\n\n{cards}\n" if cards else f"{head}\n"


def note_comment_lines(deck: DeckList, catalogue: Catalogue | None = None) -> list[str]:
    """Return the notes on a deck as comments, one per line; with a catalogue, those on its cards follow."""
    lines = (deck.notes or "").splitlines()
    if catalogue is not None:
        lines += [f"{card_code_and_name(entry.code, catalogue)}: {entry.note}" for entry in deck.entries if entry.note]
    return [f"# {line}".rstrip() for line in lines]


def deck_line_text(entry: Entry, catalogue: Catalogue) -> str:
    return f"{entry.copies}x {card_code_and_name(entry.code, catalogue)}" + (f"  # {entry.note}" if entry.note else "")


def format_picks_as_text(codes: tuple[str, ...], catalogue: Catalogue) -> str:
    return "".join(f"{card_code_and_name(code, catalogue)}\n" for code in codes)


def deck_headings(deck: DeckList, catalogue: Catalogue, pool_file: str = "") -> Iterator[tuple[str, str]]:
    yield "Name", deck.name
    yield "Game", "" if deck.game == BLUE_MOON else deck.game
    yield "Format", deck.house.key if deck.house else deck.format.value
    yield "Edition", deck.edition.value if GAME_RULES[deck.game].has_leader else ""
    for key, codes in (("Leader", deck.leaders), ("Inquisitor", deck.inquisitors), ("Emissary", deck.emissaries)):
        for code in codes:
            yield key, card_code_and_name(code, catalogue)
    for letter in deck.families:
        yield "Family", letter
    if deck.family_rule is not FamilyRule.COUNT_TOWARD:
        yield "Family rule", deck.family_rule.value
    if deck.match:
        yield "Match", "yes"
    if deck.agreed is not None:
        yield "Agreed", ", ".join(sorted(deck.agreed)) or "nothing"
    yield "List", deck.list_version
    if deck.play is not Play.FRIENDLY:
        yield "Play", deck.play.value
    yield "Pool", pool_file


def card_code_and_name(code: str, catalogue: Catalogue) -> str:
    """Return a card as readers recognise it: code and name; for Call of Cthulhu the title, which is in the code."""
    if code.startswith(PREFIX):
        card = catalogue.by_code.get(code)
        clear = card is not None and len(catalogue.lookup(card.label)) == 1
        return card.label if card is not None and clear else code.removeprefix(PREFIX)
    if code not in catalogue:
        return code
    return full_name(catalogue[code])


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
