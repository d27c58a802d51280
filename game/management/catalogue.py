"""Catalogue and decks from files, for the commands of this app."""

from pathlib import Path

from django.conf import settings

from common.errors import Invalid, Missing
from common.text import fold
from game.engine.catalogue import PEOPLES, Catalogue, read_catalogue_file
from game.engine.table import Deck, published_codes

MAX_DECK_BYTES = 20_000


def shipped_catalogue() -> Catalogue:
    """Return the catalogue that ships with the site; needs no database."""
    return read_catalogue_file(Path(settings.BASE_DIR) / "fixtures" / "bluemoon" / "cards.csv")


def deck_by_name(catalogue: Catalogue, name: str, inquisitor: str = "") -> Deck:
    """Return the published deck of a people, or the deck in a file: one card a line, by code or name."""
    for people in PEOPLES:
        if fold(people.value) == fold(name):
            return Deck(published_codes(catalogue, people), inquisitor, people.value)
    path = Path(name)
    if not path.is_file():
        raise Invalid(f"“{name[:80]}” is neither a people nor a file with a deck.")
    raw = path.read_bytes()
    if len(raw) > MAX_DECK_BYTES:
        raise Invalid(f"{path.name} is too large to be a deck.")
    lines = raw.decode("utf-8-sig", errors="replace").splitlines()
    wanted = [(number, line.split("#")[0].strip()) for number, line in enumerate(lines, 1)]
    return Deck(tuple(_card_code_of_line(catalogue, path, *line) for line in wanted if line[1]), inquisitor, path.stem)


def _card_code_of_line(catalogue: Catalogue, path: Path, number: int, name: str) -> str:
    if not name.isprintable():
        raise Invalid(f"{path.name}, line {number}: {name[:40]!a} isn’t a card; write one card a line.")
    try:
        return catalogue.find_card(name).code
    except Missing as error:
        raise Invalid(f"{path.name}, line {number}: {error}") from error
