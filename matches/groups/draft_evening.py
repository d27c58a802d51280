"""An evening after a draft: rounds and standings of those who drafted together."""

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace

from django.db import transaction

from accounts.models import Person
from common.errors import Conflict, NotAllowed
from common.text import gettext_noop
from drafts.models import Draft, Seat
from drafts.screen.follow_up_registry import EveningStanding, MatchEvening, PlayedMatch
from drafts.table.loaded import Visitor
from drafts.table.rows import draft_by_key
from matches.core.names import same_names
from matches.core.seasons import SeasonOrder
from matches.groups import services
from matches.groups.match_transfers import member_or_new_guest
from matches.groups.queries import GroupView, Pair, group_view, pair_by_points, standings_lines
from matches.models import Group, GroupDraft, Match, Member
from matches.play.queries import MatchView, match_view_of, with_games_prefetched

MAX_MATCHES_SHOWN = 12


def club_of_drafters(draft_key: str, by: Person | None) -> Group | None:
    """Return the group of `by` to which most of those who drafted belong; None once the draft is in a group."""
    draft = draft_by_key(draft_key)
    people = set(draft.seats.exclude(person=None).values_list("person_id", flat=True))
    if by is None or by.pk not in people or _existing_group_draft(draft, people) is not None:
        return None
    rows = Member.objects.filter(person__in=people, left=None, group__hidden=None).values_list("group", "person")
    own = {group for group, person in rows if person == by.pk}
    sizes = Counter(group for group, _person in rows if group in own)
    best = min(sizes, key=lambda group: (-sizes[group], group), default=None)
    return Group.objects.get(pk=best) if best is not None and 2 * sizes[best] > len(people) else None


def _existing_group_draft(draft: Draft, people: Iterable[int | None]) -> GroupDraft | None:
    theirs = GroupDraft.objects.select_related("group").filter(draft=draft)
    return theirs.filter(by__in=[draft.host_id, *people]).order_by("pk").first()


@transaction.atomic
def draft_group(*, by: Person | None, who: Visitor, draft_key: str, to_club: bool = False) -> Group:
    """Return the group of those who drafted together, made at the first call.

    With `to_club` it is the group that most of them belong to; the others are its guests.
    Raises `NotAllowed` for somebody who did not draft there, `Conflict` before the end and for a table of one.
    """
    # Locked, so that the second of two simultaneous calls finds the group of the first.
    draft = Draft.objects.select_for_update(of=("self",)).get(pk=draft_by_key(draft_key).pk)
    seats = list(draft.seats.select_related("person__user").order_by("number"))
    if who.seat_among(seats) is None:
        raise NotAllowed(gettext_noop("Only people who drafted at this table can play these matches."))
    people = [seat for seat in seats if seat.person is not None]
    group = _existing_group_draft(draft, [seat.person_id for seat in people])
    if group is not None:
        return group.group
    if draft.status != Draft.Status.DONE or len(people) < 2:
        raise Conflict(gettext_noop("Matches can start once a draft with at least two people is over."))
    club = club_of_drafters(draft_key, by) if to_club else None
    return _create_draft_group(draft, people, by) if club is None else _add_draft_to_club(club, draft, people, by)


def _add_draft_to_club(club: Group, draft: Draft, people: list[Seat], by: Person | None) -> Group:
    rows = list(club.members.all())
    for seat in people:
        member_or_new_guest(club, rows, seat.nickname, seat.person, tag=draft.key)
    GroupDraft.objects.create(group=club, draft=draft, by=by)
    return club


def _create_draft_group(draft: Draft, people: list[Seat], by: Person | None) -> Group:
    sitting = [seat.person for seat in people]
    owner = draft.host if draft.host in sitting or by is None else by
    group = services.create_group(by=owner, name=draft.name)
    for seat in people:
        name = seat.nickname
        if any(same_names(name, other.nickname) for other in people if other.number < seat.number):
            name = f"{name[:30]} ({seat.number + 1})"
        services.add_name_to_group(group, name, person=seat.person)
    GroupDraft.objects.create(group=group, draft=draft, by=owner)
    return group


