"""Pods of an event: seat players, start, cancel and restart drafts, and notify webhooks."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from django.db import transaction
from django.db.models import Count

from accounts.blocks import blocked_pairs
from accounts.models import Person
from accounts.push.kinds import Kind
from cards.core.facts import PEOPLES, People
from common.database.prepared import PreparedQuery
from common.errors import Conflict, Invalid, Missing
from common.text import gettext_noop
from drafts.core.engine.setup import DEAL_TABLE, Setup
from drafts.models import Draft, PaperTable, Seat
from drafts.paper import services as papers
from drafts.table import hosting as host_services
from drafts.table import services as drafts
from drafts.table.loaded import Visitor
from matches.core.tournament import Permission, split_into_pods
from matches.events.notifications import notify_players
from matches.events.queries import load_event_from_row
from matches.events.transactions import close_registration, lock_event, log_action, undo_closing
from matches.models import Event, Pod, Registration
from matches.webhooks import create_webhook_notices


@dataclass(frozen=True, slots=True)
class SeatedPod:
    """A pod with its seats in order, and the number of picks made."""

    pod: Pod
    seats: tuple[Seat, ...]
    picked: int

    @property
    def without_phone(self) -> int:
        """Return the number of players without a phone, whose seats bots play."""
        return sum(seat.is_kept for seat in self.seats)

    @property
    def can_be_cancelled(self) -> bool:
        return self.pod.draft.status in Draft.OPEN


def seated_pods(event: Event) -> list[SeatedPod]:
    """Return the pods in their order, in a fixed number of queries."""
    pods = event.pods.select_related("draft", "paper").prefetch_related("draft__seats")
    return [
        SeatedPod(pod, tuple(sorted(pod.draft.seats.all(), key=lambda seat: seat.number)), pod.picked)
        for pod in pods.annotate(picked=Count("draft__picks"))
    ]


def blocked_pairs_in_pods(tables: Sequence[SeatedPod], organiser: Person | None) -> list[list[Seat]]:
    """Return pairs of seats in the same pod if one person has blocked the other, except pairs with the organiser."""
    apart = blocked_pairs({seat.person_id: seat for pod in tables for seat in pod.seats})
    pairs = (sorted(pair, key=lambda seat: seat.number) for pair in apart)
    return [
        [a, b]
        for a, b in pairs
        if a.draft_id == b.draft_id and organiser is not None and organiser.pk not in (a.person_id, b.person_id)
    ]


@transaction.atomic
def seat_players_in_pods(
    *, by: Person | None, key: str, most: int = 6, pick_seconds: int | None = None, peoples: Sequence[str] = ()
) -> list[Pod]:
    """Seat the players by lot and open a draft for each pod, hosted by its first player with a phone.

    If one player has blocked another, they are seated in different pods if possible. Registration closes. `peoples` to
    draft are all by default. A player who only has a name gets a guest as person, who owns seat and pool; a bot plays
    the seat once the draft begins.
    """
    chosen = _chosen_peoples(peoples)
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.PODS))
    event, players = loaded.event, list(loaded.present)
    if event.format != Event.Format.DRAFT:
        raise Conflict(gettext_noop("This event has no draft."))
    if loaded.rounds or event.pods.exists():
        raise Conflict(gettext_noop("The pods are already seated."))
    rng = Random(event.seed)
    rng.shuffle(players)
    apart = blocked_pairs({player.person_id: index for index, player in enumerate(players)})
    places = split_into_pods(range(len(players)), most=most, apart=apart)
    tables = [[players[index] for index in table] for table in places]
    pods = [
        _create_pod(event, number, table, rng, pick_seconds, chosen) for number, table in enumerate(tables, start=1)
    ]
    close_registration(event, by="pods")
    event.save(update_fields=["registration_open", "closed_by"])
    log_action(event, by=by, kind="pods", count=len(tables))
    notify_players(event, players, Kind.BEGINS)
    return pods


def _chosen_peoples(names: Sequence[str]) -> tuple[People, ...]:
    """Return the peoples to draft; raises `Invalid` for an unknown name."""
    try:
        return tuple(dict.fromkeys(People(name) for name in names)) or PEOPLES
    except ValueError:
        raise Invalid(gettext_noop("We couldn’t find that people."), field="peoples") from None


def _create_pod(
    event: Event,
    number: int,
    players: list[Registration],
    rng: Random,
    pick_seconds: int | None,
    chosen: Sequence[People],
) -> Pod:
    by_name = [player for player in players if player.person_id is None]
    for player in by_name:
        player.person = Person.objects.create(nickname=player.name)
    needed = DEAL_TABLE[len(players)].decks
    if len(chosen) < needed:
        template = gettext_noop("A pod of %(players)s needs %(needed)s peoples; only %(chosen)s are chosen.")
        raise Invalid(template, {"players": len(players), "needed": needed, "chosen": len(chosen)}, field="peoples")
    first_player = next((player for player in players if player not in by_name), players[0])
    order = [first_player, *(player for player in players if player is not first_player)]
    assert first_player.person is not None
    seated = drafts.create_draft(
        host=first_player.person,
        setup=Setup(len(players), tuple(rng.sample(list(chosen), needed))),
        name=f"{event.name[:60]} · {number}",
        pick_seconds=pick_seconds,
        seating=Draft.Seating.AS_SAT,
    )
    for player in order[1:]:
        assert player.person is not None
        visitor = Visitor(player.person.pk)
        drafts.join_draft(seated.key, visitor=visitor, person=player.person, nickname=player.name, by_organiser=True)
    draft = Draft.objects.get(key=seated.key)
    draft.seats.filter(person__in=[player.person for player in by_name]).update(token_digest="")
    pod = Pod.objects.create(event=event, number=number, draft=draft)
    for player in players:
        player.pod = pod
        player.save(update_fields=["person", "pod"])
    return pod


@transaction.atomic
def begin_pod_draft(*, by: Person | None, key: str, number: int) -> None:
    """Start a pod’s draft, in which bots play the seats of players without a phone."""
    _event, pod = _lock_pod_for_organiser(by, key, number, kind="pod_begun")
    drafts.start_draft(pod.draft.key, visitor=Visitor(pod.draft.host_id))


@transaction.atomic
def let_bot_play_seat(*, by: Person | None, key: str, number: int, seat: int) -> None:
    _event, pod = _lock_pod_for_organiser(by, key, number, kind="pod_bot")
    if pod.draft.status != Draft.Status.DRAFTING:
        raise Conflict(gettext_noop("This pod isn’t drafting."))
    host_services.leave_seat(pod.draft.key, visitor=Visitor(pod.draft.host_id), number=seat)


@transaction.atomic
def cancel_pod(*, by: Person | None, key: str, number: int) -> None:
    """Cancel a pod’s draft; its players then need no pool."""
    _event, pod = _lock_pod_for_organiser(by, key, number, kind="pod_off")
    drafts.abort_draft(pod.draft.key, visitor=Visitor(pod.draft.host_id))


@transaction.atomic
def move_pod_to_real_cards(*, by: Person | None, key: str, number: int) -> PaperTable:
    """Cancel the live draft of a pod and open a draft with real cards, which the site deals."""
    event, pod = _lock_pod_for_organiser(by, key, number, kind="pod_paper")
    if by is None or pod.paper_id is not None:
        raise Conflict(gettext_noop("This pod is already drafting with real cards."))
    if pod.draft.status in Draft.OPEN:
        drafts.abort_draft(pod.draft.key, visitor=Visitor(pod.draft.host_id))
    setup = Setup(pod.draft.players, tuple(People(name) for name in pod.draft.peoples))
    names = [player.name for player in pod.players.all()]
    pod.paper = papers.create_paper_draft(host=by, setup=setup, names=names, name=f"{event.name[:60]} · {number}")
    pod.save(update_fields=["paper"])
    return pod.paper


@transaction.atomic
def cancel_all_pods(*, by: Person | None, key: str) -> None:
    """Cancel every pod and release its players; raises `Conflict` once round 1 is paired."""
    event = lock_event(key, by=by, permission=Permission.PODS)
    if event.rounds.exists():
        raise Conflict(gettext_noop("Round 1 is paired, so the pods can’t be changed."))
    for pod in event.pods.select_related("draft"):
        if pod.draft.status in Draft.OPEN:
            drafts.abort_draft(pod.draft.key, visitor=Visitor(pod.draft.host_id))
        _delete_pod(pod)
    undo_closing(event, by="pods")
    event.save(update_fields=["registration_open", "closed_by"])
    log_action(event, by=by, kind="pods_off")


@transaction.atomic
def restart_pod_draft(*, by: Person | None, key: str, number: int) -> Pod:
    """Restart a pod with the same players in the same seats; raises `Conflict` once round 1 is paired."""
    event, pod = _lock_pod_for_organiser(by, key, number, kind="pod_off")
    if event.rounds.exists():
        raise Conflict(gettext_noop("Round 1 is paired, so the pods can’t be changed."))
    draft = pod.draft
    if draft.status in Draft.OPEN:
        drafts.abort_draft(draft.key, visitor=Visitor(draft.host_id))
    seats = dict(draft.seats.values_list("person", "number"))
    pks = [player.pk for player in sorted(pod.players.all(), key=lambda player: seats.get(player.person_id or 0, 0))]
    _delete_pod(pod)
    by_pk = {player.pk: player for player in event.registrations.select_related("person")}
    peoples = [People(name) for name in draft.peoples]
    return _create_pod(event, number, [by_pk[pk] for pk in pks], Random(), draft.pick_seconds, peoples)


def _delete_pod(pod: Pod) -> None:
    # Without their guests, players who only have a name count as without a phone again.
    made = pod.draft.seats.filter(token_digest="", person__user=None).values("person")
    pod.players.filter(person__in=made).update(person=None)
    pod.players.update(pod=None)
    pod.delete()


def _lock_pod_for_organiser(by: Person | None, key: str, number: int, *, kind: str) -> tuple[Event, Pod]:
    """Lock the event for its organiser and log the action; return event and pod."""
    event = lock_event(key, by=by, permission=Permission.PODS)
    pod = event.pods.select_related("draft").filter(number=number).first()
    if pod is None:
        raise Missing(gettext_noop("There’s no pod %(number)s in this event."), {"number": number})
    log_action(event, by=by, kind=kind, number=number)
    return event, pod


_POD_OF_DRAFT = PreparedQuery(lambda draft: Pod.objects.filter(draft=draft).select_related("event")[:1], -1)


def notify_webhooks_of_draft(draft: Draft, kind: str) -> None:
    """Notify the webhooks of a draft’s event, in the same transaction; most drafts have no event."""
    pod = _POD_OF_DRAFT.first(draft.pk)
    if pod is not None:
        payload = {"event": pod.event.key, "version": pod.event.version, "kind": kind, "table": pod.number}
        create_webhook_notices(pod.event.webhooks.filter(off=None), payload)
