"""Prepared rows: inserted like those of `bulk_create`, with all that is worked out before."""

from __future__ import annotations

from datetime import date

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import Person, User
from common.database.prepared import PreparedRows
from decks.models import Deck
from matches.models import GameDeck, Group, Match, Member, PastResult, SeasonImport
from tests.matches.builders import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def match_of(owner: Person, name: str, **more: object) -> Match:
    return Match(created_by=owner, name_a=name, name_b="Elinor", first_starter="a", **more)


def columns(row: Match | GameDeck | PastResult) -> dict[str, object]:
    """The columns of a row as they are in the database, without its number and its moment."""
    kept = {"id", "key", "join_key", "created", "changed", "match_id"}
    values = type(row).objects.filter(pk=row.pk).values()[0]
    return {name: value for name, value in values.items() if name not in kept}


def test_rows_are_those_that_bulk_create_writes(owner: Person) -> None:
    def made() -> list[Match]:
        return [match_of(owner, "Roland", crystal_cards=True, game_cap=3), match_of(owner, "Mira", player_a=owner)]

    Match.objects.bulk_create(made())
    PreparedRows(Match, made()).insert()
    first, second, third, fourth = map(columns, Match.objects.order_by("pk"))
    assert (first, second) == (third, fourth)
    assert None not in Match.objects.values_list("created", flat=True)


def test_what_is_known_later_is_read_when_they_are_inserted(owner: Person) -> None:
    match = match_of(owner, "Roland")
    match.save()
    frozen = {"text": "x", "report": {"status": "legal", "of": [1, "ö"]}, "contents": ["VULCA-01"], "pool": None}
    rows = [GameDeck(match=match, side=side, number=1, name="Vulca", **frozen) for side in "ab"]
    prepared = PreparedRows(GameDeck, rows, late=("match_id", "deck_id"))
    deck = Deck.objects.create(owner=owner, name="Vulca")
    rows[0].deck_id = deck.pk
    with CaptureQueriesContext(
        connection,
    ) as asked:
        prepared.insert()
    first, second = GameDeck.objects.order_by("side")
    assert (first.match, first.deck, second.deck) == (match, deck, None)
    assert (first.report, first.contents, first.pool) == (frozen["report"], frozen["contents"], None)
    assert len(asked) == 1


def test_dates_and_lists_are_kept(owner: Person) -> None:
    group = Group.objects.create(name="Thursdays", owner=owner)
    a, b = (Member.objects.create(group=group, name=name) for name in ("Roland", "Elinor"))
    imported = SeasonImport.objects.create(group=group, text="", count=1)
    row = PastResult(group=group, line=2, day=date(2020, 2, 29), crystals_a=5, crystals_b=0, games=[["a", 2, None]])
    prepared = PreparedRows(PastResult, [row], late=("imported_id", "a_id", "b_id"))
    row.imported_id, row.a_id, row.b_id = imported.pk, a.pk, b.pk
    prepared.insert()
    kept = PastResult.objects.get()
    assert (kept.day, kept.games, kept.a, kept.imported) == (row.day, row.games, a, imported)


def test_nothing_is_inserted_where_one_is_refused(owner: Person) -> None:
    wrong = [match_of(owner, "Roland"), match_of(owner, "Elinor")]  # nobody plays against themself
    with pytest.raises(IntegrityError), transaction.atomic():
        PreparedRows(Match, wrong).insert()
    PreparedRows(Match, []).insert()
    assert not Match.objects.exists()
