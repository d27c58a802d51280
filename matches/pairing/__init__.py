"""Who plays whom next: Swiss pairing, pure."""

from __future__ import annotations

from matches.pairing.swiss import Entrant, PlayerId, Round, pair_round

__all__ = ["Entrant", "PlayerId", "Round", "pair_round"]
