"""A draft event from the seat to the standings: draft, pool, legal deck, deck of every game, crystals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person, User
from cards.core.facts import Catalogue
from common.errors import Conflict, Invalid
from decks.core.building import complete_from_pool
from decks.core.legality import DeckList, Edition, Entry, Format
from decks.deck.services import DeckContents, create_deck, delete_pool
from decks.models import Deck, Pool
from drafts.models import Draft
from drafts.table import services as drafts
from matches.core.scoring import DEFAULT_SHEET, DeckChanges
from matches.core.tournament import EventRules
from matches.events import pod_services, round_services
from matches.events import services as events_services
from matches.events.decks import services as events_deck_services
from matches.events.entry import services as entry_services
from matches.events.queries import load_event
from matches.models import Event, GameDeck, Match, Registration
from matches.play import decks_brought as play_deck_services
from matches.play.decks_brought import may_see_chosen_deck
from matches.play.queries import load_scored_match
from tests.drafts.tables import by, play_to_the_end
from tests.matches.builders import person, won
from tests.matches.events.builders import paired
from tests.matches.events.test_api import Script

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(roland: User, elinor: User, stranger: User, judge: User) -> Event:
    owner = person(roland)
    settings = EventRules(name="Draft night", format="draft", decks_required=True, sheet=DRAFTED)
    made = events_services.create_event(by=owner, rules=settings)
    for user in (roland, elinor, stranger, judge):
        entry_services.register_player(by=person(user), key=made.key, name=user.username)
    return made


DRAFTED = replace(DEFAULT_SHEET, draft=True, deck_changes=DeckChanges.UNUSED_PICKS)


def drafted(event: Event) -> None:
    """Seat everybody at tables of two and finish the drafts."""
    for pod in pod_services.seat_players_in_pods(by=event.owner, key=event.key, most=2):
        people = [row.person for row in Registration.objects.filter(pod=pod).select_related("person")]
        host = pod.draft.host
        drafts.start_draft(pod.draft.key, visitor=by(host))
        play_to_the_end(pod.draft.key, *[player for player in people if player is not None])


def built(owner: Person, pool: Pool, cards: Catalogue, *, keep: tuple[str, ...] = ()) -> Deck:
    """Return a deck of thirty cards of the pool, as the builder suggests it."""
    codes = complete_from_pool(pool.codes, cards, keep=keep)
    deck = DeckList(
        tuple(Entry(code, 1) for code in codes),
        name="You",
        format=Format.DRAFT,
        edition=Edition.LEGENDS,
        pool=tuple(pool.codes),
    )
    return create_deck(owner=owner, contents=DeckContents(deck=deck, pool=pool))


def hand_in_own_decks(event: Event, cards: Catalogue) -> None:
    for player in load_event(event.key).players:
        assert player.person is not None and player.pod is not None
        pool = Pool.objects.get(owner=player.person, source=f"draft:{player.pod.draft.key}")
        deck = built(player.person, pool, cards)
        row = events_deck_services.submit_deck(by=player.person, key=event.key, number=player.number, deck_key=deck.key)
        assert (row.deck_verdict, row.deck_faults) == ("legal", [])


def refuse_cards_of_others(event: Event, bought: Deck) -> None:
    """A deck that was not drafted here, and one of somebody else's pool, though that was picked at the same table."""
    mine = event.registrations.get(person=event.owner)
    neighbour = event.registrations.filter(pod=mine.pod).exclude(pk=mine.pk).get()
    theirs = Deck.objects.get(owner=neighbour.person)
    Deck.objects.filter(pk=theirs.pk).update(visibility=Deck.Visibility.LINK)
    for deck in (bought, theirs):
        with pytest.raises(Invalid) as caught:
            events_deck_services.submit_deck(by=event.owner, key=event.key, number=mine.number, deck_key=deck.key)
        assert caught.value.rule == "DECK-18"


def win_with_two_decks(owner: Person, match: Match, bought: Deck, cards: Catalogue) -> GameDeck:
    """Win the match; the second game with a deck that has an unused pick in it. Returns the deck of the first game."""
    side = "a" if match.player_a == owner else "b"
    first = GameDeck.objects.get(match=match, side=side)
    won(match, side, 3)
    pool = Pool.objects.get(owner=owner, source__startswith="draft:")
    unused = next(code for code in pool.codes if code not in first.contents and cards[code].playable)
    second = built(owner, pool, cards, keep=(unused,))
    match.refresh_from_db()
    play_deck_services.choose_deck(by=owner, key=match.key, version=match.version, side=side, deck_key=second.key)
    assert unused in GameDeck.objects.get(match=match, side=side, number=2).contents
    match.refresh_from_db()
    with pytest.raises(Invalid) as caught:
        play_deck_services.choose_deck(by=owner, key=match.key, version=match.version, side=side, deck_key=bought.key)
    assert caught.value.rule == "DECK-19"
    match.refresh_from_db()
    won(match, side, 0)
    return first


def delete_pool_and_hand_in_others_cards(event: Event) -> None:
    """Who has deleted their pool is held to what they drafted all the same."""
    pool = Pool.objects.get(owner=event.owner, source__startswith="draft:")
    delete_pool(key=pool.key, person=event.owner)
    listed = "\n".join(["Leader: Vulca 00", *(f"Vulca {number:02}" for number in range(1, 31))])
    number = event.registrations.get(person=event.owner).number
    row = events_deck_services.submit_pasted_deck(by=event.owner, key=event.key, number=number, text=listed)
    assert row.deck_verdict == "illegal" and "DECK-18" in {fault["code"] for fault in row.deck_faults}


