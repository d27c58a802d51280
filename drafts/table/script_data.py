"""Data of the table’s script: the first view, URLs, and the sentences it shows."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language

from cards.core.facts import CardType, Catalogue
from cards.templatetags.cards import type_together
from cards.tiles import files
from common.errors import DomainError
from common.i18n import translated_table
from drafts.core.engine.setup import DECK_SIZE, PassDirection, PassingMode, Setup, pool_codes_of
from drafts.table.queries import VisibleDraft, table_message_of

# Number of set-ups, in a few languages each, whose tile URLs are cached.
MAX_CACHED_SETUPS = 128
MAX_CACHED_LANGUAGES = 16


def table_script_data(visible_draft: VisibleDraft, cards: Catalogue) -> dict[str, Any]:
    """Return the data of the table’s script; it’s private, because it includes the view of the reader’s seat."""
    return {
        "key": visible_draft.key,
        "seat": visible_draft.me.number if visible_draft.me is not None else None,
        "hosting": visible_draft.is_host,
        "rounds": visible_draft.setup.figures.rounds,
        "steps": {way.value: way.step for way in PassDirection},
        "players": visible_draft.setup.players,
        "queued": visible_draft.setup.flow is PassingMode.QUEUED,
        "deck": DECK_SIZE,
        "tiles": tile_urls(visible_draft, cards),
        "pictures": tile_urls(visible_draft, cards, files.PICTURES_KIND),
        "live": reverse("drafts:live", args=[visible_draft.key]),
        "view": table_message_of(visible_draft),
        **_cached_script_texts(get_language() or ""),
    }


def tile_urls(visible_draft: VisibleDraft, cards: Catalogue, kind: str = "") -> list[str]:
    """Return the files of drawn cards, or of their pictures with `kind`; empty for readers without a seat."""
    if visible_draft.me is None:
        return []
    return list(_cached_tile_urls(visible_draft.setup, cards, kind or get_language() or "", get_script_prefix()))


@lru_cache(maxsize=MAX_CACHED_SETUPS)
def _cached_tile_urls(setup: Setup, cards: Catalogue, kind: str, _prefix: str) -> tuple[str, ...]:
    """Return the files of a set-up, or () if cards are missing; cached, because it takes a millisecond."""
    try:
        return tuple(files.tiles_urls(cards, pool_codes_of(setup, cards), kind))
    except DomainError:
        return ()


def table_script_texts() -> Mapping[str, str]:
    words: Mapping[str, str] = _cached_script_texts(get_language() or "")["words"]
    return words


@lru_cache(maxsize=MAX_CACHED_LANGUAGES)
def _cached_script_texts(_language: str) -> Mapping[str, Any]:
    """Return names and sentences in the active language; the script fills in their `%(name)s`."""
    types = [str(type_together(kind)) for kind in CardType]
    return {"types": types, "words": translated_table("drafts", "table")}
