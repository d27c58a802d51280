"""Notifications of matches: a game is reported or disputed."""

from django.urls import reverse

from accounts.models import Person
from accounts.push.kinds import Kind
from accounts.push.outbox import notify_people
from matches.models import Game, Match


def notify_of_game(match: Match, game: Game, by: Person | None) -> None:
    """Notify the other player of a reported or disputed game; also the organiser of a dispute."""
    kinds = {Game.Status.REPORTED: Kind.RESULT, Game.Status.DISPUTED: Kind.DISPUTE}
    kind = kinds.get(Game.Status(game.status))
    if kind is None:
        return
    people = {match.player_a_id, match.player_b_id}
    if kind is Kind.DISPUTE:
        people.add(match.group.owner_id if match.group else match.created_by_id)
    path, about = reverse("matches:detail", args=[match.key]), f"{match.name_a} : {match.name_b}"
    notify_people(people - {by.pk if by else None}, kind, path=path, tag=f"match-{match.key}", about=about)
