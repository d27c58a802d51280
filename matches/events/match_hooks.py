"""Hooks of events for matches: rights of staff, open decks, take-backs and bots, results of finished matches."""

from accounts.models import Person
from matches.core.tournament import Permission
from matches.events.decks.queries import are_decks_open
from matches.events.queries import event_of_match
from matches.events.read_models import has_permission
from matches.events.transactions import lock_event, log_action
from matches.models import Match
from matches.play import hooks


def may_help_as_event_staff(person: Person | None, match: Match, permission: Permission) -> bool:
    """Return whether a person’s role in the event of a match gives them this permission at its table.

    Helpers have no rights at a table where they play; the organiser has rights at every table.
    """
    event = event_of_match(match)
    if event is None or person is None:
        return False
    roles = dict(event.roles.filter(person=person).values_list("person_id", "kind"))
    plays = person.pk in (match.player_a_id, match.player_b_id)
    return has_permission(event, {} if plays else roles, person, permission)


def update_result_from_match(match: Match, crystals: tuple[int, int], *, was_over: bool, over: bool) -> None:
    """After the games of an event’s match were saved, log its result, or that it is open again, and notify."""
    pairing, event = getattr(match, "pairing", None), event_of_match(match)
    if pairing is None or event is None or pairing.settled or not (was_over or over):
        return
    event = lock_event(event.key)
    after = {"after": f"{match.name_a} {crystals[0]} : {crystals[1]} {match.name_b}"} if over else {}
    kind = "result" if over else "reopened"
    log_action(event, by=None, kind=kind, round=pairing.round.number, table=pairing.table, **after)


def are_event_decks_open(match: Match) -> bool | None:
    event = event_of_match(match)
    return None if event is None else are_decks_open(event)


def are_moves_final(match: Match) -> bool:
    event = event_of_match(match)
    return event is not None and not event.take_back


def may_bots_play(match: Match) -> bool:
    event = event_of_match(match)
    return event is None or event.bots


def register_match_hooks() -> None:
    hooks.notify_games_counted.register(update_result_from_match)
    hooks.has_extra_right.register(may_help_as_event_staff)
    hooks.are_match_decks_open.register(are_event_decks_open)
    hooks.are_moves_final.register(are_moves_final)
    hooks.may_bots_play.register(may_bots_play)