def test_from_the_draft_seat_to_the_standings(
    event: Event, elinor: User, db_catalogue: Catalogue, roland_client: Client, elinor_client: Client
) -> None:
    owner = event.owner
    with pytest.raises(Conflict, match="Seat the pods first; the rounds come after the drafts"):
        round_services.pair_next_round(by=owner, key=event.key, number=1)
    drafted(event)
    assert not Draft.objects.exclude(status=Draft.Status.DONE).exists()
    with pytest.raises(Conflict, match=r"Players without a legal deck \(4\): "):
        round_services.pair_next_round(by=owner, key=event.key, number=1)

    hand_in_own_decks(event, db_catalogue)
    foreign = Pool.objects.exclude(owner=owner)[0]
    bought = built(owner, Pool.objects.create(owner=owner, name="Bought", codes=foreign.codes), db_catalogue)
    refuse_cards_of_others(event, bought)

    view = paired(event, 1)
    decks = GameDeck.objects.filter(match__pairing__round__event=event)
    assert decks.count() == 4 and all(deck.report["status"] == "legal" for deck in decks)
    pairing = next(pairing for pairing in view.rounds[0].pairings if pairing.side_of_person(owner))
    match = Match.objects.get(pairing=pairing.row)
    first_deck = win_with_two_decks(owner, match, bought, db_catalogue)

    place = load_event(event.key).standings[0]
    assert (place.player.person_id, place.line.points, place.line.crystals_for) == (owner.pk, 3, 5)
    look = load_scored_match(match.key)
    assert may_see_chosen_deck(look, owner, first_deck) and not may_see_chosen_deck(look, None, first_deck)
    opponent = elinor_client if pairing.a.person_id != person(elinor).pk else roland_client
    assert opponent.get(f"/matches/{match.key}/decks/").status_code == 200
    delete_pool_and_hand_in_others_cards(event)


def test_rounds_wait_for_the_drafts_and_not_for_one_that_was_called_off(event: Event, db_catalogue: Catalogue) -> None:
    pods = pod_services.seat_players_in_pods(by=event.owner, key=event.key, most=2)
    with pytest.raises(Conflict, match="These pods haven’t finished drafting: 1, 2"):
        round_services.pair_next_round(by=event.owner, key=event.key, number=1)
    for pod in pods:
        drafts.abort_draft(pod.draft.key, visitor=by(pod.draft.host))
    with pytest.raises(Conflict, match="have no pool"):
        round_services.pair_next_round(by=event.owner, key=event.key, number=1)


def test_the_same_over_the_api_alone(roland: User, elinor: User, db_catalogue: Catalogue) -> None:
    scripts = [Script(roland), Script(elinor)]
    organiser = scripts[0]
    made = organiser.done("POST", "events/", {"name": "Draft night", "format": "draft", "decks_required": True})
    key = made["event"]["key"]
    numbers = [
        script.done("POST", f"events/{key}/players/", {"name": name})[0]["number"]
        for script, name in zip(scripts, ("Roland", "Elinor"), strict=True)
    ]
    (pod,) = organiser.done("POST", f"events/{key}/pods/", {"most": 2})["pods"]
    host = next(script for script in scripts if script.call("POST", f"drafts/{pod['draft']}/start/")[0] == 200)
    assert host in scripts
    draft_to_the_end(scripts, pod["draft"])
    for script, number in zip(scripts, numbers, strict=True):
        pool = script.done("GET", f"drafts/{pod['draft']}/pool/")
        codes = complete_from_pool([card["code"] for card in pool["cards"]], db_catalogue)
        body = {"name": "You", "format": "draft", "pool": pool["pool"]}
        deck = script.done("POST", "decks/", body | {"cards": [{"card": code} for code in codes]})
        event = script.done("PATCH", f"events/{key}/players/{number}/", {"deck": deck["key"]})
        assert next(player for player in event["players"] if player["number"] == number)["deck_verdict"] == "legal"
    event = organiser.done("POST", f"events/{key}/rounds/", {"number": 1})
    (table,) = event["rounds"][0]["pairings"]
    for _game in range(5):
        match = organiser.done("GET", f"matches/{table['match']}/")
        if match["winner"]:
            break
        report = {"version": match["version"], "winner": "a", "dragons": 3, "ended": "out_of_cards"}
        organiser.done("POST", f"matches/{table['match']}/games/", report)
    event = organiser.done("GET", f"events/{key}/")
    assert event["standings"][0]["number"] == table["a"] and event["standings"][0]["crystals_for"] >= 5
    assert "deck_verdict" in event["players"][0]


def draft_to_the_end(scripts: list[Script], key: str) -> None:
    for _step in range(200):
        waiting: list[tuple[Script, Any]] = []
        for script in scripts:
            seen = script.done("GET", f"drafts/{key}/")
            if seen["status"] == "done":
                return
            if seen["mine"] and seen["mine"]["packet"]:
                waiting.append((script, seen))
        for script, seen in waiting:
            body = {"round": seen["table"]["round"], "number": seen["table"]["number"]}
            card = seen["mine"]["packet"][0]
            script.done(
                "POST", f"drafts/{key}/picks/", body | {"card": card["code"] if isinstance(card, dict) else card}
            )
    raise AssertionError("the draft did not end")
