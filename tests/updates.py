"""Does the release before work on what this version has made, and this one again after it? `python -m tests.updates`.

During an update both serve from one database, and going back means the older code on the newer tables and catalogue
(docs/operations.md, "Going back"). So a database is made by this version; the code of the release before, taken from
the history, opens its pages and loads its own catalogue; then this version takes the first step of an update, opens
them on that catalogue, and takes the second. No answer may be a 5xx. While the database is made, each migration is
asked whether the tables are what it says they are (tests/migrations.py). The release before is the newest tag, or the
commit FIRST as long as there is none.

`make thorough` does it with a season of content, and on PostgreSQL too.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.effort import THOROUGH

ROOT = Path(__file__).resolve().parent.parent
FIRST = "048f1447"
PAGES = 400 if THOROUGH else 70
# Pages first of all, then what they lead to; what leads out, changes something or is no page is not asked for.
CRAWL = """
import json, re, sys
import django
django.setup()
from django.test import Client
client, most = Client(raise_request_exception=False, headers={"host": "localhost"}), int(sys.argv[1])
waiting = ["/", "/cards/", "/cards/rulings/", "/cards/errata/", "/decks/", "/decks/check/", "/decks/new/", "/drafts/",
    "/drafts/new/", "/matches/", "/matches/events/", "/help/", "/readyz", "/api/v1/cards/", "/api/v1/events/",
    "/api/v1/decks/public/", "/api/v1/rulings/?q=shield", "/cards/?q=people:vulca"]
seen, failed = set(waiting), []
for address in waiting:
    answer = client.get(address)
    if answer.status_code >= 500:
        failed.append([address, answer.status_code])
    if answer.headers.get("Content-Type", "").startswith("text/html"):
        for link in re.findall(r'<a[^>]* href="(/[^"#]*)', answer.content.decode()):
            link = link.replace("&amp;", "&")
            if len(seen) < most and link not in seen and not link.startswith(("/static/", "/admin/", "/accounts/")):
                seen.add(link)
                waiting.append(link)
print(json.dumps([len(seen), failed]))
"""


def git(*words: str) -> subprocess.CompletedProcess[bytes]:
    """What git says of this history; nothing where there is none."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=False)


def release_before() -> str:
    """The newest tag of a release that is not this commit, or FIRST; empty where the history does not reach so far."""
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
        self.environment = os.environ | own

    def does(self, *words: str) -> str:
        """Run Python with these words; what it says. Raises `SystemExit` with its last lines where it fails."""
        command = [sys.executable, *words]
        done = subprocess.run(command, cwd=self.code, env=self.environment, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{self.name}: {' '.join(words)[:60]} failed.\n{done.stderr[-3000:]}")
        return done.stdout

    def opens_pages(self) -> list[str]:
        """One line for each page that answers 5xx."""
        asked, failed = json.loads(self.does("-c", CRAWL, str(PAGES)).splitlines()[-1])
        print(f"   {self.name}: {asked} pages, {len(failed)} of them broken", flush=True)
        return [f"{self.name}: {address} answers {status}" for address, status in failed]


def broken(before: str, folder: Path, database: str) -> list[str]:
    """What does not work of the older code on the newer database, and of this one after it."""
    code, data = folder / "code", folder / "data"
    data.mkdir()
    archive = git("archive", before).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(code, filter="data")
    now, then = Side("this version", ROOT, data, database), Side(f"the version before ({before})", code, data, database)
    faults = now.does("-m", "tests.migrations", "--tables").splitlines()
    now.does("manage.py", "prepare")
    if THOROUGH:
        now.does("manage.py", "demo_season")
    faults += then.opens_pages()
    then.does("manage.py", "load_catalogue", "--verbosity", "0")
    faults += then.opens_pages()
    now.does("manage.py", "prepare", "--beside")
    faults += now.opens_pages()
    now.does("manage.py", "prepare")
    return faults + (now.opens_pages() if THOROUGH else [])


def main() -> int:
    """Try it on SQLite, and in `make thorough` on PostgreSQL; 0 when no page broke."""
    before = release_before()
    if not before:
        print("   NOT TRIED: this history does not reach to the release before (a shallow clone?).")
        return 0
    faults = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        databases = {"SQLite": ""}
        if THOROUGH:
            from tests.servers.wheels import PostgreSQL

            databases["PostgreSQL"] = stack.enter_context(PostgreSQL(folder / "postgres", durable=False)).url
        for name, database in databases.items():
            (folder / name).mkdir()
            faults += [f"{name}, {fault}" for fault in broken(before, folder / name, database)]
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
