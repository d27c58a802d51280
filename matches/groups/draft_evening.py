"""An evening after a draft: rounds and standings of the people who drafted together."""

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet

from accounts.blocks import blocked_pairs
from accounts.models import Person
from common.errors import Conflict, Missing, NotAllowed
from common.text import gettext_noop
from decks.hooks import EveningOfDeck
from decks.models import Pool
from drafts.core.teams import team_of
from drafts.models import Draft, Seat
from drafts.table.loaded import Visitor
from drafts.table.rows import draft_by_key
from matches.core.names import is_same
from matches.core.scoring import DEFAULT_SHEET
from matches.core.seasons import SeasonOrder
from matches.core.standings import StandingRow
from matches.core.tournament.stages import pair_team_rounds
from matches.groups import services
from matches.groups.queries import LoadedGroup, SuggestedPair, load_group, pair_by_points, standings_lines
from matches.models import Group, GroupDraft, Match, Member
from matches.play.core_values import settings_of_match
from matches.play.decks_brought import choose_drafted_decks
from matches.play.queries import ScoredMatch, scored_match_of, with_games_prefetched
from matches.play.rematches import open_rematch_of
from matches.play.services import create_group_match

MAX_NAMES_LENGTH = 79  # maximum letters of names in a group’s name, leaving room for “…”
DRAFTERS_ONLY_MESSAGE = gettext_noop("Only people who drafted at this table can play these matches.")
EVENING_OVER_MESSAGE = gettext_noop("This evening is over, because you’ve drafted together again since. Play there.")


def group_of_most_drafters(draft_key: str, by: Person | None) -> Group | None:
    """Return the group of `by` with most drafters as members; None if it has no majority or the draft has a group."""
    draft = draft_by_key(draft_key)
    people = set(draft.seats.exclude(person=None).values_list("person_id", flat=True))
    if by is None or by.pk not in people or _existing_group_draft(draft, people) is not None:
        return None
    rows = Member.objects.filter(person__in=people, left=None, group__hidden=None).values_list("group", "person")
    own = {group for group, person in rows if person == by.pk}
    sizes = Counter(group for group, _person in rows if group in own)
    best = min(sizes, key=lambda group: (-sizes[group], group), default=None)
    return Group.objects.get(pk=best) if best is not None and 2 * sizes[best] > len(people) else None


def has_exactly_drafters(group: Group, draft_key: str) -> bool:
    """Return whether a group with earlier drafts has exactly the drafters as members, so nobody needs to choose."""
    people = draft_by_key(draft_key).seats.exclude(person=None).values_list("person_id", flat=True)
    members = group.members.filter(left=None, guest=False).values_list("person_id", flat=True)
    return group.drafts.exists() and set(members) == set(people)


def _existing_group_draft(draft: Draft, people: Iterable[int | None]) -> GroupDraft | None:
    theirs = GroupDraft.objects.select_related("draft", "group").filter(draft=draft)
    return theirs.filter(by__in=[draft.host_id, *people]).order_by("pk").first()


@transaction.atomic
def ensure_draft_group(*, by: Person | None, visitor: Visitor, draft_key: str, to_club: bool = False) -> Group:
    """Return the group of the drafters, which is created at the first call.

    With `to_club`, use the group of most drafters; the other drafters become its guests. Raises `NotAllowed` for a
    person who did not draft there, `Conflict` before the draft is over and if only one person drafted.
    """
    # Lock the draft, so that the second of two simultaneous calls finds the group that the first has created.
    draft = Draft.objects.select_for_update(of=("self",)).get(pk=draft_by_key(draft_key).pk)
    seats = list(draft.seats.select_related("person__user").order_by("number"))
    if visitor.seat_among(seats) is None:
        raise NotAllowed(DRAFTERS_ONLY_MESSAGE)
    people = [seat for seat in seats if seat.person is not None]
    group = _existing_group_draft(draft, [seat.person_id for seat in people])
    if group is not None:
        return group.group
    if draft.status != Draft.Status.DONE or len(people) < 2:
        raise Conflict(gettext_noop("Matches can start once a draft with at least two people is over."))
    club = group_of_most_drafters(draft_key, by) if to_club else None
    return (
        _create_draft_group(draft, people, by)
        if club is None
        else _add_draft_to_existing_group(club, draft, people, by)
    )


