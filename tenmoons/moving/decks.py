"""The decks of a file, judged by this site’s rules and cards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from matches.events.decks.services import judged_deck_columns
from matches.models import Match
from matches.play.core_values import sheet_from_data
from matches.play.decks_brought import deck_with_match_settings
from matches.play.services import sheet_fields
from tenmoons.moving.reading import MovingFile, events_of, matches_of, matches_of_event, read_deck_text


def judged_decks(file: MovingFile) -> dict[tuple[str, str, int], dict[str, Any]]:
    """Return the columns of each deck by the key of its match or event, its side and its number.

    A deck takes milliseconds, so a full file takes too long for a transaction, which locks SQLite.
    """
    events = events_of(file.kind, file.thing)
    matches = [*matches_of(file.kind, file.thing), *(match for event in events for match in matches_of_event(event))]
    judged = {
        (match["key"], deck["side"], deck["number"]): _deck_row(
            match["sheet"], deck["text"], deck["name"], deck["pool"]
        )
        for match in matches
        for deck in match["decks"]
    }
    return judged | {
        (event["key"], "", player["number"]): _deck_row(event["sheet"], player["deck"], player["deck_name"])
        for event in events
        for player in event["players"]
        if player["deck"]
    }


def _deck_row(sheet: Mapping[str, Any], text: str, name: str, pool: Any = None) -> dict[str, Any]:
    settings, deck = Match(**sheet_fields(sheet_from_data(sheet))), replace(read_deck_text(text).deck, pool=pool)
    return judged_deck_columns(deck_with_match_settings(settings, deck), name=name)
