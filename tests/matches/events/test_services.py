"""Services of events: rounds, results, drops, cuts, and two organisers at the same time."""

from __future__ import annotations

import random

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import Person, User
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.i18n import translated
from matches.core.standings import Outcome, compute_standings
from matches.core.tournament import EventRules
from matches.events import result_services, round_services, services, staff_services
from matches.events.audit_log import audit_log_lines
from matches.events.decks.queries import may_see_deck
from matches.events.entry import leaving
from matches.events.entry import services as entry_services
from matches.events.queries import event_by_key, load_event, load_event_from_row
from matches.events.read_models import played_matches_of, standings_rules_of
from matches.events.rounds import clock
from matches.models import AuditLogEntry, Event, Pairing, Registration, Round
from tests.matches.builders import person, won
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def test_a_round_is_paired_played_and_counted(owner: Person) -> None:
    event = made_event(owner, 5)
    view = paired(event, 1)
    assert len(view.rounds[0].pairings) == 3 and view.rounds[0].pairings[-1].state == "bye"
    view = enter_all(event)
    assert [place.line.points for place in view.standings] == [3, 3, 3, 0, 0]
    assert all(translated(place.why) for place in view.standings)
    assert AuditLogEntry.objects.filter(event=event, kind="result").count() == 2


def test_nobody_meets_twice_while_that_can_be_helped_and_starts_are_balanced(owner: Person) -> None:
    event = made_event(owner, 8)
    met: set[frozenset[int]] = set()
    starts: dict[int, int] = {}
    for number in range(1, 6):
        for pairing in paired(event, number).rounds[-1].pairings:
            assert pairing.b is not None
            pair = frozenset((pairing.a.pk, pairing.b.pk))
            assert pair not in met
            met.add(pair)
            starts[pairing.starter.pk] = starts.get(pairing.starter.pk, 0) + 1
        enter_all(event, random.Random(number))
    assert max(starts.values()) <= 4


def test_a_round_with_results_missing_is_not_left_and_says_which_tables(owner: Person) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    with pytest.raises(Conflict, match="is still missing results from 2 tables: 1, 2"):
        paired(event, 2)
    round_services.close_round(by=owner, key=event.key, number=1, unfinished=True)
    view = paired(event, 2)
    assert [pairing.outcome for pairing in view.rounds[0].pairings] == [Outcome.DRAW, Outcome.DRAW]


def test_two_organisers_at_one_moment_one_wins_and_the_other_is_told(owner: Person) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    with pytest.raises(Conflict, match="is already paired, maybe by someone else just now"):
        paired(event, 1)
    enter_all(event)
    round_services.close_round(by=owner, key=event.key, number=1)
    with pytest.raises(Conflict, match="was already closed, maybe just now"):
        round_services.close_round(by=owner, key=event.key, number=1)


def test_both_players_claim_the_win_and_the_organiser_settles(owner: Person, elinor: User, stranger: User) -> None:
    event = made_event(owner, 0)
    me = entry_services.register_player(by=owner, key=event.code, name="Roland")
    other = entry_services.register_player(by=person(elinor), key=event.key, name="Elinor")
    pairing = paired(event, 1).rounds[0].pairings[0]

    def swap(crystals: tuple[int, int]) -> tuple[int, int]:
        return crystals if pairing.a.pk == me.pk else (crystals[1], crystals[0])

    assert {pairing.a.pk, pairing.b.pk if pairing.b else 0} == {me.pk, other.pk}
    result_services.report_result(by=owner, key=event.key, pairing=pairing.row.pk, crystals=swap((5, 2)))
    table = result_services.report_result(
        by=person(elinor), key=event.key, pairing=pairing.row.pk, crystals=swap((2, 5))
    )
    assert table.state == "disputed" and table.outcome is None
    with pytest.raises(NotAllowed):
        result_services.report_result(by=person(stranger), key=event.key, pairing=pairing.row.pk, crystals=(5, 0))
    table = result_services.enter_result(by=owner, key=event.key, pairing=pairing.row.pk, crystals=swap((2, 5)))
    assert table.winner == other
    with pytest.raises(Conflict, match="settled"):
        result_services.report_result(by=owner, key=event.key, pairing=pairing.row.pk, crystals=swap((5, 2)))


