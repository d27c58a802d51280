"""Whole drafts over sockets: every message searched for cards that are not its reader's, late taps, two devices."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from benchmarks.drafts.site import Site
from drafts.core.engine.setup import HouseDeal, LastDealDirection, PassingMode, Setup, default_peoples
from drafts.core.engine.state import DraftPick, packets_of_seat
from tests.drafts.sockets.test_messages import Seat, _closed, new_table, opened, sit

__all__ = ["_closed"]
pytestmark = [pytest.mark.xdist_group("crash"), pytest.mark.filterwarnings("ignore")]

PLAYERS, PACKET, ROUNDS = 3, 4, 2


def rows(site: Site, query: str, key: str) -> list[tuple[Any, ...]]:
    """Return what the site's database says about a table."""
    with closing(sqlite3.connect(site.database)) as database, database:
        return database.execute(query, (key,)).fetchall()


def truth(site: Site, key: str) -> tuple[list[str], list[DraftPick]]:
    """Return the order of all cards and the picks, which no socket may reveal."""
    order = rows(site, 'SELECT "order" FROM drafts_deal JOIN drafts_draft d ON d.id = draft_id WHERE d.key = ?', key)
    picks = rows(
        site,
        "SELECT seat, round, number, card FROM drafts_pick p JOIN drafts_draft d ON d.id = p.draft_id"
        " WHERE d.key = ? ORDER BY p.id",
        key,
    )
    return json.loads(order[0][0]), [DraftPick(*row) for row in picks]


def cards_in(text: str, deal: list[str]) -> set[str]:
    """Return the codes of the cards in a text."""
    return {card for card in deal if card in text and re.search(rf"(?<!\w){re.escape(card)}(?!\w)", text)}


async def plays_to_the_end(seat: Seat) -> None:
    """Pick a card of each packet, and once try one that isn't in it."""
    done: set[tuple[int, int]] = set()
    while (said := await seat.next())["type"] != "view" or said["status"] == "drafting":
        mine = said.get("mine")
        if mine and mine["packet"] and (mine["round"], mine["number"]) not in done:
            done.add((mine["round"], mine["number"]))
            for card in ("Vulca 99", mine["packet"][len(done) % len(mine["packet"])]):
                body = {"round": mine["round"], "number": mine["number"], "card": card}
                await seat.socket.send(json.dumps(body))


@pytest.mark.parametrize("flow", ["together", "queued"])
async def test_no_message_of_a_whole_draft_holds_a_card_its_reader_may_not_see(served: Site, flow: str) -> None:
    table = new_table(served, PLAYERS, flow, PACKET, ROUNDS)
    said_before, heard = len(served.log.read_text()), [list[str]() for _seat in range(PLAYERS + 1)]
    seats = [await sit(served, table["key"], token, heard[at]) for at, token in enumerate(table["tokens"])]
    stranger = Seat(await opened(served, table["key"]), heard[PLAYERS])
    await stranger.socket.send("{}")
    await asyncio.wait_for(asyncio.gather(*map(plays_to_the_end, [*seats, stranger])), 60)
    deal, picks = truth(served, table["key"])
    assert len(picks) == PLAYERS * ROUNDS * (PACKET - 1)
    house = HouseDeal(PACKET, ROUNDS, 0)
    setup = Setup(PLAYERS, default_peoples(PLAYERS), LastDealDirection.RIGHT, PassingMode(flow), house)
    assert not [text for text in heard[PLAYERS] if cards_in(text, deal)]
    assert not cards_in(served.log.read_text()[said_before:], deal)
    numbers = set()
    for texts in heard[:PLAYERS]:
        own = next(said["mine"]["seat"] for text in texts if (said := json.loads(text)).get("mine"))
        numbers.add(own)
        packets = packets_of_seat(setup, deal, picks, own)
        only_what_it_saw(texts, deal, {(pick.round, pick.number): indexes for pick, indexes in packets})
    assert numbers == set(range(PLAYERS))


def only_what_it_saw(texts: list[str], deal: list[str], packets: dict[tuple[int, int], list[int]]) -> None:
    """Check that each message holds only cards of packets the seat has had, and that each packet is exactly right."""
    known: set[str] = set()
    for text in texts:
        mine = json.loads(text).get("mine")
        if mine and mine["packet"]:
            dealt = {deal[at] for at in packets[mine["round"], mine["number"]]}
            assert set(mine["packet"]) == dealt
            known |= dealt
        assert cards_in(text, deal) <= known
        if mine:
            # `left`: the packet just chosen from, as long as the choice may be exchanged (DRAFT-19).
            assert cards_in(text, deal) == set(mine["packet"]) | set(mine["pool"]) | set(mine["left"])


async def test_two_devices_tapping_at_one_seat_are_one_pick_and_show_the_same(served: Site) -> None:
    table = new_table(served, 2, "together", PACKET, 1)
    phone, tablet = [await sit(served, table["key"], table["tokens"][0], []) for _device in range(2)]
    first = await phone.view([1, 1])
    assert await tablet.view([1, 1]) == first
    taps = [(at, card) for card in first["packet"][:2] * 10 for at in (phone, tablet)]
    for number, (device, card) in enumerate(taps):
        await device.socket.send(json.dumps({"round": 1, "number": 1, "card": card, "id": number}))
    answers = [*await answers_of(phone, 20), *await answers_of(tablet, 20)]
    _deal, picks = truth(served, table["key"])
    assert len(picks) == 1
    assert {answer["card"] for answer in answers if answer["ok"]} == {picks[0].card}
    assert len([answer for answer in answers if answer["ok"]]) == 20
    assert {answer["error"]["rule"] for answer in answers if not answer["ok"]} == {"DRAFT-19"}
    for _screen in range(2):
        shown = await (await sit(served, table["key"], table["tokens"][0], [])).next()
        assert (shown["mine"]["pool"], shown["mine"]["packet"]) == ([picks[0].card], [])


async def answers_of(device: Seat, count: int) -> list[dict[str, Any]]:
    picks: list[dict[str, Any]] = []
    while len(picks) < count:
        said = await device.next()
        picks += [said] if said["type"] == "pick" else []
    return picks


async def test_a_pick_after_the_deadline_takes_nothing_more(served: Site) -> None:
    table = new_table(served, 2, "together", PACKET, 1)
    seats = [await sit(served, table["key"], token, []) for token in table["tokens"]]
    first, _other = [await seat.view([1, 1]) for seat in seats]
    rows(served, "UPDATE drafts_draft SET deadline = '2001-01-01 00:00:00' WHERE key = ? RETURNING id", table["key"])
    late = first["packet"][2]
    answer = await seats[0].pick(first, late)
    _deal, picks = truth(served, table["key"])
    kept = [pick.card for pick in picks if pick.seat == first["seat"] and pick.number == 1]
    assert len(kept) == 1
    assert answer["ok"] is (kept[0] == late)
    again = next(card for card in first["packet"] if card != kept[0])
    assert (await seats[0].pick(first, again))["error"]["rule"] == "DRAFT-19"
    socket = await opened(served, table["key"])
    await socket.send(json.dumps({"seat_token": table["tokens"][0]}))
    assert json.loads(await asyncio.wait_for(socket.recv(), 10))["mine"]["pool"] == kept
