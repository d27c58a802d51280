"""Races at a draft table: several write at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Person, User
from cards.core.facts import Catalogue
from common.errors import DomainError, NotAllowed
from decks.models import Pool
from drafts.core.engine.setup import Setup, default_peoples
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.state import AlreadyPicked
from drafts.core.simulator import simulate_draft
from drafts.counts import services as counting
from drafts.models import CardBlock, Deal, Draft, PaperTable, Pick
from drafts.paper import services as paper_services
from drafts.table import clocks, picks, services
from drafts.table import hosting as host_services
from drafts.table.rows import load_draft
from tests.drafts.tables import begun, by, person, play_to_the_end, setup_for, view_of
from tests.races import SERVER, Races, connected, race

__all__ = ["race"]
pytestmark = pytest.mark.django_db(transaction=SERVER)


def test_many_taps_at_once_are_one_pick_and_the_rest_are_told(roland: User, elinor: User, race: Races) -> None:
    host = person(roland)
    key = begun(host, person(elinor))
    packet = view_of(key, host).packet

    def tap(card: str) -> Callable[[], object]:
        return lambda: picks.pick_card(key, visitor=by(host), round_number=1, number=1, card=card)

    table = race()
    answers = table.run(*(tap(card) for card in (packet * 8)[:40]))
    with connected(table.path):
        pick = Pick.objects.get(seat=0)
    refused = [answer for answer in answers if isinstance(answer, AlreadyPicked)]
    assert all(f"You’ve already picked {pick.card}" in str(error) for error in refused)
    assert len(refused) == 40 - (packet * 8)[:40].count(pick.card)


def test_all_seats_picking_at_once_pass_the_packets_once(
    roland: User, elinor: User, stranger: User, race: Races
) -> None:
    people = [person(user) for user in (roland, elinor, stranger)]
    key = begun(*people)

    def first(number: int) -> Callable[[], object]:
        card = view_of(key, people[number]).packet[0]
        return lambda: picks.pick_card(key, visitor=by(people[number]), round_number=1, number=1, card=card)

    calls, at_table = [first(number) for number in range(3)], race()
    assert not [answer for answer in at_table.run(*calls) if isinstance(answer, DomainError)]
    with connected(at_table.path):
        table = view_of(key, people[0]).table
    assert (table.number, table.picks, table.awaited) == (2, 3, (0, 1, 2))


def test_the_last_seat_goes_to_one_of_those_who_want_it(
    roland: User, elinor: User, stranger: User, race: Races
) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    wanting = [person(elinor), person(stranger)]

    def join(newcomer: Person) -> Callable[[], object]:
        return lambda: services.join_draft(key, visitor=by(newcomer), person=newcomer)

    answers = race().run(*(join(newcomer) for newcomer in wanting))
    assert sum(isinstance(answer, DomainError) for answer in answers) == 1


def test_one_of_many_clocks_decides(roland: User, elinor: User, race: Races) -> None:
    key = begun(person(roland), person(elinor), pick_seconds=60)
    deadline = Draft.objects.get(key=key).deadline
    assert deadline is not None
    table = race()
    answers = table.run(*[lambda: clocks.expire_due_picks(deadline)] * 6)
    assert answers.count(1) == 1
    assert answers.count(0) == 5
    with connected(table.path):
        assert Pick.objects.filter(by="clock").count() == 2


def test_two_devices_of_the_host_begin_one_draft(roland: User, elinor: User, race: Races) -> None:
    host, other = person(roland), person(elinor)
    key = services.create_draft(host=host, setup=setup_for(2)).key
    services.join_draft(key, visitor=by(other), person=other)
    table = race()
    answers = table.run(*[lambda: services.start_draft(key, visitor=by(host))] * 6)
    assert sum(not isinstance(answer, DomainError) for answer in answers) == 1
    with connected(table.path):
        assert Deal.objects.filter(draft__key=key).count() == 1
        assert sorted(load_draft(key).bot_seats) == []


def test_somebody_is_sent_away_while_they_pick(roland: User, elinor: User, stranger: User, race: Races) -> None:
    people = [person(user) for user in (roland, elinor, stranger)]
    key = begun(*people)
    card = view_of(key, people[1]).packet[0]
    table = race()
    picked, sent = table.run(
        lambda: picks.pick_card(key, visitor=by(people[1]), round_number=1, number=1, card=card),
        lambda: host_services.remove_player(key, visitor=by(people[0]), number=1),
    )
    assert not isinstance(sent, DomainError)
    with connected(table.path):
        loaded = load_draft(key)
        made = Pick.objects.get(draft__key=key, seat=1)
        # Either the player's pick came first and counts, or a bot had the seat already; never both, never neither.
        assert (made.by, made.card) == ("player", card) if not isinstance(picked, DomainError) else made.by == "bot"
        assert loaded.seats[1].person is None
        assert loaded.state is not None
        assert loaded.state.count == 1


def test_a_bot_takes_a_seat_while_its_owner_picks(roland: User, elinor: User, stranger: User, race: Races) -> None:
    people = [person(user) for user in (roland, elinor, stranger)]
    key = begun(*people)
    card = view_of(key, people[1]).packet[0]
    table = race()
    table.run(
        lambda: picks.pick_card(key, visitor=by(people[1]), round_number=1, number=1, card=card),
        lambda: host_services.leave_seat(key, visitor=by(people[0]), number=1),
        lambda: host_services.leave_seat(key, visitor=by(people[1]), number=1),
    )
    with connected(table.path):
        assert Pick.objects.filter(draft__key=key, seat=1).count() == 1
        assert sorted(load_draft(key).bot_seats) == [1]


def test_a_pause_and_a_deadline_at_the_same_moment_leave_one_of_two_tables(
    roland: User, elinor: User, race: Races
) -> None:
    key = begun(person(roland), person(elinor), pick_seconds=60)
    deadline = Draft.objects.get(key=key).deadline
    assert deadline is not None
    table = race()
    paused, decided = table.run(
        lambda: clocks.pause_draft(key, visitor=by(person(roland))), lambda: clocks.expire_due_picks(deadline)
    )
    assert not isinstance(paused, DomainError)
    with connected(table.path):
        draft = Draft.objects.get(key=key)
        assert draft.paused is not None
        # The clock was first and decided the whole step, or the pause was and nothing is decided while it lasts.
        assert Pick.objects.filter(draft__key=key).count() == (2 if decided == 1 else 0)
        assert clocks.expire_due_picks(deadline + timedelta(days=1)) == 0


def test_going_on_twice_shifts_the_deadline_once(roland: User, elinor: User, race: Races) -> None:
    host = person(roland)
    key = begun(host, person(elinor), pick_seconds=60)
    clocks.pause_draft(key, visitor=by(host))
    Draft.objects.filter(key=key).update(paused=timezone.now() - timedelta(hours=1))
    before = Draft.objects.get(key=key).deadline
    assert before is not None
    table = race()
    table.run(*[lambda: clocks.resume_draft(key, visitor=by(host))] * 4)
    with connected(table.path):
        after = Draft.objects.get(key=key).deadline
        assert after is not None
        assert timedelta(hours=1) <= after - before < timedelta(hours=1, minutes=1)


def test_the_table_is_handed_over_once(roland: User, elinor: User, stranger: User, race: Races) -> None:
    host, other, third = (person(user) for user in (roland, elinor, stranger))
    key = begun(host, other, third)
    table = race()
    answers = table.run(
        lambda: host_services.hand_over_host(key, visitor=by(host), number=1),
        lambda: host_services.hand_over_host(key, visitor=by(host), number=2),
    )
    assert sorted(isinstance(answer, NotAllowed) for answer in answers) == [False, True]
    with connected(table.path):
        assert sum(seat.person_id == Draft.objects.get(key=key).host_id for seat in load_draft(key).seats) == 1


def test_one_of_those_who_step_in_becomes_the_host(roland: User, elinor: User, stranger: User, race: Races) -> None:
    host, other, third = (person(user) for user in (roland, elinor, stranger))
    key = begun(host, other, third)
    Draft.objects.update(host_seen=timezone.now() - timedelta(hours=1))
    table = race()
    answers = table.run(
        lambda: host_services.become_host(key, visitor=by(other)),
        lambda: host_services.become_host(key, visitor=by(third)),
        lambda: host_services.hand_over_host(key, visitor=by(host), number=1),
    )
    assert sum(isinstance(answer, DomainError) for answer in answers) in (1, 2)
    with connected(table.path):
        assert Draft.objects.get(key=key).host in (other, third)


def test_the_host_and_the_next_host_get_up_at_once_and_nothing_stops(
    roland: User, elinor: User, stranger: User, race: Races
) -> None:
    host, other, third = (person(user) for user in (roland, elinor, stranger))
    key = begun(host, other, third)
    table = race()
    table.run(
        lambda: host_services.leave_seat(key, visitor=by(host), number=0),
        lambda: host_services.leave_seat(key, visitor=by(other), number=1),
    )
    with connected(table.path):
        if Draft.objects.get(key=key).host != third:
            host_services.become_host(key, visitor=by(third))
        assert Draft.objects.get(key=key).host == third
        assert sorted(load_draft(key).bot_seats) == [0, 1]


def test_two_open_the_next_table_and_it_is_one(roland: User, elinor: User, race: Races) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    services.abort_draft(key, visitor=by(host))
    table = race()
    keys = table.run(
        lambda: host_services.repeat_draft(key, visitor=by(host), person=host),
        lambda: host_services.repeat_draft(key, visitor=by(other), person=other),
    )
    assert len(set(keys)) == 1


def test_one_pool_of_a_paper_seat_is_kept_and_the_other_told(
    roland: User, elinor: User, db_catalogue: Catalogue, race: Races
) -> None:
    host, other = person(roland), person(elinor)
    opened = paper_services.create_paper_draft(
        host=host, setup=setup_for(2), names=("Roland", "Elinor"), shuffled=False
    )
    PaperTable.objects.update(status=PaperTable.Status.ENTERING)
    hands = simulate_draft(setup_for(2), db_catalogue, seed="1").state.hands

    def enters(who: Person, codes: tuple[str, ...]) -> Callable[[], object]:
        return lambda: paper_services.submit_pool(opened.key, number=0, person=who, codes=codes, catalogue=db_catalogue)

    table = race()
    answers = table.run(enters(host, hands[0]), enters(other, hands[1]))
    assert sorted(isinstance(answer, NotAllowed) for answer in answers) == [False, True]
    with connected(table.path):
        assert Pool.objects.count() == 1


def test_a_wish_saved_while_the_other_picks_is_carried_out(roland: User, elinor: User, race: Races) -> None:
    people = (person(roland), person(elinor))
    setup = Setup(2, default_peoples(2), sharing=Sharing.ROTISSERIE)
    key = services.create_draft(host=people[0], setup=setup, seating=Draft.Seating.AS_SAT).key
    services.join_draft(key, visitor=by(people[1]), person=people[1])
    services.start_draft(key, visitor=by(people[0]))
    first, second, *_rest = view_of(key, people[0]).packet
    table = race()
    answers = table.run(
        lambda: picks.pick_card(key, visitor=by(people[0]), round_number=1, number=1, card=first),
        lambda: picks.save_wishlist(key, visitor=by(people[1]), cards=[second]),
    )
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    with connected(table.path):
        assert list(Pick.objects.filter(draft__key=key).values_list("seat", "card")) == [(0, first), (1, second)]


def test_two_workers_count_the_same_drafts_once(roland: User, elinor: User, stranger: User, race: Races) -> None:
    others = [User.objects.create_user(f"player{number}@example.org", "secret") for number in range(2)]
    for each in map(person, (roland, elinor, stranger, *others)):
        play_to_the_end(begun(each, players=2), each)
    workers = race()
    counted = workers.run(*[counting.count_finished_drafts] * 2)
    with connected(workers.path):
        assert sum(count for count in counted if isinstance(count, int)) == 5
        assert sum(CardBlock.objects.filter(card="").values_list("drafts", flat=True)) == 5
        assert not Draft.objects.filter(counted=False).exists()
