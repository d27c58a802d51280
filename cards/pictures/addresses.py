"""URLs of pictures, from a card’s slug and a digest of its subject; or the picture itself."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from cards.core.art.scene import picture_elements_svg, scene_svg
from cards.core.art.subject import PictureSubject
from cards.games import GAMES

MAX_PICTURES_ON_SHEET = 60
MAX_CACHED_DRAWINGS = 1024  # pictures of about 3 kB that a process caches
_SVG_ID_REFERENCE = re.compile(r'(?<=id="|f="#|rl\(#)\w(?=["\)])')  # ids of one letter, replaced in each picture


def picture_url(card: Any) -> str:
    return _versioned_url(card.slug, GAMES[card.game].picture(card))


@lru_cache(maxsize=4096)
def _versioned_url(slug: str, subject: PictureSubject) -> str:
    return reverse("cards:picture", args=[slug, subject.version])


@lru_cache(maxsize=MAX_CACHED_DRAWINGS)
def cached_picture_svg(subject: PictureSubject) -> str:
    return scene_svg(subject)


def inline_picture_svg(card: Any) -> SafeString:
    """Return the picture as elements within a page, with ids of its own."""
    return mark_safe(_SVG_ID_REFERENCE.sub(rf"{card.slug}-\g<0>", picture_elements_svg(GAMES[card.game].picture(card))))


def picture_sheet_url(cards: Sequence[Any]) -> str:
    """Return the URL of one file with the pictures of these cards; its fragment, a slug, shows one of them."""
    query = urlencode({"of": ".".join(card.slug for card in cards)})
    return f"{reverse('cards:picture_sheet', args=[picture_sheet_version(cards)])}?{query}"


def picture_sheet_version(cards: Iterable[Any]) -> str:
    return hashlib.sha256("".join(map(picture_url, cards)).encode()).hexdigest()[:10]


def picture_sheet_svg(cards: Iterable[Any]) -> str:
    """Draw pictures on top of each other; only the picture of the fragment is shown."""
    pictures = "".join(f'<svg id="{card.slug}">{inline_picture_svg(card)}</svg>' for card in cards)
    style = "svg>svg[id]:not(:target){display:none}"
    return f'<svg xmlns="http://www.w3.org/2000/svg"><style>{style}</style>{pictures}</svg>'
