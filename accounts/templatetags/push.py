"""Template tag `push_offer`: turn on notifications on this device."""

from collections.abc import Mapping
from typing import Any

from django import template

from accounts.push.kinds import push_kinds_of
from accounts.push.offer import push_offer_for

register = template.Library()


@register.inclusion_tag("accounts/push/_offer.html", takes_context=True)
def push_offer(context: Mapping[str, Any], words: str, question: str) -> dict[str, Any]:
    """Offer notifications of these kinds (words separated by blanks) with this question."""
    request = context["request"]
    return {"offer": push_offer_for(request, push_kinds_of(words.split())), "question": question, "request": request}
