"""Queries of the companion: the notes of a match, and the state of its game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import Person
from matches.companion.services import companion_state_of
from matches.core.companion import CompanionNote, CompanionState, NoteConflict, NoteKind, match_clock_from_notes
from matches.models import Match
from matches.play import note_store
from matches.play.permissions import may_record, side_of
from matches.play.queries import ScoredMatch, load_scored_match

# A phone needs these settings to count dragons and crystals.
_AGREED_OFFLINE = ("target", "game_cap", "crystal_cards", "six_cards", "penalty")


@dataclass(frozen=True, slots=True)
class LoadedCompanion:
    """The companion for a reader: match, present game, clock, and conflicts."""

    scored: ScoredMatch
    number: int
    notes: tuple[CompanionNote, ...]
    state: CompanionState
    conflicts: tuple[NoteConflict, ...]
    clock: tuple[int, int | None]
    side: str
    may_note: bool

    @property
    def match(self) -> Match:
        return self.scored.match

    @property
    def version(self) -> int:
        return self.match.version + self.match.noted


def load_companion(key: str, person: Person | None) -> LoadedCompanion:
    """Return the companion of a match for a reader, in a fixed number of queries; raises `Missing`."""
    scored = load_scored_match(key)
    match = scored.match
    number = len(scored.games) + (0 if scored.over and scored.games else 1)
    notes = tuple(note_store.companion_notes_of_match(match))
    companion = companion_state_of(match, notes, game=number)
    conflicts = list(companion.conflicts)
    if number > 1:
        conflicts = [*companion_state_of(match, notes, game=number - 1).conflicts, *conflicts]
    return LoadedCompanion(
        scored,
        number,
        notes,
        companion,
        tuple(conflicts),
        match_clock_from_notes(notes),
        side_of(person, match),
        may_record(person, match),
    )


def notes_for_replay(notes: Sequence[CompanionNote], number: int) -> list[dict[str, Any]]:
    """Return the notes that phones replay: those of this game and the game before, and every note about the clock."""
    return [
        {"id": note.id, "kind": note.kind, "game": note.game, "data": dict(note.data), "by": note.by, "at": note.at}
        for note in notes
        if note.game >= number - 1 or note.kind == NoteKind.CLOCK
    ]


def offline_snapshot(companion: LoadedCompanion) -> dict[str, Any]:
    """Return everything a phone needs offline: settings, score, and notes."""
    scored, match = companion.scored, companion.match
    return {
        "key": match.key,
        "version": companion.version,
        "now": note_store.now_ms(),
        "side": companion.side,
        "may_note": companion.may_note,
        "game": companion.number,
        "starter": companion.state.starter,
        "over": scored.over,
        "winner": scored.winner.side if scored.winner else "",
        "first_starter": match.first_starter,
        "names": {player.side: player.name for player in scored.players},
        "crystals": {player.side: player.crystals for player in scored.players},
        "games": [
            {
                "number": line.game.number,
                "winner": line.game.winner,
                "crystals": line.crystals,
                "status": line.game.status,
            }
            for line in scored.games
        ],
        "agreed": {name: getattr(match, name) for name in _AGREED_OFFLINE},
        "notes": notes_for_replay(companion.notes, companion.number),
    }


def companion_version(key: str) -> int | None:
    """Return the version of a match that phones poll; None for an unknown match."""
    row = Match.objects.filter(key=key).values_list("version", "noted").first()
    return None if row is None else sum(row)
