"""Real nginx and Caddy with the shipped files: everything of one draft goes to one process, and on when it is gone."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from common.random_keys import new_key
from tests import local_cluster
from tests.effort import first_in_gate
from tests.servers.binaries import free_port
from tests.servers.process import Program, listens
from tests.servers.proxies import caddy_program, nginx_program, wait_for_port

PATHS = (
    "/drafts/{key}/",
    "/drafts/{key}/live/",
    "/drafts/{key}/seat/abc/",
    "/api/v1/drafts/{key}/",
    "/api/v1/drafts/{key}/picks/",
)
SOCKETS = ("/ws/drafts/{key}/", "/ws/ring/draft.{key}/")
KEYS = 24


@dataclass
class Proxied:
    """A proxy at a port and the processes behind it, by the names they answer with."""

    port: int
    processes: dict[str, Program]

    def ask(self, path: str, *, upgrade: bool = False, method: str = "GET") -> str:
        """Return the name of the process that answers; empty when none does."""
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Length: 0"]
        lines += ["Connection: Upgrade", "Upgrade: websocket"] if upgrade else ["Connection: close"]
        with socket.create_connection(("127.0.0.1", self.port), timeout=15) as line:
            line.sendall("\r\n".join([*lines, "", ""]).encode())
            head = b""
            while more := line.recv(4096):
                head += more
                if head.endswith(tuple(name.encode() for name in self.processes)):
                    break
        status, name = head.split(b" ", 2)[1], head.rpartition(b"\r\n")[2].decode()
        return name if status in (b"101", b"200") else ""

    def of_draft(self, key: str) -> set[str]:
        """Return the processes that answer for one draft: pages, API and sockets."""
        ports = {self.ask(path.format(key=key)) for path in PATHS}
        ports.add(self.ask(f"/drafts/{key}/pick/", method="POST"))
        return ports | {self.ask(path.format(key=key), upgrade=True) for path in SOCKETS}


@pytest.fixture(params=first_in_gate([nginx_program, caddy_program]))
def proxied(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Proxied]:
    port, webs = free_port(), [free_port() for _ in range(2)]
    proxy = request.param(tmp_path, port, webs)
    processes = {}
    with ExitStack() as ending:
        for web in webs:
            command = [sys.executable, "-m", "tests.site.operations.named_process", str(web)]
            environment = os.environ | {"PYTHONPATH": str(local_cluster.ROOT)}
            program = Program(
                f"web-{web}",
                tmp_path,
                command=command,
                environment=environment,
                answers=lambda web=web: listens(web),  # type: ignore[misc]
            )
            processes[str(web)] = ending.enter_context(program)
        ending.enter_context(proxy)
        wait_for_port(port)
        yield Proxied(port, processes)


def test_everything_of_one_draft_goes_to_one_process_also_when_one_is_killed(proxied: Proxied) -> None:
    keys = [new_key() for _ in range(KEYS)]
    homes = {}
    for key in keys:
        answered = proxied.of_draft(key)
        assert len(answered) == 1
        homes[key] = answered.pop()
    # Drafts are spread, and so is everything else.
    assert set(homes.values()) == set(proxied.processes)
    others = Counter(proxied.ask("/cards/") for _ in range(20))
    assert set(others) == set(proxied.processes)

    gone, left = proxied.processes
    proxied.processes[gone].kill()
    assert [proxied.of_draft(key) for key in keys] == [{left}] * KEYS
    assert {proxied.ask("/cards/") for _ in range(20)} == {left}

    # Once it is back its drafts are there again, and those of the other have never moved.
    proxied.processes[gone].start()
    until = time.monotonic() + 20
    lost = next(key for key in keys if homes[key] == gone)
    while proxied.of_draft(lost) != {gone} and time.monotonic() < until:
        time.sleep(0.2)
    assert {key: proxied.of_draft(key) for key in keys} == {key: {home} for key, home in homes.items()}
