"""Link previews with several cards under a title."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse

from cards.core.art.link_picture import MAX_PICTURES_IN_ROW, card_row_preview_svg
from cards.core.facts import PEOPLES, CardType, Catalogue
from cards.games import GAMES
from cards.pictures.painting import svg_as_png


def row_answer(cards: Sequence[Any], title: str, text: str) -> HttpResponse:
    """Return the picture as a response; chats load it through the reader’s browser or their own, so no shared cache
    stores it."""
    svg = card_row_preview_svg([GAMES[card.game].picture(card) for card in cards[:MAX_PICTURES_IN_ROW]], title, text)
    return HttpResponse(svg_as_png(svg), content_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


def leaders_of_peoples(catalogue: Catalogue, peoples: Sequence[str]) -> list[Any]:
    leaders = {card.people.value: card for card in catalogue if card.type is CardType.LEADER}
    return [leaders[people] for people in peoples if people in leaders]


def random_leaders(catalogue: Catalogue, seed: str) -> list[Any]:
    start = sum(seed.encode()) % len(PEOPLES)
    return leaders_of_peoples(catalogue, [*PEOPLES[start:], *PEOPLES[:start]])
