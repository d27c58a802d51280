"""Queries of matches and groups: rows, scored by the core."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import Person
from common.database.prepared import PreparedQuery
from common.errors import Missing
from common.random_keys import DEMO_KEY
from common.text import gettext_noop
from matches.core import scoring
from matches.models import Event, Game, GameDeck, Group, GroupDraft, Match, Member, Pairing, Registration, Side
from matches.play.core_values import name_of_side, score_of_match
from matches.play.hidden_content import visible_group

MAX_RUNNING_EVENTS, MAX_CLUBS_ON_TOP = 5, 3

_RELATED_ROWS = ("group__owner", "created_by__user", "player_a__user", "player_b__user", "pairing__round__event")
_MATCH = PreparedQuery(lambda key: Match.objects.select_related(*_RELATED_ROWS).filter(key=key), "key")
GROUP_NOT_FOUND = gettext_noop("We couldn’t find that group.")


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A recorded game with its crystals (None if the game does not count)."""

    game: Game
    winner: str
    crystals: int | None


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A side of a match: name, crystals so far, and the person on the seat, if any."""

    side: str
    name: str
    person: Person | None
    crystals: int
    won: bool


@dataclass(frozen=True, slots=True)
class ScoredMatch:
    """A match with its score. `starter` starts the next game, None once the match is over."""

    match: Match
    players: tuple[PlayerScore, PlayerScore]
    games: tuple[ScoredGame, ...]
    winner: PlayerScore | None
    starter: str | None
    score: scoring.MatchScore

    @property
    def over(self) -> bool:
        return self.score.over

    @property
    def disputed_game(self) -> Game | None:
        return next((line.game for line in self.games if line.game.status == Game.Status.DISPUTED), None)

    @property
    def starter_side(self) -> str | None:
        return next((player.side for player in self.players if player.name == self.starter), None)


def scored_match_of(match: Match) -> ScoredMatch:
    """Score a match; makes a query unless its games are prefetched."""
    games = sorted(match.games.all(), key=lambda game: game.number)
    score = score_of_match(match, games)
    players = (_player_score(match, Side.A, score), _player_score(match, Side.B, score))
    lines = tuple(
        ScoredGame(game, name_of_side(match, game.winner), crystals)
        for game, crystals in zip(games, score.by_game, strict=True)
    )
    winner = next((player for player in players if player.won), None)
    starter = None if score.over else score.next_starter or name_of_side(match, match.first_starter)
    return ScoredMatch(match, players, lines, winner, starter, score)


def _player_score(match: Match, side: Side, score: scoring.MatchScore) -> PlayerScore:
    name = name_of_side(match, side)
    person = match.player_a if side is Side.A else match.player_b
    return PlayerScore(side.value, name, person, score.crystals[name], score.winner == name)


def match_by_key(key: str) -> Match:
    """Return the match with this key, with its related rows; raises `Missing`."""
    match = _MATCH.first(key)
    if match is None:
        raise Missing(gettext_noop("We couldn’t find that match."))
    return match


def load_scored_match(key: str) -> ScoredMatch:
    return scored_match_of(match_by_key(key))


def recorded_game_by_number(scored: ScoredMatch, number: int) -> Game:
    """Return the game with this number; raises `Missing`."""
    game = next((line.game for line in scored.games if line.game.number == number), None)
    if game is None:
        raise Missing(gettext_noop("This match has no game %(number)s."), {"number": number})
    return game


def match_version(key: str) -> int | None:
    """Return the version of a match that pages poll; None for an unknown match."""
    return Match.objects.filter(key=key).values_list("version", flat=True).first()


def event_pairing_of_match(key: str) -> Pairing | None:
    """Return the pairing of a match that belongs to an event, or else None."""
    return Pairing.objects.filter(match__key=key).first()


def draft_key_of_evening_match(match: Match) -> str:
    """Return the key of the draft on whose evening a match is played; empty for other matches."""
    if match.group_id is None or match.player_a_id is None or match.player_b_id is None:
        return ""
    links = GroupDraft.objects.filter(group=match.group_id, draft__finished__lte=match.created)
    links = links.filter(draft__seats__person=match.player_a_id).filter(draft__seats__person=match.player_b_id)
    return links.order_by("-draft__finished").values_list("draft__key", flat=True).first() or ""


def scored_matches_of(person: Person | None, *, limit: int = 50) -> list[ScoredMatch]:
    """Return the newest matches that a person plays in or created, except event matches that have not begun."""
    begun = Q(pairing=None) | ~Q(pairing__settled="") | Exists(Game.objects.filter(match=OuterRef("pk")))
    return [scored_match_of(match) for match in all_matches_of(person).select_related("pairing").filter(begun)[:limit]]


@dataclass(frozen=True, slots=True)
class LeagueMatchToPlay:
    """A league match that a person has yet to play; `when` is `asked` (to answer), `overdue`, `next` or `later`."""

    row: Pairing
    side: str
    when: str

    @property
    def opponent(self) -> Registration:
        return self.row.b if self.side == "a" and self.row.b else self.row.a

    @property
    def day_requested_by(self) -> str:
        """Return who has asked for another day: "me", "other", or "" for nobody."""
        return "" if not self.row.asked_by else "me" if self.row.asked_by == self.side else "other"


def _open_fixtures() -> QuerySet[Pairing]:
    league = {"format": Event.Format.ROUND_ROBIN, "status": "running", "hidden": None}
    pairings = Pairing.objects.filter(**{f"round__event__{name}": value for name, value in league.items()})
    pairings = pairings.filter(round__stage="main", settled="", b__isnull=False, a__withdrawal="", b__withdrawal="")
    return pairings.exclude(match__status=Match.Status.FINISHED)


def count_requests_to_answer() -> CombinedExpression:
    """Return an expression that counts, for a `Person` row, the league matches whose opponent asked for another day."""
    counts = []
    for side, other in ("a", "b"), ("b", "a"):
        pairings = _open_fixtures().filter(**{f"{side}__person": OuterRef("pk")}, asked_by=other).order_by()
        counts.append(Coalesce(Subquery(pairings.values("asked_by").annotate(count=Count("pk")).values("count")), 0))
    return counts[0] + counts[1]


def league_matches_to_play(person: Person | None, event: Event | None = None) -> list[LeagueMatchToPlay]:
    """Return the matches of running leagues, or of `event`, that a person has yet to play, by day.

    Matches whose opponent is waiting for an answer about another day come first.
    """
    if person is None:
        return []
    pairings = _open_fixtures().filter(Q(a__person=person) | Q(b__person=person))
    pairings = pairings.select_related("round__event", "a", "b").prefetch_related("claims")
    today, found = timezone.localdate(), list[LeagueMatchToPlay]()
    if event is not None:
        pairings = pairings.filter(round__event=event)
    for pairing in sorted(
        pairings, key=lambda pairing: (pairing.played_on or date.max, pairing.round.number, pairing.pk)
    ):
        day, known = pairing.played_on, {match.when for match in found}
        when = "overdue" if day and day < today else "later" if "next" in known else "next"
        side = "a" if pairing.a.person_id == person.pk else "b"
        found.append(LeagueMatchToPlay(pairing, side, "asked" if pairing.asked_by not in ("", side) else when))
    return sorted(found, key=lambda fixture: fixture.when != "asked")


def all_matches_of(person: Person | None) -> QuerySet[Match]:
    """Return all matches that a person plays in or created, newest first, prefetched for `scored_match_of`."""
    if person is None:
        return Match.objects.none()
    # Leave out matches created for an event, which its organiser finds on the event page.
    mine = Q(created_by=person, pairing=None) | Q(player_a=person) | Q(player_b=person)
    return with_games_prefetched(Match.objects.filter(mine))


def running_events_of(person: Person | None) -> list[Event]:
    """Return the running events that a person owns, has a role in or plays in, newest first."""
    if person is None:
        return []
    return _RUNNING_EVENTS_QUERY.rows(person.pk)


def _running_events(person: int) -> QuerySet[Event]:
    running = Event.objects.filter(status__in=("running", "cut"), hidden=None)
    mine = Q(owner=person) | Q(roles__person=person) | Q(registrations__person=person)
    events = running.filter(pk__in=running.filter(mine).values("pk")).annotate(size=Count("registrations"))
    return events.order_by("-created", "-pk")[:MAX_RUNNING_EVENTS]


_RUNNING_EVENTS_QUERY = PreparedQuery(_running_events, -1)


def with_games_prefetched(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Prefetch all that `scored_match_of` needs, in a fixed number of queries."""
    return matches.select_related("player_a", "player_b", "group").prefetch_related("games", "penalties")