def test_two_who_say_the_same_have_settled_it(owner: Person, elinor: User) -> None:
    event = made_event(owner, 0)
    entry_services.register_player(by=owner, key=event.key, name="Roland")
    entry_services.register_player(by=person(elinor), key=event.key, name="Elinor")
    pairing = paired(event, 1).rounds[0].pairings[0]
    assert (
        result_services.report_result(by=owner, key=event.key, pairing=pairing.row.pk, crystals=(5, 4)).state
        == "claimed"
    )
    table = result_services.report_result(by=person(elinor), key=event.key, pairing=pairing.row.pk, crystals=(5, 4))
    assert (table.state, table.crystals, table.row.settled) == ("done", (5, 4), "agreed")


def test_the_games_of_the_match_are_the_result_where_nobody_entered_one(owner: Person) -> None:
    event = made_event(owner, 2)
    pairing = paired(event, 1).rounds[0].pairings[0]
    assert pairing.row.match is not None
    won(won(pairing.row.match, "b", 3), "b", 1)
    view = load_event(event.key)
    assert view.rounds[0].pairings[0].crystals == (0, 6) and view.standings[0].player == pairing.b


def test_a_result_corrected_three_rounds_later_counts_everywhere(owner: Person) -> None:
    event = made_event(owner, 6)
    for number in range(1, 5):
        paired(event, number)
        view = enter_all(event, random.Random(number))
    first = view.rounds[0].pairings[0]
    winner_before = first.winner
    result_services.enter_result(by=owner, key=event.key, pairing=first.row.pk, crystals=first.crystals[::-1])
    view = load_event(event.key)
    assert view.rounds[0].pairings[0].winner != winner_before
    lines = compute_standings(
        [player.pk for player in view.players], played_matches_of(view.rounds), standings_rules_of(event)
    )
    assert [(p.line.place, p.player.pk) for p in view.standings] == sorted(
        ((line.place, line.player) for line in lines),
        key=lambda scored: (scored[0], next(p.name for p in view.players if p.pk == scored[1]).casefold()),
    )
    assert any("changed from" in translated(row) for row in audit_log_lines(event))


def test_a_result_for_a_pairing_that_is_gone(owner: Person) -> None:
    event = made_event(owner, 4)
    gone = paired(event, 1).rounds[0].pairings[0].row.pk
    round_services.unpair_round(by=owner, key=event.key, number=1)
    paired(event, 1)
    with pytest.raises(Missing, match="This pairing no longer exists"):
        result_services.enter_result(by=owner, key=event.key, pairing=gone, crystals=(5, 0))


def test_a_round_is_paired_anew_only_until_results_exist(owner: Person) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    round_services.unpair_round(by=owner, key=event.key, number=1)
    assert load_event(event.key).event.status == Event.Status.REGISTRATION
    view = paired(event, 1, fixed=[(1, 4)])
    by_hand = [pairing for pairing in view.rounds[0].pairings if pairing.row.by_hand]
    assert [{pairing.a.number, pairing.b.number if pairing.b else 0} for pairing in by_hand] == [{1, 4}]
    enter_all(event)
    with pytest.raises(Conflict, match="has results"):
        round_services.unpair_round(by=owner, key=event.key, number=1)


def test_a_player_against_himself_is_refused_and_nothing_is_kept(owner: Person) -> None:
    event = made_event(owner, 4)
    with pytest.raises(Invalid):
        paired(event, 1, fixed=[(1, 1)])
    with pytest.raises(Missing):
        paired(event, 1, fixed=[(1, 99)])


@pytest.mark.parametrize(
    ("crystals", "rule"), [((5, 5), "MATCH-03"), ((-1, 5), "MATCH-02"), ((12, 0), "MATCH-02"), ((3, 2), "MATCH-03")]
)
def test_an_impossible_result_is_refused_with_the_rule(owner: Person, crystals: tuple[int, int], rule: str) -> None:
    event = made_event(owner, 2)
    pairing = paired(event, 1).rounds[0].pairings[0]
    with pytest.raises(Invalid) as caught:
        result_services.enter_result(by=owner, key=event.key, pairing=pairing.row.pk, crystals=crystals)
    assert caught.value.rule == rule


def test_an_agreed_draw_is_entered_as_it_is(owner: Person) -> None:
    event = made_event(owner, 2)
    pairing = paired(event, 1).rounds[0].pairings[0]
    result_services.enter_result(by=owner, key=event.key, pairing=pairing.row.pk, crystals=(0, 0))
    row = Pairing.objects.get(pk=pairing.row.pk)
    assert (row.outcome, row.settled) == (Outcome.DRAW, Pairing.Settled.STAFF), "and no time ran out"


