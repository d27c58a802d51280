"""Presenters of an event: the context of its page and of parts of the page, for all views that render them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from accounts.blocks import blocked_pairs
from accounts.identity import own_name_of, person_of
from accounts.models import Person
from cards.core.facts import PEOPLES
from common.error_responses import status_of_error
from common.errors import DomainError
from common.i18n import translated
from common.links import absolute_url
from common.paper.fonts import fonts_cover_text
from common.sentence_tables import Sentence
from common.text import fold, parse_whole_number
from decks.deck.queries import decks_of
from matches.core.names import name_key
from matches.core.tournament import Permission, recommended_swiss_rounds
from matches.core.tournament.elimination import THIRD_PLACE, FinalPlace, name_of_bracket_round, upcoming_match
from matches.events.bracket_queries import bracket_columns, elimination_round_by_player, final_places
from matches.events.decks.queries import event_winner, may_submit_deck, visible_peoples_by_player
from matches.events.entry.capacity import (
    entry_requests_of,
    has_room_for_player,
    is_event_full,
    members_not_in_event,
    name_in_group,
    own_entry_request,
)
from matches.events.entry.leaving import check_in_opens_at
from matches.events.etag import NEWEST_TEMPLATE_TIME
from matches.events.queries import LARGE_EVENT_PLAYERS, reload_pairing
from matches.events.read_models import LoadedEvent, LoadedPairing, LoadedRound
from matches.events.results_desk import requested_round, results_context, score_buttons
from matches.events.rounds.planning import (
    MissingDecksAndPools,
    missing_decks_for_next_step,
    next_step_of_organiser,
    players_tied_for_last_spot,
    playoff_plan,
    playoff_replacements,
)
from matches.events.staff_services import open_judge_calls
from matches.models import Event, Registration, Role, Round
from matches.play.queries import league_matches_to_play


@dataclass(frozen=True, slots=True)
class UpcomingBracketMatch:
    """A bracket match that is not paired yet: its name, its earliest round, and the opponent if known.

    With `waits`, another round comes first. An unknown opponent is the winner or loser (`comes_as`) of `of_table`, or,
    if that match is not paired yet, of the match named `of_name`.
    """

    name: Sentence
    round: int
    waits: bool
    opponent: Registration | None
    comes_as: str
    of_table: LoadedPairing | None
    of_name: Sentence | None


@dataclass(frozen=True, slots=True)
class BracketExit:
    """A player’s final place, and the round they went out in (None for the winner)."""

    place: FinalPlace
    out_in: Sentence | None


def next_bracket_match_of(loaded: LoadedEvent, player: Registration) -> UpcomingBracketMatch | None:
    matches = loaded.bracket
    if not matches or player.dropped is not None:
        return None
    tables = loaded.tables_by_match
    round_of = {slot: round_.row.number for slot, (round_, _table) in tables.items()}
    coming = upcoming_match(matches, player.pk, round_of=round_of, last=len(loaded.rounds))
    if coming is None:
        return None
    slots, by_pk = [match.slot for match in matches], {registration.pk: registration for registration in loaded.players}
    source = coming.source
    paired = tables.get(source.number) if source else None
    return UpcomingBracketMatch(
        name=name_of_bracket_round(slots, coming.match.slot, single=True),
        round=coming.round,
        waits=coming.round > len(loaded.rounds) + 1,
        opponent=by_pk.get(coming.opponent or 0),
        comes_as=source.kind if source else "",
        of_table=paired[1] if paired else None,
        of_name=name_of_bracket_round(slots, slots[source.number - 1], single=True) if source else None,
    )


def bracket_exit_of(loaded: LoadedEvent, player: Registration) -> BracketExit | None:
    """Return how the player went out of the bracket; None without a bracket or before their final place is certain."""
    matches = loaded.bracket
    final = (
        next((final_row for final_row in final_places(loaded) if final_row.player == player), None) if matches else None
    )
    if final is None or not final.place.decided:
        return None
    third = next((match for match in matches if match.slot.number == THIRD_PLACE and match.real), None)
    last = (
        name_of_bracket_round((), third.slot)
        if third and player.pk in (third.a, third.b)
        else elimination_round_by_player(matches, single=True).get(player.pk)
    )
    return BracketExit(final.place, last)


PostedForm = dict[str, Any]
MAX_TABLES_OF_LEAGUE = 8  # a phone unfolds them above the standings
ROWS_PER_PAGE = 50  # in the tables, and in the standings
# Open pages spread their updates over one second for each of this many players.
PLAYERS_PER_SECOND = 100
_PAGE_PARAMETERS = ("round", "tables", "places", "who")
# The parts that an open page updates with `?part=`.
PARTS = {
    "tables": "event_parts/_tables.html",
    "standings": "event_parts/_standings_part.html",
    "desk": "events/_organiser.html",
}
_TABLES_PARAMETERS, _STANDINGS_PARAMETERS = {"round", "tables", "who"}, {"places", "row", "who"}
MAX_DECKS_OFFERED = 40
MAX_FAULTY_PLAYERS = 12
# One process renders this many panels in a second.
OWN_PANELS_PER_SECOND = 150
# For up to this many players, no number of rounds is recommended, as everyone can play everyone.
MIN_PLAYERS_FOR_ADVICE = 3


def render_event_page(
    request: HttpRequest, loaded: LoadedEvent, *, error: DomainError | None = None, posted: PostedForm | None = None
) -> HttpResponse:
    """Render the page of an event, after a failed action with its `error` and the `posted` input."""
    context = _event_context(request, loaded, error=error, posted=posted)
    return render(request, "matches/events/detail.html", context, status=status_of_error(error) if error else 200)


def _event_context(
    request: HttpRequest, loaded: LoadedEvent, *, error: DomainError | None = None, posted: PostedForm | None = None
) -> dict[str, Any]:
    person = person_of(request)
    parts = _event_parts_context(request, loaded)
    round_, player, desk = parts["round"], parts["player"], parts["desk"]
    # People who enter results see the tables of the desk instead of the public tables.
    is_played = loaded.event.status != Event.Status.FINISHED and not loaded.event.is_league
    enters = round_ is not None and desk and (is_played or request.path.endswith("/results/") or bool(posted))
    return {
        **parts,
        "error": translated(error) if error else "",
        "rule": error.rule if error else "",
        "may_finish": loaded.permits(person, Permission.FINISH),
        "may_pair": loaded.permits(person, Permission.PAIR),
        "may_admit": loaded.permits(person, Permission.ADMIT),
        "asking": entry_requests_of(loaded.event) if desk else (),
        "is_full": is_event_full(loaded),
        "my_request": own_entry_request(loaded.event, person) if player is None else None,
        "may_still_enter": player is None and has_room_for_player(loaded),
        "is_that_you": _player_with_typed_name(loaded, player, posted),
        "near_names": [name for detail in (error.details if error else ()) for name in detail.suggestions],
        "gone": _dropped_player(request, loaded) if desk else None,
        "share": absolute_url(request, reverse("matches:event_short", args=[loaded.event.code])),
        "my_name": name_in_group(loaded.event, person) or own_name_of(request),
        "winner": event_winner(loaded),
        "runs_here_only": _is_organiser_without_account(loaded, person),
        **(_staff_context(request, loaded) if desk else {}),
        "is_spectator": not desk and player is None,
        **own_panel_context(loaded, person, round_, posted=posted),
        **(results_context(request, loaded, error=error, posted=posted) if enters else {}),
        "enters": enters,
    }


def render_event_part(request: HttpRequest, loaded: LoadedEvent, part: str) -> HttpResponse:
    """Render a part of the page to update an open page; a name not in `PARTS` means the results."""
    context = (_event_parts_context if part in ("tables", "standings") else _event_context)(request, loaded)
    return render(request, f"matches/{PARTS.get(part, 'results/_region.html')}", context)


def _event_parts_context(request: HttpRequest, loaded: LoadedEvent) -> dict[str, Any]:
    person = person_of(request)
    round_ = requested_round(loaded, request.GET.get("round", ""))
    final = final_places(loaded)
    peoples = visible_peoples_by_player(loaded)
    player, desk = loaded.player_of(person), loaded.permits(person, Permission.NOTES)
    return {
        "view": loaded,
        "event": loaded.event,
        "round": round_,
        "player": player,
        "desk": desk,
        "is_owner": loaded.permits(person, Permission.RULES),
        "tree": bracket_columns(loaded, peoples),
        "peoples_played": peoples,
        "final": final,
        "final_known": [
            final_row for final_row in final if final_row.place.decided or final_row.player.dropped is not None
        ],
        "lot": players_tied_for_last_spot(loaded),
        **_parts_folded_on_phones(request.GET, loaded, round_, None if desk else player),
        **paged_tables_and_standings(request, loaded, round_, player),
    }


def _parts_folded_on_phones(
    params: Collection[str], loaded: LoadedEvent, round_: LoadedRound | None, own: Registration | None
) -> dict[str, bool]:
    """Return which lists a phone folds, tables or standings, so that players are not listed twice on the screen.

    During a round, the tables are open, except for a player whose `own` table is shown above. A small league also opens
    them for other readers. Otherwise the standings are open, in a playoff the bracket. A URL parameter opens its list.
    """
    show_tables, show_places = (not names.isdisjoint(params) for names in (_TABLES_PARAMETERS, _STANDINGS_PARAMETERS))
    in_bracket = round_ is not None and round_.row.stage == Round.Stage.CUT
    is_league = loaded.event.is_league
    played = () if round_ is None or in_bracket or is_league else round_.unreported
    small_league = is_league and own is None and round_ is not None and len(round_.pairings) <= MAX_TABLES_OF_LEAGUE
    sits_above = own is not None and any(own in pairing.players for pairing in played)
    list_waits = bool(played) or (in_bracket and loaded.champion is None)
    return {
        "fold_tables": not show_tables and (sits_above or not (played or small_league)),
        "fold_standings": not show_places and (show_tables or list_waits),
    }


def _is_organiser_without_account(loaded: LoadedEvent, person: Person | None) -> bool:
    """Return whether only this browser can run the event: its organiser has no account, and there is no scorekeeper."""
    scorekeepers = Role.Kind.SCOREKEEPER in loaded.roles.values()
    return person is not None and person.pk == loaded.event.owner_id and person.user_id is None and not scorekeepers


def _player_with_typed_name(
    loaded: LoadedEvent, player: Registration | None, posted: PostedForm | None
) -> Registration | None:
    """Return the entry with the typed name, if the reader is not in the event."""
    key = name_key((posted or {}).get("name", ""))
    if player is not None or not key:
        return None
    return next((registration for registration in loaded.players if name_key(registration.name) == key), None)


def _dropped_player(request: HttpRequest, loaded: LoadedEvent) -> Registration | None:
    """Return the player of `?dropped=5`, who can be reinstated."""
    number = parse_whole_number(request.GET.get("dropped", ""))
    return next((player for player in loaded.players if player.number == number and player.dropped is not None), None)


def _staff_context(request: HttpRequest, loaded: LoadedEvent) -> dict[str, object]:
    missing = missing_decks_for_next_step(loaded)
    return {
        "next_step": next_step_of_organiser(loaded),
        "next_number": len(loaded.rounds) + 1,
        "peoples": [people.value for people in PEOPLES],
        "lacking": missing,
        "faulty": _players_without_legal_deck(loaded, missing),
        "cut_plan": playoff_plan(loaded) if loaded.event.cut_size and loaded.rounds else None,
        "cut_change": playoff_replacements(loaded),
        "judge_calls": open_judge_calls(loaded) if loaded.current else [],
        "blocked": _tables_of_blocked_pairs(loaded, person_of(request)),
        "pasted": _pasted_players(request, loaded),
        "not_printed": [player for player in loaded.players if not fonts_cover_text(player.name)],
        "members": members_not_in_event(loaded),
        "advised_rounds": _recommended_rounds(loaded),
    }


def _tables_of_blocked_pairs(loaded: LoadedEvent, organiser: Person | None) -> list[LoadedPairing]:
    """Return the open tables of players who blocked each other, for the organiser, without the organiser’s own."""
    round_ = loaded.current if loaded.permits(organiser, Permission.RULES) else None
    tables = (
        [pairing for pairing in round_.unreported if pairing.b and not pairing.side_of_person(organiser)]
        if round_
        else []
    )
    apart = blocked_pairs({player.person_id: player.pk for pairing in tables for player in pairing.players})
    return [pairing for pairing in tables if frozenset(player.pk for player in pairing.players) in apart]


def own_spread_seconds(players: int) -> int:
    """Return over how many seconds phones spread their requests for panels after a notice."""
    return players // OWN_PANELS_PER_SECOND


def own_panel_context(
    loaded: LoadedEvent,
    person: Person | None,
    round_: LoadedRound | None,
    *,
    posted: PostedForm | None = None,
    pairing: LoadedPairing | None = None,
) -> dict[str, object]:
    """Return the context of a player’s own panel; `pairing` is their table if the caller has just read it."""
    player = loaded.player_of(person)
    own_pairing = _own_table(round_, player, pairing)
    opponent = None if own_pairing is None else own_pairing.b if own_pairing.a == player else own_pairing.a
    target, scores = score_buttons(loaded.event)
    opens = check_in_opens_at(loaded.event) if loaded.event.check_in else None
    needs_deck = player is not None and (loaded.event.decks_required or player.deck_verdict)
    return {
        "view": loaded,
        "event": loaded.event,
        "round": round_,
        "typed": posted or {},
        "player": player,
        "mine": own_pairing,
        "opponent": opponent,
        "judge_called": pairing is None and _waits_for_judge(loaded, own_pairing),
        "my_side": own_pairing.side_of_person(person) if own_pairing is not None else "",
        "spread": own_spread_seconds(len(loaded.players)),
        "fixtures": league_matches_to_play(person, loaded.event)
        if player and loaded.rounds and loaded.event.is_league
        else [],
        **_bracket_context(loaded, player, own_pairing),
        "check_in_from": opens if opens is not None and timezone.now() < opens else None,
        "decks": list(decks_of(person)[:MAX_DECKS_OFFERED]) if needs_deck else [],
        "deck_is_fixed": player is not None and not may_submit_deck(loaded, player, person),
        "target": target,
        "scores": scores,
        "result_address": reverse("matches:event_do_result", args=[loaded.event.key]),
        "report_address": reverse("matches:event_report", args=[loaded.event.key]),
    }


def _waits_for_judge(loaded: LoadedEvent, mine: LoadedPairing | None) -> bool:
    if mine is None or not mine.is_awaited or loaded.event.is_league:
        return False
    return mine.row.table in open_judge_calls(loaded)


def _bracket_context(loaded: LoadedEvent, player: Registration | None, mine: LoadedPairing | None) -> dict[str, object]:
    """Return a player’s next match in a bracket, or where they went out; empty while they have an open match."""
    if player is None or (mine is not None and mine.outcome is None):
        return {}
    return {"next_match": next_bracket_match_of(loaded, player), "bracket_end": bracket_exit_of(loaded, player)}


def _recommended_rounds(loaded: LoadedEvent) -> int | None:
    """Return the recommended number of Swiss rounds; None if it is the planned number, or once the event has begun."""
    event = loaded.event
    if (
        loaded.rounds
        or event.format not in (Event.Format.SWISS, Event.Format.DRAFT)
        or len(loaded.active) <= MIN_PLAYERS_FOR_ADVICE
    ):
        return None
    rounds = recommended_swiss_rounds(len(loaded.active), cut_size=event.cut_size)
    return None if rounds == event.rounds_planned else rounds


def _pasted_players(request: HttpRequest, loaded: LoadedEvent) -> tuple[Registration, ...]:
    """Return the players of `?pasted=5-44`, while they can still be deleted."""
    first, last = (parse_whole_number(part) for part in (request.GET.get("pasted", "").partition("-")[::2]))
    if first is None or last is None or loaded.rounds:
        return ()
    return tuple(player for player in loaded.players if first <= player.number <= last and player.person_id is None)


def _players_without_legal_deck(loaded: LoadedEvent, missing: MissingDecksAndPools) -> dict[str, Any]:
    """Return the first players without a legal deck, illegal before missing ones, and how many `more` there are."""
    wanted_players = sorted(missing.decks, key=lambda player: (not player.deck_verdict, player.number))
    pks = [player.pk for player in wanted_players[:MAX_FAULTY_PLAYERS]]
    if not pks:
        return {}
    rows = loaded.event.registrations.filter(pk__in=pks).defer("deck", "deck_frozen").in_bulk()
    return {"players": [rows[pk] for pk in pks if pk in rows], "more": len(wanted_players) - len(pks)}


def _own_table(
    round_: LoadedRound | None, player: Registration | None, known: LoadedPairing | None
) -> LoadedPairing | None:
    """Return a player’s table, read again if the event may be some seconds old; `known` has just been read."""
    if known is not None and round_ is not None and known.row.round_id == round_.row.pk:
        return known
    own_pairing = round_.table_of(player) if round_ and player else None
    if round_ is None or own_pairing is None or len(round_.pairings) * 2 < LARGE_EVENT_PLAYERS:
        return own_pairing
    return reload_pairing(own_pairing)


def paged_tables_and_standings(
    request: HttpRequest, loaded: LoadedEvent, round_: LoadedRound | None, player: Registration | None
) -> dict[str, object]:
    """Return the page `?tables=2` of a round’s tables (open tables first) and `?places=3` of the standings; `?who=`
    filters both by name.

    `?row=17` means the page of the standings with player 17.
    """
    query = request.GET.dict()
    if page := _page_with_player(loaded, query.get("row", "")):
        query["places"] = str(page)
    who = " ".join(query.get("who", "").split())[:40]
    listed = (pairing for pairing in (round_.pairings if round_ else ()) if not pairing.is_void)
    tables, places = sorted(listed, key=lambda pairing: not pairing.is_awaited), loaded.standings
    if who:
        wanted = fold(who)
        matching = {player.pk for player in loaded.players if wanted in fold(player.name) or who == str(player.number)}
        places = tuple(standing for standing in places if standing.player.pk in matching)
        tables = [each for each in tables if each.a.pk in matching or (each.b is not None and each.b.pk in matching)]
    params: dict[str, str] = {name: query[name][:40] for name in _PAGE_PARAMETERS if query.get(name)}
    lasting = f"{loaded.event.key} {round_.row.pk if round_ else ''} {get_language()} {NEWEST_TEMPLATE_TIME}"
    rest: dict[str, str] = {name: params[name] for name in ("round", "who") if name in params}
    return {
        "tables": Paginator(tables, ROWS_PER_PAGE).get_page(query.get("tables")),
        "places": Paginator(places, ROWS_PER_PAGE).get_page(query.get("places")),
        "who": who,
        "own_row": _url_of_own_row(loaded, player, round_),
        "is_large": len(loaded.players) > ROWS_PER_PAGE,
        # Spectators share cached lists, unless a typed name filters them.
        "slice": "" if who else f"{lasting} {loaded.event.version} {params}",
        "lasting": lasting,
        # Phones that get a notice at the same time spread their updates over this many seconds.
        "spread": len(loaded.players) // PLAYERS_PER_SECOND,
        "renewal_query": f"&{urlencode(params)}" if params else "",
        "other_query": f"&{urlencode(rest)}" if rest else "",
    }


def _page_with_player(loaded: LoadedEvent, number: str) -> int | None:
    """Return the number of the standings page with this player’s row; None if the player has no row."""
    turns = (turn for turn, standing in enumerate(loaded.standings) if str(standing.player.number) == number)
    turn = next(turns, None)
    return None if turn is None else turn // ROWS_PER_PAGE + 1


def _url_of_own_row(loaded: LoadedEvent, player: Registration | None, round_: LoadedRound | None) -> str:
    """Return the URL of a player’s own row if the standings have several pages; else empty."""
    if (
        player is None
        or len(loaded.standings) <= ROWS_PER_PAGE
        or _page_with_player(loaded, str(player.number)) is None
    ):
        return ""
    query = {"round": round_.row.number} if round_ is not None and round_ != loaded.current else {}
    return f"?{urlencode(query | {'row': player.number})}#player-{player.number}"
