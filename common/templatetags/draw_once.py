"""Markup that is rendered once per process: `{% drawonce number=number filled key=draft_view.key %}…{% enddrawonce %}`.

For each row of a list: `{% draweach each in places %}{% by won=each.won %}{% fill name=each.name %}…{% enddraweach %}`.
"""

import re
import secrets
from collections.abc import Callable, Iterable
from html import escape
from typing import cast

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.templatetags.static import static
from django.urls import get_script_prefix
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from common.versioned_cache import VersionedCache

register = template.Library()

# How many renderings of one block are stored; one of a card is about 2 kB.
MAX_CACHED_MARKUPS = 1024
# A file of every page: its URL identifies the collection of static files.
_FILE_FOR_STATIC_PREFIX = "css/site.css"
# The placeholder of a text to fill in; unguessable outside this process, so that no reader’s text can contain it.
_PLACEHOLDER_MARK = f"x{secrets.token_hex(8)}x"
_PLACEHOLDER_PATTERN = re.compile(rf"{_PLACEHOLDER_MARK}(\d+)x")
_CSRF_TOKEN = "csrf_token"
_PAGE_PREFIXES_KEY = "drawonce_place"
# Indentation is dropped: browsers don’t show it, and pages with secrets are sent uncompressed.
_INDENTATION = re.compile(r"\n\s+")
# The rendered markup between the texts to fill in, and which text belongs in each gap.
_MarkupPieces = tuple[list[str], list[int]]


class SharedMarkupNode(template.Node):
    """Renders its contents once per language and choice of values, and fills in the other texts.

    Its context has only the values and placeholders for the texts to fill in: no request, nothing of the reader. So all
    readers can share the markup; CSRF tokens are filled in like the other texts.
    """

    def __init__(
        self, nodelist: NodeList, values: dict[str, FilterExpression], filled: dict[str, FilterExpression]
    ) -> None:
        self.nodelist, self.values, self.filled = nodelist, values, filled
        self.marks = {name: f"{_PLACEHOLDER_MARK}{place}x" for place, name in enumerate((*filled, _CSRF_TOKEN))}
        self._drawn = VersionedCache[_MarkupPieces](max_keys=MAX_CACHED_MARKUPS)

    def render(self, context: template.Context) -> SafeString:
        """Return the markup for these values with these texts. Two threads may both render it the first time."""
        values = {name: value.resolve(context) for name, value in self.values.items()}
        texts = (text.resolve(context) for text in self.filled.values())
        return SafeString(self._markup_filler(context)(values, texts))

    def _markup_filler(self, context: template.Context) -> Callable[[dict[str, object], Iterable[object]], str]:
        page = cast("dict[str, object]", context.render_context.dicts[0])
        if _PAGE_PREFIXES_KEY not in page:  # looked up once per page, not for each of its blocks
            page[_PAGE_PREFIXES_KEY] = get_script_prefix(), static(_FILE_FOR_STATIC_PREFIX)
        language, place, token = get_language(), page[_PAGE_PREFIXES_KEY], str(context.get(_CSRF_TOKEN, ""))

        def filled(values: dict[str, object], texts: Iterable[object]) -> str:
            kinds = tuple(values.values())
            key = (language, place, tuple(map(type, kinds)), kinds)
            between, places = self._drawn.get_or_make(key, None, lambda: self._render_pieces(context, values))
            parts = [*map(_escape_fast, texts), token]
            return (
                "".join([part for nth, text in zip(places, between, strict=False) for part in (text, parts[nth])])
                + between[-1]
            )

        return filled

    def _render_pieces(self, context: template.Context, values: dict[str, object]) -> _MarkupPieces:
        bare = template.Context(values | self.marks)
        bare.template = context.template
        drawn = "".join(str(node.render_annotated(bare)) for node in self.nodelist).strip()
        parts = _PLACEHOLDER_PATTERN.split(_INDENTATION.sub("\n", drawn))
        return parts[::2], [int(place) for place in parts[1::2]]


class SharedRowMarkupNode(SharedMarkupNode):
    """Renders its contents for each row of a list; reads values that don’t depend on the row only once."""

    row: str
    rows: FilterExpression

    def render(self, context: template.Context) -> SafeString:
        texts, names_row = self.values | self.filled, re.compile(rf"\b{self.row}\b")
        once = {name: text.resolve(context) for name, text in texts.items() if not names_row.search(text.token)}
        filler, drawn = self._markup_filler(context), list[str]()
        with context.push():
            for row in self.rows.resolve(context):
                context[self.row] = row
                read = {name: once[name] if name in once else text.resolve(context) for name, text in texts.items()}
                drawn.append(filler({name: read[name] for name in self.values}, [read[name] for name in self.filled]))
        return SafeString("".join(drawn))


def _escape_fast(text: object) -> str:
    """Escape like `conditional_escape`, in a third of its time for the usual values of rows."""
    kind = type(text)
    if kind is int or kind is SafeString:
        return str(text)
    return escape(text) if type(text) is str else conditional_escape(cast("str", text))


@register.tag
def drawonce(parser: Parser, token: Token) -> SharedMarkupNode:
    """Parse the block. Before `filled` stand hashable values that decide what is rendered. After it stand texts to fill
    in: the block may output them, also in URLs, but neither test nor filter them. A name alone takes the page’s
    value."""
    words = token.split_contents()[1:]
    filled_from = words.index("filled") if "filled" in words else len(words)
    values = _parse_named_expressions(parser, words[:filled_from])
    filled = _parse_named_expressions(parser, words[filled_from + 1 :])
    nodelist = parser.parse(("enddrawonce",))
    parser.delete_first_token()
    return SharedMarkupNode(nodelist, values, filled)


@register.tag
def draweach(parser: Parser, token: Token) -> SharedRowMarkupNode:
    """Parse the block for the rows of a list, which begins with `{% by %}` for values and `{% fill %}` for texts."""
    _tag, row, _in, rows = token.split_contents()
    named: dict[str, dict[str, FilterExpression]] = {"by": {}, "fill": {}}
    while True:
        nodelist, token = parser.parse((*named, "enddraweach")), parser.next_token()
        kind, *words = token.split_contents()
        if kind == "enddraweach":
            break
        named[kind] |= _parse_named_expressions(parser, words)
    node = SharedRowMarkupNode(nodelist, named["by"], named["fill"])
    node.row, node.rows = row, parser.compile_filter(rows)
    return node


def _parse_named_expressions(parser: Parser, words: list[str]) -> dict[str, FilterExpression]:
    words = [word if "=" in word else f"{word}={word}" for word in words]
    named = token_kwargs(words, parser)
    if words:
        raise template.TemplateSyntaxError(f"drawonce takes names with their values, not {words[0]!r}")
    return named
