"""A real server killed in the middle of requests with hidden piles, open cards, teams, and decks of the same pool."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from benchmarks.drafts.site import ROOT, Site
from drafts.core.engine.sharing import Sharing
from drafts.core.proof.verify import check_proof
from tests.drafts.concurrency.test_crash import log_of
from tests.effort import THOROUGH

# The server is killed while it handles each of these answers.
KILLED_AT = (7, 31) if THOROUGH else (7,)
WAYS = (Sharing.ROTISSERIE, Sharing.WINSTON) if THOROUGH else (Sharing.ROTISSERIE,)


@dataclass
class Player:
    """A seat that answers by its token, over HTTP only; `acknowledged` are its confirmed answers."""

    site: Site
    key: str
    token: str
    acknowledged: list[tuple[int, int, str]] = field(default_factory=list)

    def ask(self, method: str, path: str = "", body: object = None) -> Any:
        request = urllib.request.Request(f"{self.site.url}/api/v1/drafts/{self.key}/{path}", method=method)
        request.add_header("X-Seat-Token", self.token)
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, json.dumps(body).encode() if body is not None else None) as answer:
            return json.load(answer)

    def answer(self, mine: dict[str, Any]) -> None:
        """Take and leave alternately; of open cards, take the first."""
        card = mine["packet"][mine["round"] % len(mine["packet"])]
        self.ask("POST", "picks/", {"round": mine["round"], "number": mine["number"], "card": card})
        self.acknowledged.append((mine["round"], mine["number"], card))


def plays(players: list[Player], site: Site, between: Callable[[dict[str, Any]], None]) -> list[dict[str, Any]]:
    """Play to the end; return what each sees then. The server is killed on the way and restarted."""
    with ThreadPoolExecutor(1) as other:
        for count in range(1000):
            between(players[0].ask("GET"))
            views = [player.ask("GET") for player in players]
            if views[0]["status"] != "drafting":
                return views
            awaited = next(at for at, view in enumerate(views) if view["mine"]["packet"])
            under_way = other.submit(players[awaited].answer, views[awaited]["mine"])
            if count in KILLED_AT:
                site.kill()
            failed = under_way.exception()
            if isinstance(failed, urllib.error.HTTPError):
                raise AssertionError(failed.read())
            if count in KILLED_AT:
                site.start()
    raise AssertionError("the draft never ended")


@pytest.mark.xdist_group("crash")
@pytest.mark.filterwarnings("ignore")
def test_answers_and_wishes_that_were_confirmed_outlive_the_server(tmp_path: Path, ready: Path | None) -> None:
    site = Site(tmp_path)
    if ready is not None:
        shutil.copy(ready, site.database)
    site.start()
    try:
        for way in WAYS:
            (table,) = site.open_tables(1, 2, way.value)
            players = [Player(site, table["key"], token) for token in table["tokens"]]
            wished: list[str] = []

            def wish(view: dict[str, Any], players: list[Player] = players, wished: list[str] = wished) -> None:
                """Let the second seat only take by wishes; saved ones are still there after each restart."""
                if view["setup"]["sharing"] != Sharing.ROTISSERIE or view["status"] != "drafting":
                    return
                there = view["table"]["piles"][0]
                assert players[1].ask("GET", "wishlist/")["cards"] == [card for card in wished if card in there]
                wished[:] = players[1].ask("PUT", "wishlist/", {"cards": there[-4:]})["cards"]

            seen = plays(players, site, wish)
            rows = [row for row in log_of(site.database) if row[0] == table["key"]]
            for view, player in zip(seen, players, strict=True):
                assert view["status"] == "done"
                answers = {row[2:] for row in rows if row[1] == view["mine"]["seat"]}
                assert set(player.acknowledged) <= answers
                assert len(player.ask("GET", "pool/")["cards"]) >= 30
                assert way is Sharing.ROTISSERIE or check_proof(player.ask("GET", "proof/")).is_valid
            assert max(Counter(row[4] for row in rows).values()) == 1
            assert way is Sharing.WINSTON or not players[1].acknowledged
    finally:
        site.kill()


@pytest.mark.xdist_group("crash")
@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")
def test_picks_of_teams_outlive_the_server(tmp_path: Path, ready: Path | None) -> None:
    site = Site(tmp_path)
    if ready is not None:
        shutil.copy(ready, site.database)
    site.start()
    try:
        (table,) = site.open_tables(1, 4)
        with sqlite3.connect(site.database) as database:
            database.execute("UPDATE drafts_draft SET teams = 2, open_partners = 1")
        database.close()
        players = [Player(site, table["key"], token) for token in table["tokens"]]
        seen = plays(players, site, lambda _view: None)
        rows = log_of(site.database)
        for view, player in zip(seen, players, strict=True):
            assert set(player.acknowledged) <= {row[2:] for row in rows if row[1] == view["mine"]["seat"]}
            assert check_proof(player.ask("GET", "proof/")).is_valid
            assert len(player.ask("GET", "pool/")["cards"]) >= 30
        assert max(Counter(row[4] for row in rows).values()) == 1
    finally:
        site.kill()


MEMBERS = """
import json
import django
django.setup()
from accounts.models import ApiToken, User
users = [User.objects.create_user(name, password=None) for name in ("Roland", "Elinor")]
print(json.dumps([ApiToken.issue(user=user, name="test")[1] for user in users]))
"""


@dataclass
class Member:
    """A member who acts by an API token."""

    site: Site
    token: str

    def ask(self, method: str, path: str, body: object = None) -> Any:
        request = urllib.request.Request(f"{self.site.url}/api/v1/{path}", method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, json.dumps(body).encode() if body is not None else None) as answer:
            return json.load(answer)


@pytest.mark.xdist_group("crash")
@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")
def test_a_deck_of_the_same_pool_that_was_handed_in_outlives_the_server(tmp_path: Path, ready: Path | None) -> None:
    site = Site(tmp_path)
    if ready is not None:
        shutil.copy(ready, site.database)
    site.start()
    try:
        environment = site.environment | {"DJANGO_SETTINGS_MODULE": "tenmoons.settings"}
        command = [sys.executable, "-c", MEMBERS]
        printed = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True, text=True).stdout
        roland, elinor = (Member(site, token) for token in json.loads(printed))
        setup = {"players": 2, "peoples": ["Vulca", "Hoax", "Mimix"], "sharing": "same_pool"}
        key = roland.ask("POST", "drafts/", setup)["draft"]["key"]
        elinor.ask("POST", f"drafts/{key}/join/", {})
        roland.ask("POST", f"drafts/{key}/start/", {})
        for member in (roland, elinor):
            pool = member.ask("GET", f"drafts/{key}/pool/")
            text = "\n".join(["Format: draft", "", *(card["code"] for card in pool["cards"][:30])])
            member.ask("POST", "decks/", {"text": text, "pool": pool["pool"]})
        assert roland.ask("POST", f"drafts/{key}/hand-in/", {})["status"] == "done"
        with ThreadPoolExecutor(1) as other:
            under_way = other.submit(elinor.ask, "POST", f"drafts/{key}/hand-in/", {})
            site.kill()
            lost = under_way.exception() is not None
        site.start()
        with sqlite3.connect(site.database) as database:
            handed_in = dict(database.execute("SELECT nickname, deck IS NOT NULL FROM drafts_seat"))
        database.close()
        assert handed_in["Roland"]
        assert lost or handed_in["Elinor"]
        if not handed_in["Elinor"]:
            elinor.ask("POST", f"drafts/{key}/hand-in/", {})
        for member in (roland, elinor):
            with pytest.raises(urllib.error.HTTPError, match="409"):
                member.ask("POST", f"drafts/{key}/hand-in/", {})  # both are in, so decks are compared
    finally:
        site.kill()
