"""What running drafts ask of a person, in words for the home page, their own page and the list of drafts."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Person
from common.templatetags.common import player_count
from drafts.models import Draft, PaperTable
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.queries import bot_seats_to_take
from drafts.table.rows import load_drafts_from_rows


@dataclass(frozen=True, slots=True)
class DraftMove:
    """What a draft asks of a person, and the label of its button; `mine` if the draft waits for this person."""

    draft: Draft | PaperTable
    about: str
    button: str = ""
    mine: bool = False

    @property
    def name(self) -> str:
        return self.draft.title if isinstance(self.draft, Draft) else self.draft.name

    @property
    def people(self) -> str:
        """Return the people whose face stands for the draft; empty without peoples."""
        return next(iter(self.draft.peoples), "")

    @property
    def url(self) -> str:
        return self.draft.get_absolute_url()


def moves_of(person: Person, drafts: Sequence[Draft]) -> list[DraftMove]:
    """Return what each open draft asks of a person; drafts in which it’s their move come first."""
    loaded = load_drafts_from_rows(drafts)
    return sorted((_move(loaded[draft.key], person) for draft in drafts), key=lambda move: not move.mine)


def summary_of_draft(draft: Draft) -> DraftMove:
    """Return the line for a draft that asks nothing of the person."""
    return DraftMove(draft, f"{player_count(draft.players)} · {draft.get_status_display()}")


def summary_of_paper(table: PaperTable) -> DraftMove:
    return DraftMove(table, table.get_status_display())


def offer_of_draft(draft: Draft) -> DraftMove:
    """Return the line for a running draft in which anybody can take over a bot’s seat."""
    free = bot_seats_to_take().filter(draft=draft).count()
    seats = ngettext("%(free)s seat free · already started", "%(free)s seats free · already started", free)
    return DraftMove(draft, seats % {"free": free}, _("Join"))


def _move(loaded: LoadedDraft, person: Person) -> DraftMove:
    draft, state, seat = loaded.draft, loaded.state, Visitor(person.pk).seat_among(loaded.seats)
    if state is None:
        numbers = {"sitting": len(loaded.seats), "players": draft.players}
        full = len(loaded.seats) == draft.players
        about = _("%(sitting)s of %(players)s seats taken") % numbers
        return DraftMove(draft, about, _("Open the lobby"), mine=full and draft.host_id == person.pk)
    awaited = [each for each in loaded.seats if not each.is_bot and state.awaits(each.number)]
    button = _("Go to the table")
    if draft.paused is not None:
        return DraftMove(draft, _("Paused by the host"), button)
    if draft.review_until is not None:
        return DraftMove(draft, _("Break between rounds"), button)
    if seat is not None and seat.is_bot:
        return DraftMove(draft, _("A bot is playing for you"), button, mine=True)
    if seat in awaited:
        packets = state.setup.sharing.passes_packets
        about = _("Round %(round)s, pick %(number)s: your packet is here") if packets else _("It’s your turn")
        round_number, number = state.next_pick(seat.number)
        return DraftMove(draft, about % {"round": round_number, "number": number}, _("Pick a card"), mine=True)
    names = ", ".join(each.nickname for each in awaited)
    return DraftMove(draft, _("Waiting for %(names)s") % {"names": names} if names else _("drafting"), button)
