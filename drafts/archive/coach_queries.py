"""Queries of the coach: the review of a player’s own log, and the hint for a packet while practising."""

from dataclasses import dataclass

from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.errors import NotAllowed
from common.text import gettext_noop
from decks.models import DeckCard
from decks.strength.queries import shipped_scale
from drafts.archive.queries import SeatLog, own_seat_of_ended_draft, seat_log_for
from drafts.core.archive.coach import (
    MAX_CONSIDERED,
    ComparedDeck,
    DraftHighlights,
    DraftReview,
    compare_deck,
    draft_highlights,
    review_draft,
)
from drafts.core.archive.log import own_log, picks_of_state
from drafts.core.engine.bots import PickReason, reason_for_card
from drafts.core.engine.valuation import WeighedCard, weigh_packet
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.queries import VisibleDraft, visible_draft_for
from drafts.table.rows import load_draft, setup_of
from game.records.coverage import cards_played_in_part
from game.shipped_evidence import shipped_evidence

MAX_DECKS_COMPARED = 5  # decks of one pool


@dataclass(frozen=True, slots=True)
class OwnDraftReview:
    """A player’s own log with the coach’s review, and their decks from this pool compared with the best deck.

    `texts_not_whole` has codes of weighed cards whose value was measured without their text, or with part of it.
    """

    log: SeatLog
    catalogue: Catalogue
    review: DraftReview
    decks: tuple[ComparedDeck, ...]
    texts_not_whole: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PracticeHint:
    """Hint: cards an expert would weigh now, best first; the reason for the first; `texts_not_whole` as in a review."""

    draft_view: VisibleDraft
    considered: tuple[WeighedCard, ...]
    why: PickReason | None
    texts_not_whole: tuple[str, ...]


def own_draft_review(key: str, visitor: Visitor) -> OwnDraftReview:
    """Review the visitor’s own draft; raises as `seat_log_for`."""
    log, cards, evidence, scale = seat_log_for(key, visitor, None), catalogue(), shipped_evidence(), shipped_scale()
    kept = log.setup.figures.kept
    review = review_draft(log.entries, log.setup.players, kept, cards.by_code, evidence, scale, log.pool)
    built = _cards_of_decks_from_pool(log.pool_key) if review.deck and log.pool_key else {}
    decks = [
        compare_deck(deck_key, name, codes, review.deck, cards.by_code, evidence, scale)
        for (deck_key, name), codes in list(built.items())[:MAX_DECKS_COMPARED]
    ]
    weighed = {card.code for pick in review.picks for card in (*pick.considered, pick.taken)}
    return OwnDraftReview(log, cards, review, tuple(decks), cards_played_in_part(cards[code] for code in weighed))


def own_highlights(loaded: LoadedDraft, visitor: Visitor) -> DraftHighlights:
    """Return the highlights of the visitor’s own draft; raises as `seat_log_for`."""
    draft, state = loaded.draft, loaded.state
    own_seat = own_seat_of_ended_draft(draft, loaded.seats, visitor)
    if state is None or not state.setup.sharing.passes_packets:
        return draft_highlights((), shipped_evidence(), state.hands[own_seat.number] if state else ())
    entries = own_log(setup_of(draft), draft.deal.order, picks_of_state(state), own_seat.number)
    return draft_highlights(entries, shipped_evidence())


def _cards_of_decks_from_pool(pool_key: str) -> dict[tuple[str, str], list[str]]:
    """Return the card codes of each deck built from a pool, by deck key and name, latest first. One query."""
    lines = DeckCard.objects.filter(deck__pool__key=pool_key)
    built: dict[tuple[str, str], list[str]] = {}
    for key, name, code in lines.order_by("-deck").values_list("deck__key", "deck__name", "code"):
        built.setdefault((key, name), []).append(code)
    return built


def practice_hint_for(key: str, visitor: Visitor) -> PracticeHint:
    """Return a hint for the packet; raises `NotAllowed` unless this is a solo practice draft with hints turned on."""
    visible_draft = visible_draft_for(load_draft(key), visitor)
    if not visible_draft.coached or visible_draft.view is None:
        raise NotAllowed(gettext_noop("The coach only helps in solo custom drafts with hints turned on."))
    cards, seat_state = catalogue(), visible_draft.view
    left = max(visible_draft.setup.figures.kept - len(seat_state.pool), 1)
    weighed = weigh_packet(seat_state.packet, seat_state.pool, cards.by_code, shipped_evidence(), left=left)
    why = reason_for_card(weighed, weighed[0].code, cards.by_code) if weighed else None
    considered = tuple(weighed[:MAX_CONSIDERED])
    return PracticeHint(visible_draft, considered, why, cards_played_in_part(cards[card.code] for card in considered))
