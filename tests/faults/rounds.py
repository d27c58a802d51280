"""The rounds: let people use a cluster, kill something, check that all go on, compare what was acknowledged with what
is stored."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.client import Client
from tests.faults.cluster import ROOT, Cluster
from tests.faults.players import Builder, Organiser, Player, Scorer, Seat

VICTIMS = ("web-1", "web-2", "worker", "beat", "redis", "postgres")
# How long a killed process stays away, in seconds; 0: it is restarted at once.
AWAY = (0.0, 0.0, 1.0, 3.0)
# Everybody must get something done within this time after everything is back.
PATIENCE = 60.0


@dataclass
class Report:
    """Report: what was done, and the outcome."""

    rounds: int = 0
    killed: Counter[str] = field(default_factory=Counter)
    acknowledged: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0
    forced: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether nothing was lost, doubled or otherwise wrong, and something happened."""
        return not (self.lost or self.doubled or self.wrong) and self.acknowledged.total() > 0

    def __str__(self) -> str:
        killed = ", ".join(f"{name} {count}" for name, count in sorted(self.killed.items()))
        acked = ", ".join(f"{count} {name}" for name, count in sorted(self.acknowledged.items()))
        lines = [
            f"rounds run            {self.rounds}",
            f"killed (SIGKILL)      {self.killed.total()}: {killed}",
            f"acknowledged actions  {self.acknowledged.total()}: {acked}",
            f"calls without answer  {self.unanswered} (each looked after and made again by the person who called)",
            f"picks by the clock    {self.forced}",
            f"lost                  {len(self.lost)}",
            f"doubled               {len(self.doubled)}",
            f"other faults          {len(self.wrong)}",
        ]
        return "\n".join([*lines, *self.lost[:20], *self.doubled[:20], *self.wrong[:20]])


class Kit:
    """A cluster of its own and its users."""

    def __init__(
        self, folder: Path, *, say: Callable[[str], None], seed: int, tables: int = 2, players: int = 3
    ) -> None:
        self.report = Report()
        self.lot = random.Random(seed)
        self.say = say
        self.log = (folder / "cluster.log").open("w", buffering=1)
        rates = {"API_RATE_ANONYMOUS": "1000000/min", "API_RATE_MEMBER": "1000000/min", "API_RATE_TOKEN": "1000000/min"}
        rates["SECONDS_PER_ADDRESS"] = "1000000"
        self.cluster = Cluster(folder, say=lambda line: print(line, file=self.log), more=rates)
        self.tables, self.seats = tables, players
        self.people: list[Player] = []
        self.drafts: list[Seat] = []
        self._over = threading.Event()
        self._watch = threading.Thread(target=self._tend, daemon=True)

    def __enter__(self) -> Kit:
        try:
            self.cluster.start()
        except BaseException:
            self.cluster.supervisor.end()
            raise
        self._watch.start()
        return self

    def __exit__(self, *about: object) -> None:
        for person in self.people:
            person.enough.set()
        self._over.set()
        self._watch.join()
        self.cluster.supervisor.end()
        self.log.close()

    def _tend(self) -> None:
        while not self._over.wait(0.1):
            self.cluster.supervisor.tend()

    def stage(self, *words: str) -> Any:
        """Return what the site itself says, from a process of its own."""
        command = [sys.executable, "-m", "tests.faults.stage", *words]
        run = subprocess.run(
            command, cwd=ROOT, env=self.cluster.environment, capture_output=True, text=True, check=False
        )
        if run.returncode:
            raise RuntimeError(run.stderr)
        return json.loads(run.stdout)

    def open(self) -> None:
        """Open tables, and give everybody else something to do."""
        made = self.stage("open", str(self.tables), str(self.seats), "1")
        urls = self.cluster.webs
        for table in made["tables"]:
            for number, token in enumerate(table["tokens"]):
                self.drafts.append(Seat(Client(*urls, seat=token), table["key"], number))
        roland, elinor, judge = (Client(*urls, token=token) for token in made["tokens"])
        fresh = [*self.drafts[-self.tables * self.seats :], Scorer(roland), Builder(elinor), Organiser(judge)]
        self.people += fresh
        for player in fresh:
            player.start()

    def round(self, victims: Sequence[str] = ()) -> None:
        """Kill one or two at a random moment, bring them back, and see everybody go on."""
        time.sleep(self.lot.uniform(0.3, 2.0))
        chosen = victims or self.lot.sample(VICTIMS, self.lot.choice((1, 1, 2)))
        away = self.lot.choice(AWAY)
        for name in chosen:
            member = self.cluster.supervisor[name]
            member.held = away > 0
            popen = member.process.process
            if popen is not None and popen.poll() is None:
                popen.kill()
                self.report.killed[name] += 1
        time.sleep(away)
        for name in chosen:
            self.cluster.supervisor[name].held = False
        self.report.rounds += 1
        self._all_go_on(", ".join(chosen))

    def _all_go_on(self, after: str) -> None:
        """Check that everybody gets another thing done, without anybody's help."""
        before = {person.name: person.acknowledged for person in self.people}
        until = time.monotonic() + PATIENCE
        waiting = list(self.people)
        while waiting and time.monotonic() < until:
            time.sleep(0.1)
            waiting = [player for player in waiting if player.is_alive() and player.acknowledged == before[player.name]]
        for player in waiting:
            self.report.wrong.append(f"{player.name} could not go on after {after} was killed")
        self.say(f"round {self.report.rounds}: {after} killed; all go on: {'no' if waiting else 'yes'}")

    def finish(self) -> Report:
        """Let the drafts end, stop the others, and compare."""
        until = time.monotonic() + PATIENCE * 4
        for draft in self.drafts:
            draft.pause = 0.0
        for draft in self.drafts:
            draft.join(max(until - time.monotonic(), 0.1))
            if draft.is_alive():
                self.report.wrong.append(f"{draft.name} did not come to its end")
        for player in self.people:
            player.enough.set()
        for player in self.people:
            player.join(30)
            self.report.unanswered += player.unknown
            self.report.wrong += [f"{player.name}: {refused}" for refused in player.refused]
            if player.broken is not None:
                self.report.wrong.append(f"{player.name}: {player.broken!r}")
        self._clocks_fire()
        Ledger(self.stage("look"), self.report).compare(self.people)
        return self.report

    def _clocks_fire(self) -> None:
        """Check that where nobody looks, the beat and the worker alone decide in time."""
        before = self._forced()
        until = time.monotonic() + PATIENCE
        while self._forced() == before and time.monotonic() < until:
            time.sleep(1)
        if self._forced() == before:
            self.report.wrong.append("no clock has fired any more")

    def _forced(self) -> int:
        import psycopg

        with psycopg.connect(self.cluster.postgres.url) as connection:
            row = connection.execute("SELECT count(*) FROM drafts_pick WHERE by = 'clock'").fetchone()
            done = connection.execute("SELECT count(*) FROM drafts_draft WHERE status = 'done'").fetchone()
        return int(row[0]) * 1000 + int(done[0]) if row and done else 0


