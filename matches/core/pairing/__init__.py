"""Pairing: Swiss rounds of any size; pure."""

from matches.core.pairing.field import Entrant
from matches.core.pairing.swiss import Round, pair_round
