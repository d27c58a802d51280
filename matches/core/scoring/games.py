"""Games: whether one can have been played as reported, and one worked out from its fights alone."""

from collections.abc import Iterator, Sequence

from common.text import gettext_noop
from matches.core.scoring.dragons import MAX_CARDS, MAX_MODIFIER, own_dragons, track_of, winner_by_dragons
from matches.core.scoring.records import DRAGONS, Ended, Fight, Finding, Game, MatchRecord, Penalty, Severity, Sheet

# In these the dragons alone say who has won; in the others a player gave up or was ruled to have lost.
BY_THE_DRAGONS = frozenset({Ended.FOURTH_DRAGON, Ended.OUT_OF_CARDS, Ended.DECLINE})
USUAL_CRYSTAL_CARDS = 3
MAX_CRYSTALS_WITH_CARDS = 7


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
    """The game these fights make: its end where a fourth dragon ended it, its winner and their dragons.

    `winner` is needed where the dragons do not tell: after giving up, a penalty, or neutral dragons.

    >>> fights = [Fight("Elinor", 6), Fight("Elinor"), Fight("Elinor")]
    >>> game = game_from_fights(("Roland", "Elinor"), fights, Sheet())
    >>> game.winner, game.dragons, game.ended
    ('Elinor', 3, <Ended.FOURTH_DRAGON: 'fourth_dragon'>)
    """
    tug = track_of(players, fights, sheet.six_cards).tug
    ended = ended or (Ended.OUT_OF_CARDS if tug.winner is None else Ended.FOURTH_DRAGON)
    if not winner and ended in BY_THE_DRAGONS:
        winner = winner_by_dragons(players, tug, out_first=out_first)
    dragons = own_dragons(players, tug, winner)
    return Game(winner, dragons, crystal_cards, ended, tuple(fights), out_first)


def check_game(match: MatchRecord, game: Game, *, number: int) -> Iterator[Finding]:
    """Everything impossible about one game, whatever went before it."""
    yield from _check_winner(match, game, number)
    if not 0 <= game.dragons <= DRAGONS:
        template = gettext_noop("Game %(number)s: a player has none to three dragons, never %(dragons)s.")
        yield Finding("MATCH-01", template, {"number": number, "dragons": game.dragons}, number)
    yield from _check_end(match.sheet, game, number)
    yield from _check_crystal_cards(match.sheet, game, number)
    if game.out_first and game.out_first not in match.players:
        template = gettext_noop("Game %(number)s: %(name)s does not play in this match.")
        yield Finding("MATCH-07", template, {"number": number, "name": game.out_first[:80]}, number)
    if game.fights is not None:
        yield from _check_fights(match, game, number)


def check_cap(game: Game, number: int) -> Iterator[Finding]:
    """The warnings about crystal cards: more than the cap counts, more than are known (MATCH-02)."""
    if game.dragons <= DRAGONS and 1 + game.dragons + game.crystal_cards > MAX_CRYSTALS_WITH_CARDS:
        template = gettext_noop("Game %(number)s: a game is worth at most seven crystals; it is counted as seven.")
        yield Finding("MATCH-02", template, {"number": number}, number)
    elif game.crystal_cards > USUAL_CRYSTAL_CARDS:
        template = gettext_noop("Game %(number)s: more than three crystal cards are not known; are %(cards)s right?")
        params = {"number": number, "cards": game.crystal_cards}
        yield Finding("MATCH-02", template, params, number, Severity.WARNING)


def _check_winner(match: MatchRecord, game: Game, number: int) -> Iterator[Finding]:
    if game.ended == Ended.TIME:
        if game.winner:
            template = gettext_noop("Game %(number)s was not finished on time, so nobody has won it.")
            yield Finding("MATCH-06", template, {"number": number}, number)
    elif game.winner not in match.players:
        template = gettext_noop("Game %(number)s: %(winner)s does not play in this match, so cannot have won a game.")
        if not game.winner and game.fights is not None and game.ended in BY_THE_DRAGONS:
            template = gettext_noop("Game %(number)s: all dragons are neutral; say who ran out of cards first.")
            yield Finding("MATCH-07", template, {"number": number}, number)
            return
        yield Finding("MATCH-01", template, {"number": number, "winner": game.winner[:80] or "—"}, number)


