"""`{% drawonce number=number filled key=look.key %}…{% enddrawonce %}`: markup that is drawn once a process."""

import re
import secrets
from typing import cast

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.templatetags.static import static
from django.urls import get_script_prefix
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from common.versioned_cache import VersionedCache

register = template.Library()

# Of each block; those with many, one for each card, have about 2 kB each.
MAX_DRAWN = 1024
# A file of every page: its address tells of which collection of static files the others are.
_ANY_FILE = "css/site.css"
# What stands in the drawn markup for a text that is filled in; nobody outside the process can write it.
_MARK = f"x{secrets.token_hex(8)}x"
_TOKEN = "csrf_token"
_PLACE = "drawonce_place"
# The lines of a template begin with spaces that a browser does not show, and pages with secrets are not compressed.
_INDENT = re.compile(r"\n\s+")


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
        self._drawn = VersionedCache[str](max_keys=MAX_DRAWN)

    def render(self, context: template.Context) -> SafeString:
        """The markup of these values with these texts. Two threads may both draw it the first time."""
        values = {name: value.resolve(context) for name, value in self.values.items()}
        kinds = tuple((type(value), value) for value in values.values())
        page = cast("dict[str, object]", context.render_context.dicts[0])
        if _PLACE not in page:  # asked for once a page, not for each of its blocks
            page[_PLACE] = get_script_prefix(), static(_ANY_FILE)
        key = (get_language(), page[_PLACE], kinds)
        drawn = self._drawn.get_or_make(key, None, lambda: self._draw(context, values))
        for name, text in self.filled.items():
            drawn = drawn.replace(self.marks[name], conditional_escape(text.resolve(context)))
        if self.marks[_TOKEN] in drawn:
            drawn = drawn.replace(self.marks[_TOKEN], str(context.get(_TOKEN, "")))
        return mark_safe(drawn)

    def _draw(self, context: template.Context, values: dict[str, object]) -> str:
        bare = template.Context(values | self.marks)
        bare.template = context.template
        drawn = "".join(str(node.render_annotated(bare)) for node in self.nodelist).strip()
        return _INDENT.sub("\n", drawn)


@register.tag
def drawonce(parser: Parser, token: Token) -> DrawOnceNode:
    """The block. Before `filled` stand values that decide what is drawn, which must be hashable; after it texts that
    are only filled in: they may be written and be part of addresses, but neither asked for nor changed by filters. A
    name without a value has that of the page.
    """
    words = [word if "=" in word or word == "filled" else f"{word}={word}" for word in token.split_contents()[1:]]
    filled_from = words.index("filled") if "filled" in words else len(words)
    decide, fill = words[:filled_from], words[filled_from + 1 :]
    values, filled = token_kwargs(decide, parser), token_kwargs(fill, parser)
    if decide or fill:
        raise template.TemplateSyntaxError(f"drawonce takes names with their values, not {(decide or fill)[0]!r}")
    nodelist = parser.parse(("enddrawonce",))
    parser.delete_first_token()
    return DrawOnceNode(nodelist, values, filled)
