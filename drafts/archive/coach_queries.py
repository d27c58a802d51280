"""Queries of the coach: the review of one's own log, the decks built of the pool, the packet while practising."""

from dataclasses import dataclass

from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.errors import NotAllowed
from common.text import gettext_noop
from decks.models import DeckCard
from decks.strength.queries import shipped_scale
from drafts.archive.queries import Log, log_of, own_seat_after
from drafts.core.archive.coach import CONSIDERED, Compared, Highlights, Review, compare, highlights, review
from drafts.core.archive.log import own_log, picks_in
from drafts.core.engine.bots import Reason, reason
from drafts.core.engine.valuation import Weighed, weigh
from drafts.table.loaded import Who
from drafts.table.queries import DraftView, draft_view_of
from drafts.table.rows import load, setup_of
from game.records.coverage import not_whole
from game.shipped_evidence import shipped_evidence

MAX_COMPARED = 5  # decks of one pool


@dataclass(frozen=True, slots=True)
class LookingBack:
    """One's own log, what the coach says of it, and one's decks of that pool compared with the best.

    `cards` is the catalogue by which all that was worked out; `texts_not_whole` are the codes of the cards weighed
    whose worth comes from games in which they were played without their text, or with a part of it.
    """

    log: Log
    cards: Catalogue
    review: Review
    decks: tuple[Compared, ...]
    texts_not_whole: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hint:
    """Hint: the cards an expert would weigh now, best first, why the first, and which were measured without text."""

    draft_view: DraftView
    considered: tuple[Weighed, ...]
    why: Reason | None
    texts_not_whole: tuple[str, ...]


def draft_review(key: str, who: Who) -> LookingBack:
    """Review one’s own draft; raises as `log_of`."""
    log, cards, evidence, scale = log_of(key, who, None), catalogue(), shipped_evidence(), shipped_scale()
    found = review(log.entries, log.setup.players, log.setup.figures.kept, cards.by_code, evidence, scale)
    built = _decks_built_of_pool(log.pool_key) if found.deck and log.pool_key else {}
    decks = [
        compare(deck_key, name, codes, found.deck, cards.by_code, evidence, scale)
        for (deck_key, name), codes in list(built.items())[:MAX_COMPARED]
    ]
    weighed = {card.code for pick in found.picks for card in (*pick.considered, pick.taken)}
    return LookingBack(log, cards, found, tuple(decks), not_whole(cards[code] for code in weighed))


def highlights_of(key: str, who: Who) -> Highlights:
    """Return the highlights of one’s own draft; raises as `log_of`."""
    loaded = load(key)
    draft, state = loaded.draft, loaded.state
    mine = own_seat_after(draft, loaded.seats, who)
    entries = own_log(setup_of(draft), draft.deal.order, picks_in(state), mine.number) if state is not None else ()
    return highlights(entries, shipped_evidence())


def _decks_built_of_pool(pool_key: str) -> dict[tuple[str, str], list[str]]:
    """The cards of the decks of a pool by key and name, the latest first; one query."""
    lines = DeckCard.objects.filter(deck__pool__key=pool_key)
    built: dict[tuple[str, str], list[str]] = {}
    for key, name, code in lines.order_by("-deck").values_list("deck__key", "deck__name", "code"):
        built.setdefault((key, name), []).append(code)
    return built


def hint_of(key: str, who: Who) -> Hint:
    """The packet while practising.

    Raises `NotAllowed` but at a practice table that asked for it, where nobody else sits.
    """
    draft_view = draft_view_of(load(key), who)
    if not draft_view.coached or draft_view.view is None:
        raise NotAllowed(gettext_noop("The coach only helps in solo custom drafts with hints turned on."))
    cards, view = catalogue(), draft_view.view
    left = max(draft_view.setup.figures.kept - len(view.pool), 1)
    weighed = weigh(view.packet, view.pool, cards.by_code, shipped_evidence(), left=left)
    why = reason(weighed, weighed[0].code, cards.by_code) if weighed else None
    considered = tuple(weighed[:CONSIDERED])
    return Hint(draft_view, considered, why, not_whole(cards[card.code] for card in considered))
