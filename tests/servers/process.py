"""A process that a test starts, waits for, and ends or kills by its own id."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from tests.servers.binaries import NotPossible, Runner

START = 60.0
_PR_SET_PDEATHSIG = 1
_prctl: Any = getattr(ctypes.CDLL(None), "prctl", None) if sys.platform.startswith("linux") else None


def listens(port: int) -> bool:
    """Whether something on this machine accepts connections at a port."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


class Process(ABC):
    """A process: the command, the user, the folder; `kindly` is the signal that ends it in order."""

    kindly = signal.SIGTERM
    runner: Runner | None = None
    process: subprocess.Popen[bytes] | None = None

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        self.log = folder / f"{name}.log"

    @abstractmethod
    def command(self) -> list[str]:
        """Return the command."""

    @abstractmethod
    def environment(self) -> Mapping[str, str]:
        """Return its environment variables."""

    def prepare(self) -> None:
        """Prepare its first start."""
        self.folder.mkdir(parents=True, exist_ok=True)

    def answers(self) -> bool:
        """Whether it works by now."""
        return self.alive

    @property
    def alive(self) -> bool:
        """Return whether the process runs."""
        return self.process is not None and self.process.poll() is None

    def spawn(self, out: IO[bytes] | int) -> subprocess.Popen[bytes]:
        """Start it without waiting. Should this process die, the started one is told to end."""
        runner, kindly = self.runner, int(self.kindly)

        def left_alone() -> None:
            _prctl(_PR_SET_PDEATHSIG, kindly)

        self.process = subprocess.Popen(
            self.command(),
            cwd=self.folder,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            user=runner.uid if runner else None,
            group=runner.gid if runner else None,
            extra_groups=[] if runner else None,
            start_new_session=True,
            preexec_fn=left_alone if _prctl else None,
        )
        return self.process

    def start(self) -> Self:
        """Start it, writing to its log, and wait until it answers."""
        self.prepare()
        with self.log.open("ab") as log:
            self.spawn(log)
        return self.wait()

    def wait(self) -> Self:
        """Wait until it answers; raises `NotPossible` when it ends instead, or takes too long."""
        until = time.monotonic() + START
        while time.monotonic() < until and self.alive:
            if self.answers():
                return self
            time.sleep(0.02)
        self.kill()
        said = self.log.read_text(errors="replace")[-2000:] if self.log.exists() else ""
        raise NotPossible(f"{self.name} did not start. {said}")

    def kill(self) -> None:
        """Kill it without warning, and its children with it."""
        self.ask(signal.SIGKILL)
        self.gone(20)

    def stop(self) -> None:
        """Stop it in order; what does not react is killed."""
        self.ask(self.kindly)
        self.gone(20)

    def ask(self, how: signal.Signals) -> None:
        """Send it a signal, if it is alive."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)

    def gone(self, seconds: float) -> None:
        """Wait for its end; then end whatever is left of it."""
        if self.process is None:
            return
        try:
            self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.sweep()

    def sweep(self) -> None:
        """End the children a killed process has left behind: they are in its process group."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


class Program(Process):
    """A process of the site itself."""

    def __init__(
        self,
        name: str,
        folder: Path,
        *,
        command: list[str],
        environment: Mapping[str, str],
        answers: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(name, folder)
        self._command, self._environment, self._answers = command, environment, answers

    def command(self) -> list[str]:
        """Return the environment as it was given."""
        return self._command

    def environment(self) -> Mapping[str, str]:
        """Return the environment as it was given."""
        return self._environment

    def answers(self) -> bool:
        """Whether it runs, and the check it was given passes too."""
        return self.alive and (self._answers is None or self._answers())
