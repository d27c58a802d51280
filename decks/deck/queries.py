"""Queries of decks and pools; the only place where rows become the values that the cores judge."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Q, QuerySet, prefetch_related_objects

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES, Catalogue, People
from cards.hooks import ListedLink
from common.database.prepared import PreparedQuery
from common.errors import Missing
from common.text import gettext_noop
from decks.core.legality import (
    Agreement,
    DeckList,
    Edition,
    Entry,
    FamilyRule,
    Format,
    Play,
    Report,
    house_rules_from_data,
)
from decks.deck.judging import DeckJudge
from decks.models import Deck, DeckCard, DeckEditor, Pool
from decks.permissions import may_see_deck, require_editable_deck, require_visible_deck

DECKS_LISTED = 60  # decks on a page
MAX_SEARCH_WORDS = 8  # length of a name that is searched for
NEWEST_DECKS = 10  # decks of others listed with one’s own


@dataclass(frozen=True, slots=True)
class JudgedDeck:
    """A deck with its contents and its verdict."""

    row: Deck
    deck: DeckList
    report: Report


def decklist_of(deck: Deck, copies: Mapping[str, int] | None = None) -> DeckList:
    """Return the contents of a deck; queries cards that are neither prefetched nor in `copies`, and an unread pool."""
    options = deck.options or {}
    agreed = options.get("agreed")
    cards = ((card.code, card.copies) for card in deck.cards.all()) if copies is None else copies.items()
    return DeckList(
        entries=tuple(Entry(code, number) for code, number in cards),
        name=deck.name,
        game=deck.game,
        format=Format(deck.format),
        edition=Edition(deck.edition),
        leaders=(deck.leader,) if deck.leader else (),
        inquisitors=(deck.inquisitor,) if deck.inquisitor else (),
        emissaries=(deck.emissary,) if deck.emissary else (),
        families=(deck.family,) if deck.family else (),
        family_rule=FamilyRule(options.get("family_rule", FamilyRule.COUNT_TOWARD)),
        match=deck.match,
        agreed=None if agreed is None else frozenset(Agreement(name) for name in agreed),
        pool=tuple(deck.pool.codes) if deck.pool else None,
        house=house_rules_from_data(options["house"]) if options.get("house") else None,
        list_version=options.get("list", ""),
        play=Play(options.get("play", Play.FRIENDLY)),
    )


def decklist_with_notes(row: Deck, copies: Mapping[str, int] | None = None) -> DeckList:
    deck = decklist_of(row, copies)
    entries = tuple(replace(entry, note=row.card_notes.get(entry.code, "")) for entry in deck.entries)
    return replace(deck, entries=entries, notes=row.notes or None)


def _decks_with_owner() -> QuerySet[Deck]:
    return _deck_rows_queryset().prefetch_related("cards")


def _deck_rows_queryset() -> QuerySet[Deck]:
    return Deck.objects.select_related("owner__user", "owner__deck_author", "listing", "pool")


_DECK_BY_KEY = PreparedQuery(lambda key: _deck_rows_queryset().filter(key=key), "key")


def visible_deck(key: str, person: Person | None) -> Deck:
    """Return the deck with a key; raises `Missing` if this person may not see it."""
    deck = _DECK_BY_KEY.first(key)
    if deck is not None:
        prefetch_related_objects([deck], "cards")
    return require_visible_deck(deck, person)


def editable_deck(key: str, person: Person | None) -> Deck:
    """Return the deck with a key for its owner and editors; raises `NotAllowed` for others who may see it."""
    return require_editable_deck(visible_deck(key, person), person)[0]


def current_version_of(key: str) -> int | None:
    return Deck.objects.filter(key=key).values_list("version", flat=True).first()


def visible_source_of(deck: Deck, person: Person | None) -> Deck | None:
    """Return the deck it was copied from, if this person may see that."""
    source = deck.forked_from if deck.forked_from_id else None
    return source if source is not None and may_see_deck(source, person) else None


def decks_of(person: Person | None) -> QuerySet[Deck]:
    return _decks_with_owner().filter(owner=person) if person else Deck.objects.none()


def decks_editable_by(person: Person | None) -> QuerySet[Deck]:
    """Return the decks a person may change: their own and decks they edit with others, latest first."""
    return _decks_with_owner().filter(editable_decks_filter(person)) if person else Deck.objects.none()


def editable_decks_filter(person: Person) -> Q:
    return Q(owner=person) | Q(pk__in=DeckEditor.objects.filter(person=person).values("deck"), pool=None)


def public_decks(*, without: Person | None = None) -> QuerySet[Deck]:
    """Return the decks that are listed publicly, latest first, except the decks of the person `without`."""
    decks = _decks_with_owner().filter(visibility=Deck.Visibility.PUBLIC)
    return decks.exclude(owner=without).exclude(editors__person=without, pool=None) if without else decks


def own_and_public_decks(
    person: Person | None, mine: list[int], tagged: list[int] | None = None
) -> tuple[list[Deck], list[Deck]]:
    """Return the decks `mine` that a person may change, in their order, and the latest public decks of others.

    With `tagged`, only public decks with these primary keys. Two queries.
    """
    public = public_decks(without=person)
    if tagged is not None:
        public = public.filter(pk__in=tagged)
    newest = Q(pk__in=public.prefetch_related(None).values("pk")[:NEWEST_DECKS])
    own = editable_decks_filter(person) & Q(pk__in=mine) if person and mine else None
    # An empty list of decks is handled first; the database cannot compare with one.
    rows = {deck.pk: deck for deck in _decks_with_owner().filter(newest if own is None else own | newest)}
    decks = [rows.pop(pk) for pk in mine if pk in rows]
    return decks, list(rows.values())


def decks_matching_search(text: str, codes: Iterable[str], person: Person | None) -> QuerySet[Deck]:
    """Return the decks listed to a person with all these words in the name, or one of these cards; one query."""
    named = Q()
    for word in text.split()[:MAX_SEARCH_WORDS]:
        named &= Q(name__icontains=word)
    listed = Q(visibility=Deck.Visibility.PUBLIC) | (Q(owner=person) if person else Q(pk__in=()))
    holding = DeckCard.objects.filter(code__in=list(codes)).values("deck")
    decks = Deck.objects.select_related("owner__user").filter(listed)
    return decks.filter(named | Q(pk__in=holding) | Q(leader__in=list(codes)))


def judged_decks(decks: Iterable[Deck], catalogue: Catalogue) -> list[JudgedDeck]:
    read, judge = [(row, decklist_of(row)) for row in decks], DeckJudge(catalogue)
    return [JudgedDeck(row, deck, judge(deck)) for row, deck in read]


def pools_of(person: Person | None) -> QuerySet[Pool]:
    return Pool.objects.filter(owner=person) if person else Pool.objects.none()


def pool_of_owner(key: str, person: Person | None) -> Pool:
    """Return a pool for its owner; raises `Missing` for everyone else, since drafted cards are secret."""
    pool = pools_of(person).filter(key=key).first()
    if pool is None:
        raise Missing(gettext_noop("We couldn’t find that pool among yours."), rule="DRAFT-18")
    return pool


MAX_DECKS_SHOWN = 12


def public_decks_with_card(game: str, code: str) -> list[ListedLink]:
    """Return the public decks with this card in them or beside them, latest first; one query."""
    beside = Q(leader=code) | Q(inquisitor=code) | Q(emissary=code)
    inside = Exists(DeckCard.objects.filter(deck=OuterRef("pk"), code=code))
    decks = Deck.objects.filter(beside | inside, game=game, visibility=Deck.Visibility.PUBLIC)
    rows = list(decks.select_related("owner__user").order_by("-updated")[:MAX_DECKS_SHOWN])
    cards = catalogue(game) if rows else Catalogue(())
    return [
        ListedLink(deck.name, deck.get_absolute_url(), deck.owner.display_name, people_of_row(deck, cards))
        for deck in rows
    ]


def people_of_row(deck: Deck, catalogue: Catalogue) -> People | None:
    """Return the people on the picture of a saved deck, the first of its cards beside the deck that belong to one."""
    cards = catalogue.by_code
    beside = (cards[code].people for code in (deck.leader, deck.inquisitor, deck.emissary) if code in cards)
    return next((people for people in beside if people in PEOPLES), None)
