"""Queries of matches: rows become the values of the core here, once, and the core counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import Person
from common.database.prepared import PreparedQuery
from common.errors import Missing
from common.text import gettext_noop
from matches.core import scoring
from matches.models import GameDeck
from matches.models import events as models_events
from matches.models import matches as models_matches
from matches.play.core_values import name_of, record_of
from matches.play.hidden_content import group_for_reader

MAX_RUNNING_EVENTS, MAX_CLUBS_ON_TOP = 5, 3

_RELATED = ("group__owner", "created_by__user", "player_a__user", "player_b__user", "pairing__round__event")
_MATCH = PreparedQuery(lambda key: models_matches.Match.objects.select_related(*_RELATED).filter(key=key), "key")
NO_GROUP = gettext_noop("We couldn’t find that group.")


@dataclass(frozen=True, slots=True)
class GameLine:
    """A recorded game with the crystals it gave; None when it does not count."""

    game: models_matches.Game
    winner: str
    crystals: int | None


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One side of a match: the name, crystals so far, and whether a person has taken the seat."""

    side: str
    name: str
    person: Person | None
    crystals: int
    won: bool


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as pages and answers show it. `starter` starts the next game; None once the match is won."""

    match: models_matches.Match
    players: tuple[PlayerScore, PlayerScore]
    games: tuple[GameLine, ...]
    winner: PlayerScore | None
    starter: str | None
    score: scoring.MatchScore

    @property
    def over(self) -> bool:
        """Whether nothing more can be played: somebody has won, or time was up."""
        return self.score.over

    @property
    def disputed(self) -> models_matches.Game | None:
        """The game the players do not agree about, if there is one."""
        return next((line.game for line in self.games if line.game.status == models_matches.Game.Status.DISPUTED), None)

    @property
    def starter_side(self) -> str | None:
        return next((player.side for player in self.players if player.name == self.starter), None)


def view_of(match: models_matches.Match) -> MatchView:
    """Count a match whose games are at hand (prefetched, or fetched with one query)."""
    games = sorted(match.games.all(), key=lambda game: game.number)
    score = scoring.score(record_of(match, games))
    players = (_side(match, models_matches.Side.A, score), _side(match, models_matches.Side.B, score))
    lines = tuple(
        GameLine(game, name_of(match, game.winner), crystals)
        for game, crystals in zip(games, score.by_game, strict=True)
    )
    winner = next((player for player in players if player.won), None)
    starter = None if score.over else score.next_starter or name_of(match, match.first_starter)
    return MatchView(match, players, lines, winner, starter, score)


def _side(match: models_matches.Match, side: models_matches.Side, score: scoring.MatchScore) -> PlayerScore:
    name = name_of(match, side)
    person = match.player_a if side is models_matches.Side.A else match.player_b
    return PlayerScore(side.value, name, person, score.crystals[name], score.winner == name)


def get_match(key: str) -> models_matches.Match:
    """The match with this key, with everybody who may record in it; raises `Missing`."""
    match = _MATCH.first(key)
    if match is None:
        raise Missing(gettext_noop("We couldn’t find that match."))
    return match


def match_view(key: str) -> MatchView:
    """One match, counted; raises `Missing`."""
    return view_of(get_match(key))


def recorded_game(view: MatchView, number: int) -> models_matches.Game:
    """The game with this number; raises `Missing`."""
    game = next((line.game for line in view.games if line.game.number == number), None)
    if game is None:
        raise Missing(gettext_noop("This match has no game %(number)s."), {"number": number})
    return game


def version_of(key: str) -> int | None:
    """How often a match has changed, for a page that asks whether it is still right."""
    return models_matches.Match.objects.filter(key=key).values_list("version", flat=True).first()


def table_of(key: str) -> models_events.Pairing | None:
    """The table of an event at which a match is played, with its result; None for a match of no event."""
    return models_events.Pairing.objects.filter(match__key=key).first()


def matches_of(person: Person | None, *, limit: int = 50) -> list[MatchView]:
    """The latest matches somebody plays in or has made, newest first, without those of an event nobody has begun."""
    begun = Q(pairing=None) | ~Q(pairing__settled="") | Exists(models_matches.Game.objects.filter(match=OuterRef("pk")))
    return [view_of(match) for match in all_matches_of(person).select_related("pairing").filter(begun)[:limit]]


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match of a league that somebody has still to play; `when` is `overdue`, `next` or `later`."""

    row: models_events.Pairing
    side: str
    when: str

    @property
    def opponent(self) -> models_events.Registration:
        """Against whom."""
        return self.row.b if self.side == "a" and self.row.b else self.row.a

    @property
    def asks(self) -> str:
        """Who asks for another day: `me`, `other`, or nobody."""
        return "" if not self.row.asked_by else "me" if self.row.asked_by == self.side else "other"


