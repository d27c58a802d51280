"""Services of the companion: add notes, which are never changed or deleted, and record the games they describe."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from django.db import transaction
from django.db.models import F, prefetch_related_objects

from accounts.models import Person
from common.errors import Conflict, DomainError, Invalid
from common.text import gettext_noop
from live.pubsub import notify
from matches.core.companion import (
    CompanionNote,
    CompanionState,
    NoteKind,
    check_note_id,
    fights_of_state,
    parse_note_data,
    replay_notes,
)
from matches.core.scoring import GameEnd, SixCardsRule, game_from_fights
from matches.models import Game, GameEvent, Match
from matches.play import note_store, permissions, services
from matches.play.core_values import settings_of_match
from matches.play.disputes import handle_second_report
from matches.play.queries import match_by_key, scored_match_of
from matches.play.services import GameReport

MAX_NOTES_PER_MATCH = 4000
MAX_NOTES_PER_REQUEST = 200
# Tolerance for a phone whose clock was corrected after it took a note and before it sent the note.
MAX_CLOCK_DIFFERENCE_MS = 24 * 3600 * 1000


@dataclass(slots=True)
class CompanionNotesResult:
    """Result of adding notes: ids of stored notes, now or earlier, and errors of rejected notes by id."""

    match: Match
    kept: list[str] = field(default_factory=list)
    refused: dict[str, DomainError] = field(default_factory=dict)


@transaction.atomic
def add_companion_notes(
    *, by: Person | None, key: str, sent: Sequence[CompanionNote], now: int
) -> CompanionNotesResult:
    """Append the notes of a phone in their order. `now` is the phone’s clock in milliseconds, to correct their times.

    A note that is sent twice is stored once. An invalid note doesn’t stop the other notes. A note that the game has
    ended records the game; undoing this note deletes the game.
    """
    match = match_by_key(key)
    permissions.require_match_recorder(by, match)
    if len(sent) > MAX_NOTES_PER_REQUEST:
        raise Invalid(
            gettext_noop("Send at most %(most)s entries at a time."), {"most": MAX_NOTES_PER_REQUEST}, field="notes"
        )
    note_store.lock_match(match)
    # Read the match again under the lock: its settings may have changed, and it may have ended or been deleted.
    match = match_by_key(key)
    before = match.version
    ours = note_store.now_ms()
    known = set(GameEvent.objects.filter(match=match).values_list("client_id", flat=True))
    answer = CompanionNotesResult(match)
    for sent_note in sent:
        if sent_note.id not in known:
            try:
                # A time in the future is an error of the phone’s clock.
                _save_companion_note(match, by, sent_note, sent_at=min(ours, sent_note.at + ours - now))
            except DomainError as error:
                answer.refused[sent_note.id] = error
                continue
            known.add(sent_note.id)
        answer.kept.append(sent_note.id)
    if match.version != before:
        services.save_match_and_notify(match)
    else:
        notify(f"table.{match.key}", match.version + match.noted)
    return answer


def _save_companion_note(match: Match, by: Person | None, sent: CompanionNote, *, sent_at: int) -> None:
    if match.noted >= MAX_NOTES_PER_MATCH:
        raise Conflict(gettext_noop("This match has reached its limit of entries. Record its games instead."))
    if sent_at < match.created.timestamp() * 1000 - MAX_CLOCK_DIFFERENCE_MS:
        raise Invalid(gettext_noop("An entry can’t be older than its match."))
    data = parse_note_data(sent.kind, sent.data)
    check_note_id(sent.id)
    note = replace(sent, data=data, by=permissions.side_of(by, match), at=sent_at)
    prefetch_related_objects([match], "games")  # read once for all notes, until `_drop_prefetched_games`
    games = {game.number: game for game in match.games.all()}
    if not 1 <= sent.game <= len(games) + 1:
        raise Conflict(gettext_noop("Game %(number)s hasn’t started."), {"number": sent.game})
    with transaction.atomic():
        if note.kind == NoteKind.END:
            _drop_prefetched_games(match)
            _record_noted_end(match, by, note, games)
        elif note.kind == NoteKind.UNDO:
            _drop_prefetched_games(match)
            _undo_note(match, by, note, games)
        elif note.kind in (NoteKind.FIGHT, NoteKind.BLUFF) and sent.game > len(games) and scored_match_of(match).over:
            raise Conflict(gettext_noop("The match is over."), rule="MATCH-03")
        note_store.store_companion_note(match, note, by)


def _record_noted_end(match: Match, by: Person | None, note: CompanionNote, games: Mapping[int, Game]) -> None:
    report = report_from_notes(match, note)
    game = games.get(note.game)
    if game is None:
        services.add_game(match, by, report)
    else:
        handle_second_report(match, by, game=game, report=report)
    _notify_match_changed(match)


def _undo_note(match: Match, by: Person | None, undo: CompanionNote, games: Mapping[int, Game]) -> None:
    notes = {note.id: note for note in note_store.companion_notes_of_match(match, games=(undo.game,))}
    target = notes.get(str(undo.data["target"]))
    already = any(note.kind == NoteKind.UNDO and note.data == undo.data for note in notes.values())
    game = games.get(undo.game)
    if target is None or target.kind != NoteKind.END or already or game is None:
        return
    if undo.game != max(games):
        raise Conflict(gettext_noop("You can only undo the last game. Edit the others on the match page."))
    if game.status != Game.Status.REPORTED and permissions.side_of(by, match):
        raise Conflict(gettext_noop("Both players agree on this game. Edit it on the match page."))
    services.delete_game(match, game, by)
    _notify_match_changed(match)


def report_from_notes(match: Match, end: CompanionNote) -> GameReport:
    companion = companion_state_of(match, note_store.companion_notes_of_match(match, games=(end.game,)), game=end.game)
    data = end.data
    sides = ("a", "b")
    record = game_from_fights(
        sides,
        fights_of_state(companion, sides),
        settings_of_match(match),
        ended=str(data["ended"]),
        winner=str(data.get("winner", "")),
        out_first=str(data.get("out_first", "")),
        crystal_cards=int(str(data.get("crystal_cards", 0))),
    )
    if companion.over and record.ended != GameEnd.FOURTH_DRAGON:
        template = gettext_noop("The fourth dragon has ended this game.")
        raise Invalid(template, rule="MATCH-06")
    fights = [asdict(fight) for fight in record.fights or ()]
    return GameReport(record.winner, record.dragons, record.crystal_cards, record.ended, fights, record.out_first)


def companion_state_of(match: Match, notes: Sequence[CompanionNote], *, game: int) -> CompanionState:
    """Replay one game of a match; the loser of the previous game starts (MATCH-04)."""
    games_before = [row for row in match.games.all() if row.number < game and row.winner]
    winner = max(games_before, key=lambda row: row.number).winner if games_before else ""
    starter = {"a": "b", "b": "a"}.get(winner, match.first_starter)
    return replay_notes(notes, game=game, starter=starter, reading=SixCardsRule(match.six_cards))


def _drop_prefetched_games(match: Match) -> None:
    getattr(match, "_prefetched_objects_cache", {}).pop("games", None)


def _notify_match_changed(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    match.version += 1
