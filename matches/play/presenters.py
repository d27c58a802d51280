"""Template context of a match: decks, disputes, penalties."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.identity import person_of
from matches.models import Game, Penalty
from matches.play import deck_queries, permissions, queries
from matches.play.queries import MatchView

REPORTED, DISPUTED = Game.Status.REPORTED, Game.Status.DISPUTED


def _claims(view: MatchView) -> dict[int, str]:
    disputed = [line.game for line in view.games if line.game.status == DISPUTED]
    return {game.number: queries.in_words(view.match, game.claim) if game.claim else "" for game in disputed}


def play_context(request: HttpRequest, view: MatchView) -> dict[str, object]:
    """What the page of a match shows besides the score: who may agree to what, penalties and decks."""
    person, match = person_of(request), view.match
    side = permissions.side_of(person, match)
    by_side = {line.game.number: permissions.reporter_side(line.game, match) for line in view.games}
    others = [n for n, reporter in by_side.items() if side and reporter and reporter != side]
    return {
        "my_side": side,
        "to_confirm": {line.game.number for line in view.games if line.game.status == REPORTED} & set(others),
        "gave": {number for number, reporter in by_side.items() if side and reporter == side},
        "may_settle": permissions.may_settle(person, match),
        "both_seated": match.player_a_id is not None and match.player_b_id is not None,
        "claims": _claims(view),
        "penalties": list(match.penalties.all()) if match.penalty == Penalty.CRYSTALS else [],
        "brought": deck_queries.brought(view, person),
    }
