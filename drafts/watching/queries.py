"""Queries of watching: who may watch a draft by its link, and how much onlookers see now.

Onlookers never learn the draft’s key, with which they could take a bot’s seat.
"""

from collections.abc import Callable
from dataclasses import dataclass

from common.database.prepared import PreparedQuery
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from drafts.core.archive.log import WatchedSeat, watched_seats
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.permissions import may_show_picks, visible_rounds, watch_version
from drafts.table.rows import load_draft_from_row
from live.onlookers import onlooker_count, record_onlooker

_WATCHED_DRAFT_QUERY = PreparedQuery(
    lambda key: Draft.objects.select_related("host__user").filter(watch_link=key), "key"
)
DEAD_LINK = gettext_noop("This link doesn’t work. It may have been removed.")


@dataclass(frozen=True, slots=True)
class WatchedDraft:
    """A draft as onlookers see it after `round` rounds; `visible_rounds` is the newest round they may see."""

    topic: str
    version: int
    name: str
    status: str
    sharing: Sharing
    watching: Draft.Watching
    round: int
    visible_rounds: int
    rounds: int
    last_deal: bool
    seats: tuple[WatchedSeat, ...]
    onlookers: int

    @property
    def tag(self) -> str:
        """Return a text that changes whenever a page would show something new."""
        return f"{self.version}-{self.watching}-{self.onlookers}"

    @property
    def is_running(self) -> bool:
        return self.status in Draft.OPEN


def watched_draft(
    key: str, visitor_at: Callable[[str], Visitor], *, round_number: int | None = None, page: str = ""
) -> WatchedDraft:
    """Return a draft by the key of its link, after its newest round or an earlier one. Counts `page` as an onlooker.

    Raises `Missing` if the link was removed, `NotAllowed` for its players while they may not see each other’s picks.
    """
    row = _WATCHED_DRAFT_QUERY.first(key)
    if row is None or row.watching == Draft.Watching.NEVER:
        raise Missing(DEAD_LINK)
    loaded = load_draft_from_row(row)
    draft, state = loaded.draft, loaded.state
    _require_not_playing(loaded, visitor_at(draft.key))
    record_onlooker(draft.key, page)
    visible = visible_rounds(loaded)
    round_number = min(visible if round_number is None else round_number, visible)
    names = {seat.number: seat.nickname for seat in loaded.seats}
    return WatchedDraft(
        topic=draft.watch_topic,
        version=watch_version(loaded),
        name=draft.title,
        status=draft.status,
        sharing=Sharing(draft.sharing),
        watching=Draft.Watching(draft.watching),
        round=round_number,
        visible_rounds=visible,
        rounds=state.public().rounds if state is not None else 0,
        last_deal=state is not None and round_number > 0 and state.setup.is_last_deal(round_number),
        seats=watched_seats(state, names, round_number) if state is not None else (),
        onlookers=onlooker_count(draft.key),
    )


def _require_not_playing(loaded: LoadedDraft, visitor: Visitor) -> None:
    if visitor.seat_among(loaded.seats) is None or may_show_picks(loaded.draft, loaded.seats):
        return
    raise NotAllowed(
        gettext_noop("You’re playing in this draft. You can look here once everyone’s picks are revealed."),
        rule="DRAFT-18",
    )