def test_drop_return_and_late_entry(owner: Person) -> None:
    event = made_event(owner, 5)
    leaving.drop_player(by=owner, key=event.key, number=5)
    assert Registration.objects.get(event=event, number=5).dropped == 1
    paired(event, 1)
    enter_all(event)
    leaving.drop_player(by=owner, key=event.key, number=1)
    services.add_players(by=owner, key=event.key, names=["Late Lena"])
    view = paired(event, 2)
    names = {
        name for pairing in view.rounds[1].pairings for name in (pairing.a.name, pairing.b.name if pairing.b else "")
    }
    assert "Roland" not in names and "Late Lena" in names
    enter_all(event)
    leaving.reinstate_player(by=owner, key=event.key, number=1)
    view = paired(event, 3)
    assert "Roland" in {
        name for pairing in view.rounds[2].pairings for name in (pairing.a.name, pairing.b.name if pairing.b else "")
    }
    assert len(view.standings) == 5


def test_names_are_taken_once_and_registration_can_be_closed(owner: Person, elinor: User) -> None:
    event = made_event(owner, 2)
    with pytest.raises(Conflict, match="Add something to tell the two apart"):
        services.add_players(by=owner, key=event.key, names=["elinor"])
    services.set_registration(by=owner, key=event.key, is_open=False)
    with pytest.raises(Conflict, match="closed"):
        entry_services.register_player(by=person(elinor), key=event.key, name="Elinor the second")


def test_a_cut_of_eight_from_twelve_to_the_champion(owner: Person) -> None:
    event = made_event(owner, 12, cut_size=8)
    for number in range(1, 5):
        paired(event, number)
        enter_all(event, random.Random(number))
    row = round_services.begin_playoff(by=owner, key=event.key)
    view = load_event(event.key)
    assert row.stage == Round.Stage.CUT and len(view.rounds[-1].pairings) == 4
    assert view.rounds[-1].pairings[0].a == view.standings[0].player or view.standings[0].line.shared
    standing = [(p.player.pk, p.line.points) for p in view.standings]
    for number in range(5, 8):
        if number > 5:
            paired(event, number)
        enter_all(event)
    view = load_event(event.key)
    assert view.champion is not None
    assert [(p.player.pk, p.line.points) for p in view.standings] == standing
    with pytest.raises(Conflict, match="The final has been played"):
        paired(event, 8)
    first = view.rounds[4].pairings[0]
    with pytest.raises(Conflict, match="A later round was paired from this result"):
        result_services.enter_result(by=owner, key=event.key, pairing=first.row.pk, crystals=first.crystals[::-1])


def test_in_a_cut_who_has_started_less_starts_and_else_the_better_placed(owner: Person) -> None:
    """Both winners of the one round have started it: in the semifinals the losers start, in the final the first."""
    event = made_event(owner, 4, cut_size=4)
    paired(event, 1)
    Pairing.objects.filter(round__event=event).update(a_starts=True)
    enter_all(event)
    round_services.begin_playoff(by=owner, key=event.key)
    semifinals = load_event(event.key).rounds[-1].pairings
    assert len(semifinals) == 2 and all(pairing.starter == pairing.b for pairing in semifinals)
    enter_all(event)
    (final,) = paired(event, 3).rounds[-1].pairings
    assert final.starter == final.a == semifinals[0].a


def test_in_a_knock_out_who_has_started_less_starts_and_else_the_upper_one(owner: Person) -> None:
    """At the first table the starter wins, at the second the other: only he has not started, and starts the final."""
    event = made_event(owner, 4, format="knockout")
    first, second = paired(event, 1).rounds[-1].pairings
    assert (first.starter, second.starter) == (first.a, second.a)
    for pairing, crystals in ((first, (5, 2)), (second, (2, 5))):
        result_services.enter_result(by=owner, key=event.key, pairing=pairing.row.pk, crystals=crystals)
    (final,) = paired(event, 2).rounds[-1].pairings
    assert (final.a, final.b, final.starter) == (first.a, second.b, second.b)


def test_no_table_of_a_cut_is_lost_by_both_so_that_no_round_of_it_is_skipped(owner: Person) -> None:
    event = made_event(owner, 8, cut_size=8)
    paired(event, 1)
    enter_all(event)
    round_services.begin_playoff(by=owner, key=event.key)
    first = load_event(event.key).rounds[-1].pairings[0].row
    for crystals in ((5, 1), (0, 0)):
        with pytest.raises(Invalid, match="A playoff match needs a winner"):
            result_services.enter_result(by=owner, key=event.key, pairing=first.pk, crystals=crystals, outcome="nobody")
    enter_all(event)
    # As the site let them be entered before.
    Pairing.objects.filter(round=first.round).exclude(table__in=(1, 2)).update(outcome="nobody")
    with pytest.raises(Conflict, match="Every table in a playoff round needs a winner"):
        paired(event, 3)


