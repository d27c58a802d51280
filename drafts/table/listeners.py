"""Hooks for events of a draft: the matches app listens for its pods, and for decks to bring to the matches."""

from typing import Literal

from common.hooks import SingleHook
from drafts.models import Draft, Seat

DraftEventKind = Literal["begun", "ended", "called_off"]


@SingleHook
def call_draft_listeners(draft: Draft, kind: DraftEventKind) -> None:
    """Tell the listener what happened, within the same transaction."""


@SingleHook
def call_deck_listener(draft: Draft, seat: Seat) -> None:
    """Tell the listener that a player has handed in a deck, within the same transaction."""
