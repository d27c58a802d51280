"""Proofs of the shuffle that a seat may have, from the rows of a finished draft."""

from __future__ import annotations

from typing import Any

from common.errors import Conflict
from common.text import gettext_noop
from common.versioned_cache import VersionedCache
from drafts.core.engine.play import Pick as PickMade
from drafts.core.proof.document import SeatAtDeal, proofs_for
from drafts.core.proof.merkle import Tree, tree_of
from drafts.models import Draft, Pick
from drafts.table.loaded import Who
from drafts.table.permissions import own_seat
from drafts.table.rows import load, setup_of

# All seats of a table ask within seconds after the last pick. A tree holds digests alone, about 70 kB for six players.
MAX_TREES = 64
_trees: VersionedCache[Tree] = VersionedCache(MAX_TREES)


def proof_of(key: str, who: Who) -> dict[str, Any]:
    """Proofs for every card the seat of `who` has seen; raises `Conflict` before the end, `NotAllowed` for others."""
    loaded = load(key)
    seat, draft = own_seat(loaded, who), loaded.draft
    if draft.status not in (Draft.Status.DONE, Draft.Status.ABORTED) or not draft.commitment:
        raise Conflict(gettext_noop("Proofs are given when the draft is over."))
    deal, secret = draft.deal.order, bytes.fromhex(draft.deal.salt)
    tree = _trees.get_or_make(draft.key, draft.version, lambda: tree_of(deal, secret))
    rows = Pick.objects.filter(draft=draft).order_by("pk").values_list("seat", "round", "number", "card")
    return proofs_for(
        table=draft.key,
        setup=setup_of(draft),
        deal=deal,
        picks=[PickMade(*row) for row in rows],
        seat=seat.number,
        secret=secret,
        commitment=draft.commitment,
        seats=[SeatAtDeal(seat["name"], seat["digest"]) for seat in draft.deal.seats],
        called_off=draft.status == Draft.Status.ABORTED,
        tree=tree,
    )
