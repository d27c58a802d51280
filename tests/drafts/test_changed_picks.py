"""Changing one's mind while the packet has not passed (DRAFT-19), and the files of drawn cards."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from drafts.core.engine.play import apply_pick, can_exchange, exchange_pick, initial_pass_state, replay_picks
from drafts.core.engine.setup import PassingMode, Setup, default_peoples
from drafts.core.engine.state import AlreadyPicked, DraftPick, NotInPacket
from drafts.models import Pick
from drafts.table import picks, services, state_cache
from drafts.table.picks import PickCommand, write_picks
from drafts.table.rows import load_draft
from tests.drafts.tables import begun, by, guest, person, setup_for, take, view_of


def dealt(flow: PassingMode = PassingMode.TOGETHER) -> tuple[Setup, list[str]]:
    setup = Setup(3, default_peoples(3), flow=flow)
    return setup, [f"card {number}" for number in range(setup.figures.pool)]


@given(st.integers(0, 2), st.integers(0, 3))
def test_an_exchange_is_as_if_the_other_card_had_been_taken_at_once(seat: int, at: int) -> None:
    setup, deal = dealt()
    start = initial_pass_state(setup, deal)
    packet = start.packet(seat)
    first, other = DraftPick(seat, 1, 1, packet[0]), DraftPick(seat, 1, 1, packet[1 + at])
    changed = exchange_pick(apply_pick(start, first), other)
    assert changed.hands == apply_pick(start, other).hands
    assert [set(pile) for pile in changed.piles] == [set(pile) for pile in apply_pick(start, other).piles]
    assert replay_picks(setup, deal, [other]).hands == changed.hands


def test_nothing_is_exchanged_once_the_packet_has_passed_or_passes_at_once() -> None:
    setup, deal = dealt()
    state = initial_pass_state(setup, deal)
    packets = [state.packet(seat) for seat in range(3)]
    for seat in range(3):
        state = apply_pick(state, DraftPick(seat, 1, 1, packets[seat][0]))
    assert not can_exchange(state, 0)
    with pytest.raises(AlreadyPicked):
        exchange_pick(state, DraftPick(0, 1, 1, packets[0][1]))
    state = initial_pass_state(*dealt(PassingMode.QUEUED))
    assert not can_exchange(apply_pick(state, DraftPick(0, 1, 1, state.packet(0)[0])), 0)


def test_a_card_of_another_packet_is_no_exchange() -> None:
    state = initial_pass_state(*dealt())
    other = state.packet(1)[0]
    state = apply_pick(state, DraftPick(0, 1, 1, state.packet(0)[0]))
    with pytest.raises(NotInPacket):
        exchange_pick(state, DraftPick(0, 1, 1, other))


@pytest.mark.django_db
def test_a_player_takes_another_card_and_one_row_stays(roland: User, elinor: User) -> None:
    me, other = person(roland), person(elinor)
    key = begun(me, other)
    packet = view_of(key, me).packet
    taken = take(key, me)
    assert view_of(key, me).left == tuple(card for card in packet if card != taken)

    def choose(card: str, instead: str = "") -> None:
        picks.pick_card(key, visitor=by(me), round_number=1, number=1, card=card, instead=instead)

    for instead in ("", packet[1]):
        with pytest.raises(AlreadyPicked):
            choose(packet[2], instead)
    choose(packet[1], taken)
    assert view_of(key, me).pool == (packet[1],)
    assert list(Pick.objects.filter(seat=0).values_list("card", flat=True)) == [packet[1]]
    take(key, other)
    assert view_of(key, me).left == ()
    with pytest.raises(AlreadyPicked):
        choose(packet[2], packet[1])


@pytest.mark.django_db
def test_a_pick_and_its_exchange_may_be_written_together(roland: User, elinor: User) -> None:
    me = person(roland)
    key = begun(me, person(elinor))
    packet = view_of(key, me).packet
    commands = [PickCommand(key, by(me), 1, 1, packet[0]), PickCommand(key, by(me), 1, 1, packet[1], packet[0])]
    results = write_picks(commands)
    assert not any(isinstance(outcome, Exception) for outcome in results.outcomes)
    assert view_of(key, me).pool == (packet[1],)


@pytest.mark.django_db
def test_another_process_learns_of_an_exchange(roland: User, elinor: User) -> None:
    me = person(roland)
    key = begun(me, person(elinor))
    packet = view_of(key, me).packet
    taken = take(key, me)
    stale = load_draft(key)
    try:
        picks.pick_card(key, visitor=by(me), round_number=1, number=1, card=packet[1], instead=taken)
        state_cache.drop_cached_draft(key)
        state_cache.cache_draft(stale)
        state = load_draft(key).state
        assert state is not None
        assert state.hands[0] == (packet[1],)
    finally:
        state_cache.drop_cached_draft(key)


@pytest.mark.django_db
def test_programs_exchange_over_the_api(roland: User, elinor: User) -> None:
    key = begun(person(roland), person(elinor))
    client = Client()
    client.force_login(roland)
    address = f"/api/v1/drafts/{key}/picks/"
    first = client.get(f"/api/v1/drafts/{key}/").json()["mine"]["packet"][0]
    body = {"round": 1, "number": 1, "card": first}
    left = client.post(address, body, "application/json").json()["mine"]["left"]
    changed = client.post(address, body | {"card": left[0], "instead": first}, "application/json")
    assert changed.json()["mine"]["pool"] == [left[0]]


@pytest.mark.django_db
def test_drawn_cards_have_an_address_that_names_their_content(roland: User, elinor: User) -> None:
    key = begun(person(roland), person(elinor))
    client = Client()
    client.force_login(roland)
    page = client.get(f"/drafts/{key}/").content.decode()
    data = json.loads(page.split('id="table-data" type="application/json">')[1].split("</script>")[0])
    address: str = data["tiles"][0]
    answer = client.get(address)
    assert "immutable" in answer["Cache-Control"]
    assert all("tile" in card for card in answer.json().values())
    assert "cards/pictures" not in answer.content.decode()  # a picture by itself would tell the server which card it is
    pictures = client.get(data["pictures"][0])
    assert "immutable" in pictures["Cache-Control"]
    assert [*pictures.json()] == [*answer.json()] and all(svg.startswith("<svg") for svg in pictures.json().values())
    *start, _digest, people = address.split("/")
    assert client.get("/".join([*start, "000000000000", people]))["Cache-Control"] == "no-cache"
    assert client.get(address.replace("/en/", "/xx/")).status_code == 404


@pytest.mark.django_db
def test_who_comes_back_by_the_kept_link_is_the_guest_and_owns_the_pool() -> None:
    first = Client()
    made = services.create_draft(host=guest("Roland"), setup=setup_for(2))
    joined = first.post(f"/drafts/{made.key}/join/", {"nickname": "Elinor"})
    token = joined.cookies["seat"].value
    back = Client()
    back.post(f"/drafts/{made.key}/seat/{token}/")
    assert back.session["person"] == first.session["person"]
    known = Client()
    other = services.create_draft(host=guest("Judith"), setup=setup_for(2))
    known.post(f"/drafts/{other.key}/join/", {"nickname": "Stefan"})
    before = known.session["person"]
    known.post(f"/drafts/{made.key}/seat/{token}/")
    assert known.session["person"] == before
