"""Translation at the edges: an English template and its parameters become a sentence in the reader's language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext

from common.errors import Detail


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence at hand: a template and its parameters."""

    template: str
    params: Mapping[str, object]


class Sayable(Protocol):
    """A sentence of a core: an English template and its parameters."""

    @property
    def template(self) -> str:
        """English, with `%(name)s` places."""

    @property
    def params(self) -> Mapping[str, object]:
        """The values of the places."""


def translated(sentence: Sayable) -> str:
    """The sentence in the language of the reader."""
    text = gettext(sentence.template)
    return text % sentence.params if sentence.params else text


def detail_message(detail: Detail) -> str:
    """The message of one detail, in the language of the reader."""
    return detail.message if detail.params is None else translated(Sentence(detail.message, detail.params))
