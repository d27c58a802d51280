"""No network address is served before all others, and none takes the processor for itself."""

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
from tenmoons.serving.address_accounts import (
    MAX_THREADS_PER_ADDRESS,
    AddressAccount,
    AddressTurns,
    ProcessorTimeRate,
    transport_meter,
)
from tenmoons.serving.one_thread_handler import OneThreadHandler, http_handler

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
def _usual_limit(settings: LazySettings) -> Iterator[None]:
    settings.SECONDS_PER_ADDRESS = 20  # the sites that other tests serve have none
    transport_meter._accounts.clear()
    yield
    transport_meter._accounts.clear()


@pytest.fixture
def clock() -> Iterator[Clock]:
    clock = Clock()
    with patch("tenmoons.serving.address_accounts.time.monotonic", clock):
        yield clock


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
        async with turns.thread_for(transport_meter.account(address)):
            begun.append(address)
            await gate.wait()

    calls = [asyncio.create_task(call(GREEDY)) for _each in range(300)]
    await asyncio.sleep(0)
    assert begun == [GREEDY] * MAX_THREADS_PER_ADDRESS, "a thread is kept for others"
    calls += [asyncio.create_task(call(address)) for address in (OTHER, HALL, OTHER, HALL)]
    await asyncio.sleep(0)
    assert begun[MAX_THREADS_PER_ADDRESS:] == [OTHER]
    gate.set()
    await asyncio.gather(*calls)
    assert Counter(begun[:9])[GREEDY] <= 5 and Counter(begun) == {GREEDY: 300, OTHER: 2, HALL: 2}


async def test_who_leaves_the_line_takes_no_thread_away() -> None:
    turns, gate = AddressTurns("test", 1), asyncio.Event()

    async def call() -> str:
        async with turns.thread_for(transport_meter.account(OTHER)):
            await gate.wait()
            return "done"

    calls = [asyncio.create_task(call()) for _each in range(4)]
    await asyncio.sleep(0)
    for leaving in calls[:3]:
        leaving.cancel()
    gate.set()
    assert await asyncio.wait_for(calls[3], 10) == "done"
    assert await asyncio.wait_for(call(), 10) == "done"


async def test_an_address_that_has_spent_its_seconds_is_passed_over_until_they_are_paid_for() -> None:
    turns, begun = AddressTurns("test", 3), []
    owing, other = transport_meter.account(GREEDY), transport_meter.account(OTHER)
    owing.thread_time = ProcessorTimeRate(share=1, advance=0.1)
    owing.thread_time.spend_seconds(0.3)

    async def call(account: AddressAccount) -> None:
        async with turns.thread_for(account):
            begun.append((account, account.thread_time.seconds_to_wait()))

    await asyncio.wait_for(asyncio.gather(*(call(account) for account in (owing, owing, other, other))), 20)
    assert begun == [(other, 0)] * 2 + [(owing, 0)] * 2


def test_no_address_uses_more_than_a_third_of_a_core_beside_its_advance(clock: Clock) -> None:
    greedy, other = transport_meter.account(GREEDY).thread_time, transport_meter.account(OTHER).thread_time
    used: list[tuple[float, float]] = []
    for _step in range(40 * MINUTE):
        if not greedy.seconds_to_wait():
            greedy.spend_seconds(0.3)
            used.append((clock.now, 0.3))
        assert other.seconds_to_wait() == 0
        clock.now += 0.3
    for start, _seconds in used:
        assert sum(seconds for at, seconds in used if start <= at < start + MINUTE) <= 20 + MINUTE * THIRD + 0.3
    assert sum(seconds for _at, seconds in used) == pytest.approx(20 + THIRD * (clock.now - 1_000), abs=1)


