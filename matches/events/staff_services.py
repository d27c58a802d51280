"""Services of staff: helpers with their secret links, and calls for a judge."""

from django.db import transaction

from accounts.models import Person
from common.errors import Conflict, Missing, NotAllowed
from common.random_keys import new_key
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.events.queries import event_by_key, load_event_from_row
from matches.events.read_models import LoadedEvent
from matches.events.transactions import lock_event, log_action
from matches.models import Event, Role


@transaction.atomic
def become_helper(*, by: Person, key: str, role_key: str) -> Role:
    """Make a person a judge or scorekeeper by the secret of a link; raises `Missing` if the secret is wrong."""
    event = event_by_key(key)
    kinds = {event.judge_key: Role.Kind.JUDGE, event.scorekeeper_key: Role.Kind.SCOREKEEPER}
    kind = kinds.get(role_key)
    if kind is None:
        raise Missing(gettext_noop("This link isn’t valid. Ask the organiser for a new one."))
    lock_event(key)
    role, _new = Role.objects.update_or_create(event=event, person=by, defaults={"kind": kind})
    log_action(event, by=by, kind="role", name=by.display_name, role=kind.value)
    return role


@transaction.atomic
def dismiss_helper(*, by: Person | None, key: str, pk: int) -> None:
    """Dismiss a helper and renew the links, so that the helper can’t come back with an old link."""
    event = lock_event(key, by=by, permission=Permission.HELPERS)
    role = event.roles.select_related("person__user").filter(pk=pk).first()
    if role is None:
        raise Missing(gettext_noop("We couldn’t find that helper in this event."))
    role.delete()
    _set_new_helper_keys(event)
    log_action(event, by=by, kind="dismissed", name=role.person.display_name)


@transaction.atomic
def renew_helper_links(*, by: Person | None, key: str) -> Event:
    """Renew the links for helpers; helpers stay."""
    event = lock_event(key, by=by, permission=Permission.HELPERS)
    _set_new_helper_keys(event)
    log_action(event, by=by, kind="links")
    return event


@transaction.atomic
def call_judge(*, by: Person | None, key: str) -> int:
    """Call a judge to the player’s table and return its number. An open call isn’t repeated."""
    loaded = load_event_from_row(lock_event(key))
    player = loaded.player_of(by)
    if player is None:
        raise NotAllowed(gettext_noop("Only players can call a judge."))
    own_pairing = loaded.current.table_of(player) if loaded.current else None
    if own_pairing is None or own_pairing.b is None or not own_pairing.is_awaited:
        raise Conflict(gettext_noop("You have no table to call a judge to."))
    if own_pairing.row.table not in open_judge_calls(loaded):
        log_action(loaded.event, by=by, kind="judge_called", round=len(loaded.rounds), table=own_pairing.row.table)
    return own_pairing.row.table


@transaction.atomic
def close_judge_call(*, by: Person | None, key: str, table: int) -> None:
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.NOTES))
    if table not in open_judge_calls(loaded):
        raise Conflict(gettext_noop("That table isn’t waiting for a judge."))
    log_action(loaded.event, by=by, kind="judge_came", round=len(loaded.rounds), table=table)


def open_judge_calls(loaded: LoadedEvent) -> list[int]:
    """Return the tables of the current round that are waiting for a judge, the longest wait first."""
    entries = loaded.event.audit_log.filter(kind__in=("judge_called", "judge_came"), about__round=len(loaded.rounds))
    kinds = {about["table"]: kind for kind, about in entries.order_by("pk").values_list("kind", "about")}
    return [table for table, kind in kinds.items() if kind == "judge_called"]


def _set_new_helper_keys(event: Event) -> None:
    event.judge_key, event.scorekeeper_key = new_key(), new_key()
    event.save(update_fields=["judge_key", "scorekeeper_key"])
