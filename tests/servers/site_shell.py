"""Site shell: runs programs on the database of a site, each in a fork of one process with Django loaded.

A process of its own for each program would import everything again. A fork begins with empty caches and without a
connection, as a new process does.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import traceback
from importlib import import_module
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent.parent
STOP_SECONDS = 10


class SiteShell:
    """A shell with the environment of a running site; started at the first program."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.process: subprocess.Popen[str] | None = None

    def run(self, program: str) -> str:
        """Return what the program prints; fail with its traceback."""
        if self.process is None:
            command = [sys.executable, "-m", "tests.servers.site_shell"]
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(program) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "The shell of the site has ended."
        printed, failure = json.loads(line)
        assert not failure, failure
        return str(printed).strip()

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.communicate(timeout=STOP_SECONDS)


def _answer(program: str) -> str:
    """Return what a program prints and its traceback, as JSON."""
    printed, failure = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(program, "<program>", "exec"), {"__name__": "__main__"})
    except BaseException:  # whatever it is, the test is told
        failure = traceback.format_exc()
    return json.dumps([printed.getvalue(), failure])


def main() -> None:
    """Run one program a line, until there are no more."""
    django.setup()
    import_module("tenmoons.urls")  # and with it all that programs use
    for line in sys.stdin:
        child = os.fork()
        if not child:
            print(_answer(json.loads(line)), flush=True)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            print(json.dumps(["", "The program ended its process."]), flush=True)


if __name__ == "__main__":
    main()
