"""Cards of one’s partners in a team (DRAFT-32)."""

from dataclasses import dataclass

from common.errors import Conflict, Missing
from common.text import gettext_noop
from drafts.core.teams import team_of
from drafts.models import Draft
from drafts.table.loaded import Visitor
from drafts.table.permissions import own_seat_or_raise
from drafts.table.rows import load_draft


@dataclass(frozen=True, slots=True)
class PartnerCards:
    """The cards a partner has taken so far."""

    seat: int
    name: str
    cards: tuple[str, ...]


def partner_cards_for(key: str, who: Visitor) -> tuple[PartnerCards, ...]:
    """Return the cards of the visitor’s partners.

    Raises `NotAllowed` without a seat, `Missing` in a draft without teams, and `Conflict` before the draft is over,
    unless partners see each other’s cards during it.
    """
    loaded = load_draft(key)
    draft, state, mine = loaded.draft, loaded.state, own_seat_or_raise(loaded, who)
    if not draft.teams:
        raise Missing(gettext_noop("This draft has no teams."))
    if state is None or not (draft.open_partners or draft.status == Draft.Status.DONE):
        template = gettext_noop("You’ll see your partners’ cards when the draft is over.")
        raise Conflict(template, rule="DRAFT-32")
    team = team_of(mine.number, draft.teams)
    partners = [seat for seat in loaded.seats if team_of(seat.number, draft.teams) == team and seat.pk != mine.pk]
    return tuple(PartnerCards(seat.number, seat.nickname, state.hands[seat.number]) for seat in partners)
