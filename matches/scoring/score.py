"""Crystals from games, and everything that cannot be right about a record (MATCH-01 to MATCH-06, MATCH-09)."""

from __future__ import annotations

from collections.abc import Iterator

from common.text import gettext_noop
from decks.legality.deck import Edition
from matches.scoring.records import Ended, Finding, Game, MatchRecord, MatchScore, Penalty, Severity, Sheet
from matches.scoring.tug import DRAGONS

MOST_CRYSTALS = 4
MOST_WITH_CRYSTAL_CARDS = 7
USUAL_CRYSTAL_CARDS = 3


def score(match: MatchRecord) -> MatchScore:
    """Count a match from its games, always anew.

    A game that breaks a rule is not counted, nor is one after the match was won; too many crystal cards count up to
    the cap. Never raises: whatever is wrong is a finding.

    >>> games = (Game("Roland", 3), Game("Elinor", 0), Game("Roland", 0))
    >>> result = score(MatchRecord(("Roland", "Elinor"), games))
    >>> result.crystals, result.winner, result.next_starter
    ({'Roland': 5, 'Elinor': 1}, 'Roland', 'Elinor')
    """
    findings = [*check_players(match.players), *check_sheet(match.sheet)]
    in_use = crystal_cards_in_use(match)
    crystals = dict.fromkeys(match.players, 0)
    by_game: list[int | None] = []
    winner = next_starter = None
    for number, game in enumerate(match.games, start=1):
        faults = list(check_game(match, game, number=number))
        if winner is not None:
            faults.append(_after_the_end(winner, number))
        findings += [*faults, *_check_cap(game, number)]
        if any(fault.severity is Severity.ERROR for fault in faults):
            by_game.append(None)
            continue
        points = crystals_for(game, match.sheet, crystal_cards=in_use)
        by_game.append(points)
        crystals[game.winner] += points
        next_starter = next((player for player in match.players if player != game.winner), None)
        if 1 <= match.sheet.target <= crystals[game.winner]:
            winner = game.winner
    return MatchScore(crystals, tuple(by_game), winner, next_starter, tuple(findings))


def crystals_for(game: Game, sheet: Sheet, *, crystal_cards: bool) -> int:
    """The crystals a game gives its winner: one, one per dragon (MATCH-01), one per crystal card (MATCH-02).

    A penalty gives the maximum whatever lay on the table (MATCH-09): four, with crystal cards in use seven.
    """
    if game.ended == Ended.PENALTY:
        points = MOST_WITH_CRYSTAL_CARDS if crystal_cards else MOST_CRYSTALS
    else:
        points = min(1 + game.dragons + game.crystal_cards, MOST_WITH_CRYSTAL_CARDS)
    return points if sheet.game_cap is None else min(points, sheet.game_cap)


def crystal_cards_in_use(match: MatchRecord) -> bool:
    """Whether crystal cards are part of this match: as agreed, else as the games show (C-12)."""
    if match.sheet.crystal_cards is not None:
        return match.sheet.crystal_cards
    return any(game.crystal_cards > 0 for game in match.games)


def most_games(target: int) -> int:
    """The longest a match can last: both one short of the target, one crystal a game, and one more (MATCH-03).

    >>> most_games(5)
    9
    """
    return 2 * target - 1


def check_players(players: tuple[str, str]) -> Iterator[Finding]:
    """A match has two different players (MATCH-01)."""
    if players[0] == players[1]:
        template = gettext_noop("%(name)s cannot play against the same player.")
        yield Finding("MATCH-01", template, {"name": players[0]})


def check_sheet(sheet: Sheet) -> Iterator[Finding]:
    """What was agreed has to be something one can play (MATCH-03, MATCH-05, MATCH-12)."""
    if sheet.edition not in tuple(Edition):
        template = gettext_noop("There is no edition “%(edition)s”; the editions are legends and first.")
        yield Finding("MATCH-12", template, {"edition": sheet.edition[:40]})
    if sheet.target < 1:
        template = gettext_noop("A match is played to at least one crystal, usually to five; %(target)s is no target.")
        yield Finding("MATCH-03", template, {"target": sheet.target})
    if sheet.game_cap is not None and sheet.game_cap < 1:
        template = gettext_noop("A cap below one crystal a game would make every game worthless.")
        yield Finding("MATCH-05", template)


def check_game(match: MatchRecord, game: Game, *, number: int) -> Iterator[Finding]:
    """Everything impossible about one game, whatever went before it."""
    if game.winner not in match.players:
        template = gettext_noop("Game %(number)s: %(winner)s does not play in this match, so cannot have won a game.")
        yield Finding("MATCH-01", template, {"number": number, "winner": game.winner[:80] or "—"}, number)
    if not 0 <= game.dragons <= DRAGONS:
        template = gettext_noop("Game %(number)s: a player has none to three dragons, never %(dragons)s.")
        yield Finding("MATCH-01", template, {"number": number, "dragons": game.dragons}, number)
    yield from _check_end(match.sheet, game, number)
    yield from _check_crystal_cards(match.sheet, game, number)


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
    if game.ended == Ended.PENALTY and sheet.penalty is not Penalty.GAME_LOSS:
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


def _check_cap(game: Game, number: int) -> Iterator[Finding]:
    if game.dragons <= DRAGONS and 1 + game.dragons + game.crystal_cards > MOST_WITH_CRYSTAL_CARDS:
        template = gettext_noop("Game %(number)s: a game is worth at most seven crystals; it is counted as seven.")
        yield Finding("MATCH-02", template, {"number": number}, number)
    elif game.crystal_cards > USUAL_CRYSTAL_CARDS:
        template = gettext_noop("Game %(number)s: more than three crystal cards are not known; are %(cards)s right?")
        params = {"number": number, "cards": game.crystal_cards}
        yield Finding("MATCH-02", template, params, number, Severity.WARNING)


def _after_the_end(winner: str, number: int) -> Finding:
    template = gettext_noop("Game %(number)s: %(winner)s had won the match before it, so it does not count.")
    return Finding("MATCH-03", template, {"number": number, "winner": winner}, number)
