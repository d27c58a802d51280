"""Addresses of pictures: the slug of a card and a digest of what its picture shows; or the picture itself."""

import re
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from cards.core.art.scene import content, scene
from cards.core.art.subject import Subject
from cards.games import GAMES

DRAWN = 1024  # pictures of about 3 kB that a process keeps
_NAME = re.compile(r'(?<=id="|f="#|rl\(#)\w(?=["\)])')  # names of one letter, which each picture gives anew


def picture_url(card: Any) -> str:
    return _versioned_url(card.slug, GAMES[card.game].picture(card))


@lru_cache(maxsize=4096)
def _versioned_url(slug: str, subject: Subject) -> str:
    return reverse("cards:picture", args=[slug, subject.version])


@lru_cache(maxsize=DRAWN)
def drawn(subject: Subject) -> str:
    """The picture as SVG, kept by the process."""
    return scene(subject)


def inside(card: Any) -> SafeString:
    """The picture as elements within a page; names of its parts are its own."""
    return mark_safe(_NAME.sub(rf"{card.slug}-\g<0>", content(GAMES[card.game].picture(card))))
