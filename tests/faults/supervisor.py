"""Supervisor: starts processes in order, restarts those that end unexpectedly, stops them in reverse order."""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence

from tests.servers.process import Process

Say = Callable[[str], None]
# A process that ends again right after its start is given a little longer each time, up to this many seconds.
LONGEST = 5.0
KINDLY = 10.0


class Member:
    """A supervised process; not restarted while it is held."""

    def __init__(self, process: Process, say: Say) -> None:
        self.process = process
        self.say = say
        self.held = False
        self.starts = 0
        self._began = 0.0
        self._pause = 0.0
        self._again = 0.0

    def begin(self) -> None:
        """Start it, copying its output line by line to ours."""
        self.process.prepare()
        self._began = time.monotonic()
        self.starts += 1
        popen = self.process.spawn(subprocess.PIPE)
        threading.Thread(target=self._hear, args=(popen,), daemon=True).start()

    def _hear(self, popen: subprocess.Popen[bytes]) -> None:
        assert popen.stdout is not None
        with popen.stdout as lines:
            for line in lines:
                self.say(f"{self.process.name:8} | {line.decode(errors='replace').rstrip()}")

    def tend(self) -> None:
        """Restart it if it has ended unexpectedly."""
        popen, now = self.process.process, time.monotonic()
        if self.held or popen is None or popen.poll() is None:
            return
        if not self._again:
            self.process.sweep()
            quick = now - self._began < LONGEST
            self._pause = min(self._pause * 2 + 0.2, LONGEST) if quick else 0.0
            self._again = now + self._pause
            self.say(f"{self.process.name:8} | ended ({_how(popen.returncode)}); it is started again")
        if now >= self._again:
            self._again = 0.0
            self.begin()


def _how(code: int) -> str:
    return f"by signal {signal.Signals(-code).name}" if code < 0 else f"with status {code}"


class Supervisor:
    """All supervised processes."""

    def __init__(self, processes: Sequence[Process], say: Say) -> None:
        self.members = [Member(process, say) for process in processes]
        self.say = say

    def __getitem__(self, name: str) -> Member:
        """Return the member of that name."""
        return next(member for member in self.members if member.process.name == name)

    def start(self, *names: str) -> None:
        """Start these, or all, each once the one before it answers."""
        for member in self.members:
            if not names or member.process.name in names:
                member.begin()
                member.process.wait()
                self.say(f"{member.process.name:8} | runs")

    def tend(self) -> None:
        """Check every process once; call it several times a second."""
        for member in self.members:
            member.tend()

    def end(self) -> None:
        """Stop all, the last started first; those that only use the servers are told together."""
        for member in self.members:
            member.held = True
        users = [member.process for member in self.members[2:]]
        for process in reversed(users):
            process.ask(process.kindly)
        until = time.monotonic() + KINDLY
        for process in reversed(users):
            process.gone(max(until - time.monotonic(), 0.1))
        for member in reversed(self.members[:2]):
            member.process.stop()
