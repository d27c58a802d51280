"""Hooks of drafts: tell the matches app about its pods and decks for its matches; ask it what follows a draft."""

from typing import Literal

from common.hooks import SingleHook
from drafts.models import Draft, Seat


@SingleHook
def call_draft_listeners(draft: Draft, kind: Literal["draft_begun", "draft_ended", "draft_called_off"]) -> None:
    """Tell the listener what happened, within the same transaction."""


@SingleHook
def call_deck_listener(draft: Draft, seat: Seat) -> None:
    """Tell the listener that a player has submitted a deck, within the same transaction."""


@SingleHook
def evening_after_draft(draft_key: str) -> object | None:
    """Return template data of the evening after a draft, as anyone may see it; None before its first match."""
    return None
