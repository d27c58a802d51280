"""What nobody needs any more is deleted, and nothing else; what one address creates in a day is limited."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts.identity import SESSION_KEY
from accounts.models import Person, User
from accounts.tasks import EMPTY_GUESTS_KEPT_FOR, forget_guests
from cards.models import SavedSearch
from decks.models import Deck, DeckEditor, Pool
from drafts.models import Draft
from drafts.tasks import delete_old_lobbies
from matches.models import Group, GroupDraft
from tenmoons.management.commands.tidy import CLEANUP_TASKS
from tenmoons.tasks import forget_unreachable

OLD = EMPTY_GUESTS_KEPT_FOR + timedelta(days=1)


def test_only_guests_of_whom_nothing_is_kept_are_forgotten(roland: User) -> None:
    empty, busy, fresh = (Person.objects.create() for _each in range(3))
    member, left = Person.objects.create(user=roland), Person.objects.create(left=timezone.now())
    SavedSearch.objects.create(person=busy, name="Fire", query="fire>5")
    Person.objects.exclude(pk=fresh.pk).update(created=timezone.now() - OLD)
    assert forget_guests() == 1
    assert set(Person.objects.values_list("pk", flat=True)) == {busy.pk, fresh.pk, member.pk, left.pk}
    assert not Person.objects.filter(pk=empty.pk).exists()


@pytest.mark.django_db
def test_old_tables_that_never_began_are_deleted() -> None:
    host = Person.objects.create()
    rows = [Draft.objects.create(name=name, players=2, host=host, peoples=[]) for name in ("old", "new", "of a group")]
    Draft.objects.exclude(name="new").update(created=timezone.now() - OLD)
    group = Group.objects.create(name="A group", owner=host)
    GroupDraft.objects.create(group=group, draft=rows[2])
    running = Draft.objects.create(name="running", players=2, host=host, peoples=[], status=Draft.Status.DRAFTING)
    Draft.objects.filter(pk=running.pk).update(created=timezone.now() - OLD)
    assert delete_old_lobbies() == 1
    assert set(Draft.objects.values_list("name", flat=True)) == {"new", "of a group", "running"}


@pytest.mark.django_db
def test_what_only_a_guest_without_a_session_could_see_is_deleted(client: Client) -> None:
    people = {name: Person.objects.create(nickname=name) for name in ("back tomorrow", "gone", "new")}
    session = client.session
    session[SESSION_KEY] = people["back tomorrow"].pk
    session.save()
    for person in people.values():
        for visibility in (Deck.Visibility.PRIVATE, Deck.Visibility.LINK):
            Deck.objects.create(owner=person, name=visibility, visibility=visibility)
        Pool.objects.create(owner=person, name="A pool", codes=[])
        SavedSearch.objects.create(person=person, name="Fire", query="fire>5")
    together = Deck.objects.create(owner=people["gone"], name="together", visibility=Deck.Visibility.PRIVATE)
    DeckEditor.objects.create(deck=together, person=people["new"])
    longer = timezone.now() - timedelta(seconds=settings.SESSION_COOKIE_AGE + 60)
    Person.objects.exclude(nickname="new").update(created=longer)
    assert forget_unreachable() == 3
    assert set(people["gone"].decks.values_list("name", flat=True)) == {"link", "together"}
    for name in ("back tomorrow", "new"):
        assert people[name].decks.count() == 2
        assert Pool.objects.filter(owner=people[name]).exists()
    assert forget_unreachable() == 0


@pytest.mark.django_db
def test_the_command_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("tidy")
    assert "expired sessions: 0" in capsys.readouterr().out


def test_the_command_runs_every_scheduled_cleanup() -> None:
    scheduled = {str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    cleanups = {task for task in scheduled if task.rpartition(".")[2].startswith(("clear_", "delete_", "forget_"))}
    assert cleanups == {sweep.name for sweep in CLEANUP_TASKS.values()}


def test_one_address_without_an_account_makes_only_so_many_a_day(client: Client, roland_client: Client) -> None:
    sent = {"name": "A group", "me": "Me"}
    with override_settings(LIMITS=settings.LIMITS | {"create": "1/day"}):
        assert client.post(reverse("matches:group_create"), sent).status_code == 302
        refused = Client().post(reverse("matches:group_create"), sent)
        assert refused.status_code == 429
        assert "You’ve reached the daily limit without an account. Log in, or try again in" in refused.content.decode()
        assert roland_client.post(reverse("matches:group_create"), sent).status_code == 302


@pytest.mark.django_db
def test_a_match_made_over_the_api_counts_too(client: Client) -> None:
    client.cookies["tenmoons"] = "a browser"
    sent = {"players": ["Roland", "Elinor"]}
    with override_settings(LIMITS=settings.LIMITS | {"create": "1/day"}):
        for status in (201, 429):
            answer = client.post("/api/v1/matches/", sent, content_type="application/json")
            assert answer.status_code == status, answer.content
