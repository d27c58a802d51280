"""Addresses of pictures: the slug of a card and a digest of what its picture shows."""

from functools import lru_cache
from typing import Any

from django.urls import reverse

from cards.core.art.scene import scene
from cards.core.art.subject import Subject
from cards.games import GAMES

DRAWN = 1024  # pictures of about 3 kB that a process keeps


def picture_url(card: Any) -> str:
    """The address of the picture of a card, of whichever game."""
    return _url(card.slug, GAMES[card.game].picture(card))


@lru_cache(maxsize=4096)
def _url(slug: str, subject: Subject) -> str:
    return reverse("cards:picture", args=[slug, subject.version])


@lru_cache(maxsize=DRAWN)
def drawn(subject: Subject) -> str:
    """The picture as SVG, kept by the process."""
    return scene(subject)
