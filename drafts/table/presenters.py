"""Presenters of a `Look`: cards instead of codes, seats in the order in which they sit."""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.core.facts import Catalogue
from drafts.core.engine.clock import Clock, QuietHours
from drafts.core.engine.setup import DECK_SIZE, Direction, Flow
from drafts.models import Draft
from drafts.table.pool_charts import in_order, pool_of
from drafts.table.queries import Look, SeatLook

# All who sit in a lobby see the code of the same address, many times; about 10 kB each.
MAX_QR_CODES = 256


def seats_in_order(look: Look) -> list[SeatLook]:
    """The seats as the reader sees them going round to their right: first themself, s - 1, s - 2 and so on."""
    first = look.me.number if look.me else 0
    count = look.setup.players
    return sorted(look.seats, key=lambda seat: (first - seat.number) % count)


def step_of(look: Look) -> str:
    """Names what a page shows of the packet, so that only a new one replaces it."""
    if look.table is None:
        return look.status
    bot = look.me is not None and look.me.is_bot
    waits = look.view is None or not look.view.packet
    place = look.view or look.table
    return f"{place.round}.{place.number}.{int(waits)}{int(bot)}{int(bool(look.paused))}"


def context_of(look: Look, catalogue: Catalogue, *, now: datetime, asked: Mapping[str, str]) -> dict[str, Any]:
    """Everything a page of this draft shows; `asked` are the answers of the filter of one's own cards."""
    context: dict[str, Any] = {"look": look, "step": step_of(look), "seats": seats_in_order(look), "exchanged": ""}
    context["hosting"] = look.is_host and look.status in Draft.OPEN
    context["agreed"] = agreed(look)
    people = sum(seat.has_person for seat in look.seats)
    context["people_count"] = people
    context["together"] = look.status == Draft.Status.DONE and look.me is not None and people > 1
    if look.status == Draft.Status.LOBBY:
        context |= _lobby(look)
    if look.view is not None:
        context["packet"] = in_order(look.view.packet, catalogue)
        context["chosen"] = catalogue.by_code.get(look.view.chosen)
        context["pool"] = pool_of(look.view.pool, catalogue, asked)
        enough = context["pool"].size >= DECK_SIZE
        context["can_choose"] = look.status == Draft.Status.DONE and look.owns_pool and enough
    if look.table is not None:
        context |= _table(look)
    if look.paused is None and look.deadline is not None:
        context["seconds"] = max(int((look.deadline - now).total_seconds()), 0)
    context["paused"], context["reviewing"] = look.paused, look.review_until is not None
    context["timed"] = look.pick_seconds is not None
    running = look.status in Draft.OPEN
    context["over_days"] = running and Clock(look.pick_seconds).is_long
    return context


def agreed(look: Look) -> list[str]:
    """The terms of a draft besides the cards, in words."""
    said = []
    clock = Clock(look.pick_seconds, look.shrinking, look.review_seconds, QuietHours.parse(look.quiet_hours))
    if clock.seconds is not None:
        template = _("%(time)s for a pick, less for smaller packets") if clock.shrinking else _("%(time)s for a pick")
        said.append(template % {"time": duration(clock.seconds)})
    if clock.quiet is not None:
        night = {"start": clock.quiet.start, "end": clock.quiet.end, "zone": clock.quiet.zone.replace("_", " ")}
        said.append(_("the clock stands still from %(start)d:00 to %(end)d:00 (%(zone)s)") % night)
    if clock.review:
        said.append(_("%(time)s between rounds") % {"time": duration(clock.review)})
    if look.setup.flow is Flow.QUEUED:
        said.append(_("packets pass at once"))
    if look.grace_seconds is not None:
        said.append(_("a bot plays for people who are gone for %(time)s") % {"time": duration(look.grace_seconds)})
    return said


def duration(seconds: int) -> str:
    """Seconds in words: “90 s”, “5 min”, “12 h”, “1 day”."""
    if seconds % 86400 == 0:
        days = seconds // 86400
        return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}
    for unit, name in ((3600, _("%(count)d h")), (60, _("%(count)d min"))):
        if seconds % unit == 0:
            return name % {"count": seconds // unit}
    return _("%(count)d s") % {"count": seconds}


def _lobby(look: Look) -> Mapping[str, object]:
    by_number = {seat.number: seat for seat in look.seats}
    not_ready = [seat.name for seat in look.seats if not seat.ready and not seat.is_host]
    return {
        "places": [(number, by_number.get(number)) for number in range(look.setup.players)],
        "ready_count": sum(seat.ready for seat in look.seats),
        "not_ready": not_ready,
        # A host who is still alone invites first.
        "inviting": look.is_host and len(look.seats) < min(look.setup.players, 2),
        "chosen_seats": look.seating == Draft.Seating.AS_SAT,
        "may_move": look.is_host and look.seating == Draft.Seating.AS_SAT,
    }


def _table(look: Look) -> Mapping[str, object]:
    table = look.table
    assert table is not None
    names = {seat.number: seat.name for seat in look.seats}
    facts: dict[str, object] = {
        "goes_right": table.direction is Direction.RIGHT,
        "others": [names[number] for number in table.awaited if look.me is None or number != look.me.number],
        "done_count": sum(table.picked),
        "queued": table.flow is Flow.QUEUED,
    }
    if look.me is not None:
        facts |= {"receiver": names[table.receiver(look.me.number)], "giver": names[table.giver(look.me.number)]}
    return facts


@lru_cache(maxsize=MAX_QR_CODES)
def qr_code(address: str) -> SafeString:
    """The address as a drawing of squares: SVG without styles, dark on light in any theme."""
    drawing = segno.make(address, error="m").svg_inline(
        scale=5, border=3, dark="#0b1020", light="#ffffff", svgclass="qr", lineclass=None, omitsize=True
    )
    return mark_safe(drawing)
