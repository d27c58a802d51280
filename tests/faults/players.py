"""The users of the site during the test: each records what was acknowledged; after a request without an answer it
checks."""

from __future__ import annotations

import random
import threading
import time
from abc import ABC, abstractmethod
from typing import Any

from tests.faults.client import Answer, Client, Unknown


class Player(ABC, threading.Thread):
    """A player that acts step by step until told to stop; a site that is away is asked again."""

    def __init__(self, name: str, client: Client) -> None:
        super().__init__(name=name, daemon=True)
        self.client = client
        self.enough = threading.Event()
        self.acknowledged = 0
        self.unknown = 0
        self.refused: list[str] = []
        self.broken: BaseException | None = None

    def run(self) -> None:
        """Take step after step."""
        try:
            while not self.enough.is_set() and not self.over():
                try:
                    self.step()
                except Unknown:
                    self.unknown += 1
                    time.sleep(0.1)
        except BaseException as error:
            self.broken = error

    def over(self) -> bool:
        """Whether nothing is left to do."""
        return False

    @abstractmethod
    def step(self) -> None:
        """Take one step; raises `Unknown`."""

    def asked(self, method: str, path: str, body: object = None) -> Answer:
        """Send a request; repeat it later if the site says it isn't well."""
        answer = self.client.call(method, path, body)
        if answer.status >= 500:
            if answer.status != 503:
                self.refused.append(f"{method} {path}: {answer.status}")
            raise Unknown(str(answer.status))
        return answer


class Seat(Player):
    """Drafts at one seat, over HTTP."""

    def __init__(self, client: Client, key: str, number: int) -> None:
        super().__init__(f"seat {number} of {key}", client)
        self.key = key
        self.kept: dict[tuple[str, int, int, int], str] = {}
        self.done = False
        self._wants: dict[str, Any] | None = None
        self.pause = 0.05

    def over(self) -> bool:
        """Whether the draft has ended."""
        return self.done

    def step(self) -> None:
        """Read the view; pick a card if there is a packet. The same card is requested until there is an answer."""
        path = f"drafts/{self.key}/"
        if self._wants is None:
            seen = self.asked("GET", path).body
            mine = seen.get("mine")
            self.done = seen["status"] != "drafting"
            if self.done or not mine or not mine["packet"] or mine["chosen"]:
                time.sleep(self.pause)
                return
            card = random.choice(mine["packet"])
            self._wants = {"seat": mine["seat"], "round": mine["round"], "number": mine["number"], "card": card}
        wants = self._wants
        body = {name: wants[name] for name in ("round", "number", "card")}
        answer = self.asked("POST", path + "picks/", body)
        self._wants = None
        if answer.done:
            self.acknowledged += 1
            self.kept[self.key, wants["seat"], wants["round"], wants["number"]] = wants["card"]
        elif answer.status != 409:
            self.refused.append(f"{body}: {answer.status} {answer.body}")
        time.sleep(self.pause)


class Scorer(Player):
    """Records matches game by game, stating which version it saw."""

    def __init__(self, client: Client, target: int = 30) -> None:
        super().__init__("scorer", client)
        self.target = target
        self.games: dict[tuple[str, int], tuple[str, int]] = {}
        self.made: set[str] = set()
        self._match: dict[str, Any] | None = None

    def step(self) -> None:
        """Record the next game of the current match, or start a new match."""
        if self._match is None:
            body = {"players": ["Roland", "Elinor"], "sheet": {"target": self.target}}
            answer = self.asked("POST", "matches/", body)
            if answer.done:
                self.made.add(answer.body["key"])
                self.acknowledged += 1
                self._match = answer.body
            return
        match, self._match = self._match, None
        try:
            self._match = self._game(match)
        except Unknown:
            self._match = match
            self._match = self._looked_at(match)
        time.sleep(0.05)

    def _game(self, match: dict[str, Any]) -> dict[str, Any] | None:
        number = len(match["games"]) + 1
        winner, dragons = random.choice(["a", "b"]), random.randint(1, 3)
        body = {"version": match["version"], "winner": winner, "dragons": dragons, "ended": "decline"}
        answer = self.asked("POST", f"matches/{match['key']}/games/", body)
        if answer.status == 409:
            # A request that was given up a moment ago was carried out after all: read the match again, as the site
            # says.
            return self._looked_at(match)
        if not answer.done:
            raise AssertionError(f"a game was refused: {answer.body}")
        self.acknowledged += 1
        self.games[match["key"], number] = (winner, dragons)
        return None if answer.body["winner"] else dict(answer.body)

    def _looked_at(self, match: dict[str, Any]) -> dict[str, Any] | None:
        """Return the match as it is now; None when a request without an answer has won it."""
        answer = self.asked("GET", f"matches/{match['key']}/")
        return None if answer.body["winner"] else dict(answer.body)


