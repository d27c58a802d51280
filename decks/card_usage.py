"""Usage of cards: which public decks hold a card, registered with `cards.hooks`."""

from django.db.models import Q

from cards.hooks import Holder
from decks.models import Deck

MAX_DECKS_SHOWN = 12


def holding(game: str, code: str) -> list[Holder]:
    """The public decks with this card in them or beside them, the latest first; one query."""
    beside = Q(leader=code) | Q(inquisitor=code) | Q(emissary=code)
    inside = Q(pk__in=Deck.objects.filter(cards__code=code).values("pk"))
    listed = Deck.objects.filter(beside | inside, game=game, visibility=Deck.Visibility.PUBLIC)
    rows = listed.select_related("owner__user").order_by("-updated")[:MAX_DECKS_SHOWN]
    return [Holder(row.name, row.get_absolute_url(), row.owner.display_name) for row in rows]
