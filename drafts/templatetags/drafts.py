"""Template tags of drafts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse

from accounts.identity import person_of
from cards.core.facts import CardFacts
from cards.templatetags.cards import card_link
from common.links import absolute_url
from drafts.reminders.mail import mailing_for
from drafts.reminders.services import notices_for
from drafts.sharing.queries import pools_shown

register = template.Library()


@register.filter
def linked_in(code: str, cards: Mapping[str, CardFacts]) -> str:
    """The name of a card by its code, as a link to it; the code itself when the catalogue has it no more."""
    facts = cards.get(code)
    return code if facts is None else card_link(facts)


@register.inclusion_tag("drafts/reminders/_waiting_packets.html", takes_context=True)
def waiting_packets(context: Mapping[str, Any]) -> dict[str, Any]:
    """The packets of drafts over days that wait for the reader of the page."""
    return {"notices": notices_for(person_of(context["request"]))}


@register.inclusion_tag("drafts/sharing/_panel.html", takes_context=True)
def sharing_panel(context: Mapping[str, Any]) -> dict[str, Any]:
    """The links that share a finished draft, and the switch for one's own pool."""
    seen, request = context["look"], context["request"]
    shown = pools_shown(seen.key)
    mine = next((row for row in shown if seen.me is not None and row.seat.number == seen.me.number), None)
    address = absolute_url(request, reverse("drafts:detail", args=[seen.key]))
    packets = seen.log_open or sum(not seat.is_free for seat in seen.seats) <= 1
    return {"look": seen, "shown": shown, "own": mine, "address": address, "packets": packets}


@register.inclusion_tag("drafts/reminders/_settings_form.html", takes_context=True)
def reminder_switch(context: Mapping[str, Any]) -> dict[str, Any]:
    """Whether reminders by mail reach the reader of the page, and the switch to turn them on or off."""
    return {"mailing": mailing_for(person_of(context["request"]))}
