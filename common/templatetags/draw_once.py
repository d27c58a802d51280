"""Markup that is drawn once a process: `{% drawonce number=number filled key=look.key %}…{% enddrawonce %}`.

And rows of a list, whose values and texts are made beforehand: `{% draweach rows won filled name %}…{% enddraweach %}`.
"""

import re
import secrets
from collections.abc import Callable, Iterable, Sequence
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

# Of each block; those with many, one for each card, have about 2 kB each.
MAX_DRAWN = 1024
# A file of every page: its address tells of which collection of static files the others are.
_ANY_FILE = "css/site.css"
# What stands in the drawn markup for a text that is filled in; nobody outside the process can write it.
_MARK = f"x{secrets.token_hex(8)}x"
_PIECES = re.compile(rf"{_MARK}(\d+)x")
_TOKEN = "csrf_token"
_PLACE = "drawonce_place"
# The lines of a template begin with spaces that a browser does not show, and pages with secrets are not compressed.
_INDENT = re.compile(r"\n\s+")
# The drawn markup between the texts that are filled in, and which of them stand there.
_Pieces = tuple[list[str], list[int]]


class DrawOnceNode(template.Node):
    """Draws what is in it once for each language and each choice of its values, and fills the other texts in.

    The context in there has the values, marks for the texts to fill in, and nothing else: no request, nothing of the
    reader. So what was drawn for one can be given to all; tokens of forms are filled in like the other texts.
    """

    def __init__(
        self, nodelist: NodeList, values: dict[str, FilterExpression], filled: dict[str, FilterExpression]
    ) -> None:
        self.nodelist, self.values, self.filled = nodelist, values, filled
        self.marks = {name: f"{_MARK}{place}x" for place, name in enumerate((*filled, _TOKEN))}
        self._drawn = VersionedCache[_Pieces](max_keys=MAX_DRAWN)

    def render(self, context: template.Context) -> SafeString:
        """The markup of these values with these texts. Two threads may both draw it the first time."""
        values = {name: value.resolve(context) for name, value in self.values.items()}
        texts = (text.resolve(context) for text in self.filled.values())
        return SafeString(self._filler(context)(values, texts))

    def _filler(self, context: template.Context) -> Callable[[dict[str, object], Iterable[object]], str]:
        """What makes the markup of values and texts on this page."""
        page = cast("dict[str, object]", context.render_context.dicts[0])
        if _PLACE not in page:  # asked for once a page, not for each of its blocks
            page[_PLACE] = get_script_prefix(), static(_ANY_FILE)
        language, place, token = get_language(), page[_PLACE], str(context.get(_TOKEN, ""))

        def filled(values: dict[str, object], texts: Iterable[object]) -> str:
            kinds = tuple([(type(value), value) for value in values.values()])
            key = (language, place, kinds)
            between, places = self._drawn.get_or_make(key, None, lambda: self._pieces(context, values))
            said = [*map(_escaped, texts), token]
            return (
                "".join([part for nth, text in zip(places, between, strict=False) for part in (text, said[nth])])
                + between[-1]
            )

        return filled

    def _pieces(self, context: template.Context, values: dict[str, object]) -> _Pieces:
        parts = _PIECES.split(self._draw(context, values))
        return parts[::2], [int(place) for place in parts[1::2]]

    def _draw(self, context: template.Context, values: dict[str, object]) -> str:
        bare = template.Context(values | self.marks)
        bare.template = context.template
        drawn = "".join(str(node.render_annotated(bare)) for node in self.nodelist).strip()
        return _INDENT.sub("\n", drawn)


class DrawEachNode(DrawOnceNode):
    """Draws what is in it for each row of a list as `DrawOnceNode` does; what the rows do not have is of the page.

    Names of blocks within blocks are looked for in one after the other, a row's at once: a tenth of the time.
    """

    rows: FilterExpression

    def render(self, context: template.Context) -> SafeString:
        """The markup of all rows."""
        rows: Sequence[dict[str, object]] = self.rows.resolve(context)
        if not rows:
            return SafeString()
        shared = {
            name: text.resolve(context) for name, text in (self.values | self.filled).items() if name not in rows[0]
        }
        filled, drawn = self._filler(context), list[str]()
        for row in rows:
            known = shared | row
            drawn.append(filled({name: known[name] for name in self.values}, [known[name] for name in self.filled]))
        return SafeString("".join(drawn))


def _escaped(text: object) -> str:
    """As `conditional_escape` makes it, which takes three times as long for what rows are made of."""
    kind = type(text)
    if kind is int or kind is SafeString:
        return str(text)
    return escape(text) if type(text) is str else conditional_escape(cast("str", text))


@register.tag
def drawonce(parser: Parser, token: Token) -> DrawOnceNode:
    """The block. Before `filled` stand values that decide what is drawn, which must be hashable; after it texts that
    are only filled in: they may be written and be part of addresses, but neither asked for nor changed by filters. A
    name without a value has that of the page.
    """
    return DrawOnceNode(*_block(parser, token.split_contents()[1:], "enddrawonce"))


@register.tag
def draweach(parser: Parser, token: Token) -> DrawEachNode:
    """The block for rows, which are mappings with the values and the texts by their names."""
    _tag, rows, *words = token.split_contents()
    node = DrawEachNode(*_block(parser, words, "enddraweach"))
    node.rows = parser.compile_filter(rows)
    return node


def _block(
    parser: Parser, words: list[str], end: str
) -> tuple[NodeList, dict[str, FilterExpression], dict[str, FilterExpression]]:
    words = [word if "=" in word or word == "filled" else f"{word}={word}" for word in words]
    filled_from = words.index("filled") if "filled" in words else len(words)
    decide, fill = words[:filled_from], words[filled_from + 1 :]
    values, filled = token_kwargs(decide, parser), token_kwargs(fill, parser)
    if decide or fill:
        raise template.TemplateSyntaxError(f"drawonce takes names with their values, not {(decide or fill)[0]!r}")
    nodelist = parser.parse((end,))
    parser.delete_first_token()
    return nodelist, values, filled
