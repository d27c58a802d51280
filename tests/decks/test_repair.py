"""Making a deck legal: the result is legal, and no legal deck is nearer."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.core.facts import CardFacts, CardType, Catalogue, IconKind, People
from common.errors import Invalid
from decks.core.building import (
    Contradiction,
    ProposedDeck,
    Requirements,
    SearchGoal,
    complete_deck,
    repair_deck,
    repair_with_added,
)
from decks.core.building.solver import (
    IntegerProgram,
    Outcome,
    Solution,
    Sum,
    contradicting_labels,
    solve,
    solve_in_slices,
)
from decks.core.legality import DeckList, Entry, Format, HouseRules, judge_deck
from tests.decks.example_decks import deck, foreign, own, published, sample_step_1, sample_step_2
from tests.effort import examples

SMALL = Catalogue(
    [
        CardFacts("Vulca 00", People.VULCA, CardType.LEADER, name="L", number="00", extra_cards=4, extra_moons=3),
        *(
            CardFacts(
                f"Vulca 0{n}", People.VULCA, CardType.CHARACTER, name=f"V{n}", number=f"0{n}", fire=n, earth=1, moons=1
            )
            for n in range(1, 5)
        ),
        *(
            CardFacts(
                f"Aqua 0{n}", People.AQUA, CardType.CHARACTER, name=f"A{n}", number=f"0{n}", fire=1, earth=n, moons=m
            )
            for n, m in ((1, 0), (2, 1), (3, 2), (4, 3))
        ),
        CardFacts("Spirit 01", People.SPIRIT, CardType.CHARACTER, name="S", number="01", moons=None),
    ]
)
CODES = [card.code for card in SMALL]


def distance(before: DeckList, after: DeckList) -> int:
    """Return cards out plus cards in."""
    left, right = Counter(before.codes), Counter(after.codes)
    return (left - right).total() + (right - left).total()


def nearest(asked: DeckList) -> int:
    """Return the distance of the nearest legal deck, by trying every deck of four of the small catalogue."""
    every = (replace(asked, leaders=("Vulca 00",), entries=tuple(map(Entry, four))) for four in combinations(CODES, 4))
    return min(distance(asked, candidate) for candidate in every if judge_deck(candidate, SMALL).status == "legal")


@settings(max_examples=examples(30))
@given(st.lists(st.tuples(st.sampled_from(CODES), st.integers(1, 3)), max_size=7, unique_by=lambda pair: pair[0]))
def test_a_repaired_deck_is_legal_and_no_legal_deck_is_nearer(lines: list[tuple[str, int]]) -> None:
    asked = DeckList(leaders=("Vulca 00",), entries=tuple(Entry(*line) for line in lines))
    best = repair_deck(asked, SMALL)[0]
    assert best.report.status == judge_deck(best.deck, SMALL).status == "legal"
    assert best.proven
    assert best.changes == distance(asked, best.deck) == nearest(asked)


def test_a_legal_deck_needs_nothing(facts: Catalogue) -> None:
    repairs = repair_deck(deck(People.TERRAH, sample_step_2(facts)), facts)
    assert (repairs[0].changes, repairs[0].swaps) == (0, ())


def test_the_booklets_faulty_deck_is_mended_with_one_swap(facts: Catalogue) -> None:
    codes = [code for code in sample_step_2(facts) if code != "Terrah 01"] + ["Pillar 17"]
    repairs = repair_deck(deck(People.TERRAH, codes), facts, alternatives=2)
    assert [proposal.changes for proposal in repairs] == [2, 2, 2]
    assert len({proposal.out for proposal in repairs}) == 3
    assert all(len(proposal.swaps) == 1 and proposal.proven for proposal in repairs)


def test_three_broken_rules_are_mended_at_once(facts: Catalogue) -> None:
    codes = [*sample_step_2(facts), "Pillar 17", "Terrah 00"]
    asked = deck(People.TERRAH, codes)
    asked = replace(asked, entries=(*asked.entries, Entry("Terrah 02", 2)))
    assert {"DECK-02", "DECK-03", "DECK-08", "DECK-09"} <= {
        finding.code for finding in judge_deck(asked, facts).findings
    }
    best = repair_deck(asked, facts)[0]
    assert best.report.status == "legal"
    assert "Terrah 00" in best.out
    assert best.out.count("Terrah 02") == 2


def test_the_same_deck_is_mended_alike_twice(facts: Catalogue) -> None:
    asked = deck(People.AQUA, published(facts, People.TERRAH))
    assert repair_deck(asked, facts, alternatives=2) == repair_deck(asked, facts, alternatives=2)


def test_a_family_keeps_its_five_cards(facts: Catalogue) -> None:
    best = repair_deck(deck(People.VULCA, own(facts, People.VULCA, 30), families=("b",)), facts)[0]
    assert (best.changes, best.report.status) == (5, "legal")
    assert sum(facts[entry.code].family == "b" for entry in best.deck.entries) == 5


def test_a_deck_without_a_leader_gets_that_of_most_of_its_cards(facts: Catalogue) -> None:
    best = repair_deck(deck(None, published(facts, People.TERRAH)), facts)[0]
    assert (best.deck.leaders, best.mended, best.changes) == (("Terrah 00",), ("leaders",), 0)


@pytest.mark.parametrize(
    ("fields", "mended"),
    [
        ({"inquisitors": ("Inq 411", "Inq 412")}, "inquisitors"),
        ({"inquisitors": ("Inquisitor slot 1",)}, "inquisitors"),
        ({"inquisitors": ("Inq 412",), "agreed": frozenset()}, "inquisitors"),
        ({"emissaries": ("Emissary slot 1",)}, "emissaries"),
        ({"families": ("a", "b")}, "families"),
        ({"families": ("q",)}, "families"),
    ],
)
def test_what_lies_beside_the_deck_is_mended_too(facts: Catalogue, fields: dict[str, object], mended: str) -> None:
    best = repair_deck(deck(People.TERRAH, sample_step_1(facts), **fields), facts)[0]
    assert best.report.status == "legal"
    assert mended in best.mended


def test_a_published_deck_is_put_back_as_it_was(facts: Catalogue) -> None:
    codes = [*published(facts, People.FLIT)[2:], "Vulca 01", "Vulca 02", "Vulca 03"]
    best = repair_deck(deck(People.FLIT, codes, format=Format.PRECONSTRUCTED), facts)[0]
    assert sorted(best.deck.codes) == sorted(published(facts, People.FLIT))
    assert best.changes == 5


def test_a_draft_deck_is_mended_from_its_pool(facts: Catalogue) -> None:
    pool = tuple(own(facts, People.VULCA, 20) + own(facts, People.AQUA, 16))
    asked = DeckList(
        format=Format.DRAFT, pool=pool, entries=(*map(Entry, pool[:29]), Entry("Hoax 01")), leaders=("Vulca 00",)
    )
    best = repair_deck(asked, facts)[0]
    assert (best.changes, best.out) == (2, ("Hoax 01",))
    assert best.into[0] in pool


def test_what_nobody_can_know_is_said(facts: Catalogue) -> None:
    with pytest.raises(Invalid, match="seven cards"):
        repair_deck(deck(People.VULCA, [], format=Format.EMISSARY), facts)
    small = DeckList(format=Format.DRAFT, pool=("Vulca 01",))
    with pytest.raises(Invalid, match="These cards can’t make a legal deck in this format"):
        repair_deck(small, facts)


def test_a_deck_is_completed_to_its_goal(facts: Catalogue) -> None:
    held = own(facts, People.TERRAH, 10)
    plain = complete_deck(deck(People.TERRAH, held), facts, Requirements())
    fiery = complete_deck(deck(People.TERRAH, held), facts, Requirements(goal=SearchGoal.FIRE))
    calm = complete_deck(deck(People.TERRAH, held), facts, Requirements(goal=SearchGoal.FEWER_MOONS))
    assert isinstance(plain, ProposedDeck)
    assert isinstance(fiery, ProposedDeck)
    assert isinstance(calm, ProposedDeck)
    for repaired in (plain, fiery, calm):
        assert repaired.report.status == "legal"
        assert set(held) <= set(repaired.deck.codes)

    def fire(repaired: ProposedDeck) -> int:
        return sum(facts[code].fire or 0 for code in repaired.deck.codes)

    assert fire(fiery) > fire(plain)
    assert calm.report.moons_have == 0


def test_wishes_are_kept(facts: Catalogue) -> None:
    requirements = Requirements(
        goal=SearchGoal.SHIELD,
        keep=("Vulca 03",),
        never=("Terrah 01",),
        most_moons=4,
        least_fire=60,
        least_earth=60,
        at_least={IconKind.FREE: 2},
        types={CardType.CHARACTER: 15},
    )
    completed = complete_deck(deck(People.TERRAH, []), facts, requirements)
    assert isinstance(completed, ProposedDeck)
    cards = [facts[code] for code in completed.deck.codes]
    assert "Vulca 03" in completed.deck.codes
    assert "Terrah 01" not in completed.deck.codes
    assert (completed.report.moons_have or 0) <= 4
    assert sum(card.fire or 0 for card in cards) >= 60
    assert sum(card.earth or 0 for card in cards) >= 60
    assert sum(card.has_icon(IconKind.FREE) for card in cards) >= 2
    assert sum(card.type is CardType.CHARACTER for card in cards) >= 15


def test_only_owned_cards_are_used(facts: Catalogue) -> None:
    owned = dict.fromkeys(published(facts, People.TERRAH) + published(facts, People.VULCA), 1)
    completed = complete_deck(deck(People.TERRAH, []), facts, Requirements(only=owned))
    assert isinstance(completed, ProposedDeck)
    assert set(completed.deck.codes) <= owned.keys()


def test_wishes_that_contradict_each_other_are_named_and_none_to_spare(facts: Catalogue) -> None:
    heavy = foreign(facts, People.TERRAH, 3, 3, 3)
    requirements = Requirements(
        keep=(*heavy, "Terrah 01"), never=("Terrah 02",), most_moons=8, types={CardType.CHARACTER: 5}
    )
    completed = complete_deck(deck(People.TERRAH, []), facts, requirements)
    assert isinstance(completed, Contradiction)
    assert (
        sorted(clash.template for clash in completed.messages)
        == ["At most %(count)d moons used"] + ["Keep %(card)s"] * 3
    )


def test_a_wish_may_contradict_a_rule(facts: Catalogue) -> None:
    heavy = foreign(facts, People.TERRAH, 3, 3, 3, 3)
    completed = complete_deck(deck(People.TERRAH, []), facts, Requirements(keep=tuple(heavy)))
    assert isinstance(completed, Contradiction)
    assert [clash.rule for clash in completed.messages if clash.rule] == ["DECK-03"]


def test_keeping_and_refusing_one_card_contradict(facts: Catalogue) -> None:
    completed = complete_deck(deck(People.TERRAH, []), facts, Requirements(keep=("Terrah 01",), never=("Terrah 01",)))
    assert isinstance(completed, Contradiction)
    assert [clash.params for clash in completed.messages] == [{"card": f"Terrah 01 {facts['Terrah 01'].label}"}] * 2


def test_a_card_that_does_not_exist_cannot_be_kept(facts: Catalogue) -> None:
    completed = complete_deck(deck(People.TERRAH, []), facts, Requirements(keep=("Terrah 99",)))
    assert isinstance(completed, Contradiction)
    assert [clash.params for clash in completed.messages] == [{"card": "Terrah 99"}]


def test_a_long_search_reports_and_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    program = IntegerProgram(3, (Sum({0: 1, 1: 1, 2: 1}, 1, 2),), {0: 1, 1: 2, 2: 3})
    assert solve_in_slices(program, seconds=5, go_on=lambda best, spent: True).chosen == {1, 2}
    # A search that finds nothing in any of its slices.
    monkeypatch.setattr("decks.core.building.solver.solve", lambda program, *, seconds: Solution(Outcome.OPEN))
    heard: list[float] = []

    def go_on_once(best: object, spent: float) -> bool:
        heard.append(spent)
        return len(heard) < 2

    assert solve_in_slices(program, seconds=9, go_on=go_on_once, slice_=1).outcome is Outcome.OPEN
    assert heard == [1, 2.5]

    def always(best: object, spent: float) -> bool:
        heard.append(spent)
        return True

    solve_in_slices(program, seconds=9, go_on=always, slice_=1)
    assert heard[-1] == 9


def test_no_contradiction_where_there_is_none() -> None:
    assert (
        contradicting_labels(IntegerProgram(2, (Sum({0: 1}, 1, None, 0), Sum({1: 1}, 1, None, 1)), {}), seconds=1) == ()
    )
    clashing = (Sum({0: 1}, 1, None, 0), Sum({1: 1}, 1, None, 1), Sum({0: 1}, None, 0, 2))
    assert contradicting_labels(IntegerProgram(2, clashing, {}), seconds=1) == (0, 2)
    assert solve(IntegerProgram(2, clashing, {}), seconds=1).outcome is Outcome.IMPOSSIBLE


HOUSE = HouseRules("k", "Ours", size=5, copies=2, moons=4, least=((CardType.SHIP, 1),))
SHIPS = Catalogue(
    [
        *SMALL,
        CardFacts("Vulca 05", People.VULCA, CardType.SHIP, name="Hull", number="05", moons=0, capacity=2),
        CardFacts("Aqua 05", People.AQUA, CardType.SHIP, name="Keel", number="05", moons=4, capacity=2),
    ]
)
SHIP_CODES = [card.code for card in SHIPS]


@settings(max_examples=examples(20))
@given(st.lists(st.tuples(st.sampled_from(SHIP_CODES), st.integers(1, 3)), max_size=6, unique_by=lambda p: p[0]))
def test_a_format_with_copies_and_minimums_is_mended_with_the_fewest_changes(lines: list[tuple[str, int]]) -> None:
    asked = DeckList(leaders=("Vulca 00",), entries=tuple(Entry(*line) for line in lines), house=HOUSE)
    best = repair_deck(asked, SHIPS)[0]
    fives = combinations_with_replacement([card.code for card in SHIPS], 5)
    every = (replace(asked, entries=tuple(map(Entry, five))) for five in fives)
    legal = [candidate for candidate in every if judge_deck(candidate, SHIPS).status == "legal"]
    assert best.report.status == judge_deck(best.deck, SHIPS).status == "legal"
    assert (best.proven, best.changes) == (True, min(distance(asked, candidate) for candidate in legal))
    assert best.changes == distance(asked, best.deck)


def test_a_second_copy_that_a_format_allows_stays(facts: Catalogue) -> None:
    asked = deck(People.VULCA, own(facts, People.VULCA, 28), house=HouseRules("k", "Two", copies=2))
    asked = replace(asked, entries=(*asked.entries, Entry("Vulca 10", 1)))
    best = repair_deck(asked, facts)[0]
    assert (best.out, best.report.status) == ((), "legal")
    assert best.deck.codes.count("Vulca 10") == 2


def test_a_format_may_ask_for_more_of_a_type_than_there_are_cards(facts: Catalogue) -> None:
    ships = sum(card.type is CardType.SHIP and card.playable for card in facts)
    house = HouseRules("k", "Fleet", any_moons=True, copies=3, least=((CardType.SHIP, ships + 1),))
    best = repair_deck(deck(People.PILLAR, own(facts, People.PILLAR, 30), house=house), facts)[0]
    assert best.report.status == "legal"
    assert max(entry.copies for entry in best.deck.entries) > 1
    with pytest.raises(Invalid, match="These cards can’t make a legal deck in this format"):
        repair_deck(deck(People.PILLAR, [], house=replace(house, copies=1)), facts)


def test_a_wish_may_contradict_a_minimum_of_the_format(facts: Catalogue) -> None:
    house = HouseRules("k", "Fleet", size=10, any_moons=True, least=((CardType.SHIP, 4),))
    characters = Requirements(types={CardType.CHARACTER: 7})
    completed = complete_deck(deck(People.PILLAR, [], house=house), facts, characters)
    assert isinstance(completed, Contradiction)
    assert [dict(clash.params) for clash in completed.messages] == [
        {"count": 10},
        {"count": 4, "type": "ship"},
        {"count": 7, "type": "character"},
    ]


def test_of_owned_cards_no_more_copies_are_used_than_there_are(facts: Catalogue) -> None:
    owned = dict.fromkeys(own(facts, People.VULCA, 18), 1) | {"Vulca 10": 2}
    house = HouseRules("k", "Two", size=19, copies=2)
    completed = complete_deck(deck(People.VULCA, [], house=house), facts, Requirements(only=owned))
    assert isinstance(completed, ProposedDeck)
    assert completed.deck.codes.count("Vulca 10") == 2
    assert all(completed.deck.codes.count(code) <= owned[code] for code in completed.deck.codes)


def with_added(facts: Catalogue, people: People, *codes: str) -> DeckList:
    """Return a people’s published deck, and cards added last."""
    box = deck(people, published(facts, people))
    return replace(box, entries=(*box.entries, *map(Entry, codes)))


def test_what_was_put_in_last_stays_among_as_few_changes(facts: Catalogue) -> None:
    added = ("Khind 15", "Terrah 24", "Hoax 26")
    asked = with_added(facts, People.VULCA, *added)
    best = repair_deck(asked, facts, added=added)[0]
    assert best.changes == repair_deck(asked, facts)[0].changes == 3
    assert set(added) <= set(best.deck.codes)


def test_where_not_all_can_stay_the_very_last_does(facts: Catalogue) -> None:
    heavy = sorted((card for card in facts if card.people in list(People)[1:9] and card.playable and card.moons),
                   key=lambda card: -(card.moons or 0))  # fmt: skip
    added = tuple(card.code for card in heavy[:4])
    best = repair_deck(with_added(facts, People.VULCA, *added), facts, added=added)[0]
    assert added[-1] in best.deck.codes
    assert set(best.out) & set(added)


def test_the_price_of_keeping_is_the_nearest_deck_that_holds_them(facts: Catalogue) -> None:
    ones = [card.code for card in facts if card.people is People.AQUA and card.moons == 1][:10]
    heavy = [card.code for card in facts if card.people is People.HOAX and card.moons == 3][:2]
    asked = deck(People.VULCA, [*own(facts, People.VULCA, 20), *ones, *heavy])
    best = repair_deck(asked, facts, added=heavy)[0]
    keeping = repair_with_added(asked, facts, added=heavy)
    assert keeping is not None and keeping.proven
    assert set(heavy) <= set(keeping.deck.codes) and not set(heavy) <= set(best.deck.codes)
    assert keeping.changes > best.changes


def test_what_no_legal_deck_can_hold_has_no_price(facts: Catalogue) -> None:
    heavy = [card.code for card in facts if card.people in list(People)[1:9] and (card.moons or 0) >= 4][:3]
    assert repair_with_added(with_added(facts, People.VULCA, *heavy), facts, added=heavy) is None


def test_among_equals_a_card_that_is_owned_comes_in(facts: Catalogue) -> None:
    asked = deck(People.VULCA, own(facts, People.VULCA, 29))
    (plain,) = repair_deck(asked, facts)[0].into
    other = next(code for code in own(facts, People.VULCA, 31) if code not in (*asked.codes, plain))
    assert repair_deck(asked, facts, owned={other})[0].into == (other,)


def test_what_was_found_before_any_bound_is_known_is_answered() -> None:
    program = IntegerProgram(3, (Sum({0: 1, 1: 1, 2: 1}, 0, 2),), {0: 3, 1: 2, 2: 1}, hint=frozenset({2}))
    assert solve(program, seconds=0.0) == Solution(Outcome.FOUND, frozenset({2}), score=1)
