"""No address takes the event loop, the memory or the files of a process for itself: attacks on a running one."""

from __future__ import annotations

import asyncio
import base64
import inspect
import resource
import ssl
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import uvloop
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from uvicorn.protocols.http.h11_impl import H11Protocol

from tenmoons.serving import connection as connections
from tenmoons.serving.address_accounts import (
    OPEN_FILES_WANTED,
    PROCESSOR_ADVANCE_SECONDS,
    PROCESSOR_SHARE,
    AddressAccount,
    ProcessorTimeRate,
    TransportMeter,
    allow_many_files,
    transport_meter,
)
from tenmoons.serving.connection import (
    HANDSHAKE_PROCESSOR_SECONDS,
    MAX_HEAD_BYTES,
    MAX_HEADER_LINES,
    PARSED_BYTES_PER_STEP,
    PROGRESS_BYTES,
    MeteredClientConnection,
)
from tests.servers.metered import served

BAD, GOOD = "127.0.0.66", "127.0.0.9"
HEAD = b"GET / HTTP/1.1\r\nHost: testserver\r\n"
POST = b"POST / HTTP/1.1\r\nHost: testserver\r\n"
UPGRADE = HEAD + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
UPGRADE += base64.b64encode(bytes(16)) + b"\r\n\r\n"
PING, EMPTY = (bytes([kind, 0x80]) + bytes(4) for kind in (0x89, 0x00))
SECONDS = 60
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def on_both_loops(test: Callable[..., Coroutine[Any, Any, None]]) -> Any:
    """Run a test on the loop of the site, and on that of a system without it."""

    @pytest.mark.parametrize("new_loop", [uvloop.new_event_loop, asyncio.new_event_loop], ids=["uvloop", "asyncio"])
    def run(new_loop: Any, **more: Any) -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(test(**more))

    loop, _more = inspect.signature(run).parameters.values()
    signature = inspect.Signature([loop, *inspect.signature(test).parameters.values()])
    setattr(run, "__signature__", signature)  # noqa: B010
    return run


@pytest.fixture(autouse=True)
def _no_accounts() -> Any:
    transport_meter._accounts.clear()
    yield
    transport_meter._accounts.clear()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Read a body or all messages, then answer."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def line(port: int, address: str = BAD, **options: Any) -> AsyncIterator[Line]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), **options)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


async def answered(port: int, address: str = GOOD, **options: Any) -> bytes:
    async with line(port, address, **options) as (reader, writer):
        writer.write(HEAD + b"\r\n")
        return await asyncio.wait_for(reader.readuntil(b"ok"), SECONDS)


async def is_closed(reader: asyncio.StreamReader) -> bool:
    with suppress(ConnectionError):
        await asyncio.wait_for(reader.read(), SECONDS)
    return True


