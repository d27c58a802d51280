"""Markdown of notes and guides, with links to cards: HTML isn’t interpreted, and only harmless tags are output.

`[[Flash the Incendiary]]`, or the card’s code or another name, becomes a link to the card; unknown names stay.
"""

import re

import nh3
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from cards.core.facts import Catalogue

_ALLOWED_TAGS = {
    *("p", "br", "hr", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
    *("h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}
MAX_NAME_LENGTH = 100  # letters of a card name in brackets
MAX_TABLE_CELLS = 4000  # in one text; if there could be more, its tables aren’t rendered
_DELIMITER_ROW = re.compile(r"^[ >\t]*[|:\-][|:\- \t]*$", re.MULTILINE)  # the line that makes a table of the line above


def _card_link_rule(state: StateInline, silent: bool) -> bool:
    """Make a link of `[[name]]` if a card in the catalogue of `env` has the name; a rule of markdown-it."""
    if not state.src.startswith("[[", state.pos):
        return False
    # Without a limit, a text of only brackets would be scanned from each bracket to its end.
    end = state.src.find("]]", state.pos + 2, state.pos + 2 + MAX_NAME_LENGTH)
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


def _markdown_parser(*rules: str) -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(rules)
    reader.disable("image")  # a picture would be loaded from another site
    reader.inline.ruler.before("link", "card", _card_link_rule)
    return reader


_MARKDOWN = _markdown_parser("table", "strikethrough")
_MARKDOWN_WITHOUT_TABLES = _markdown_parser("strikethrough")


def markdown_as_html(text: str, cards: Catalogue | None = None) -> SafeString:
    """Return Markdown as HTML for a page, with links to these cards, and headings below the headings of the page.

    >>> str(markdown_as_html("**mind** <script>alert(1)</script>"))
    '<p><strong>mind</strong> &lt;script&gt;alert(1)&lt;/script&gt;</p>\\n'
    """
    env = {"cards": cards}
    reader = _MARKDOWN if _max_cells_of_tables(text) <= MAX_TABLE_CELLS else _MARKDOWN_WITHOUT_TABLES
    tokens = reader.parse(text, env)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 2)}"
    html = reader.renderer.render(tokens, reader.options, env)
    clean = nh3.clean(
        html,
        tags=_ALLOWED_TAGS,
        attributes={"a": {"href", "title"}},
        url_schemes={"https", "http", "mailto"},
        link_rel="nofollow noopener ugc",
    )
    return mark_safe(clean)


def _max_cells_of_tables(text: str) -> int:
    """Return the most cells that tables can have here: every short row gets all columns, even a row of one letter.

    >>> _max_cells_of_tables("a|b\\n-|-\\n1|2")
    6
    """
    columns = max((line.count("|") + 1 for line in _DELIMITER_ROW.findall(text) if "-" in line), default=0)
    return columns * (text.count("\n") + 1)
