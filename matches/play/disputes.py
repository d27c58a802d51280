"""Services of disputes: a player reports a game, the opponent confirms or disputes it, and an organiser settles it.

A disputed game doesn’t count, and no other game can be recorded, until it is settled. All reports are kept.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.text import gettext_noop
from matches.core.names import clean_line
from matches.models import NOTE_LENGTH, Game, GameCorrection, Match, MatchPenalty, Penalty, Side
from matches.play.permissions import may_settle_dispute, reporter_side, side_of
from matches.play.services import (
    GameReport,
    check_games_possible,
    check_undisputed,
    game_report_values,
    lock_match_for_update,
    notify_of_game,
    record_game,
    save_match_and_notify,
)

# Two reports of a game are the same if these fields are equal.
COMPARED_FIELDS = ("winner", "dragons", "crystal_cards", "ended")


@transaction.atomic
def report_game(*, by: Person | None, key: str, version: int, number: int | None, report: GameReport) -> Match:
    """Report a game by its number. If the opponent has reported it, this confirms or disputes that report."""
    match = Match.objects.select_related("group").filter(key=key).first()
    game = match.games.filter(number=number).first() if match and number else None
    if match is None or game is None or not _is_opponent(by, match, game):
        return record_game(by=by, key=key, version=version, report=report)
    # Accept any version: the report is about this game, whatever else has changed.
    match = lock_match_for_update(by=by, key=key, version=match.version)
    handle_second_report(match, by, game=game, report=report)
    return save_match_and_notify(match)


def handle_second_report(match: Match, by: Person | None, *, game: Game, report: GameReport) -> None:
    """Handle a second report of a game: an equal report confirms the game, a different report disputes it."""
    if not _is_opponent(by, match, game):
        raise Conflict(gettext_noop("Game %(number)s has already been recorded."), {"number": game.number})
    values = asdict(report)
    if all(values[name] == getattr(game, name) for name in COMPARED_FIELDS):
        if game.status == Game.Status.REPORTED:
            _set_game_status(match, game, by, status=Game.Status.CONFIRMED)
    elif game.status == Game.Status.REPORTED:
        check_games_possible(match, [*match.games.filter(number__lt=game.number), _game_with_report(game, values)])
        _set_game_status(match, game, by, status=Game.Status.DISPUTED, claim=values)
    else:
        raise Conflict(gettext_noop("Both players have already agreed on game %(number)s."), {"number": game.number})


@transaction.atomic
def confirm_game(*, by: Person | None, key: str, number: int, version: int) -> Match:
    """Confirm a reported game as the opponent, or end a dispute by agreeing to the other player’s report."""
    match = lock_match_for_update(by=by, key=key, version=version)
    game = _game_by_number(match, number)
    if game.status == Game.Status.DISPUTED:
        _end_dispute(match, game, by)
    elif not _is_opponent(by, match, game):
        raise NotAllowed(gettext_noop("Only the opponent of the person who reported this game can confirm it."))
    elif game.status != Game.Status.REPORTED:
        raise Conflict(gettext_noop("Both players have already agreed on game %(number)s."), {"number": number})
    else:
        _set_game_status(match, game, by, status=Game.Status.CONFIRMED)
    return save_match_and_notify(match)


@transaction.atomic
def dispute_game(
    *, by: Person | None, key: str, number: int, version: int, report: GameReport | None = None, note: str = ""
) -> Match:
    """Dispute a game as the opponent, optionally with a different report."""
    match = lock_match_for_update(by=by, key=key, version=version)
    game = _game_by_number(match, number)
    if not _is_opponent(by, match, game):
        raise NotAllowed(gettext_noop("Only the opponent of the person who reported this game can dispute it."))
    if game.status != Game.Status.REPORTED:
        raise Conflict(gettext_noop("Game %(number)s can no longer be disputed."), {"number": number})
    check_undisputed(match.games.all())
    values = asdict(report) if report else None
    if values is not None:
        if all(values[name] == getattr(game, name) for name in COMPARED_FIELDS):
            raise Invalid(
                gettext_noop("That’s the same as the reported result. Confirm the game, or enter what was different.")
            )
        check_games_possible(match, [*match.games.filter(number__lt=number), _game_with_report(game, values)])
    _set_game_status(match, game, by, status=Game.Status.DISPUTED, claim=values, note=note)
    return save_match_and_notify(match)


@transaction.atomic
def settle_game(*, by: Person | None, key: str, number: int, version: int, report: GameReport, note: str = "") -> Match:
    match = lock_match_for_update(by=by, key=key, version=version)
    game = _game_by_number(match, number)
    if not may_settle_dispute(by, match):
        raise NotAllowed(gettext_noop("Only the owner of the group or the organisers of the event can settle a game."))
    _apply_report(match, game, by, values=asdict(report), note=note)
    return save_match_and_notify(match)


@transaction.atomic
def give_penalty(*, by: Person | None, key: str, version: int, side: str, note: str = "") -> Match:
    """Give the agreed crystals to the opponent of the player who made a mistake (MATCH-10)."""
    match = lock_match_for_update(by=by, key=key, version=version)
    if side not in Side.values:
        raise Invalid(gettext_noop("Choose which player made the mistake."), field="side")
    if match.penalty != Penalty.CRYSTALS:
        raise Invalid(gettext_noop("The match settings don’t allow crystal penalties."), rule="MATCH-10")
    if match.status == Match.Status.FINISHED:
        raise Conflict(gettext_noop("The match is over."), rule="MATCH-03")
    MatchPenalty.objects.create(match=match, side=side, after=match.games.count(), by=by, note=_validated_note(note))
    return save_match_and_notify(match)


@transaction.atomic
def take_penalty_back(*, by: Person | None, key: str, version: int, pk: int) -> Match:
    """Take a penalty back, keeping its row."""
    match = lock_match_for_update(by=by, key=key, version=version)
    penalty = match.penalties.filter(pk=pk, taken_back=None).first()
    if penalty is None:
        raise Missing(gettext_noop("We couldn’t find that penalty in this match."))
    penalty.taken_back = timezone.now()
    penalty.save(update_fields=["taken_back"])
    check_games_possible(match, list(match.games.all()))
    return save_match_and_notify(match)


def _end_dispute(match: Match, game: Game, by: Person | None) -> None:
    """End a dispute: the reporter accepts the opponent’s report, or the opponent withdraws it."""
    reporter, mine = reporter_side(game, match), side_of(by, match)
    if not mine:
        raise NotAllowed(gettext_noop("Only the two players can agree on this game. The organiser can settle it."))
    if mine != reporter:
        _set_game_status(match, game, by, status=Game.Status.CONFIRMED)
        return
    if game.claim is None:
        raise Conflict(gettext_noop("Your opponent didn’t say what happened instead. Edit the game."))
    _apply_report(match, game, by, values=game.claim, status=Game.Status.CONFIRMED)


def _apply_report(
    match: Match,
    game: Game,
    by: Person | None,
    *,
    values: Mapping[str, Any],
    status: str = Game.Status.SETTLED,
    note: str = "",
) -> None:
    before = game_report_values(game)
    for name, value in values.items():
        setattr(game, name, value)
    game.status = status
    other_games = match.games.exclude(number=game.number)
    check_games_possible(match, sorted([*other_games, game], key=lambda game: game.number))
    _set_game_status(match, game, by, status=status, before=before, note=note)


def _set_game_status(
    match: Match,
    game: Game,
    by: Person | None,
    *,
    status: str,
    claim: Mapping[str, Any] | None = None,
    before: Mapping[str, Any] | None = None,
    note: str = "",
) -> None:
    """Save the status of a game, and a correction whose kind has the same name as the status."""
    game.status, game.claim = status, None if claim is None else dict(claim)
    game.save()
    notify_of_game(match, game, by)
    after = claim or game_report_values(game)
    GameCorrection.objects.create(
        match=match,
        number=game.number,
        by=by,
        kind=status,
        note=_validated_note(note),
        before=before or game_report_values(game),
        after=after,
    )


def _game_with_report(game: Game, values: Mapping[str, Any]) -> Game:
    return Game(match=game.match, number=game.number, **values)


def _is_opponent(by: Person | None, match: Match, game: Game) -> bool:
    reporter, mine = reporter_side(game, match), side_of(by, match)
    return bool(reporter and mine and reporter != mine)


def _game_by_number(match: Match, number: int) -> Game:
    game = match.games.filter(number=number).first()
    if game is None:
        raise Missing(gettext_noop("This match has no game %(number)s."), {"number": number})
    return game


def _validated_note(text: str) -> str:
    template = gettext_noop("A note can have at most %(length)s characters.")
    return clean_line(text, length=NOTE_LENGTH, template=template, field="note")
