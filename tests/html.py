"""A page as a browser reads it: without insignificant white space, and what its forms would send."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_BLOCKS = (
    "html|head|body|p|div|section|article|aside|nav|header|footer|main|form|fieldset|legend|ul|ol|li|dl|dt|dd|h[1-6]|"
    "table|caption|thead|tbody|tfoot|tr|th|td|details|summary|figure|figcaption|option|select|datalist|br|hr|title|"
    "link|meta|script|svg|g|path|rect|circle|text|button"
)
_TAG = r'<(?:"[^"]*"|[^<>"])*>'
_PIECE = re.compile(rf"(?P<kept><(?:pre|textarea)\b.*?</(?:pre|textarea)>)|(?P<tag>{_TAG})|[^\S ]\s*| \s+", re.DOTALL)
# Most tags are in order already.
_UNTIDY = re.compile(r"[^\S ]|  | /?>$")
_QUOTED_OR_SPACE = re.compile(r'("[^"]*")|\s+')
_AROUND_BLOCK = re.compile(rf" *(</?(?:{_BLOCKS})\b(?:\"[^\"]*\"|[^<>\"])*>) *")
_INSIDE = re.compile(rf" +(?=</)|(?P<open>(?!</|<input|<img|<wbr){_TAG})(?<!/>) +")


def flat(page: bytes | str) -> str:
    """Return the page with one space for each run of white space, none around blocks or at the inner edges of an
    element.

    What an attribute, a `pre` or a `textarea` holds is left as it is.
    """
    text = page.decode() if isinstance(page, bytes) else page
    text = _PIECE.sub(_one_space, text)
    return _INSIDE.sub(lambda match: match["open"] or "", _AROUND_BLOCK.sub(r"\1", text))


def _one_space(piece: re.Match[str]) -> str:
    if piece["kept"]:
        return piece["kept"]
    if tag := piece["tag"]:
        if not _UNTIDY.search(tag):
            return tag
        tag = _QUOTED_OR_SPACE.sub(lambda match: match[1] or " ", tag)
        return re.sub(r" (?=/?>$)", "", tag)
    return " "


_NOT_SENT = ("checkbox", "radio", "submit")


class Forms(HTMLParser):
    """The forms of a page: their targets, and what a browser would send of each."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, list[str]]]] = [("", {})]  # the first is what lies outside
        self._select = self._area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        sent = self.forms[-1][1]
        if tag == "form":
            self.forms.append((said.get("action", ""), {}))
        elif tag == "select":
            self._select = said.get("name", "")
        elif tag == "textarea":
            self._area = said.get("name", "")
            sent[self._area] = [""]
        elif tag == "option" and self._select and ("selected" in said or self._select not in sent):
            sent[self._select] = [said.get("value", "")]
        elif tag == "input" and "name" in said and ("checked" in said or said.get("type") not in _NOT_SENT):
            sent.setdefault(said["name"], []).append(said.get("value", "on" if "checked" in said else ""))

    def handle_data(self, data: str) -> None:
        if self._area:
            self.forms[-1][1][self._area][0] += data.strip()

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""
