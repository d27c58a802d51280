"""Pairing: Swiss rounds of any size; pure."""

from matches.core.pairing.field import Entrant
from matches.core.pairing.swiss import PairedRound, pair_round
