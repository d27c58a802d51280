"""Other ways of sharing the cards, by pages and by programs: from the set-up to a pool, without scripts."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from cards.core.facts import Catalogue
from decks.models import DeckCard, Pool
from drafts.archive.same_pool import TIME_TO_BUILD
from drafts.core.engine.setup import DECK_SIZE, default_peoples
from drafts.core.engine.sharing import Sharing
from drafts.core.proof.verify import check_proof
from drafts.core.ways.winston import WinstonState, replay_piles
from drafts.models import Draft, Pick, Seat
from drafts.table import clocks, hosting, picks, services, state_cache
from drafts.table.rows import load_draft
from tenmoons.moving.reading import parse_exported_file
from tests.drafts.tables import begun_way, by, person
from tests.html import flat
from tests.site.moving.sites import exported

pytestmark = pytest.mark.django_db

TURN_WAYS = [way for way in Sharing if way.takes_turns]
OTHER_WAYS = [way for way in Sharing if not way.passes_packets]


def answers(**changed: str) -> dict[str, Any]:
    form = {"players": "2", "before": "2", "peoples": ["Vulca", "Hoax", "Mimix"], "step8": "right"}
    return form | {"seating": "as_sat", "grace_seconds": "auto", "nickname": "Roland", "action": "open"} | changed


def chosen_on_page(way: Sharing) -> dict[str, str]:
    """Return the tile, and the checkbox that makes another way of it."""
    forms_of_tiles = {Sharing.SEALED: ("same_pool", "apart"), Sharing.WINSTON: ("winchester", "face_down")}
    tile, *boxes = forms_of_tiles.get(way, (way.value,))
    return {"sharing": tile} | dict.fromkeys(boxes, "on")


def key_of(response: Any) -> str:
    found = re.search(r"/drafts/(\w+)/", response.headers["Location"])
    assert found is not None
    return found[1]


def form_of(page: str) -> dict[str, str]:
    """Return the answer that a reader without scripts sends: the first that the page allows."""
    hidden = dict(re.findall(r'<input type="hidden" name="(round|number|seen)" value="(\d+)"', page))
    card = re.search(
        r'(?:<button[^>]*name="card"\s+value="([^"]+)")|(?:form="take"\s+value="([^"]+)"\s+required\s*>)', page
    )
    assert card is not None
    return hidden | {"card": card[1] or card[2]}


@pytest.mark.parametrize("way", TURN_WAYS)
def test_two_people_draft_to_the_end_by_forms_alone(
    way: Sharing, roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    key = begun_way(way, person(roland), person(elinor))
    clients, turns = (roland_client, elinor_client), 0
    while Draft.objects.get(key=key).status == Draft.Status.DRAFTING:
        if turns % 9 == 0:
            state_cache.drop_cached_draft(key)
        state = load_draft(key).state
        assert state is not None
        seat = state.awaited_seats[0]
        page = clients[seat].get(f"/drafts/{key}/").content.decode()
        assert "It’s your turn" in flat(page)
        if turns < 3:
            assert "It’s your turn" not in flat(clients[1 - seat].get(f"/drafts/{key}/").content)
        assert clients[seat].post(f"/drafts/{key}/pick/", form_of(page)).status_code == 302
        turns += 1
    assert turns == Pick.objects.filter(draft__key=key).count()
    pools = Pool.objects.filter(source=f"draft:{key}")
    assert [len(pool.codes) >= DECK_SIZE for pool in pools] == [True, True]
    over = flat(roland_client.get(f"/drafts/{key}/").content)
    assert "The draft is over" in over
    assert "Turn by turn" in over
    for path in ("log/", "log.txt", "log.json", "pool.csv", "coach/", "screen/", "recap.png"):
        assert roland_client.get(f"/drafts/{key}/{path}").status_code == 200, path


@pytest.mark.parametrize("way", OTHER_WAYS)
def test_every_way_is_set_up_on_the_page_and_shown_in_the_lobby(way: Sharing, client: Client) -> None:
    tile, *ticked = chosen = chosen_on_page(way)
    figures = client.post("/drafts/new/figures/", answers(action="figures", **chosen))
    assert "A convention, not a rule of the booklet" in flat(figures.content)
    key = key_of(client.post("/drafts/new/", answers(**chosen)))
    assert Draft.objects.get(key=key).sharing == way
    lobby = flat(client.get(f"/drafts/{key}/").content)
    assert way.label in lobby
    assert "rounds of" not in lobby
    assert client.get(f"/drafts/{key}/screen/").status_code == 200
    again = client.get(f"/drafts/new/?again={key}").content.decode()
    assert re.search(rf'value="{chosen[tile]}"\s+checked', again)
    assert all(re.search(rf'name="{box}"[^>]*checked', again) for box in ticked)


@pytest.mark.parametrize(
    ("way", "progress"),
    [
        (Sharing.ROTISSERIE, "Card 1 of 39 for everyone"),
        (Sharing.WINCHESTER, "Turn 1 of about 28"),
        (Sharing.WINSTON, "Turn 1 of about 50"),
    ],
)
def test_the_television_page_counts_as_the_table_does(
    way: Sharing, progress: str, roland: User, elinor: User, client: Client
) -> None:
    key = begun_way(way, person(roland), person(elinor))
    for path in ("", "screen/"):
        assert progress in flat(client.get(f"/drafts/{key}/{path}").content)
    assert "Round 1" not in flat(client.get(f"/drafts/{key}/screen/").content)


def test_piles_are_greyed_with_the_reason_and_refused_for_four(client: Client) -> None:
    four = answers(players="4", before="4", sharing="winchester", action="figures")
    four["peoples"] = [people.value for people in default_peoples(4)]
    part = client.post("/drafts/new/figures/", four).content.decode()
    assert re.search(r'value="winchester"\s+disabled', part)
    assert re.search(r'value="packets"\s+checked', part)
    assert "2 or 3 players only" in part
    refused = client.post("/drafts/new/", four | {"action": "open"})
    assert refused.status_code == 400
    assert "This way works with 2 to 3 players, not 4." in flat(refused.content)
    assert "Rule DRAFT-30" in flat(refused.content)


@pytest.mark.parametrize("face_down", ["", "on"])
def test_piles_over_days_are_refused_and_dealt_pools_need_no_clock(face_down: str, client: Client) -> None:
    week = answers(sharing="winchester", pick_seconds="28800", action="figures", face_down=face_down)
    assert "In one sitting only" in client.post("/drafts/new/figures/", week).content.decode()
    refused = client.post("/drafts/new/", week | {"action": "open"})
    assert refused.status_code == 400
    assert "With piles, a draft over days would take weeks." in flat(refused.content)
    key = key_of(client.post("/drafts/new/", answers(sharing="same_pool", pick_seconds="28800", shrinking="on")))
    draft = Draft.objects.get(key=key)
    assert (draft.pick_seconds, draft.shrinking, draft.review_seconds) == (None, False, 0)


def test_a_changed_clock_draws_the_ways_again(client: Client) -> None:
    assert 'hx-select-oob="#sharing"' in client.get("/drafts/new/?over=week").content.decode()
    week = client.post("/drafts/new/figures/", answers(pick_seconds="28800", action="figures")).content.decode()
    assert "In one sitting only" in week
    part = client.post("/drafts/new/figures/", answers(pick_seconds="60", action="figures")).content.decode()
    assert 'id="sharing"' in part
    assert "In one sitting only" not in part


def test_the_summary_says_what_is_wrong_in_the_folded_part(client: Client) -> None:
    part = client.post("/drafts/new/figures/", answers(pick_seconds="60", night="23-7")).content.decode()
    summary = flat(part.partition('id="figures"')[2])
    assert "You can only set quiet hours if the time per pick is an hour or more." in summary
    assert "for me" not in summary


@pytest.mark.parametrize("way", [Sharing.SAME_POOL, *TURN_WAYS])
def test_questions_that_the_page_hides_refuse_nothing(way: Sharing, client: Client) -> None:
    hidden = {"night": "23-7", "zone": "Europe/Nowhere", "review_seconds": "60", "flow": "queued", "shrinking": "on"}
    key = key_of(client.post("/drafts/new/", answers(pick_seconds="60", **hidden, **chosen_on_page(way))))
    draft = Draft.objects.get(key=key)
    assert (draft.quiet_hours, draft.review_seconds, draft.shrinking, draft.flow) == ("", 0, False, "together")


def test_of_open_cards_the_page_asks_only_for_those_that_have_gone(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    key = begun_way(Sharing.ROTISSERIE, person(roland), person(elinor))
    page = elinor_client.get(f"/drafts/{key}/").content.decode()
    assert page.count('class="open-card"') == 99
    taken = form_of(roland_client.get(f"/drafts/{key}/").content.decode())
    answer = roland_client.post(f"/drafts/{key}/pick/", taken, headers={"HX-Request": "true"}).content.decode()
    part = elinor_client.get(f"/drafts/{key}/live/?status=drafting&seen=0").content.decode()
    for one in (answer, part):
        assert one.count('class="open-card gone"') == 1
        assert 'class="open-card"' not in one
        assert f'value="{taken["card"]}"' in one
        assert len(one) < 9000
    assert "It’s your turn" in flat(part)
    assert "open-card" not in elinor_client.get(f"/drafts/{key}/live/?status=drafting&seen=1").content.decode()
    # Another tap on the same card changes nothing, and a card that has gone is refused with a sentence.
    assert roland_client.post(f"/drafts/{key}/pick/", taken).status_code == 302
    late = taken | {"number": "2"}
    answered = elinor_client.post(f"/drafts/{key}/pick/", late, headers={"HX-Request": "true"}).content.decode()
    assert "can’t be taken now" in answered
    assert Pick.objects.count() == 1


def test_cards_still_to_come_are_shown_to_no_one(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, client: Client
) -> None:
    key = begun_way(Sharing.WINCHESTER, person(roland), person(elinor))
    clients = (roland_client, elinor_client)
    for turn in range(8):
        loaded = load_draft(key)
        assert loaded.state is not None
        open_or_taken = {card for pile in loaded.state.public().piles for card in pile}
        open_or_taken |= {card for hand in loaded.state.hands for card in hand}
        ahead = set(loaded.draft.deal.order) - open_or_taken
        for reader in (*clients, client):
            for path in (f"/drafts/{key}/", f"/drafts/{key}/live/?status=drafting", f"/api/v1/drafts/{key}/"):
                body = reader.get(path).content.decode()
                assert not [card for card in ahead if f'"{card}"' in body], path
        body = clients[turn % 2].get(f"/drafts/{key}/").content.decode()
        clients[turn % 2].post(f"/drafts/{key}/pick/", form_of(body))


@pytest.mark.parametrize("way", TURN_WAYS)
def test_another_answer_to_the_same_turn_is_refused_in_words(way: Sharing, roland: User, roland_client: Client) -> None:
    key = begun_way(way, person(roland))
    first = form_of(roland_client.get(f"/drafts/{key}/").content.decode())
    state = load_draft(key).state
    assert state is not None
    other = next(answer for answer in state.choices(0) if answer != first["card"])
    roland_client.post(f"/drafts/{key}/pick/", first)
    refused = roland_client.post(f"/drafts/{key}/pick/", first | {"card": other}, headers={"HX-Request": "true"})
    assert "The others have already seen your choice, so it can’t be changed." in flat(refused.content)
    assert Pick.objects.filter(draft__key=key, seat=0).count() == 1


def test_a_hidden_pile_is_shown_only_to_those_who_have_looked_at_it(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, client: Client, db_catalogue: Catalogue
) -> None:
    """Every page, part and answer of both players and a stranger, searched for the cards each hasn’t looked at."""
    key = begun_way(Sharing.WINSTON, person(roland), person(elinor))
    clients = (roland_client, elinor_client)
    chance = random.Random(4)

    def names(cards: set[str]) -> set[str]:
        return {f'"{card}"' for card in cards} | {f"/{db_catalogue[card].slug}{end}" for card in cards for end in "/."}

    def search(pages: Sequence[str]) -> None:
        state = load_draft(key).state
        assert isinstance(state, WinstonState)
        for seat, reader in ((0, roland_client), (1, elinor_client), (None, client)):
            seen: set[int] = set()
            if seat is not None:
                seen.update(replay_piles(2, len(state.deal), state.answers, seat)[1])
            secret = names({card for at, card in enumerate(state.deal) if at not in seen})
            for page in pages:
                body = reader.get(page.format(key=key)).content.decode()
                assert not [name for name in secret if name in body], (page, seat, state.count)
            if pages is at_the_table and seat is not None and state.awaits(seat):
                body = reader.get(f"/drafts/{key}/").content.decode()
                assert all(
                    f"/{db_catalogue[card].slug}/" in body for card in state.view(seat).piles[state.pick_number - 1]
                )

    at_the_table = ("/drafts/{key}/", "/drafts/{key}/live/?status=drafting", "/api/v1/drafts/{key}/")
    for _answer in range(12):
        search(at_the_table)
        state = load_draft(key).state
        assert state is not None
        seat = state.awaited_seats[0]
        answer = {"round": state.round, "number": state.pick_number, "card": chance.choice(state.choices(seat))}
        assert clients[seat].post(f"/drafts/{key}/pick/", answer).status_code == 302
    search(at_the_table)
    services.abort_draft(key, visitor=by(person(roland)))
    afterwards = [
        f"/drafts/{{key}}/{page}" for page in ("", "log/", "log/?seat=0", "log/?seat=1", "log.txt", "log.json")
    ]
    afterwards += [f"/drafts/{{key}}/{page}" for page in ("proof.json", "verify/", "pool.csv", "coach/", "screen/")]
    afterwards += [f"/api/v1/drafts/{{key}}/{page}/" for page in ("log", "pool", "proof", "coach")]
    search([*afterwards, "/api/v1/drafts/{key}/log.txt"])


def test_the_log_of_hidden_piles_names_the_cards_of_others_when_picks_are_revealed(
    roland: User, elinor: User, elinor_client: Client
) -> None:
    key = begun_way(Sharing.WINSTON, person(roland), person(elinor))
    while Draft.objects.get(key=key).status == Draft.Status.DRAFTING:
        state = load_draft(key).state
        assert state is not None
        seat = state.awaited_seats[0]
        who = by(person((roland, elinor)[seat]))
        picks.pick_card(
            key,
            visitor=who,
            round_number=state.round,
            number=state.pick_number,
            card=state.choices(seat)[state.round % 2 - 1],
        )
    state = load_draft(key).state
    assert state is not None
    own = elinor_client.get(f"/drafts/{key}/log.json").json()["takes"]
    assert {take["player"] for take in own if take["cards"]} == {"Elinor"}
    assert "left pile 1" in elinor_client.get(f"/drafts/{key}/log.txt").content.decode()
    assert "from pile 1" in flat(elinor_client.get(f"/drafts/{key}/log/").content)
    paper = elinor_client.get(f"/drafts/{key}/proof.json").json()
    assert check_proof(paper).is_valid
    known = elinor_client.get(f"/drafts/{key}/verify/").context["known"]
    assert json.loads(known)["answers"] == paper["answers"]
    hosting.open_draft_log(key, visitor=by(person(roland)))
    everyone = elinor_client.get(f"/drafts/{key}/log.json").json()["takes"]
    assert {card for take in everyone for card in take["cards"]} == set(state.deal)


def test_a_pool_each_is_shown_to_its_player_only(
    roland: User, elinor: User, roland_client: Client, client: Client, db_catalogue: Catalogue
) -> None:
    key = begun_way(Sharing.SEALED, person(roland), person(elinor), players=3)
    state = load_draft(key).state
    assert state is not None
    secret = set(state.deal) - set(state.hands[0])
    names = {f'"{card}"' for card in secret} | {f"/{db_catalogue[card].slug}/" for card in secret}
    pages = ("", "live/?status=done", "log/", "log.txt", "log.json", "pool.csv", "coach/", "screen/", "verify/")
    for reader in (roland_client, client):
        for path in (
            *(f"/drafts/{key}/{page}" for page in pages),
            *(f"/api/v1/drafts/{key}/{at}" for at in ("", "coach/")),
        ):
            body = reader.get(path).content.decode()
            assert not [name for name in names if name in body], path
    mine = db_catalogue[state.hands[0][0]].slug
    assert f"/{mine}/" in roland_client.get(f"/drafts/{key}/").content.decode()
    shared = roland_client.post(f"/drafts/{key}/share/")
    assert shared.status_code == 302
    body = client.get(f"/drafts/{key}/").content.decode()
    link = re.search(r"/drafts/shared/\w+/", body)
    assert link is not None
    assert not [name for name in names if name in client.get(link[0]).content.decode()]


def test_a_program_drafts_through_the_api_with_the_answers_of_its_packet(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    setup = {"players": 2, "peoples": ["Vulca", "Hoax", "Mimix"], "sharing": "winchester", "seating": "as_sat"}
    made = roland_client.post("/api/v1/drafts/", json.dumps(setup), content_type="application/json")
    assert made.status_code == 201, made.content
    key = made.json()["draft"]["key"]
    assert made.json()["draft"]["setup"]["sharing"] == "winchester"
    seen = roland_client.post(f"/api/v1/drafts/{key}/start/", content_type="application/json").json()
    while seen["status"] == "drafting":
        mine = seen["mine"]
        assert mine["packet"]
        assert len(seen["table"]["piles"]) == 4
        pick = {"round": mine["round"], "number": mine["number"], "card": mine["packet"][-1]}
        answer = roland_client.post(f"/api/v1/drafts/{key}/picks/", json.dumps(pick), content_type="application/json")
        assert answer.status_code == 200, answer.content
        seen = answer.json()
    cards = sum(len(take["cards"]) for take in seen["table"]["takes"])
    assert cards == 99
    assert len(roland_client.get(f"/api/v1/drafts/{key}/pool/").json()["cards"]) >= DECK_SIZE
    for path in ("log/", "log.txt", "proof/", "coach/", "pool.csv"):
        assert roland_client.get(f"/api/v1/drafts/{key}/{path}").status_code == 200, path
    hidden = roland_client.post("/api/v1/drafts/", json.dumps(setup | {"face_down": True}), "application/json").json()
    assert Draft.objects.get(key=hidden["draft"]["key"]).sharing == Sharing.WINSTON
    assert hidden["draft"]["setup"].items() >= {"sharing": "winchester", "face_down": True}.items()
    unknown = setup | {"sharing": "grid"}
    refused = roland_client.post("/api/v1/drafts/", json.dumps(unknown), content_type="application/json")
    assert refused.json()["error"]["rule"] == "DRAFT-27"


def test_when_time_runs_out_the_bot_of_the_seat_answers(roland: User, elinor: User) -> None:
    from datetime import timedelta

    key = begun_way(Sharing.WINCHESTER, person(roland), person(elinor), pick_seconds=30)
    draft = Draft.objects.get(key=key)
    assert draft.deadline is not None
    clocks.expire_due_picks(draft.deadline + timedelta(seconds=1))
    assert list(Pick.objects.values_list("seat", "by")) == [(0, Pick.By.CLOCK)]
    after = Draft.objects.get(key=key)
    assert after.deadline is not None
    assert after.deadline > draft.deadline


@pytest.mark.parametrize("way", [way for way in OTHER_WAYS if way.hides_cards])
def test_what_was_dealt_is_proven_afterwards(way: Sharing, roland: User, elinor: User, elinor_client: Client) -> None:
    key = begun_way(way, person(roland), person(elinor))
    if way.takes_turns:
        services.abort_draft(key, visitor=by(person(roland)))
    answer = elinor_client.get(f"/drafts/{key}/proof.json")
    paper = json.loads(answer.content)
    shown = 1 if way.takes_turns else None
    if way is Sharing.WINSTON:
        assert (check_proof(paper, picks=0).is_valid, paper["proofs"]) == (True, [])
        return
    assert check_proof(paper, picks=shown).is_valid
    cards = {proof["card"] for proof in paper["proofs"]}
    state = load_draft(key).state
    assert state is not None
    assert cards == (set(state.hands[1]) or set(state.deal[:4]))
    other = paper | {"seat": 0}
    assert not check_proof(other, picks=shown).is_valid
    moved = json.loads(answer.content)
    moved["packets"][0]["cards"][0] = 98
    assert not check_proof(moved, picks=shown).is_valid
    assert not check_proof(paper, picks=shown, real_cards=True).is_valid


def test_where_all_cards_lie_open_there_is_nothing_to_prove(roland: User, roland_client: Client) -> None:
    key = begun_way(Sharing.ROTISSERIE, person(roland))
    services.abort_draft(key, visitor=by(person(roland)))
    page = flat(roland_client.get(f"/drafts/{key}/").content)
    assert "there’s no shuffle to check" in page
    assert "proof.json" not in page
    assert roland_client.get(f"/drafts/{key}/proof.json").status_code == 409
    check = flat(roland_client.get(f"/drafts/{key}/verify/").content)
    assert "there’s no shuffle to check" in check
    assert "Download my proofs" not in check


def test_the_same_pool_is_compared_when_all_have_handed_in_a_deck_and_shared_only_then(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    key = begun_way(Sharing.SAME_POOL, person(roland), person(elinor), players=3)
    pools = {pool.owner_id: pool for pool in Pool.objects.filter(source=f"draft:{key}")}
    assert {tuple(pool.codes) for pool in pools.values()} == {tuple(pools[person(roland).pk].codes)}
    page = flat(roland_client.get(f"/drafts/{key}/").content)
    assert "Your cards are dealt" in page
    assert "all decks lie here beside each other" in page
    assert "You can share your pool when everyone has built a deck from it." in page
    assert roland_client.post(f"/drafts/{key}/share/").status_code == 409
    for client, fill in ((roland_client, "best"), (elinor_client, "best")):
        assert "Only in this deck" not in flat(client.get(f"/drafts/{key}/").content)
        owner = roland if client is roland_client else elinor
        assert client.post(f"/drafts/{key}/hand-in/").status_code == 409, "nothing built yet"
        made = client.post(f"/decks/pools/{pools[person(owner).pk].key}/deck/", {"fill": fill})
        assert made.status_code == 302, made.content
    assert roland_client.post(f"/drafts/{key}/hand-in/").status_code == 302
    page = flat(roland_client.get(f"/drafts/{key}/").content)
    assert "Waiting for Elinor." in page and "Your deck is handed in" in page
    assert "crystals per game" not in page
    line = DeckCard.objects.filter(deck__pool=pools[person(elinor).pk], code__in=pools[person(elinor).pk].codes).first()
    assert line is not None
    DeckCard.objects.filter(pk=line.pk).update(code="Pillar 03")
    refused = elinor_client.post(f"/drafts/{key}/hand-in/")
    assert refused.status_code == 409, "a card from elsewhere is in this deck"
    assert roland_client.post(f"/drafts/{key}/share/").status_code == 409
    DeckCard.objects.filter(pk=line.pk).update(code=line.code)
    assert elinor_client.post(f"/drafts/{key}/hand-in/").status_code == 302
    both = flat(elinor_client.get(f"/drafts/{key}/").content)
    assert both.count("crystals per game") == 3
    assert "Every card is in another deck, too." in both
    assert roland_client.post(f"/drafts/{key}/share/").status_code == 302
    for path in ("log/", "coach/", "pool.csv", "screen/", "verify/", "recap.png"):
        assert roland_client.get(f"/drafts/{key}/{path}").status_code == 200, path


@pytest.mark.parametrize("way", OTHER_WAYS)
def test_a_draft_of_any_way_can_be_moved_to_another_site_with_its_proof(way: Sharing, roland: User) -> None:
    key = begun_way(way, person(roland))
    while Draft.objects.get(key=key).status == Draft.Status.DRAFTING:
        state = load_draft(key).state
        assert state is not None
        at, number = state.next_pick(0)
        picks.pick_card(key, visitor=by(person(roland)), round_number=at, number=number, card=state.choices(0)[0])
    moved = parse_exported_file(exported("draft", key, person(roland)))
    state = load_draft(key).state
    assert state is not None
    assert sorted(pick["card"] for pick in moved.thing["picks"]) == sorted(state.hands[0])
    assert (moved.thing["proof"] is not None) == way.hides_cards


def test_a_deck_is_final_once_the_host_has_compared_without_the_missing_ones(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, stranger_client: Client
) -> None:
    key = begun_way(Sharing.SAME_POOL, person(roland), person(elinor))
    assert roland_client.post(f"/drafts/{key}/compare/").status_code == 409, "there is no deck to compare"
    pool = Pool.objects.get(source=f"draft:{key}", owner=person(elinor))
    elinor_client.post(f"/decks/pools/{pool.key}/deck/", {"fill": "best"})
    other = elinor_client.post(f"/decks/pools/{pool.key}/deck/", {"fill": "best"}).headers["Location"].split("/")[2]
    for status, deck in ((302, ""), (302, other), (409, "nodeck")):
        assert elinor_client.post(f"/drafts/{key}/hand-in/", {"deck": deck}).status_code == status
    assert elinor_client.post(f"/drafts/{key}/compare/").status_code == 409, "a week isn’t over"
    assert stranger_client.post(f"/drafts/{key}/compare/").status_code == 403
    assert roland_client.post(f"/api/v1/drafts/{key}/compare/").json()["compared"]
    assert elinor_client.post(f"/drafts/{key}/hand-in/").status_code == 409
    page = flat(elinor_client.get(f"/drafts/{key}/").content)
    assert page.count("crystals per game") == 1
    assert "Without a deck: Roland." in page and "The decks are final here." in page
    assert not re.search("Who builds best|Your cards are", flat(stranger_client.get(f"/drafts/{key}/").content))
    Pool.objects.filter(source=f"draft:{key}", owner=person(roland)).delete()
    assert flat(elinor_client.get(f"/drafts/{key}/").content).count("crystals per game") == 1, "no bot for Roland"


def test_any_player_compares_the_decks_after_a_week(roland: User, elinor: User, elinor_client: Client) -> None:
    key = begun_way(Sharing.SAME_POOL, person(roland), person(elinor))
    Seat.objects.filter(draft__key=key, person=person(elinor)).update(deck=["Vulca 01"] * DECK_SIZE)
    Draft.objects.filter(key=key).update(finished=timezone.now() - TIME_TO_BUILD)
    assert elinor_client.post(f"/drafts/{key}/compare/").status_code == 302
    assert Draft.objects.get(key=key).compared is not None
