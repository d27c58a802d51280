"""Note store: write notes of the companion as rows, and read them back as values of the core."""

from collections.abc import Iterable, Mapping

from django.db.models import F
from django.utils import timezone

from accounts.models import Person
from common.random_keys import new_key
from matches.core.companion import CompanionNote, NoteKind
from matches.models import GameEvent, Match


def lock_match(match: Match) -> None:
    """Lock the row of the match. Data that was read before may be outdated."""
    Match.objects.filter(pk=match.pk).update(noted=F("noted"))


def store_companion_note(match: Match, note: CompanionNote, by: Person | None) -> GameEvent:
    """Store a note as the next note of a locked match."""
    Match.objects.filter(pk=match.pk).update(noted=F("noted") + 1)
    match.noted += 1
    return GameEvent.objects.create(
        match=match,
        sequence=match.noted,
        client_id=note.id,
        game=note.game,
        kind=note.kind,
        payload=dict(note.data),
        by=by,
        side=note.by,
        happened=note.at,
    )


def undo_companion_game_end(match: Match, number: int, by: Person | None) -> None:
    """Add a note that undoes the note about a game’s end, after the game was taken back."""
    notes = companion_notes_of_match(match, games=(number,))
    undone = {note.data.get("target") for note in notes if note.kind == NoteKind.UNDO}
    for note in notes:
        if note.kind == NoteKind.END and note.id not in undone:
            data: Mapping[str, object] = {"target": note.id}
            store_companion_note(
                match, CompanionNote(f"site-{new_key()}", NoteKind.UNDO, number, data, at=now_ms()), by
            )


def companion_notes_of_match(match: Match, *, games: Iterable[int] | None = None) -> list[CompanionNote]:
    events = GameEvent.objects.filter(match=match)
    if games is not None:
        events = events.filter(game__in=tuple(games))
    return [
        CompanionNote(event.client_id, event.kind, event.game, event.payload, event.side, event.happened)
        for event in events
    ]


def now_ms() -> int:
    return int(timezone.now().timestamp() * 1000)
