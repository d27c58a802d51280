"""Games: check whether a report is possible, and derive a game from its fights."""

from collections.abc import Iterator, Sequence

from common.sentence_tables import sentences
from matches.core.scoring.dragons import MAX_CARDS, MAX_MODIFIER, dragon_track, dragons_of_player, winner_by_dragons
from matches.core.scoring.match import (
    MAX_DRAGONS,
    Fight,
    GameEnd,
    GameRecord,
    Issue,
    MatchRecord,
    MatchSettings,
    Penalty,
    Severity,
)

# After these ends, the dragons decide. After other ends, a player gave up or lost by a ruling, or time was up.
ENDS_DECIDED_BY_DRAGONS = frozenset({GameEnd.FOURTH_DRAGON, GameEnd.OUT_OF_CARDS, GameEnd.DECLINE})
DEFAULT_CRYSTAL_CARDS = 3
MAX_CRYSTALS_WITH_CARDS = 7
_IMPOSSIBLE = sentences("matches", "impossible_games")


def game_from_fights(
    players: tuple[str, str],
    fights: Sequence[Fight],
    sheet: MatchSettings,
    *,
    ended: str = "",
    winner: str = "",
    out_first: str = "",
    crystal_cards: int = 0,
) -> GameRecord:
    """Derive a game from its fights.

    `winner` is needed if the dragons do not decide: after giving up, after a penalty, or with neutral dragons.

    >>> fights = [Fight("Elinor", 6), Fight("Elinor"), Fight("Elinor")]
    >>> game = game_from_fights(("Roland", "Elinor"), fights, MatchSettings())
    >>> game.winner, game.dragons, game.ended
    ('Elinor', 3, <GameEnd.FOURTH_DRAGON: 'fourth_dragon'>)
    """
    tug = dragon_track(players, fights, sheet.six_cards).tug
    ended = ended or (GameEnd.OUT_OF_CARDS if tug.winner is None else GameEnd.FOURTH_DRAGON)
    if not winner and ended in ENDS_DECIDED_BY_DRAGONS:
        winner = winner_by_dragons(players, tug, out_first=out_first)
    dragons = dragons_of_player(players, tug, winner)
    return GameRecord(winner, dragons, crystal_cards, ended, tuple(fights), out_first)


def check_game(match: MatchRecord, game: GameRecord, *, number: int) -> Iterator[Issue]:
    """Yield everything impossible about a game, without looking at earlier games."""
    yield from _check_game_winner(match, game, number)
    if not 0 <= game.dragons <= MAX_DRAGONS:
        yield Issue("MATCH-01", _IMPOSSIBLE["dragons"], {"number": number, "dragons": game.dragons}, number)
    yield from _check_game_end(match.sheet, game, number)
    yield from _check_crystal_cards(match.sheet, game, number)
    if game.out_first and game.out_first not in match.players:
        yield Issue("MATCH-07", _IMPOSSIBLE["out_first"], {"number": number, "name": game.out_first[:80]}, number)
    if game.fights is not None:
        yield from _check_fights(match, game, number)


def check_crystal_cap(game: GameRecord, number: int) -> Iterator[Issue]:
    """Yield an error for crystal cards above the cap, and a warning for more than usual (MATCH-02)."""
    if game.dragons <= MAX_DRAGONS and 1 + game.dragons + game.crystal_cards > MAX_CRYSTALS_WITH_CARDS:
        yield Issue("MATCH-02", _IMPOSSIBLE["cap"], {"number": number}, number)
    elif game.crystal_cards > DEFAULT_CRYSTAL_CARDS:
        params = {"number": number, "cards": game.crystal_cards}
        yield Issue("MATCH-02", _IMPOSSIBLE["many_cards"], params, number, Severity.WARNING)


def _check_game_winner(match: MatchRecord, game: GameRecord, number: int) -> Iterator[Issue]:
    if game.ended == GameEnd.TIME:
        if game.winner:
            yield Issue("MATCH-06", _IMPOSSIBLE["time"], {"number": number}, number)
    elif game.winner not in match.players:
        if not game.winner and game.fights is not None and game.ended in ENDS_DECIDED_BY_DRAGONS:
            yield Issue("MATCH-07", _IMPOSSIBLE["neutral"], {"number": number}, number)
        else:
            yield Issue(
                "MATCH-01", _IMPOSSIBLE["stranger"], {"number": number, "winner": game.winner[:80] or "—"}, number
            )


