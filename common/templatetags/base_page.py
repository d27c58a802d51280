"""Tags of `base.html` and of heads: `{% theme %}`, `{% way_back %}`, `{% sheets … %}`, `{% scripts … %}`."""

from typing import Any

from django import template
from django.conf import settings
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()

# The session key under which the URL and the name of the page to go back to are stored.
BACK_SESSION_KEY = "back_to"
_DECKS_APP = "decks"


@register.simple_tag(takes_context=True)
def theme(context: Context) -> SafeString:
    """Return the attributes of `<html>` with the theme of the reader’s cookie; a page for everyone has no theme."""
    request = getattr(context, "request", None)
    name = settings.THEME_COOKIE_NAME
    chosen = request.COOKIES.get(name, "") if request is not None else ""
    return format_html('data-theme="{}" data-theme-cookie="{}"', chosen, name)


@register.simple_tag(takes_context=True)
def way_back(context: dict[str, Any]) -> dict[str, str] | None:
    """Return where deck pages lead back to (`url`, `name`) for a player who came from an event.

    None otherwise, without reading the session.
    """
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    if request is None or match is None or match.app_name != _DECKS_APP:
        return None
    link: dict[str, str] | None = request.session.get(BACK_SESSION_KEY)
    return link


@register.simple_tag
def sheets(*names: str) -> SafeString:
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', ((static(f"css/{name}.css"),) for name in names))


@register.simple_tag
def scripts(*names: str) -> SafeString:
    """Link scripts of the site, which run once the page has been parsed."""
    addresses = ((static(f"js/{name}.js"),) for name in names)
    return format_html_join("\n", '<script src="{}" defer></script>', addresses)
