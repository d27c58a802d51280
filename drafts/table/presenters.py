"""Presenters of a `Look`: cards instead of codes, seats in the order in which they sit."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.core.facts import CardFacts, CardType, Catalogue
from cards.templatetags.cards import card_name
from drafts.core.engine.clock import Clock, QuietHours
from drafts.core.engine.setup import DECK_SIZE, Flow
from drafts.core.seat_ring import seat_ring
from drafts.models import Draft
from drafts.table.queries import Look, SeatLook
from drafts.table.script_data import table_words

# All who sit in a lobby see the code of the same address, many times; about 10 kB each.
MAX_QR_CODES = 256


def seats_in_order(look: Look) -> list[SeatLook]:
    """The seats as the reader sees them going round to their right: first themself, s - 1, s - 2 and so on."""
    first = look.me.number if look.me else 0
    count = look.setup.players
    return sorted(look.seats, key=lambda seat: (first - seat.number) % count)


def in_order(codes: Iterable[str], catalogue: Catalogue) -> list[CardFacts]:
    """The cards in catalogue order, so that the order of a packet tells nothing."""
    wanted = set(codes)
    return [card for card in catalogue if card.code in wanted]


def context_of(look: Look, catalogue: Catalogue, *, now: datetime) -> dict[str, Any]:
    context: dict[str, Any] = {"look": look, "seats": seats_in_order(look)}
    context["hosting"] = look.is_host and look.status in Draft.OPEN
    context["agreed"] = agreed(look)
    people = sum(seat.has_person for seat in look.seats)
    context["people_count"] = people
    context["together"] = look.status == Draft.Status.DONE and look.me is not None and people > 1
    if look.status == Draft.Status.LOBBY:
        context |= _lobby(look)
    if look.status == Draft.Status.DRAFTING:
        context |= _table(look) | _hand(look, catalogue)
    elif look.view is not None:
        cards = in_order(look.view.pool, catalogue)
        kinds = ((kind, [card for card in cards if card.type is kind]) for kind in CardType)
        context |= {"cards": cards, "kinds": [kind for kind in kinds if kind[1]], "spare": len(cards) - DECK_SIZE}
        context["can_choose"] = look.status == Draft.Status.DONE and look.owns_pool and context["spare"] >= 0
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
        template = _("%(time)s per pick, less for smaller packets") if clock.shrinking else _("%(time)s per pick")
        said.append(template % {"time": duration(clock.seconds)})
    if clock.quiet is not None:
        night = {"start": clock.quiet.start, "end": clock.quiet.end, "zone": clock.quiet.zone.replace("_", " ")}
        said.append(_("clock paused from %(start)d:00 to %(end)d:00 (%(zone)s)") % night)
    if clock.review:
        said.append(_("%(time)s break between rounds") % {"time": duration(clock.review)})
    if look.setup.flow is Flow.QUEUED:
        said.append(_("packets are passed right away"))
    if look.grace_seconds is not None:
        said.append(_("a bot takes over after %(time)s away") % {"time": duration(look.grace_seconds)})
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
    sitting = [by_number.get(number) for number in range(look.setup.players)]
    first = look.me.number if look.me else 0
    round_table = [sitting[first - at] for at in range(look.setup.players)]
    chairs = [(seat.name, "picked" if seat.ready else "taken") if seat else ("", "free") for seat in round_table]
    chosen = look.seating == Draft.Seating.AS_SAT
    not_ready = [seat.name for seat in look.seats if not seat.ready and not seat.is_host]
    return {
        "places": list(enumerate(sitting)),
        "ring": seat_ring(chairs, passes_right=True if chosen else None),  # as round 1 passes
        "ready_count": sum(seat.ready for seat in look.seats),
        "not_ready": not_ready,
        # A host who is still alone invites first.
        "inviting": look.is_host and len(look.seats) < min(look.setup.players, 2),
        "chosen_seats": chosen,
        "may_move": look.is_host and chosen,
    }


def _table(look: Look) -> dict[str, object]:
    """The line above the seats and whose turn it is, in the words in which the script goes on."""
    table, words = look.table, table_words()
    assert table is not None
    names = {seat.number: seat.name for seat in look.seats}
    mine = look.me.number if look.me is not None else None
    number = words["pick"] % {"number": table.number, "of": table.of}
    round_ = words["round"] % {"round": table.round, "rounds": look.setup.figures.rounds}
    step = words["last_deal"] if table.last_deal else round_
    others = ", ".join(names[number] for number in table.awaited if number != mine)
    turn = [words["your_turn"]] if mine in table.awaited else []
    waiting = [words["waiting_for"] % {"names": others}] if others else []
    facts: dict[str, object] = {"where": f"{step}, {number}", "said": " ".join(turn + waiting)}
    if look.review_until is not None:
        facts = {"where": words["before_round"] % {"round": table.round}, "said": words["reviewing"]}
    if look.paused is not None:
        facts["said"] = words["paused"]
    if mine is not None:
        ways = {"receiver": names[table.receiver(mine)], "giver": names[table.giver(mine)]}
        facts |= ways | {"way": words[table.direction.value] % ways}
    return facts


def _hand(look: Look, catalogue: Catalogue) -> dict[str, object]:
    """What lies in front of the reader: a packet, of which one card may be kept already, or nothing yet."""
    view, words = look.view, table_words()
    if view is None or look.me is None:
        return {}
    kept = view.chosen if view.left and not view.packet else ""
    packet = in_order((*view.left, kept) if kept else view.packet, catalogue)
    chosen = catalogue.by_code.get(view.chosen)
    heading = words["you_keep"] % {"name": card_name(chosen)} if chosen is not None else words["no_packet"]
    following = words["queued"] if look.setup.flow is Flow.QUEUED else words["together"]
    if look.review_until is not None:
        heading, following = words["review_title"], words["review_next"]
    if packet and not kept:
        heading = words["packet"]
    hint = words["two_cards"] if len(packet) == 2 else words["tap"]
    if kept:
        hint = f"{heading}. {words['change']}"
    front = "packet" if packet else "waiting"
    if look.me.is_bot:
        front, heading = "bot", words["bot_plays"]
    facts: dict[str, object] = {"front": front, "heading": heading, "next": following, "packet": packet, "kept": kept}
    facts |= {"hint": words["stopped"] if look.paused else hint, "chosen": chosen, "words": words}
    many = len(packet) > 2 and not kept and look.paused is None
    return facts | {"many": many, "cards": in_order(view.pool, catalogue), "kinds": ()}


@lru_cache(maxsize=MAX_QR_CODES)
def qr_code(address: str) -> SafeString:
    """The address as a drawing of squares: SVG without styles, dark on light in any theme."""
    drawing = segno.make(address, error="m").svg_inline(
        scale=5, border=3, dark="#0b1020", light="#ffffff", svgclass="qr", lineclass=None, omitsize=True
    )
    return mark_safe(drawing)
