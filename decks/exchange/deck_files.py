"""Deck files: export and import a person’s decks with everything they wrote; importing twice changes nothing."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.models import Person
from cards.catalogue.queries import catalogue, current_catalogues
from cards.core.facts import CardFacts
from common.errors import Detail, DomainError, Invalid
from common.text import gettext_noop, tidy_name
from decks.core.legality import Format
from decks.core.legality.house import parse_house_rules
from decks.core.text.deck_file import DeckData, format_deck_file, parse_deck_file, raise_deck_file_errors
from decks.deck import services
from decks.deck.contents_reader import DECK_LIST_FIELDS, parse_deck_contents
from decks.deck.queries import decklist_with_notes
from decks.guides.services import save_guide
from decks.models import BESIDE, MAX_FOLDER_NAME, Deck

MAX_DECKS_OF_GUEST = 50  # decks per file
_PRIVATE_DECK_FIELDS = ("visibility", "notes", "tags", "maybe")
# These aren’t part of the deck itself: an existing deck keeps its own values.
_FIELDS_NOT_COMPARED = ("id", "updated", "folder", "built", "archived")


class ImportOutcome(StrEnum):
    """Outcome of importing a deck."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class ImportedDeck:
    """A deck of a file and its outcome: new, updated, already here, or skipped because the one here is newer.
    `unpooled` says that it was built from a pool, which isn’t exported."""

    key: str
    name: str
    became: ImportOutcome
    unpooled: bool


def deck_file_of(rows: Iterable[Deck]) -> str:
    cards = current_catalogues()
    decks = [_deck_file_entry(deck, cards[deck.game].by_code) for deck in rows]
    return format_deck_file(decks, timezone.now().isoformat(timespec="seconds"))


def _deck_file_entry(row: Deck, cards: Mapping[str, CardFacts]) -> dict[str, Any]:
    deck = decklist_with_notes(row)
    data: dict[str, Any] = {"id": row.origin or row.key, "name": row.name, "game": row.game, "format": row.format}
    data |= {name: getattr(row, name) for name in (*BESIDE, *_PRIVATE_DECK_FIELDS)}
    data |= {"family_rule": deck.family_rule.value, "play": deck.play.value, "list": deck.list_version}
    data["agreed"] = None if deck.agreed is None else sorted(deck.agreed)
    if row.options.get("house"):
        data["house"] = row.options["house"]
    data["cards"] = [
        {"card": entry.code, "copies": entry.copies}
        | ({"name": cards[entry.code].label} if entry.code in cards else {})
        | ({"note": entry.note} if entry.note else {})
        for entry in deck.entries
    ]
    data["guides"] = [{"language": guide.language, "text": guide.text} for guide in row.guides.all()]
    data |= {name: getattr(row, name) for name in ("folder", "built", "archived")}
    return data | {"updated": row.updated.isoformat()}


def import_deck_file(text: str, person: Person) -> list[ImportedDeck]:
    """Import all decks of a file; raises `Invalid` with every error and its place, importing none."""
    decks = parse_deck_file(text)
    if person.user_id is None and len(decks) > MAX_DECKS_OF_GUEST:
        template = gettext_noop(
            "Without an account, you can import up to %(limit)d decks at once. Log in to import more."
        )
        raise Invalid(template, {"limit": MAX_DECKS_OF_GUEST})
    contents = contents_of_deck_file(decks)
    with transaction.atomic():
        return [_import_deck(deck, read, person) for deck, read in zip(decks, contents, strict=True)]


def contents_of_deck_file(decks: Iterable[DeckData]) -> list[services.DeckContents]:
    """Return the contents of all decks of a file; raises `Invalid` with every error and its place."""
    faults: list[Detail] = []
    contents = []
    for index, deck in enumerate(decks):
        try:
            contents.append(_contents_of_entry(deck))
        except DomainError as error:
            details = error.details or (Detail(error.template, params=error.params),)
            faults += [replace(fault, field=f"decks.{index}.{fault.field or ''}".rstrip(".")) for fault in details]
    if faults:
        raise_deck_file_errors(faults)
    return contents


def _contents_of_entry(data: DeckData) -> services.DeckContents:
    fields = {name: value for name, value in data.items() if name in (*DECK_LIST_FIELDS, *_PRIVATE_DECK_FIELDS)}
    fields["cards"] = [{"copies": 1, "note": "", **line} for line in data["cards"]]
    contents = parse_deck_contents(fields, None)
    if "house" in data:
        house_data = dict(data["house"])
        key, name = (str(house_data.pop(field, "")) for field in ("key", "name"))
        house = parse_house_rules(json.dumps(house_data), catalogue(contents.deck.game), key=key[:16], name=name[:60])
        contents = replace(contents, deck=replace(contents.deck, format=house.base, house=house))
    return contents


def _import_deck(data: DeckData, contents: services.DeckContents, person: Person) -> ImportedDeck:
    deck = Deck.objects.filter(Q(origin=data["id"]) | Q(key=data["id"]), owner=person).first()
    became = ImportOutcome.NEW
    if deck is None:
        deck = services.create_deck(owner=person, contents=contents)
        folder = tidy_name(data.get("folder", ""), length=MAX_FOLDER_NAME)
        flags = {name: data.get(name, False) for name in ("built", "archived")}
        Deck.objects.filter(pk=deck.pk).update(origin=data["id"], folder=folder, **flags)
    elif _is_unchanged(deck, data):
        became = ImportOutcome.SAME
    elif deck.updated > (parse_datetime(data.get("updated", "")) or datetime.min.replace(tzinfo=deck.updated.tzinfo)):
        became = ImportOutcome.KEPT
    else:
        became = ImportOutcome.CHANGED
        contents = replace(contents, pool=deck.pool)
        deck = services.save_deck(key=deck.key, person=person, version=deck.version, contents=contents)
    if became in (ImportOutcome.NEW, ImportOutcome.CHANGED):
        _import_guides(deck, data, person)
    unpooled = contents.deck.format is Format.DRAFT and deck.pool is None
    return ImportedDeck(deck.key, deck.name, became, unpooled)


def _is_unchanged(deck: Deck, data: DeckData) -> bool:
    stored_entry = _deck_file_entry(deck, {})
    for line in stored_entry["cards"]:
        line.setdefault("note", "")
    there = {name: value for name, value in data.items() if name not in _FIELDS_NOT_COMPARED}
    there["cards"] = [{"copies": 1, "note": "", **line} for line in data["cards"]]
    for line in there["cards"]:
        line.pop("name", None)
    return all(stored_entry.get(name) == value for name, value in there.items())


def _import_guides(deck: Deck, data: DeckData, person: Person) -> None:
    written = {guide.language: guide.version for guide in deck.guides.all()}
    for guide in data.get("guides", ()):
        version = written.get(guide["language"], 0)
        save_guide(key=deck.key, person=person, language=guide["language"], text=guide["text"], version=version)
