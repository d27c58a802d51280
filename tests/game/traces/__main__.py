"""Compare recorded games of an independent program: `python -m tests.game.traces FILE [--readings recorded]`."""

from __future__ import annotations

import gzip
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from common.json_depth import parse_json
from game.engine.catalogue import Catalogue, read_catalogue_file
from tests.game.traces.readings import RECORDED, SETTINGS
from tests.game.traces.replay import Comparison, Replay

CARDS = Path(__file__).resolve().parents[3] / "fixtures" / "bluemoon" / "cards.csv"
MAX_LINE_BYTES = 2_000_000
MAX_LISTED = 20


def main(arguments: list[str]) -> None:
    """Compare the games of a file, one a line; exit with 1 if any differs."""
    parser = ArgumentParser(prog="python -m tests.game.traces")
    parser.add_argument("file", type=Path, help="recorded games, optionally gzipped")
    parser.add_argument("--readings", choices=("ours", "recorded"), default="ours", help="of unclear rules")
    options = parser.parse_args(arguments)
    catalogue = read_catalogue_file(CARDS)
    cards: Counter[str] = Counter()
    done: list[Comparison] = []
    for game in _games(options.file):
        comparison = _comparison_of(catalogue, game, recorded=options.readings == "recorded")
        cards.update(comparison.cards)
        done.append(comparison)
        if comparison.difference and len([step for step in done if step.difference]) <= MAX_LISTED:
            print(f"{comparison.game}, step {comparison.at}: {comparison.difference}")
    _report(done, cards)
    if any(comparison.difference for comparison in done):
        raise SystemExit("Some games differ before their first listed difference.")


def _report(done: list[Comparison], cards: Counter[str]) -> None:
    agreeing = sum(comparison.agrees for comparison in done)
    steps, of = sum(comparison.steps for comparison in done), sum(comparison.comparable for comparison in done)
    print(f"{agreeing} of {len(done)} games agree up to their first listed difference.")
    print(f"{steps} of {of} steps before it agree, out of {sum(f.total for f in done)} steps in all.")
    print(f"{sum(comparison.dead_ends for comparison in done)} recorded dead ends are dead ends here too.")
    peoples: dict[str, list[bool]] = {}
    for comparison in done:
        for people in comparison.game.split("-")[:2]:
            peoples.setdefault(people, []).append(comparison.agrees)
    for people, agreed in sorted(peoples.items()):
        print(f"  {people}: {sum(agreed)} of {len(agreed)} games")
    for reading, count in Counter(comparison.listed for comparison in done if comparison.listed).most_common():
        print(f"  ended by {reading}: {count}")
    for code, count in cards.most_common(MAX_LISTED):
        print(f"  differs with {code}: {count}")


def _games(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
        number = 0
        while True:
            number += 1
            try:
                line = file.readline(MAX_LINE_BYTES + 1)
            except (EOFError, gzip.BadGzipFile) as error:
                raise SystemExit(f"{path.name} is incomplete or isn’t a gzip file (line {number}).") from error
            if not line:
                if number == 1:
                    raise SystemExit(f"{path.name} is empty.")
                return
            yield _object(path, number, line)


def _object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        game = parse_json(line.decode()) if len(line) <= MAX_LINE_BYTES else None
    except ValueError:
        game = None
    if not isinstance(game, dict) or not {"id", "order", "start", "steps", "end"} <= set(game):
        raise SystemExit(f"{path.name}, line {number}: this isn’t a recorded game.")
    return game


def _comparison_of(catalogue: Catalogue, game: dict[str, Any], *, recorded: bool) -> Comparison:
    try:
        return Replay(catalogue, game, RECORDED if recorded else SETTINGS).compare()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise SystemExit(f"{str(game['id'])[:60]}: this isn’t a recorded game ({error!r}).") from error


if __name__ == "__main__":
    main(sys.argv[1:])
