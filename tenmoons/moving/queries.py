"""Queries of moving: the file of a match, an event, a group, a draft or a person, with what the reader may see."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q, QuerySet

from accounts.models import Person
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from decks.deck.queries import decks_of
from decks.exchange.deck_files import deck_file_of
from decks.models import Pool, Shelf
from drafts.archive.queries import own_seat_of_ended_draft, picks_by_card, shuffle_proof_for
from drafts.lists.queries import card_lists_of
from drafts.table.loaded import Visitor
from drafts.table.rows import draft_by_key, seats_by_draft, setup_of
from matches.core.tournament.roles import Permission
from matches.events.decks.queries import may_see_deck
from matches.events.queries import load_event
from matches.events.read_models import LoadedEvent, LoadedPairing
from matches.models import SEASON_FIELDS, SHEET_FIELDS, Event, Match
from matches.play.decks_brought import may_see_chosen_deck
from matches.play.permissions import require_group_organiser, require_match_recorder, side_of
from matches.play.queries import group_by_key, match_by_key, scored_match_of
from tenmoons.moving.file_fields import (
    GAME_COLUMNS,
    MEMBER_COLUMNS,
    MOVED_RULES,
    PAST_COLUMNS,
    PENALTY_COLUMNS,
    PLAYER_COLUMNS,
    RESULT_COLUMNS,
    ROUND_COLUMNS,
    format_name,
)
from tenmoons.moving.trf import trf_of_event


class _Encoder(DjangoJSONEncoder):
    """Encodes times in UTC, cut to milliseconds, so that exporting an imported copy gives the same file."""

    def default(self, value: Any) -> Any:
        if isinstance(value, datetime):
            return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return super().default(value)


def exported_text(kind: str, key: str, visitor: Visitor, by: Person | None, site: str) -> str:
    """Return the text of an exported file.

    Raises `Missing`, and `NotAllowed` unless the reader may record the match, runs the event or group, or has drafted.
    The kind `trf` is an event’s rounds as a tournament report.
    """
    if kind == "trf":
        event = _exported_event(key, visitor, by)
        settings = {name: value for name, value in event.items() if name not in ("players", "rounds")}
        return trf_of_event(load_event(key), json.loads(json.dumps(settings, cls=_Encoder)))
    if kind not in _EXPORTS:
        raise Missing(gettext_noop("That can’t be exported."))
    content = {"format": format_name(kind), "site": site, kind: _EXPORTS[kind](key, visitor, by)}
    return json.dumps(content, cls=_Encoder, ensure_ascii=False, indent=1)


def _exported_match(key: str, visitor: Visitor, by: Person | None) -> dict[str, Any]:
    match = match_by_key(key)
    require_match_recorder(by, match)
    return _match_as_dict(match, by)


def _match_as_dict(match: Match, by: Person | None) -> dict[str, Any]:
    scored, mine = scored_match_of(match), side_of(by, match)
    game_decks = [game_deck for game_deck in match.decks.all() if may_see_chosen_deck(scored, by, game_deck)]
    decks = [
        {name: getattr(game_deck, name) for name in ("side", "number", "name", "text")}
        | {"pool": game_deck.pool if game_deck.side == mine else None}
        for game_deck in game_decks
    ]
    return {
        "key": match.key,
        "players": [match.name_a, match.name_b],
        "members": [match.member_a and match.member_a.name, match.member_b and match.member_b.name],
        "first_starter": match.first_starter,
        "created": match.created,
        "sheet": {name: getattr(match, name) for name in SHEET_FIELDS},
        "games": list(match.games.values(*GAME_COLUMNS)),
        "penalties": list(match.penalties.values(*PENALTY_COLUMNS)),
        "decks": decks,
    }


def _exported_event(key: str, visitor: Visitor, by: Person | None) -> dict[str, Any]:
    loaded = load_event(key)
    if not loaded.permits(by, Permission.RESULT):
        raise NotAllowed(gettext_noop("Only the people who run this event can export it."))
    return _event_as_dict(loaded, by)


def _event_as_dict(loaded: LoadedEvent, by: Person | None) -> dict[str, Any]:
    event = loaded.event
    decks = {pk: rest for pk, *rest in event.registrations.values_list("pk", "deck", "deck_name", "member__name")}
    players = []
    for player in loaded.players:
        deck, name, member = decks[player.pk]
        player_data = {column: getattr(player, column) for column in PLAYER_COLUMNS} | {"member": member}
        if not loaded.permits(by, Permission.RESULT):  # only organisers see the party and the table
            player_data |= {"party": "", "fixed_table": None}
        seen = may_see_deck(loaded, player, by)
        players.append(player_data | {"deck": deck if seen else "", "deck_name": name if seen else ""})
    numbers, by_row = {player.pk: player.number for player in loaded.players}, attrgetter("row.pk")
    matches = _prefetch_match_rows(Match.objects.filter(pairing__round__event=event))
    by_key = {match.key: _match_as_dict(match, by) for match in matches}
    return {
        **{name: getattr(event, name) for name in (*MOVED_RULES, "status", "registration_open", "created")},
        "key": event.key,
        "sheet": event.sheet,
        "tie_breaks": event.tie_breaks,
        # In an unfinished event, the seed would tell how ties will be broken.
        "seed": event.seed if event.status == Event.Status.FINISHED else None,
        "players": players,
        "rounds": [
            {name: getattr(round_.row, name) for name in ROUND_COLUMNS}
            # In the order in which they were made, which is the order of a bracket.
            | {
                "tables": [
                    _pairing_as_dict(pairing, numbers, by_key) for pairing in sorted(round_.pairings, key=by_row)
                ]
            }
            for round_ in loaded.rounds
        ],
    }


def _pairing_as_dict(
    pairing: LoadedPairing, numbers: Mapping[int, int], matches: Mapping[str, dict[str, Any]]
) -> dict[str, Any]:
    return {name: getattr(pairing.row, name) for name in RESULT_COLUMNS} | {
        "a": pairing.a.number,
        "b": None if pairing.b is None else numbers[pairing.b.pk],
        "match": matches.get(pairing.match_key),
    }


def _exported_group(key: str, visitor: Visitor, by: Person | None) -> dict[str, Any]:
    group = group_by_key(key)
    require_group_organiser(by, group)
    events = [
        load_event(event) for event in group.events.filter(hidden=None).order_by("pk").values_list("key", flat=True)
    ]
    matches = _prefetch_match_rows(group.matches.filter(pairing=None))
    past = group.past_results.order_by("pk").values(*PAST_COLUMNS, "a__name", "b__name")
    return {
        **{name: getattr(group, name) for name in ("key", "name", "about", "place", "created")},
        "members": [
            _with_renamed_keys(row, merged_into__name="merged_into")
            for row in group.members.values(*MEMBER_COLUMNS, "merged_into__name").order_by("pk")
        ],
        "seasons": list(group.seasons.values("key", *SEASON_FIELDS).order_by("pk")),
        "matches": [_match_as_dict(match, by) for match in matches.order_by("pk")],
        "events": [_event_as_dict(loaded, by) for loaded in events],
        "past": [_with_renamed_keys(row, a__name="a", b__name="b") for row in past],
    }


def _prefetch_match_rows(matches: QuerySet[Match]) -> QuerySet[Match]:
    people = ("player_a__user", "player_b__user", "member_a", "member_b", "group__owner", "pairing__round__event")
    return matches.select_related(*people).prefetch_related("games", "penalties", "decks")


def _with_renamed_keys(row: Mapping[str, Any], **names: str) -> dict[str, Any]:
    return {names.get(name, name): value for name, value in row.items()}


def _exported_draft(key: str, visitor: Visitor, by: Person | None) -> dict[str, Any]:
    draft = draft_by_key(key, with_deal=True)
    seats = seats_by_draft([draft])[draft.pk]
    own_seat = own_seat_of_ended_draft(draft, seats, visitor)
    picks = picks_by_card(draft, own_seat.number)
    columns = ("round", "number", "card", "by")
    return {
        "key": draft.key,
        "name": draft.name,
        "players": [seat.nickname for seat in seats],
        "seat": own_seat.number,
        "finished": draft.finished,
        "picks": [{name: getattr(pick, name) for name in columns} for pick in picks],
        "proof": shuffle_proof_for(key, visitor) if draft.commitment and setup_of(draft).sharing.hides_cards else None,
    }


def _exported_person(key: str, visitor: Visitor, by: Person | None) -> dict[str, Any]:
    """Return everything that belongs to the reader; `key` is ignored."""
    if by is None:
        raise NotAllowed(gettext_noop("Nothing is stored about you in this browser."))
    shelf = Shelf.objects.filter(owner=by).first()
    played = Match.objects.filter(Q(player_a=by) | Q(player_b=by)).order_by("pk")
    return {
        "decks": json.loads(deck_file_of(decks_of(by))),
        "pools": list(Pool.objects.filter(owner=by).order_by("pk").values("key", "name", "game", "codes")),
        "lists": list(card_lists_of(by).order_by("pk").values("key", "name", "codes")),
        "boxes": dict(shelf.boxes.order_by("mark").values_list("mark", "count")) if shelf is not None else {},
        "matches": [_match_as_dict(match, by) | {"members": [None, None]} for match in _prefetch_match_rows(played)],
    }


_EXPORTS: Mapping[str, Callable[[str, Visitor, Person | None], dict[str, Any]]] = {
    "match": _exported_match,
    "event": _exported_event,
    "group": _exported_group,
    "draft": _exported_draft,
    "person": _exported_person,
}
