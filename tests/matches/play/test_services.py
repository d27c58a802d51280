"""Services of matches: record, correct and take back games, agree on a sheet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import Person, User
from cards.core.facts import Catalogue
from common.errors import Conflict, DomainError, Invalid, Missing, NotAllowed
from matches.core.scoring import DEFAULT_SHEET, MatchSettings, Penalty
from matches.groups import services as group_services
from matches.models import Game, GameDeck, Match
from matches.play import permissions, presenters, queries, services
from matches.play.core_values import score_of_match
from matches.play.decks_brought import choose_deck, may_see_chosen_deck
from matches.play.queries import load_scored_match
from matches.play.services import GameReport, NewMatchPlayer
from tests.decks.rows import terrah_deck
from tests.effort import examples
from tests.matches.builders import group_match, made_group, made_match, person, won

pytestmark = pytest.mark.django_db


def test_a_game_changes_the_score_and_the_version(roland: User) -> None:
    match = won(made_match(roland), "a", 2)
    view = queries.load_scored_match(match.key)
    assert [player.crystals for player in view.players] == [3, 0]
    assert (match.version, view.starter, match.status) == (2, "Elinor", "open")


def test_the_match_is_finished_at_the_target_and_open_again_after_undo(roland: User) -> None:
    match = won(won(made_match(roland), "a", 3), "a", 0)
    assert match.status == Match.Status.FINISHED
    match = services.undo_last_game(by=match.created_by, key=match.key, version=match.version)
    view = queries.load_scored_match(match.key)
    assert view.match.status == Match.Status.OPEN and view.winner is None and len(view.games) == 1


def test_two_tabs_give_one_game_and_one_clear_message(roland: User) -> None:
    match = made_match(roland)
    seen = match.version
    services.record_game(by=match.created_by, key=match.key, version=seen, report=GameReport("a", 3))
    with pytest.raises(Conflict, match="Someone else just changed this match"):
        services.record_game(by=match.created_by, key=match.key, version=seen, report=GameReport("a", 3))
    assert match.games.count() == 1


@pytest.mark.parametrize(
    ("report", "rule"),
    [
        (GameReport("a", 4), "MATCH-01"),
        (GameReport("a", -1), "MATCH-01"),
        (GameReport("c", 1), "MATCH-01"),
        (GameReport("a", 2, 0, "fourth_dragon"), "MATCH-06"),
        (GameReport("a", 2, 0, "weather"), "MATCH-06"),
        (GameReport("a", 2, 1), "MATCH-02"),
        (GameReport("a", 2, -1), "MATCH-02"),
        (GameReport("a", 0, 0, "penalty"), "MATCH-10"),
    ],
)
def test_an_impossible_game_is_refused_with_the_rule_and_nothing_is_kept(
    roland: User, report: GameReport, rule: str
) -> None:
    match = made_match(roland)
    with pytest.raises(Invalid) as caught:
        services.record_game(by=match.created_by, key=match.key, version=match.version, report=report)
    assert caught.value.rule == rule
    match.refresh_from_db()
    assert match.games.count() == 0 and match.version == 1


def test_too_many_crystal_cards_are_refused(roland: User) -> None:
    match = made_match(roland, sheet=MatchSettings(crystal_cards=True))
    with pytest.raises(Invalid, match="seven"):
        won(match, "a", 0, crystal_cards=99)
    won(match, "a", 3, crystal_cards=3)
    assert queries.load_scored_match(match.key).players[0].crystals == 7


def test_nobody_plays_on_after_the_match_is_won(roland: User) -> None:
    match = won(won(made_match(roland), "a", 3), "a", 0)
    with pytest.raises(Invalid) as caught:
        won(match, "b", 0)
    assert caught.value.rule == "MATCH-03"


def test_a_correction_counts_everything_anew_and_keeps_what_was_said_before(roland: User) -> None:
    match = won(won(made_match(roland), "a", 3), "b", 1)
    match = services.correct_game(
        by=match.created_by, key=match.key, number=1, version=match.version, report=GameReport("b", 2)
    )
    view = queries.load_scored_match(match.key)
    assert [player.crystals for player in view.players] == [0, 5] and view.winner is not None
    (correction,) = presenters.corrections_in_words(match)
    assert "Roland won, dragons: 3" in correction.before and "Elinor won, dragons: 2" in correction.after


def test_a_correction_that_would_end_the_match_too_early_is_refused(roland: User) -> None:
    match = won(won(won(made_match(roland), "a", 2), "a", 0), "b", 1)
    with pytest.raises(Invalid) as caught:
        services.correct_game(
            by=match.created_by, key=match.key, number=1, version=match.version, report=GameReport("a", 3)
        )
    assert caught.value.rule == "MATCH-03"
    assert Game.objects.get(match=match, number=1).dragons == 2


def test_a_correction_that_changes_nothing_leaves_no_trace(roland: User) -> None:
    match = won(made_match(roland), "a", 3)
    services.correct_game(
        by=match.created_by, key=match.key, number=1, version=match.version, report=GameReport("a", 3)
    )
    assert not match.corrections.exists()


def test_there_is_nothing_to_correct_or_take_back_before_the_first_game(roland: User) -> None:
    match = made_match(roland)
    with pytest.raises(Missing):
        services.correct_game(by=match.created_by, key=match.key, number=1, version=1, report=GameReport("a", 3))
    with pytest.raises(Conflict):
        services.undo_last_game(by=match.created_by, key=match.key, version=1)


def test_what_was_agreed_is_fixed_with_the_first_game(roland: User) -> None:
    match = made_match(roland)
    longer = MatchSettings(target=9, penalty=Penalty.WARNING)
    match = services.change_match_settings(by=match.created_by, key=match.key, version=1, sheet=longer)
    assert (match.target, match.penalty) == (9, "warning")
    match = won(match)
    with pytest.raises(Conflict) as caught:
        services.change_match_settings(by=match.created_by, key=match.key, version=match.version, sheet=DEFAULT_SHEET)
    assert caught.value.rule == "MATCH-12"


@pytest.mark.parametrize(
    "names", [("Roland", "roland"), ("Roland", " "), ("", "Elinor"), ("x" * 61, "y"), ("a\x00", "b")]
)
def test_two_different_names_are_needed(roland: User, names: tuple[str, str]) -> None:
    with pytest.raises(Invalid):
        services.create_match(
            by=person(roland), players=(NewMatchPlayer(names[0]), NewMatchPlayer(names[1])), sheet=DEFAULT_SHEET
        )


@pytest.mark.parametrize(
    "sheet",
    [MatchSettings(target=0), MatchSettings(target=100), MatchSettings(edition="third"), MatchSettings(game_cap=0)],
)
def test_a_sheet_nobody_can_play_by_is_refused(roland: User, sheet: MatchSettings) -> None:
    with pytest.raises(Invalid):
        made_match(roland, sheet=sheet)


def test_who_may_record(roland: User, elinor: User, stranger: User, judge: User) -> None:
    match = made_match(roland, elinor)
    assert permissions.may_record(person(roland), match) and permissions.may_record(person(elinor), match)
    assert not permissions.may_record(person(stranger), match) and not permissions.may_record(None, match)
    group = made_group(judge, "Elinor", "Mira")
    of_the_group = group_match(group, "Elinor", "Mira")
    assert permissions.may_record(person(judge), of_the_group)
    with pytest.raises(NotAllowed):
        services.record_game(by=person(stranger), key=match.key, version=1, report=GameReport("a", 1))


def test_a_seat_is_taken_once_and_only_with_the_secret_link(roland: User, elinor: User, stranger: User) -> None:
    match = made_match(roland)
    take: Callable[..., Match] = services.take_match_seat
    with pytest.raises(Missing):
        take(by=person(elinor), key=match.key, join_key="wrong", side="b")
    with pytest.raises(Invalid):
        take(by=person(elinor), key=match.key, join_key=match.join_key, side="c")
    with pytest.raises(Conflict):
        take(by=person(elinor), key=match.key, join_key=match.join_key, side="a")
    assert take(by=person(elinor), key=match.key, join_key=match.join_key, side="b").player_b == person(elinor)
    for late in (stranger, elinor):
        with pytest.raises(Conflict):
            take(by=person(late), key=match.key, join_key=match.join_key, side="b")


def test_who_made_a_match_sees_no_deck_while_they_may_still_sit_down(
    roland: User, elinor: User, facts: Catalogue, db_catalogue: Catalogue
) -> None:
    sides = (NewMatchPlayer("Roland"), NewMatchPlayer("Elinor"))
    match = services.create_match(by=person(roland), players=sides, sheet=DEFAULT_SHEET)
    services.take_match_seat(by=person(elinor), key=match.key, join_key=match.join_key, side="b")
    match.refresh_from_db()
    deck = terrah_deck(elinor, facts, visibility="private")
    choose_deck(by=person(elinor), key=match.key, version=match.version, side="b", deck_key=deck.key)
    view, brought = load_scored_match(match.key), GameDeck.objects.get(match=match)
    assert may_see_chosen_deck(view, person(elinor), brought) and not may_see_chosen_deck(view, person(roland), brought)
    services.take_match_seat(by=person(roland), key=match.key, join_key=match.join_key, side="a")
    assert not may_see_chosen_deck(load_scored_match(match.key), person(roland), brought)


def test_a_change_rings_with_the_new_version(
    roland: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    notified: list[tuple[str, int]] = []
    monkeypatch.setattr("live.pubsub._notify_after_commit", lambda topic, version: notified.append((topic, version)))
    match = made_match(roland)
    with django_capture_on_commit_callbacks(execute=True):
        won(match)
    assert notified == [(f"match.{match.key}", 2), (f"table.{match.key}", 2)]


def test_members_come_go_and_come_back(roland: User) -> None:
    group, owner = made_group(roland, "Elinor"), person(roland)
    with pytest.raises(Conflict, match="already"):
        group_services.add_member(by=owner, key=group.key, name="ELINOR")
    elinor = group.members.get(name="Elinor")
    group_services.remove_member(by=owner, key=group.key, member_pk=elinor.pk)
    with pytest.raises(Missing):
        group_services.remove_member(by=owner, key=group.key, member_pk=elinor.pk)
    assert group_services.add_member(by=owner, key=group.key, name="Elinor").pk == elinor.pk
    assert group_services.add_member(by=owner, key=group.key, name="🐉").name == "🐉"


def test_a_group_is_made_whole_or_not_at_all(roland: User) -> None:
    with pytest.raises(Conflict):
        made_group(roland, "Élan", "elan")
    assert not queries.newest_groups_of(person(roland))


def test_only_the_owner_changes_the_members(roland: User, stranger: User) -> None:
    group = made_group(roland, "Elinor")
    for somebody in (person(stranger), None):
        with pytest.raises(NotAllowed):
            group_services.add_member(by=somebody, key=group.key, name="Mira")


def test_a_group_match_is_between_two_of_its_members(roland: User, stranger: User) -> None:
    group = made_group(roland, "Elinor")
    ids = {member.name: member.pk for member in group.members.all()}

    def start(by: Person, a: int, b: int) -> Match:
        return services.create_group_match(by=by, group_key=group.key, members=(a, b), sheet=DEFAULT_SHEET)

    match = start(person(roland), ids["Roland"], ids["Elinor"])
    assert match.player_a == person(roland) and match.player_b is None
    for by, pair, error in (
        (person(stranger), (ids["Roland"], ids["Elinor"]), NotAllowed),
        (person(roland), (ids["Roland"], ids["Roland"]), Invalid),
        (person(roland), (ids["Roland"], 0), Invalid),
    ):
        with pytest.raises(error):
            start(by, *pair)


EDITS = st.lists(
    st.tuples(
        st.sampled_from(["record", "correct", "undo"]), st.sampled_from("ab"), st.integers(0, 3), st.integers(1, 4)
    ),
    max_size=12,
)


class Edits(TestCase):
    @settings(max_examples=examples(15))
    @given(EDITS)
    def test_after_any_edits_the_totals_are_those_of_a_recount(self, edits: list[tuple[str, str, int, int]]) -> None:
        owner = Person.objects.create(nickname="Roland")
        match = services.create_match(
            by=owner, players=(NewMatchPlayer("Roland"), NewMatchPlayer("Elinor")), sheet=DEFAULT_SHEET
        )
        expected: list[tuple[str, int]] = []
        for kind, winner, dragons, number in edits:
            match.refresh_from_db()
            seen, report = {"by": owner, "key": match.key, "version": match.version}, GameReport(winner, dragons)
            try:
                if kind == "record":
                    services.record_game(**seen, report=report)  # type: ignore[arg-type]
                    expected.append((winner, dragons))
                elif kind == "correct":
                    services.correct_game(**seen, number=number, report=report)  # type: ignore[arg-type]
                    expected[number - 1] = (winner, dragons)
                else:
                    services.undo_last_game(**seen)  # type: ignore[arg-type]
                    expected.pop()
            except DomainError:
                continue
        view = queries.load_scored_match(match.key)
        for player in view.players:
            assert player.crystals == sum(1 + dragons for side, dragons in expected if side == player.side)
        assert score_of_match(view.match, view.match.games.all()).is_possible
        assert (view.match.status == "finished") == (view.winner is not None)
