"""`{% theme %}`: attributes of `<html>` with the theme the reader chose and the cookie that stores it."""

from django import template
from django.conf import settings
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def theme(context: Context) -> SafeString:
    """Return the theme of the cookie; a page rendered for everyone has none."""
    request = getattr(context, "request", None)
    name = settings.THEME_COOKIE_NAME
    chosen = request.COOKIES.get(name, "") if request is not None else ""
    return format_html('data-theme="{}" data-theme-cookie="{}"', chosen, name)
