"""`manage.py measure_cards`: play seeded games to learn what cards and peoples are worth; goes on where it stopped."""

from __future__ import annotations

import csv
import io
import json
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from django.conf import settings as site_conf
from django.core.management.base import BaseCommand, CommandError

from game.engine.catalogue import PEOPLES, Catalogue
from game.evidence.plan import all_series, crystals, planned
from game.evidence.sums import Sums, Worth
from game.management.catalogue import shipped_catalogue

BATCH = 20  # games one process plays before it reports
FEWEST_GAMES = 30
SECONDS_BETWEEN_REPORTS = 5
Work = tuple[str, int, int, int]
_catalogue: list[Catalogue] = []


class Command(BaseCommand):
    """Plays what is missing, keeps every score, writes the two tables."""

    help = "Measure what cards are worth by playing seeded games; may be interrupted and goes on where it stopped."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many games of which all_series, where they are kept, where the tables go."""
        folder = Path(site_conf.BASE_DIR) / "fixtures" / "bluemoon"
        parser.add_argument("--games", type=int, default=2000, help="games of each series (default 2000)")
        parser.add_argument("--series", nargs="+", default=list(all_series()), choices=all_series(), metavar="SERIES")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--minutes", type=float, default=0, help="stop after so long; go on later (default: never)")
        parser.add_argument("--kept", type=Path, default=Path("measured_games.jsonl"), help="scores of games played")
        parser.add_argument("--cards", type=Path, default=folder / "strength.csv")
        parser.add_argument("--peoples", type=Path, default=folder / "strength_of_peoples.csv")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, then write."""
        seed = options["seed"]
        done = _kept(options["kept"], seed)
        work = [batch for name in options["series"] for batch in _missing(name, options["games"], seed, done)]
        self._play(work, done, options)
        sums = Sums()
        catalogue = shipped_catalogue()
        for series, scores in sorted(done.items()):
            for number, score in sorted(scores.items()):
                sums.add(planned(catalogue, series, number, seed), score)
        _write(options["cards"], _card_rows(sums))
        _write(options["peoples"], _people_rows(sums))
        games = {series: len(scores) for series, scores in done.items()}
        self.stdout.write(f"Games: {games}. Written: {options['cards'].name}, {options['peoples'].name}.")

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
                    self.stderr.write(f"{place} of {len(work)} batches, {series}; about {left / 60:.0f} minutes left")
                if now > ends:
                    return


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
    return [crystals(_catalogue[0], planned(_catalogue[0], series, number, seed)) for number in numbers]


def _missing(series: str, games: int, seed: int, done: dict[str, dict[int, int]]) -> Iterator[Work]:
    have = done.get(series, {})
    start = 0
    while start < games:
        count = 0
        while count < BATCH and start + count < games and start + count not in have:
            count += 1
        if count:
            yield series, start, count, seed
        start += max(count, 1)


def _kept(path: Path, seed: int) -> dict[str, dict[int, int]]:
    """The scores of an earlier run of the same seed, by series and number; a half-written line is played again."""
    found: dict[str, dict[int, int]] = {}
    if not path.exists():
        return found
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines[:-1], 1):
        try:
            entry = json.loads(line)
            if entry["seed"] == seed:
                found.setdefault(entry["series"], {}).update(enumerate(entry["scores"], entry["start"]))
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{path.name}, line {number}: these are no scores.") from error
    if lines[-1]:
        path.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    return found


def _figures(worth: Worth) -> tuple[str, str, str, int]:
    return f"{worth.value:.2f}", f"{worth.low:.2f}", f"{worth.high:.2f}", worth.games


def _card_rows(sums: Sums) -> Iterator[tuple[object, ...]]:
    yield "code", "series", "worth", "low", "high", "games"
    for series, code, worth in sums.cards(FEWEST_GAMES):
        yield (code, series, *_figures(worth))


def _people_rows(sums: Sums) -> Iterator[tuple[object, ...]]:
    yield "people", "against", "crystals", "low", "high", "games"
    for (first, second), worth in sums.peoples().items():
        if worth.games > 1:
            yield (PEOPLES[first].value, PEOPLES[second].value, *_figures(worth))


def _write(path: Path, rows: Iterable[tuple[object, ...]]) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    path.write_text(text.getvalue(), encoding="utf-8")
