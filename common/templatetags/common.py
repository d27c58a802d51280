"""Tags and filters of every page: its head, counts in the reader’s language, link previews, QR codes, buttons."""

from functools import lru_cache
from typing import Any, cast

import segno
from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.base import FilterExpression, Parser, Token, render_value_in_context
from django.template.context import Context
from django.template.defaulttags import TemplateIfParser, TemplateLiteral
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.links import absolute_url
from common.random_keys import is_demo_key

register = template.Library()

# The session key under which the URL and the name of the page to go back to are stored.
BACK_SESSION_KEY = "back_to"


@register.simple_tag(takes_context=True)
def theme(context: Context) -> SafeString:
    """Return the attributes of `<html>` with the theme in the reader’s cookie; a page for all readers has none."""
    request = getattr(context, "request", None)
    name = settings.THEME_COOKIE_NAME
    chosen = request.COOKIES.get(name, "") if request is not None else ""
    return format_html('data-theme="{}" data-theme-cookie="{}"', chosen, name)


@register.simple_tag(takes_context=True)
def way_back(context: dict[str, Any]) -> dict[str, str] | None:
    """Return where deck pages lead back to (`url`, `name`) for players who came from an event, else None."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    if request is None or match is None or match.app_name != "decks":
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


@register.filter
def card_count(n: int) -> str:
    return ngettext("%(n)s card", "%(n)s cards", n) % {"n": n}


@register.filter
def player_count(n: int) -> str:
    return ngettext("%(n)s player", "%(n)s players", n) % {"n": n}


@register.filter
def like_count(n: int) -> str:
    return ngettext("%(n)s like", "%(n)s likes", n) % {"n": n}


@register.filter
def missing_count(n: int) -> str:
    return ngettext("%(n)s result missing", "%(n)s results missing", n) % {"n": n}


@register.simple_tag
def demo(key: object) -> SafeString | str:
    """Return a chip that marks demo content; nothing for other content."""
    return format_html('<span class="chip demo">{}</span>', _("demo")) if is_demo_key(key) else ""


@register.inclusion_tag("_link_tags.html", takes_context=True)
def link_tags(
    context: Context, title: str, key: str, *, page: str, picture: str, description: str = ""
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
    label: str,
    view: str,
    *args: object,
    style: str = "",
    name: str = "",
    value: object = "",
    about: str = "",
    **fields: object,
) -> dict[str, Any]:
    """Render a button that posts hidden fields to the view of a URL and its arguments; without a view, to its page.

    `style` is its CSS class. If several buttons have the same label, screen readers also say what each is `about`.
    """
    button = {"label": label, "style": style, "name": name, "value": value, "about": about}
    return button | {"fields": fields.items(), "url": reverse(view, args=args) if view else ""}


@register.simple_tag
def column_heads(texts: int, *heads: str) -> SafeString:
    """Return the head of a table; the first `texts` columns have texts, all others figures."""
    cells = ((SafeString("" if index < texts else ' class="r"'), head) for index, head in enumerate(heads))
    return format_html("<thead><tr>{}</tr></thead>", format_html_join("", '<th scope="col"{}>{}</th>', cells))


class EitherNode(template.Node):
    """Renders the first text if the condition is true, else the second; with a name, the text gets that instead."""

    def __init__(self, condition: TemplateLiteral, texts: list[FilterExpression], name: str) -> None:
        self.condition, (self.first, self.second), self.name = condition, texts, name

    def render(self, context: Context) -> str:
        chosen = self.first if self.condition.eval(cast("dict[str, Any]", context)) else self.second
        text = chosen.resolve(context)
        if self.name:
            context[self.name] = text
            return ""
        return render_value_in_context(text, context)


@register.tag
def either(parser: Parser, token: Token) -> EitherNode:
    """Choose one of two texts by any condition that `if` takes: `{% either deck.built _("Built") _("Not built") %}`.

    `as` and a name may follow, as after `translate`.
    """
    words = token.split_contents()[1:]
    words, name = (words[:-2], words[-1]) if words[-2] == "as" else (words, "")
    texts = [parser.compile_filter(word) for word in words[-2:]]
    return EitherNode(TemplateIfParser(parser, words[:-2]).parse(), texts, name)