def fixtures_of(person: Person | None, event: models_events.Event | None = None) -> list[Fixture]:
    """The matches of running leagues, or of one, that somebody has still to play, in the order of their days."""
    if person is None:
        return []
    rows = models_events.Pairing.objects.filter(Q(a__person=person) | Q(b__person=person), settled="", b__isnull=False)
    league = {"format": models_events.Event.Format.ROUND_ROBIN, "status": "running", "hidden": None}
    rows = rows.filter(**{f"round__event__{name}": value for name, value in league.items()}, round__stage="main")
    rows = rows.filter(a__withdrawal="", b__withdrawal="").exclude(match__status=models_matches.Match.Status.FINISHED)
    rows = rows.select_related("round__event", "a", "b").prefetch_related("claims")
    today, found = timezone.localdate(), list[Fixture]()
    for row in sorted(rows if event is None else rows.filter(round__event=event), key=_by_day):
        day, known = row.played_on, {each.when for each in found}
        when = "overdue" if day and day < today else "later" if "next" in known else "next"
        found.append(Fixture(row, "a" if row.a.person_id == person.pk else "b", when))
    return found


def _by_day(row: models_events.Pairing) -> tuple[date, int, int]:
    return row.played_on or date.max, row.round.number, row.pk


def all_matches_of(person: Person | None) -> QuerySet[models_matches.Match]:
    """All matches somebody plays in or has made, newest first, with all that `view_of` counts."""
    if person is None:
        return models_matches.Match.objects.none()
    # The tables of an event that one only runs are found there.
    mine = Q(created_by=person, pairing=None) | Q(player_a=person) | Q(player_b=person)
    return with_games(models_matches.Match.objects.filter(mine))


def running_events_of(person: Person | None) -> list[models_events.Event]:
    """The events under way that somebody owns, helps at or plays in, newest first."""
    if person is None:
        return []
    return _RUNNING.rows(person.pk)


def _running(person: int) -> QuerySet[models_events.Event]:
    running = models_events.Event.objects.filter(status__in=("running", "cut"), hidden=None)
    mine = Q(owner=person) | Q(roles__person=person) | Q(registrations__person=person)
    found = running.filter(pk__in=running.filter(mine).values("pk")).annotate(size=Count("registrations"))
    return found.order_by("-created", "-pk")[:MAX_RUNNING_EVENTS]


_RUNNING = PreparedQuery(_running, -1)


def with_games(matches: QuerySet[models_matches.Match]) -> QuerySet[models_matches.Match]:
    """Matches with all that `view_of` counts, in a fixed number of queries."""
    games = Prefetch("games", models_matches.Game.objects.order_by("number"))
    return matches.select_related("player_a", "player_b", "group").prefetch_related(games, "penalties")


def groups_of(person: Person | None, *, limit: int = 50) -> list[models_matches.Group]:
    """The latest groups somebody owns or is a member of, with the number of present members."""
    return list(all_groups_of(person)[:limit])


def all_groups_of(person: Person | None) -> QuerySet[models_matches.Group]:
    """All groups somebody owns or is a member of, with the number of present members."""
    return _groups(person.pk) if person is not None else models_matches.Group.objects.none()


def clubs_on_top(person: Person | None) -> list[models_matches.Group]:
    return _ON_TOP.rows(person.pk) if person is not None else []


def _groups(person: int) -> QuerySet[models_matches.Group]:
    own = Q(owner=person) | Q(members__person=person, members__left=None)
    mine = models_matches.Group.objects.filter(own).values("pk")
    counted = models_matches.Group.objects.filter(pk__in=mine).select_related("owner__user")
    sized = counted.annotate(size=Count("members", filter=Q(members__left=None)))
    return sized.order_by("-created", "-pk")


_ON_TOP = PreparedQuery(lambda person: _groups(person)[:MAX_CLUBS_ON_TOP], -1)


def get_group(key: str) -> models_matches.Group:
    """The group with this key; raises `Missing`, also for a reader whom the staff have hidden it from."""
    group = models_matches.Group.objects.select_related("owner__user").filter(key=key).first()
    if group is None:
        raise Missing(NO_GROUP)
    return group_for_reader(group)


def deck_for(rows: Sequence[GameDeck], side: str, number: int) -> GameDeck | None:
    fitting = [row for row in rows if row.side == side and row.number <= number]
    return max(fitting, key=lambda row: row.number, default=None)


def own_groups(person: Person | None) -> list[models_matches.Group]:
    if person is None:
        return []
    organised = models_matches.Member.objects.filter(person=person, organiser=True, left=None).values("group")
    return list(models_matches.Group.objects.filter(Q(owner=person) | Q(pk__in=organised)))
