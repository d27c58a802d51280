"""Proofs of the shuffle for one seat, from the rows of a finished draft."""

from dataclasses import dataclass
from typing import Any

from common.errors import Conflict
from common.text import gettext_noop
from common.versioned_cache import VersionedCache
from drafts.core.archive.log import picks_of_state
from drafts.core.engine.state import DraftPick
from drafts.core.proof.document import (
    CardProof,
    CommittedSeat,
    card_proofs,
    dealt_proof_document_for,
    pile_proof_document_for,
    proof_document_for,
)
from drafts.core.ways.winston import WinstonState
from drafts.models import Draft
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.permissions import own_seat_or_raise
from drafts.table.rows import load_draft, setup_of

# All seats, perhaps of many drafts, ask for their proof within seconds of the last pick; one of six takes about 300 kB.
MAX_CACHED_PROOFS = 64


@dataclass(frozen=True, slots=True)
class _EndedDraftProofs:
    """What the proofs of all seats are made from: every pick, and every card’s path to the root."""

    picks: tuple[DraftPick, ...]
    card_proofs: tuple[CardProof, ...]


_ended_proofs_cache: VersionedCache[_EndedDraftProofs] = VersionedCache(MAX_CACHED_PROOFS)


def shuffle_proof_for(key: str, who: Visitor) -> dict[str, Any]:
    """Return the proof of the visitor’s seat; raises `Conflict` before the end, `NotAllowed` without a seat."""
    loaded = load_draft(key)
    seat, draft = own_seat_or_raise(loaded, who), loaded.draft
    if draft.status not in (Draft.Status.DONE, Draft.Status.ABORTED) or not draft.commitment:
        raise Conflict(gettext_noop("Proofs are available once the draft is over."))
    setup = setup_of(draft)
    if not setup.sharing.hides_cards:
        raise Conflict(gettext_noop("All cards lay open from the start, so there’s nothing to prove."))
    deal, secret = draft.deal.order, bytes.fromhex(draft.deal.salt)
    ended = _ended_proofs_cache.get_or_make(draft.key, draft.version, lambda: _make_ended_proofs(loaded))
    called_off = draft.status == Draft.Status.ABORTED
    common: dict[str, Any] = {
        "table": draft.key,
        "setup": setup,
        "deal": deal,
        "seat": seat.number,
        "secret": secret,
        "commitment": draft.commitment,
        "seats": [CommittedSeat(seat["name"], seat["digest"]) for seat in draft.deal.seats],
        "ways": ended.card_proofs,
    }
    if setup.sharing.passes_packets:
        return proof_document_for(**common, picks=ended.picks, called_off=called_off)
    assert loaded.state is not None  # a draft with a commitment has started
    if isinstance(loaded.state, WinstonState):
        return pile_proof_document_for(**common, answers=loaded.state.answers, called_off=called_off)
    rounds_dealt = min(loaded.state.count + 1, len(setup.sizes)) if called_off else None
    return dealt_proof_document_for(**common, rounds_dealt=rounds_dealt)


def _make_ended_proofs(loaded: LoadedDraft) -> _EndedDraftProofs:
    state, deal = loaded.state, loaded.draft.deal
    assert state is not None  # a draft with a commitment has started
    return _EndedDraftProofs(
        tuple(picks_of_state(state) if state.setup.sharing.passes_packets else ()),
        tuple(card_proofs(deal.order, bytes.fromhex(deal.salt))),
    )
