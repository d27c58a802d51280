"""Queries of editing: the history of the catalogue, and the completeness of numbered sets."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from cards.catalogue.queries import catalogue
from cards.core.editing.set_completeness import SetCompleteness, completeness_by_set
from cards.games.cthulhu.facts import FACTIONS, KEY, SET_SIZES
from cards.models import Card, CatalogueChange


def set_completeness_of() -> SetCompleteness:
    return completeness_by_set(catalogue(KEY), factions=FACTIONS, sets=SET_SIZES)


def catalogue_changes() -> QuerySet[CatalogueChange]:
    """Return every change, newest first; `taken_back` says whether it was reverted."""
    undone = CatalogueChange.objects.filter(undoes=OuterRef("pk"))
    return CatalogueChange.objects.select_related("card").annotate(taken_back=Exists(undone))


def catalogue_changes_of(card: Card) -> QuerySet[CatalogueChange]:
    return catalogue_changes().filter(Q(card=card) | Q(game=card.game, table="card", code=card.code))
