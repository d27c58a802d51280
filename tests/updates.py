"""Does the release before work on what this version has made, and this one again after it? `python -m tests.updates`.

During an update both serve from one database, and going back means the older code on the newer tables and catalogue
(docs/operations.md, "Going back"). So a database is made by this version; the code of the release before, taken from
the history, opens its pages and loads its own catalogue; then this version takes the first step of an update, opens
them on that catalogue, and takes the second. No answer may be a 5xx. While the database is made, each migration is
asked whether the tables are what it says they are (tests/migrations.py). The release before is the newest tag, or the
commit FIRST as long as there is none.

Asked are all addresses without parameters, and of each with parameters so many as links lead to. `make thorough` takes
more of them, a season of content, and all of it on PostgreSQL too; the gate leaves that out, because every statement
of this version meets PostgreSQL in its tests, and no page of the older code ever failed there alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.effort import THOROUGH

ROOT = Path(__file__).resolve().parent.parent
FIRST = "048f1447"
OF_EACH = 12 if THOROUGH else 1
# What the release before cannot answer here, whatever the database: address -> why.
KNOWN = {"/accounts/push/": "It proposed a library that this version no longer installs."}
# Steps of one process: `pages` requests addresses, every other word is a command. Staff see most, so they are the
# reader.
WORK = """
import json, re, sys
import django
django.setup()
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import Resolver404, get_resolver, resolve

# As an operator's site: nobody keeps each statement.
settings.DEBUG, settings.ALLOWED_HOSTS = False, ["localhost"]

def fixed(resolver, before="/"):
    for part in resolver.url_patterns:
        path = before + str(part.pattern)
        if hasattr(part, "url_patterns"):
            yield from fixed(part, path)
        elif not re.search(r"[<(^$]", path):
            yield path

def pages(most):
    people = get_user_model().objects
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    client.force_login(people.filter(is_superuser=True).first() or people.create_superuser("Roland", password="moons"))
    waiting = [path for path in fixed(get_resolver()) if "logout" not in path]
    asked, failed, known = {}, [], set(waiting)
    for address in waiting:
        answer = client.get(address)
        if answer.status_code >= 500:
            failed.append([address, answer.status_code])
        if answer.streaming or not answer.headers.get("Content-Type", "").startswith(("text/html", "application/json")):
            continue
        for link in re.findall(r'(?:href="|"url": ?")(?:http://localhost)?(/[^"#?]*)', answer.content.decode()):
            try:
                route = resolve(link).route
            except Resolver404:
                continue
            if link not in known and asked.get(route, 0) < most:
                asked[route] = asked.get(route, 0) + 1
                known.add(link)
                waiting.append(link)
    return [len(waiting), len(asked), failed]

def take(step):
    return pages(int(sys.argv[1])) if step == "pages" else call_command(*step.split(), verbosity=0)

print(json.dumps([told for step in sys.argv[2:] if isinstance(told := take(step), list)]))
"""


def git(*words: str) -> subprocess.CompletedProcess[bytes]:
    """Return what git says of this history; nothing where there is none."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)


def release_before() -> str:
    """Return the newest tag of a release that isn't this commit, or FIRST; empty where the history does not reach so
    far."""
    tag = git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^").stdout.decode().strip()
    return next(
        (name for name in (tag, FIRST) if name and git("cat-file", "-e", f"{name}^{{commit}}").returncode == 0), ""
    )


class Side:
    """A version of the code in a folder, at work on the one database."""

    def __init__(self, name: str, code: Path, data: Path, database: str) -> None:
        self.name, self.code = name, code
        own = {"VAR_DIR": str(data), "DATABASE_URL": database, "REDIS_URL": "", "DEBUG": "yes", "LOG_LEVEL": "ERROR"}
        own |= {"DJANGO_SETTINGS_MODULE": "tenmoons.settings", "PYTHONPATH": str(code)}
        # Nobody is refused: what is refused shows nothing of the page.
        own |= {"SECONDS_PER_ADDRESS": "1000000", "API_RATE_MEMBER": "1000000/min", "STAFF_SECOND_FACTOR": "no"}
        self.environment = os.environ | own

    def does(self, *words: str) -> str:
        """Run Python with these arguments; return its output. Raises `SystemExit` with its last lines where it
        fails."""
        command = [sys.executable, *words]
        done = subprocess.run(command, cwd=self.code, env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{self.name}: {' '.join(words)[:60]} failed.\n{done.stderr[-3000:]}")
        return done.stdout

    def works(self, *steps: str) -> list[str]:
        """Take the steps in one process; return one line for each page that answers 5xx."""
        faults = []
        for asked, kinds, failed in json.loads(self.does("-c", WORK, str(OF_EACH), *steps).splitlines()[-1]):
            failed = [one for one in failed if self.code == ROOT or one[0] not in KNOWN]
            print(f"   {self.name}: {asked} addresses, {kinds} kinds with parameters, {len(failed)} broken", flush=True)
            faults += [f"{self.name}: {address} answers {status}" for address, status in failed]
        return faults


def broken(before: str, code: Path, folder: Path, database: str) -> list[str]:
    """Return what does not work of the older code on the newer database, and of this one after it."""
    folder.mkdir()
    now, then = (
        Side(name, of, folder, database)
        for name, of in (("this version", ROOT), (f"the version before ({before})", code))
    )
    tables = now.does("-m", "tests.migrations", "--tables").splitlines()
    now.works("prepare", *(["demo_season"] if THOROUGH else []))
    faults = tables + then.works("pages", "load_catalogue", "pages")
    return faults + now.works("prepare --beside", "pages", "prepare", *(["pages"] if THOROUGH else []))


def unpacked(before: str, folder: Path) -> Path:
    """Return the folder with the code of the release before."""
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", str(folder)], input=git("archive", before).stdout, check=True)
    return folder


def main() -> int:
    """Try it on SQLite, and on PostgreSQL if all is wanted; return 0 when no page broke."""
    before = release_before()
    if not before:
        print("   NOT TRIED: this history does not reach to the release before (a shallow clone?).")
        return 0
    from tests.servers.wheels import PostgreSQL

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        code = unpacked(before, folder / "code")
        faults = [f"SQLite, {fault}" for fault in broken(before, code, folder / "sqlite", "")]
        if THOROUGH:
            url = stack.enter_context(PostgreSQL(folder / "postgres", durable=False)).url
            faults += [f"PostgreSQL, {fault}" for fault in broken(before, code, folder / "data", url)]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
