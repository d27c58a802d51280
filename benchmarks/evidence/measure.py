"""Play seeded games to learn what cards and peoples are worth; goes on where it stopped.

`python -m benchmarks.evidence.measure [--games N] [--processes N] [--minutes N] [--player strong]`, 0 games to work the
tables out again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

from benchmarks.evidence.fit import fit
from benchmarks.evidence.plan import PACE, Planned, batches, planned
from benchmarks.evidence.self_play import shipped_player
from benchmarks.evidence.write import write_evidence
from game.arena import play_game
from game.engine.catalogue import Catalogue, read_catalogue_file
from game.players.computer import LEVELS

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "bluemoon"
BATCH_GAMES = 20  # games one process plays before it reports
GAMES = 50_000
SEED = 20261122  # of the games whose scores ship with the site
BAR_WIDTH = 30
MIN_GAMES = 30
SECONDS_BETWEEN_REPORTS = 5
GREEDY = "greedy"  # the player whose scores ship with the site
Work = tuple[str, int, int, int, str]


@cache
def _shipped() -> Catalogue:
    return read_catalogue_file(FOLDER / "cards.csv")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play missing games, saving every score, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help=f"games in all (default {GAMES})")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long; go on later (default: never)")
    parser.add_argument("--player", default=GREEDY, choices=(GREEDY, *LEVELS), help="who plays both decks")
    parser.add_argument("--kept", type=Path, default=FOLDER / "measured_games.jsonl", help="scores of games played")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the tables are written")
    asked = parser.parse_args(arguments)
    done = stored_scores(asked.kept, asked.seed, asked.player)
    _play(list(_missing(asked.games, asked.seed, asked.player, done)), done, asked)
    catalogue = _shipped()
    games = [
        (planned(catalogue, series, number, asked.seed), score)
        for series, scores in sorted(done.items())
        for number, score in sorted(scores.items())
    ]
    sys.stderr.write(f"Working out what {len(games)} games say; this takes a minute or two.\n")
    write_evidence(asked.folder, fit(catalogue, games), MIN_GAMES)
    counts = ", ".join(f"{len(scores)} {series}" for series, scores in sorted(done.items()))
    sys.stdout.write(f"Games: {counts}. The tables are written.\n")


def _play(work: list[Work], done: dict[str, dict[int, int]], asked: argparse.Namespace) -> None:
    began = said = time.monotonic()
    ends = began + asked.minutes * 60 if asked.minutes else float("inf")
    with asked.kept.open("a", encoding="utf-8") as kept:
        for place, (batch, scores) in enumerate(_played(work, asked.processes), 1):
            series, start, _, seed, player = batch
            named = {} if player == GREEDY else {"player": player}
            json.dump({"series": series, "start": start, "seed": seed, **named, "scores": scores}, kept)
            kept.write("\n")
            kept.flush()
            done.setdefault(series, {}).update(enumerate(scores, start))
            now = time.monotonic()
            if now - said >= SECONDS_BETWEEN_REPORTS:
                said = now
                left = (now - began) / place * (len(work) - place)
                sys.stderr.write(_bar(place, len(work)) + f" about {left / 60:.0f} minutes left\n")
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
    """Return the scores of some games: runs in a process of its own, which reads the catalogue once."""
    series, start, count, seed, player = batch
    catalogue = _shipped()
    return [
        figure(catalogue, planned(catalogue, series, number, seed), player) for number in range(start, start + count)
    ]


def figure(catalogue: Catalogue, game: Planned, player: str = GREEDY) -> int:
    """Play a game between two such players: turns, or crystals of the first deck (negative for the second)."""
    players = None if player == GREEDY else (shipped_player(player), shipped_player(player))
    ended = play_game(catalogue, game.first, game.second, start=game.start, seed=game.seed, players=players)
    return ended.turns if game.series == PACE else ended.crystals


def _missing(games: int, seed: int, player: str, done: dict[str, dict[int, int]]) -> Iterator[Work]:
    """Yield the batches still to be played for this many games."""
    for series, start, count in batches(games, BATCH_GAMES):
        have = done.get(series, {})
        if any(number not in have for number in range(start, start + count)):
            yield series, start, count, seed, player


def stored_scores(path: Path, seed: int, player: str = GREEDY) -> dict[str, dict[int, int]]:
    """Return the scores of earlier runs of a seed and player, by series and number; a half-written line is played
    again."""
    scores: dict[str, dict[int, int]] = {}
    if not path.exists():
        return scores
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines[:-1], 1):
        try:
            entry = json.loads(line)
            if entry["seed"] == seed and entry.get("player", GREEDY) == player:
                scores.setdefault(entry["series"], {}).update(enumerate(entry["scores"], entry["start"]))
        except (ValueError, KeyError, TypeError) as error:
            raise SystemExit(f"{path.name}, line {number}: these are no scores.") from error
    if lines[-1]:
        path.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    return scores


if __name__ == "__main__":
    main()
