"""Matches and groups for the tests of matches."""

from __future__ import annotations

from accounts.models import Person, User
from matches.core.scoring import DEFAULT_SHEET, MatchSettings
from matches.groups import services as group_services
from matches.models import Group, Match
from matches.play import services
from matches.play.services import GameReport, NewMatchPlayer


def person(user: User) -> Person:
    return Person.objects.get_or_create(user=user)[0]


def made_match(owner: User, opponent: User | None = None, sheet: MatchSettings = DEFAULT_SHEET) -> Match:
    other = person(opponent) if opponent else None
    players = (NewMatchPlayer("Roland", person(owner)), NewMatchPlayer("Elinor", other))
    return services.create_match(by=person(owner), players=players, sheet=sheet)


def won(match: Match, winner: str = "a", dragons: int = 0, **more: object) -> Match:
    """Record a game on the newest version."""
    match.refresh_from_db()
    report = GameReport(winner, dragons, **more)  # type: ignore[arg-type]
    return services.record_game(by=match.created_by, key=match.key, version=match.version, report=report)


def made_group(owner: User, *names: str) -> Group:
    return group_services.create_group(by=person(owner), name="Thursday league", me="Roland", members=names)


def group_match(group: Group, a: str, b: str, *games: tuple[str, int]) -> Match:
    """Return a match between two members with these games: side and dragons."""
    pks = {member.name: member.pk for member in group.members.all()}
    match = services.create_group_match(
        by=group.owner, group_key=group.key, members=(pks[a], pks[b]), sheet=DEFAULT_SHEET
    )
    for winner, dragons in games:
        won(match, winner, dragons)
    return match
