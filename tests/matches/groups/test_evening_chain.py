"""From the last pick to the rematch: each page leads to the next one, and the drafted decks come along."""

from __future__ import annotations

import re
from dataclasses import replace
from unittest.mock import patch

import pytest
from django.test import Client

from accounts.models import User
from cards.catalogue.queries import catalogue
from common.errors import Conflict, NotAllowed
from decks.core.legality import Status
from decks.deck.queries import judged_decks
from decks.models import Deck, Pool
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft
from drafts.table.services import create_draft, join_draft, start_draft
from matches.core import scoring
from matches.core.scoring import DEFAULT_SHEET
from matches.groups.draft_evening import (
    ensure_draft_group,
    load_evening_page,
    match_between_drafters,
    start_evening_match,
    start_own_evening_match,
)
from matches.groups.services import add_name_to_group, create_group
from matches.models import DecksShown, GameDeck, Group, Match
from matches.play.decks_brought import choose_drafted_decks, may_see_chosen_deck
from matches.play.queries import draft_key_of_evening_match, load_scored_match
from matches.play.rematches import start_rematch
from matches.play.services import NewMatchPlayer, create_group_match, create_match
from tests.drafts.tables import begun, by, guest, person, play_to_the_end, setup_for
from tests.html import Forms, flat
from tests.matches.builders import won


@pytest.fixture
def done(db_catalogue: object, roland: User, elinor: User) -> str:
    key = begun(person(roland), person(elinor))
    play_to_the_end(key, person(roland), person(elinor))
    return key


def evening_of(key: str) -> str:
    return f"/matches/groups/of-draft/{key}/"


def built_deck(client: Client, key: str, user: User) -> Deck:
    """Thirty suggested cards of one's own pool, legal."""
    seat = Draft.objects.get(key=key).seats.get(person=person(user))
    assert seat.pool is not None
    client.post(f"/decks/pools/{seat.pool.key}/deck/", {"fill": "1"})
    return Deck.objects.get(pool=seat.pool)


def pair_in(page: str) -> dict[str, str]:
    fields = {name: page.split(f'name="{name}" value="', 1)[1].split('"', 1)[0] for name in ("a", "b")}
    assert all(value.isdigit() for value in fields.values())
    return fields


def test_from_the_last_pick_to_the_first_point_and_the_rematch(
    done: str, roland_client: Client, elinor_client: Client, roland: User, elinor: User
) -> None:
    deck, other = built_deck(roland_client, done, roland), built_deck(elinor_client, done, elinor)
    assert f'action="{evening_of(done)}"' in roland_client.get(deck.get_absolute_url()).content.decode()
    assert roland_client.get(evening_of(done)).headers["Location"] == f"/drafts/{done}/"
    page = roland_client.post(evening_of(done), follow=True).content.decode()
    assert "You against Elinor" in flat(page)
    assert "Your match against Elinor" in flat(roland_client.get(deck.get_absolute_url()).content)
    begun_match = roland_client.post(f"{evening_of(done)}matches/", pair_in(page))
    match = Match.objects.get()
    assert begun_match.headers["Location"] == f"/matches/{match.key}/" and match.draft
    assert {row.deck for row in match.decks.all()} == {deck, other}
    assert (
        elinor_client.post(f"{evening_of(done)}matches/", pair_in(page)).headers["Location"] == f"/matches/{match.key}/"
    )
    own = flat(elinor_client.get(f"/matches/{match.key}/").content)
    assert match.decks_shown == DecksShown.AFTER_MATCH and deck.name not in own and "A deck has been chosen" in own

    for _ in range(2):
        won(match, "a", 3)
    over = flat(roland_client.get(f"/matches/{match.key}/").content)
    assert "Rematch" in over and evening_of(done) in over
    again = elinor_client.post(f"/matches/{match.key}/rematch/").headers["Location"]
    assert roland_client.post(f"/matches/{match.key}/rematch/").headers["Location"] == again
    rematch = Match.objects.exclude(pk=match.pk).get()
    assert {row.deck for row in rematch.decks.all()} == {deck, other} and rematch.group == Group.objects.get()


