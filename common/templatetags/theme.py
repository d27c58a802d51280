"""`{% theme %}`: the attributes of `<html>` that say which look the reader chose, and in which cookie it is kept."""

from django import template
from django.conf import settings
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def theme(context: Context) -> SafeString:
    """The look of the cookie; of a page made for everybody none."""
    request = getattr(context, "request", None)
    name = settings.THEME_COOKIE_NAME
    chosen = request.COOKIES.get(name, "") if request is not None else ""
    return format_html('data-theme="{}" data-theme-cookie="{}"', chosen, name)