def test_a_cut_larger_than_the_field_is_refused(owner: Person) -> None:
    event = made_event(owner, 4, cut_size=8)
    paired(event, 1)
    enter_all(event)
    with pytest.raises(Invalid, match="needs 8 players"):
        round_services.begin_playoff(by=owner, key=event.key)
    with pytest.raises(Invalid, match="32 or 64 players, not 201"):
        services.create_event(by=owner, rules=EventRules(name="x", cut_size=201))


def test_a_league_is_a_calendar_of_everybody_against_everybody(owner: Person) -> None:
    event = made_event(owner, 5, format="round_robin")
    view = paired(event, 1)
    assert len(view.rounds) == 5
    pairs = {frozenset((p.a.pk, p.b.pk)) for r in view.rounds for p in r.pairings if p.b}
    assert len(pairs) == 10
    services.add_players(by=owner, key=event.key, names=["Late Lena"])  # instead of the byes
    view = load_event(event.key)
    assert len({frozenset((p.a.pk, p.b.pk)) for r in view.rounds for p in r.pairings if p.b}) == 15
    services.add_players(by=owner, key=event.key, names=["Later Liam"])  # at one more table for each of the six
    pairs = {frozenset((p.a.pk, p.b.pk)) for p in load_event(event.key).tables if p.b}
    assert len(pairs) == len([p for p in load_event(event.key).tables if p.b]) == 21
    with pytest.raises(Conflict):
        services.add_players(by=owner, key=event.key, names=["Last Lou", "Last Lea"])


def test_who_may_do_what(owner: Person, elinor: User, stranger: User) -> None:
    event = made_event(owner, 4)
    for by in (None, person(stranger)):
        with pytest.raises(NotAllowed):
            round_services.pair_next_round(by=by, key=event.key, number=1)
    staff_services.become_helper(by=person(elinor), key=event.key, role_key=event.scorekeeper_key)
    round_services.pair_next_round(by=person(elinor), key=event.key, number=1)
    with pytest.raises(NotAllowed):
        staff_services.renew_helper_links(by=person(elinor), key=event.key)
    with pytest.raises(NotAllowed):
        services.add_judge_note(by=person(elinor), key=event.key, number=1, kind="note", text="late")
    with pytest.raises(Missing):
        staff_services.become_helper(by=person(stranger), key=event.key, role_key="guessed")


def test_a_judge_notes_and_sends_somebody_out(owner: Person) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    services.add_judge_note(by=owner, key=event.key, number=2, kind="warning", text="  slow   play ")
    services.add_judge_note(by=owner, key=event.key, number=2, kind="disqualified", text="marked cards")
    assert Registration.objects.get(event=event, number=2).dropped == 2
    with pytest.raises(Invalid):
        services.add_judge_note(by=owner, key=event.key, number=2, kind="beheaded", text="no")


def test_the_clock_is_kept_as_spans(owner: Person) -> None:
    event = made_event(owner, 2)
    paired(event, 1)
    clock.set_round_clock(by=owner, key=event.key, number=1, running=True)
    clock.set_round_clock(by=owner, key=event.key, number=1, running=True)
    clock.set_round_clock(by=owner, key=event.key, number=1, running=False)
    view = load_event(event.key)
    assert view.current is not None and len(view.current.row.spans) == 1 and not view.current.running
    assert 2990 < view.current.seconds_left <= 3000


def test_decks_are_seen_by_stage(owner: Person, stranger: User) -> None:
    event = made_event(owner, 2, decks_seen="end")
    view = paired(event, 1)
    assert may_see_deck(view, view.players[0], owner) and not may_see_deck(view, view.players[0], person(stranger))
    enter_all(event)
    round_services.finish_event(by=owner, key=event.key)
    view = load_event(event.key)
    assert may_see_deck(view, view.players[0], None)


def test_an_event_takes_a_fixed_number_of_queries(
    owner: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for players in (8, 64):
        event = made_event(owner, players)
        for pairing in paired(event, 1).rounds[0].pairings:
            assert pairing.row.match is not None
            won(won(pairing.row.match, "a", 3), "a", 1)
        paired(event, 2)
        with django_assert_num_queries(9):
            load_event_from_row(event_by_key(event.key))
        load_event(event.key)
        with django_assert_num_queries(1):
            load_event(event.key)