def test_the_evening_leads_to_the_rematch_that_ones_opponent_has_started_and_says_why_this_order(
    db_catalogue: object, roland: User, elinor: User, stranger: User, judge: User, roland_client: Client
) -> None:
    people = [person(user) for user in (roland, elinor, stranger, judge)]
    key = begun(*people)
    play_to_the_end(key, *people)
    ensure_draft_group(by=people[0], visitor=by(people[0]), draft_key=key)
    match = start_own_evening_match(by=people[0], draft_key=key)
    assert match is not None and match.player_a is not None and match.player_b is not None
    for _ in range(2):
        won(match, "a", 3)
    assert "Go to your rematch" not in flat(roland_client.get(evening_of(key)).content)
    opponent = match.player_b if match.player_a == people[0] else match.player_a
    again = start_rematch(by=opponent, key=match.key)
    shown = flat(roland_client.get(evening_of(key)).content)
    assert f'href="/matches/{again.key}/">Go to your rematch</a>' in shown
    mine, theirs = ("8", "0") if match.player_a == people[0] else ("0", "8")
    assert f'Your match <span class="num">{mine} : {theirs}</span>' in shown
    assert f'{match.name_a}</bdi><span class="why">most crystals: 8, ' in shown


def test_two_taps_lead_from_the_pool_to_the_first_point(
    done: str, roland_client: Client, elinor_client: Client, roland: User, elinor: User
) -> None:
    page = roland_client.get(f"/drafts/{done}/").content.decode()
    build = re.search(r'id="new-deck" method="post" action="([^"]+)"', page)
    assert build is not None and "Build deck and play" in flat(page)
    answer = roland_client.post(build[1], {"mine": "1"}, follow=True)
    match = Match.objects.get()
    assert answer.redirect_chain == [(evening_of(done), 307), (f"/matches/{match.key}/", 302)]
    deck = Deck.objects.get()
    assert [row.deck for row in match.decks.all()] == [deck] and deck.owner == person(roland)
    seen = flat(elinor_client.get(f"/matches/{match.key}/").content)
    assert deck.name not in seen and "A deck has been chosen" in seen
    # The row of one’s own name, and in it the button with two dragons.
    side = "a" if match.player_a == person(roland) else "b"
    forms = Forms(answer.content.decode()).forms
    action, fields = next((action, fields) for action, fields in forms if fields.get("winner") == [side])
    assert roland_client.post(action, {**fields, "dragons": "2"}).status_code == 302
    player = next(each for each in load_scored_match(match.key).players if each.side == side)
    assert player.crystals == 3


def test_a_deck_that_is_not_ready_is_edited_before_it_is_played(done: str, roland_client: Client, roland: User) -> None:
    pool = Pool.objects.get(owner=person(roland))
    answer = roland_client.post(f"/decks/pools/{pool.key}/deck/", {"mine": "1", "card": pool.codes[:3]})
    assert answer.headers["Location"] == f"/decks/{Deck.objects.get().key}/edit/"
    assert not Match.objects.exists()


def test_seats_reserved_for_next_week_leave_this_evening_its_matches(done: str, roland: User, elinor: User) -> None:
    players = (person(roland), person(elinor))
    first = ensure_draft_group(by=players[0], visitor=by(players[0]), draft_key=done)
    next_week = begun(*players)
    match = start_own_evening_match(by=players[0], draft_key=done)
    assert match is not None
    won(match, "a", 3)
    play_to_the_end(next_week, *players)
    group = ensure_draft_group(by=players[0], visitor=by(players[0]), draft_key=next_week, to_club=True)
    assert group == first
    earlier, later = load_evening_page(done, players[0]), load_evening_page(next_week, players[0])
    assert earlier is not None and later is not None
    assert earlier.match_key == match.key and later.number == 1 and later.own_match is None
    assert [row.crystals_for for row in later.places] == [0, 0]
    assert draft_key_of_evening_match(match) == done


def test_an_evening_ends_when_its_players_have_drafted_together_again(
    done: str, roland: User, elinor: User, roland_client: Client
) -> None:
    players = (person(roland), person(elinor))
    group = ensure_draft_group(by=players[0], visitor=by(players[0]), draft_key=done)
    before = load_evening_page(done, players[0])
    assert before is not None and before.mine is not None and not before.next_draft_key
    members = frozenset((before.mine.pair.a.pk, before.mine.pair.b.pk))
    next_week = begun(*players)
    play_to_the_end(next_week, *players)
    assert group == ensure_draft_group(by=players[0], visitor=by(players[0]), draft_key=next_week, to_club=True)
    match = start_own_evening_match(by=players[0], draft_key=next_week)
    assert match is not None
    won(match, "a", 3)

    over = load_evening_page(done, players[0])
    assert over is not None and over.next_draft_key == next_week
    assert over.mine is None and not over.tables and [row.crystals_for for row in over.places] == [0, 0]
    page = flat(roland_client.get(evening_of(done)).content)
    assert f'href="{evening_of(next_week)}"' in page and "Go to the next evening" in page
    assert "Start your match" not in page and "Same again" not in page
    with pytest.raises(Conflict, match="drafted together again"):
        start_evening_match(by=players[0], draft_key=done, members=members)
    with pytest.raises(Conflict, match="drafted together again"):
        match_between_drafters(by=players[0], visitor=by(players[0]), draft_key=done, seat=1)
    assert start_own_evening_match(by=players[0], draft_key=done) is None
    assert Match.objects.get() == match


