"""Players of whom one has blocked the other: not paired or seated together where there is another way."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Block, Person, User
from cards.core.facts import Catalogue
from matches.events import pod_services as pods
from matches.events import round_services
from matches.events.queries import load_event
from matches.groups.draft_evening import ensure_draft_group, load_evening_page
from matches.models import Event, Pairing, Pod, Registration
from tests.drafts.tables import begun, by, play_to_the_end
from tests.html import flat
from tests.matches.builders import made_group, person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db
NOTICE = "one of them has blocked the other. Only you can see this."


def block(one: User, other: User, *, days_ago: int = 0) -> None:
    Block.objects.create(by=person(one), person=person(other))
    Block.objects.update(created=timezone.now() - timedelta(days=days_ago))


def seated(event: Event, people: dict[int, User]) -> None:
    for number, user in people.items():
        Registration.objects.filter(event=event, number=number).update(person=person(user))


def met(event: Event) -> set[frozenset[int]]:
    rows = Pairing.objects.filter(round__event=event, b__isnull=False).values_list("a__number", "b__number")
    return {frozenset(pair) for pair in rows}


@pytest.mark.parametrize("blocker", ["elinor", "stranger"])
def test_a_swiss_event_pairs_them_in_no_round_that_has_another_pairing(
    blocker: str, roland: User, elinor: User, stranger: User, roland_client: Client
) -> None:
    event = made_event(person(roland), 4)
    seated(event, {1: elinor, 2: stranger})
    block(*((elinor, stranger) if blocker == "elinor" else (stranger, elinor)))
    for number in (1, 2, 3):
        paired(event, number)
        assert NOTICE not in roland_client.get(event.get_absolute_url()).content.decode()
        enter_all(event)
    assert frozenset((1, 2)) not in met(event), "rather two rematches in round 3"


def test_with_no_other_pairing_only_the_organiser_hears_of_it(
    roland: User, elinor: User, stranger: User, roland_client: Client, elinor_client: Client, stranger_client: Client
) -> None:
    event = made_event(person(roland), 2)
    seated(event, {1: elinor, 2: stranger})
    block(elinor, stranger)
    paired(event, 1)
    for path in ("", "results/"):
        assert NOTICE in flat(roland_client.get(f"{event.get_absolute_url()}{path}").content)
    for client in (elinor_client, stranger_client, Client()):
        assert "blocked" not in client.get(event.get_absolute_url()).content.decode()
    enter_all(event)
    assert NOTICE not in flat(roland_client.get(event.get_absolute_url()).content), "over"


def test_an_organiser_who_plays_is_not_told_who_has_blocked_them(
    roland: User, elinor: User, roland_client: Client
) -> None:
    event = made_event(person(roland), 2)
    seated(event, {1: roland, 2: elinor})
    block(elinor, roland)
    paired(event, 1)
    assert "blocked" not in roland_client.get(event.get_absolute_url()).content.decode()


def test_a_bracket_draws_them_apart(roland: User, elinor: User, stranger: User) -> None:
    for seed in range(4):
        event = made_event(person(roland), 4, format="knockout")
        Event.objects.filter(pk=event.pk).update(seed=seed)
        seated(event, {1: elinor, 2: stranger})
        Block.objects.all().delete()
        block(elinor, stranger)
        round_services.pair_next_round(by=person(roland), key=event.key, number=1)
        assert frozenset((1, 2)) not in met(event)


def test_draft_tables_seat_them_apart_or_tell_the_organiser(
    db_catalogue: Catalogue, roland: User, elinor: User, stranger: User, roland_client: Client, elinor_client: Client
) -> None:
    event = made_event(person(roland), 4, format="draft")
    seated(event, {1: elinor, 2: stranger})
    block(stranger, elinor)
    address = f"{event.get_absolute_url()}draft-tables/"
    pods.seat_players_in_pods(by=person(roland), key=event.key, most=2)
    assert len({player.pod for player in load_event(event.key).players[:2]}) == 2
    assert NOTICE not in flat(roland_client.get(address).content)
    pods.cancel_all_pods(by=person(roland), key=event.key)
    pods.seat_players_in_pods(by=person(roland), key=event.key, most=4)
    assert Pod.objects.get(event=event).players.count() == 4
    assert NOTICE in flat(roland_client.get(address).content)
    assert "blocked" not in elinor_client.get(event.get_absolute_url()).content.decode()


def test_a_group_is_advised_otherwise_and_its_owner_told_where_it_cannot_be(
    roland: User, elinor: User, stranger: User, roland_client: Client, elinor_client: Client
) -> None:
    group = made_group(roland, "Elinor", "Stranger", "Mira")
    for name, user in (("Elinor", elinor), ("Stranger", stranger)):
        group.members.filter(name=name).update(person=person(user))
    block(elinor, stranger)
    address = f"{group.get_absolute_url()}?round=1"
    assert "Elinor – Stranger" not in (page := flat(roland_client.get(address).content)) and NOTICE not in page
    group.members.exclude(name__in=("Elinor", "Stranger")).update(left=timezone.now())
    assert NOTICE in flat(roland_client.get(address).content)
    assert NOTICE not in flat(elinor_client.get(address).content)


@pytest.mark.parametrize(("days_ago", "kept_apart"), [(30, True), (0, False)])
def test_an_evening_heeds_blocks_from_before_its_draft_so_that_no_round_changes(
    db_catalogue: Catalogue, roland: User, elinor: User, stranger: User, judge: User, days_ago: int, kept_apart: bool
) -> None:
    people: list[Person] = [person(user) for user in (roland, elinor, stranger, judge)]
    key = begun(*people)
    play_to_the_end(key, *people)
    ensure_draft_group(by=people[0], visitor=by(people[0]), draft_key=key)

    def pairs() -> set[frozenset[int | None]]:
        page = load_evening_page(key, people[0])
        assert page is not None
        return {frozenset((table.pair.a.person_id, table.pair.b.person_id)) for table in page.tables}

    before = pairs()
    one, other = (User.objects.get(person=pk) for pk in sorted(pk for pk in min(before, key=sorted) if pk))
    block(one, other, days_ago=days_ago)
    assert (pairs() == before) is not kept_apart
