"""`manage.py play_game DECK DECK [--seed N] [--players P P] [--json]`: play a game, without a server."""

import json
import random
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.errors import DomainError
from game.engine.actions import Action
from game.engine.state import State, apply_action, game_result, new_game
from game.engine.table import GameTable, game_table_of_decks, settings_from
from game.management.catalogue import deck_by_name, shipped_catalogue
from game.players import PLAYERS, PlayerFunction, play_to_end
from game.players.computer import LEVELS, computer_player
from game.records.coverage import cards_played_in_part
from game.records.games import record_game
from game.records.words import action_to_words, describe_game_result, event_sentences
from game.shipped_evidence import shipped_position_value

YES_OR_NO = {"yes": True, "no": False}


def _player_function(name: str) -> PlayerFunction:
    return PLAYERS[name]() if name in PLAYERS else computer_player(name, shipped_position_value())


class Command(BaseCommand):
    """Plays a game of two decks between two players, and prints a log, or a file for `replay_game`."""

    help = "Play a game between two decks, each a people’s name or a file with one card per line."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "decks", nargs=2, metavar="DECK", help="a people (Vulca … Buka), or a file with one card per line"
        )
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same game (default: 1)")
        parser.add_argument(
            "--players", nargs=2, default=["club", "club"], choices=[*sorted(PLAYERS), *LEVELS], help="the two bots"
        )
        parser.add_argument("--start", type=int, choices=(0, 1), help="who starts (default: decided by the seed)")
        parser.add_argument(
            "--inquisitors", nargs=2, default=["", ""], metavar="CODE", help="an inquisitor for each deck"
        )
        parser.add_argument("--setting", action="append", default=[], metavar="NAME=VALUE", help="a rule setting")
        parser.add_argument("--json", action="store_true", help="print a file for replay_game")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            table = self._table_from_options(options)
            state = new_game(table, seed=options["seed"], start=options["start"])
        except DomainError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"We couldn’t read a deck: {error.strerror or error}.") from error
        first, second = (_player_function(name) for name in options["players"])
        actions = play_to_end(state.copy_board(), (first, second), random.Random(options["seed"]))
        if options["json"]:
            self.stdout.write(json.dumps(record_game(state, actions), ensure_ascii=False, indent=1))
        else:
            self._print_log(state, actions)

    @staticmethod
    def _table_from_options(options: dict[str, Any]) -> GameTable:
        catalogue = shipped_catalogue()
        pairs = zip(options["decks"], options["inquisitors"], strict=True)
        first_deck, second = (deck_by_name(catalogue, name, seat) for name, seat in pairs)
        values = dict(text.partition("=")[::2] for text in options["setting"])
        return game_table_of_decks(
            catalogue, (first_deck, second), settings_from({k: YES_OR_NO.get(v, v) for k, v in values.items()})
        )

    def _print_log(self, state: State, actions: list[Action]) -> None:
        for action in actions:
            self.stdout.write(f"Player {state.player}: {action_to_words(state.table, state.player, action)}")
            events: list[tuple[object, ...]] = []
            state = apply_action(state, action, events=events)
            for sentence in event_sentences(state.table, events):
                self.stdout.write(sentence)
        for code in cards_played_in_part(state.table.facts):
            self.stdout.write(f"{code} was played without its text, or with only part of it.")
        outcome = game_result(state)
        if outcome:
            self.stdout.write(describe_game_result(outcome))