class Builder(Player):
    """Changes one deck again and again."""

    def __init__(self, client: Client) -> None:
        super().__init__("builder", client)
        self.steps: dict[int, str] = {}
        self._deck: dict[str, Any] | None = None

    @property
    def key(self) -> str:
        """Return the key of the deck; empty before it was created."""
        return self._deck["key"] if self._deck else ""

    def step(self) -> None:
        """Save the deck again under another name."""
        if self._deck is None:
            answer = self.asked("POST", "decks/", {"name": "Step 1", "cards": [{"card": "Vulca 01"}]})
            assert answer.done, answer.body
            self._deck = answer.body
            self.steps[answer.body["version"]] = "Step 1"
            self.acknowledged += 1
            return
        version = self._deck["version"]
        name = f"Step {version + 1}"
        body = {"version": version, "name": name, "cards": [{"card": f"Vulca {version % 20 + 1:02}"}]}
        path = f"decks/{self.key}/"
        try:
            answer = self.asked("PATCH", path, body)
        except Unknown:
            self._deck = self.asked("GET", path).body
            return
        if answer.status == 409:
            self._deck = self.asked("GET", path).body
            return
        assert answer.done, answer.body
        self._deck = answer.body
        self.steps[answer.body["version"]] = name
        self.acknowledged += 1
        time.sleep(0.05)


class Organiser(Player):
    """Runs an event: pairs, enters every result, closes, pairs again."""

    def __init__(self, client: Client, players: int = 8) -> None:
        super().__init__("organiser", client)
        self.players = players
        self.results: dict[int, tuple[int, int]] = {}
        self.paired: set[tuple[str, int]] = set()
        self.key = ""

    def step(self) -> None:
        """Do whatever the event needs next."""
        if not self.key:
            answer = self.asked("POST", "events/", {"name": "Moonrise", "rounds_planned": 40, "target": 3})
            assert answer.done, answer.body
            self.key = answer.body["event"]["key"]
            self.acknowledged += 1
        event = self.asked("GET", f"events/{self.key}/").body
        rounds = event["rounds"]
        if len(event["players"]) < self.players:
            names = [f"player {number}" for number in range(len(event["players"]) + 1, self.players + 1)]
            self._said(self.asked("POST", f"events/{self.key}/players/", {"names": names}))
        elif not rounds or rounds[-1]["status"] == "closed":
            number = len(rounds) + 1
            answer = self.asked("POST", f"events/{self.key}/rounds/", {"number": number})
            if self._said(answer):
                self.paired.add((self.key, number))
            elif answer.status != 409:
                self.key = ""  # nobody is left to be paired: start the next event
        else:
            self._play(rounds[-1])

    def _play(self, current: dict[str, Any]) -> None:
        waiting = [pairing for pairing in current["pairings"] if pairing["status"] == "open"]
        for table in waiting:
            crystals = random.choice([(3, 1), (3, 0), (1, 3), (0, 3)])
            path = f"events/{self.key}/pairings/{table['id']}/result/"
            if self._said(self.asked("PUT", path, {"crystals": list(crystals)})):
                self.results[table["id"]] = crystals
            time.sleep(0.05)
        if not waiting:
            self._said(self.asked("POST", f"events/{self.key}/rounds/{current['number']}/", {"closed": True}))

    def _said(self, answer: Answer) -> bool:
        self.acknowledged += answer.done
        if not answer.done and answer.status != 409:
            self.refused.append(str(answer.body))
        return answer.done
