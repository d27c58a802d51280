"""Two who write to one event at once: each action is done completely, in some order, or refused; nothing is half done
or lost."""

from __future__ import annotations

from functools import partial

import pytest

from accounts.models import Person, User
from common.errors import Conflict, DomainError
from matches.events import result_services, round_services
from matches.events.entry import leaving
from matches.events.entry.services import register_player
from matches.events.queries import event_by_key, load_event, load_event_from_row
from matches.models import AuditLogEntry, Event, Game, Match, Pairing, Registration, Round
from matches.play import services as play_services
from tests.matches.builders import person
from tests.matches.events.builders import made_event, paired
from tests.races import SERVER, Races, connected, race

__all__ = ["race"]
pytestmark = [pytest.mark.django_db(transaction=SERVER), pytest.mark.both]


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def refused(answers: list[object]) -> list[object]:
    return [answer for answer in answers if isinstance(answer, DomainError)]


def test_of_many_who_pair_a_round_one_does_and_the_others_are_told(owner: Person, race: Races) -> None:
    event = made_event(owner, 6)
    run = race()
    answers = run.run(*[partial(round_services.pair_next_round, by=owner, key=event.key, number=1)] * 4)
    with connected(run.path):
        assert Round.objects.filter(event=event).count() == 1 and Pairing.objects.count() == 3
        assert AuditLogEntry.objects.filter(event=event, kind="paired").count() == 1
    assert len(refused(answers)) == 3
    assert all(
        isinstance(each, Conflict) and "is already paired, maybe by someone else just now. Check it." in str(each)
        for each in refused(answers)
    )


def test_who_leaves_during_a_pairing_is_paired_or_not_and_the_log_says_from_when(owner: Person, race: Races) -> None:
    event = made_event(owner, 6)
    run = race()
    answers = run.run(
        partial(round_services.pair_next_round, by=owner, key=event.key, number=1),
        partial(leaving.drop_player, by=owner, key=event.key, number=3),
    )
    assert not refused(answers)
    with connected(run.path):
        left = Registration.objects.get(event=event, number=3)
        seated = Pairing.objects.filter(round__event=event, a=left) | Pairing.objects.filter(round__event=event, b=left)
        # They dropped from round 1, so that they do not sit there, or from round 2, when they did.
        assert (left.dropped, seated.count()) in ((1, 0), (2, 1))


def test_a_result_entered_while_the_round_is_closed_counts_or_corrects(owner: Person, race: Races) -> None:
    event = made_event(owner, 4)
    table = paired(event, 1).rounds[0].pairings[0].row.pk
    run = race()
    answers = run.run(
        partial(result_services.enter_result, by=owner, key=event.key, pairing=table, crystals=(5, 2)),
        partial(round_services.close_round, by=owner, key=event.key, number=1, unfinished=True),
    )
    assert not refused(answers)
    with connected(run.path):
        scores = list(Pairing.objects.filter(round__event=event).order_by("table").values_list("crystals_a", "settled"))
        assert scores[0][0] == 5 and scores[1] == (0, "time")


def test_a_game_recorded_while_the_round_is_closed_is_in_the_result_or_after_it(owner: Person, race: Races) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    match = Match.objects.get(pairing__round__event=event, pairing__table=1)
    game = play_services.GameReport("a", 2, crystal_cards=0)
    run = race()
    answers = run.run(
        partial(play_services.record_game, by=owner, key=match.key, version=match.version, report=game),
        partial(round_services.close_round, by=owner, key=event.key, number=1, unfinished=True),
    )
    with connected(run.path):
        row = Pairing.objects.get(round__event=event, table=1)
        if refused(answers):  # a server sends a signal when a game is being recorded
            assert "being recorded" in str(refused(answers)[0]) and not row.settled
        else:
            assert (row.settled, row.crystals_a) in (("time", 0), ("time", 3))
        assert Game.objects.count() == 1


def test_of_two_who_close_at_one_moment_the_second_is_told(owner: Person, race: Races) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    run = race()
    close = partial(round_services.close_round, by=owner, key=event.key, number=1, unfinished=True)
    answers = run.run(close, close)
    assert [type(answer) for answer in refused(answers)] == [Conflict] and "was already closed, maybe just now." in str(
        refused(answers)[0]
    )
    with connected(run.path):
        assert AuditLogEntry.objects.filter(event=event, kind="round_closed").count() == 1
        assert AuditLogEntry.objects.filter(event=event, kind="result").count() == 2


def test_the_last_place_goes_to_one_and_the_other_waits(
    owner: Person, elinor: User, stranger: User, race: Races
) -> None:
    event = made_event(owner, 3, max_players=4)
    wanting = [(person(elinor), "Hedwig"), (person(stranger), "Emil")]
    run = race()
    answers = run.run(*(partial(register_player, by=who, key=event.key, name=name) for who, name in wanting))
    assert sorted(type(answer).__name__ for answer in answers) == ["EntryRequest", "Registration"]
    with connected(run.path):
        assert [*Registration.objects.filter(event=event).values_list("number", flat=True)] == [1, 2, 3, 4]


def test_every_version_of_an_event_is_given_once(owner: Person, race: Races) -> None:
    event = made_event(owner, 8)
    tables = [table.row.pk for table in paired(event, 1).rounds[0].pairings]
    before, run = Event.objects.get(pk=event.pk).version, race()
    enter = partial(result_services.enter_result, by=owner, key=event.key, crystals=(5, 2))
    assert not refused(run.run(*(partial(enter, pairing=table) for table in tables)))
    with connected(run.path):
        assert Event.objects.get(pk=event.pk).version == before + 4
        # What a process has read of an earlier version isn't what it shows of the newest.
        assert not load_event(event.key).rounds[0].unreported
        assert not load_event_from_row(event_by_key(event.key)).rounds[0].unreported
