"""Games: checks whether a report is possible, derives a game from its fights."""

from collections.abc import Iterator, Sequence

from common.sentences import sentences
from matches.core.scoring.dragons import MAX_CARDS, MAX_MODIFIER, dragons_of_player, track_of, winner_by_dragons
from matches.core.scoring.match import MAX_DRAGONS, Ended, Fight, Finding, Game, MatchRecord, Penalty, Severity, Sheet

# Ends in which the dragons decide; in the others a player gave up or lost by a ruling.
ENDS_DECIDED_BY_DRAGONS = frozenset({Ended.FOURTH_DRAGON, Ended.OUT_OF_CARDS, Ended.DECLINE})
DEFAULT_CRYSTAL_CARDS = 3
MAX_CRYSTALS_WITH_CARDS = 7
_IMPOSSIBLE = sentences("matches", "impossible_games")


def game_from_fights(
    players: tuple[str, str],
    fights: Sequence[Fight],
    sheet: Sheet,
    *,
    ended: str = "",
    winner: str = "",
    out_first: str = "",
    crystal_cards: int = 0,
) -> Game:
    """Derive a game from its fights.

    `winner` is needed if the dragons do not decide: after giving up, a penalty, or neutral dragons.

    >>> fights = [Fight("Elinor", 6), Fight("Elinor"), Fight("Elinor")]
    >>> game = game_from_fights(("Roland", "Elinor"), fights, Sheet())
    >>> game.winner, game.dragons, game.ended
    ('Elinor', 3, <Ended.FOURTH_DRAGON: 'fourth_dragon'>)
    """
    tug = track_of(players, fights, sheet.six_cards).tug
    ended = ended or (Ended.OUT_OF_CARDS if tug.winner is None else Ended.FOURTH_DRAGON)
    if not winner and ended in ENDS_DECIDED_BY_DRAGONS:
        winner = winner_by_dragons(players, tug, out_first=out_first)
    dragons = dragons_of_player(players, tug, winner)
    return Game(winner, dragons, crystal_cards, ended, tuple(fights), out_first)


def check_game(match: MatchRecord, game: Game, *, number: int) -> Iterator[Finding]:
    """Yield everything impossible about a game, whatever went before it."""
    yield from _check_game_winner(match, game, number)
    if not 0 <= game.dragons <= MAX_DRAGONS:
        yield Finding("MATCH-01", _IMPOSSIBLE["dragons"], {"number": number, "dragons": game.dragons}, number)
    yield from _check_game_end(match.sheet, game, number)
    yield from _check_crystal_cards(match.sheet, game, number)
    if game.out_first and game.out_first not in match.players:
        yield Finding("MATCH-07", _IMPOSSIBLE["out_first"], {"number": number, "name": game.out_first[:80]}, number)
    if game.fights is not None:
        yield from _check_fights(match, game, number)


def check_crystal_cap(game: Game, number: int) -> Iterator[Finding]:
    """Yield findings about crystal cards: more than the cap, more than usual (MATCH-02)."""
    if game.dragons <= MAX_DRAGONS and 1 + game.dragons + game.crystal_cards > MAX_CRYSTALS_WITH_CARDS:
        yield Finding("MATCH-02", _IMPOSSIBLE["cap"], {"number": number}, number)
    elif game.crystal_cards > DEFAULT_CRYSTAL_CARDS:
        params = {"number": number, "cards": game.crystal_cards}
        yield Finding("MATCH-02", _IMPOSSIBLE["many_cards"], params, number, Severity.WARNING)


def _check_game_winner(match: MatchRecord, game: Game, number: int) -> Iterator[Finding]:
    if game.ended == Ended.TIME:
        if game.winner:
            yield Finding("MATCH-06", _IMPOSSIBLE["time"], {"number": number}, number)
    elif game.winner not in match.players:
        if not game.winner and game.fights is not None and game.ended in ENDS_DECIDED_BY_DRAGONS:
            yield Finding("MATCH-07", _IMPOSSIBLE["neutral"], {"number": number}, number)
        else:
            yield Finding(
                "MATCH-01", _IMPOSSIBLE["stranger"], {"number": number, "winner": game.winner[:80] or "—"}, number
            )


