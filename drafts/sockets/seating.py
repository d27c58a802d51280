"""Seating of sockets: identify the visitors of many new sockets in a few statements.

After a restart, the phones of all drafts reconnect at once; one by one, each would cost five statements.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.socket_sessions import login_of_session, person_ids_by_identity, session_data_by_key
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from drafts.table.clocks import record_presences
from drafts.table.identity import SEATS_SESSION_KEY as SEATS_KEY
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.rows import load_drafts


@dataclass(frozen=True, slots=True)
class SocketArrival:
    """A new socket: the key of its draft, its session cookie and its digest of a seat token, each "" if missing."""

    key: str
    session: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class AdmittedSocket:
    """An admitted socket: its visitor, and the loaded draft."""

    who: Visitor
    loaded: LoadedDraft


def admit_sockets(arrivals: Sequence[SocketArrival]) -> list[AdmittedSocket | Exception]:
    """Admit sockets, in their order, and record their presence.

    Returns `Missing` for a draft that doesn’t exist, and `NotAllowed` for a seat token without a seat in the draft:
    that is a mistake, not a spectator.
    """
    sessions = session_data_by_key({arrival.session for arrival in arrivals})
    people = person_ids_by_identity(sessions.values())
    tables = load_drafts({arrival.key for arrival in arrivals})
    admitted: list[AdmittedSocket | Exception] = []
    for arrival in arrivals:
        loaded, session = tables.get(arrival.key), sessions.get(arrival.session, {})
        seat = session.get(SEATS_KEY, {}).get(arrival.key)
        visitor = Visitor(people.get(login_of_session(session)), tuple(filter(None, (arrival.digest, seat))))
        if loaded is None:
            admitted.append(Missing(gettext_noop("We couldn’t find that draft.")))
        elif arrival.digest and Visitor(digests=(arrival.digest,)).seat_among(loaded.seats) is None:
            template = gettext_noop("This seat link no longer works. Create a new one on the draft page.")
            admitted.append(NotAllowed(template))
        else:
            admitted.append(AdmittedSocket(visitor, loaded))
    record_presences((seat.loaded, seat.who) for seat in admitted if isinstance(seat, AdmittedSocket))
    return admitted
