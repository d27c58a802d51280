"""Pairing: Swiss rounds of any size; pure."""

from __future__ import annotations

from matches.core.pairing.field import Entrant, PlayerId
from matches.core.pairing.swiss import Round, pair_round

__all__ = ["Entrant", "PlayerId", "Round", "pair_round"]
