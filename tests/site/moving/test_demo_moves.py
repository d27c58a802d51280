"""A demo site moved piece by piece into an empty one."""

from __future__ import annotations

import pytest
from django.db import models

from accounts.models import Person, User
from decks.models import Pool
from drafts.models import Seat
from matches.groups.encounters import encounters_of
from matches.models import Event, Game, GameDeck, Group, Match, Member, Pairing, Registration, Round, Season
from tenmoons.demo import season as demo
from tenmoons.moving.services import ImportRequest, preview_import
from tests.matches.builders import person
from tests.site.moving.sites import emptied, exported, imported, without

# What is compared, row by row: every column but those of the site itself (keys, people, versions, seeds, devices).
_NOT_COMPARED = {
    *(
        "id",
        "key",
        "join_key",
        "code",
        "judge_key",
        "scorekeeper_key",
        "seed",
        "version",
        "noted",
        "created",
        "changed",
    ),
    *("group", "event", "round", "match", "a", "b", "member", "member_a", "member_b", "person", "player_a", "player_b"),
    *("owner", "created_by", "recorded_by", "chosen_by", "deck_id", "pod", "listed", "joined", "tap", "hand"),
    *("closed_by", "pool", "spans", "merged_into", "announced"),
}
_COMPARED = (Group, Member, Season, Event, Registration, Round, Pairing, Match, Game, GameDeck)


def _rows(model: type[models.Model]) -> list[dict[str, object]]:
    names = [field.name for field in model._meta.concrete_fields if field.name not in _NOT_COMPARED]
    rows = list(model._base_manager.order_by("pk").values(*names))
    for row in rows:  # times are written to the millisecond; a copied deck names no deck of this site
        for name, value in row.items():
            if hasattr(value, "microsecond"):
                row[name] = value.replace(microsecond=0)
            if name == "deck_frozen" and isinstance(value, dict):
                row[name] = {**value, "deck_id": None}
    return rows if model is not GameDeck else [{**row, "deck": None} for row in rows]


def _played_in(group: Group) -> list[tuple[str, str, str, int, int]]:
    """Return who played whom on which day and how it ended; those of one day have no order of their own."""
    found = encounters_of(group)
    return sorted((str(each.day), each.a, each.b, each.crystals_a, each.crystals_b) for each in found)


@pytest.mark.once  # a small one is enough for the other servers, below
def test_a_demo_site_moves_piece_by_piece_without_a_difference(db_catalogue: object, roland: User) -> None:
    _moves(person(roland))


def test_a_small_one_moves_on_any_server(db_catalogue: object, roland: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"DEMO_MATCHES": 3, "EVENT_PLAYERS": 8, "PLAYOFF_SIZE": 4}.items():
        monkeypatch.setattr(demo, name, number)
    monkeypatch.setattr(demo, "DRAFT_TABLE_SIZES", (2,))
    _moves(person(roland))


def _moves(by: Person) -> None:
    """Export a demo season, delete it, and import it again."""
    season = demo.create_demo_season()
    group = Group.objects.get(key=season.group)
    before = {model.__name__: _rows(model) for model in _COMPARED}
    played = _played_in(group)
    files = [exported("group", season.group, group.owner)]
    seats = [
        exported("draft", key, seat.person)
        for key in season.drafts
        for seat in Seat.objects.filter(draft__key=key).select_related("person")[:1]
        if seat.person is not None
    ]
    demo.delete_demo_season()
    emptied()

    report = preview_import(by=by, request=ImportRequest(files[0]))
    assert report.new and not report.is_undecided
    assert not Group.objects.exists() and not Match.objects.exists()
    imported(files[0], by)
    assert {model.__name__: _rows(model) for model in _COMPARED} == before
    group = Group.objects.get()
    assert _played_in(group) == played
    assert without(exported("group", group.key, by), "key", "seed") == without(files[0], "key", "seed")

    for text in seats:
        imported(text, by)
    assert Pool.objects.filter(owner=by).count() == len(season.drafts)
    again = [preview_import(by=by, request=ImportRequest(text)) for text in (*files, *seats)]
    assert [report.new.total() for report in again] == [0] * len(again)
