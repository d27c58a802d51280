"""Changing the catalogue: everything that writes a card goes through here, and the version rises with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import transaction

from cards.changes import Change, Plan, differences, digest, plan_addition, plan_whole, search_text, shown
from cards.facts import CardFacts, catalogue_order
from cards.models import GAME, Card, CatalogueVersion
from cards.queries import facts_of, kept_cards
from cards.tables import Fault, contradictions, parse_cards, read_text, refuse, wrong_cells
from common.errors import Detail, Invalid
from common.text import gettext_noop

_JSON = ("icons", "aliases")
_WRITTEN = [field.name for field in Card._meta.concrete_fields if field.name not in {"id", "game"}]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load did, or, tried out, would do; and the version of the catalogue after it."""

    name: str
    plan: Plan
    version: int
    tried: bool


def own_table(game: str = GAME) -> Path:
    """The project's own table of a game."""
    return Path(settings.BASE_DIR) / "fixtures" / game / "cards.csv"


def load(path: Path | None = None, *, game: str = GAME, dry_run: bool = False) -> Loaded:
    """Load the project's own table (no path), which is the whole, or a file that completes it and removes nothing.

    Raises `Invalid` with every faulty line; then nothing has been changed.
    """
    file = path or own_table(game)
    reading = parse_cards(read_text(file))
    with transaction.atomic():
        _hold(game)
        kept = kept_cards(game)
        plan = plan_addition(kept, reading.cards) if path else plan_whole(kept, reading.cards)
        faults = tuple(Fault(reading.lines[index], column, message) for index, column, message in plan.wrong)
        refuse(file.name, (*reading.faults, *faults))
        if not reading.cards:
            raise Invalid(gettext_noop("%(file)s has no cards in it."), {"file": file.name})
        number = _write(plan, game=game, here=["code"] if path else [], dry_run=dry_run)
    return Loaded(file.name, plan, number, dry_run)


def faults_of(facts: CardFacts, *, game: str, key: int | None) -> tuple[Detail, ...]:
    """What keeps these facts from being those of the card with this key (None: a new card); one detail a column."""
    found = [*wrong_cells(facts), *contradictions(facts)]
    twin = Card.objects.filter(game=game, slug=facts.slug).exclude(pk=key or 0).first()
    if twin is not None:
        found.append(("code", f"{twin.code} is in the catalogue already"))
    return tuple(Detail(message, field=column) for column, message in found)


def save_card(row: Card) -> Card:
    """Save a card that somebody has edited; the facts that differ now count as filled on this site.

    Raises `Invalid` with a detail for every field that cannot be so.
    """
    facts = facts_of(row)
    faults = faults_of(facts, game=row.game, key=row.pk)
    if faults:
        raise Invalid(gettext_noop("The card cannot be like that."), details=faults)
    with transaction.atomic():
        _hold(row.game)
        before = Card.objects.filter(pk=row.pk).first()
        changed = set(differences(facts_of(before), facts)) if before else {"code"}
        _fill(row, facts, here=sorted({*row.here, *changed}))
        row.save()
        _settle(row.game)
    row.refresh_from_db()
    return row


def remove_card(row: Card) -> None:
    """Take a card out of the catalogue."""
    with transaction.atomic():
        game = row.game
        _hold(game)
        row.delete()
        _settle(game)


def _hold(game: str) -> None:
    """One change of a catalogue at a time: the second waits here for the first."""
    list(CatalogueVersion.objects.select_for_update().filter(game=game))


def _write(plan: Plan, *, game: str, here: list[str], dry_run: bool) -> int:
    if dry_run or plan.empty:
        found = CatalogueVersion.objects.filter(game=game).first()
        return found.number if found else 0
    Card.objects.filter(pk__in=[one.key for one in plan.removed]).delete()
    Card.objects.bulk_create([_fill(Card(game=game), card, here=here) for card in plan.added])
    Card.objects.bulk_update(_rows_of(plan.changed), _WRITTEN)
    return _settle(game)


def _rows_of(changes: Iterable[Change]) -> list[Card]:
    by_key = {one.before.key: one for one in changes}
    rows = Card.objects.filter(pk__in=by_key)
    return [_fill(row, by_key[row.pk].after, here=sorted(by_key[row.pk].here)) for row in rows]


def _fill(row: Card, facts: CardFacts, *, here: Iterable[str]) -> Card:
    """Write facts into a row, with what is derived from them."""
    for name in CardFacts.__dataclass_fields__:
        value = getattr(facts, name)
        setattr(row, name, [shown(one) for one in value] if name in _JSON else value)
    row.slug, row.search_text = facts.slug, search_text(facts)
    row.known, row.complete, row.here = facts.known, facts.complete, list(here)
    return row


def _settle(game: str) -> int:
    """After a change: every card in its place again, and a new version if any fact has changed."""
    rows = sorted(Card.objects.filter(game=game), key=lambda row: catalogue_order(facts_of(row)))
    moved = [row for place, row in enumerate(rows) if row.position != place]
    for place, row in enumerate(rows):
        row.position = place
    Card.objects.bulk_update(moved, ["position"])
    mark = digest(facts_of(row) for row in rows)
    found, _ = CatalogueVersion.objects.select_for_update().get_or_create(game=game)
    if found.digest != mark:
        found.digest = mark
        found.number += 1
        found.save(update_fields=["digest", "number", "changed"])
    return found.number
