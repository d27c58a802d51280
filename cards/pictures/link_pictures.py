"""Pictures of links that show several cards under a title."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse

from cards.core.art.link_picture import MAX_PICTURES, row_poster
from cards.core.facts import PEOPLES, CardType, Catalogue
from cards.games import GAMES
from cards.pictures.painting import painted


def row_answer(cards: Sequence[Any], title: str, text: str) -> HttpResponse:
    """The picture as an answer; a chat asks through the reader's browser or its own, so no shared cache keeps it."""
    svg = row_poster([GAMES[card.game].picture(card) for card in cards[:MAX_PICTURES]], title, text)
    return HttpResponse(painted(svg), content_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


def leaders_of(catalogue: Catalogue, peoples: Sequence[str]) -> list[Any]:
    leaders = {card.people.value: card for card in catalogue if card.type is CardType.LEADER}
    return [leaders[people] for people in peoples if people in leaders]


def some_leaders(catalogue: Catalogue, seed: str) -> list[Any]:
    start = sum(seed.encode()) % len(PEOPLES)
    return leaders_of(catalogue, [*PEOPLES[start:], *PEOPLES[:start]])
