"""Outbound HTTP: one POST to a user-supplied address, and a limit on simultaneous requests."""

import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.cache import cache

# Seconds until the slot of a killed process is free again; no request takes as long.
SLOT_SECONDS = 20


TIMEOUT_SECONDS = 5
_MAX_ANSWER_BYTES = 4096
# IPv6 addresses that a gateway translates to IPv4.
_NAT64_NETWORK = ipaddress.ip_network("64:ff9b::/96")
# Not public, whatever the standard library says: the first contains metadata addresses of clouds, the others are old or
# local ranges.
_FORBIDDEN_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in ("192.0.0.0/24", "192.88.99.0/24", "fec0::/10", "64:ff9b:1::/48", "2001::/23")
)


@contextmanager
def acquire_slot(use: str) -> Iterator[bool]:
    """Take the slot of a use for the block; yield False if it’s taken, and then the caller may send nothing."""
    name = f"{use}:slot"
    taken = bool(cache.add(name, True, SLOT_SECONDS))
    try:
        yield taken
    finally:
        if taken:
            cache.delete(name)


class PrivateAddress(Exception):
    """The host is in a private network."""


class NoHttpResponse(OSError):
    """There was no HTTP response."""


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send a body and return the status of the response; redirects are not followed.

    It connects to the address that was checked, so that a second lookup can’t lead elsewhere. Raises `PrivateAddress`,
    or `OSError` if there is no response in time.
    """
    parts = urlsplit(url)
    deadline = time.monotonic() + TIMEOUT_SECONDS
    tls = parts.scheme == "https"
    port = parts.port or (443 if tls else 80)
    address = _public_address_of(parts.hostname or "", port)
    with socket.create_connection((address, port), timeout=max(deadline - time.monotonic(), 0.01)) as plain:
        if not tls:
            return _exchange_with_deadline(plain, _request_bytes(parts, body, headers), deadline)
        with ssl.create_default_context().wrap_socket(plain, server_hostname=parts.hostname) as line:
            return _exchange_with_deadline(line, _request_bytes(parts, body, headers), deadline)


def is_private_address(address: str) -> bool:
    """Return whether an address is private, even if embedded in another address."""
    ip_address: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip_address, ipaddress.IPv6Address):
        teredo = ip_address.teredo[1] if ip_address.teredo else None
        inner = ip_address.ipv4_mapped or ip_address.sixtofour or teredo
        if ip_address in _NAT64_NETWORK:
            inner = ipaddress.IPv4Address(int(ip_address) & 0xFFFFFFFF)
        ip_address = inner or ip_address
    if any(ip_address in network for network in _FORBIDDEN_NETWORKS):
        return True
    return not ip_address.is_global or ip_address.is_multicast or ip_address.is_reserved


def _public_address_of(host: str, port: int) -> str:
    """Return the address of a host; raises `PrivateAddress` if any is private, unless that is allowed."""
    addresses = _resolve_host(host, port)
    if not settings.WEBHOOK_PRIVATE and any(is_private_address(address) for address in addresses):
        raise PrivateAddress(host)
    return addresses[0]


def _resolve_host(host: str, port: int) -> list[str]:
    """Return the addresses of a host. The system’s lookup has no timeout, so stop waiting at the deadline."""
    answers: SimpleQueue[list[str] | Exception] = SimpleQueue()

    def look_up() -> None:
        try:
            answers.put([str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)])
        except (OSError, ValueError) as error:
            answers.put(error)

    threading.Thread(target=look_up, name="look-up", daemon=True).start()
    try:
        answer = answers.get(timeout=TIMEOUT_SECONDS)
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def _request_bytes(parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = parts.netloc.rpartition("@")[2]
    lines = [f"POST {path} HTTP/1.1", f"Host: {host}", "User-Agent: Ten Moons"]
    lines += [
        f"Content-Length: {len(body)}",
        "Connection: close",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _exchange_with_deadline(line: socket.socket, request: bytes, deadline: float) -> int:
    """Send, then read the first line of the response; the deadline also limits slow receivers."""
    line.sendall(request)
    received = b""
    while b"\r\n" not in received and len(received) < _MAX_ANSWER_BYTES:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        line.settimeout(left)
        more = line.recv(1024)
        if not more:
            break
        received += more
    parts = received.split(b"\r\n")[0].split(b" ")
    if len(parts) < 2 or not parts[0].startswith(b"HTTP/") or not parts[1].isdigit():
        raise NoHttpResponse
    return int(parts[1])
