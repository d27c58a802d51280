"""Encounters of a group: its own matches, matches of its events, and imported matches, in the order of play.

The number of queries is fixed. Scores are cached per version of a match.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import cached_property
from sys import intern
from typing import Any

from django.db.models import Prefetch, Q, Sum
from django.utils import timezone

from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.errors import Invalid, Missing
from common.text import gettext_noop
from common.versioned_cache import VersionedCache
from decks.core.text import parse_deck_text
from matches.core import scoring
from matches.core.names import name_key
from matches.core.seasons.encounters import UNKNOWN_DECK, Bout, DeckBrought, DecksOfBoth, Encounter, people_of_deck
from matches.core.standings import Outcome
from matches.events.decks.queries import are_decks_open
from matches.events.queries import build_pairing
from matches.models import Event, GameDeck, Group, Match, Member, Pairing, PastResult, Registration, Season, Side
from matches.play.core_values import score_of_match
from matches.play.queries import deck_used_in_game


@dataclass(frozen=True, slots=True)
class Span:
    """A period with its first and last day (None if open), and its season, if any."""

    first: date | None = None
    last: date | None = None
    season: Season | None = None

    def contains_day(self, day: date | None) -> bool:
        if day is None:
            return self.first is None
        return (self.first is None or day >= self.first) and (self.last is None or day <= self.last)


ALL_DAYS = Span()
NO_MEMBER = gettext_noop("That person isn’t a member of this group.")


def span_of_season(season: Season) -> Span:
    return Span(season.first, season.last, season)


def season_by_key(group: Group, key: str) -> Season:
    """Return a season of a group; raises `Missing`."""
    season = group.seasons.filter(key=key).first()
    if season is None:
        raise Missing(gettext_noop("We couldn’t find that season in this group."))
    return season


def span_from(group: Group, params: Mapping[str, str]) -> Span:
    """Return the span of the query parameters `season`, or `from` and `to`; `ALL_DAYS` without parameters.

    Raises `Missing` for an unknown season, and `Invalid` for a malformed day.
    """
    if params.get("season"):
        return span_of_season(season_by_key(group, params["season"]))
    days = []
    for name in ("from", "to"):
        try:
            days.append(date.fromisoformat(params[name]) if params.get(name) else None)
        except ValueError:
            template = gettext_noop("“%(text)s” isn’t a date. Write it like 2025-03-14.")
            raise Invalid(template, {"text": name}, field=name) from None
    return Span(days[0], days[1]) if any(days) else ALL_DAYS


def player_by_name(played: Iterable[Encounter], name: str) -> str:
    """Return the name; raises `Missing` if nobody with this name has played."""
    if not any(encounter.has_player(name) for encounter in played):
        raise Missing(gettext_noop("No one called “%(name)s” played here in this period."), {"name": name[:40]})
    return name


def encounters_of(group: Group, span: Span = ALL_DAYS, *, members: Iterable[Member] | None = None) -> list[Encounter]:
    """Return the finished matches of the group, its events and its files, oldest first; each name is one player."""
    rows = list(group.members.all() if members is None else members)
    known, reader = KnownNames(rows), _DeckReader()
    dated = [
        *_encounters_outside_events(group, known, reader),
        *_event_encounters(group, known, reader),
        *_imported_results(group, known.by_member),
    ]
    dated.sort(key=lambda each: each[0])
    return [encounter for _at, encounter in dated if span.contains_day(encounter.day)]


class KnownNames:
    """Names of a group’s people: one for each person, whatever events or earlier names call them."""

    def __init__(self, members: Iterable[Member]) -> None:
        rows = {member.pk: member for member in members}
        self.by_member = {pk: resolve_merged_member(member, rows).name for pk, member in rows.items()}
        self.spelled = {name_key(member.name): self.by_member[pk] for pk, member in rows.items()}

    def name_of_member(self, member: int | None, name: str) -> str:
        return self.by_member.get(member or 0) or self.spelled.setdefault(name_key(name), name)


def present_member(group: Group, pk: int) -> Member:
    """Return a present member; raises `Missing`."""
    member = group.members.select_related("person__user").filter(pk=pk, left=None).first()
    if member is None:
        raise Missing(NO_MEMBER)
    return member


def resolve_merged_member(member: Member, rows: Mapping[int, Member]) -> Member:
    """Follow merges from a row to the member whose other name it is; return the row itself if it wasn’t merged."""
    while (into := rows.get(member.merged_into_id or 0)) is not None:
        member = into
    return member


class _DeckReader:
    """Reader of the people, name and cards of decks, which loads the catalogue once."""

    @cached_property
    def card_catalogue(self) -> Catalogue:
        return catalogue()

    @cached_property
    def card_codes_by_deck_text(self) -> dict[str, frozenset[str]]:
        return {}

    def deck_of_game(self, game_deck: GameDeck) -> DeckBrought:
        return self._deck_from_codes(game_deck.contents, game_deck.name)

    def submitted_deck(self, player: Registration) -> DeckBrought:
        """Return the deck submitted for an event, read from its text if its cards were not stored."""
        if not player.deck:
            return UNKNOWN_DECK
        if player.deck_frozen:
            return self._deck_from_codes(player.deck_frozen["contents"], player.deck_name)
        if player.deck not in self.card_codes_by_deck_text:
            self.card_codes_by_deck_text[player.deck] = frozenset(
                parse_deck_text(player.deck, self.card_catalogue)[0].deck.codes
            )
        return self._deck_from_codes(self.card_codes_by_deck_text[player.deck], player.deck_name)

    def _deck_from_codes(self, codes: Collection[str], name: str) -> DeckBrought:
        return DeckBrought(people_of_deck(codes, self.card_catalogue), name, frozenset(map(intern, codes)))


DatedEncounter = tuple[datetime, Encounter]


# These columns are the state of a counted match: the version rises with changes, but not when names change.
_MATCH_COLUMNS = ("pk", "created", "member_a", "name_a", "member_b", "name_b", "key", "version", "changed")
# The last count of a match, and the catalogue with which its decks were read.
_encounters_cache = VersionedCache[tuple[Encounter, Catalogue | None]](max_keys=10_000)
_event_encounters_cache = VersionedCache[tuple[list[DatedEncounter], Catalogue]](max_keys=1_000)


def _encounters_outside_events(group: Group, known: KnownNames, reader: _DeckReader) -> list[DatedEncounter]:
    matches = Match.objects.filter(group=group, status=Match.Status.FINISHED, pairing=None).values_list(*_MATCH_COLUMNS)
    states = {
        row[0]: (row, known.name_of_member(row[2], row[3]), known.name_of_member(row[4], row[5])) for row in matches
    }
    encounters = dict[int, Encounter]()
    for pk, state in states.items():
        cached = _encounters_cache.get(pk, state)
        if cached is not None and (cached[1] is None or cached[1] is reader.card_catalogue):
            encounters[pk] = cached[0]
    other_matches = Match.objects.prefetch_related("games", "penalties", _prefetch_decks("decks"))
    for pk, match in other_matches.in_bulk([pk for pk in states if pk not in encounters]).items():
        encounter = _encounter_from_match(match, states[pk][1:], reader)
        if encounter is not None:
            encounters[pk] = encounter
            _encounters_cache.put(pk, states[pk], (encounter, reader.card_catalogue if match.decks.all() else None))
    return [(state[0][1], encounters[pk]) for pk, state in states.items() if pk in encounters]


def _prefetch_decks(path: str) -> Prefetch[str]:
    return Prefetch(path, GameDeck.objects.only("match_id", "side", "number", "name", "contents"))


def _encounter_from_match(match: Match, called: tuple[str, str], reader: _DeckReader) -> Encounter | None:
    """Score a match by its games, with the players’ names in the group; return None while it is not over."""
    score = score_of_match(match, match.games.all())
    if not score.over:
        return None
    names = dict(zip((match.name_a, match.name_b), called, strict=True))
    return Encounter(
        *called,
        score.crystals[match.name_a],
        score.crystals[match.name_b],
        names.get(score.winner or "", ""),
        timezone.localdate(match.created),
        bouts=_encounter_games(match, score, names, reader),
        key=match.key,
    )


def _encounter_games(
    match: Match, score: scoring.MatchScore, names: Mapping[str, str], reader: _DeckReader
) -> tuple[Bout, ...]:
    decks = list(match.decks.all())
    brought = {deck.pk: reader.deck_of_game(deck) for deck in decks}
    bouts = []
    for game, crystals in zip(sorted(match.games.all(), key=lambda game: game.number), score.by_game, strict=True):
        if crystals is not None:
            winner = names.get({"a": match.name_a, "b": match.name_b}.get(game.winner, ""), "")
            chosen = (deck_used_in_game(decks, side, game.number) for side in Side.values)
            a, b = (brought[deck.pk] if deck else UNKNOWN_DECK for deck in chosen)
            bouts.append(Bout(winner, crystals, (a, b)))
    return tuple(bouts)


def _event_encounters(group: Group, known: KnownNames, reader: _DeckReader) -> list[DatedEncounter]:
    """Return the encounters of events, reading an event again if it, one of its matches or a name has changed."""
    rows = Event.objects.filter(group=group).order_by("pk").values_list("pk", "version", "decks_seen")
    versions = {pk: version for pk, *version in rows.annotate(Sum("rounds__pairings__match__version"))}
    if not versions:
        return []
    names: dict[int, list[str]] = {pk: [] for pk in versions}
    players = Registration.objects.filter(event__in=versions).order_by("event", "pk")
    for pk, member, name in players.values_list("event_id", "member_id", "name"):
        names[pk].append(known.name_of_member(member, name))
    states = {pk: (*version, names[pk]) for pk, version in versions.items()}
    cached = {pk: _event_encounters_cache.get(pk, state) for pk, state in states.items()}
    encounters = {pk: kept[0] for pk, kept in cached.items() if kept is not None and kept[1] is reader.card_catalogue}
    missing: dict[int, list[DatedEncounter]] = {pk: [] for pk in versions if pk not in encounters}
    for pairing in _pairings_with_results(missing):
        encounter = _encounter_from_pairing(pairing, known, reader)
        if encounter is not None and encounter.day is not None:
            entered_then = encounter.day == timezone.localdate(pairing.round.paired)
            played_at = pairing.round.paired if entered_then else _noon_of_day(encounter.day)
            missing[pairing.round.event_id].append((played_at, encounter))
    for pk, dated in missing.items():
        _event_encounters_cache.put(pk, states[pk], (dated, reader.card_catalogue))
    return [encounter for dated in (encounters | missing).values() for encounter in dated]


def _pairings_with_results(events: Collection[int]) -> Iterable[Pairing]:
    if not events:
        return ()
    return (
        Pairing.objects.filter(round__event__in=events, b__isnull=False)
        .filter(~Q(settled="") | Q(match__status=Match.Status.FINISHED))
        .select_related("round__event", "a", "b", "match")
        .prefetch_related("match__games", "match__penalties", _prefetch_decks("match__decks"), "claims")
    )


def _encounter_from_pairing(row: Pairing, known: KnownNames, reader: _DeckReader) -> Encounter | None:
    games = list(row.match.games.all()) if row.match is not None else []
    players = {side.pk: side for side in (row.a, row.b) if side is not None}
    pairing = build_pairing(row, players, games)
    # A double loss or a no-show doesn’t count as a match.
    if pairing.b is None or pairing.forfeit or pairing.outcome in (None, Outcome.NOBODY):
        return None
    a = known.name_of_member(pairing.a.member_id, pairing.a.name)
    b = known.name_of_member(pairing.b.member_id, pairing.b.name)
    winner = "" if pairing.winner is None else a if pairing.winner == pairing.a else b
    bouts: tuple[Bout, ...] = ()
    decks = UNKNOWN_DECK, UNKNOWN_DECK
    # Leave out decks that only judges may see: with few games, the counts would reveal whose decks they are.
    if are_decks_open(row.round.event):
        decks = reader.submitted_deck(pairing.a), reader.submitted_deck(pairing.b)
    encounter = _encounter_from_match(row.match, (a, b), reader) if row.match is not None and not row.settled else None
    if encounter is not None:
        bouts = tuple(
            Bout(bout.winner, bout.crystals, _submitted_decks_if_unknown(bout.decks, decks)) for bout in encounter.bouts
        )
    # The day for which the match was scheduled; results may be entered on another day.
    day = row.played_on or row.round.event.first_day or timezone.localdate(row.round.paired)
    return Encounter(
        a,
        b,
        *pairing.crystals,
        winner,
        day,
        row.round.event.name,
        str(row.round.number),
        bouts,
        decks,
        key=row.match.key if row.match else "",
    )


def _submitted_decks_if_unknown(decks: DecksOfBoth, handed_in: DecksOfBoth) -> DecksOfBoth:
    a, b = (mine if mine.is_known else other for mine, other in zip(decks, handed_in, strict=True))
    return a, b


# Columns of an encounter are read as plain values, since a group may have thousands.
_PAST_COLUMNS = ("day", "a", "b", "crystals_a", "crystals_b", "winner", "games", "event", "round", "notes")
_PAST_DECK_COLUMNS = ("people_a", "deck_a", "people_b", "deck_b")


def _imported_results(group: Group, names: Mapping[int, str]) -> list[DatedEncounter]:
    past_results = PastResult.objects.filter(group=group).values_list(*_PAST_COLUMNS, *_PAST_DECK_COLUMNS)
    noons: dict[date, datetime] = {}
    dated = []
    for row in past_results:
        played_at = noons.get(row[0]) or noons.setdefault(row[0], _noon_of_day(row[0]))
        dated.append((played_at, _imported_encounter(row, names)))
    return dated


def _noon_of_day(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time(12)))


def _imported_encounter(row: tuple[Any, ...], names: Mapping[int, str]) -> Encounter:
    day, a_pk, b_pk, crystals_a, crystals_b, winner, games, event, round_, notes, *played = row
    a, b = names[a_pk], names[b_pk]
    sides = {"a": a, "b": b, "": ""}
    decks = DeckBrought(played[0], played[1]), DeckBrought(played[2], played[3])
    bouts = tuple(Bout(sides[won], 1 + dragons + cards if won else 0, decks) for won, dragons, cards in games)
    known = (event, round_, bouts, decks)
    return Encounter(a, b, crystals_a, crystals_b, sides[winner], day, *known, notes=notes)
