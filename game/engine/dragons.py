"""Dragons and the end of a game: GAME-19, GAME-22, MATCH-01, MATCH-06, MATCH-07, MATCH-09."""

from game.engine.board import OVER, Board

MAX_CRYSTALS = 4
MAX_CRYSTALS_WITH_EMISSARIES = 7


def end_game(board: Board, winner: int, why: str) -> None:
    """End the game; the winner scores one crystal, one a dragon and one a crystal card (MATCH-01, MATCH-02)."""
    dragons = max(0, board.dragons if winner == 0 else -board.dragons)
    crystals = 1 + dragons + board.trophies[winner].bit_count()
    board.outcome = (winner, why, min(crystals, MAX_CRYSTALS_WITH_EMISSARIES))
    board.phase = OVER
    board.todo.clear()
    board.add_event("end", winner, why, board.outcome[2])


def forfeit_game(board: Board, loser: int, why: str) -> None:
    """End the game with the highest score for the opponent (MATCH-09)."""
    settings = board.table.settings
    most = MAX_CRYSTALS_WITH_EMISSARIES if settings.emissaries_agreed else MAX_CRYSTALS
    board.outcome = (1 - loser, why, most)
    board.phase = OVER
    board.todo.clear()
    board.add_event("end", 1 - loser, why, most)


def end_game_without_cards(board: Board) -> None:
    """A player has no cards left: dragons decide, then who had a card in hand or draw deck last (MATCH-07)."""
    if board.dragons:
        end_game(board, 0 if board.dragons > 0 else 1, "cards_out_dragons")
        return
    clocks = [board.clock + 1 if board.has_cards(player) else board.last_card_clock[player] for player in (0, 1)]
    if clocks[0] == clocks[1]:  # nobody has a card and neither ever had: the player whose turn it is ran out first
        clocks[1 - board.turn] += 1
    end_game(board, 0 if clocks[0] > clocks[1] else 1, "cards_out_order")


def attract_dragons(board: Board, player: int, count: int, why: str) -> None:
    """Move dragons one by one; a fourth one wins at once (GAME-19, GAME-22)."""
    board.add_event("dragons", player, count, why)
    step = 1 if player == 0 else -1
    for _ in range(count):
        if board.dragons == 3 * step:
            end_game(board, player, "fourth_dragon")
            return
        board.dragons += step
