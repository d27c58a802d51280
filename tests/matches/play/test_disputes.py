"""Confirmed and disputed games, penalties, and the decks brought to a match."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.models import Person, User
from cards.core.facts import Catalogue
from common.errors import Conflict, DomainError, Invalid, Missing, NotAllowed
from decks.models import Deck, DeckCard
from matches.core.scoring import DeckChanges as Changes
from matches.core.scoring import DecksShown, MatchSettings, Penalty
from matches.models import Game, Match
from matches.play import decks_brought, disputes, permissions, queries
from matches.play.services import GameReport, NewMatchPlayer, create_match, take_match_seat
from tests.html import flat
from tests.matches.builders import group_match, made_group, made_match, person, won

pytestmark = pytest.mark.django_db


def version(match: Match) -> int:
    match.refresh_from_db()
    return match.version


def crystals(match: Match) -> list[int]:
    return [player.crystals for player in queries.load_scored_match(match.key).players]


def act(name: str, match: Match, by: User | None, **more: Any) -> Match:
    who = person(by) if by else None
    service = getattr(disputes, name)
    changed: Match = service(by=who, key=match.key, version=version(match), **more)
    return changed


def test_the_opponent_confirms_and_nobody_else(roland: User, elinor: User, stranger: User) -> None:
    match = won(made_match(roland, elinor), "a", 2)
    assert match.games.get().status == Game.Status.REPORTED
    for who in (roland, stranger, None):
        with pytest.raises(NotAllowed):
            act("confirm_game", match, who, number=1)
    act("confirm_game", match, elinor, number=1)
    assert match.games.get().status == Game.Status.CONFIRMED
    with pytest.raises(Conflict):
        act("confirm_game", match, elinor, number=1)
    with pytest.raises(Missing):
        act("confirm_game", match, elinor, number=2)


def test_a_disputed_game_gives_nothing_and_stops_the_match_until_it_is_settled(roland: User, elinor: User) -> None:
    match = won(made_match(roland, elinor), "a", 2)
    act("dispute_game", match, elinor, number=1, report=GameReport("b", 0), note="I won")
    assert crystals(match) == [0, 0]
    with pytest.raises(Conflict):
        won(match, "a", 1)
    for who in (elinor, roland):
        with pytest.raises(NotAllowed):
            act("settle_game", match, who, number=1, report=GameReport("b", 0))
    act("confirm_game", match, roland, number=1)
    assert crystals(match) == [0, 1] and match.games.get().status == Game.Status.CONFIRMED
    kinds = [row.kind for row in match.corrections.all()]
    assert kinds == ["confirmed", "disputed"]


def test_who_made_a_match_and_sits_in_it_from_another_window_sees_and_settles_nothing(
    roland: User, elinor: User, db_catalogue: Catalogue
) -> None:
    maker, window = person(roland), Person.objects.create(nickname="Roland again")
    match = create_match(
        by=maker, players=(NewMatchPlayer("Roland"), NewMatchPlayer("Elinor", person(elinor))), sheet=MatchSettings()
    )
    take_match_seat(by=window, key=match.key, join_key=match.join_key, side="a")
    match = Match.objects.get(pk=match.pk)
    assert not permissions.may_settle_dispute(maker, match) and not permissions.may_always_see_decks(maker, match)


def test_each_of_the_two_may_give_in(roland: User, elinor: User) -> None:
    first = won(made_match(roland, elinor), "a", 2)
    act("dispute_game", first, elinor, number=1, report=GameReport("b", 0))
    act("confirm_game", first, roland, number=1)
    assert crystals(first) == [0, 1]
    second = won(made_match(roland, elinor), "a", 2)
    act("dispute_game", second, elinor, number=1)
    with pytest.raises(Conflict):
        act("confirm_game", second, roland, number=1)
    act("confirm_game", second, elinor, number=1)
    assert crystals(second) == [3, 0]


def test_both_report_the_same_game_and_it_counts_once(roland: User, elinor: User) -> None:
    match = made_match(roland, elinor)
    for who in (roland, elinor):
        disputes.report_game(by=person(who), key=match.key, version=1, number=1, report=GameReport("a", 1))
    assert match.games.get().status == Game.Status.CONFIRMED and crystals(match) == [2, 0]


def test_both_claim_the_win_and_the_game_is_disputed(roland: User, elinor: User) -> None:
    match = made_match(roland, elinor)
    disputes.report_game(by=person(roland), key=match.key, version=1, number=1, report=GameReport("a", 1))
    disputes.report_game(by=person(elinor), key=match.key, version=1, number=1, report=GameReport("b", 1))
    game = match.games.get()
    assert game.claim is not None
    assert (game.status, game.claim["winner"]) == ("disputed", "b") and crystals(match) == [0, 0]


def test_a_claim_that_cannot_be_is_refused(roland: User, elinor: User) -> None:
    match = won(made_match(roland, elinor), "a", 2)
    for report in (GameReport("b", 4), GameReport("c", 1), GameReport("a", 2)):
        with pytest.raises(Invalid):
            act("dispute_game", match, elinor, number=1, report=report)
    with pytest.raises(Invalid):
        act("dispute_game", match, elinor, number=1, note="x" * 201)


def test_the_owner_of_the_group_settles(judge: User, roland: User) -> None:
    group = made_group(judge, "Elinor", "Mira")
    match = group_match(group, "Elinor", "Mira", ("a", 1))
    assert match.games.get().status == Game.Status.CONFIRMED
    act("settle_game", match, judge, number=1, report=GameReport("b", 1))
    with pytest.raises(NotAllowed):
        act("settle_game", match, roland, number=1, report=GameReport("a", 1))


def test_mistakes_cost_the_crystals_that_were_agreed(roland: User, elinor: User) -> None:  # MATCH-10
    match = made_match(roland, elinor, MatchSettings(penalty=Penalty.CRYSTALS, penalty_crystals=2))
    act("give_penalty", match, elinor, side="a", note="looked at a card")
    assert crystals(match) == [0, 2]
    pk = match.penalties.get().pk
    act("take_penalty_back", match, elinor, pk=pk)
    assert crystals(match) == [0, 0] and match.penalties.count() == 1
    with pytest.raises(Missing):
        act("take_penalty_back", match, elinor, pk=pk)
    with pytest.raises(Invalid):
        act("give_penalty", match, elinor, side="c")
    with pytest.raises(Invalid):
        act("give_penalty", made_match(roland, elinor), elinor, side="a")


def test_the_pages_of_a_second_opinion(
    roland: User,
    elinor: User,
    stranger: User,
    roland_client: Client,
    elinor_client: Client,
    stranger_client: Client,
) -> None:
    match = won(made_match(roland, elinor), "a", 2)

    def page(name: str, *args: object) -> str:
        return reverse(f"matches:{name}", args=[match.key, *args])

    assert "Confirm" in flat(elinor_client.get(page("detail")).content)
    assert "Confirm" not in flat(roland_client.get(page("detail")).content)
    said = {"version": version(match), "winner": "b", "dragons": "4", "ended": "out_of_cards"}
    assert elinor_client.post(page("dispute", 1), said).status_code == 400
    assert elinor_client.post(page("dispute", 1), {**said, "dragons": "1", "note": "no"}).status_code == 302
    assert "Settle dispute" not in flat(roland_client.get(page("detail")).content)
    assert elinor_client.get(page("settle", 1)).status_code == 403
    Match.objects.filter(pk=match.pk).update(group=made_group(stranger), version=F("version") + 1)
    assert "Settle dispute" in flat(stranger_client.get(page("detail")).content)
    assert 'value="1" checked' in flat(stranger_client.get(page("settle", 1)).content)
    settled = {**said, "version": version(match), "dragons": "1"}
    assert stranger_client.post(page("settle", 1), settled).status_code == 302
    Match.objects.filter(pk=match.pk).update(group=None)
    for name in ("confirm", "dispute", "settle"):
        assert stranger_client.post(page(name, 1), settled).status_code == 403
        assert elinor_client.get(page(name, 9)).status_code in (404, 405)
    assert roland_client.get(page("penalise")).status_code == 405
    assert stranger_client.post(page("penalise"), {"version": version(match), "side": "a"}).status_code == 403


def test_second_opinions_over_the_api(roland: User, elinor: User, elinor_client: Client, client: Client) -> None:
    match = won(made_match(roland, elinor), "a", 2)

    def post(who: Client, name: str, body: dict[str, object], *args: object) -> Any:
        url = reverse(f"matches_api:{name}", args=[match.key, *args])
        return who.post(url, {"version": version(match), **body}, content_type="application/json")

    assert post(client, "confirm", {}, 1).status_code == 401
    disputed = post(elinor_client, "dispute", {"winner": "b", "dragons": 0, "note": "no"}, 1).json()
    assert disputed["games"][0]["status"] == "disputed" and disputed["players"][0]["crystals"] == 0
    assert post(elinor_client, "settle", {"winner": "b", "dragons": 0, "ended": "decline"}, 1).status_code == 403
    assert post(elinor_client, "confirm", {}, 1).json()["games"][0]["status"] == "confirmed"
    assert post(elinor_client, "penalties", {"side": "a"}).status_code == 400
    assert post(elinor_client, "undo", {}).json()["games"] == []
    history = client.get(reverse("matches_api:history", args=[match.key])).json()
    assert [row["kind"] for row in history["results"]] == ["taken_back", "confirmed", "disputed"]
    agreed = elinor_client.patch(
        reverse("matches_api:agreed", args=[match.key]),
        {"version": version(match), "target": 7},
        content_type="application/json",
    )
    assert agreed.json()["sheet"]["target"] == 7


def test_the_power_calculator_as_page_and_api(client: Client, db_catalogue: Catalogue) -> None:
    page = client.get(reverse("matches:power"), {"card": "3", "own": "x2 +2", "theirs": "-1 /2", "element": "fire"})
    assert "Power in fire" in flat(page.content) and ">4<" in flat(page.content)
    assert client.get(reverse("matches:power"), {"card": "3", "own": "twice"}).status_code == 400
    body = {"element": "fire", "cards": [{"fire": "3", "effects": [{"change": "divide", "amount": "2"}]}], "against": 2}
    url = reverse("matches_api:power")
    answer = client.post(url, body, content_type="application/json").json()
    assert (answer["total"], answer["suffices"]) == ("1½", False)
    for bad in ({}, {"element": "water", "cards": []}, {"element": "fire", "cards": [{"bluff": "water"}]}):
        assert client.post(url, bad, content_type="application/json").status_code == 400
    zero = {"element": "fire", "cards": [{"effects": [{"change": "divide", "amount": 0}]}]}
    assert client.post(url, zero, content_type="application/json").json()["error"]["rule"] == "GAME-14"


def made_deck(owner: User, codes: list[str], name: str = "Vulca") -> Deck:
    deck = Deck.objects.create(owner=person(owner), name=name, leader="Vulca 00")
    DeckCard.objects.bulk_create(DeckCard(deck=deck, code=code, position=n) for n, code in enumerate(codes))
    return deck


def bring(match: Match, by: User, deck: Deck, side: str = "a") -> None:
    decks_brought.choose_deck(by=person(by), key=match.key, version=version(match), side=side, deck_key=deck.key)


def test_a_deck_is_brought_frozen_and_judged_by_what_was_agreed(
    roland: User, elinor: User, db_catalogue: Catalogue
) -> None:
    match = made_match(roland, elinor)
    deck = made_deck(roland, ["Vulca 01", "Vulca 02"])
    bring(match, roland, deck)
    deck.delete()
    (brought,) = decks_brought.visible_chosen_decks(queries.load_scored_match(match.key), person(roland))
    assert brought.open and brought.status == "illegal" and "Vulca" in brought.row.text
    (hidden,) = decks_brought.visible_chosen_decks(queries.load_scored_match(match.key), person(elinor))
    assert not hidden.open
    won(won(match, "a", 3), "a", 1)
    (shown,) = decks_brought.visible_chosen_decks(queries.load_scored_match(match.key), person(elinor))
    assert shown.open


def test_only_agreed_changes_are_made_between_games(roland: User, elinor: User, db_catalogue: Catalogue) -> None:
    first, other = made_deck(roland, ["Vulca 01", "Vulca 02"]), made_deck(roland, ["Vulca 01", "Vulca 03"])
    for changes, rule in ((Changes.LOCKED, "MATCH-11"), (Changes.UNUSED_PICKS, "DECK-19"), (Changes.FREE, None)):
        sheet = MatchSettings(target=9, penalty=Penalty.NONE, deck_changes=changes, decks_shown=DecksShown.ALWAYS)
        match = made_match(roland, elinor, sheet)
        bring(match, roland, first)
        won(match, "a", 0)
        bring(match, roland, first)
        if rule:
            with pytest.raises(DomainError) as caught:
                bring(match, roland, other)
            assert caught.value.rule == rule
            continue
        bring(match, roland, other)
        changed = decks_brought.visible_chosen_decks(queries.load_scored_match(match.key), person(elinor))[-1]
        assert (len(changed.out), len(changed.new), changed.open) == (1, 1, True)


def test_nobody_brings_a_deck_for_somebody_else(roland: User, elinor: User, stranger: User) -> None:
    match, mine = made_match(roland, elinor), made_deck(roland, ["Vulca 01"])
    with pytest.raises(NotAllowed):
        bring(match, roland, mine, "b")
    with pytest.raises(NotAllowed):
        bring(match, stranger, mine)
    with pytest.raises(Missing):
        bring(match, elinor, mine, "b")
    with pytest.raises(Invalid):
        bring(match, roland, mine, "c")


def test_the_pages_and_the_api_of_decks(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, client: Client, db_catalogue: Catalogue
) -> None:
    match, deck = made_match(roland, elinor), made_deck(roland, ["Vulca 01"])
    page = reverse("matches:decks", args=[match.key])
    body = {"version": version(match), "side": "a", "deck": deck.key}
    assert client.post(page, body).status_code == 403
    assert roland_client.post(page, {**body, "version": 99}).status_code == 409
    assert roland_client.post(page, body).status_code == 302
    assert "Illegal" in flat(roland_client.get(page).content)
    address = reverse("matches:deck", args=[match.key, "a", 1])
    assert roland_client.get(address).status_code == 200 and elinor_client.get(address).status_code == 403
    assert client.get(reverse("matches:deck", args=[match.key, "b", 1])).status_code == 404
    url = reverse("matches_api:decks", args=[match.key])
    assert elinor_client.get(url).json()["results"][0]["text"] is None
    body["version"] = version(match)
    made = roland_client.post(url, body, content_type="application/json")
    assert made.status_code == 201 and "Vulca" in made.json()[0]["text"]


def test_whoever_made_a_match_sees_no_hidden_deck_before_both_sit_or_after(
    roland: User, elinor: User, stranger: User, db_catalogue: Catalogue
) -> None:
    match = made_match(roland, elinor)
    Match.objects.filter(pk=match.pk).update(player_a=None, created_by=person(roland))
    match.refresh_from_db()
    bring(match, elinor, made_deck(elinor, ["Vulca 01", "Vulca 02"]), side="b")
    (hidden,) = decks_brought.visible_chosen_decks(queries.load_scored_match(match.key), person(roland))
    assert not hidden.open
    Match.objects.filter(pk=match.pk).update(player_a=person(stranger))
    (hidden,) = decks_brought.visible_chosen_decks(queries.load_scored_match(match.key), person(roland))
    assert not hidden.open
