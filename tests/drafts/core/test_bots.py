"""Bots: complete drafts, levels, reasons for picks, and decks that can be built of what they took."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cards.core.facts import CardType, Catalogue, People
from drafts.core.engine.bots import (
    BotLevel,
    BotLineup,
    bot_pick,
    choose_bot_card,
    play_bots,
    printed_strength,
    reason_for_card,
)
from drafts.core.engine.play import initial_pass_state
from drafts.core.engine.setup import DEAL_TABLE, Setup, default_peoples, pool_codes_of, shuffle_pool
from drafts.core.engine.state import DraftPick
from drafts.core.engine.valuation import weigh_packet
from drafts.core.simulator import simulate_draft
from game.evidence import CHARACTER_PAIRS_TRAIT, DRAFTED, CardValue, Measurements, read_evidence
from tests.conftest import FIXTURES


@pytest.fixture(scope="module")
def evidence() -> Measurements:
    return read_evidence(FIXTURES / "bluemoon")


def figure(value: float) -> CardValue:
    return CardValue(value, value - 0.1, value + 0.1, 100)


@pytest.mark.parametrize("players", DEAL_TABLE)
def test_bots_draft_to_the_end_and_can_build_a_deck_that_fights(
    players: int, facts: Catalogue, evidence: Measurements
) -> None:
    played = simulate_draft(Setup(players, default_peoples(players)), facts, seed="7", evidence=evidence)
    for hand in played.state.hands:
        kinds = Counter(facts[code].type for code in hand)
        assert len(hand) >= 34
        assert kinds[CardType.CHARACTER] >= 13


def test_the_same_seed_gives_the_same_draft_and_another_seed_another(facts: Catalogue, evidence: Measurements) -> None:
    setup = Setup(3, default_peoples(3))
    first, same, other = (simulate_draft(setup, facts, seed=seed, evidence=evidence) for seed in "112")
    assert first == same != other


def test_a_bot_chooses_from_its_view_and_nothing_else(facts: Catalogue, evidence: Measurements) -> None:
    setup = Setup(2, default_peoples(2))
    state = initial_pass_state(setup, shuffle_pool(pool_codes_of(setup, facts), random.Random(4)))
    view = state.view(1)
    only_seen = {code: facts[code] for code in view.packet}
    card = choose_bot_card(view, only_seen, evidence, kept_at_end=setup.figures.kept, seed="x")
    assert card in view.packet
    assert bot_pick(state, 1, facts.by_code, evidence, seed="x").card == card


def test_a_bot_plays_on_where_nothing_was_measured(facts: Catalogue) -> None:
    assert simulate_draft(Setup(2, default_peoples(2)), facts, seed="1").state.is_over


def test_great_values_look_stronger_than_small_ones(facts: Catalogue) -> None:
    assert printed_strength(facts["Vulca 01"]) > printed_strength(facts["Hoax 04"])


@pytest.mark.parametrize("level", [BotLevel.CLUB, BotLevel.EXPERT])
def test_levels_that_know_draft_more_worth_than_a_beginner(
    level: BotLevel, facts: Catalogue, evidence: Measurements
) -> None:
    setup, by_level, by_beginner = Setup(4, default_peoples(4)), 0.0, 0.0
    for seed in range(4):
        deal = shuffle_pool(pool_codes_of(setup, facts), random.Random(seed))
        levels = (level, *[BotLevel.BEGINNER] * 3)
        state, _ = play_bots(
            initial_pass_state(setup, deal), frozenset(range(4)), facts.by_code, evidence, seed=str(seed), levels=levels
        )
        worths = [sum(evidence.value_or_average(code) for code in hand) for hand in state.hands]
        by_level += worths[0]
        by_beginner += sum(worths[1:]) / 3
    assert by_level > by_beginner


def test_levels_differ_and_each_is_the_same_for_a_seed(facts: Catalogue, evidence: Measurements) -> None:
    setup = Setup(3, default_peoples(3))
    deal = shuffle_pool(pool_codes_of(setup, facts), random.Random(1))

    def play(level: BotLevel) -> list[DraftPick]:
        seats = frozenset(range(3))
        return play_bots(
            initial_pass_state(setup, deal), seats, facts.by_code, evidence, seed="s", levels=(level,) * 3
        )[1]

    played = [play(level) for level in BotLevel]
    assert played == [play(level) for level in BotLevel]
    assert len({tuple(picks) for picks in played}) == 3


def test_a_mixed_company_has_every_level() -> None:
    assert set(BotLineup.MIXED.levels_of_seats(6)) == set(BotLevel)
    assert BotLineup.EXPERT.levels_of_seats(3) == (BotLevel.EXPERT,) * 3


@pytest.mark.parametrize(("before", "now"), [("sage", "expert"), ("weaver", "club"), ("raider", "beginner")])
def test_companies_of_earlier_versions_are_read(before: str, now: str) -> None:
    assert BotLineup(before) is BotLineup(now)


def test_mutants_that_bring_less_than_an_average_card_are_not_taken_first(
    facts: Catalogue, evidence: Measurements
) -> None:
    """By their values alone these were taken before everything else."""
    poor = {card.code for card in facts if card.people is People.MUTANT and evidence.value_or_average(card.code) < -0.1}
    assert {"Mutant 103", "Mutant 104"} <= poor
    places = []
    for seed in range(6):
        played = simulate_draft(Setup(6, default_peoples(6)), facts, seed=str(seed), evidence=evidence)
        experts = {seat for seat, level in enumerate(BotLineup.MIXED.levels_of_seats(6)) if level is BotLevel.EXPERT}
        places += [pick.number for pick in played.picks if pick.seat in experts and pick.card in poor]
    assert 1 not in places


def test_a_mate_that_is_held_makes_a_card_worth_more(facts: Catalogue) -> None:
    evidence = Measurements({}, {CHARACTER_PAIRS_TRAIT: figure(0.3)})
    packet = ("Mimix 02", "Hoax 05")
    alone = {weight.code: weight.value for weight in weigh_packet(packet, (), facts.by_code, evidence, left=30)}
    paired = weigh_packet(packet, ("Mimix 01",), facts.by_code, evidence, left=29)
    assert paired[0].code == "Mimix 02"
    assert paired[0].value > alone["Mimix 02"] > 0
    assert paired[0].mates_in_pool == ("Mimix 01",)


def test_characters_beyond_what_a_deck_needs_are_worth_less(facts: Catalogue) -> None:
    evidence = Measurements({}, {"characters": figure(-0.02)})
    many = tuple(f"Vulca {number:02}" for number in range(1, 15)) + tuple(f"Hoax {n:02}" for n in range(1, 15))
    card = "Terrah 01"
    assert facts[card].type is CardType.CHARACTER
    (full,) = weigh_packet([card], many, facts.by_code, evidence, left=14)
    (empty,) = weigh_packet([card], (), facts.by_code, evidence, left=14)
    assert full.value < 0 < empty.value


def said(
    evidence: Measurements, facts: Catalogue, code: str, packet: tuple[str, ...], pool: tuple[str, ...] = ()
) -> str:
    reason_given = reason_for_card(weigh_packet(packet, pool, facts.by_code, evidence, left=30), code, facts.by_code)
    return reason_given.template % reason_given.params


def test_every_pick_is_explained_in_one_sentence(facts: Catalogue) -> None:
    cards = {(DRAFTED, "Mimix 02"): figure(0.1), (DRAFTED, "Hoax 05"): figure(0.25), (DRAFTED, "Hoax 06"): figure(0.24)}
    evidence = Measurements(cards, {CHARACTER_PAIRS_TRAIT: figure(0.3)})
    packet = ("Mimix 02", "Hoax 05", "Hoax 06")
    mate = facts["Mimix 01"].label
    assert said(evidence, facts, "Mimix 02", packet, ("Mimix 01",)) == (f"It goes well with {mate} in the pool.")
    assert said(evidence, facts, "Hoax 05", packet) == (f"Hardly better than {facts['Hoax 06'].label}: either is fine.")
    assert said(evidence, facts, "Hoax 05", packet[:2]).startswith("Hardly better") is False
    assert said(evidence, facts, "Mimix 02", packet).startswith(f"{facts['Hoax 05'].label} would have been better.")
    assert said(evidence, facts, "Hoax 05", ("Hoax 05",)) == "It was the only card."
    assert "Its value hasn’t been measured, so it counts as an average card." in said(
        evidence, facts, "Aqua 01", ("Aqua 01", "Hoax 05")
    )
