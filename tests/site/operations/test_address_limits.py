"""No address of the network stands before all others, and none uses the processor for itself."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse

from common import request_work
from tenmoons.serving.address_turns import MOST_OF_ONE, AddressTurns
from tenmoons.serving.one_thread_handler import OneThreadHandler, http
from tenmoons.serving.processor_budget import ProcessorBudget

HANDLER = "tenmoons.serving.one_thread_handler.OneThreadHandler.get_response"
HALL, GREEDY, OTHER = "192.0.2.1", "192.0.2.2", "192.0.2.3"
MINUTE = 60
THIRD = 1 / 3


class Clock:
    """A clock that a test sets."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def _usual_limit(settings: LazySettings) -> None:
    settings.SECONDS_PER_ADDRESS = 20  # the sites that other tests serve have none


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def budget(clock: Clock) -> ProcessorBudget:
    return ProcessorBudget(clock)


async def asked(
    application: OneThreadHandler, path: str, address: str, **headers: str
) -> tuple[int, dict[str, str], str]:
    sent_headers = [(b"host", b"testserver"), *((name.encode(), value.encode()) for name, value in headers.items())]
    scope: dict[str, Any] = {"type": "http", "http_version": "1.1", "query_string": b"", "scheme": "http"}
    scope |= {"method": "GET", "path": path, "headers": sent_headers, "client": (address, 50_000)}
    sent: Any = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
    await sent.send_input({"type": "http.request", "body": b""})
    start, body, more = await sent.receive_output(60), b"", True
    while more:
        part = await sent.receive_output(60)
        body, more = body + part.get("body", b""), part.get("more_body", False)
    await sent.wait(60)
    return start["status"], {name.decode().lower(): value.decode() for name, value in start["headers"]}, body.decode()


async def test_addresses_take_turns_however_much_one_sends() -> None:
    turns, begun = AddressTurns("test", 3), []
    gate = asyncio.Event()

    async def call(address: str) -> None:
        async with turns.turn(address):
            begun.append(address)
            await gate.wait()

    calls = [asyncio.create_task(call(GREEDY)) for _each in range(300)]
    await asyncio.sleep(0)
    assert begun == [GREEDY] * MOST_OF_ONE, "a thread is kept for others"
    calls += [asyncio.create_task(call(address)) for address in (OTHER, HALL, OTHER, HALL)]
    await asyncio.sleep(0)
    assert begun[MOST_OF_ONE:] == [OTHER]
    gate.set()
    await asyncio.gather(*calls)
    assert Counter(begun[:9])[GREEDY] <= 5 and Counter(begun) == {GREEDY: 300, OTHER: 2, HALL: 2}


async def test_who_leaves_the_line_takes_no_thread_away() -> None:
    turns, gate = AddressTurns("test", 1), asyncio.Event()

    async def call() -> str:
        async with turns.turn(OTHER):
            await gate.wait()
            return "done"

    calls = [asyncio.create_task(call()) for _each in range(4)]
    await asyncio.sleep(0)
    for leaving in calls[:3]:
        leaving.cancel()
    gate.set()
    assert await asyncio.wait_for(calls[3], 10) == "done"
    assert await asyncio.wait_for(call(), 10) == "done"


def test_no_address_uses_more_than_a_third_of_a_core_over_any_minute(clock: Clock, budget: ProcessorBudget) -> None:
    used: list[tuple[float, float]] = []
    for _step in range(40 * MINUTE):
        if not budget.wait(GREEDY):
            budget.charge(GREEDY, 0.3)
            used.append((clock.now, 0.3))
        assert budget.wait(OTHER) == 0
        clock.now += 0.3
    for start, _seconds in used:
        assert sum(seconds for at, seconds in used if start <= at < start + MINUTE) <= MINUTE * THIRD + 0.3
    assert sum(seconds for _at, seconds in used) > 0.8 * THIRD * (clock.now - 1_000)


def test_who_is_refused_is_told_how_long_to_wait(clock: Clock, budget: ProcessorBudget) -> None:
    budget.charge(GREEDY, 30)
    wait = budget.wait(GREEDY)
    clock.now += wait - 1
    assert budget.wait(GREEDY) == 1
    clock.now += 1
    assert budget.wait(GREEDY) == 0


def test_addresses_that_have_gone_are_forgotten(clock: Clock, budget: ProcessorBudget) -> None:
    for number in range(1000):
        budget.charge(f"10.0.{number // 250}.{number % 250}", 0.01)
    clock.now += 2 * MINUTE
    budget.charge(OTHER, 0.01)
    assert list(budget._used) == [OTHER]


