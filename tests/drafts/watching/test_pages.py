"""Watching a draft by its link: what the host chooses, who is let in, and nothing that players don’t know yet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from accounts.models import User
from accounts.personal_data import DeletionOptions
from cards.catalogue.queries import catalogue
from common.errors import Conflict
from drafts import personal_data
from drafts.core.engine.setup import Setup
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft, WatchLink
from drafts.table import hosting, services
from drafts.table.rows import load_draft
from drafts.watching.services import set_watching
from tests.drafts.tables import begun, by, guest, person, play_to_the_end, seen_by, setup_for, take
from tests.html import flat

pytestmark = pytest.mark.django_db
ROUND, ONCE, AFTER, NEVER = (Draft.Watching(name) for name in ("round", "once", "after", "never"))


def watched_by(key: str, watching: Draft.Watching) -> str:
    """Let onlookers watch a draft that has begun; return the key of their link."""
    Draft.objects.filter(key=key).update(watching=watching)
    draft = Draft.objects.get(key=key)
    return WatchLink.objects.get_or_create(draft=draft, defaults={"key": draft.watch_key})[0].key


def answers(client: Client, link: str) -> list[str]:
    """Return all that an onlooker gets by the link: pages with their tags, and the API’s answer."""
    addresses = [f"/drafts/watch/{link}/?me=0123abcd", f"/drafts/watch/{link}/?me=0123abcd&round=9"]
    pages = [client.get(address) for address in (*addresses, f"/api/v1/drafts/watch/{link}/")]
    assert [page.status_code for page in pages] == [200] * 3
    # The frame of a page has nonces of its own each time, and the answer a number.
    bodies = [page.content.decode().partition('id="screen"') for page in pages]
    shown = [after.partition("</main>")[0] or before for before, _mark, after in bodies]
    headers = [[page.headers.get(name) for name in ("ETag", "X-Version", "Last-Modified")] for page in pages]
    return [f"{body} {head}" for body, head in zip(shown, headers, strict=True)]


def cards_in(answer: str) -> set[str]:
    """Return the cards that are named, alone or in a list, or whose code appears."""
    texts = {text.strip() for part in re.findall(r">([^<>]+)<", answer) for text in unescape(part).split(", ")}
    return {card.code for card in catalogue() if card.label in texts or f'"{card.code}"' in answer}


def test_within_a_round_nothing_changes_and_afterwards_its_picks_are_shown(
    roland: User, elinor: User, client: Client
) -> None:
    players = person(roland), person(elinor)
    key = begun(*players)
    link = watched_by(key, ROUND)
    notices: list[Any] = []
    with patch("drafts.table.transactions.notify", lambda *notice: notices.append(notice)):
        before = answers(client, link)
        assert not any(map(cards_in, before))
        for number in range(1, 9):
            for player in players:
                take(key, player)
                state = load_draft(key).state
                assert state is not None
                kept = {card for hand in state.hands for card in hand[: 4 * (number // 4)]} if number % 4 == 0 else None
                now = answers(client, link)
                if kept is None or player is players[0]:  # in the middle of a round
                    assert now == before
                else:
                    assert [cards_in(answer) for answer in now] == [kept] * 3
                    before = now
    topic = Draft.objects.get(key=key).watch_topic
    assert [version for name, version in notices if name == topic] == [2, 3]
    assert key not in " ".join(before)


def test_after_the_draft_means_only_then(roland: User, elinor: User, client: Client) -> None:
    players = person(roland), person(elinor)
    key = begun(*players)
    link = watched_by(key, AFTER)
    for _pick in range(4):
        for player in players:
            take(key, player)
    assert not any(map(cards_in, answers(client, link)))
    assert "all picks here after the draft" in flat(client.get(f"/drafts/watch/{link}/").content)
    play_to_the_end(key, *players)
    state = load_draft(key).state
    assert state is not None
    assert cards_in(answers(client, link)[0]) == {card for hand in state.hands for card in hand}


def test_picks_are_shown_at_once_while_one_person_drafts(roland: User, elinor: User, client: Client) -> None:
    alone, two = begun(person(roland), players=3), begun(person(roland), person(elinor))
    links = watched_by(alone, ONCE), watched_by(two, ONCE)
    taken = take(alone, person(roland)), take(two, person(roland))
    assert taken[0] in cards_in(answers(client, links[0])[2])
    assert not any(map(cards_in, answers(client, links[1])))


def test_players_are_let_in_only_when_they_may_read_all_picks(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, client: Client
) -> None:
    players = person(roland), person(elinor)
    key = begun(*players)
    address = f"/drafts/watch/{watched_by(key, ROUND)}/"
    token = services.create_seat_link(key, visitor=by(players[1])).token
    for status in (403, 403, 200):
        assert [who.get(address).status_code for who in (roland_client, elinor_client, client)] == [status, status, 200]
        assert client.get(f"/api/v1{address}", headers={"X-Seat-Token": token}).status_code == status
        if status == 403 and Draft.objects.get(key=key).status == Draft.Status.DONE:
            hosting.open_draft_log(key, visitor=by(players[0]))
        play_to_the_end(key, *players)


def test_players_may_watch_a_draft_with_all_cards_open(roland: User, roland_client: Client) -> None:
    setup = Setup(2, setup_for(2).peoples, sharing=Sharing.ROTISSERIE)
    key = services.create_draft(host=person(roland), setup=setup, watching="once").key
    services.start_draft(key, visitor=by(person(roland)))
    assert roland_client.get(f"/drafts/watch/{Draft.objects.get(key=key).watch_key}/").status_code == 200


def test_a_cancelled_draft_never_tells_how_many_picks_of_a_round_were_made(
    roland: User, elinor: User, roland_client: Client, client: Client
) -> None:
    versions = []
    for picks in range(3):
        key = begun(person(roland), person(elinor))
        link = watched_by(key, ROUND)
        for player in (person(roland), person(elinor))[:picks]:
            take(key, player)
        roland_client.post(f"/drafts/{key}/abort/")
        seen = client.get(f"/api/v1/drafts/watch/{link}/").json()
        versions.append((seen["status"], seen["version"]))
    assert versions == [("aborted", 2)] * 3


def test_no_one_who_may_have_watched_takes_a_bots_seat(roland: User, stranger_client: Client) -> None:
    key = begun(person(roland), players=3)
    assert "Join" in flat(stranger_client.get(f"/drafts/{key}/").content)
    watched_by(key, ROUND)
    assert seen_by(key, guest("A stranger")).can_join is False
    with pytest.raises(Conflict, match="no one can join"):
        services.join_draft(key, visitor=by(guest("A stranger")), person=guest("A stranger"))


def test_the_host_chooses_what_onlookers_see_and_everyone_can_read_it(
    roland: User, roland_client: Client, elinor_client: Client, client: Client
) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    page, link = f"/drafts/{key}/watching/", Draft.objects.get(key=key).watch_key
    assert elinor_client.get(page).status_code == 403
    assert client.get(f"/drafts/watch/{link}/").status_code == 404
    assert roland_client.post(page, {"watching": "round"}).status_code == 302
    assert f"/drafts/watch/{link}/" in flat(roland_client.get(page).content)
    topic = Draft.objects.get(key=key).watch_topic
    client.get(f"/drafts/watch/{link}/")
    lobby = flat(elinor_client.get(f"/drafts/{key}/").content)
    assert "Onlookers see the picks: after each round. Watching: 1" in lobby
    assert link not in lobby
    roland_client.post(page, {"watching": "round", "do": "renew"})
    assert client.get(f"/drafts/watch/{link}/").status_code == 404
    assert client.get(f"/drafts/watch/{link}/?seen=0")["HX-Refresh"] == "true"
    assert Draft.objects.get(key=key).watch_topic != topic
    assert client.get(f"/drafts/watch/{Draft.objects.get(key=key).watch_key}/").status_code == 200
    assert roland_client.post(page, {"watching": "x"}).status_code == 400


def test_after_the_start_onlookers_can_only_see_less(roland: User, elinor: User, roland_client: Client) -> None:
    key = begun(person(roland), person(elinor))
    assert roland_client.post(f"/drafts/{key}/watching/", {"watching": "round"}).status_code == 409
    watched_by(key, ONCE)
    # While the draft runs, nothing may open the bots’ seats to those who have watched.
    for wanted, status in ((AFTER, 409), (NEVER, 409), (ROUND, 302), (ONCE, 409)):
        assert roland_client.post(f"/drafts/{key}/watching/", {"watching": wanted}).status_code == status
    play_to_the_end(key, person(roland), person(elinor))
    for wanted, status in ((AFTER, 302), (ROUND, 409), (NEVER, 302)):
        assert roland_client.post(f"/drafts/{key}/watching/", {"watching": wanted}).status_code == status


def test_a_draft_without_rounds_cannot_be_watched(roland: User, roland_client: Client) -> None:
    setup = Setup(2, setup_for(2).peoples, sharing=Sharing.SAME_POOL)
    key = services.create_draft(host=person(roland), setup=setup, watching="round").key
    assert Draft.objects.get(key=key).watching == NEVER
    with pytest.raises(Conflict, match="Only drafts with packets"):
        set_watching(key, visitor=by(person(roland)), watching="round")
    assert "Only drafts with packets" in flat(roland_client.get(f"/drafts/{key}/watching/").content)


def test_the_choice_is_part_of_a_new_draft_and_of_the_next_one(roland: User, roland_client: Client) -> None:
    body = {"players": 2, "peoples": ["Vulca", "Hoax", "Mimix"], "watching": "round"}
    made = roland_client.post("/api/v1/drafts/", json.dumps(body), content_type="application/json").json()["draft"]
    assert made["watching"] == "round"
    again = hosting.repeat_draft(made["key"], visitor=by(person(roland)), person=person(roland))
    first, second = Draft.objects.get(key=made["key"]), Draft.objects.get(key=again)
    assert second.watching == ROUND and second.watch_key not in (None, first.watch_key)
    saved = roland_client.put(
        f"/api/v1/drafts/{again}/watching/", {"watching": "after", "new_link": True}, content_type="application/json"
    ).json()
    assert saved["watching"] == "after" and saved["url"].startswith("/drafts/watch/")
    assert str(second.watch_key) not in saved["url"]


def test_the_link_of_a_deleted_host_shows_nothing(roland: User, elinor: User, client: Client) -> None:
    players = person(roland), person(elinor)
    key = begun(*players)
    link = watched_by(key, ROUND)
    play_to_the_end(key, *players)
    assert client.get(f"/drafts/watch/{link}/").status_code == 200
    personal_data.delete_data(players[0], DeletionOptions())
    assert client.get(f"/drafts/watch/{link}/").status_code == 404


def test_a_page_with_nothing_new_costs_no_drawing(
    roland: User, elinor: User, client: Client, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    link = watched_by(begun(person(roland), person(elinor)), ROUND)
    seen = client.get(f"/api/v1/drafts/watch/{link}/").json()
    with django_assert_max_num_queries(5):
        client.get(f"/drafts/watch/{link}/?me=0123abcd")
    page = f"/drafts/watch/{link}/?me=0123abcd&seen="
    tag = f"{seen['version']}-round-1"
    assert client.get(page + tag).status_code == 204
    assert client.get(page + "0").status_code == 200
