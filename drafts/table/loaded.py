"""Loaded draft: a draft as read from the database, with all its secrets; and its visitor."""

from collections.abc import Sequence
from dataclasses import dataclass

from drafts.core.engine.state import State
from drafts.models import Draft, Seat


@dataclass(frozen=True, slots=True)
class LoadedDraft:
    """A draft with all its secrets; never pass it beyond services and queries. `state` is None before the start."""

    draft: Draft
    seats: tuple[Seat, ...]
    state: State | None
    last_pick_pk: int = 0

    def __repr__(self) -> str:
        return f"<LoadedDraft {self.draft.key} at {self.draft.version}>"

    @property
    def bot_seats(self) -> frozenset[int]:
        return frozenset(seat.number for seat in self.seats if seat.is_bot)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A visitor of a draft: a person, and digests of the seat tokens they sent. A stranger has neither."""

    person_id: int | None = None
    digests: tuple[str, ...] = ()

    def seat_among(self, seats: Sequence[Seat]) -> Seat | None:
        if self.digests:
            for seat in seats:
                if seat.token_digest and seat.token_digest in self.digests:
                    return seat
        if self.person_id is None:
            return None
        return next((seat for seat in seats if seat.person_id == self.person_id), None)