def test_a_match_starts_without_decks_and_for_members_alone(
    done: str, roland_client: Client, stranger_client: Client, client: Client, stranger: User
) -> None:
    page = roland_client.post(evening_of(done), follow=True).content.decode()
    for visitor in (stranger_client, client):
        assert visitor.post(f"{evening_of(done)}matches/", pair_in(page)).status_code == 403
        shown = visitor.get(evening_of(done)).content.decode()
        assert f"{evening_of(done)}matches/" not in shown
        assert Group.objects.get().key not in shown
    members = frozenset(map(int, pair_in(page).values()))
    with pytest.raises(NotAllowed):
        start_evening_match(by=person(stranger), draft_key=done, members=members)
    roland_client.post(f"{evening_of(done)}matches/", pair_in(page))
    assert not Match.objects.get().decks.exists()


@pytest.mark.parametrize("data", [{}, {"a": "1"}, {"a": "x", "b": "2"}, {"a": "0", "b": "0"}])
def test_a_pair_that_is_not_in_the_round_leads_back_to_it(
    done: str, roland_client: Client, data: dict[str, str]
) -> None:
    roland_client.post(evening_of(done))
    assert roland_client.post(f"{evening_of(done)}matches/", data).headers["Location"] == evening_of(done)
    assert not Match.objects.exists()


def test_no_evening_is_made_by_starting_a_match(done: str, roland_client: Client) -> None:
    assert roland_client.post(f"{evening_of(done)}matches/", {"a": "1", "b": "2"}).status_code == 404


@pytest.mark.django_db
def test_a_rematch_waits_for_the_end_and_needs_no_group(roland: User, elinor: User, stranger: User) -> None:
    players = (NewMatchPlayer("Roland", person(roland)), NewMatchPlayer("Elinor", person(elinor)))
    match = create_match(by=person(roland), players=players, sheet=DEFAULT_SHEET)
    with pytest.raises(Conflict, match="once this match is over"):
        start_rematch(by=person(roland), key=match.key)
    for _ in range(2):
        won(match, "b", 3)
    with pytest.raises(NotAllowed):
        start_rematch(by=person(stranger), key=match.key)
    again = start_rematch(by=person(elinor), key=match.key)
    assert (again.name_a, again.player_b, again.group) == ("Roland", person(elinor), None)
    assert again == start_rematch(by=person(roland), key=match.key)


def test_no_opponent_and_no_drafter_sees_a_deck_that_came_along(
    db_catalogue: object, roland: User, elinor: User, elinor_client: Client, roland_client: Client
) -> None:
    people = [person(roland), person(elinor), guest("Mira"), guest("Ben")]
    key = begun(*people)
    play_to_the_end(key, *people)
    deck = built_deck(elinor_client, key, elinor)
    roland_client.post(evening_of(key))
    group = Group.objects.get()
    ids = {member.person_id: member.pk for member in group.members.all()}
    # Settings agreed by others, and the owner of the group, who is a later opponent, open nothing.
    create_group_match(
        by=people[0],
        group_key=group.key,
        members=(ids[people[2].pk], ids[people[3].pk]),
        sheet=replace(DEFAULT_SHEET, decks_shown=scoring.DecksShown.ALWAYS),
    )
    page = load_evening_page(key, people[0])
    assert page is not None
    for table in page.tables:
        pair = frozenset((table.pair.a.pk, table.pair.b.pk))
        start_evening_match(by=people[0], draft_key=key, members=pair)
    brought = GameDeck.objects.get()
    match = brought.match
    assert (brought.deck, match.decks_shown) == (deck, DecksShown.AFTER_MATCH)
    view = load_scored_match(match.key)
    assert [each.pk for each in people if may_see_chosen_deck(view, each, brought)] == [people[1].pk]
    for url in (f"/matches/{match.key}/", f"/matches/{match.key}/decks/", f"/api/v1/matches/{match.key}/decks/"):
        text = roland_client.get(url).content.decode()
        assert deck.name not in text and brought.contents[0] not in text, url