def newest_groups_of(person: Person | None, *, limit: int = 50) -> list[Group]:
    """Return the latest groups that a person owns or is a member of, each with its `size`."""
    return list(all_groups_of(person)[:limit])


def all_groups_of(person: Person | None) -> QuerySet[Group]:
    """Return all groups that a person owns or is a member of, each with its `size`."""
    return _groups_of_person(person.pk) if person is not None else Group.objects.none()


def top_groups_of_person(person: Person | None) -> list[Group]:
    return _TOP_CLUBS_QUERY.rows(person.pk) if person is not None else []


def _groups_of_person(person: int) -> QuerySet[Group]:
    own = Q(owner=person) | Q(members__person=person, members__left=None)
    mine = Group.objects.filter(own).values("pk")
    groups = Group.objects.filter(pk__in=mine).select_related("owner__user")
    sized = groups.annotate(size=Count("members", filter=Q(members__left=None)))
    return sized.order_by("-created", "-pk")


_TOP_CLUBS_QUERY = PreparedQuery(lambda person: _groups_of_person(person)[:MAX_CLUBS_ON_TOP], -1)


def group_by_key(key: str) -> Group:
    """Return the group with this key; raises `Missing`, also if the group is hidden from the reader."""
    group = Group.objects.select_related("owner__user").filter(key=key).first()
    if group is None:
        raise Missing(GROUP_NOT_FOUND)
    return visible_group(group)


