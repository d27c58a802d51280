"""Notes in Markdown, made safe twice: no HTML is read, and only harmless tags are let through."""

from __future__ import annotations

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

_TAGS = {
    *("p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
    *("h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}
_READER = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
_READER.disable("image")  # a picture would be asked for outside the site


def notes_as_html(text: str) -> SafeString:
    """The notes of a deck for a page, with headings below those of the page.

    >>> str(notes_as_html("**mind** <script>alert(1)</script>"))
    '<p><strong>mind</strong> &lt;script&gt;alert(1)&lt;/script&gt;</p>\\n'
    """
    tokens = _READER.parse(text)
    for token in tokens:
        _lower(token)
    html = _READER.renderer.render(tokens, _READER.options, {})
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
