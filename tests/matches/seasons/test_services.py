"""Seasons: standings, courses, strengths with their intervals, and matches of events."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from cards.core.facts import Catalogue
from common.wilson import wilson_interval
from matches.core.seasons import (
    Bout,
    DeckBrought,
    Encounter,
    WinShare,
    card_strengths,
    encounters_between,
    head_to_head,
    people_of_deck,
    people_strengths,
    ratings_by_match,
    season_totals,
    wins_by_deck,
)
from matches.core.standings import Outcome
from matches.core.tournament import EventRules
from matches.events import services
from matches.events.queries import load_event
from matches.groups.encounters import encounters_of
from matches.groups.queries import load_group
from matches.models import Match
from tests.matches.builders import group_match, made_group, person, won
from tests.matches.events.builders import enter_all, paired


def test_a_season_counts_crystals_duels_and_courses() -> None:
    played = [
        Encounter("Roland", "Elinor", 5, 3, "Roland", date(2025, 3, 14)),
        Encounter("Elinor", "Roland", 6, 1, "Elinor", date(2025, 3, 14)),
        Encounter("Mira", "Roland", 2, 2, "", date(2025, 3, 21)),
    ]
    counted = season_totals(played)
    rows = [(row.name, row.row.crystals_for, row.row.drawn) for row in counted.standings]
    assert rows == [("Elinor", 9, 0), ("Roland", 8, 1), ("Mira", 2, 1)]
    assert counted.crystals_over_time.totals == {"Roland": (6, 8), "Elinor": (9, 9), "Mira": (None, 2)}
    assert all(row.has_few_matches for row in counted.standings) and len(counted.ratings["Roland"]) == 3
    assert [(duel.a, duel.b, duel.won_a, duel.won_b, duel.drawn) for duel in counted.head_to_heads] == [
        ("Elinor", "Roland", 1, 1, 0),
        ("Mira", "Roland", 0, 0, 1),
    ]
    assert season_totals([]).standings == () and season_totals([]).crystals_over_time.days == ()


def test_a_rating_grows_surer_with_every_match_and_a_draw_moves_both_together() -> None:
    won = Encounter("Roland", "Elinor", 5, 2, "Roland")
    few, many = ratings_by_match([won])["Roland"][-1], ratings_by_match([won] * 20)["Roland"][-1]
    assert many.value > few.value > 25 and many.uncertainty < few.uncertainty
    drawn = ratings_by_match([won, Encounter("Roland", "Elinor", 2, 2)])
    assert drawn["Roland"][1].value < drawn["Roland"][0].value and drawn["Elinor"][1].value > drawn["Elinor"][0].value
    assert few.low < few.value < few.high


def test_two_players_are_seen_from_either_side() -> None:
    fire, flit = DeckBrought("Vulca", "Fire"), DeckBrought("Flit")
    bouts = (Bout("Roland", 3, (fire, flit)), Bout("Elinor", 1, (fire, flit)), Bout("", 0, (fire, flit)))
    played = [
        Encounter("Roland", "Elinor", 3, 1, "Roland", bouts=bouts),
        Encounter("Elinor", "Roland", 5, 0, "Elinor", decks=(DeckBrought(name="Swarm"), fire)),
        Encounter("Elinor", "Mira", 5, 0, "Elinor"),
    ]
    duel = head_to_head("Elinor", "Roland", played)
    assert (duel.won_a, duel.won_b, duel.games_a, duel.games_b) == (1, 1, 1, 1)
    assert (duel.crystals_a, duel.crystals_b, duel.met) == (6, 3, 2)
    assert [encounter.crystals_a for encounter in encounters_between("Elinor", "Roland", played)] == [1, 5]
    assert [(line.label, line.matches, line.won) for line in wins_by_deck("Roland", played)] == [("Vulca", 2, 1)]
    assert {line.label for line in wins_by_deck("Elinor", played)} == {"Flit", "Swarm"}


@given(st.integers(0, 400).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_interval_of_wilson_holds_the_share_and_stays_between_nothing_and_all(counts: tuple[int, int]) -> None:
    won, of = counts
    low, high = wilson_interval(won, of)
    assert 0 <= low <= high <= 1
    if of:
        assert low <= won / of + 1e-9 and won / of - 1e-9 <= high
        assert all(abs(x - y) < 1e-9 for x, y in zip(wilson_interval(of - won, of), (1 - high, 1 - low), strict=True))
        more = wilson_interval(10 * won, 10 * of)
        assert more[1] - more[0] < high - low


def test_three_games_give_no_percentage_and_a_sentence_that_says_so() -> None:
    share = WinShare(2, 3)
    assert share.percent is None and (share.low, share.high) == (21, 94)
    assert share.sentence.template % share.sentence.params == (
        "Won 2 of 3: far too few games to tell. The true rate could be anywhere from 21 to 94%."
    )
    assert WinShare(12, 23).percent == 52 and "may be luck" in WinShare(12, 23).sentence.template
    assert (
        "more than half even at the low end" in WinShare(90, 100).sentence.template
        and "%), but it also depends on who played it." in WinShare(10, 100).sentence.template
    )
    assert WinShare(0, 0).sentence.template == "No games with a winner yet." and (
        WinShare(0, 0).low,
        WinShare(0, 0).high,
    ) == (
        0,
        100,
    )


def test_a_people_is_counted_by_games_and_games_with_it_on_both_sides_are_left_out() -> None:
    fire, flit = DeckBrought("Vulca", cards=frozenset({"V01"})), DeckBrought("Flit", cards=frozenset({"F01"}))
    played = [
        Encounter(
            "Roland",
            "Elinor",
            6,
            1,
            "Roland",
            bouts=(Bout("Roland", 2, (fire, flit)), Bout("Elinor", 1, (fire, flit)), Bout("Roland", 4, (fire, fire))),
        ),
        Encounter("Elinor", "Mira", 5, 0, "Elinor", decks=(flit, fire)),
        Encounter("Elinor", "Mira", 2, 2, "", decks=(flit, fire)),
    ]
    flit_, vulca = people_strengths(played)
    assert (vulca.what, vulca.games, vulca.crystals, vulca.mirrors) == ("Vulca", WinShare(1, 2), 2, 1)
    assert vulca.matches == WinShare(0, 1) and vulca.players == ("Elinor", "Mira", "Roland")
    assert (flit_.what, flit_.games, flit_.crystals, flit_.matches) == ("Flit", WinShare(1, 2), 1, WinShare(1, 2))
    assert vulca.crystals_a_game is None
    assert [(line.what, line.games) for line in card_strengths(played)] == [
        ("F01", WinShare(1, 2)),
        ("V01", WinShare(1, 2)),
    ]


def test_a_deck_is_of_the_people_most_of_its_cards_belong_to(facts: Catalogue) -> None:
    vulca = [card.code for card in facts if card.people == "Vulca"][:20]
    flit = [card.code for card in facts if card.people == "Flit"][:20]
    assert people_of_deck([*vulca, *flit[:8]], facts) == "Vulca"
    assert people_of_deck([*vulca, *flit], facts) == "" == people_of_deck([], facts)


@pytest.mark.django_db
def test_the_season_of_a_group_holds_its_matches_and_its_events(roland: User, client: Client) -> None:
    group = made_group(roland, "Elinor", "Mira")
    group_match(group, "Elinor", "Mira", ("a", 3), ("a", 0))
    settings = EventRules(name="League night")
    event = services.create_event(by=person(roland), rules=settings, group=group)
    services.add_players(by=person(roland), key=event.key, names=["Roland", "Elinor"])
    paired(event, 1)
    enter_all(event)
    page = client.get(f"/matches/groups/{group.key}/season/").content.decode()
    assert "few matches" in page and "Elinor – Mira" in page and "Elinor – Roland" in page
    assert (
        "No matches finished in this period."
        in client.get(f"/matches/groups/{group.key}/season/?to=2001-01-01").content.decode()
    )
    assert client.get(f"/matches/groups/{group.key}/season/?from=soon").status_code == 400
    assert client.get("/matches/groups/nothing/season/").status_code == 404


def test_a_long_course_is_thinned_and_keeps_its_ends() -> None:
    played = [Encounter("Roland", "Elinor", 5, 0, "Roland", date.fromordinal(735000 + day)) for day in range(500)]
    whole = season_totals(played).crystals_over_time
    few = whole.thin_out_days(60)
    assert len(few.days) == 60 and (few.days[0], few.days[-1]) == (whole.days[0], whole.days[-1])
    assert few.totals["Roland"][-1] == 2500 and whole.thin_out_days(500) is whole


@pytest.mark.django_db
def test_a_match_of_an_event_that_time_ended_level_is_a_draw_in_event_and_season(roland: User) -> None:
    group = made_group(roland, "Elinor")
    settings = EventRules(name="League night")
    event = services.create_event(by=person(roland), rules=settings, group=group)
    services.add_players(by=person(roland), key=event.key, names=["Roland", "Elinor"])
    table = paired(event, 1).rounds[0].pairings[0]
    for winner, ended in (("a", "out_of_cards"), ("b", "out_of_cards"), ("", "time")):
        won(Match.objects.get(pairing=table.row), winner, ended=ended)
    pairing = load_event(event.key).rounds[0].pairings[0]
    assert (pairing.outcome, pairing.crystals) == (Outcome.DRAW, (1, 1))
    line = load_group(group.key).standings[0]
    assert (line.row.played, line.row.drawn) == (1, 1)


@pytest.mark.django_db
def test_a_deck_that_only_judges_may_see_is_counted_nowhere(roland: User, db_catalogue: Catalogue) -> None:
    group = made_group(roland, "Elinor")
    settings = EventRules(name="League night", decks_seen="staff")
    event = services.create_event(by=person(roland), rules=settings, group=group)
    services.add_players(by=person(roland), key=event.key, names=["Roland", "Elinor"])
    cards = "\n".join(card.code for card in db_catalogue if card.people == "Vulca" and card.number > "00")
    event.registrations.filter(name="Roland").update(deck=f"Format: custom\n\n{cards}\n", deck_name="Fire")
    paired(event, 1)
    enter_all(event)
    assert not wins_by_deck("Roland", encounters_of(group))
    event.decks_seen = "start"
    event.save(update_fields=["decks_seen"])
    assert [line.label for line in wins_by_deck("Roland", encounters_of(group))] == ["Vulca"]
