"""Services of help with a deck: at once where that is quick, else as a search in the background."""

from django.db import transaction

from accounts.models import Person
from cards.core.facts import BLUE_MOON, Catalogue
from cards.core.rulings import Book
from cards.games.cthulhu.facts import KEY
from decks.assist.job_json import wishes_as_data
from decks.assist.queries import job_by
from decks.core.building import Contradiction, Help, Wishes, complete, repair
from decks.core.building.cthulhu_repair import repair_cthulhu
from decks.core.legality import DeckList
from decks.deck.judging import law_of
from decks.models import Deck, SearchJob
from decks.tasks import search

PAGE_SECONDS = 1.2  # how long a page may search


def _repair_blue_moon(deck: DeckList, cards: Catalogue, _book: Book | None, alternatives: int) -> list[Help]:
    return repair(deck, cards, alternatives=alternatives, seconds=PAGE_SECONDS)


def _repair_cthulhu(deck: DeckList, cards: Catalogue, book: Book | None, alternatives: int) -> list[Help]:
    return repair_cthulhu(deck, cards, book, alternatives=alternatives)


# How the nearest legal decks are found, by game.
_REPAIRS = {BLUE_MOON: _repair_blue_moon, KEY: _repair_cthulhu}


def repairs_of(deck: DeckList, cards: Catalogue, *, alternatives: int = 0) -> list[Help]:
    """The nearest legal decks to a deck of any game; raises `Invalid` where there is none or nobody can know."""
    return _REPAIRS[deck.game](deck, cards, law_of(deck.game), alternatives)


def search_now(
    deck: DeckList, cards: Catalogue, wishes: Wishes, *, seconds: float | None = None
) -> Help | Contradiction | None:
    """The result if it is proven within the time of a page; None where it takes longer."""
    answer = complete(deck, cards, wishes, seconds=PAGE_SECONDS if seconds is None else seconds)
    return answer if isinstance(answer, Contradiction) or (answer is not None and answer.proven) else None


@transaction.atomic
def start_search(*, row: Deck, person: Person, wishes: Wishes) -> SearchJob:
    """Begin a search in the background; the ones of the same person for the same deck are stopped."""
    SearchJob.objects.filter(deck=row, person=person, state__in=("waiting", "running")).update(cancelled=True)
    job = SearchJob.objects.create(deck=row, person=person, deck_version=row.version, wishes=wishes_as_data(wishes))
    # A queue that is away does not undo it: the task `search_again` starts what no worker has begun.
    transaction.on_commit(lambda: search.delay(job.key), robust=True)
    return job


def cancel_search(*, key: str, person: Person | None) -> SearchJob:
    """Stop a search at its next pause; what it found so far stays."""
    job = job_by(key, person)
    SearchJob.objects.filter(pk=job.pk).update(cancelled=True)
    # One that has not begun will not.
    SearchJob.objects.filter(pk=job.pk, state="waiting").update(state="stopped")
    job.refresh_from_db()
    return job