class Ledger:
    """What the database holds in the end."""

    def __init__(self, rows: dict[str, Any], report: Report) -> None:
        self.rows, self.report = rows, report

    def compare(self, people: Sequence[Player]) -> None:
        """Check that everything acknowledged is stored, and once."""
        self.picks([person for person in people if isinstance(person, Seat)])
        for person in people:
            if isinstance(person, Scorer):
                self._games(person)
            elif isinstance(person, Builder):
                self._deck(person)
            elif isinstance(person, Organiser):
                self._event(person)

    def picks(self, seats: Sequence[Seat]) -> None:
        """Check that every acknowledged pick is in the log with its card, and no place or card of a table appears
        twice."""
        rows = [tuple(row) for row in self.rows["picks"]]
        log = {row[:4]: row[4] for row in rows}
        for seat in seats:
            for place, card in seat.kept.items():
                self.report.acknowledged["picks"] += 1
                if log.get(place) != card:
                    self.report.lost.append(f"pick {place} {card}, there is {log.get(place)}")
        for what, count in (Counter(row[:4] for row in rows) + Counter((row[0], row[4]) for row in rows)).items():
            if count > 1:
                self.report.doubled.append(f"pick {what}")
        self.report.forced = sum(row[5] == "clock" for row in rows)
        for seat in seats:
            if self.rows["drafts"][seat.key]["status"] != "done":
                self.report.wrong.append(f"draft {seat.key} is not done")
        if not self.report.forced:
            self.report.wrong.append("no clock has ever fired")

    def _games(self, scorer: Scorer) -> None:
        kept = {(key, number): (winner, dragons) for key, number, winner, dragons in self.rows["games"]}
        if len(kept) != len(self.rows["games"]):
            self.report.doubled.append("a game of a match")
        for key in scorer.made:
            self.report.acknowledged["matches"] += 1
            if key not in self.rows["matches"]:
                self.report.lost.append(f"match {key}")
        for game, said in scorer.games.items():
            self.report.acknowledged["games"] += 1
            if kept.get(game) != said:
                self.report.lost.append(f"game {game}: {said}, there is {kept.get(game)}")

    def _deck(self, builder: Builder) -> None:
        self.report.acknowledged["deck changes"] += len(builder.steps)
        version, name = self.rows["decks"].get(builder.key, (0, ""))
        last = max(builder.steps, default=0)
        if version < last or (version == last and name != builder.steps.get(last)):
            self.report.lost.append(f"deck change {last}: {builder.steps.get(last)}, there is {version}: {name}")
        if version > last + 1:
            self.report.doubled.append(f"deck change {last}: there is {version}")

    def _event(self, organiser: Organiser) -> None:
        kept = {pairing: (a, b) for pairing, a, b in self.rows["results"]}
        for pairing, crystals in organiser.results.items():
            self.report.acknowledged["results"] += 1
            if kept.get(pairing) != crystals:
                self.report.lost.append(f"result of {pairing}: {crystals}, there is {kept.get(pairing)}")
        rounds = Counter(tuple(row) for row in self.rows["rounds"])
        for number in organiser.paired:
            self.report.acknowledged["rounds paired"] += 1
            if not rounds[number]:
                self.report.lost.append(f"round {number}")
        self.report.doubled += [f"round {number}" for number, count in rounds.items() if count > 1]