def _evening(phones: int) -> Iterator[tuple[float, float]]:
    """Yield when the phones of a hall send requests, and their cost, as measured: first pages with scripts, then
    rounds.

    Picks come by sockets. A result makes every phone that shows the event request it again.
    """
    for phone in range(phones):
        yield phone * 0.5, 4 * 0.05 + 30 * 0.001
    for round_ in range(1, 5):
        at = round_ * 20.0 * MINUTE
        for phone in range(phones):
            yield at + phone * 0.2, 0.05 + 0.03
        for result in range(phones // 2):
            yield at + 10 * MINUTE + result * 12.0, 0.03 + phones * 0.03


def test_a_hall_of_forty_phones_behind_one_address_plays_its_evening(clock: Clock) -> None:
    began, hall = clock.now, transport_meter.account(HALL).thread_time
    for at, seconds in sorted(_evening(40)):
        clock.now = began + at
        assert hall.seconds_to_wait() == 0, f"waits after {at} s"
        hall.spend_seconds(seconds)


async def test_forty_phones_are_served_by_a_real_site_at_once() -> None:
    application, paths = http_handler(), ("/nothing/here/", "/static/css/site.css", "/healthz")
    answers = await asyncio.gather(*(asked(application, path, HALL) for _phone in range(40) for path in paths))
    assert Counter(status for status, _headers, _body in answers) == {200: 80, 404: 40}


async def test_what_a_page_costs_is_paid_by_its_address_and_by_no_other() -> None:
    transport_meter.account(GREEDY).thread_time = ProcessorTimeRate(share=1e-6, advance=1)
    worked = Counter[str]()

    def view(self: object, request: HttpRequest) -> HttpResponse:
        worked[request.META["REMOTE_ADDR"]] += 1
        if request.META["REMOTE_ADDR"] == GREEDY:
            until = time.thread_time() + 0.06
            while time.thread_time() < until:
                pass
        return HttpResponse("done")

    with patch(HANDLER, view):
        application = http_handler()
        greedy = [asyncio.ensure_future(asked(application, "/cards/", GREEDY)) for _each in range(60)]
        while not transport_meter.account(GREEDY).thread_time.seconds_to_wait():
            await asyncio.sleep(0.01)
        assert (await asked(application, "/cards/", OTHER))[0] == 200
        assert 1 < worked[GREEDY] <= 17 + MAX_THREADS_PER_ADDRESS
        for each in greedy:
            each.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)


async def test_what_another_process_worked_for_a_request_is_paid_too() -> None:
    def view(self: object, request: HttpRequest) -> HttpResponse:
        request_work.add_processor_seconds(30)
        return HttpResponse("a paper")

    with patch(HANDLER, view):
        assert (await asked(http_handler(), "/decks/12/proxies.pdf", GREEDY))[0] == 200
    assert 25 < transport_meter.account(GREEDY).thread_time.seconds_to_wait() < 40


@pytest.mark.parametrize(("path", "status"), [("/nothing/here/", 404), ("/static/css/site.css", 200)])
async def test_who_has_spent_the_seconds_waits_and_is_answered_then(path: str, status: int) -> None:
    application, work = http_handler(), ProcessorTimeRate(share=1, advance=0.1)
    assert (await asked(application, path, OTHER))[0] == status
    transport_meter.account(GREEDY).thread_time = work
    work.spend_seconds(0.4)
    assert (await asked(application, path, GREEDY))[0] == status
    assert work.seconds_to_wait() < 0.3, "paid for before it began"


async def test_who_hangs_up_while_waiting_leaves_the_line() -> None:
    application, account = http_handler(), transport_meter.account(GREEDY)
    scope: dict[str, Any] = {"type": "http", "http_version": "1.1", "query_string": b"", "scheme": "http"}
    scope |= {"method": "GET", "path": "/cards/", "headers": [(b"host", b"testserver")], "client": (GREEDY, 50_000)}
    sent: Any = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
    account.thread_time = ProcessorTimeRate(share=1, advance=1)
    await sent.send_input({"type": "http.request", "body": b""})
    with patch.object(account.thread_time, "seconds_to_wait", return_value=1000.0):
        while not application._turns._queues:
            await asyncio.sleep(0.01)
        await sent.send_input({"type": "http.disconnect"})
        await sent.wait(20)
        assert application._turns._queues == {}


async def test_probes_stand_behind_nobody() -> None:
    gate = asyncio.Event()
    application, loop = http_handler(), asyncio.get_running_loop()

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
