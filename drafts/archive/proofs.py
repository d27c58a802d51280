"""Proofs of the shuffle that a seat may have, from the rows of a finished draft."""

from dataclasses import dataclass
from typing import Any

from common.errors import Conflict
from common.text import gettext_noop
from common.versioned_cache import VersionedCache
from drafts.core.archive.log import picks_of_state
from drafts.core.engine.play import DraftPick
from drafts.core.proof.document import CardProof, CommittedSeat, card_proofs, proof_document_for
from drafts.models import Draft
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.permissions import own_seat_or_raise
from drafts.table.rows import load_draft, setup_of

# All seats of a table ask within seconds after the last pick. About 300 kB a draft of six players.
MAX_CACHED_PROOFS = 16


@dataclass(frozen=True, slots=True)
class _EndedDraftProofs:
    """Source of the proofs of all seats: every pick, and every card’s path to the root."""

    picks: tuple[DraftPick, ...]
    card_proofs: tuple[CardProof, ...]


_ended_proofs_cache: VersionedCache[_EndedDraftProofs] = VersionedCache(MAX_CACHED_PROOFS)


def shuffle_proof_for(key: str, who: Visitor) -> dict[str, Any]:
    """Proofs for every card the seat of `who` has seen; raises `Conflict` before the end, `NotAllowed` for others."""
    loaded = load_draft(key)
    seat, draft = own_seat_or_raise(loaded, who), loaded.draft
    if draft.status not in (Draft.Status.DONE, Draft.Status.ABORTED) or not draft.commitment:
        raise Conflict(gettext_noop("Proofs are available once the draft is over."))
    deal, secret = draft.deal.order, bytes.fromhex(draft.deal.salt)
    ended = _ended_proofs_cache.get_or_make(draft.key, draft.version, lambda: _make_ended_proofs(loaded))
    return proof_document_for(
        table=draft.key,
        setup=setup_of(draft),
        deal=deal,
        picks=ended.picks,
        seat=seat.number,
        secret=secret,
        commitment=draft.commitment,
        seats=[CommittedSeat(seat["name"], seat["digest"]) for seat in draft.deal.seats],
        called_off=draft.status == Draft.Status.ABORTED,
        ways=ended.card_proofs,
    )


def _make_ended_proofs(loaded: LoadedDraft) -> _EndedDraftProofs:
    """The picks of one draft, step by step, and the way of each of its cards to the root."""
    state, deal = loaded.state, loaded.draft.deal
    assert state is not None  # with a commitment it has begun
    return _EndedDraftProofs(tuple(picks_of_state(state)), tuple(card_proofs(deal.order, bytes.fromhex(deal.salt))))
