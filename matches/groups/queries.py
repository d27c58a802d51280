"""Queries of groups: standings, the next round, members with their roles, past seasons, and clubs.

A club is a group with a public description.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from django.db.models import Count, F, Min, Q, QuerySet
from django.utils import timezone

from accounts.blocks import blocked_pairs
from accounts.models import Person
from common.errors import NotAllowed
from common.text import gettext_noop
from decks.public.queries import listed_decks
from drafts.archive.queries import statistics_among_players
from drafts.core.archive.card_counts import CountedCards
from drafts.models import Draft
from matches.core.pairing import Entrant, PairedRound, pair_round
from matches.core.seasons import DEFAULT_ORDER, SeasonOrder, season_standings
from matches.core.seasons.encounters import Encounter, favourite_people_of
from matches.core.standings import Reason, StandingRow
from matches.events.calendar.queries import CalendarEntry, calendar_entries
from matches.groups.encounters import ALL_DAYS, encounters_of, span_of_season
from matches.models import Event, GameDeck, Group, GroupDraft, Invitation, Match, Member, Pod, Season
from matches.play.queries import ScoredMatch, group_by_key, scored_match_of, with_games_prefetched

MAX_NEWEST_MATCHES = 20
MAX_EVENINGS_LISTED = 4
MAX_DECKS = 5
MAX_SEASONS_LISTED = 6


class Role(StrEnum):
    """Roles in a group."""

    OWNER = "owner"
    MEMBER = "member"
    NAME = "name"
    GUEST = "guest"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class GroupStandingRow:
    """A row of a group’s standings, with its member if any; a champion has the `people` they played most."""

    row: StandingRow[str]
    member: Member | None
    guest: bool = False
    people: str = ""

    @property
    def name(self) -> str:
        return self.row.player

    @property
    def why(self) -> Reason[str]:
        return self.row.why


@dataclass(frozen=True, slots=True)
class SuggestedPair:
    """Two members who should play next; whether they have met before."""

    a: Member
    b: Member
    rematch: bool


@dataclass(frozen=True, slots=True)
class SuggestedRound:
    """The next round of a group: pairs, the bye, and members left out because they are still playing."""

    pairs: tuple[SuggestedPair, ...]
    bye: Member | None
    busy: tuple[Member, ...]

    @property
    def has_rematches(self) -> bool:
        return any(pair.rematch for pair in self.pairs)


@dataclass(frozen=True, slots=True)
class LoadedGroup:
    """A group with the standings of its running season (or else of all time), all rows of members, and its matches."""

    group: Group
    standings: tuple[GroupStandingRow, ...]
    everybody: tuple[Member, ...]
    matches: tuple[ScoredMatch, ...]
    encounters: tuple[Encounter, ...]
    season: Season | None = None

    @property
    def being_played(self) -> tuple[ScoredMatch, ...]:
        return tuple(scored for scored in self.matches if scored.match.status == Match.Status.OPEN)

    @property
    def newest_encounters(self) -> tuple[Encounter, ...]:
        """Return the last finished matches of the group, its events and its files, newest first."""
        return self.encounters[: -MAX_NEWEST_MATCHES - 1 : -1]

    @property
    def players(self) -> list[Member]:
        """Return who can play a new match: members, and guests with a person, who have drafted with them."""
        return [*self.members, *(member for member in self.everybody if member.guest and member.person_id is not None)]

    @property
    def members(self) -> tuple[Member, ...]:
        return tuple(member for member in self.everybody if member.left is None)


def role_in_group(group: Group, member: Member) -> Role:
    if member.left is not None:
        return Role.GUEST if member.guest else Role.LEFT
    if member.person_id is None:
        return Role.NAME
    return Role.OWNER if member.person_id == group.owner_id else Role.MEMBER


def load_group(key: str, *, newest: int = MAX_NEWEST_MATCHES) -> LoadedGroup:
    """Load a group, in a fixed number of queries; raises `Missing`."""
    group = group_by_key(key)
    members = tuple(group.members.select_related("person__user"))
    views = tuple(scored_match_of(match) for match in with_games_prefetched(group.matches.all())[:newest])
    played = tuple(encounters_of(group, members=members))
    season = running_season(group, timezone.localdate())
    span = span_of_season(season) if season else ALL_DAYS
    group_standing_rows = standings_lines(
        [encounter for encounter in played if span.contains_day(encounter.day)], members, order_of(season)
    )
    return LoadedGroup(group, group_standing_rows, members, views, played, season)


def order_of(season: Season | None) -> SeasonOrder:
    """Return the order of a season, or the default order without a season."""
    return SeasonOrder(season.order, season.best, season.minimum) if season else DEFAULT_ORDER


def guests_among(played: Iterable[Encounter], members: Iterable[Member]) -> frozenset[str]:
    """Return the names of players who aren’t members; empty if no member has played."""
    names = {name for encounter in played for name in (encounter.a, encounter.b)}
    own = {member.name for member in members if not member.guest and member.merged_into_id is None}
    return frozenset(names - own) if names & own else frozenset()


def standings_lines(
    played: Sequence[Encounter],
    members: Sequence[Member],
    order: SeasonOrder = DEFAULT_ORDER,
    *,
    everybody: bool = True,
) -> tuple[GroupStandingRow, ...]:
    """Return the standings, guests last; with `everybody`, members who have not played are included."""
    by_name = {member.name: member for member in members if member.merged_into_id is None}
    guests = guests_among(played, members)
    present = [member.name for member in members if everybody and member.left is None]
    rows = season_standings(played, order, present=present, guests=guests)
    return tuple(GroupStandingRow(row, by_name.get(row.player), row.player in guests) for row in rows)


def running_season(group: Group, today: date) -> Season | None:
    """Return the running season; if there are several, the season that began last."""
    return group.seasons.filter(Q(last=None) | Q(last__gte=today), first__lte=today).first()


@dataclass(frozen=True, slots=True)
class SeasonChampions:
    """The winner or tied winners of a season, and its number of matches."""

    season: Season
    lines: tuple[GroupStandingRow, ...]
    matches: int


def season_champions(
    group: Group, played: Sequence[Encounter], members: Sequence[Member], today: date
) -> list[SeasonChampions]:
    """Return the winners of each finished season with matches, newest first."""
    ended = []
    for season in group.seasons.filter(last__lt=today):
        of_season = [encounter for encounter in played if span_of_season(season).contains_day(encounter.day)]
        group_standing_rows = standings_lines(of_season, members, order_of(season), everybody=False)
        best = (line for line in group_standing_rows if line.row.place == 1 and not line.guest)
        first = tuple(replace(line, people=favourite_people_of(of_season, line.name)) for line in best)
        if first:
            ended.append(SeasonChampions(season, first, len(of_season)))
    return ended


def next_season_initial(season: Season, today: date) -> dict[str, object]:
    """Return initial values for the next season: the next number in its name, the day after this season’s end."""
    name = re.sub(r"\d+(?!.*\d)", lambda number: str(int(number[0]) + 1), season.name, count=1)
    first = season.last + timedelta(days=1) if season.last else today
    return {"name": name, "first": first, "order": season.order, "best": season.best, "minimum": season.minimum}


def suggest_next_round(loaded: LoadedGroup) -> SuggestedRound:
    """Pair members who are not playing, with close scores and as few rematches as possible."""
    open_ = Match.objects.filter(group=loaded.group, status=Match.Status.OPEN)
    playing = {pk for pair in open_.values_list("member_a", "member_b") for pk in pair}
    free = {member.name: member for member in loaded.members if member.pk not in playing}
    apart = blocked_pairs({member.person_id: member.name for member in free.values()})
    paired = pair_by_points(loaded.group, tuple(free), loaded.encounters, apart)
    pairs = tuple(SuggestedPair(free[str(a)], free[str(b)], (a, b) in paired.rematches) for a, b in paired.pairings)
    bye = free[str(paired.bye)] if paired.bye is not None else None
    return SuggestedRound(pairs, bye, tuple(member for member in loaded.members if member.pk in playing))


def visible_blocked_pairs(pairs: Iterable[SuggestedPair], group: Group, person: Person | None) -> list[SuggestedPair]:
    """Return pairs where a member has blocked the other, except the reader’s; empty unless they own the group."""
    if person is None or person.pk != group.owner_id:
        return []
    others = [pair for pair in pairs if person.pk not in (pair.a.person_id, pair.b.person_id)]
    apart = blocked_pairs({member.person_id: member.pk for pair in others for member in (pair.a, pair.b)})
    return [pair for pair in others if frozenset((pair.a.pk, pair.b.pk)) in apart]


def pair_by_points(
    group: Group, free: Sequence[str], played: Iterable[Encounter], apart: Collection[frozenset[str]] = ()
) -> PairedRound:
    opponents: dict[str, list[str]] = {name: [] for name in free}
    # Points are counted in half wins, so a draw is 1.
    points: Counter[str] = Counter()
    for encounter in played:
        for mine, theirs in ((encounter.a, encounter.b), (encounter.b, encounter.a)):
            opponents.setdefault(mine, []).append(theirs)
            points[mine] += 2 if encounter.winner == mine else 0 if encounter.winner else 1
    # A group has no rounds, so each match that a member has played less than others counts as a bye.
    most = max((len(opponents[name]) for name in free), default=0)
    entrants = (Entrant(name, points[name], tuple(opponents[name]), most - len(opponents[name])) for name in free)
    return pair_round(entrants, seed=group.seed, apart=apart)


def invitation_of(group: Group) -> Invitation | None:
    return group.invitations.filter(revoked=None).first()


def drafts_of_group(group: Group) -> QuerySet[Draft]:
    """Return the drafts that were added to the group and the drafts of its events, newest first."""
    mine = GroupDraft.objects.filter(group=group).values("draft")
    pods = Pod.objects.filter(event__group=group).values("draft")
    return Draft.objects.filter(Q(pk__in=mine) | Q(pk__in=pods)).order_by("-created", "-pk")


def group_pick_statistics(group: Group, person: Person | None) -> CountedCards:
    """Return statistics of when the group’s members pick which card; raises `NotAllowed` except for members."""
    people = set(group.members.filter(left=None, person__isnull=False).values_list("person_id", flat=True))
    if person is None or person.pk not in people | {group.owner_id}:
        raise NotAllowed(gettext_noop("Only members of this group can see its pick statistics."))
    return statistics_among_players(people)


def decks_of_group(group: Group) -> QuerySet[GameDeck]:
    """Return the decks of finished matches, which are public then, newest first."""
    mine = Q(match__group=group) | Q(match__pairing__round__event__group=group)
    game_decks = GameDeck.objects.filter(mine, match__status=Match.Status.FINISHED)
    return game_decks.select_related("match").order_by("-created", "-pk")


def listed_groups(today: date) -> QuerySet[Group]:
    """Return the listed groups by their next evening, with `size` and `next_day`."""
    present = Count("members", filter=Q(members__left=None), distinct=True)
    to_come = Min("events__first_day", filter=Q(events__first_day__gte=today, events__hidden=None))
    groups = Group.objects.filter(listed=True, hidden=None).select_related("owner__user")
    return groups.annotate(size=present, next_day=to_come).order_by("next_day", "name", "pk")


def group_sidebar_context(loaded: LoadedGroup, today: date) -> dict[str, Any]:
    """Return the context of a club’s side column: the next event, later evenings, decks, seasons, and members."""
    on_top = current_or_next_event(loaded.group, today)
    ahead = [day for day in event_days_of_group(loaded.group, today) if day.part or day.event != on_top]
    people = [member.person_id for member in loaded.members if member.person_id is not None]
    return {
        "next_event": on_top,
        "evenings": ahead[:MAX_EVENINGS_LISTED],
        "decks": listed_decks().filter(owner__in=people).order_by("-listing__since")[:MAX_DECKS] if people else (),
        "seasons": loaded.group.seasons.order_by("-first", "-pk")[:MAX_SEASONS_LISTED],
        "members": loaded.members,
        "organisers": [member for member in loaded.members if member.organiser],
    }


def current_or_next_event(group: Group, today: date) -> Event | None:
    """Return the running event, or else the next event, with its `size`; None without events."""
    running = Q(status__in=(Event.Status.RUNNING, Event.Status.CUT)) | Q(
        status=Event.Status.REGISTRATION, first_day=None
    )
    events = group.events.filter(running | Q(first_day__gte=today), hidden=None).exclude(status=Event.Status.FINISHED)
    events = events.annotate(size=Count("registrations")).order_by(F("first_day").asc(nulls_last=True), "-created")
    return events.first()


def event_days_of_group(group: Group, first: date = date.min, last: date = date.max) -> list[CalendarEntry]:
    """Return a group’s event days from `first` to `last`; a paired league has several."""
    events = group.events.filter(Q(first_day__gte=first) | Q(format=Event.Format.ROUND_ROBIN), hidden=None)
    events = events.annotate(size=Count("registrations", filter=Q(registrations__dropped=None)))
    return [entry for entry in calendar_entries(events, since=first) if first <= entry.day <= last]