def deck_used_in_game(game_decks: Sequence[GameDeck], side: str, number: int) -> GameDeck | None:
    fitting = [game_deck for game_deck in game_decks if game_deck.side == side and game_deck.number <= number]
    return max(fitting, key=lambda game_deck: game_deck.number, default=None)


def groups_of_person(person: Person | None) -> list[Group]:
    if person is None:
        return []
    organised = Member.objects.filter(person=person, organiser=True, left=None).values("group")
    return list(Group.objects.filter(Q(owner=person) | Q(pk__in=organised)))


MAX_DEMO_ROWS = 5
_ANY_DEMO_GROUP = PreparedQuery(lambda: Group.objects.filter(key__startswith=DEMO_KEY).only("pk")[:1])


def has_demo() -> bool:
    """Return whether this site has the demo, in one small query."""
    return bool(_ANY_DEMO_GROUP.rows())


def demo_events() -> list[Event]:
    """Return the newest events of the demo, each with its `size`; empty without the demo."""
    return list(Event.objects.filter(key__startswith=DEMO_KEY).annotate(size=Count("registrations"))[:MAX_DEMO_ROWS])


def demo_groups() -> list[Group]:
    """Return the newest groups of the demo, each with its `size`; empty without the demo."""
    size = Count("members", filter=Q(members__left=None))
    return list(Group.objects.filter(key__startswith=DEMO_KEY).annotate(size=size)[:MAX_DEMO_ROWS])