def _add_draft_to_existing_group(club: Group, draft: Draft, people: list[Seat], by: Person | None) -> Group:
    members = list(club.members.all())
    for seat in people:
        services.member_or_new_guest(club, members, seat.nickname, seat.person, tag=draft.key)
    GroupDraft.objects.create(group=club, draft=draft, by=by)
    return club


def _create_draft_group(draft: Draft, people: list[Seat], by: Person | None) -> Group:
    sitting = [seat.person for seat in people]
    owner = draft.host if draft.host in sitting or by is None else by
    # Name the group after its people, since it outlasts the draft, which has another name.
    names = ", ".join(seat.nickname for seat in people)
    group = services.create_group(
        by=owner, name=names if len(names) <= MAX_NAMES_LENGTH else f"{names[:MAX_NAMES_LENGTH]}…"
    )
    for seat in people:
        name = seat.nickname
        if any(is_same(name, other_seat.nickname) for other_seat in people if other_seat.number < seat.number):
            name = f"{name[:30]} ({seat.number + 1})"
        services.add_name_to_group(group, name, person=seat.person)
    GroupDraft.objects.create(group=group, draft=draft, by=owner)
    return group


def group_draft_of(draft_key: str) -> GroupDraft | None:
    """Return the link of a draft to the group in which the drafters play; None until a drafter asks to play."""
    draft = draft_by_key(draft_key)
    people = draft.seats.exclude(person=None).values_list("person_id", flat=True)
    return _existing_group_draft(draft, people)


def evening_matches_since_draft(link: GroupDraft) -> list[ScoredMatch]:
    """Return the matches of the group since the draft, newest first."""
    since = _evening_matches(link.group, link.draft).order_by("-pk")
    return [scored_match_of(match) for match in with_games_prefetched(since)]


def _evening_matches(group: Group, draft: Draft) -> QuerySet[Match]:
    """Return the group’s matches since the draft, except of pairs who finished a later draft before their match."""
    since = draft.finished or draft.created  # people may reserve its seats during the previous evening
    later = Draft.objects.filter(groups__group=group, finished__gt=since, finished__lte=OuterRef("created"))
    for member in ("member_a", "member_b"):
        later = later.filter(seats__person=OuterRef(f"{member}__person"))
    return Match.objects.filter(~Exists(later), group=group, created__gte=since)


def _next_draft_key(link: GroupDraft, people: Iterable[int | None]) -> str:
    """Return the key of the group’s next draft that two of these people have finished, which ends their evening."""
    since = link.draft.finished or link.draft.created
    later = Draft.objects.filter(groups__group=link.group_id, finished__gt=since, seats__person__in=people)
    again = later.annotate(sat=Count("seats")).filter(sat__gt=1).order_by("finished")
    return again.values_list("key", flat=True).first() or ""


def _evening_standings(loaded: LoadedGroup, matches: Sequence[ScoredMatch]) -> tuple[StandingRow[str], ...]:
    keys, names = {match.match.key for match in matches}, {member.name for member in loaded.everybody}
    played = [
        encounter for encounter in loaded.encounters if encounter.key in keys and {encounter.a, encounter.b} <= names
    ]
    return tuple(line.row for line in standings_lines(played, loaded.everybody, SeasonOrder(by="crystals")))


