"""A page as a browser reads it: without the white space that means nothing, so that a test can look for its parts."""

from __future__ import annotations

import re

_BLOCKS = (
    "html|head|body|p|div|section|article|aside|nav|header|footer|main|form|fieldset|legend|ul|ol|li|dl|dt|dd|h[1-6]|"
    "table|caption|thead|tbody|tfoot|tr|th|td|details|summary|figure|figcaption|option|select|datalist|br|hr|title|"
    "link|meta|script|svg|g|path|rect|circle|text|button"
)
_TAG = r'<(?:"[^"]*"|[^<>"])*>'
_PIECE = re.compile(rf"(?P<kept><(?:pre|textarea)\b.*?</(?:pre|textarea)>)|(?P<tag>{_TAG})|\s+", re.DOTALL)
_QUOTED_OR_SPACE = re.compile(r'("[^"]*")|\s+')
_AROUND_BLOCK = re.compile(rf" *(</?(?:{_BLOCKS})\b(?:\"[^\"]*\"|[^<>\"])*>) *")
_INSIDE = re.compile(rf" +(?=</)|(?P<open>(?!</|<input|<img|<wbr){_TAG})(?<!/>) +")


def flat(page: bytes | str) -> str:
    """The page with one space in a row of text, none around blocks or at the inner edges of an element.

    What an attribute, a `pre` or a `textarea` holds is left as it is.
    """
    text = page.decode() if isinstance(page, bytes) else page
    text = _PIECE.sub(_one_space, text)
    return _INSIDE.sub(lambda match: match["open"] or "", _AROUND_BLOCK.sub(r"\1", text))


def _one_space(piece: re.Match[str]) -> str:
    if piece["kept"]:
        return piece["kept"]
    if piece["tag"]:
        tag = _QUOTED_OR_SPACE.sub(lambda match: match[1] or " ", piece["tag"])
        return re.sub(r" (?=/?>$)", "", tag)
    return " "
