"""Permissions: who may do what with a match or a group.

Roles of events are in `matches.core.tournament.roles`.
"""

from collections.abc import Iterable

from accounts.models import Person
from common.errors import NotAllowed
from common.text import gettext_noop
from matches.core.tournament.roles import Permission
from matches.models import Game, Group, Match, Member, Side
from matches.play import hooks

MEMBERS_ONLY = gettext_noop("Only members of the group and its owner can start its matches.")


def may_record(person: Person | None, match: Match) -> bool:
    """Return whether a person may record: the creator, the players, the owner of the group, or staff of the event."""
    owner = match.group.owner_id if match.group else None
    allowed = {match.created_by_id, match.player_a_id, match.player_b_id, owner} - {None}
    return person is not None and (person.pk in allowed or hooks.has_extra_right(person, match, Permission.RESULT))


def may_settle_dispute(person: Person | None, match: Match) -> bool:
    """Return whether a person may settle a dispute: the owner of the group, or staff of the event.

    The creator of the match may not, because they may be a player in another browser.
    """
    organiser = match.group.owner_id if match.group else None
    return person is not None and (person.pk == organiser or hooks.has_extra_right(person, match, Permission.SETTLE))


def may_always_see_decks(person: Person | None, match: Match) -> bool:
    """Return whether a person may always see decks as an organiser, or in an event as a judge.

    Outside events, nobody may while a seat is free, because they could take it.
    """
    if hooks.are_match_decks_open(match) is not None:
        return hooks.has_extra_right(person, match, Permission.DECKS)
    return match.player_a_id is not None and match.player_b_id is not None and may_settle_dispute(person, match)


def side_of(person: Person | None, match: Match) -> str:
    """Return the side on which a person plays; "" if they play on none or on both."""
    return _side_by_person_key(person.pk if person else None, match)


def reporter_side(game: Game, match: Match) -> str:
    """Return the side of the player who reported a game; "" if somebody else did."""
    return _side_by_person_key(game.recorded_by_id, match)


def _side_by_person_key(pk: int | None, match: Match) -> str:
    mine = [side for side in Side.values if pk is not None and getattr(match, f"player_{side}_id") == pk]
    return mine[0] if len(mine) == 1 else ""


def may_start_match(person: Person | None, group: Group, present: Iterable[Member]) -> bool:
    allowed = {group.owner_id, *(member.person_id for member in present)} - {None}
    return person is not None and person.pk in allowed


def require_match_recorder(by: Person | None, match: Match) -> None:
    """Raise `NotAllowed` unless this person may record in the match."""
    if not may_record(by, match):
        raise NotAllowed(
            gettext_noop("Only the two players, the person who created the match and its group can record games in it.")
        )


def may_organise_group(person: Person | None, group: Group) -> bool:
    """Return whether a person organises a group, as its owner or as a member who is an organiser."""
    if person is None:
        return False
    return person.pk == group.owner_id or group.members.filter(person=person, organiser=True, left=None).exists()


def require_group_organiser(by: Person | None, group: Group) -> None:
    """Raise `NotAllowed` unless this person organises the group."""
    if not may_organise_group(by, group):
        raise NotAllowed(gettext_noop("Only the owner and organisers of the group can do that."))


def require_group_owner(by: Person | None, group: Group) -> None:
    """Raise `NotAllowed` unless this person owns the group."""
    if by is None or by.pk != group.owner_id:
        raise NotAllowed(gettext_noop("Only the owner of the group can do that."))
