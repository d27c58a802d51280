"""`manage.py replay_game FILE [--format game|traces]`: play a recorded game again and say where it cannot be."""

import gzip
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import DomainError
from common.json_depth import read_json
from game.engine.catalogue import Catalogue
from game.management.catalogue import shipped_catalogue
from game.records.games import MAX_FILE_BYTES, parse, replay
from game.records.log import ending, sentences
from game.records.traces.readings import RECORDED, SETTINGS
from game.records.traces.replay import Comparison, Replay

MAX_LINE_BYTES = 2_000_000
MAX_LISTED = 20


class Command(BaseCommand):
    """Reads a file of games and plays them along."""

    help = "Replay a recorded game. If a step is illegal or different, show that step and the rule."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a game (docs/game.md), or recorded traces, optionally gzipped")
        parser.add_argument("--format", choices=("game", "traces"), default="game", help="kind of file")
        parser.add_argument(
            "--readings",
            choices=("ours", "recorded"),
            default="ours",
            help="for traces: whose interpretation of unclear rules to use",
        )
        parser.add_argument("--log", action="store_true", help="describe the game in sentences")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        try:
            if options["format"] == "traces":
                self._traces(path, recorded=options["readings"] == "recorded")
            else:
                self._game(path, is_verbose=options["log"])
        except OSError as error:
            raise CommandError(f"We couldn’t read {path.name}: {error.strerror or error}.") from error
        except DomainError as error:
            raise CommandError(str(error)) from error

    def _game(self, path: Path, *, is_verbose: bool) -> None:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
        played = replay(shipped_catalogue(), parse(raw))
        for do, events in played.log if is_verbose else ():
            self.stdout.write(do)
            for sentence in sentences(played.state.table, events):
                self.stdout.write(sentence)
        for code in played.texts_not_whole:
            self.stdout.write(f"{code} was played without its text, or with only part of it.")
        ended = ending(played.outcome) if played.outcome else "The game isn’t over."
        self.stdout.write(f"All {played.steps} steps are legal. {ended}")

    def _traces(self, path: Path, *, recorded: bool) -> None:
        catalogue = shipped_catalogue()
        cards: Counter[str] = Counter()
        done: list[Comparison] = []
        for game in _games(path):
            comparison = _comparison_of(catalogue, game, recorded=recorded)
            cards.update(comparison.cards)
            done.append(comparison)
            if comparison.difference and len([step for step in done if step.difference]) <= MAX_LISTED:
                self.stdout.write(f"{comparison.game}, step {comparison.at}: {comparison.difference}")
        self._report(done, cards)
        if any(comparison.difference for comparison in done):
            raise CommandError("Some games differ before their first listed difference.")

    def _report(self, done: list[Comparison], cards: Counter[str]) -> None:
        agreeing = sum(comparison.agrees for comparison in done)
        steps, of = sum(comparison.steps for comparison in done), sum(comparison.comparable for comparison in done)
        self.stdout.write(f"{agreeing} of {len(done)} games agree up to their first listed difference.")
        self.stdout.write(f"{steps} of {of} steps before it agree, out of {sum(f.total for f in done)} steps in all.")
        self.stdout.write(
            f"{sum(comparison.dead_ends for comparison in done)} recorded dead ends are dead ends here too."
        )
        peoples: dict[str, list[bool]] = {}
        for comparison in done:
            for people in comparison.game.split("-")[:2]:
                peoples.setdefault(people, []).append(comparison.agrees)
        for people, agreed in sorted(peoples.items()):
            self.stdout.write(f"  {people}: {sum(agreed)} of {len(agreed)} games")
        for reading, count in Counter(comparison.listed for comparison in done if comparison.listed).most_common():
            self.stdout.write(f"  ended by {reading}: {count}")
        for code, count in cards.most_common(MAX_LISTED):
            self.stdout.write(f"  differs with {code}: {count}")


def _games(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
        number = 0
        while True:
            number += 1
            try:
                line = file.readline(MAX_LINE_BYTES + 1)
            except (EOFError, gzip.BadGzipFile) as error:
                raise CommandError(f"{path.name} is incomplete or isn’t a gzip file (line {number}).") from error
            if not line:
                if number == 1:
                    raise CommandError(f"{path.name} is empty.")
                return
            yield _object(path, number, line)


def _object(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        game = read_json(line.decode()) if len(line) <= MAX_LINE_BYTES else None
    except ValueError:
        game = None
    if not isinstance(game, dict) or not {"id", "order", "start", "steps", "end"} <= set(game):
        raise CommandError(f"{path.name}, line {number}: this isn’t a recorded game.")
    return game


def _comparison_of(catalogue: Catalogue, game: dict[str, Any], *, recorded: bool) -> Comparison:
    try:
        return Replay(catalogue, game, RECORDED if recorded else SETTINGS).compare()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise CommandError(f"{str(game['id'])[:60]}: this isn’t a recorded game ({error!r}).") from error
