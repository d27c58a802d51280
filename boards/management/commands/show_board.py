"""`manage.py show_board POSITION [--do ACTION] [--seat 0|1] [--json]`: a position and its legal actions."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from boards.core.carry_out import likely_illegal_actions, state_after
from boards.core.notation import HIDDEN_CODE
from boards.core.read import ParsedPosition, parse_position
from boards.core.reasons import why_illegal
from boards.core.write import position_as_text, view_as_text
from common.errors import DomainError
from game.engine.state import State, legal_actions
from game.engine.view import HIDDEN_CARD, VisibleCards, visible_game_for
from game.management.catalogue import shipped_catalogue
from game.records.words import action_from_words, action_to_words


class Command(BaseCommand):
    """Prints a position as its text, as two tables of cards, and its legal actions."""

    help = "Show a position given as text (docs/boards.md), the legal actions, and why other actions aren’t legal."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("position", help="for example: TM1 el=fire h0=V05 c1=H09")
        parser.add_argument(
            "--do", action="append", default=[], metavar="ACTION", help="carry out this action first (can be repeated)"
        )
        parser.add_argument("--seat", type=int, choices=(0, 1), help="show only what this seat can see")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            position = parse_position(shipped_catalogue(), options["position"])
            notes = [note.message % (note.params or {}) for note in position.notes]
            for words in options["do"]:
                position = ParsedPosition(state_after(position, words), None, ())
        except DomainError as error:
            raise CommandError(str(error)) from error
        state = position.state
        seat = options["seat"] if options["seat"] is not None else position.seat
        text = position_as_text(state) if seat is None else view_as_text(state, seat)
        legal = [action_to_words(state.table, state.player, action) for action in legal_actions(state)]
        legal = legal if seat in (None, state.player) else []
        if options["json"]:
            self.stdout.write(json.dumps({"position": text, "notes": notes, "legal": legal}, ensure_ascii=False))
            return
        self.stdout.write(text)
        for line in (*notes, *_position_lines(state, seat)):
            self.stdout.write(line)
        self.stdout.write(f"Player {state.player} can: {', '.join(legal) or 'do nothing that this seat can see'}")
        if legal:
            for words in likely_illegal_actions(state):
                reason = why_illegal(state, action_from_words(state.table, state.player, words))
                if reason:
                    self.stdout.write(f"  not {words}: {reason.template % reason.params} ({reason.rule})")


def _position_lines(state: State, seat: int | None) -> list[str]:
    lines = [f"Turn of player {state.player_in_turn}, {state.phase_name} phase, dragons {state.dragons_balance:+d}"]
    for player in (0, 1):
        side = visible_game_for(state, player if seat is None else seat).sides[player]
        lines.append(f"Player {player}: power {side.power}, draw deck {side.deck}")
        lines += [f"  {zone}: {cards}" for zone, cards in _zone_rows(state, side) if cards]
    return lines


def _zone_rows(state: State, side: VisibleCards) -> list[tuple[str, str]]:
    def names(cards: tuple[int, ...]) -> str:
        codes = [(state.table.code(card), card) for card in cards if card != HIDDEN_CARD]
        known = [f"{code} {state.table.facts[card].label}" for code, card in codes if code != HIDDEN_CODE]
        hidden = len(cards) - len(known)
        return ", ".join([*known, *([f"{hidden} hidden"] if hidden else [])])

    ships = "; ".join(f"{names((ship,))} ({names(cargo) or 'empty'})" for ship, cargo in side.ships)
    tops = tuple(card for card in (side.discard_top, side.leadership_top) if card != HIDDEN_CARD)
    zones = [("hand", side.hand), ("combat", side.combat), ("covered", side.covered), ("support", side.support)]
    return [*((zone, names(cards)) for zone, cards in zones), ("ships", ships), ("top of the piles", names(tops))]
