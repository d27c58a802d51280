"""`manage.py replay_game FILE`: replay a recorded game and report illegal steps."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import DomainError
from common.management.problems import file_problem
from game.management.catalogue import shipped_catalogue
from game.records.games import MAX_FILE_BYTES, parse_game_file, replay_game
from game.records.words import describe_game_result, event_sentences


class Command(BaseCommand):
    """Reads a game and replays it."""

    help = "Replay a recorded game. If a step is illegal, show that step and the rule."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a game (docs/game.md)")
        parser.add_argument("--log", action="store_true", help="describe the game in sentences")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        try:
            self._replay(path, is_verbose=options["log"])
        except OSError as error:
            raise CommandError(file_problem(path, error)) from error
        except DomainError as error:
            raise CommandError(str(error)) from error

    def _replay(self, path: Path, *, is_verbose: bool) -> None:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
        played = replay_game(shipped_catalogue(), parse_game_file(raw))
        if is_verbose:
            for do, events in played.log:
                self.stdout.write(do)
                for sentence in event_sentences(played.state.table, events):
                    self.stdout.write(sentence)
        for code in played.texts_not_whole:
            self.stdout.write(f"{code} was played without its text, or with only part of it.")
        ended = describe_game_result(played.outcome) if played.outcome else "The game isn’t over."
        self.stdout.write(f"All {played.steps} steps are legal. {ended}")