def _evening(phones: int) -> Iterator[tuple[float, float]]:
    """When the phones of a hall ask, and what it costs, as measured: first pages with scripts, then rounds.

    Picks come by sockets. A result makes every phone that looks at the event ask for it again.
    """
    for phone in range(phones):
        yield phone * 0.5, 4 * 0.05 + 30 * 0.001
    for round_ in range(1, 5):
        at = round_ * 20.0 * MINUTE
        for phone in range(phones):
            yield at + phone * 0.2, 0.05 + 0.03
        for result in range(phones // 2):
            yield at + 10 * MINUTE + result * 12.0, 0.03 + phones * 0.03


def test_a_hall_of_forty_phones_behind_one_address_plays_its_evening(clock: Clock, budget: ProcessorBudget) -> None:
    began = clock.now
    for at, seconds in sorted(_evening(40)):
        clock.now = began + at
        assert budget.wait(HALL) == 0, f"refused after {at} s"
        budget.charge(HALL, seconds)


async def test_forty_phones_are_served_by_a_real_site_at_once() -> None:
    application, paths = http(), ("/nothing/here/", "/static/css/site.css", "/healthz")
    answers = await asyncio.gather(*(asked(application, path, HALL) for _phone in range(40) for path in paths))
    assert Counter(status for status, _headers, _body in answers) == {200: 80, 404: 40}


async def test_what_a_page_costs_is_paid_by_its_address_and_by_no_other(settings: LazySettings) -> None:
    settings.SECONDS_PER_ADDRESS = 1
    worked = Counter[str]()

    def view(self: object, request: HttpRequest) -> HttpResponse:
        worked[request.META["REMOTE_ADDR"]] += 1
        if request.META["REMOTE_ADDR"] == GREEDY:
            until = time.thread_time() + 0.06
            while time.thread_time() < until:
                pass
        return HttpResponse("done")

    with patch(HANDLER, view):
        application = http()
        greedy = await asyncio.gather(*(asked(application, "/cards/", GREEDY) for _each in range(60)))
        assert (await asked(application, "/cards/", OTHER))[0] == 200
    statuses = Counter(status for status, _headers, _body in greedy)
    assert set(statuses) == {200, 429} and 1 < statuses[200] == worked[GREEDY] <= 17 + MOST_OF_ONE


async def test_what_another_process_worked_for_a_request_is_paid_too(settings: LazySettings) -> None:
    settings.SECONDS_PER_ADDRESS = 1

    def view(self: object, request: HttpRequest) -> HttpResponse:
        request_work.add_seconds(2)
        return HttpResponse("a paper")

    with patch(HANDLER, view):
        application = http()
        seen = [(await asked(application, "/decks/12/proxies.pdf", GREEDY))[0] for _each in range(2)]
    assert seen == [200, 429]


@pytest.mark.parametrize(("path", "kind"), [("/cards/", "text/html"), ("/api/v1/cards/", "application/problem+json")])
async def test_the_refusal_is_kind_and_has_the_headers_of_every_answer(
    path: str, kind: str, settings: LazySettings
) -> None:
    application = http()
    application._budget.charge(GREEDY, 1_000)
    status, headers, body = await asked(application, path, GREEDY, **{"accept-language": "de"})
    assert status == 429 and 0 < int(headers["retry-after"]) <= 70
    assert f"Versuch es in {headers['retry-after']} s noch einmal." in body
    assert headers["content-type"].startswith(kind)
    assert {"content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"} <= set(headers)
    assert (await asked(application, path, OTHER))[0] != 429


async def test_probes_stand_behind_nobody() -> None:
    gate = asyncio.Event()
    application, loop = http(), asyncio.get_running_loop()

    def view(self: object, request: HttpRequest) -> HttpResponse:
        if request.path != "/healthz":
            asyncio.run_coroutine_threadsafe(gate.wait(), loop).result(60)
        return HttpResponse("done")

    with patch(HANDLER, view):
        addresses = [f"192.0.2.{number}" for number in range(10, 40)]
        pages = [asyncio.ensure_future(asked(application, "/cards/", address)) for address in addresses]
        await asyncio.sleep(0.05)
        assert (await asked(application, "/healthz", OTHER))[0] == 200
        assert not any(page.done() for page in pages)
        gate.set()
        await asyncio.gather(*pages)
