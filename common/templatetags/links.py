"""`{% link_tags … %}`: the Open Graph tags for link previews; `{% qr … %}`: a QR code."""

from functools import lru_cache
from typing import Any

import segno
from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from common.links import absolute_url

register = template.Library()


@register.inclusion_tag("_link_tags.html", takes_context=True)
def link_tags(
    context: template.Context, title: str, key: str, *, page: str, picture: str, description: str = ""
) -> dict[str, Any]:
    """Return the tags of a page; `page` and `picture` are names of URLs that take the key."""
    request: HttpRequest = context["request"]
    return {
        "title": title,
        "description": description,
        "page_url": absolute_url(request, reverse(page, args=[key])),
        "picture_url": absolute_url(request, reverse(picture, args=[key])),
    }


@register.simple_tag
@lru_cache(maxsize=256)
def qr(address: str) -> SafeString:
    """Draw an address as a QR code, dark on light in both themes, as cameras need."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(code.svg_inline(border=3, omitsize=True, dark="#0b1020", light="#fff", svgclass="qr"))


@register.inclusion_tag("_post_button.html")
def post_button(
    label: str, view: str, *args: object, style: str = "", name: str = "", value: object = "", about: str = ""
) -> dict[str, Any]:
    """Render a button that posts to the view of a URL and its arguments; `style` is its CSS class.

    Of several with the same label, screen readers also say what each is `about`.
    """
    button = {"label": label, "style": style, "name": name, "value": value, "about": about}
    return button | {"url": reverse(view, args=args)}
