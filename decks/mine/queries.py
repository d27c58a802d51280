"""Queries of a person’s decks: their tags and folders in one query, and a page of decks in a sort order."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import BooleanField, Case, Q, QuerySet, Value, When

from accounts.models import Person
from cards.catalogue.queries import catalogue, current_catalogues
from cards.record_registry import tallies_of_decks
from common.text import fold
from decks.core.legality import Format
from decks.core.sort_orders import DeckFacts, DeckOrder, sorted_decks
from decks.deck.judging import DeckJudge
from decks.deck.queries import decklist_of, editable_decks_filter
from decks.models import FORMATS, Deck, DeckCard

MAX_DECKS_WITH_TAG = 1000  # decks whose tags a page reads at most
MAX_DECKS = 10_000  # decks of one person in a list at most
PAGE_SIZE = 60


@dataclass(frozen=True, slots=True)
class DeckSummaryRow:
    """A row of the list: the columns that are read of each deck."""

    pk: int
    key: str
    tags: tuple[str, ...]
    folder: str
    mine: bool
    archived: bool
    listed: bool


@dataclass(frozen=True, slots=True)
class DeckSummaries:
    """The decks a person may change, latest first, and the tags of all decks listed to them.

    `tags` has the primary keys of the decks with each tag; `folders` the number of own decks in each, sorted by name.
    The archive isn’t a folder, and archived decks are in no other list.
    """

    rows: tuple[DeckSummaryRow, ...] = ()
    tags: Mapping[str, list[int]] = field(default_factory=dict)
    folders: Mapping[str, int] = field(default_factory=dict)

    @property
    def archived_count(self) -> int:
        return sum(row.archived for row in self.rows)

    def keys(
        self, folder: str | None = None, within: Collection[int] | None = None, *, archived: bool = False
    ) -> list[int]:
        """Return the primary keys of all decks or of one folder (empty: in none), if given only keys in `within`."""
        matching = (row for row in self.rows if row.archived is archived)
        rows = (row for row in matching if folder is None or (row.mine and row.folder == folder))
        return [row.pk for row in rows if within is None or row.pk in within]

    def primary_key_of(self, key: str) -> int | None:
        return next((row.pk for row in self.rows if row.key == key), None)


def deck_summaries(person: Person | None) -> DeckSummaries:
    """Return the facts of all decks that their list needs; one query, and another for over a thousand decks.

    Filtered here, because not every database can search in stored lists.
    """
    rows = [
        _summary(each, person) for each in _summary_values(person, Q(visibility=Deck.Visibility.PUBLIC) & ~Q(tags=[]))
    ]
    mine = [row for row in rows if row.listed]
    if len(mine) == MAX_DECKS_WITH_TAG:
        mine = [_summary(values, person) for values in _summary_values(person, None)]
    tags: dict[str, list[int]] = {}
    for row in (*mine, *(row for row in rows if not row.listed)):
        for tag in row.tags:
            tags.setdefault(tag, []).append(row.pk)
    folders = Counter(row.folder for row in mine if row.mine and row.folder and not row.archived)
    return DeckSummaries(
        tuple(mine), dict(sorted(tags.items())), {name: folders[name] for name in sorted(folders, key=fold)}
    )


SummaryColumns = tuple[int, str, list[str], str, int, bool, bool]


def _summary_values(person: Person | None, besides: Q | None) -> QuerySet[Deck, SummaryColumns]:
    """Return the decks the person may change, then the decks that meet the condition `besides`; latest first."""
    own = editable_decks_filter(person) if person else Q(pk__in=())
    rows = Deck.objects.filter(own if besides is None else own | besides)
    if person is None:
        rows = rows.annotate(listed=Value(value=False))
    else:
        first = Case(When(own, then=True), default=False, output_field=BooleanField())
        rows = rows.annotate(listed=first).order_by("-listed", "-updated", "-pk")
    columns = ("pk", "key", "tags", "folder", "owner_id", "archived", "listed")
    return rows.values_list(*columns)[: MAX_DECKS_WITH_TAG if besides else MAX_DECKS]


def _summary(values: SummaryColumns, person: Person | None) -> DeckSummaryRow:
    pk, key, tags, folder, owner, archived, listed = values
    mine = person is not None and owner == person.pk
    return DeckSummaryRow(pk, key, tuple(tags), folder, mine, mine and archived, listed)


def sorted_deck_keys(keys: list[int], order: DeckOrder) -> list[int]:
    """Sort decks, given as primary keys from the latest to the oldest."""
    if order is DeckOrder.CHANGED or len(keys) < 2:
        return keys
    facts = {deck.pk: deck for deck in _facts_for_order(keys, order)}
    return [deck.pk for deck in sorted_decks((facts[pk] for pk in keys if pk in facts), order)]


class DecksInOrder:
    """Decks in a sort order; reads only the requested slice."""

    def __init__(self, rows: QuerySet[Deck], order: DeckOrder) -> None:
        self._rows = rows
        self._keys = sorted_deck_keys(
            list(rows.order_by("-updated", "-pk").values_list("pk", flat=True)[:MAX_DECKS]), order
        )

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, wanted: slice) -> list[Deck]:
        keys = self._keys[wanted]
        by_pk = {row.pk: row for row in self._rows.filter(pk__in=keys)}
        return [by_pk[key] for key in keys if key in by_pk]


def _facts_for_order(keys: list[int], order: DeckOrder) -> Iterable[DeckFacts]:
    """Read only what the sort order needs: one query, two for “legal first”."""
    rows = Deck.objects.filter(pk__in=keys)
    match order:
        case DeckOrder.NAME:
            yield from (DeckFacts(pk=pk, name=name) for pk, name in rows.values_list("pk", "name"))
        case DeckOrder.PEOPLE:
            cards = catalogue().by_code
            for pk, name, leader in rows.values_list("pk", "name", "leader"):
                yield DeckFacts(pk=pk, name=name, people=str(cards[leader].people) if leader in cards else "")
        case DeckOrder.FORMAT:
            for pk, name, format_, options in rows.values_list("pk", "name", "format", "options"):
                house = (options or {}).get("house") or {}
                yield DeckFacts(pk=pk, name=name, format=str(house.get("name") or FORMATS[Format(format_)]))
        case DeckOrder.LEGAL:
            yield from _facts_with_verdict(rows, keys)
        case _:
            tallies = tallies_of_decks(keys)
            for pk in keys:
                tally = tallies.get(pk)
                yield DeckFacts(pk=pk, rating=tally.low if tally else None, games=tally.games if tally else 0)


def _facts_with_verdict(rows: QuerySet[Deck], keys: list[int]) -> Iterable[DeckFacts]:
    """Yield the verdict on each deck; its cards are read as plain values, several times faster than rows."""
    copies: dict[int, dict[str, int]] = {}
    for deck, code, number in DeckCard.objects.filter(deck__in=keys).values_list("deck", "code", "copies"):
        copies.setdefault(deck, {})[code] = number
    judge = DeckJudge(*current_catalogues().values())
    for row in rows.select_related("pool"):
        contents = decklist_of(row, copies.get(row.pk, {}))
        yield DeckFacts(pk=row.pk, status=judge(contents).status)
