"""Markdown of notes and guides, with links to cards: no HTML is read, and only harmless tags pass.

`[[Flash the Incendiary]]`, or the card's code or any of its names, becomes a link to the card. What names no card
stays as it is.
"""

from __future__ import annotations

import nh3
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from cards.core.facts import Catalogue

_TAGS = {
    *("p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
    *("h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}
_READER = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
_READER.disable("image")  # a picture would be asked for outside the site


def _card_link(state: StateInline, silent: bool) -> bool:
    """A rule of the reader: `[[name]]` of a card of the catalogue in `env`."""
    if not state.src.startswith("[[", state.pos):
        return False
    end = state.src.find("]]", state.pos + 2)
    cards: Catalogue | None = state.env.get("cards")
    named = cards.lookup(state.src[state.pos + 2 : end]) if cards is not None and end > 0 else ()
    if not named:
        return False
    if not silent:
        state.push("link_open", "a", 1).attrs = {"href": reverse("cards:card", args=[named[0].slug])}
        state.push("text", "", 0).content = state.src[state.pos + 2 : end].strip()
        state.push("link_close", "a", -1)
    state.pos = end + 2
    return True


_READER.inline.ruler.before("link", "card", _card_link)


def as_html(text: str, cards: Catalogue | None = None) -> SafeString:
    """Markdown for a page, with headings below those of the page, and links to these cards.

    >>> str(as_html("**mind** <script>alert(1)</script>"))
    '<p><strong>mind</strong> &lt;script&gt;alert(1)&lt;/script&gt;</p>\\n'
    """
    env = {"cards": cards}
    tokens = _READER.parse(text, env)
    for token in tokens:
        _lower(token)
    html = _READER.renderer.render(tokens, _READER.options, env)
    clean = nh3.clean(
        html,
        tags=_TAGS,
        attributes={"a": {"href", "title"}},
        url_schemes={"https", "http", "mailto"},
        link_rel="nofollow noopener ugc",
    )
    return mark_safe(clean)


def _lower(token: Token) -> None:
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{min(6, int(token.tag[1]) + 2)}"