def made_certificate(folder: Path) -> tuple[Path, Path]:
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "here")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    certificate = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), True).sign(key, hashes.SHA256())
    plain = serialization.NoEncryption()
    text = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    (folder / "key.pem").write_bytes(text)
    (folder / "chain.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    return folder / "key.pem", folder / "chain.pem"


FLOODS = {
    "pings": (UPGRADE, PING * 3000),
    "empty continuations": (UPGRADE, bytes([0x01, 0x81]) + bytes(5) + EMPTY * 3000 + bytes([0x80, 0x80]) + bytes(4)),
    "one-byte chunks": (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n" * 3000),
}


@pytest.mark.parametrize("kind", FLOODS)
@on_both_loops
async def test_a_flood_is_read_in_slices_and_more_slowly_once_its_seconds_are_spent(kind: str) -> None:
    start, flood = FLOODS[kind]
    async with served(application) as (port, requests), line(port) as (reader, writer):
        account, until = transport_meter.account(BAD), time.monotonic() + SECONDS
        account.loop_time = ProcessorTimeRate(
            share=0.01, advance=0.02
        )  # the test sends in the same thread, and is no faster
        writer.write(start)
        if start.startswith(UPGRADE):
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        while not account.loop_time.seconds_to_wait():
            assert time.monotonic() < until
            if writer.transport.get_write_buffer_size() < len(flood):
                writer.write(flood)
            await asyncio.sleep(0)
        assert b"200 OK" in await answered(port), "others are not held up"
        (flooding,) = (one for one in requests if one.account is account)
        handed = len(flooding.sizes)
        while len(flooding.sizes) < handed + 3:
            assert time.monotonic() < until
            await asyncio.sleep(0.001)
        assert max(flooding.sizes) <= 2 * PARSED_BYTES_PER_STEP and max(flooding.waits) == 0


async def test_frames_sent_before_the_handshake_is_answered_are_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async with served(application) as (port, _requests), line(port) as (reader, writer):
        writer.write(UPGRADE + PING * 3000)
        assert await is_closed(reader)
    assert caplog.records == []


async def test_a_handshake_is_charged_what_it_costs() -> None:
    async with served(application) as (port, _requests):
        account, began = transport_meter.account(BAD), time.monotonic()
        for _each in range(20):
            async with line(port) as (reader, writer):
                writer.write(UPGRADE)
                assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        in_advance = began - PROCESSOR_ADVANCE_SECONDS / PROCESSOR_SHARE
        assert account.loop_time.paid_at >= in_advance + 20 * HANDSHAKE_PROCESSOR_SECONDS / PROCESSOR_SHARE


async def test_one_that_has_spent_its_seconds_waits_for_its_handshake() -> None:
    async with served(application) as (port, _requests), line(port) as (reader, writer):
        account = transport_meter.account(BAD)
        writer.write(UPGRADE[:-2])
        await asyncio.sleep(0.05)
        account.loop_time.spend_seconds(PROCESSOR_ADVANCE_SECONDS + PROCESSOR_SHARE / 4)
        writer.write(UPGRADE[-2:])
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        assert account.loop_time.seconds_to_wait() <= HANDSHAKE_PROCESSOR_SECONDS / PROCESSOR_SHARE


@pytest.mark.parametrize("protocol", [None, H11Protocol], ids=["httptools", "h11"])
@pytest.mark.parametrize(
    "head",
    [HEAD + b"a:\r\n" * 16_000, HEAD + b"X: " + b"y" * 90_000 + b"\r\n\r\n", b"GET /" + b"y" * 90_000],
    ids=["lines", "a whole one", "an address"],
)
async def test_a_huge_head_is_closed_and_not_kept(head: bytes, protocol: Any) -> None:
    calls = []

    async def called(scope: Any, receive: Any, send: Any) -> None:
        calls.append(scope)

    async with served(called, http=protocol) as (port, requests), line(port) as (reader, writer):
        writer.write(head)
        assert await is_closed(reader) and calls == []
        assert sum(requests[0].sizes) <= MAX_HEAD_BYTES + 3 * PARSED_BYTES_PER_STEP


@pytest.mark.parametrize("after", [b"", b"Transfer-Encoding: chunked\r\n\r\n0\r\n"], ids=["head", "after the body"])
async def test_lines_of_a_head_are_counted_also_those_after_a_body(after: bytes) -> None:
    async with served(application) as (port, requests), line(port) as (reader, writer):
        writer.write(POST + after + b"a:\r\n" * 4 * MAX_HEADER_LINES)
        assert await is_closed(reader)
        assert len(requests[0].protocol.headers) <= MAX_HEADER_LINES


async def test_as_many_lines_as_a_browser_sends_and_a_form_of_many_lines_are_taken() -> None:
    form = b"\n" * 20 * MAX_HEADER_LINES
    head = POST + b"a: b\r\n" * (MAX_HEADER_LINES - 2) + b"Content-Length: %d\r\n\r\n" % len(form)
    async with served(application) as (port, _requests), line(port) as (reader, writer):
        for _time in range(2):
            writer.write(head + form)
            assert b"200 OK" in await asyncio.wait_for(reader.readuntil(b"ok"), SECONDS)


async def test_what_follows_a_request_is_not_parsed_before_its_answer() -> None:
    gate, endless = asyncio.Event(), b"a:\r\n" * 16_000

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        await gate.wait()
        await application(scope, receive, send)

    async with served(slow) as (port, requests), line(port) as (reader, writer):
        writer.write(HEAD + b"\r\n" + HEAD + endless)
        while not requests or not requests[0].sizes:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert sum(requests[0].sizes) <= 2 * PARSED_BYTES_PER_STEP
        gate.set()
        assert await is_closed(reader)
        assert sum(requests[0].sizes) <= 2 * MAX_HEADER_LINES * len(b"a:\r\n") + 4 * PARSED_BYTES_PER_STEP


async def test_a_sender_who_hangs_up_while_a_request_is_answered_is_noticed() -> None:
    gone = asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        gone.set()

    async with served(slow) as (port, _requests):
        async with line(port) as (_reader, writer):
            writer.write(HEAD + b"\r\n")
            await asyncio.sleep(0.05)
        await asyncio.wait_for(gone.wait(), SECONDS)


async def test_an_address_has_so_many_lines_open_and_one_more_when_one_closes(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 3
    half = POST + b"Content-Length: 500000\r\n\r\n{"
    async with served(application) as (port, _requests), line(port) as (_first, first), line(port) as (_second, second):
        async with line(port) as (_third, third), line(port) as (refused, fourth):
            for writer in (first, second, third, fourth):
                writer.write(half)
            assert await is_closed(refused)
            assert b"200 OK" in await answered(port), "another address"
            assert transport_meter.account(BAD).open == 3
        while transport_meter.account(BAD).open == 3:
            await asyncio.sleep(0.01)
        assert b"200 OK" in await answered(port, BAD)


def test_no_address_has_more_than_half_of_the_files(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 4000
    account = AddressAccount(BAD)
    with patch.object(resource, "getrlimit", return_value=(3000, 3000)):
        account.open = 1499
        assert account.can_open_connection()
        account.open = 1500
        assert not account.can_open_connection()
        assert AddressAccount("").can_open_connection()


def test_an_answer_nobody_takes_is_given_up_and_a_slow_one_is_not() -> None:
    class Taken:
        left, aborted = 0, 0

        def get_write_buffer_size(self) -> int:
            return self.left

        def abort(self) -> None:
            self.aborted += 1

    class Unread(MeteredClientConnection):
        http_protocol = staticmethod(lambda **about: None)

    async def looked() -> tuple[int, int]:
        made: list[int] = []
        for taken in (0, PROGRESS_BYTES):
            transport = Taken()
            with patch.object(connections, "PROGRESS_SECONDS", 0.01):
                one = Unread(config=None, server_state=None, app_state={})
                one._transport = transport
                transport.left = 10 * PROGRESS_BYTES
                one.watch_response_progress(10 * PROGRESS_BYTES)
                for _attempt in range(3):
                    before = one._answer_timer
                    transport.left -= taken
                    while one._answer_timer is before and not transport.aborted:
                        await asyncio.sleep(0.01)
                made.append(transport.aborted)
        return made[0], made[1]

    assert asyncio.run(looked()) == (1, 0)


async def test_an_answer_nobody_reads_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PROGRESS_SECONDS", 0.1)

    async def large(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": bytes(50_000_000)})

    async with served(large) as (port, requests), line(port, limit=1000) as (_reader, writer):
        writer.write(HEAD + b"\r\n")
        while not requests or requests[0]._is_open:
            await asyncio.sleep(0.01)
        assert transport_meter.account(BAD).open == 0


@on_both_loops
async def test_pages_and_sockets_come_over_tls_as_well(tmp_path: Any) -> None:
    key, certificate = made_certificate(tmp_path)
    trusting = ssl.create_default_context(cafile=str(certificate))
    trusting.check_hostname = False
    form = b"x" * 300_000
    options: dict[str, Any] = {"ssl_keyfile": str(key), "ssl_certfile": str(certificate)}
    async with served(application, **options) as (port, requests), line(port, ssl=trusting) as (reader, writer):
        writer.write(POST + b"Content-Length: %d\r\n\r\n" % len(form) + form)
        assert b"200 OK" in await asyncio.wait_for(reader.readuntil(b"ok"), SECONDS)
        writer.write(UPGRADE)
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(PING)
        assert await asyncio.wait_for(reader.readexactly(2), SECONDS) == b"\x8a\x00"
        assert max(requests[0].sizes) <= 2 * PARSED_BYTES_PER_STEP


async def test_behind_a_proxy_each_visitor_pays_for_what_comes_over_its_line(settings: Any) -> None:
    settings.TRUSTED_PROXIES = 1
    forwarded = b"X-Forwarded-For: 198.51.100.1\r\n\r\n"
    async with served(application) as (port, requests), line(port) as (reader, writer):
        writer.write(HEAD + forwarded)
        assert b"200 OK" in await reader.readuntil(b"ok")
        assert requests[0].account.address == "", "the next call may be somebody else's"
        writer.write(UPGRADE[:-2] + forwarded)
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        account = transport_meter.account("198.51.100.1")
        assert requests[0].account is account and account.open == 1
        assert account.loop_time.paid_at > time.monotonic() - PROCESSOR_ADVANCE_SECONDS / PROCESSOR_SHARE
        writer.close()
        while account.open:
            await asyncio.sleep(0.01)


async def test_behind_a_proxy_calls_of_one_visitor_are_counted_and_not_the_lines(settings: Any) -> None:
    settings.TRUSTED_PROXIES, settings.SOCKETS_PER_ADDRESS = 1, 1
    forwarded = b"X-Forwarded-For: 198.51.100.%d\r\n\r\n"
    async with served(application) as (port, _requests), line(port) as (_socket, first), line(port) as (reader, writer):
        first.write(UPGRADE[:-2] + forwarded % 1)
        assert b" 101 " in await _socket.readuntil(b"\r\n\r\n")
        for visitor, status in ((2, b"200 OK"), (1, b"429 ")):
            writer.write(HEAD + forwarded % visitor)
            assert status in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SECONDS)
            if visitor == 2:
                await reader.readexactly(2)
        writer.write(UPGRADE[:-2] + forwarded % 1)
        assert b" 403 " in await reader.readuntil(b"\r\n\r\n")


@pytest.mark.parametrize(
    ("proxies", "address", "forwarded", "counted"),
    [
        (0, "203.0.113.7", "", "203.0.113.7"),
        (0, "203.0.113.7", "198.51.100.1", "203.0.113.7"),
        (1, "127.0.0.1", "198.51.100.1", "198.51.100.1"),
        (1, "127.0.0.1", "192.0.2.66, 198.51.100.1", "198.51.100.1"),
        (0, "2001:db8:1:2:3::7", "", "2001:db8:1:2::/64"),
        (0, "::ffff:203.0.113.7", "", "203.0.113.7"),
        (0, "", "", ""),
    ],
    ids=[
        "direct",
        "forged",
        "behind a proxy",
        "forged before the proxy",
        "IPv6",
        "IPv4 in IPv6",
        "a file of the machine",
    ],
)
def test_where_a_call_comes_from(settings: Any, proxies: int, address: str, forwarded: str, counted: str) -> None:
    settings.TRUSTED_PROXIES = proxies
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    scope = {"client": (address, 40_000) if address else None, "headers": headers}
    assert TransportMeter().account_of_caller(scope).address == counted


def test_accounts_that_owe_nothing_and_have_nothing_open_are_forgotten() -> None:
    accounts = TransportMeter()
    busy, indebted = accounts.account("10.9.0.1"), accounts.account("10.9.0.2")
    busy.open = 1
    indebted.thread_time = ProcessorTimeRate(share=1, advance=1)
    indebted.thread_time.spend_seconds(1000)
    for number in range(5000):
        accounts.account(f"10.0.{number // 250}.{number % 250}")
    assert len(accounts._accounts) < 2100
    assert accounts.account("10.9.0.1") is busy and accounts.account("10.9.0.2") is indebted


def test_a_rate_has_its_advance_and_then_its_share() -> None:
    rate = ProcessorTimeRate(0.25, 0.5)
    with patch("time.monotonic", return_value=1000.0):
        assert rate.spend_seconds(0.5) == 0
        assert rate.spend_seconds(0.1) == rate.seconds_to_wait() == pytest.approx(0.4)
    with patch("time.monotonic", return_value=1000.3):
        assert rate.seconds_to_wait() == pytest.approx(0.1)
    with patch("time.monotonic", return_value=1002.5):
        assert rate.spend_seconds(0.5) == 0


def test_a_process_takes_more_files_than_its_shell_allows_and_never_fewer() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, before[0]), before[1]))
        allow_many_files()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert soft >= min(hard, OPEN_FILES_WANTED)
        assert hard == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
