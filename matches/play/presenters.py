"""Presenters of a match: corrections and claims in words, and the context of its page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.identity import person_of
from matches.models import Game, GameCorrection, GameEnd, Match, Penalty
from matches.play import decks_brought, hooks, permissions
from matches.play.core_values import name_of_side
from matches.play.queries import ScoredMatch, draft_key_of_evening_match
from matches.play.services import DRAWN

REPORTED_STATUS, DISPUTED_STATUS = Game.Status.REPORTED, Game.Status.DISPUTED


@dataclass(frozen=True, slots=True)
class CorrectionInWords:
    """Correction of a game, in words."""

    number: int
    kind: str
    note: str
    by: str
    at: datetime
    before: str
    after: str


def corrections_in_words(match: Match) -> list[CorrectionInWords]:
    return [_correction_in_words(match, correction) for correction in match.corrections.select_related("by__user")]


def _correction_in_words(match: Match, correction: GameCorrection) -> CorrectionInWords:
    before, after = (
        report_in_words(match, correction.before),
        report_in_words(match, correction.after) if correction.after else "",
    )
    kind, by = correction.get_kind_display(), correction.by.display_name if correction.by else _("someone")
    if correction.before.get("ended") == DRAWN:
        kind, by = _("draw agreed"), f"{match.name_a} : {match.name_b}"
    return CorrectionInWords(correction.number, kind, correction.note, by, correction.at, before, after)


def report_in_words(match: Match, data: Mapping[str, object]) -> str:
    """Return a reported game as a sentence, or a list of settings."""
    if "ended" not in data:
        terms = [(field, data[field.name]) for field in match._meta.fields if field.name in data]
        texts = ((field.verbose_name, dict(field.flatchoices).get(value, value)) for field, value in terms)
        return ", ".join(f"{label}: {_yes_or_no(value)}" for label, value in texts)
    words = _("%(winner)s won, dragons: %(dragons)s, crystal cards: %(crystal_cards)s, %(ended)s")
    if data["ended"] == DRAWN:
        return _("No crystals for either player")
    ended = dict(GameEnd.choices).get(str(data["ended"]), data["ended"])
    if not data["winner"]:
        return str(ended)
    return words % {**data, "winner": name_of_side(match, str(data["winner"])), "ended": ended}


def _yes_or_no(value: object) -> object:
    return (_("yes") if value else _("no")) if isinstance(value, bool) else "–" if value is None else value


def _opponent_accounts(scored: ScoredMatch) -> dict[int, str]:
    disputed = [line.game for line in scored.games if line.game.status == DISPUTED_STATUS]
    return {game.number: report_in_words(scored.match, game.claim) if game.claim else "" for game in disputed}


def match_page_context(request: HttpRequest, scored: ScoredMatch) -> dict[str, object]:
    """Return the context of a match page except the score: confirmations, claims, penalties, decks, online game."""
    person, match = person_of(request), scored.match
    side = permissions.side_of(person, match)
    online_game, commitment = hooks.online_game_state(match) if side else ("", "")
    by_side = {line.game.number: permissions.reporter_side(line.game, match) for line in scored.games}
    others = [n for n, reporter in by_side.items() if side and reporter and reporter != side]
    return {
        "my_side": side,
        "to_confirm": {line.game.number for line in scored.games if line.game.status == REPORTED_STATUS} & set(others),
        "gave": {number for number, reporter in by_side.items() if side and reporter == side},
        "may_settle": permissions.may_settle_dispute(person, match),
        "online_game": online_game,
        "game_commitment": commitment,
        "both_seated": match.player_a_id is not None and match.player_b_id is not None,
        "claims": _opponent_accounts(scored),
        "penalties": list(match.penalties.all()) if match.penalty == Penalty.CRYSTALS else [],
        "evening": draft_key_of_evening_match(match) if side else "",
        "brought": decks_brought.visible_chosen_decks(scored, person),
    }