def test_whoever_leaves_the_group_holds_no_round_up(done: str, roland_client: Client, elinor_client: Client) -> None:
    page = roland_client.post(evening_of(done), follow=True).content.decode()
    roland_client.post(f"{evening_of(done)}matches/", pair_in(page))
    match = Match.objects.get()
    for _ in range(2):
        won(match, "a", 3)
    elinor_client.post(f"/matches/groups/{Group.objects.get().key}/leave/")
    answer = roland_client.post(f"/matches/{match.key}/rematch/", follow=True)
    assert answer.status_code == 200 and "Both players must be members of the group." in answer.content.decode()
    for visitor in (roland_client, elinor_client):
        shown = flat(visitor.get(evening_of(done)).content)
        assert 'name="a"' not in shown and "<bdi>Elinor</bdi>" in shown
    answer = roland_client.post(f"{evening_of(done)}matches/", pair_in(page))
    assert answer.headers["Location"] == evening_of(done)


def test_one_button_leads_from_the_deck_to_the_match(done: str, roland_client: Client, elinor_client: Client) -> None:
    begun_match = roland_client.post(evening_of(done), {"mine": "1"})
    match = Match.objects.get()
    assert begun_match.headers["Location"] == f"/matches/{match.key}/"
    assert elinor_client.post(evening_of(done), {"mine": "1"}).headers["Location"] == f"/matches/{match.key}/"
    for _ in range(2):
        won(match, "a", 3)
    # The next round starts with a match of its own.
    again = roland_client.post(evening_of(done), {"mine": "1"}).headers["Location"]
    assert again == f"/matches/{Match.objects.exclude(pk=match.pk).get().key}/"


def test_who_sits_out_sees_the_evening(db_catalogue: object, roland: User, elinor: User, roland_client: Client) -> None:
    people = [person(roland), person(elinor), guest("Mira")]
    key = begun(*people)
    play_to_the_end(key, *people)
    roland_client.post(evening_of(key))
    page = load_evening_page(key, people[0])
    assert page is not None
    resting = next(each for each in people if each.display_name == page.sit_out[0])
    assert start_own_evening_match(by=resting, draft_key=key) is None and not Match.objects.exists()
    assert load_evening_page(key, resting).heading == Group.objects.get().name  # type: ignore[union-attr]
    assert Group.objects.get().name == "Roland, Elinor, Mira"


def test_a_deck_built_after_the_start_still_comes_to_the_first_game(
    done: str, roland_client: Client, elinor_client: Client, roland: User, elinor: User
) -> None:
    roland_client.post(evening_of(done), {"mine": "1"})
    match = Match.objects.get()
    assert not match.decks.exists()
    deck = built_deck(elinor_client, done, elinor)
    elinor_client.post(evening_of(done), {"mine": "1"})
    assert [row.deck for row in match.decks.all()] == [deck]
    won(match, "a", 3)
    built_deck(roland_client, done, roland)
    roland_client.post(evening_of(done), {"mine": "1"})
    assert match.decks.count() == 1


@pytest.fixture
def same_pool(db_catalogue: object, roland: User, elinor: User) -> str:
    """A draft in which both have the same pool."""
    setup = replace(setup_for(2), sharing=Sharing.SAME_POOL)
    seated = create_draft(host=person(roland), setup=setup)
    join_draft(seated.key, visitor=by(person(elinor)), person=person(elinor))
    start_draft(seated.key, visitor=by(person(roland)))
    return seated.key


