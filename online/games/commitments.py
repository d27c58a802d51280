"""Commitments: secrets of games that are fixed, and shown as a hash, before a player enters a number."""

import re
import secrets
from typing import Any

from django.utils.crypto import salted_hmac

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.models import Match
from online.core.proof import commitment_to
from online.models import Commitment, Game

_NONCE = re.compile(r"[0-9a-f]{16}", re.ASCII)


class CommitmentUsed(Conflict):
    """The committed secret belongs to another person’s game, or to a game that is over."""


def new_nonce() -> str:
    """Return a random name for a new game’s commitment; the form sends it back."""
    return secrets.token_hex(8)


def parse_nonce(text: str) -> str:
    """Return a valid nonce unchanged, else a new one, so that no one can get at another game’s secret."""
    return text if _NONCE.fullmatch(text) else new_nonce()


def new_game_commitment_purpose(nonce: str) -> str:
    return f"new {nonce}"


def rematch_commitment_purpose(game: Game) -> str:
    return f"rematch {game.key}"


def match_commitment_purpose(match: Match) -> str:
    """Return the purpose of the next game of a match; each opened game raises the version of the match."""
    return f"match {match.key} {match.version}"


def create_committed_game(purpose: str, **columns: Any) -> Game:
    """Create a game with the secret of a purpose, or a random one; raises `IntegrityError` for a used purpose."""
    if not purpose:
        return Game.objects.create(**columns)
    game = Game.objects.create(secret=_secret_for_purpose(purpose), **columns)
    Commitment.objects.create(game=game, purpose=purpose)
    return game


def game_by_commitment_purpose(purpose: str, by: Person) -> Game | None:
    """Return the game that a person has already started from the same page; None if the secret is unused.

    Raises `CommitmentUsed` if that game is over, deleted or another person’s.
    """
    used = Commitment.objects.select_related("game").filter(purpose=purpose).first() if purpose else None
    if used is None:
        return None
    game = used.game
    if game is None or game.created_by_id != by.pk or game.status not in (Game.Status.OPEN, Game.Status.PLAYING):
        raise CommitmentUsed(gettext_noop("A game was already started from this page. Start again for a new one."))
    return game


def commitment_for_purpose(purpose: str) -> str:
    """Return the commitment to the secret of a purpose; it’s shown before the game exists."""
    return commitment_to(_secret_for_purpose(purpose))


def _secret_for_purpose(purpose: str) -> str:
    return salted_hmac("tenmoons.online.commitment", purpose, algorithm="sha256").hexdigest()
