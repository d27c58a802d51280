"""Reader of decks in requests: finds the game of a list, and turns text or fields into contents to save or judge."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from accounts.models import Person
from cards.catalogue.queries import catalogue, current_catalogues
from cards.core.facts import Catalogue
from common.errors import Detail, Invalid, Missing
from common.i18n import translated
from common.text import gettext_noop, tidy_name
from decks.core.legality import GAME_RULES, Agreement, DeckList, Edition, Entry, FamilyRule, Format, HouseRules, Play
from decks.core.text import MAX_DECK_LINES, DetectedGame, detect_game, format_deck, named_game, parse_deck_text
from decks.core.text.lines import CardLine, game_of_catalogue, parse_card_line
from decks.deck import services
from decks.deck.judging import house_by_name
from decks.deck.queries import decklist_with_notes, pool_of_owner
from decks.models import BESIDE, Deck

# The fields that the text of a deck contains as well.
DECK_LIST_FIELDS = ("name", "game", "format", *BESIDE, "family_rule", "agreed", "list", "play", "cards")


def detect_game_and_catalogue(text: str, chosen: str = "") -> tuple[DetectedGame, Catalogue]:
    """Return the game of a list (chosen, named by its heading, or recognised by the card names) and its catalogue.

    Callers that can’t ask which of two games is meant use `DetectedGame.game_or_raise()`.
    """
    named = chosen or named_game(text)
    if named:
        return DetectedGame(named, is_explicit=True), catalogue(named)
    cards = current_catalogues()
    detected = detect_game(text, cards)
    return detected, cards[detected.game]


class _ContentsParser:
    """Turns request data into a deck, and collects unknown cards; fields not sent stay as in `before`."""

    def __init__(self, data: dict[str, Any], cards: Catalogue, before: DeckList | None = None) -> None:
        self.data, self.cards, self.before = data, cards, before
        self.naming = cards.with_suggestion_limit()
        self.faults: list[Detail] = []

    def code_of_card(self, text: str, field: str) -> str:
        if GAME_RULES[game_of_catalogue(self.cards)].open_titles:
            line = parse_card_line(1, text, self.naming)
            return line.code if isinstance(line, CardLine) else text
        try:
            return self.naming.find_card(text).code
        except Missing as error:
            close = error.details[0].suggestions if error.details else ()
            self.faults.append(Detail(translated(error), field=field, suggestions=close))
            return ""

    def single_card_code(self, name: str, before: tuple[str, ...]) -> tuple[str, ...]:
        if name not in self.data:
            return before
        return (self.code_of_card(self.data[name], name),) if self.data[name] else ()

    def maybe_codes(self) -> list[str] | None:
        codes = self.data.get("maybe")
        return (
            None
            if codes is None
            else list(dict.fromkeys(self.code_of_card(text, f"maybe.{index}") for index, text in enumerate(codes)))
        )

    def deck(self) -> DeckList:
        data, start = self.data, self.deck_list_from_text()
        entries = start.entries
        if "cards" in data:
            entries = tuple(
                Entry(self.code_of_card(line["card"], f"cards.{index}.card"), line["copies"], line.get("note"))
                for index, line in enumerate(data["cards"])
            )
        format_, house = self.format_and_house(start)
        families = start.families if "family" not in data else ((data["family"],) if data["family"] else ())
        deck = replace(
            start,
            entries=entries,
            name=tidy_name(data.get("name", start.name)),
            format=house.base if house else Format(format_),
            house=house,
            edition=Edition(data.get("edition", start.edition)),
            leaders=self.single_card_code("leader", start.leaders),
            inquisitors=self.single_card_code("inquisitor", start.inquisitors),
            emissaries=self.single_card_code("emissary", start.emissaries),
            families=families,
            family_rule=FamilyRule(data.get("family_rule", start.family_rule)),
            match=data.get("match", start.match),
            agreed=_parse_agreements(data["agreed"]) if "agreed" in data else start.agreed,
            list_version=data.get("list", start.list_version),
            play=Play(data.get("play", start.play)),
        )
        if self.faults:
            raise Invalid(gettext_noop("Some of it couldn’t be read."), details=tuple(self.faults))
        return deck

    def format_and_house(self, start: DeckList) -> tuple[Format, HouseRules | None]:
        name = self.data.get("format")
        if name is None or (start.house is not None and name == start.house.key):
            return start.format, start.house
        allowed = [format_.value for format_ in GAME_RULES[start.game].formats]
        if name in allowed:
            return Format(name), None
        house = house_by_name(name) if GAME_RULES[start.game].has_leader else None
        if house is None:
            message = f"“{name}” isn’t a format. Use {', '.join(allowed)} or a house format."
            self.faults.append(Detail(message, field="format"))
        return start.format, house

    def deck_list_from_text(self) -> DeckList:
        if self.before is not None and "text" not in self.data:
            return self.before
        reading, _found = parse_deck_text(self.data.get("text", ""), self.cards, houses=house_by_name)
        errors = (reading.notice, *reading.problems) if reading.notice and reading.problems else reading.problems
        details = (replace(error.as_error_detail(), message=translated(error)) for error in errors)
        self.faults += [replace(detail, field="text") for detail in details]
        return reading.deck_with_notes


def _parse_agreements(words: list[str] | None) -> frozenset[Agreement] | None:
    return None if words is None else frozenset(Agreement(word) for word in words)


def unknown_card_errors(data: Mapping[str, Any]) -> dict[int, str]:
    """Return the error of each unknown card of a request with other errors, by its index."""
    lines, game = data.get("cards"), str(data.get("game"))
    reader = _ContentsParser({}, catalogue(game) if game in GAME_RULES else catalogue())
    for index, line in enumerate(lines[:MAX_DECK_LINES] if isinstance(lines, list) else ()):
        if isinstance(line, Mapping) and isinstance(card := line.get("card"), str) and card:
            reader.code_of_card(card[:120], str(index))
    return {int(fault.field or 0): fault.message for fault in reader.faults}


def parse_deck_contents(data: dict[str, Any], person: Person | None) -> services.DeckContents:
    """Return the contents of a deck in a request; raises `Invalid` with every unknown card."""
    pool = pool_of_owner(data["pool"], person) if data.get("pool") else None
    detected, cards = detect_game_and_catalogue(data.get("text", ""), data.get("game", ""))
    detected.game_or_raise()
    reader = _ContentsParser(data, cards)
    maybe, deck = reader.maybe_codes(), reader.deck()
    return services.DeckContents(
        deck=replace(deck, pool=tuple(pool.codes)) if pool else deck,
        notes=data.get("notes", deck.notes or ""),
        visibility=data.get("visibility", Deck.Visibility.LINK.value),
        pool=pool,
        tags=data.get("tags"),
        maybe=maybe,
    )


def parse_changed_deck_contents(data: dict[str, Any], row: Deck, person: Person | None) -> services.DeckContents:
    deck_list_before = decklist_with_notes(row)
    data = _without_overridden_fields(data, deck_list_before)
    if data.get("game", row.game) != row.game:
        template = gettext_noop("You can’t change a deck’s game. Create another deck for the other game.")
        raise Invalid(template, details=(Detail(template, field="game", params={}),))
    cards = detect_game_and_catalogue(data["text"], "")[1] if "text" in data else catalogue(row.game)
    pool = row.pool
    if "pool" in data and data["pool"] != (row.pool.key if row.pool else None):
        pool = pool_of_owner(data["pool"], person) if data["pool"] else None
    reader = _ContentsParser(data, cards, deck_list_before)
    maybe, deck = reader.maybe_codes(), reader.deck()
    return services.DeckContents(
        deck=deck,
        notes=data.get("notes", row.notes if deck.notes is None else deck.notes),
        visibility=data.get("visibility", row.visibility),
        pool=pool,
        tags=data.get("tags"),
        maybe=maybe,
    )


def _without_overridden_fields(data: dict[str, Any], before: DeckList) -> dict[str, Any]:
    """Return the request without its text, or without the fields that the text contains as well.

    Clients read a deck with both. The unchanged version is dropped; raises `Invalid` if both were changed.
    """
    if "text" not in data or not any(name in data for name in DECK_LIST_FIELDS):
        return data
    without = {name: value for name, value in data.items() if name != "text"}
    if data["text"] == format_deck(before, catalogue(before.game)):
        return without
    if _without_empty_notes(_ContentsParser(without, catalogue(before.game), before).deck()) != _without_empty_notes(
        before
    ):
        template = gettext_noop("“text” and the other fields describe two different decks. Send one or the other.")
        raise Invalid(template, details=(Detail(template, field="text", params={}),))
    return {name: value for name, value in data.items() if name not in DECK_LIST_FIELDS}


def _without_empty_notes(deck: DeckList) -> DeckList:
    """Return the deck with missing and empty notes treated alike."""
    return replace(deck, entries=tuple(replace(entry, note=entry.note or None) for entry in deck.entries))
