"""`manage.py measure_cards`: play seeded games to learn what cards and peoples are worth; goes on where it stopped."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from django.conf import settings as site_conf
from django.core.management.base import BaseCommand, CommandError

from game.engine.catalogue import Catalogue
from game.evidence.fit import fit
from game.evidence.plan import batches, planned
from game.evidence.play import figure
from game.evidence.tables import write_evidence
from game.management.catalogue import shipped_catalogue

BATCH_GAMES = 20  # games one process plays before it reports
GAMES = 50_000
SEED = 20261122  # of the games whose scores ship with the site
BAR_WIDTH = 30
MIN_GAMES = 30
SECONDS_BETWEEN_REPORTS = 5
Work = tuple[str, int, int, int]
_catalogue: list[Catalogue] = []


class Command(BaseCommand):
    """Plays what is missing, keeps every score, writes the tables."""

    help = "Measure what cards are worth by playing seeded games; may be interrupted and goes on where it stopped."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many games, where their scores are kept, where the tables go."""
        folder = Path(site_conf.BASE_DIR) / "fixtures" / "bluemoon"
        parser.add_argument("--games", type=int, default=GAMES, help=f"games in all (default {GAMES})")
        parser.add_argument("--seed", type=int, default=SEED)
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--minutes", type=float, default=0, help="stop after so long; go on later (default: never)")
        parser.add_argument("--kept", type=Path, default=folder / "measured_games.jsonl", help="scores of games played")
        parser.add_argument("--folder", type=Path, default=folder, help="where the tables are written")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, then write."""
        seed = options["seed"]
        done = _stored_scores(options["kept"], seed)
        work = list(_missing(options["games"], seed, done))
        self._play(work, done, options)
        catalogue = shipped_catalogue()
        games = [
            (planned(catalogue, series, number, seed), score)
            for series, scores in sorted(done.items())
            for number, score in sorted(scores.items())
        ]
        self.stderr.write(f"Working out what {len(games)} games say; this takes a minute or two.")
        write_evidence(options["folder"], fit(catalogue, games), MIN_GAMES)
        counts = ", ".join(f"{len(scores)} {series}" for series, scores in sorted(done.items()))
        self.stdout.write(f"Games: {counts}. The tables are written.")

    def _play(self, work: list[Work], done: dict[str, dict[int, int]], options: dict[str, Any]) -> None:
        began = said = time.monotonic()
        ends = began + options["minutes"] * 60 if options["minutes"] else float("inf")
        with options["kept"].open("a", encoding="utf-8") as kept:
            for place, (batch, scores) in enumerate(_played(work, options["processes"]), 1):
                series, start, _, seed = batch
                json.dump({"series": series, "start": start, "seed": seed, "scores": scores}, kept)
                kept.write("\n")
                kept.flush()
                done.setdefault(series, {}).update(enumerate(scores, start))
                now = time.monotonic()
                if now - said >= SECONDS_BETWEEN_REPORTS:
                    said = now
                    left = (now - began) / place * (len(work) - place)
                    self.stderr.write(_bar(place, len(work)) + f" about {left / 60:.0f} minutes left")
                if now > ends:
                    return


def _bar(done: int, of: int) -> str:
    """`[#####     ] 10 of 20 batches`."""
    filled = BAR_WIDTH * done // of
    return f"[{'#' * filled}{' ' * (BAR_WIDTH - filled)}] {done} of {of} batches;"


def _played(work: list[Work], processes: int) -> Iterator[tuple[Work, list[int]]]:
    if processes < 2:
        yield from ((batch, _batch(batch)) for batch in work)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from zip(work, pool.map(_batch, work), strict=True)


def _batch(batch: Work) -> list[int]:
    """The scores of some games: runs in a process of its own, which reads the catalogue once."""
    if not _catalogue:
        _catalogue.append(shipped_catalogue())
    series, start, count, seed = batch
    numbers = range(start, start + count)
    return [figure(_catalogue[0], planned(_catalogue[0], series, number, seed)) for number in numbers]


def _missing(games: int, seed: int, done: dict[str, dict[int, int]]) -> Iterator[Work]:
    """The batches still to be played of a measurement of this many games."""
    for series, start, count in batches(games, BATCH_GAMES):
        have = done.get(series, {})
        if any(number not in have for number in range(start, start + count)):
            yield series, start, count, seed


def _stored_scores(path: Path, seed: int) -> dict[str, dict[int, int]]:
    """The scores of an earlier run of the same seed, by series and number; a half-written line is played again."""
    scores: dict[str, dict[int, int]] = {}
    if not path.exists():
        return scores
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines[:-1], 1):
        try:
            entry = json.loads(line)
            if entry["seed"] == seed:
                scores.setdefault(entry["series"], {}).update(enumerate(entry["scores"], entry["start"]))
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{path.name}, line {number}: these are no scores.") from error
    if lines[-1]:
        path.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    return scores
