"""Services of help with a deck: quick answers at once, others as a search in the background."""

from collections.abc import Collection, Sequence
from dataclasses import asdict

from accounts.models import Person
from cards.core.facts import Catalogue
from cards.games.cthulhu.facts import KEY
from decks.assist.jobs import queue_search_job, search_job_for, stop_jobs
from decks.core.building import (
    KEPT_AT_A_PRICE,
    Contradiction,
    ProposedDeck,
    Requirements,
    complete_deck,
    repair_deck,
    repair_with_added,
)
from decks.core.building.cthulhu_repair import repair_cthulhu_deck
from decks.core.legality import DeckList
from decks.deck.judging import rule_book_of
from decks.models import Deck, SearchJob
from decks.tasks import search

MAX_SEARCH_SECONDS = 1.2  # seconds a page may search


def repairs_of(
    deck: DeckList, cards: Catalogue, *, alternatives: int = 0, added: Sequence[str] = (), owned: Collection[str] = ()
) -> list[ProposedDeck]:
    """Return the nearest legal decks of any game; raises `Invalid` if there is none, or if a fact is missing to tell.

    If these decks drop one of the few cards `added` last, but a legal deck keeps them all, that deck comes first. Cards
    that are `owned` are preferred.
    """
    if deck.game == KEY:
        return repair_cthulhu_deck(deck, cards, rule_book_of(deck.game), alternatives=alternatives)
    nearest = repair_deck(deck, cards, alternatives=alternatives, seconds=MAX_SEARCH_SECONDS, added=added, owned=owned)
    if not set(added[-KEPT_AT_A_PRICE:]) & set(nearest[0].out):
        return nearest
    keeping = repair_with_added(deck, cards, added=added, seconds=MAX_SEARCH_SECONDS, owned=owned)
    return [keeping, *nearest] if keeping else nearest


def search_within_request(
    deck: DeckList, cards: Catalogue, requirements: Requirements
) -> ProposedDeck | Contradiction | None:
    """Return the result if it can be proven while the page waits; None if it takes longer."""
    answer = complete_deck(deck, cards, requirements, seconds=MAX_SEARCH_SECONDS)
    return answer if isinstance(answer, Contradiction) or (answer is not None and answer.proven) else None


def start_search(*, deck: Deck, person: Person, requirements: Requirements, asked_from: str = "") -> SearchJob:
    return queue_search_job(
        deck=deck, person=person, asked_from=asked_from, parameters=asdict(requirements), start=search.delay
    )


def cancel_search(*, key: str, person: Person | None) -> SearchJob:
    """Stop a search at its next pause; its result so far stays."""
    job = search_job_for(key, person)
    stop_jobs(SearchJob.objects.filter(pk=job.pk))
    job.refresh_from_db()
    return job


def cards_added_since_first_version(row: Deck, deck: DeckList) -> tuple[str, ...]:
    """Return the cards of a deck that its first version did not have, in the order they were added."""
    contents = row.changes.order_by("version").values_list("contents", flat=True).first() or {}
    first = {code for code, _copies in contents.get("cards", ())}
    return tuple(entry.code for entry in deck.entries if entry.code not in first)
