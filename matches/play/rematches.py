"""Rematch: another match of the same two players, with the same settings and decks."""

from django.db import transaction

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.models import Match
from matches.play.core_values import settings_of_match
from matches.play.decks_brought import copy_decks_to_rematch
from matches.play.permissions import require_match_recorder
from matches.play.queries import event_pairing_of_match, match_by_key
from matches.play.services import NewMatchPlayer, create_group_match, create_match


def open_rematch_of(match: Match) -> Match | None:
    """Return the open match that the same two players have started later; None if there is none."""
    same = {name: getattr(match, name) for name in ("group_id", "name_a", "name_b", "player_a_id", "player_b_id")}
    later = Match.objects.filter(pk__gt=match.pk, status=Match.Status.OPEN, pairing=None, **same)
    return later.order_by("-pk").first()


@transaction.atomic
def start_rematch(*, by: Person | None, key: str) -> Match:
    """Start the rematch of a finished match, or return the open rematch, so that both players can ask for it.

    Raises `NotAllowed` unless this person may record in the match, `Conflict` for an open match or a match of an event,
    `Invalid` once a player has left the group.
    """
    require_match_recorder(by, match_by_key(key))
    assert by is not None  # only a known person may record
    # Lock the match, so that the second of two simultaneous calls finds the rematch that the first has created.
    match = Match.objects.select_for_update(of=("self",)).select_related("group").get(key=key)
    if match.status != Match.Status.FINISHED:
        raise Conflict(gettext_noop("A rematch can start once this match is over."))
    if event_pairing_of_match(key) is not None:
        raise Conflict(gettext_noop("In an event, the next round says who plays next."))
    again = open_rematch_of(match)
    if again is not None:
        return again
    sheet = settings_of_match(match)
    if match.group is not None and match.member_a_id is not None and match.member_b_id is not None:
        members = (match.member_a_id, match.member_b_id)
        again = create_group_match(by=by, group_key=match.group.key, members=members, sheet=sheet)
    else:
        players = (NewMatchPlayer(match.name_a, match.player_a), NewMatchPlayer(match.name_b, match.player_b))
        again = create_match(by=by, players=players, sheet=sheet)
    copy_decks_to_rematch(match, again)
    return again
