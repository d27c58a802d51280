"""A whole draft, and after each step every page and answer of every reader searched for cards it must not hold."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import Mock, patch

import pytest
from django.db import transaction
from django.test import Client
from django.utils.html import escape

from accounts.models import Person, User
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from drafts.core.simulator import simulate_draft
from drafts.models import Draft, PaperTable, Pick
from drafts.paper import services as paper_services
from drafts.table import clocks, state_cache
from drafts.table.rows import load_draft
from tests.drafts.tables import begun, person, play_to_the_end, setup_for, take, view_of
from tests.effort import THOROUGH

pytestmark = pytest.mark.django_db
# After so many turns everybody reads every address; in between, players read what changes with each pick.
STEP = 1 if THOROUGH else 24

ADDRESSES = (
    "/drafts/",
    "/drafts/{key}/",
    "/drafts/{key}/live/?status=drafting",
    "/drafts/new/?again={key}",
    "/mine/",
    "/api/v1/drafts/",
    "/api/v1/drafts/{key}/",
    "/drafts/statistics/?of=tables",
    "/drafts/{key}/watching/",
    "/drafts/{key}/verify/",
    "/drafts/{key}/proof.json",
    *(
        f"/drafts/{{key}}/{page}"
        for page in ("log/", "log/?seat=0", "log/?seat=1&at=1.1", "log.txt", "log.json", "pool.csv")
    ),
    *(f"/api/v1/drafts/{page}/" for page in ("waiting", "statistics", "paper")),
    "/api/v1/drafts/statistics/?of=tables",
    *(
        f"/api/v1/drafts/{{key}}/{page}"
        for page in ("notes/", "plan/", "log/", "log.txt", "pool/", "pool.csv", "proof/")
    ),
    *(f"/api/v1/drafts/{{key}}/log{kind}?seat={seat}" for kind in ("/", ".txt") for seat in (0, 1, 2)),
)
STAFF = (
    "/admin/drafts/draft/",
    "/admin/drafts/draft/{pk}/change/",
    "/admin/drafts/draft/{pk}/delete/",
    "/admin/drafts/draft/{pk}/history/",
    "/admin/decks/pool/",
)


def shows(text: str, names: set[str]) -> bool:
    """Whether one of the names is in the text as a whole word."""
    return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text) is not None for name in names if name in text)


@pytest.fixture
def finder(db_catalogue: Catalogue) -> Callable[[str, set[str]], set[str]]:
    # How each card would appear: its code, or its name unless that is a word of another card's power or of a page.
    words = " ".join(card.summary for card in db_catalogue)
    marks = {
        card.code: {card.code, card.slug}
        | {name for name in (card.label, escape(card.label)) if not shows(words, {name})}
        for card in db_catalogue
    }

    def find(text: str, secret: set[str]) -> set[str]:
        return {code for code in secret if shows(text, marks[code])}

    return find


def packet_of(part: dict[str, Any]) -> dict[str, Any] | list[str]:
    """Return a pick of a log as its cards; the log itself as those of all its picks."""
    if "packet" in part:
        return list(part["packet"])
    return {**part, "picks": [card for packet in part["picks"] for card in packet]}


# Actions that change something, with a body that would work for their owner; another's seat, packet and place.
TRIES: tuple[tuple[str, dict[str, object]], ...] = (
    ("picks/", {"round": 1, "number": 1, "card": "{card}"}),
    ("plan/", {"round": 1, "number": 1, "card": "{card}"}),
    ("notes/", {"text": "mine"}),
    ("ready/", {"ready": True}),
    ("agree/", {"log_rule": "end"}),
    *((f"seats/0/{step}/", dict[str, object](to=1)) for step in ("move", "send-away", "host", "leave")),
    *(
        (f"{step}/", dict[str, object]())
        for step in ("shuffle", "step-in", "link", "start", "pause", "resume", "abort", "take-back")
    ),
    *((f"{step}/", dict[str, object]()) for step in ("open-log", "again")),
)


def bodies(client: Client, addresses: tuple[str, ...], draft: Draft) -> str:
    """Return what this reader gets; of the table under way as its script requests it."""
    as_script = {"Accept": "application/json"}
    asked = [
        (address.format(key=draft.key, pk=draft.pk), as_script if "/live/" in address else {}) for address in addresses
    ]
    return " ".join(client.get(address, headers=headers).content.decode() for address, headers in asked)


def test_no_reader_ever_gets_a_card_he_may_not_see(
    roland: User,
    elinor: User,
    roland_client: Client,
    elinor_client: Client,
    stranger_client: Client,
    judge_client: Client,
    finder: Callable[[str, set[str]], set[str]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    players = {person(roland): roland_client, person(elinor): elinor_client}
    key = begun(*players, players=3)
    draft = Draft.objects.get(key=key)
    notified: list[object] = []
    listen = Mock(side_effect=lambda *said: notified.append(said))
    with patch("drafts.table.transactions.notify", listen), patch("live.group_writer.notify", listen):
        for turn in range(100):
            loaded = load_draft(key)
            if loaded.state is None or loaded.state.is_over:
                break
            every = set(loaded.state.deal)
            for player, client in players.items():
                view = view_of(key, player)
                text = bodies(client, ADDRESSES if turn % STEP == 0 else ADDRESSES[1:3], draft)
                assert not finder(text, every - set(view.packet) - set(view.pool) - set(view.left))
            if turn % STEP == 0:
                outside = bodies(stranger_client, ADDRESSES, draft) + bodies(judge_client, ADDRESSES + STAFF, draft)
                assert not finder(outside, every)
            for player in players:
                if view_of(key, player).packet:
                    take(key, player)
    _check_the_end(key, draft, players, stranger_client, judge_client, finder)
    assert notified
    assert not finder(repr(notified) + caplog.text, set(load_draft(key).draft.deal.order))


def _check_the_end(
    key: str,
    draft: Draft,
    players: dict[Person, Client],
    stranger_client: Client,
    judge_client: Client,
    finder: Callable[[str, set[str]], set[str]],
) -> None:
    """Check that after the end each player has their pool, and nobody anything else."""
    state = load_draft(key).state
    assert state is not None
    assert state.is_over
    every = set(state.deal)
    for player, client in players.items():
        pool = set(view_of(key, player).pool)
        held = set(json.loads(client.get(f"/drafts/{key}/log.json").content, object_hook=packet_of)["picks"])
        assert pool < held < every
        # The page of the draft also names a card that its reader has held and passed on.
        assert not finder(bodies(client, (ADDRESSES[0], *ADDRESSES[2:7]), draft), every - pool)
        assert not finder(bodies(client, ADDRESSES, draft), every - held)
    outside = bodies(stranger_client, ADDRESSES, draft) + bodies(judge_client, ADDRESSES + STAFF, draft)
    assert not finder(outside, every)


def test_the_search_for_leaks_would_find_one(
    roland: User, roland_client: Client, finder: Callable[[str, set[str]], set[str]]
) -> None:
    host = person(roland)
    key = begun(host, players=2)
    packet = set(view_of(key, host).packet)
    page = roland_client.get(f"/drafts/{key}/").content.decode()
    answer = roland_client.get(f"/api/v1/drafts/{key}/").content.decode()
    assert finder(answer, packet) == packet & finder(" ".join(packet), packet)
    assert finder(page, packet)


def test_a_refused_pick_does_not_tell_where_a_card_is(roland: User, elinor: User, roland_client: Client) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    state = load_draft(key).state
    assert state is not None
    answers = set()
    for card in (view_of(key, other).packet[0], state.deal[-1], state.deal[20], "Vulca 99"):
        response = roland_client.post(
            f"/api/v1/drafts/{key}/picks/",
            {"round": 1, "number": 1, "card": card},
            content_type="application/json",
        )
        answers.add((response.status_code, response.content.decode().replace(card, "…")))
    assert len(answers) == 1


def test_the_page_of_a_finished_draft_is_compressed_until_it_has_the_link_of_the_next_one(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    key = begun(person(roland), person(elinor))
    play_to_the_end(key, person(roland), person(elinor))
    asked = {"Accept-Encoding": "gzip"}
    page = elinor_client.get(f"/drafts/{key}/", headers=asked)
    assert page["Content-Encoding"] == "gzip" and len(page.content) < 15_000
    roland_client.post(f"/drafts/{key}/again/")
    page = elinor_client.get(f"/drafts/{key}/", headers=asked)
    assert not page.has_header("Content-Encoding")
    assert f"/drafts/{Draft.objects.get(follows__key=key).key}/" in page.content.decode()


def test_the_secret_of_a_seat_is_given_to_its_own_browser_only_and_in_no_page_that_is_compressed(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, judge_client: Client
) -> None:
    key = begun(person(roland), person(elinor))
    draft = Draft.objects.get(key=key)
    token = re.search(r"/seat/([\w-]+)", roland_client.post(f"/drafts/{key}/link/").content.decode())
    assert token is not None
    assert token[1] in roland_client.get(f"/drafts/{key}/link/").content.decode()
    asked = {"Accept-Encoding": "gzip"}
    assert not roland_client.get(f"/drafts/{key}/link/", headers=asked).has_header("Content-Encoding")
    assert roland_client.get(f"/drafts/{key}/", headers=asked)["Content-Encoding"] == "gzip"
    link, digest = "/drafts/{key}/link/", load_draft(key).seats[0].token_digest
    other_phone = Client()
    other_phone.force_login(roland)
    for text in (
        bodies(roland_client, ADDRESSES, draft),
        bodies(other_phone, (*ADDRESSES, link), draft),
        bodies(elinor_client, (*ADDRESSES, link), draft),
        bodies(judge_client, (*ADDRESSES, *STAFF, link), draft),
    ):
        assert token[1] not in text
        assert digest not in text
    assert digest not in bodies(roland_client, ADDRESSES, draft)


def test_the_staff_may_call_off_and_edit_nothing(roland: User, judge_client: Client) -> None:
    key = begun(person(roland))
    draft = Draft.objects.get(key=key)
    form = {"action": "cancel_drafts", "_selected_action": [draft.pk]}
    judge_client.post("/admin/drafts/draft/", form)
    assert Draft.objects.get(key=key).status == "aborted"
    again = judge_client.post("/admin/drafts/draft/", form, follow=True)
    assert "This draft is already over." in again.content.decode()
    assert judge_client.get("/admin/drafts/draft/add/").status_code == 403
    for model in (Pick, type(draft.deal)):
        assert judge_client.get(f"/admin/drafts/{model._meta.model_name}/").status_code == 404
    assert clocks.decide_due(key) is False
    assert len(catalogue()) > 0


def test_the_staff_sees_no_card_of_a_pool(
    roland: User, judge_client: Client, finder: Callable[[str, set[str]], set[str]]
) -> None:
    from decks.models import Pool

    key = begun(person(roland))
    codes = list(view_of(key, person(roland)).packet)
    pool = Pool.objects.create(owner=person(roland), name="You", codes=codes)
    page = judge_client.get(f"/admin/decks/pool/{pool.pk}/change/").content.decode()
    assert "You" in page
    assert not finder(page, set(codes))


def test_every_step_of_a_stranger_is_refused_alike_and_logged(
    roland: User,
    elinor: User,
    stranger_client: Client,
    finder: Callable[[str, set[str]], set[str]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    key = begun(person(roland), person(elinor))
    state = load_draft(key).state
    assert state is not None
    every = set(state.deal)
    for path, body in TRIES:
        answers = set()
        caplog.clear()
        for card in (view_of(key, person(roland)).packet[0], state.deal[-1], "Vulca 99"):
            said = {name: card if value == "{card}" else value for name, value in body.items()}
            answer = stranger_client.post(f"/api/v1/drafts/{key}/{path}", said, content_type="application/json")
            answers.add((answer.status_code, answer.content))
            assert answer.status_code in (403, 409)
            assert not finder(answer.content.decode().replace(card, ""), every)
        assert len(answers) == 1
        logged = [
            record for record in caplog.records if record.name == "django.request" and record.levelname == "WARNING"
        ]
        assert len(logged) == 3
        assert not finder(caplog.text, every)
    assert load_draft(key).state == state


def test_what_a_neighbour_took_changes_no_byte_of_what_others_get(
    roland: User, elinor: User, elinor_client: Client, stranger_client: Client, judge_client: Client
) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other, players=3)
    draft = Draft.objects.get(key=key)
    for client in (elinor_client, stranger_client, judge_client):
        client.get(f"/drafts/{key}/")
    addresses = ("/api/v1/drafts/{key}/", "/drafts/{key}/live/?status=drafting", "/api/v1/drafts/")
    packet = view_of(key, host).packet
    seen: dict[int, set[str]] = {}
    for at in range(len(packet)):
        with rolled_back():
            take(key, host, at)
            for number, client in enumerate((elinor_client, stranger_client, judge_client)):
                text = bodies(client, addresses, draft)
                seen.setdefault(number, set()).add(
                    re.sub(r'name="csrfmiddlewaretoken" value="\w+"|"now": "[^"]+"', "", text)
                )
    assert [len(texts) for texts in seen.values()] == [1, 1, 1]


@contextmanager
def rolled_back() -> Iterator[None]:
    """Roll back everything done inside, in the database and in this process."""
    point = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(point)
        state_cache.drop_cached_draft(Draft.objects.get().key)


def test_addresses_and_answers_number_nothing_that_tells_when_it_was_made(
    roland: User, elinor: User, elinor_client: Client
) -> None:
    """Keys are random; a sequential number would reveal other tables and times."""
    keys = [begun(person(roland), person(elinor)) for _table in range(2)]
    for key in keys:
        assert re.fullmatch(r"[a-z0-9]{12}", key)
        play_to_the_end(key, person(roland), person(elinor))
    for path in ("", "log/", "pool/", "proof/", "plan/", "notes/"):
        first, second = (elinor_client.get(f"/api/v1/drafts/{key}/{path}").json() for key in keys)
        assert not {"id", "pk"} & names_in(first)
        assert names_in(first) == names_in(second)


def names_in(part: object) -> set[str]:
    if isinstance(part, dict):
        return set(part) | {name for value in part.values() for name in names_in(value)}
    return {name for value in part for name in names_in(value)} if isinstance(part, list) else set()


def test_a_paper_table_tells_no_card_to_those_who_have_not_entered_it(
    roland: User,
    elinor: User,
    roland_client: Client,
    elinor_client: Client,
    client: Client,
    judge_client: Client,
    finder: Callable[[str, set[str]], set[str]],
) -> None:
    table = paper_services.create_paper_draft(
        host=person(roland), setup=setup_for(2), names=("Roland", "Elinor"), shuffled=False
    )
    PaperTable.objects.update(status=PaperTable.Status.ENTERING)
    hands = simulate_draft(setup_for(2), catalogue(), seed="1").state.hands
    paper_services.submit_pool(table.key, number=0, person=person(roland), codes=hands[0], catalogue=catalogue())
    addresses = tuple(
        address.format(key=table.key)
        for address in ("/drafts/paper/{key}/", "/api/v1/drafts/paper/{key}/", "/api/v1/drafts/paper/{key}/pools/0/")
    )
    for visitor in (elinor_client, client, judge_client):
        text = " ".join(visitor.get(address).content.decode() for address in addresses)
        assert not finder(text, set(hands[0]))
    assert finder(roland_client.get(addresses[2]).content.decode(), set(hands[0])) == set(hands[0])
    page = elinor_client.get(f"/drafts/paper/{table.key}/pools/0/").content.decode()
    assert " checked" not in page
