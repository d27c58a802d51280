"""Services of matches: create and join matches, record and correct games. Writers compare and raise the version."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse

from accounts.blocks import has_block
from accounts.models import Person
from accounts.push.kinds import Kind
from accounts.push.outbox import notify_people
from common.errors import Conflict, Detail, Invalid, Missing, NotAllowed
from common.fingerprints import require_unchanged, settings_fingerprint
from common.text import gettext_noop
from live.pubsub import notify
from matches.core.names import clean_name, is_same
from matches.core.scoring import MAX_TARGET, Issue, MatchSettings, Severity
from matches.core.scoring.score import check_match_settings
from matches.models import MAX_CRYSTAL_CARDS, Game, GameCorrection, Match, Member, Side
from matches.play import hooks
from matches.play.core_values import score_of_match
from matches.play.note_store import undo_companion_game_end
from matches.play.permissions import MEMBERS_ONLY, may_settle_dispute, may_start_match, require_match_recorder, side_of
from matches.play.queries import group_by_key, match_by_key


def notify_of_game(match: Match, game: Game, by: Person | None) -> None:
    """Notify the other player of a reported or disputed game, and also the organiser of a disputed game."""
    kinds = {Game.Status.REPORTED: Kind.RESULT, Game.Status.DISPUTED: Kind.DISPUTE}
    kind = kinds.get(Game.Status(game.status))
    if kind is None:
        return
    people = {match.player_a_id, match.player_b_id}
    if kind is Kind.DISPUTE:
        people.add(match.group.owner_id if match.group else match.created_by_id)
    path, about = reverse("matches:detail", args=[match.key]), f"{match.name_a} : {match.name_b}"
    notify_people(people - {by.pk if by else None}, kind, path=path, tag=f"match-{match.key}", about=about)


MATCH_CHANGED = gettext_noop("Someone else just changed this match. Check the score, then record what’s missing.")
DRAWN = "draw"


@dataclass(frozen=True, slots=True)
class NewMatchPlayer:
    """A side of a new match: the name, and the person if known."""

    name: str
    person: Person | None = None


@dataclass(frozen=True, slots=True)
class GameReport:
    """A reported game; the `winner` of the game and of each of its `fights` is a side, "a" or "b"."""

    winner: str
    dragons: int
    crystal_cards: int = 0
    ended: str = "out_of_cards"
    fights: list[dict[str, Any]] | None = None
    out_first: str = ""


def create_match(*, by: Person, players: tuple[NewMatchPlayer, NewMatchPlayer], sheet: MatchSettings) -> Match:
    """Create a match between two players, who need no accounts."""
    raise_for_errors(check_match_settings(sheet))
    names = clean_name(players[0].name), clean_name(players[1].name)
    if is_same(*names):
        raise Invalid(gettext_noop("The two players must have different names."), rule="MATCH-01", field="players")
    return Match.objects.create(
        created_by=by,
        name_a=names[0],
        name_b=names[1],
        player_a=players[0].person,
        player_b=players[1].person,
        **settings_columns(sheet),
    )


@transaction.atomic
def change_match_settings(
    *, by: Person | None, key: str, sheet: MatchSettings, version: int | None = None, seen: str | None = None
) -> Match:
    """Change the settings of a match; only before the first game (MATCH-12).

    `decks_shown` can’t be changed once somebody else has brought a deck. Raises `Conflict` for another `version`, and
    `ChangedMeanwhile` unless `seen` is the fingerprint of the settings.
    """
    raise_for_errors(check_match_settings(sheet))
    match = lock_match_for_update(by=by, key=key, version=version)
    require_unchanged(seen, before=match.fingerprint, after=settings_fingerprint(settings_columns(sheet)))
    if match.games.exists():
        template = gettext_noop("Match settings can’t be changed once the first game is recorded.")
        raise Conflict(template, rule="MATCH-12")
    if sheet.decks_shown != match.decks_shown and match.decks.exclude(chosen_by=by).exists():
        template = gettext_noop("A deck has already been chosen, so you can no longer change who sees the decks.")
        raise Conflict(template, rule="MATCH-12")
    after = {name: value for name, value in settings_columns(sheet).items() if value != getattr(match, name)}
    if after:
        before, kind = {name: getattr(match, name) for name in after}, GameCorrection.Kind.AGREED
        GameCorrection.objects.create(match=match, number=0, by=by, kind=kind, before=before, after=after)
    for name, value in after.items():
        setattr(match, name, value)
    return save_match_and_notify(match, fields=tuple(after))


def match_to_join(*, by: Person | None, key: str) -> Match | None:
    """Return the match whose join link this person may share; None if both seats are taken."""
    match = match_by_key(key)
    require_match_recorder(by, match)
    return match if None in (match.player_a_id, match.player_b_id) else None


def check_join_key(match: Match, join_key: str) -> None:
    """Raise `Missing` unless `join_key` is the key of the match’s join link."""
    if match.join_key != join_key:
        raise Missing(gettext_noop("This link isn’t valid. Ask your opponent for a new one."))


@transaction.atomic
def take_match_seat(*, by: Person, key: str, join_key: str, side: str) -> Match:
    """Take a free seat by the secret join link, so that both players can record."""
    match = match_by_key(key)
    check_join_key(match, join_key)
    if side not in Side.values:
        raise Invalid(gettext_noop("Choose which player you are."), field="side")
    if by.pk in (match.player_a_id, match.player_b_id):
        raise Conflict(gettext_noop("You already have a seat in this match."))
    seat = f"player_{side}"
    met = (match.player_a_id, match.player_b_id, match.created_by_id)
    matches = Match.objects.filter(pk=match.pk, **{seat: None})
    if has_block(by, met) or not matches.update(**{seat: by}, version=F("version") + 1):
        raise Conflict(gettext_noop("Someone else has taken this seat."))
    match.refresh_from_db()
    notify(f"match.{match.key}", match.version)
    return match


@transaction.atomic
def record_game(*, by: Person | None, key: str, version: int, report: GameReport) -> Match:
    """Add the next game. Raises `Conflict` for the second of two simultaneous reports."""
    match = lock_match_for_update(by=by, key=key, version=version)
    add_game(match, by, report)
    return save_match_and_notify(match)


def add_game(match: Match, by: Person | None, report: GameReport) -> Game:
    """Add the next game to a locked match. A game reported by a player needs the opponent’s confirmation."""
    games = list(match.games.all())
    check_undisputed(games)
    number = max((game.number for game in games), default=0) + 1
    game = Game(match=match, number=number, recorded_by=by, status=_status_of_new_game(match, by), **asdict(report))
    check_games_possible(match, [*games, game])
    game.save()
    notify_of_game(match, game, by)
    return game


def check_undisputed(games: Iterable[Game]) -> None:
    """Raise `Conflict` while a game is disputed, because later games depend on it."""
    disputed = next((game for game in games if game.status == Game.Status.DISPUTED), None)
    if disputed is not None:
        template = gettext_noop("Game %(number)s is disputed. Settle it before recording the next one.")
        raise Conflict(template, {"number": disputed.number})


def _status_of_new_game(match: Match, by: Person | None) -> str:
    return Game.Status.REPORTED if side_of(by, match) else Game.Status.CONFIRMED


@transaction.atomic
def correct_game(*, by: Person | None, key: str, number: int, version: int, report: GameReport) -> Match:
    """Replace the report of a game, score the match again, and store old and new report as a correction."""
    match = lock_match_for_update(by=by, key=key, version=version)
    games = {game.number: game for game in match.games.all()}
    game = games.get(number)
    if game is None:
        raise Missing(gettext_noop("This match has no game %(number)s."), {"number": number})
    if game.status == Game.Status.SETTLED and not may_settle_dispute(by, match):
        raise NotAllowed(gettext_noop("This game has been settled. Only the organiser can change it now."))
    before = game_report_values(game)
    for name, value in asdict(report).items():
        setattr(game, name, value)
    check_games_possible(match, list(games.values()))
    if game_report_values(game) != before:
        game.status, game.recorded_by, game.claim = _status_of_new_game(match, by), by, None
        game.save(update_fields=[*asdict(report), "status", "recorded_by", "claim"])
        GameCorrection.objects.create(match=match, number=number, by=by, before=before, after=game_report_values(game))
        notify_of_game(match, game, by)
    return save_match_and_notify(match)


@transaction.atomic
def undo_last_game(*, by: Person | None, key: str, version: int) -> Match:
    """Delete the last game and record this as a correction."""
    match = lock_match_for_update(by=by, key=key, version=version)
    game = match.games.last()
    if game is None:
        raise Conflict(gettext_noop("There aren’t any games to undo."))
    delete_game(match, game, by)
    undo_companion_game_end(match, game.number, by)
    return save_match_and_notify(match)


@transaction.atomic
def delete_match(*, by: Person | None, key: str, version: int | None = None) -> None:
    """Delete a match for its creator; `Conflict` if it has records, is an event’s, or isn’t at `version`."""
    match = match_by_key(key)
    if by is None or by.pk != match.created_by_id:
        raise NotAllowed(gettext_noop("Only the person who created this match can delete it."))
    # Lock the match first: a simultaneous game is either recorded before, or finds no match.
    unchanged = {} if version is None else {"version": version}
    if not Match.objects.filter(pk=match.pk, **unchanged).update(version=F("version") + 1):
        raise Conflict(MATCH_CHANGED)
    corrections = match.corrections.exclude(kind=GameCorrection.Kind.AGREED)
    recorded = any(rows.exists() for rows in (match.games, corrections, match.events, match.penalties))
    if recorded or hasattr(match, "pairing"):
        raise Conflict(gettext_noop("You can’t delete this match: it has recorded games or belongs to an event."))
    notify(f"match.{match.key}", match.version + 1)
    match.delete()


def delete_game(match: Match, game: Game, by: Person | None) -> None:
    """Delete a game and record this as a correction."""
    kind = GameCorrection.Kind.TAKEN_BACK
    GameCorrection.objects.create(match=match, number=game.number, by=by, kind=kind, before=game_report_values(game))
    game.delete()


def record_draw(match: Match) -> None:
    """Record in the history that the players agreed on a draw, which gives nobody crystals (MATCH-01)."""
    number, kind = match.games.count() + 1, GameCorrection.Kind.AGREED
    GameCorrection.objects.create(match=match, number=number, kind=kind, before={"ended": DRAWN, "winner": ""})


def lock_match_for_update(*, by: Person | None, key: str, version: int | None) -> Match:
    """Lock a match, raise its version and return it.

    Raises `NotAllowed`, or `Conflict` unless `version` is current or None. The update checks the version itself, so
    only one of two simultaneous writers with the same version passes.
    """
    match = match_by_key(key)
    require_match_recorder(by, match)
    matches = (
        Match.objects.filter(pk=match.pk) if version is None else Match.objects.filter(pk=match.pk, version=version)
    )
    if not matches.update(version=F("version") + 1):
        raise Conflict(MATCH_CHANGED)
    if version is None:
        return match_by_key(key)
    match.version = version + 1
    return match


def save_match_and_notify(match: Match, *, fields: Sequence[str] = ()) -> Match:
    """Set the status of a match by its games, save it, and notify pages and hooks."""
    counted, was_over = score_of_match(match, match.games.all()), match.status == Match.Status.FINISHED
    match.status = Match.Status.FINISHED if counted.over else Match.Status.OPEN
    match.save(update_fields=["status", "changed", *fields])
    crystals = (counted.crystals[match.name_a], counted.crystals[match.name_b])
    hooks.notify_games_counted(match, crystals, was_over=was_over, over=counted.over)
    notify(f"match.{match.key}", match.version)
    notify(f"table.{match.key}", match.version + match.noted)
    return match


def check_games_possible(match: Match, games: Sequence[Game]) -> None:
    """Raise `Invalid` with the rule if these games are impossible."""
    raise_for_errors(score_of_match(match, games).findings)
    if any(game.crystal_cards > MAX_CRYSTAL_CARDS for game in games):
        raise Invalid(gettext_noop("A game is worth at most seven crystals."), rule="MATCH-02")


def raise_for_errors(findings: Iterable[Issue]) -> None:
    """Raise `Invalid` for the first error, with details of all errors."""
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        details = (
            tuple(Detail(finding.template, params=finding.params) for finding in errors) if len(errors) > 1 else ()
        )
        raise Invalid(errors[0].template, errors[0].params, rule=errors[0].code, details=details)


def game_report_values(game: Game) -> dict[str, Any]:
    return {name: getattr(game, name) for name in GameReport.__dataclass_fields__}


def settings_columns(sheet: MatchSettings) -> dict[str, object]:
    """Return the settings as columns of a match; raises `Invalid` if the target is too high."""
    if sheet.target > MAX_TARGET:
        raise Invalid(
            gettext_noop("A match can be played to at most %(most)s crystals."),
            {"most": MAX_TARGET},
            rule="MATCH-03",
            field="target",
        )
    return {**asdict(sheet), "crystal_cards": bool(sheet.crystal_cards)}


@transaction.atomic
def create_group_match(
    *, by: Person | None, group_key: str, members: Sequence[int] | Sequence[str], sheet: MatchSettings
) -> Match:
    """Create a match between two members or guests of a group, given by id or name; only for its owner and members."""
    raise_for_errors(check_match_settings(sheet))
    group = group_by_key(group_key)
    players = group.members.filter(Q(left=None) | Q(guest=True, merged_into=None))
    present: dict[int | str, Member] = {
        member_id: member for member in players for member_id in (member.pk, member.name)
    }
    if by is None or not may_start_match(
        by, group, (member_id for member_id in present.values() if member_id.left is None)
    ):
        raise NotAllowed(MEMBERS_ONLY)
    if members[0] == members[1]:
        raise Invalid(gettext_noop("Choose two different members."), rule="MATCH-01", field="members")
    if not set(members) <= set(present):
        raise Invalid(gettext_noop("Both players must be members of the group."), field="members")
    a, b = present[members[0]], present[members[1]]
    return Match.objects.create(
        group=group,
        created_by=by,
        name_a=a.name,
        name_b=b.name,
        player_a=a.person,
        player_b=b.person,
        member_a=a,
        member_b=b,
        **settings_columns(sheet),
    )
