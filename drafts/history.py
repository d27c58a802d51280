"""Reading drafts that are over: whose log may be read, and the logs that statistics rest on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import Person
from common.errors import Conflict, Missing, NotAllowed
from common.text import gettext_noop
from drafts.afterwards.log import Entry, Made, log_of_another, own_log
from drafts.models import Draft, Pick, Seat
from drafts.queries import Who, draft_by, setup_of
from drafts.rights import is_over

# The newest drafts are enough for figures, and a page must not grow with the years.
MOST_DRAFTS = 60


@dataclass(frozen=True, slots=True)
class Log:
    """One seat's log and what stands around it. `others` are the seats whose logs may be read as well."""

    key: str
    name: str
    seat: int
    player: str
    is_mine: bool
    others: tuple[tuple[int, str], ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Logs:
    """Logs of several drafts; `drafts` counts those drafts."""

    drafts: int
    entries: tuple[tuple[Entry, ...], ...]


def log_of(key: str, who: Who, number: int | None) -> Log:
    """The log of a seat, one's own when no number is given.

    Raises `Conflict` while the draft goes on, `NotAllowed` for somebody who did not draft and for another's log that
    the rule of the table keeps closed, `Missing` for a seat that there is not.
    """
    draft = draft_by(key)
    seats = tuple(Seat.objects.filter(draft=draft).order_by("number"))
    mine = who.sits_at(seats)
    if mine is None:
        raise NotAllowed(gettext_noop("Only those who drafted here can read what was picked."))
    if not is_over(draft):
        raise Conflict(gettext_noop("The log can be read when the draft is over."))
    seat = mine if number is None else next((one for one in seats if one.number == number), None)
    if seat is None:
        raise Missing(gettext_noop("There is no seat %(seat)d at this table."), {"seat": number})
    if seat.pk != mine.pk and not draft.log_is_open:
        raise NotAllowed(gettext_noop("What was agreed for this draft keeps the picks of the others closed."))
    make = own_log if seat.pk == mine.pk else log_of_another
    deal = getattr(draft, "deal", None)
    entries = make(setup_of(draft), deal.order, _picks(draft), seat.number) if deal is not None else ()
    others = [(one.number, one.nickname) for one in seats if one.pk != mine.pk] if draft.log_is_open else []
    return Log(draft.key, draft.name, seat.number, seat.nickname, seat.pk == mine.pk, tuple(others), entries)


def logs_of_mine(person: Person | None) -> Logs:
    """What a person held and took in his own drafts."""
    found = [
        own_log(setup_of(draft), draft.deal.order, picks, seat) for draft, picks, seat, _seats in _finished(person)
    ]
    return Logs(len(found), tuple(found))


def logs_of_tables(person: Person | None) -> Logs:
    """What everybody took at the tables of a person whose picks are open."""
    logs: list[tuple[Entry, ...]] = []
    drafts = 0
    for draft, picks, mine, seats in _finished(person):
        if not draft.log_is_open:
            continue
        drafts += 1
        setup = setup_of(draft)
        for seat in range(seats):
            make = own_log if seat == mine else log_of_another
            logs.append(make(setup, draft.deal.order, picks, seat))
    return Logs(drafts, tuple(logs))


def _finished(person: Person | None) -> Iterable[tuple[Draft, list[Made], int, int]]:
    """His finished drafts with all picks, his seat and how many seats; two queries."""
    if person is None:
        return []
    mine = Seat.objects.filter(person=person, draft__status=Draft.Status.DONE, draft__deal__isnull=False)
    seats = list(mine.select_related("draft__deal").order_by("-draft__finished")[:MOST_DRAFTS])
    picks: dict[int, list[Made]] = {seat.draft_id: [] for seat in seats}
    fields = ("draft_id", "seat", "round", "number", "card", "by")
    for draft, *row in Pick.objects.filter(draft__in=picks).order_by("pk").values_list(*fields):
        picks[draft].append(Made(*row))
    return [(seat.draft, picks[seat.draft_id], seat.number, seat.draft.players) for seat in seats]


def _picks(draft: Draft) -> list[Made]:
    rows = Pick.objects.filter(draft=draft).order_by("pk").values_list("seat", "round", "number", "card", "by")
    return [Made(*row) for row in rows]
