"""Notes to oneself at the table: read and written by the seat's own player only."""

from common.database.prepared import PreparedQuery
from common.errors import Invalid
from common.text import gettext_noop
from drafts.models import MAX_NOTES, Note, Seat
from drafts.table.loaded import Who
from drafts.table.permissions import own_seat
from drafts.table.queries import DraftView
from drafts.table.rows import load

_SEAT = PreparedQuery(
    lambda key, number: Seat.objects.filter(draft__key=key, number=number).select_related("note"), "key", 30_303
)


def note_of(draft_view: DraftView, who: Who) -> str:
    """The note of a person at their seat; empty for all others. One query."""
    if draft_view.me is None:
        return ""
    return _text(who.sits_at(_SEAT.rows(draft_view.key, draft_view.me.number)))


def note_at(key: str, who: Who) -> str:
    """The notes by the key of the table; raises `NotAllowed` for somebody who has no seat."""
    return _text(own_seat(load(key), who))


def _text(seat: Seat | None) -> str:
    note: Note | None = getattr(seat, "note", None)
    return note.text if note is not None else ""


def save_note(key: str, *, who: Who, text: str) -> None:
    """Save the notes of one’s own seat; nobody is notified. Raises `Invalid` if they are too long."""
    seat = own_seat(load(key), who)
    if len(text) > MAX_NOTES:
        raise Invalid(gettext_noop("Notes can have at most %(most)d characters."), {"most": MAX_NOTES}, place="text")
    Note.objects.update_or_create(seat=seat, defaults={"text": text})
