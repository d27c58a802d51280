"""Services of the catalogue: everything that writes a card uses these, and they raise its version."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from django.conf import settings
from django.db import transaction

from accounts.models import Person
from cards.catalogue.change_log import (
    COMMAND,
    ChangeAuthor,
    LoggedChange,
    fields_of_added_card,
    fields_of_removed_card,
    log_card_changes,
    log_table_load,
)
from cards.catalogue.queries import catalogue_version, facts_from_row, stored_cards
from cards.core.catalogue_csv import ParsedTable, TableError, raise_table_errors, read_table_file
from cards.core.facts import CardFacts
from cards.core.import_plan import Plan, StoredCard, differences, facts_digest, format_fact, plan_full, plan_partial
from cards.core.search.tokens import MAX_QUERY
from cards.games import GAMES
from cards.models import GAME, Card, CatalogueVersion, SavedSearch
from common.errors import Conflict, Detail, Invalid, Missing
from common.text import gettext_noop, tidy_name

_WRITTEN_COLUMNS = [field.name for field in Card._meta.concrete_fields if field.name not in {"id", "game"}]


@dataclass(frozen=True, slots=True)
class LoadResult:
    """Result of a load or a dry run, and the version of the catalogue after it."""

    name: str
    plan: Plan
    version: int
    tried: bool


def shipped_table_path(game: str = GAME) -> Path:
    return Path(settings.BASE_DIR) / "fixtures" / game / "cards.csv"


MarksByCard = Mapping[str, tuple[str, ...]]


def load_card_table(
    path: Path | None = None,
    *,
    game: str = GAME,
    dry_run: bool = False,
    marks: MarksByCard | None = None,
    reading: ParsedTable | None = None,
) -> LoadResult:
    """Load the project’s own table (no path), which is complete, or a file that adds to it and removes nothing.

    `marks` has the marks of each card, for games whose cards have marks. `reading` is the project’s table if it has
    been parsed already. Raises `Invalid` with every faulty line; then nothing has been changed.
    """
    file = path or shipped_table_path(game)
    text = "" if reading else read_table_file(file)
    if path is None:
        reading = add_ruling_marks(reading or GAMES[game].parse(text), game, marks)
    with transaction.atomic():
        lock_catalogue(game)
        stored = stored_cards(game)
        if path is None and reading is not None:
            plan, faults = plan_full(stored, reading.cards), reading.faults
        else:
            plan, faults = plan_partial_table(text, stored, game=game, marks=marks)
        raise_table_errors(file.name, faults)
        if not (plan.same or plan.added or plan.changed):
            raise Invalid(gettext_noop("%(file)s has no cards in it."), {"file": file.name})
        number = apply_import_plan(plan, game=game, entered_here=["code"] if path else [], by=COMMAND, dry_run=dry_run)
        if plan.is_empty and not dry_run:
            # A release that knows more facts of a card writes another digest.
            number = _reorder_and_save_version(game)
    return LoadResult(file.name, plan, number, dry_run)


def plan_partial_table(
    text: str, stored: Sequence[StoredCard], *, game: str, marks: MarksByCard | None = None
) -> tuple[Plan, tuple[TableError, ...]]:
    rules = GAMES[game]
    reading = rules.parse_part(text, [known.facts for known in stored]) if rules.parse_part else rules.parse(text)
    reading = add_ruling_marks(reading, game, marks)
    plan = plan_partial(stored, reading.cards, faults=rules.faults)
    # Errors of a single line were reported when it was parsed.
    params = {fault.line for fault in reading.faults}
    wrong = tuple(
        TableError(reading.lines[index], column, message)
        for index, column, message in plan.wrong
        if reading.lines[index] not in params
    )
    return plan, (*reading.faults, *wrong)


def add_partial_table(text: str, *, game: str, version: int, by: ChangeAuthor, name: str) -> Plan:
    """Complete the catalogue from the text of a table, if it still has the version that the preview was made for.

    Raises `Conflict` if it hasn’t, `Invalid` with every faulty line; then nothing has been changed.
    """
    with transaction.atomic():
        lock_catalogue(game)
        if catalogue_version(game)[0] != version:
            raise Conflict(gettext_noop("The catalogue has changed since the preview. Check the new preview below."))
        plan, faults = plan_partial_table(text, stored_cards(game), game=game)
        raise_table_errors(name, faults)
        apply_import_plan(plan, game=game, entered_here=["code"], by=by)
    return plan


def add_ruling_marks(reading: ParsedTable, game: str, marks: MarksByCard | None) -> ParsedTable:
    if marks is None or "marks" not in GAMES[game].attributes:
        return reading
    # The cards of such a game have `marks` in addition to the fields of `CardFacts`.
    cards = tuple(replace(card, marks=marks.get(card.code, ())) for card in reading.cards)  # type: ignore[call-arg]
    return replace(reading, cards=cards)


def update_card_marks(marks: MarksByCard, *, game: str) -> None:
    """Update the marks on saved cards after a ruling, an erratum or a list has changed."""
    if "marks" not in GAMES[game].attributes:
        return
    with transaction.atomic():
        lock_catalogue(game)
        stale = [
            card
            for card in Card.objects.filter(game=game)
            if tuple(card.attributes.get("marks", ())) != marks.get(card.code, ())
        ]
        for card in stale:
            card.attributes["marks"] = list(marks.get(card.code, ()))
            _fill_card_row(card, facts_from_row(card), entered_here=card.here)
        Card.objects.bulk_update(stale, _WRITTEN_COLUMNS)
        _reorder_and_save_version(game)


def card_errors(facts: CardFacts, *, game: str, key: int | None) -> tuple[Detail, ...]:
    """Return why the card with this key can’t have these facts (None: a new card); one detail per column."""
    faults = list(GAMES[game].faults(facts))
    twin = Card.objects.filter(game=game, slug=facts.slug).exclude(pk=key or 0).first()
    if twin is not None:
        faults.append(("code", f"{twin.code} is in the catalogue already"))
    return tuple(Detail(message, field=column) for column, message in faults)


def save_card(card: Card, *, by: ChangeAuthor = COMMAND) -> Card:
    """Save an edited card, whose changed facts count as entered here; raises `Invalid` with all invalid fields."""
    facts = facts_from_row(card)
    faults = card_errors(facts, game=card.game, key=card.pk)
    if faults:
        raise Invalid(gettext_noop("This card isn’t valid."), details=faults)
    with transaction.atomic():
        lock_catalogue(card.game)
        card_before = Card.objects.filter(pk=card.pk).first()
        changed = differences(facts_from_row(card_before), facts) if card_before else fields_of_added_card(facts)
        _fill_card_row(card, facts, entered_here=sorted({*card.here, *(changed if card_before else {"code"})}))
        card.save()
        log_card_changes(
            [LoggedChange(facts.code, changed, card.pk)],
            game=card.game,
            by=by,
            version=_reorder_and_save_version(card.game),
        )
    card.refresh_from_db()
    return card


def delete_card(card: Card, *, by: ChangeAuthor = COMMAND) -> None:
    with transaction.atomic():
        game, facts = card.game, facts_from_row(card)
        lock_catalogue(game)
        card.delete()
        log_card_changes(
            [LoggedChange(facts.code, fields_of_removed_card(facts))],
            game=game,
            by=by,
            version=_reorder_and_save_version(game),
        )


def lock_catalogue(game: str) -> None:
    list(CatalogueVersion.objects.select_for_update().filter(game=game))


def apply_import_plan(
    plan: Plan, *, game: str, entered_here: list[str], by: ChangeAuthor, dry_run: bool = False
) -> int:
    """Carry out a plan under a lock; return the new version. New cards have facts `entered_here` on this site."""
    if dry_run or plan.is_empty:
        return catalogue_version(game)[0]
    first = not Card.objects.filter(game=game).exists()
    Card.objects.filter(pk__in=[removed.key for removed in plan.removed]).delete()
    Card.objects.bulk_create([_fill_card_row(Card(game=game), card, entered_here=entered_here) for card in plan.added])
    changes = {change.before.key: change for change in plan.changed}
    cards = [
        _fill_card_row(row, changes[row.pk].after, entered_here=sorted(changes[row.pk].entered_here))
        for row in Card.objects.filter(pk__in=changes)
    ]
    Card.objects.bulk_update(cards, _WRITTEN_COLUMNS)
    number = _reorder_and_save_version(game)
    if not first:  # The first load isn’t a change.
        log_table_load(plan, game=game, by=by, version=number)
    return number


def _fill_card_row(card: Card, facts: CardFacts, *, entered_here: Iterable[str]) -> Card:
    card.attributes = facts.attributes
    for name in CardFacts.__dataclass_fields__:
        value = getattr(facts, name)
        setattr(card, name, [format_fact(item) for item in value] if name in ("icons", "aliases") else value)
    card.slug = facts.slug
    card.known, card.complete, card.here = facts.known, facts.complete, list(entered_here)
    return card


def _reorder_and_save_version(game: str) -> int:
    """After a change, put every card in its place again; return the version, a new one if any fact has changed."""
    order = GAMES[game].order
    cards = sorted(Card.objects.filter(game=game), key=lambda card: order(facts_from_row(card)))
    moved = [card for position, card in enumerate(cards) if card.position != position]
    for position, card in enumerate(cards):
        card.position = position
    Card.objects.bulk_update(moved, ["position"])
    return save_version(game, facts_digest(facts_from_row(card) for card in cards))[0]


def save_version(game: str, digest: str) -> tuple[int, bool]:
    """Save a new version if the digest differs; return its number, and whether it is new."""
    version, _ = CatalogueVersion.objects.select_for_update().get_or_create(game=game)
    is_new = version.digest != digest
    if is_new:
        version.digest, version.number = digest, version.number + 1
        version.save(update_fields=["digest", "number", "changed"])
    return version.number, is_new


MAX_SAVED_SEARCHES = 50


def save_search(*, person: Person, name: str, query: str) -> SavedSearch:
    """Save a query under a name; the same name again replaces the query. Raises `Invalid`."""
    name, query = tidy_name(name, length=80), query.strip()
    if not query or len(query) > MAX_QUERY:
        raise Invalid(
            gettext_noop("Enter a search of at most %(most)d characters before you save it."), {"most": MAX_QUERY}
        )
    own = SavedSearch.objects.filter(person=person)
    if own.count() >= MAX_SAVED_SEARCHES and not own.filter(name=name or query[:80]).exists():
        raise Invalid(
            gettext_noop("You can save up to %(most)d searches. Delete one first."), {"most": MAX_SAVED_SEARCHES}
        )
    saved, _created = SavedSearch.objects.update_or_create(
        person=person, name=name or query[:80], defaults={"query": query.replace("\x00", " ")}
    )
    return saved


def delete_search(*, person: Person | None, key: int) -> None:
    """Delete a saved search. Raises `Missing` if this person has none with this key."""
    if person is None or not SavedSearch.objects.filter(pk=key, person=person).delete()[0]:
        raise Missing(gettext_noop("We couldn’t find that saved search."))


# These two rows have the fingerprint of the last whole load, and of a load that an update has put off until the
# previous version has ended. All other rows are versions of catalogues.
LOADED_TABLES_MARK, PUT_OFF = "own tables", "tables put off"


def tables_fingerprint() -> str:
    """Return a hash of every game’s tables and of the code of `cards`, which reads them."""
    digest, root = hashlib.sha256(), Path(settings.BASE_DIR)
    tables = [path for game in GAMES for path in (root / "fixtures" / game).glob("*.csv")]
    for path in sorted([*tables, *(root / "cards").rglob("*.py"), *(root / "cards").rglob("*.lark")]):
        digest.update(f"{path.relative_to(root)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def are_tables_loaded(mark: str) -> bool:
    return CatalogueVersion.objects.filter(game=LOADED_TABLES_MARK, digest=mark).exists()


def is_load_postponed(mark: str) -> bool:
    return CatalogueVersion.objects.filter(game=PUT_OFF, digest=mark).exists() and not are_tables_loaded(mark)


def mark_tables_loaded(mark: str, where: str = LOADED_TABLES_MARK) -> None:
    row, _ = CatalogueVersion.objects.get_or_create(game=where)
    row.digest, row.number = mark, row.number + 1
    row.save(update_fields=["digest", "number", "changed"])
