"""The hostile requests of `test_hostile_requests` over HTTP: `python -m tests.fuzz.served 10000`, with a seed if
wanted.

A site of its own, DEBUG off, in a folder of its own, so that everything in front of the views is tested as well: the
server, its threads and bodies, sessions that end, CSRF tokens, and whatever a request has changed for those after it.
It prints the statuses, the slowest requests and each request that made the site fail; returns 0 if none did.
"""

from __future__ import annotations

import http.client
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

from tests.servers.binaries import free_port
from tests.servers.process import Process

ROOT = Path(__file__).resolve().parent.parent.parent
# After this many requests most of the world is deleted, left or over: then a new world is made.
REQUESTS_A_WORLD = 1000
SLOWEST_LISTED = 5
_ONE = r"Traceback \(most recent call last\):\n(?:[ ^].*\n)*.*"
# A traceback with its causes; the last line names the result.
TRACEBACKS = re.compile(rf"^{_ONE}(?:\n\n(?:The above|During) .*\n\n{_ONE})*", re.MULTILINE)
CSRF = "a" * 32
LIMITS = (
    *("API_RATE_ANONYMOUS", "API_RATE_MEMBER", "API_RATE_TOKEN"),
    *("LIMIT_LOG_IN", "LIMIT_HELD", "LIMIT_GUEST", "LIMIT_CREATE"),
)


class Site(Process):
    """`manage.py serve` behind a proxy, so that each request can come from its own address."""

    def __init__(self, folder: Path) -> None:
        super().__init__("site", folder)
        self.port = free_port()

    def prepare(self) -> None:
        """Create tables and cards, which on a busy machine takes longer than a start may."""
        super().prepare()
        for command in ("migrate", "load_catalogue"):
            command_line = [sys.executable, str(ROOT / "manage.py"), command]
            subprocess.run(command_line, env=self.environment(), check=True, capture_output=True)

    def command(self) -> list[str]:
        """Serve on loopback."""
        return [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(self.port)]

    def environment(self) -> dict[str, str]:
        """DEBUG off, and limits that nobody reaches."""
        wide = dict.fromkeys(LIMITS, "9999999/min")
        own = {"DEBUG": "no", "VAR_DIR": str(self.folder), "HTTPS": "no", "TRUSTED_PROXIES": "1"}
        own["SECONDS_PER_ADDRESS"] = "9999999"
        return {**os.environ, **wide, **own, "DJANGO_SETTINGS_MODULE": "tenmoons.settings", "LOG_LEVEL": "ERROR"}

    def answers(self) -> bool:
        """Whether it answers that it is alive."""
        try:
            return _status(self.port, "GET", "/healthz", b"", {}) < 500
        except OSError:
            return False


def _status(port: int, method: str, path: str, body: bytes, headers: dict[str, str]) -> int:
    """Return the status of the answer, on a connection of its own: the server may close one after a refusal."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
        line.request(method, path, body=None if method == "GET" else body, headers=headers)
        answer = line.getresponse()
        answer.read()
        return answer.status


def requests(seed: int) -> Iterator[tuple[str, str, bytes, dict[str, str]]]:
    """Yield method, path, body and headers without end; their world is created in the database of the site."""
    from django.conf import settings
    from django.db.models import F, Value
    from django.db.models.functions import Concat

    from accounts.models import PushDevice, User
    from cards.core.catalogue_csv import read_catalogue_file
    from decks.models import Deck
    from tests.access.world import ROLES, made_world
    from tests.fuzz.test_hostile_requests import Generator

    facts, lots = read_catalogue_file(ROOT / "fixtures" / "bluemoon" / "cards.csv"), random.Random(seed)
    for number in range(10**9):
        if number % REQUESTS_A_WORLD == 0:
            # The old world gives up the names and decks by which the next one knows its own.
            User.objects.update(username=Concat(F("username"), Value(f"-{number}")))
            Deck.objects.all().delete()
            world = made_world(facts)
            PushDevice.objects.all().delete()  # that of the world has no address, and here somebody would call it
            made = Generator(world, seed + number)
        address = lots.choice(made.known)
        method, path = made.method(address), made.path(address)
        if path is None:
            continue
        body, kind = made.body(address, method)
        cookies = {**world.cookies.get(lots.choice(ROLES), {}), settings.CSRF_COOKIE_NAME: CSRF}
        yield (
            method,
            path,
            body,
            {
                "Content-Type": kind,
                "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
                "X-CSRFToken": CSRF,
                "X-Forwarded-For": str(IPv4Address("10.0.0.0") + number),
            },
        )


def run(site: Site, number: int, seed: int) -> int:
    """Send this many requests; return how many made the site fail."""
    failed, met, slowest = 0, Counter[Any](), list[tuple[float, str]]()
    for method, path, body, headers in requests(seed):
        began = time.monotonic()
        try:
            status: Any = _status(site.port, method, path, body, headers)
        except (OSError, http.client.HTTPException) as error:
            status = type(error).__name__
        description = f"{status} {method} {path[:80]} {len(body)} bytes: {body[:60]!r}"
        slowest = sorted([*slowest, (time.monotonic() - began, description)], reverse=True)[:SLOWEST_LISTED]
        met[status] += 1
        if not isinstance(status, int) or (status >= 500 and status != 503):
            failed += 1
            print(status, method, path[:200], headers["Content-Type"], body[:200], flush=True)
        if met.total() % REQUESTS_A_WORLD == 0:
            print(met.total(), dict(met), flush=True)
        if met.total() >= number:
            break
    for seconds, description in slowest:
        print(f"{seconds:.2f} s {description}", flush=True)
    return failed


def main(words: list[str]) -> int:
    """Start the site, send the requests, stop it; return 0 when nothing failed."""
    number = int(words[0]) if words else 10_000
    seed = int(words[1]) if len(words) > 1 else random.SystemRandom().randrange(2**31)
    print(f"{number} requests, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        os.environ.update(site.environment())
        site.start()
        try:
            import django

            django.setup()
            failed = run(site, number, seed)
        finally:
            site.stop()
        output = site.log.read_text(errors="replace")
        tracebacks = TRACEBACKS.findall(output)
        # Django writes a refusal of the admin like this.
        tracebacks = [text for text in tracebacks if not text.endswith("PermissionDenied")]
        for text, times in Counter(tracebacks).most_common(5):
            print(f"{times} times:", text[-3000:], sep="\n")
        print(f"{failed} failed, {len(tracebacks)} tracebacks in the log")
        return 1 if failed or tracebacks else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