def _check_game_end(sheet: Sheet, game: Game, number: int) -> Iterator[Finding]:
    if game.ended not in tuple(Ended):
        params = {"number": number, "ended": game.ended[:40], "ways": ", ".join(Ended)}
        yield Finding("MATCH-06", _IMPOSSIBLE["ended"], params, number)
    if game.ended == Ended.FOURTH_DRAGON and game.dragons < MAX_DRAGONS:
        yield Finding("MATCH-06", _IMPOSSIBLE["fourth_dragon"], {"number": number, "dragons": game.dragons}, number)
    if sheet.penalty is not Penalty.GAME_LOSS and game.ended in (Ended.PENALTY, Ended.ILLEGAL_DECK):
        yield Finding("MATCH-10", _IMPOSSIBLE["penalty"], {"number": number}, number)


def _check_crystal_cards(sheet: Sheet, game: Game, number: int) -> Iterator[Finding]:
    cards, params = game.crystal_cards, {"number": number, "cards": game.crystal_cards}
    if cards < 0:
        yield Finding("MATCH-02", _IMPOSSIBLE["cards"], params, number)
    elif cards and sheet.crystal_cards is False:
        yield Finding("MATCH-02", _IMPOSSIBLE["no_cards"], params, number)


def _check_fights(match: MatchRecord, game: Game, number: int) -> Iterator[Finding]:
    fights = game.fights or ()
    faults = [fault for nth, fight in enumerate(fights, 1) for fault in check_fight(match, fight, (number, nth))]
    yield from faults
    if not faults:
        yield from _check_result_follows(match, game, number)


def check_fight(match: MatchRecord, fight: Fight, place: tuple[int, int]) -> Iterator[Finding]:
    """Yield everything impossible about a fight; `place` is the number of its game and its own."""
    number, nth = place
    params: dict[str, object] = {"number": number, "fight": nth}
    if fight.winner not in match.players:
        yield Finding("GAME-20", _IMPOSSIBLE["fight_stranger"], {**params, "winner": fight.winner[:80] or "—"}, number)
    if fight.bluff and fight.modifier:
        yield Finding("GAME-24", _IMPOSSIBLE["fight_bluff"], params, number)
    if not -MAX_MODIFIER <= fight.modifier <= MAX_MODIFIER:
        yield Finding("GAME-20", _IMPOSSIBLE["fight_modifier"], params, number)
    if not (0 <= fight.combat <= MAX_CARDS and 0 <= fight.support <= MAX_CARDS):
        yield Finding("GAME-21", _IMPOSSIBLE["fight_cards"], params, number)
    elif not fight.bluff and fight.combat + fight.support == 0:
        yield Finding("GAME-20", _IMPOSSIBLE["fight_empty"], params, number)


def _check_result_follows(match: MatchRecord, game: Game, number: int) -> Iterator[Finding]:
    """Yield where winner, dragons and end do not follow from the fights."""
    params: dict[str, object] = {"number": number}
    track = track_of(match.players, game.fights or (), match.sheet.six_cards)
    if track.surplus:
        yield Finding("GAME-22", _IMPOSSIBLE["surplus"], params, number)
    if (track.tug.winner is not None) != (game.ended == Ended.FOURTH_DRAGON):
        yield Finding("MATCH-06", _IMPOSSIBLE["disagree"], params, number)
        return
    if game.ended == Ended.OUT_OF_CARDS and not game.fights:
        yield Finding("MATCH-06", _IMPOSSIBLE["no_fights"], params, number)
    if game.ended in ENDS_DECIDED_BY_DRAGONS:
        winner = winner_by_dragons(match.players, track.tug, out_first=game.out_first)
        if game.winner and winner and game.winner != winner:
            yield Finding("MATCH-07", _IMPOSSIBLE["winner"], {**params, "winner": winner}, number)
            return
    dragons = dragons_of_player(match.players, track.tug, game.winner)
    if game.winner and game.dragons != dragons:
        yield Finding("GAME-19", _IMPOSSIBLE["count"], {**params, "dragons": dragons}, number)
