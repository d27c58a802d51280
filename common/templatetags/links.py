"""`{% link_tags … %}`: what a chat or a forum shows of a link to a page."""

from typing import Any

from django import template
from django.http import HttpRequest
from django.urls import reverse

from common.links import absolute_url

register = template.Library()


@register.inclusion_tag("_link_tags.html", takes_context=True)
def link_tags(
    context: template.Context, title: str, key: str, *, page: str, picture: str, description: str = ""
) -> dict[str, Any]:
    """The Open Graph tags of a page; `page` and `picture` are names of addresses that take the key."""
    request: HttpRequest = context["request"]
    return {
        "title": title,
        "description": description,
        "page_url": absolute_url(request, reverse(page, args=[key])),
        "picture_url": absolute_url(request, reverse(picture, args=[key])),
    }
