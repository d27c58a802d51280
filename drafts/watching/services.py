"""Services of watching: the host chooses what onlookers see, and can renew their link."""

from common.errors import Conflict
from common.random_keys import new_key
from common.text import gettext_noop
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft, WatchLink
from drafts.table.loaded import Visitor
from drafts.table.permissions import is_joining_closed, load_draft_for_host
from drafts.table.transactions import in_transaction, increment_draft_version


@in_transaction
def set_watching(key: str, *, visitor: Visitor, watching: str, new_link: bool = False) -> Draft:
    """Choose when onlookers see the picks; `new_link` replaces the link, so that the old one stops working. Host only.

    Raises `Conflict` if the draft’s way of sharing can’t be watched; after the start, for more than the players agreed
    on; and during the draft, if past onlookers could then take a seat.
    """
    draft, wanted = load_draft_for_host(key, visitor).draft, Draft.Watching(watching)
    if wanted != Draft.Watching.NEVER and not Sharing(draft.sharing).can_be_watched:
        raise Conflict(gettext_noop("Only drafts with packets or with all cards open can be watched."))
    before = Draft.Watching(draft.watching)
    if draft.status != Draft.Status.LOBBY and not wanted.shows_no_more_than(before):
        template = gettext_noop("The players agreed on what onlookers see. After the start it can only be less.")
        raise Conflict(template)
    # Someone who has watched must not take a bot’s seat.
    opens_seats = is_joining_closed(before, draft.sharing) and not is_joining_closed(wanted, draft.sharing)
    if draft.status == Draft.Status.DRAFTING and opens_seats:
        raise Conflict(gettext_noop("Onlookers may already have seen cards. To stop them watching, make a new link."))
    link = new_key() if new_link or not draft.watch_key else draft.watch_key
    increment_draft_version(draft, watching=wanted.value, watch_key=link)
    WatchLink.objects.filter(draft=draft).delete()
    WatchLink.objects.create(key=link, draft=draft)
    return draft