def group_of_drafters(loaded: LoadedGroup, draft_key: str) -> LoadedGroup:
    """Return the group with only the drafters of this draft; guests among them count as members.

    Drafters who have left the group stay in the standings but get no opponents.
    """
    seats = Seat.objects.filter(draft__key=draft_key, draft__groups__group=loaded.group).exclude(person=None)
    people = set(seats.values_list("person", flat=True))
    drafted = [copy(member) for member in loaded.everybody if member.person_id in people]
    for member in drafted:
        if member.guest:
            member.left, member.guest = None, False
    return replace(loaded, everybody=tuple(drafted))


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team of the draft, numbered from 0, with the sums of its finished matches against other teams."""

    team: int
    names: tuple[str, ...]
    won: int
    crystals: int


def _teams_of_drafters(loaded: LoadedGroup, draft: Draft) -> list[list[Member]]:
    """Return the drafters of each team in the order of their seats; empty without teams."""
    by_person = {member.person_id: member for member in loaded.everybody if member.person_id is not None}
    seats = draft.seats.exclude(person=None).order_by("number").values_list("number", "person") if draft.teams else ()
    teams: list[list[Member]] = [[] for _ in range(draft.teams or 0)]
    for number, person in seats:
        if person in by_person:
            teams[team_of(number, len(teams))].append(by_person[person])
    return teams


def _team_standings(teams: Sequence[Sequence[Member]], matches: Sequence[ScoredMatch]) -> tuple[TeamStanding, ...]:
    """Return the teams, most crystals first."""
    numbers = {member.pk: number for number, team in enumerate(teams) for member in team}
    crystals, won = Counter[int](), Counter[int]()
    for scored in matches:
        pair = [numbers[member] for member in (scored.match.member_a_id, scored.match.member_b_id) if member in numbers]
        if scored.over and len(set(pair)) == 2:
            for number, player in zip(pair, scored.players, strict=True):
                crystals[number] += player.crystals
                won[number] += player.won
    rows = [
        TeamStanding(number, tuple(member.name for member in team), won[number], crystals[number])
        for number, team in enumerate(teams)
    ]
    return tuple(sorted(rows, key=lambda row: (-row.crystals, -row.won, row.team)))


@dataclass(frozen=True, slots=True)
class EveningRound:
    """A round of an evening: pairs with their match (None before it starts), and the members who sit out."""

    number: int
    tables: tuple[tuple[SuggestedPair, Match | None], ...]
    byes: tuple[Member, ...]

    @property
    def open(self) -> tuple[SuggestedPair, ...]:
        return tuple(pair for pair, match in self.tables if match is None or match.status == Match.Status.OPEN)


def current_evening_round(loaded: LoadedGroup, draft: Draft) -> EveningRound:
    """Return the current round of the drafters, which stays until its last pair has played.

    Rounds are not stored: each follows only from earlier rounds, so a pair that finishes first changes no other pair.
    The players of a team meet all players of other teams in turn. Without teams, a player who blocked another before
    the draft is not paired with them if possible; a later block changes no round.
    """
    by_name = {member.name: member for member in loaded.members}
    teams = _teams_of_drafters(loaded, draft)
    rounds = pair_team_rounds(
        [[member if member.left is None else None for member in team] for team in teams] or [[], []]
    )
    apart = blocked_pairs({member.person_id: member.name for member in loaded.members}, before=draft.created)
    rows = _evening_matches(loaded.group, draft).order_by("pk")
    matches = [row for row in rows if {row.member_a_id, row.member_b_id} <= {each.pk for each in loaded.members}]
    keys = {match.key for match in matches}
    done_encounters, number = [played for played in loaded.encounters if played.key not in keys], 1
    while True:
        if teams:
            met = rounds[(number - 1) % len(rounds)] if rounds else []
            pairs = [SuggestedPair(a, b, number > len(rounds)) for a, b in met]
        else:
            paired = pair_by_points(loaded.group, tuple(by_name), done_encounters, apart)
            pairs = [
                SuggestedPair(by_name[str(a)], by_name[str(b)], (a, b) in paired.rematches) for a, b in paired.pairings
            ]
        tables = tuple((pair, _match_of_pair((pair.a.pk, pair.b.pk), matches)) for pair in pairs)
        playing = {member.pk for pair in pairs for member in (pair.a, pair.b)}
        evening = EveningRound(number, tables, tuple(each for each in loaded.members if each.pk not in playing))
        if evening.open or not tables:
            return evening
        over = {match.key for _pair, match in tables if match is not None}
        matches = [match for match in matches if match.key not in over]
        done_encounters += [played for played in loaded.encounters if played.key in over]
        number += 1


@dataclass(frozen=True, slots=True)
class EveningTable:
    """A pair of the round on its page: the match (None before it starts), and the reader’s opponent, if any."""

    pair: SuggestedPair
    match: ScoredMatch | None
    opponent: str = ""


@dataclass(frozen=True, slots=True)
class EveningPage:
    """The evening after a draft, as a reader sees it."""

    draft: Draft
    group: Group
    number: int
    mine: EveningTable | None
    others: tuple[EveningTable, ...]
    sit_out: tuple[str, ...]
    places: tuple[StandingRow[str], ...]
    is_member: bool
    next_draft_key: str
    teams: tuple[TeamStanding, ...] = ()

    @property
    def tables(self) -> tuple[EveningTable, ...]:
        return (self.mine, *self.others) if self.mine is not None else self.others

    @property
    def leaders(self) -> tuple[TeamStanding, ...]:
        """Return the team or tied teams with the most crystals; empty before a match is over."""
        highest = max((team.crystals for team in self.teams), default=0)
        return tuple(team for team in self.teams if team.crystals == highest > 0)

    @property
    def heading(self) -> str:
        """Return the group’s name for its members, and the draft’s name for other readers."""
        return self.group.name if self.is_member else self.draft.name

    @property
    def own_match(self) -> ScoredMatch | None:
        return self.mine.match if self.mine is not None else None

    @property
    def rematch(self) -> Match | None:
        """Return the open rematch that the reader or the opponent has started after their match."""
        return open_rematch_of(self.own_match.match) if self.own_match is not None else None

    @property
    def match_key(self) -> str:
        return self.own_match.match.key if self.own_match is not None else ""

    @property
    def unfinished_match_count(self) -> int:
        return len(self.tables) - self.finished_match_count

    @property
    def finished_match_count(self) -> int:
        return sum(evening_table.match is not None and evening_table.match.over for evening_table in self.tables)


def load_evening_page(draft_key: str, person: Person | None = None) -> EveningPage | None:
    """Return the evening after a draft for its page and its screen; None until a drafter asks to play.

    Other members of the group and earlier matches are left out. Once two drafters have finished another draft, pairs
    that haven’t started are left out too.
    """
    link = group_draft_of(draft_key)
    if link is None:
        return None
    loaded = group_of_drafters(load_group(link.group.key, newest=0), draft_key)
    round_, matches = current_evening_round(loaded, link.draft), evening_matches_since_draft(link)
    next_draft_key = _next_draft_key(link, {member.person_id for member in loaded.everybody})
    by_key = {match.match.key: match for match in matches}
    tables = [
        EveningTable(pair, by_key[match.key] if match is not None else None, _opponent_in(pair, person))
        for pair, match in round_.tables
        if match is not None or not next_draft_key
    ]
    mine = next((evening_table for evening_table in tables if evening_table.opponent), None)
    others = tuple(evening_table for evening_table in tables if evening_table is not mine)
    sit_out = tuple(member.name for member in round_.byes)
    is_member = person is not None and any(member.person_id == person.pk for member in loaded.members)
    places = _evening_standings(loaded, matches)
    teams = _team_standings(_teams_of_drafters(loaded, link.draft), matches)
    return EveningPage(
        link.draft, link.group, round_.number, mine, others, sit_out, places, is_member, next_draft_key, teams
    )


def _opponent_in(pair: SuggestedPair, person: Person | None) -> str:
    if person is None or person.pk not in (pair.a.person_id, pair.b.person_id):
        return ""
    return pair.b.name if pair.a.person_id == person.pk else pair.a.name


@transaction.atomic
def start_evening_match(*, by: Person | None, draft_key: str, members: frozenset[int]) -> Match:
    """Start the match of a pair of the round with the players’ drafted decks, or return the match if it has begun.

    Raises `NotAllowed` for a person who did not draft there, `Missing` without an evening, `Conflict` for a pair that
    isn’t in the round or has finished another draft since.
    """
    if by is None or not draft_by_key(draft_key).seats.filter(person=by).exists():
        raise NotAllowed(DRAFTERS_ONLY_MESSAGE)
    link = group_draft_of(draft_key)
    if link is None:
        raise Missing(gettext_noop("We couldn’t find that evening."))
    # Lock the group, so that the second of two simultaneous calls finds the match that the first has created.
    Group.objects.select_for_update().get(pk=link.group_id)
    round_ = current_evening_round(group_of_drafters(load_group(link.group.key, newest=0), draft_key), link.draft)
    found = next((table for table in round_.tables if {table[0].a.pk, table[0].b.pk} == members), None)
    if found is None:
        raise Conflict(gettext_noop("The round has moved on. Here are its pairs now."))
    pair, match = found
    if match is None:
        if _next_draft_key(link, (pair.a.person_id, pair.b.person_id)):
            raise Conflict(EVENING_OVER_MESSAGE)
        return _create_match_of_drafters(link, by, (pair.a.pk, pair.b.pk))
    if match.status == Match.Status.OPEN and not match.games.exists():
        choose_drafted_decks(match, link.draft)  # if a player was still building when the match started
    return match


def start_own_evening_match(*, by: Person | None, draft_key: str) -> Match | None:
    """Start or return a drafter’s match of the round; None if the drafter sits out or the match is over."""
    page = load_evening_page(draft_key, by)
    if page is None or page.mine is None or (page.own_match is not None and page.own_match.over):
        return None
    pair = page.mine.pair
    return start_evening_match(by=by, draft_key=draft_key, members=frozenset((pair.a.pk, pair.b.pk)))


@transaction.atomic
def match_between_drafters(*, by: Person | None, visitor: Visitor, draft_key: str, seat: int) -> Match:
    """Return a drafter’s open match against the drafter on another seat, or start it with their drafted decks.

    Raises `NotAllowed` for a person who did not draft there, `Missing` for a seat without another person, `Conflict`
    if these two have finished another draft since.
    """
    ensure_draft_group(by=by, visitor=visitor, draft_key=draft_key)
    link = group_draft_of(draft_key)
    assert link is not None
    Group.objects.select_for_update().get(pk=link.group_id)
    opponent = link.draft.seats.filter(number=seat).exclude(person=by).exclude(person=None).first()
    members = {member.person_id: member.pk for member in link.group.members.all()}
    if by is None or by.pk not in members or opponent is None or opponent.person_id not in members:
        raise Missing(gettext_noop("We couldn’t find that player at this table."))
    pair = (members[by.pk], members[opponent.person_id])
    if _next_draft_key(link, (by.pk, opponent.person_id)):
        raise Conflict(EVENING_OVER_MESSAGE)
    matches = [match.match for match in evening_matches_since_draft(link) if match.match.status == Match.Status.OPEN]
    return _match_of_pair(pair, matches) or _create_match_of_drafters(link, by, pair)


def _create_match_of_drafters(link: GroupDraft, by: Person, members: tuple[int, int]) -> Match:
    newest = _evening_matches(link.group, link.draft).order_by("pk").last()
    # Players of the newest match may have agreed to show their decks, but these players have not.
    settings = settings_of_match(newest) if newest is not None else DEFAULT_SHEET
    sheet = replace(settings, draft=True, decks_shown=DEFAULT_SHEET.decks_shown)
    match = create_group_match(by=by, group_key=link.group.key, members=members, sheet=sheet)
    choose_drafted_decks(match, link.draft)
    return match


def choose_deck_for_evening(draft: Draft, seat: Seat) -> None:
    """Bring a drafter’s submitted deck to their open matches in which no game has been played."""
    link = group_draft_of(draft.key)
    if link is not None:
        for scored in evening_matches_since_draft(link):
            if scored.match.status == Match.Status.OPEN and not scored.games:
                choose_drafted_decks(scored.match, draft, handed_in_by=seat.person)


def evening_of_pool(pool: Pool, person: Person | None) -> EveningOfDeck | None:
    """Return the evening of a pool’s drafter; None before the draft is over or if nobody else drafted."""
    seat = Seat.objects.select_related("draft").filter(pool=pool, draft__status=Draft.Status.DONE).first()
    if seat is None or person is None or seat.person_id != person.pk:
        return None
    if seat.draft.seats.exclude(person=None).count() < 2:
        return None
    page = load_evening_page(seat.draft.key, person)
    if page is None or page.mine is None:
        return EveningOfDeck(seat.draft.key)
    return EveningOfDeck(seat.draft.key, page.mine.opponent, page.match_key)


def _match_of_pair(members: tuple[int, int], matches: Sequence[Match]) -> Match | None:
    matches_of_pair = (match for match in matches if {match.member_a_id, match.member_b_id} == set(members))
    return next(matches_of_pair, None)
