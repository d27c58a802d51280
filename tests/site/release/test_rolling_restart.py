"""`deploy/rolling-restart` behind real nginx with the shipped file: one process after the other, nothing is lost."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests import local_cluster
from tests.servers.binaries import free_port
from tests.servers.process import Program, listens
from tests.servers.proxies import nginx_program

SCRIPT = local_cluster.ROOT / "deploy" / "rolling-restart"
OPTIONS = "--lifespan off --log-level warning --timeout-graceful-shutdown 10"


def web(folder: Path, port: int) -> Program:
    application = "tests.site.release.restarted_process:application"
    command = [sys.executable, "-m", "uvicorn", application, "--port", str(port), *OPTIONS.split()]
    environment = os.environ | {"PYTHONPATH": str(local_cluster.ROOT)}
    return Program(f"web-{port}", folder, command=command, environment=environment, answers=lambda: listens(port))


class Players:
    """People at tables with a socket each, which reconnects as that of a page does; until the end of the block."""

    def __init__(self, port: int, count: int) -> None:
        self.address, self.count = f"ws://127.0.0.1:{port}/ws/drafts", count
        self.open = self.closed = self.refused = 0
        self.thread = threading.Thread(target=lambda: asyncio.run(self.sit()))
        self.ended = False

    async def sit(self) -> None:
        players = [asyncio.create_task(self.play(f"{self.address}/k3j9k3j9k{at:03}/")) for at in range(self.count)]
        while not self.ended:
            await asyncio.sleep(0.1)
        for player in players:
            player.cancel()

    async def play(self, address: str) -> None:
        while True:
            try:
                async with connect(address, open_timeout=30, ping_interval=None, compression=None) as socket:
                    self.open += 1
                    await socket.wait_closed()
                self.open, self.closed = self.open - 1, self.closed + 1
            except (OSError, WebSocketException):
                self.refused += 1
            await asyncio.sleep(random.uniform(0.5, 2))

    def wait(self, seconds: float = 60) -> None:
        """Until all have a socket."""
        until = time.monotonic() + seconds
        while self.open < self.count and time.monotonic() < until:
            time.sleep(0.1)
        assert self.open == self.count, (self.open, self.closed, self.refused)

    def __enter__(self) -> Players:
        self.thread.start()
        return self

    def __exit__(self, *_about: object) -> None:
        self.ended = True
        self.thread.join()


class Visitors:
    """People who open one page after the other, until the end of the block; `answers` counts the answers."""

    def __init__(self, port: int, count: int = 4) -> None:
        self.answers: Counter[object] = Counter()
        self.addresses = [f"http://127.0.0.1:{port}{path}" for path in ("/cards/", "/drafts/k3j9k3j9k3j9/")]
        self.ended = threading.Event()
        self.threads = [threading.Thread(target=self.visit) for _ in range(count)]

    def visit(self) -> None:
        while not self.ended.wait(0.01):
            for address in self.addresses:
                try:
                    with urllib.request.urlopen(address, timeout=10) as answer:
                        self.answers[answer.status] += 1
                except urllib.error.HTTPError as error:
                    self.answers[error.code] += 1
                except OSError as error:
                    self.answers[type(error).__name__] += 1

    def __enter__(self) -> Visitors:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_about: object) -> None:
        self.ended.set()
        for thread in self.threads:
            thread.join()


def restart_when_asked(folder: Path, processes: dict[str, Program], script: subprocess.Popen[str]) -> None:
    """Act as systemd: end the process in order and start it, without waiting until it is ready."""
    while script.poll() is None:
        for asked in folder.glob("tenmoons-*"):
            if process := processes.get(asked.name):
                process.stop()
                with process.log.open("ab") as log:
                    process.spawn(log)
            asked.unlink()
        time.sleep(0.02)


def restart_all(folder: Path, port: int, ports: list[int], stack: ExitStack) -> Callable[[], str]:
    """Start nginx and the processes; return a function that restarts them by the script and returns its output."""
    asked = folder / "asked"
    asked.mkdir()
    restart = folder / "restart"
    restart.write_text(f'#!/bin/sh\ntouch "{asked}/$1"\nwhile [ -e "{asked}/$1" ]; do sleep 0.05; done\n')
    restart.chmod(0o755)
    stack.enter_context(nginx_program(folder, port, ports))
    processes = {f"tenmoons-web@{one}": stack.enter_context(web(folder, one)) for one in ports}

    def run() -> str:
        environment = os.environ | {"RESTART": str(restart), "PREPARE": "echo The catalogue is loaded."}
        words = [str(SCRIPT), *map(str, ports)]
        script = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)
        restart_when_asked(asked, processes, script)
        assert script.returncode == 0
        return script.communicate()[0]

    return run


def test_no_request_is_lost_while_every_process_is_restarted(tmp_path: Path) -> None:
    port, ports = free_port(), [free_port(), free_port()]
    with ExitStack() as stack:
        restart = restart_all(tmp_path, port, ports, stack)
        with Visitors(port) as visitors:
            output = restart()
            time.sleep(0.5)
    assert output.count("is ready") == 2
    assert output.endswith("Worker and beat are restarted.\nThe catalogue is loaded.\n")
    assert set(visitors.answers) == {200} and visitors.answers[200] > 50, visitors.answers


@pytest.mark.thorough
def test_a_thousand_sockets_are_all_back_and_no_page_is_lost(tmp_path: Path) -> None:
    port, ports = free_port(), [free_port(), free_port()]
    with ExitStack() as stack:
        restart = restart_all(tmp_path, port, ports, stack)
        with Players(port, 1000) as players, Visitors(port) as visitors:
            players.wait()
            restart()
            players.wait()
            print(f"{players.closed} sockets closed, {players.refused} refused; pages: {dict(visitors.answers)}")
    assert players.closed >= 1000 and players.refused == 0
    assert set(visitors.answers) == {200}, visitors.answers


def test_a_process_that_does_not_come_back_stops_it_before_the_next(tmp_path: Path) -> None:
    port = free_port()
    quick = tmp_path / "rolling-restart"
    quick.write_text(SCRIPT.read_text().replace("seq 120", "seq 1"))
    environment = os.environ | {"RESTART": "echo restart"}
    done = subprocess.run(
        ["bash", str(quick), str(port), "1"], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1 and f"tenmoons-web@{port} is not ready" in done.stderr
    assert done.stdout == f"restart tenmoons-web@{port}\n"


def test_a_drawn_card_is_asked_of_the_site_once(tmp_path: Path) -> None:
    port, one = free_port(), free_port()

    def asked(path: str, **headers: str) -> bytes:
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return bytes(answer.read())

    with nginx_program(tmp_path, port, [one, one]), web(tmp_path, one):
        picture = "/cards/pictures/vulca-01.02df06d0.svg"
        assert asked(picture, Cookie="a=1") == asked(picture, **{"Accept-Language": "de"})
        assert asked(picture, **{"Accept-Encoding": "gzip"}) != asked(picture)
        for path in ("/cards/pictures/vulca-01.png", "/cards/", "/cards/tiles/en/02df06d0/vulca.json"):
            assert asked(path) != asked(path)  # what the site doesn't allow to be cached is requested again