def _check_game_end(sheet: MatchSettings, game: GameRecord, number: int) -> Iterator[Issue]:
    if game.ended not in tuple(GameEnd):
        params = {"number": number, "ended": game.ended[:40], "ways": ", ".join(GameEnd)}
        yield Issue("MATCH-06", _IMPOSSIBLE["ended"], params, number)
    if game.ended == GameEnd.FOURTH_DRAGON and game.dragons < MAX_DRAGONS:
        yield Issue("MATCH-06", _IMPOSSIBLE["fourth_dragon"], {"number": number, "dragons": game.dragons}, number)
    if sheet.penalty is not Penalty.GAME_LOSS and game.ended in (GameEnd.PENALTY, GameEnd.ILLEGAL_DECK):
        yield Issue("MATCH-10", _IMPOSSIBLE["penalty"], {"number": number}, number)


def _check_crystal_cards(sheet: MatchSettings, game: GameRecord, number: int) -> Iterator[Issue]:
    cards, params = game.crystal_cards, {"number": number, "cards": game.crystal_cards}
    if cards < 0:
        yield Issue("MATCH-02", _IMPOSSIBLE["cards"], params, number)
    elif cards and sheet.crystal_cards is False:
        yield Issue("MATCH-02", _IMPOSSIBLE["no_cards"], params, number)


def _check_fights(match: MatchRecord, game: GameRecord, number: int) -> Iterator[Issue]:
    fights = game.fights or ()
    faults = [
        fault for position, fight in enumerate(fights, 1) for fault in check_fight(match, fight, (number, position))
    ]
    yield from faults
    if not faults:
        yield from _check_result_matches_fights(match, game, number)


def check_fight(match: MatchRecord, fight: Fight, place: tuple[int, int]) -> Iterator[Issue]:
    """Yield everything impossible about a fight; `place` is the number of the game and the number of the fight."""
    number, fight_number = place
    params: dict[str, object] = {"number": number, "fight": fight_number}
    if fight.winner not in match.players:
        yield Issue("GAME-20", _IMPOSSIBLE["fight_stranger"], {**params, "winner": fight.winner[:80] or "—"}, number)
    if fight.bluff and fight.modifier:
        yield Issue("GAME-24", _IMPOSSIBLE["fight_bluff"], params, number)
    if not -MAX_MODIFIER <= fight.modifier <= MAX_MODIFIER:
        yield Issue("GAME-20", _IMPOSSIBLE["fight_modifier"], params, number)
    if not (0 <= fight.combat <= MAX_CARDS and 0 <= fight.support <= MAX_CARDS):
        yield Issue("GAME-21", _IMPOSSIBLE["fight_cards"], params, number)
    elif not fight.bluff and fight.combat + fight.support == 0:
        yield Issue("GAME-20", _IMPOSSIBLE["fight_empty"], params, number)


def _check_result_matches_fights(match: MatchRecord, game: GameRecord, number: int) -> Iterator[Issue]:
    """Yield an issue where winner, dragons or end do not follow from the fights."""
    params: dict[str, object] = {"number": number}
    track = dragon_track(match.players, game.fights or (), match.sheet.six_cards)
    if track.surplus:
        yield Issue("GAME-22", _IMPOSSIBLE["surplus"], params, number)
    if (track.tug.winner is not None) != (game.ended == GameEnd.FOURTH_DRAGON):
        yield Issue("MATCH-06", _IMPOSSIBLE["disagree"], params, number)
        return
    if game.ended == GameEnd.OUT_OF_CARDS and not game.fights:
        yield Issue("MATCH-06", _IMPOSSIBLE["no_fights"], params, number)
    if game.ended in ENDS_DECIDED_BY_DRAGONS:
        winner = winner_by_dragons(match.players, track.tug, out_first=game.out_first)
        if game.winner and winner and game.winner != winner:
            yield Issue("MATCH-07", _IMPOSSIBLE["winner"], {**params, "winner": winner}, number)
            return
    dragons = dragons_of_player(match.players, track.tug, game.winner)
    if game.winner and game.dragons != dragons:
        yield Issue("GAME-19", _IMPOSSIBLE["count"], {**params, "dragons": dragons}, number)
