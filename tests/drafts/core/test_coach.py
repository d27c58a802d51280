"""Looking back on a draft: what an expert would have weighed, what it cost, what came back, the best deck."""

from __future__ import annotations

import random

import pytest

from cards.core.facts import Catalogue
from decks.core.advice.strength_scale import fit_scale, read_played_decks
from drafts.core.archive.coach import DraftReview, compare_deck, review_draft
from drafts.core.archive.log import MadePick, own_log
from drafts.core.engine.bots import BotLevel, play_bots
from drafts.core.engine.play import initial_pass_state
from drafts.core.engine.setup import Setup, default_peoples, pool_codes_of, shuffle_pool
from game.evidence import Measurements, read_evidence
from tests.conftest import FIXTURES

EVIDENCE = read_evidence(FIXTURES / "bluemoon")
SCALE = fit_scale(read_played_decks(FIXTURES / "bluemoon"))


def looked_back(
    facts: Catalogue, levels: tuple[BotLevel, ...], evidence: Measurements = EVIDENCE
) -> tuple[DraftReview, ...]:
    setup = Setup(len(levels), default_peoples(len(levels)))
    deal = shuffle_pool(pool_codes_of(setup, facts), random.Random(3))
    _, picks = play_bots(
        initial_pass_state(setup, deal),
        frozenset(range(setup.players)),
        facts.by_code,
        EVIDENCE,
        seed="s",
        levels=levels,
    )
    made = [MadePick(pick.seat, pick.round, pick.number, pick.card, "player") for pick in picks]
    return tuple(
        review_draft(
            own_log(setup, deal, made, seat), setup.players, setup.figures.kept, facts.by_code, evidence, SCALE
        )
        for seat in range(setup.players)
    )


@pytest.fixture(scope="module")
def reviews(facts: Catalogue) -> tuple[DraftReview, ...]:
    return looked_back(facts, (BotLevel.EXPERT, BotLevel.BEGINNER))


def test_an_expert_agrees_with_itself_at_every_pick(reviews: tuple[DraftReview, ...]) -> None:
    expert, _ = reviews
    assert expert.agreed_count == len(expert.picks) == 39
    assert not expert.turning_points and all(pick.better is None for pick in expert.picks)


def test_turning_points_are_the_picks_that_cost_most(reviews: tuple[DraftReview, ...]) -> None:
    _, beginner = reviews
    costs = [pick.lost for pick in beginner.turning_points]
    assert costs == sorted((pick.lost for pick in beginner.picks), reverse=True)[: len(costs)]
    assert len(costs) == 3 and costs[-1] >= 0.2 and beginner.agreed_count < 39
    for pick in beginner.turning_points:
        assert pick.better is not None and pick.better.template % pick.better.params


def test_each_pick_has_the_cards_weighed_best_first_and_a_reason(reviews: tuple[DraftReview, ...]) -> None:
    for pick in (*reviews[0].picks, *reviews[1].picks):
        values = [option.value for option in pick.considered]
        assert values == sorted(values, reverse=True) and 1 <= len(values) <= 3
        assert pick.taken.code == pick.entry.taken and pick.taken.code in pick.entry.packet
        assert pick.why.template % pick.why.params
        assert pick.lost == pytest.approx(pick.best.value - pick.taken.value)


def test_what_wheeled_was_passed_on_and_is_in_the_packet_two_picks_later(reviews: tuple[DraftReview, ...]) -> None:
    first, _ = reviews
    by_place = {pick.entry.round_and_number: pick for pick in first.picks}
    compared = 0
    for (round_, number), pick in by_place.items():
        later = by_place.get((round_, number + 2))
        for code in pick.wheeled:
            assert later is not None and code in later.entry.packet and code in pick.entry.passed
            compared += 1
    assert compared


def test_the_deck_is_of_the_pool_and_worth_no_less_than_any_other_thirty(reviews: tuple[DraftReview, ...]) -> None:
    for seat in reviews:
        pool = {pick.taken.code for pick in seat.picks}
        assert len(seat.deck) == 30 and set(seat.deck) | set(seat.spare) == pool
    expert, beginner = (seat.strength for seat in reviews)
    assert expert is not None and beginner is not None and beginner.value < expert.value < expert.high <= 4
    assert reviews[1].won_of_100 < reviews[0].won_of_100 < 100


def test_two_decks_of_a_pool_that_games_cannot_tell_apart_are_called_alike(
    facts: Catalogue, reviews: tuple[DraftReview, ...]
) -> None:
    best, spare = reviews[0].deck, reviews[0].spare
    weakest = sorted(best, key=EVIDENCE.value_or_average)
    for changed, apart in ((1, False), (len(spare), True)):
        deck = (*weakest[:-changed], *spare[:changed])
        compared = compare_deck("key", "name", deck, best, facts.by_code, EVIDENCE, SCALE)
        assert compared.behind > 0 and len(compared.out) == changed and compared.told_apart is apart


def test_a_short_draft_has_no_deck(facts: Catalogue) -> None:
    assert review_draft((), 2, 39, facts.by_code, EVIDENCE, SCALE).deck == ()