def _check_end(sheet: Sheet, game: Game, number: int) -> Iterator[Finding]:
    if game.ended not in tuple(Ended):
        template = gettext_noop("Game %(number)s: a game cannot end by “%(ended)s”; it can by %(ways)s.")
        ways = ", ".join(Ended)
        yield Finding("MATCH-06", template, {"number": number, "ended": game.ended[:40], "ways": ways}, number)
    if game.ended == Ended.FOURTH_DRAGON and game.dragons < DRAGONS:
        template = gettext_noop(
            "Game %(number)s: only a player who has three dragons can attract a fourth, not one with %(dragons)s."
        )
        yield Finding("MATCH-06", template, {"number": number, "dragons": game.dragons}, number)
    if sheet.penalty is not Penalty.GAME_LOSS and game.ended in (Ended.PENALTY, Ended.ILLEGAL_DECK):
        template = gettext_noop("Game %(number)s: it was agreed that no game is lost by a penalty.")
        yield Finding("MATCH-10", template, {"number": number}, number)


def _check_crystal_cards(sheet: Sheet, game: Game, number: int) -> Iterator[Finding]:
    cards, params = game.crystal_cards, {"number": number, "cards": game.crystal_cards}
    if cards < 0:
        template = gettext_noop("Game %(number)s: nobody can have %(cards)s crystal cards.")
        yield Finding("MATCH-02", template, params, number)
    elif cards and sheet.crystal_cards is False:
        template = gettext_noop("Game %(number)s: it was agreed to play without crystal cards.")
        yield Finding("MATCH-02", template, params, number)


def _check_fights(match: MatchRecord, game: Game, number: int) -> Iterator[Finding]:
    fights = game.fights or ()
    faults = [fault for nth, fight in enumerate(fights, 1) for fault in check_fight(match, fight, (number, nth))]
    yield from faults
    if not faults:
        yield from _check_result(match, game, number)


def check_fight(match: MatchRecord, fight: Fight, place: tuple[int, int]) -> Iterator[Finding]:
    """Everything impossible about one fight; `place` is the number of the game and of the fight in it."""
    number, nth = place
    params: dict[str, object] = {"number": number, "fight": nth}
    if fight.winner not in match.players:
        template = gettext_noop("Game %(number)s, fight %(fight)s: %(winner)s does not play in this match.")
        yield Finding("GAME-20", template, {**params, "winner": fight.winner[:80] or "—"}, number)
    if fight.bluff and fight.modifier:
        template = gettext_noop("Game %(number)s, fight %(fight)s: no text changes the dragons of a called bluff.")
        yield Finding("GAME-24", template, params, number)
    if not -MAX_MODIFIER <= fight.modifier <= MAX_MODIFIER:
        template = gettext_noop("Game %(number)s, fight %(fight)s: no text is known that changes so many dragons.")
        yield Finding("GAME-20", template, params, number)
    if not (0 <= fight.combat <= MAX_CARDS and 0 <= fight.support <= MAX_CARDS):
        template = gettext_noop("Game %(number)s, fight %(fight)s: nobody can have so many cards, or less than none.")
        yield Finding("GAME-21", template, params, number)
    elif not fight.bluff and fight.combat + fight.support == 0:
        template = gettext_noop("Game %(number)s, fight %(fight)s: nobody wins a fight without a card in it.")
        yield Finding("GAME-20", template, params, number)


def _check_result(match: MatchRecord, game: Game, number: int) -> Iterator[Finding]:
    """Whether winner, dragons and end follow from the fights."""
    params: dict[str, object] = {"number": number}
    track = track_of(match.players, game.fights or (), match.sheet.six_cards)
    if track.surplus:
        template = gettext_noop("Game %(number)s: nothing is fought for after the fourth dragon, which ends the game.")
        yield Finding("GAME-22", template, params, number)
    if (track.tug.winner is not None) != (game.ended == Ended.FOURTH_DRAGON):
        template = gettext_noop("Game %(number)s: its fights and the fourth dragon do not agree.")
        yield Finding("MATCH-06", template, params, number)
        return
    if game.ended == Ended.OUT_OF_CARDS and not game.fights:
        template = gettext_noop("Game %(number)s: it ends out of cards only at the retreat that ends a fight.")
        yield Finding("MATCH-06", template, params, number)
    if game.ended in BY_THE_DRAGONS:
        told = winner_by_dragons(match.players, track.tug, out_first=game.out_first)
        if game.winner and told and game.winner != told:
            template = gettext_noop("Game %(number)s: by its fights %(winner)s has won.")
            yield Finding("MATCH-07", template, {**params, "winner": told}, number)
            return
    dragons = own_dragons(match.players, track.tug, game.winner)
    if game.winner and game.dragons != dragons:
        template = gettext_noop("Game %(number)s: by its fights the winner has %(dragons)s dragons.")
        yield Finding("GAME-19", template, {**params, "dragons": dragons}, number)
