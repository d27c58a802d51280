"""Writer of decks: `parse_deck` reads the text of `format_deck` as the same deck; other sites get a list by type."""

from cards.core.facts import BLUE_MOON, Catalogue
from cards.games.cthulhu.facts import PREFIX
from decks.core.legality import GAME_RULES, DeckList, Entry, FamilyRule, Play
from decks.core.legality.case import full_name


def format_deck(deck: DeckList, catalogue: Catalogue, *, pool_file: str = "") -> str:
    """Return the deck as text, cards by code and name in the order of the list, the pool by its file name.

    Notes become comments: notes on a card follow it, notes on the deck are below its headings.
    """
    head = "\n".join([*header_lines(deck, catalogue, pool_file), *note_comment_lines(deck)])
    cards = "\n".join(deck_line_text(entry, catalogue) for entry in deck.entries)
    return f"{head}\n\n{cards}\n" if cards else f"{head}\n"


def note_comment_lines(deck: DeckList, catalogue: Catalogue | None = None) -> list[str]:
    """Return the notes on a deck as comments, one per line; with a catalogue, the notes on its cards follow."""
    lines = (deck.notes or "").splitlines()
    if catalogue is not None:
        lines += [f"{card_code_and_name(entry.code, catalogue)}: {entry.note}" for entry in deck.entries if entry.note]
    return [f"# {line}".rstrip() for line in lines]


def deck_line_text(entry: Entry, catalogue: Catalogue) -> str:
    return f"{entry.copies}x {card_code_and_name(entry.code, catalogue)}" + (f"  # {entry.note}" if entry.note else "")


def format_picks_as_text(codes: tuple[str, ...], catalogue: Catalogue) -> str:
    return "".join(f"{card_code_and_name(code, catalogue)}\n" for code in codes)


def header_lines(deck: DeckList, catalogue: Catalogue, pool_file: str = "") -> list[str]:
    return [f"{key}: {value}" for key, value in deck_headers(deck, catalogue, pool_file)]


def deck_headers(deck: DeckList, catalogue: Catalogue, pool_file: str = "") -> list[tuple[str, str]]:
    """Return the headings that say something about the deck, with their values."""
    beside = (("Leader", deck.leaders), ("Inquisitor", deck.inquisitors), ("Emissary", deck.emissaries))
    agreed = None if deck.agreed is None else ", ".join(sorted(deck.agreed)) or "nothing"
    headings = (
        ("Name", deck.name),
        ("Game", "" if deck.game == BLUE_MOON else deck.game),
        ("Format", deck.house.key if deck.house else deck.format.value),
        ("Edition", deck.edition.value if GAME_RULES[deck.game].has_leader else ""),
        *((key, card_code_and_name(code, catalogue)) for key, codes in beside for code in codes),
        *(("Family", letter) for letter in deck.families),
        ("Family rule", "" if deck.family_rule is FamilyRule.COUNT_TOWARD else deck.family_rule.value),
        ("Match", "yes" if deck.match else ""),
        ("Agreed", agreed),
        ("List", deck.list_version),
        ("Play", "" if deck.play is Play.FRIENDLY else deck.play.value),
        ("Pool", pool_file),
    )
    return [(key, value) for key, value in headings if value]


def card_code_and_name(code: str, catalogue: Catalogue) -> str:
    """Return code and name of a card; for Call of Cthulhu its label if unambiguous, else its code without prefix."""
    if code.startswith(PREFIX):
        card = catalogue.by_code.get(code)
        clear = card is not None and len(catalogue.lookup(card.label)) == 1
        return card.label if card is not None and clear else code.removeprefix(PREFIX)
    if code not in catalogue:
        return code
    return full_name(catalogue[code])


def format_as_lcg(deck: DeckList, catalogue: Catalogue) -> str:
    """Return the deck by type, types and cards in the order in which they first appear in the list."""
    groups: dict[str, list[Entry]] = {}
    for entry in deck.entries:
        card = catalogue.by_code.get(entry.code)
        kind = getattr(card.type, "value", card.type) if card else ""
        groups.setdefault(kind or "other", []).append(entry)
    lines = [*header_lines(deck, catalogue), *note_comment_lines(deck)]
    for kind, entries in groups.items():
        lines += ["", f"{kind.capitalize()}: ({sum(entry.copies for entry in entries)})"]
        lines += [deck_line_text(entry, catalogue) for entry in entries]
    return "\n".join([*lines, "", "Deck created with Ten Moons", ""])
