"""Tags of accounts: notifications on this device, reports, devices in log-ins, and whether people can sign up."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.conf import settings

from accounts.log_ins.devices import browser_and_system
from accounts.push.devices import push_offer_for
from accounts.push.kinds import push_kinds_of
from accounts.reports.queries import hiding_decision_of

register = template.Library()
register.filter("device", browser_and_system)


@register.inclusion_tag("accounts/push/_offer.html", takes_context=True)
def push_offer(context: Mapping[str, Any], words: str, question: str, *, switch: bool = False) -> dict[str, Any]:
    """Offer notifications of these kinds (words separated by blanks) with this question, or as a switch."""
    request = context["request"]
    offer = push_offer_for(request, push_kinds_of(words.split()))
    return {"offer": offer, "question": question, "request": request, "switch": switch}


@register.inclusion_tag("reports/_link.html")
def report_link(kind: str, target: str, *, mine: bool = False) -> dict[str, Any]:
    return {"kind": kind, "target": target, "mine": mine}


@register.inclusion_tag("reports/_hidden.html")
def hidden_notice(kind: str, target: str, hidden: Any) -> dict[str, Any]:
    """Show that something is hidden, why, and how to appeal. A query only if it is hidden."""
    return {
        "kind": kind,
        "target": target,
        "hidden": bool(hidden),
        "why": hiding_decision_of(kind, target) if hidden else None,
    }


@register.simple_tag
def sign_up_is_closed() -> bool:
    return bool(settings.SIGN_UP == "closed")
