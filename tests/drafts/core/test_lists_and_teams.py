"""Lists of cards in every way of sharing them, their statistics, and teams."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.core.facts import Catalogue, People
from common.errors import Invalid
from drafts.core.engine.setup import DECK_SIZE, HouseDeal, Setup
from drafts.core.engine.setup_meaning import card_distribution
from drafts.core.engine.sharing import Sharing
from drafts.core.teams import require_fitting_teams, team_of
from drafts.core.ways.entries import initial_state

OTHER_WAYS = [way for way in Sharing if not way.passes_packets]


def of_list(way: Sharing, players: int, size: int) -> Setup:
    return Setup(players, (), house=HouseDeal(cards=tuple(map(str, range(size)))), sharing=way)


@pytest.mark.parametrize("way", OTHER_WAYS)
@given(players=st.integers(2, 6), size=st.integers(1, 300))
def test_a_list_gives_everyone_a_whole_deck_or_says_how_many_cards_are_missing(
    way: Sharing, players: int, size: int
) -> None:
    """DRAFT-27, with a list of any size."""
    players = min(players, way.max_players)
    missing = DECK_SIZE * (1 if way is Sharing.SAME_POOL else players) - size
    if missing > 0:
        with pytest.raises(Invalid, match=f"Add at least {missing}") as refused:
            of_list(way, players, size)
        assert (refused.value.rule, refused.value.details[0].field) == ("DRAFT-27", "cards")
        return
    setup = of_list(way, players, size)
    state = initial_state(setup, setup.house.cards if setup.house else ())
    assert setup.practice and setup.figures.pool == size and setup.figures.kept >= DECK_SIZE
    if way.is_dealt_at_once:
        assert {len(hand) for hand in state.hands} == {setup.figures.kept}


def test_a_deck_needs_eight_cards_more_than_two_shares_of_twenty_six() -> None:
    with pytest.raises(Invalid) as refused:
        of_list(Sharing.ROTISSERIE, 2, 52)
    assert refused.value.message == "A pool of 52 gives everyone 26 cards, but a deck needs 30. Add at least 8."


def test_custom_peoples_are_shared_out_in_every_way() -> None:
    setup = Setup(2, (People.VULCA, People.HOAX), house=HouseDeal(), sharing=Sharing.ROTISSERIE)
    assert (setup.figures.pool, setup.figures.kept) == (66, 33)


def test_no_way_but_packets_is_for_one_player() -> None:
    with pytest.raises(Invalid, match="2 to 6 players, not 1"):
        of_list(Sharing.SAME_POOL, 1, 60)


def test_the_spread_counts_peoples_types_and_values(facts: Catalogue) -> None:
    spread = card_distribution([facts["Vulca 03"], facts["Vulca 04"], facts["Hoax 03"]])
    assert spread.size == 3 == sum(count for _type, count in spread.types)
    assert spread.peoples == ((People.VULCA, 2), (People.HOAX, 1))
    assert [value for value, _count in spread.values] == sorted(value for value, _count in spread.values)


@pytest.mark.parametrize(("players", "teams"), [(4, 2), (6, 2), (6, 3), (8, 2), (3, None)])
def test_teams_alternate_round_the_table(players: int, teams: int | None) -> None:
    """DRAFT-32."""
    require_fitting_teams(players, teams)
    if teams is not None:
        seats = [team_of(seat, teams) for seat in range(players)]
        assert all(seats[at] != seats[at - 1] for at in range(players))
        assert {seats.count(team) for team in range(teams)} == {players // teams}


@pytest.mark.parametrize(("players", "teams"), [(2, 2), (3, 2), (5, 2), (4, 3), (8, 3), (6, 4), (6, 1), (6, 0)])
def test_numbers_that_make_no_equal_teams_are_refused(players: int, teams: int) -> None:
    with pytest.raises(Invalid) as refused:
        require_fitting_teams(players, teams)
    assert refused.value.rule == "DRAFT-32"
