"""What stays after somebody has gone: others' matches, drafts, groups and events, with the name or without."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User, token_digest
from accounts.personal_data import DeletionOptions
from cards.core.facts import Catalogue
from common.errors import DomainError
from decks.models import Deck, Pool, Shelf, ShelfMember
from drafts.models import Draft, Seat
from drafts.table import services
from drafts.table.loaded import Visitor
from drafts.table.rows import load_draft
from matches.models import Announcement, AuditLogEntry, Event, Group, JudgeNote, Member, Registration, Role
from tenmoons.my_account.personal_data import delete_person, deletion_preview
from tests.drafts.tables import begun, by, guest, person, play_to_the_end, take
from tests.site.security.personal_data.matches import match_between

pytestmark = pytest.mark.django_db


def test_matches_stay_readable_with_the_name_or_without_it(roland: User, elinor: User) -> None:
    match = match_between(person(roland), person(elinor))
    match.games.create(number=1, winner="a", dragons=2)
    delete_person(person(roland), DeletionOptions(keep_name=False))
    page = Client().get(reverse("matches:detail", args=[match.key])).content.decode()
    assert "a former player" in page
    assert "Elinor" in page
    assert "Roland" not in page
    delete_person(person(elinor), DeletionOptions(keep_name=True))
    assert "Elinor" in Client().get(reverse("matches:detail", args=[match.key])).content.decode()


def test_two_who_have_gone_from_one_group_are_told_apart(roland: User, elinor: User, stranger: User) -> None:
    group = Group.objects.create(name="Thursdays", owner=person(stranger))
    for user in (roland, elinor):
        Member.objects.create(group=group, person=person(user), name=user.username)
    delete_person(person(roland), DeletionOptions(keep_name=False))
    delete_person(person(elinor), DeletionOptions(keep_name=False))
    assert sorted(group.members.values_list("name", flat=True)) == ["a former player", "a former player 2"]


def test_a_bot_takes_the_seat_and_the_next_player_hosts(roland: User, elinor: User, db_catalogue: Catalogue) -> None:
    me, other = person(roland), person(elinor)
    key = begun(me, other, players=3)
    take(key, me)
    fates = [fate.template for fate in deletion_preview(me)]
    assert any("Drafts in progress in which a bot will take your seat:" in notice for notice in fates)
    delete_person(me, DeletionOptions())
    draft = Draft.objects.get(key=key)
    assert draft.host == other
    seat = Seat.objects.get(draft=draft, nickname="Roland")
    assert seat.is_free
    play_to_the_end(key, other)
    assert Draft.objects.get(key=key).status == Draft.Status.DONE


def test_groups_events_and_shelves_are_handed_over_or_it_is_said_that_they_end(
    roland: User, elinor: User, stranger: User
) -> None:
    me, other = person(roland), person(elinor)
    group = Group.objects.create(name="Thursdays", owner=me)
    Member.objects.create(group=group, person=guest("passer-by"), name="passer-by")
    Member.objects.create(group=group, person=other, name="Elinor")
    event, alone = Event.objects.create(name="Saturday", owner=me), Event.objects.create(name="Alone", owner=me)
    Role.objects.create(event=event, person=guest("scribe"), kind=Role.Kind.SCOREKEEPER)
    Role.objects.create(event=event, person=other, kind=Role.Kind.JUDGE)
    shelf = Shelf.objects.create(owner=me)
    ShelfMember.objects.create(shelf=shelf, person=other)
    sad = [fate.params["name"] for fate in deletion_preview(me) if fate.sad]
    assert sad == ["Alone"]
    delete_person(me, DeletionOptions())
    for row in (group, event, shelf, alone):
        row.refresh_from_db()
    assert group.owner == event.owner == shelf.owner == other
    assert not Role.objects.filter(event=event, person=other).exists()
    assert alone.owner == me
    assert Client().get(reverse("matches:event", args=[alone.key])).status_code == 200


def test_registrations_are_withdrawn_and_trails_forget_the_name(roland: User, elinor: User) -> None:
    event = Event.objects.create(name="Saturday", owner=person(elinor))
    me = person(roland)
    row = Registration.objects.create(event=event, number=1, name="Roland", person=me)
    event.rounds.create(number=1).pairings.create(table=1, a=row)
    AuditLogEntry.objects.create(
        event=event, by=me, kind="joined", about={"name": "Roland", "presence": {"party": "Roland"}}
    )
    delete_person(me, DeletionOptions(keep_name=False))
    row.refresh_from_db()
    assert row.dropped is not None
    assert row.name == "a former player"
    assert "Roland" not in json.dumps(list(AuditLogEntry.objects.values_list("about", flat=True)))


def test_private_things_go_and_shared_ones_as_wished(roland: User, elinor: User) -> None:
    for user, wishes in ((roland, DeletionOptions(keep_shared=True)), (elinor, DeletionOptions(keep_shared=False))):
        me = person(user)
        for visibility in Deck.Visibility.values:
            Deck.objects.create(owner=me, name=visibility, visibility=visibility)
        Pool.objects.create(owner=me, name="pool", codes=[])
        delete_person(me, wishes)
    assert sorted(Deck.objects.values_list("name", flat=True)) == ["link", "public"]
    assert not Pool.objects.exists()


def test_a_seat_left_for_good_in_a_running_draft_is_free_and_its_link_opens_nothing(
    roland: User, elinor: User, stranger: User, db_catalogue: Catalogue, django_capture_on_commit_callbacks: Any
) -> None:
    me, other = person(roland), person(elinor)
    key = begun(me, other, players=3)
    Seat.objects.filter(draft__key=key, person=me).update(token_digest=token_digest("old link"), nickname="Roland")
    with django_capture_on_commit_callbacks(execute=True):
        take(key, me)
    with django_capture_on_commit_callbacks(execute=True):
        delete_person(me, DeletionOptions(keep_name=False))
    view = load_draft(key)
    seat = next(seat for seat in view.seats if seat.number == 0)
    assert (seat.person, seat.token_digest, seat.is_free) == (None, "", True)
    assert seat.nickname == "a former player"
    with pytest.raises(DomainError):
        services.take_seat_back(key, visitor=Visitor(digests=(token_digest("old link"),)))
    with django_capture_on_commit_callbacks(execute=True):
        services.join_draft(key, visitor=by(person(stranger)), person=person(stranger))
    assert load_draft(key).seats[0].person == person(stranger)


def test_no_public_page_names_who_wanted_their_name_replaced(
    roland: User, elinor: User, db_catalogue: Catalogue
) -> None:
    me, other = person(roland), person(elinor)
    key = begun(me, other, players=3)
    Draft.objects.filter(key=key).update(name="Roland’s draft")
    event = Event.objects.create(name="Saturday", owner=other)
    row = Registration.objects.create(event=event, number=1, name="Quirinius Zapp", person=me)
    Registration.objects.create(event=event, number=2, name="Quirinius Zapp junior")
    JudgeNote.objects.create(registration=row, kind="note", text="Quirinius Zapp was late")
    for about in (
        {"after": "Quirinius Zapp 5 : 2 P4", "before": "Quirinius Zapp 2 : 2 P4", "table": 1},
        {"names": "P4, Quirinius Zapp, Quirinius Zapp junior"},
    ):
        AuditLogEntry.objects.create(event=event, by=other, kind="corrected", about=about)
    away = Event.objects.create(name="Sunday", owner=other)
    Role.objects.create(event=away, person=me, kind=Role.Kind.JUDGE)
    AuditLogEntry.objects.create(event=away, by=me, kind="role", about={"name": "Roland", "role": "judge"})
    delete_person(me, DeletionOptions(keep_name=False))
    fates = json.dumps(
        [*AuditLogEntry.objects.values_list("about", flat=True), *JudgeNote.objects.values_list("text", flat=True)]
    )
    assert "Quirinius Zapp junior" in fates and "5 : 2 P4" in fates
    assert "Zapp" not in fates.replace("Quirinius Zapp junior", "") and "Roland" not in fates
    assert Draft.objects.get(key=key).name == "a former player’s draft"


def test_what_they_wrote_for_all_to_read_names_them_no_more(roland: User, elinor: User) -> None:
    me, other = person(roland), person(elinor)
    event = Event.objects.create(name="Evening of Roland", about="Ask Roland or Elinor.", announcement="x", owner=me)
    club = Group.objects.create(name="Roland's club", place="At Roland's", owner=me)
    helped = Event.objects.create(name="Roland and friends", owner=other, announcement="Roland waits")
    Announcement.objects.create(event=helped, by=me, text="Roland waits")
    delete_person(me, DeletionOptions(keep_name=False))
    for row in (event, club, helped):
        row.refresh_from_db()
    assert (event.name, event.about) == ("Evening of a former player", "Ask a former player or Elinor.")
    assert (club.name, club.place) == ("a former player's club", "At a former player's")
    assert Announcement.objects.get().text == helped.announcement == "a former player waits"
    assert helped.name == "Roland and friends"
