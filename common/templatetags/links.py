"""`{% link_tags … %}`: the Open Graph tags that chats and forums show for a link."""

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
    """Build the tags of a page; `page` and `picture` are names of URLs that take the key."""
    request: HttpRequest = context["request"]
    return {
        "title": title,
        "description": description,
        "page_url": absolute_url(request, reverse(page, args=[key])),
        "picture_url": absolute_url(request, reverse(picture, args=[key])),
    }
