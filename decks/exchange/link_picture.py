"""Picture of a link to a deck: its leader and strongest characters under its name, 1200 by 630."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from cards.core.art.link_picture import MAX_PICTURES
from cards.pictures.link_pictures import row_answer
from decks.deck.presenters import beside
from decks.deck.queries import deck_by, decklist_of
from decks.models import FORMATS


@require_safe
def link_picture(request: HttpRequest, key: str) -> HttpResponse:
    row = deck_by(key, person_of(request))
    cards, contents = catalogue(row.game), decklist_of(row)
    deck_cards = [cards[entry.code] for entry in contents.entries if entry.code in cards]
    deck_cards.sort(key=lambda card: -((card.fire or 0) + (card.earth or 0)))
    pictured = [*beside(contents, cards), *deck_cards][:MAX_PICTURES]
    name = contents.house.name if contents.house else str(FORMATS[contents.format])
    return row_answer(pictured, row.name, f"{name} · {row.owner.display_name}")
