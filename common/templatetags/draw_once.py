"""Markup that is drawn once a process: `{% drawonce number=number filled key=look.key %}…{% enddrawonce %}`.

And each row of a list: `{% draweach each in places %}{% by won=each.won %}{% fill name=each.name %}…{% enddraweach %}`.
"""

import re
import secrets
from collections.abc import Callable, Iterable
from html import escape
from operator import attrgetter
from typing import cast

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, Variable, token_kwargs
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
        page = cast("dict[str, object]", context.render_context.dicts[0])
        if _PLACE not in page:  # asked for once a page, not for each of its blocks
            page[_PLACE] = get_script_prefix(), static(_ANY_FILE)
        language, place, token = get_language(), page[_PLACE], str(context.get(_TOKEN, ""))

        def filled(values: dict[str, object], texts: Iterable[object]) -> str:
            kinds = tuple(values.values())
            key = (language, place, tuple(map(type, kinds)), kinds)
            between, places = self._drawn.get_or_make(key, None, lambda: self._pieces(context, values))
            parts = [*map(_escaped, texts), token]
            return (
                "".join([part for nth, text in zip(places, between, strict=False) for part in (text, parts[nth])])
                + between[-1]
            )

        return filled

    def _pieces(self, context: template.Context, values: dict[str, object]) -> _Pieces:
        bare = template.Context(values | self.marks)
        bare.template = context.template
        drawn = "".join(str(node.render_annotated(bare)) for node in self.nodelist).strip()
        parts = _PIECES.split(_INDENT.sub("\n", drawn))
        return parts[::2], [int(place) for place in parts[1::2]]


class DrawEachNode(DrawOnceNode):
    """Draws what is in it for each row of a list as `DrawOnceNode` does; what says nothing of a row is asked for once.

    A part of a row is read without the template's own way to look for it: a fifth of the time.
    """

    row: str
    rows: FilterExpression

    def render(self, context: template.Context) -> SafeString:
        readers = {name: _reader(text, self.row, context) for name, text in (self.values | self.filled).items()}
        decides, fills = [(name, readers[name]) for name in self.values], [readers[name] for name in self.filled]
        filler, drawn = self._filler(context), list[str]()
        with context.push():
            for row in self.rows.resolve(context):
                context[self.row] = row
                drawn.append(filler({name: read(row) for name, read in decides}, [read(row) for read in fills]))
        return SafeString("".join(drawn))


_Reader = Callable[[object], object]
# Filters of these kinds ask the template for more than their arguments.
_BY_TEMPLATE = ("expects_localtime", "needs_autoescape", "is_safe")


def _reader(text: FilterExpression, row: str, context: template.Context) -> _Reader:
    """What reads a text of each row: what says nothing of a row is asked for once, filters are taken apart once."""
    if not re.search(rf"\b{row}\b", text.token):
        once = text.resolve(context)
        return lambda _row: once
    if not text.is_var or any(getattr(make, kind, False) for make, _args in text.filters for kind in _BY_TEMPLATE):
        return lambda _row: text.resolve(context)
    start = _getter(text.var, row, context)
    steps = [(make, [_getter(arg, row, context) for _is_name, arg in args]) for make, args in text.filters]

    def read(each: object) -> object:
        try:
            value = start(each)
            for make, args in steps:
                value = make(value, *[arg(each) for arg in args])
        except (AttributeError, IndexError, TypeError):  # a part of None, or a mistake that the template tells
            return text.resolve(context)
        return value

    return read


def _getter(part: object, row: str, context: template.Context) -> _Reader:
    """What reads a part of a row without the template's own way to look for it: a fifth of the time."""
    names = getattr(part, "lookups", None) or ("",)
    if names[0] != row:
        once = part.resolve(context) if isinstance(part, Variable) else part
        return lambda _row: once
    if names[-1].isdigit():
        of, at = attrgetter(".".join(names[1:-1])), int(names[-1])
        return lambda each: of(each)[at]
    return attrgetter(".".join(names[1:])) if names[1:] else lambda each: each


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
    words = token.split_contents()[1:]
    filled_from = words.index("filled") if "filled" in words else len(words)
    values, filled = _named(parser, words[:filled_from]), _named(parser, words[filled_from + 1 :])
    nodelist = parser.parse(("enddrawonce",))
    parser.delete_first_token()
    return DrawOnceNode(nodelist, values, filled)


@register.tag
def draweach(parser: Parser, token: Token) -> DrawEachNode:
    """The block for the rows of a list, which begins with `{% by %}` for values and `{% fill %}` for texts."""
    _tag, row, _in, rows = token.split_contents()
    named: dict[str, dict[str, FilterExpression]] = {"by": {}, "fill": {}}
    while True:
        nodelist, token = parser.parse((*named, "enddraweach")), parser.next_token()
        kind, *words = token.split_contents()
        if kind == "enddraweach":
            break
        named[kind] |= _named(parser, words)
    node = DrawEachNode(nodelist, named["by"], named["fill"])
    node.row, node.rows = row, parser.compile_filter(rows)
    return node


def _named(parser: Parser, words: list[str]) -> dict[str, FilterExpression]:
    words = [word if "=" in word else f"{word}={word}" for word in words]
    named = token_kwargs(words, parser)
    if words:
        raise template.TemplateSyntaxError(f"drawonce takes names with their values, not {words[0]!r}")
    return named