@pytest.mark.parametrize("way", Sharing)
def test_every_way_leads_to_a_legal_deck_and_its_match(
    way: Sharing, db_catalogue: object, roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    """With as many people as the way takes; the seats between are guests on other phones."""
    people = [person(roland), person(elinor), *(guest(f"Guest {number}") for number in range(3, way.max_players + 1))]
    setup = replace(setup_for(len(people)), sharing=way)
    key = create_draft(host=people[0], setup=setup, seating=Draft.Seating.AS_SAT).key
    for other in people[1:]:
        join_draft(key, visitor=by(other), person=other)
    start_draft(key, visitor=by(people[0]))
    play_to_the_end(key, *people)
    pools = Pool.objects.filter(source=f"draft:{key}")
    assert sorted(len(pool.codes) >= 30 for pool in pools) == [True] * len(people)
    decks = [built_deck(roland_client, key, roland), built_deck(elinor_client, key, elinor)]
    assert [one.report.status for one in judged_decks(decks, catalogue())] == [Status.LEGAL] * 2
    rivals = next(seat.number for seat in Draft.objects.get(key=key).seats.all() if seat.person == people[1])
    match = match_between_drafters(by=people[0], visitor=by(people[0]), draft_key=key, seat=rivals)
    assert {row.deck for row in match.decks.all()} == set(decks)


def test_a_deck_handed_in_comes_to_the_match_by_itself_and_stays_hidden(
    same_pool: str, roland_client: Client, elinor_client: Client, elinor: User
) -> None:
    roland_client.post(evening_of(same_pool), {"mine": "1"})
    match = Match.objects.get()
    deck = built_deck(elinor_client, same_pool, elinor)
    assert not match.decks.exists()
    assert elinor_client.post(f"/drafts/{same_pool}/hand-in/").status_code == 302
    assert [row.deck for row in match.decks.all()] == [deck]
    opponent = flat(roland_client.get(f"/matches/{match.key}/decks/").content)
    assert deck.name not in opponent and match.decks.get().contents[0] not in opponent
    won(match, "a", 3)
    assert elinor_client.post(f"/drafts/{same_pool}/hand-in/").status_code == 302
    assert match.decks.count() == 1


def test_the_deck_handed_in_comes_to_the_match_and_not_a_newer_one(
    same_pool: str, roland_client: Client, elinor_client: Client, elinor: User
) -> None:
    deck = built_deck(elinor_client, same_pool, elinor)
    elinor_client.post(f"/drafts/{same_pool}/hand-in/")
    Deck.objects.create(owner=person(elinor), name="Newer", pool=deck.pool)
    roland_client.post(evening_of(same_pool), {"mine": "1"})
    assert [row.deck for row in Match.objects.get().decks.all()] == [deck]


def test_the_deck_handed_in_takes_the_place_of_one_that_came_by_itself(
    same_pool: str, roland_client: Client, elinor_client: Client, roland: User, elinor: User
) -> None:
    final = built_deck(elinor_client, same_pool, elinor)
    half = Deck.objects.create(owner=person(elinor), name="Half", pool=final.pool)
    roland_client.post(evening_of(same_pool), {"mine": "1"})
    match = Match.objects.get()
    assert [row.deck for row in match.decks.all()] == [half]
    built_deck(roland_client, same_pool, roland)
    roland_client.post(f"/drafts/{same_pool}/hand-in/")
    mine = match.decks.get(chosen_by=person(roland))
    elinor_client.post(f"/drafts/{same_pool}/hand-in/")
    assert {row.deck for row in match.decks.all()} == {mine.deck, final}


def test_a_deck_that_another_has_brought_meanwhile_stays(same_pool: str, roland_client: Client, roland: User) -> None:
    roland_client.post(evening_of(same_pool), {"mine": "1"})
    match, draft = Match.objects.get(), Draft.objects.get(key=same_pool)
    deck = built_deck(roland_client, same_pool, roland)
    choose_drafted_decks(match, draft)
    Deck.objects.create(owner=person(roland), name="Newer", pool=deck.pool)
    with patch.object(type(match.decks), "values_list", return_value=[]):  # as both read it before either wrote
        choose_drafted_decks(match, draft)
    assert match.decks.get().deck == deck


def test_the_question_about_the_club_keeps_where_one_was_going(
    done: str, roland: User, elinor: User, roland_client: Client
) -> None:
    club = create_group(by=person(roland), name="Harbour club", me="Roland")
    add_name_to_group(club, "Elinor", person=person(elinor))
    asked = roland_client.post(evening_of(done), {"mine": "1"}).content.decode()
    assert '<input type="hidden" name="mine" value="1">' in asked and not Match.objects.exists()


def test_the_second_evening_of_the_same_people_asks_nothing(
    done: str, roland: User, elinor: User, roland_client: Client
) -> None:
    club = create_group(by=person(roland), name="Thursdays", me="Roland")
    add_name_to_group(club, "Elinor", person=person(elinor))
    earlier = Draft.objects.get(key=begun(person(roland), person(elinor)))
    club.drafts.create(draft=earlier, by=person(roland))
    roland_client.post(evening_of(done), {"mine": "1"})
    assert club.drafts.filter(draft__key=done).exists() and Match.objects.get().group == club