def evening_after_draft(draft_key: str) -> MatchEvening | None:
    """Return pairs, matches and standings of those who drafted together; None without a group.

    Other members of the group, and matches before the draft, are left out.
    """
    existing = GroupDraft.objects.select_related("draft", "group").filter(draft__key=draft_key).order_by("pk").first()
    if existing is None:
        return None
    view = view_of_drafters(group_view(existing.group.key, newest=0), draft_key)
    since = Match.objects.filter(group=existing.group_id, created__gte=existing.draft.created).order_by("-pk")
    matches = [match_view_of(match) for match in with_games_prefetched(since)]
    round_ = round_of_drafters(view, existing.draft)
    sits_out = round_.bye.name if round_.bye is not None and round_.open else ""
    pairs = tuple((pair.a.name, pair.b.name) for pair, match in round_.tables if match is None and not pair.rematch)
    keys = {match.match.key for match in matches}
    played = [encounter for encounter in view.encounters if encounter.key in keys]
    lines = standings_lines(played, view.everybody, SeasonOrder(by="crystals"))
    rows = [(line.name, line.row) for line in lines]
    places = tuple(
        EveningStanding(row.place, name, row.won, row.drawn, row.lost, row.crystals_for) for name, row in rows
    )
    return MatchEvening(pairs, sits_out, tuple(_played_match(match) for match in matches[:MAX_MATCHES_SHOWN]), places)


def view_of_drafters(view: GroupView, draft_key: str) -> GroupView:
    """Return the group with only those who sat at one of its drafts; its guests count as members."""
    links = GroupDraft.objects.filter(group=view.group, draft__key=draft_key)
    people = set(links.exclude(draft__seats__person=None).values_list("draft__seats__person", flat=True))
    drafted = [copy(member) for member in view.everybody if member.person_id in people]
    for member in drafted:
        member.left, member.guest = None, False
    return replace(view, everybody=tuple(drafted))


@dataclass(frozen=True, slots=True)
class EveningRound:
    """A round of an evening: pairs with their match (None before it starts), and who sits out."""

    number: int
    tables: tuple[tuple[Pair, Match | None], ...]
    bye: Member | None

    @property
    def open(self) -> tuple[Pair, ...]:
        return tuple(pair for pair, match in self.tables if match is None or match.status == Match.Status.OPEN)

    @property
    def played(self) -> int:
        return len(self.tables) - len(self.open)


def round_of_drafters(view: GroupView, draft: Draft) -> EveningRound:
    """Return the current round of those who sat at a draft; it stays until its last pair has played.

    It follows from the earlier rounds alone, so it is not stored, and a quick pair changes no other.
    """
    by_name = {member.name: member for member in view.members}
    rows = Match.objects.filter(group=view.group, created__gte=draft.created).order_by("pk")
    matches = [row for row in rows if {row.member_a_id, row.member_b_id} <= {each.pk for each in view.members}]
    keys = {match.key for match in matches}
    done, number = [played for played in view.encounters if played.key not in keys], 1
    while True:
        paired = pair_by_points(view.group, tuple(by_name), done)
        pairs = [Pair(by_name[str(a)], by_name[str(b)], (a, b) in paired.rematches) for a, b in paired.pairings]
        tables = tuple((pair, _match_of_pair(pair, matches)) for pair in pairs)
        evening = EveningRound(number, tables, by_name[str(paired.bye)] if paired.bye is not None else None)
        if evening.open or not tables:
            return evening
        over = {match.key for _pair, match in tables if match is not None}
        matches = [match for match in matches if match.key not in over]
        done += [played for played in view.encounters if played.key in over]
        number += 1


def evening_round(view: GroupView, draft_key: str) -> EveningRound | None:
    """Return the current round of one of the group's drafts; None for another draft."""
    link = GroupDraft.objects.select_related("draft").filter(group=view.group, draft__key=draft_key).first()
    return None if link is None else round_of_drafters(view_of_drafters(view, draft_key), link.draft)


def _match_of_pair(pair: Pair, matches: Sequence[Match]) -> Match | None:
    two = {pair.a.pk, pair.b.pk}
    return next((match for match in matches if {match.member_a_id, match.member_b_id} == two), None)


def _played_match(view: MatchView) -> PlayedMatch:
    a, b = view.players
    return PlayedMatch(a.name, b.name, a.crystals, b.crystals, view.winner.name if view.winner else None)
