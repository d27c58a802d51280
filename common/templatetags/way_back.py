"""`{% way_back %}`: where the pages of decks lead back to, for a player who came to them from an event."""

from typing import Any

from django import template

register = template.Library()

# The key of the session under which the address and the name of the place are kept.
BACK = "back_to"
_APP = "decks"


@register.simple_tag(takes_context=True)
def way_back(context: dict[str, Any]) -> dict[str, str] | None:
    """Return `url` and `name` of the place to go back to; None elsewhere, without reading the session."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    if request is None or match is None or match.app_name != _APP:
        return None
    link: dict[str, str] | None = request.session.get(BACK)
    return link
