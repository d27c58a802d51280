"""Services of players: name, table, party, seed, claims of entries, penalties."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.signing import BadSignature, Signer
from django.db import transaction

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing
from common.text import gettext_noop
from matches.core import scoring
from matches.core.names import clean_name, is_same
from matches.core.tournament import Permission
from matches.core.tournament.stages import MAX_TABLE_NR
from matches.events import result_services
from matches.events.entry.services import give_entry_to_person, taken_name_error
from matches.events.queries import forfeit_score, load_event_from_row
from matches.events.read_models import LoadedEvent, LoadedPairing
from matches.events.rounds.planning import in_order_of_seeds
from matches.events.rounds.rows import matches_by_side
from matches.events.transactions import lock_event, log_action, log_event_actions, player_by_number, player_in_event
from matches.models import Event, JudgeNote, Match, Pairing, Registration
from matches.play import services as play_services

_CLAIM_SIGNER = Signer(salt="matches.events.players")


@transaction.atomic
def rename_player(*, by: Person | None, key: str, number: int, name: str) -> Registration:
    """Rename a player; raises `Conflict` for a taken name."""
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.ADMIT))
    player, before = player_in_event(loaded, number), player_in_event(loaded, number).name
    player.name = clean_name(name)
    for other_player in loaded.players:
        if other_player.pk != player.pk and is_same(other_player.name, player.name):
            raise taken_name_error(other_player.name)
    player.save(update_fields=["name"])
    for side, matches in matches_by_side(player):
        matches.update(**{f"name_{side}": player.name})
    log_action(loaded.event, by=by, kind="renamed", before=before, name=player.name)
    return player


@transaction.atomic
def set_player_seating(*, by: Person | None, key: str, number: int, table: int | None, party: str) -> Registration:
    """Set a player’s fixed `table` (None: any) and `party` (empty: none); players of a party aren’t paired."""
    event = lock_event(key, by=by, permission=Permission.ADMIT)
    player = player_by_number(event, number)
    if table is not None and not 1 <= table <= MAX_TABLE_NR:
        raise Invalid(
            gettext_noop("Table numbers must be between 1 and %(most)s."), {"most": MAX_TABLE_NR}, field="fixed_table"
        )
    player.fixed_table, player.party = table, clean_name(party) if party.strip() else ""
    player.save(update_fields=["fixed_table", "party"])
    log_action(event, by=by, kind="arranged", name=player.name)
    return player


@transaction.atomic
def update_player_seating(*, by: Person | None, key: str, number: int, data: Mapping[str, Any]) -> Registration:
    """Set the `fixed_table` and `party` in `data`; what is missing there stays unchanged."""
    player = player_by_number(lock_event(key, by=by, permission=Permission.ADMIT), number)
    table, party = data.get("fixed_table", player.fixed_table), data.get("party", player.party)
    return set_player_seating(by=by, key=key, number=number, table=table, party=party)


@transaction.atomic
def seed_player(*, by: Person | None, key: str, number: int, to: int | None) -> Registration:
    """Give a player of a bracket the seed `to` and move other seeds along; None draws all seeds by lot."""
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.PAIR))
    player = player_in_event(loaded, number)
    if not loaded.event.elimination or loaded.rounds:
        raise Conflict(gettext_noop("Players are seeded in an elimination event, before round 1 is paired."))
    order = [registration for registration in in_order_of_seeds(loaded.active) if registration != player]
    order.insert(max(to or 0, 1) - 1, player)
    for position, registration in enumerate(order, 1):
        registration.seed = None if to is None else position
    Registration.objects.bulk_update(order, ["seed"])
    log_action(loaded.event, by=by, kind="not_seeded" if to is None else "seeded", name=player.name, seed=player.seed)
    return player


def claim_key(event: Event, player: Registration) -> str:
    """Return the secret of the link with which a person claims an entry that only has a name.

    The signature includes the primary key: a later entry with the same number has another link.
    """
    return _CLAIM_SIGNER.sign(_claim_text(event, player)).rpartition(":")[2]


def player_of_claim_link(loaded: LoadedEvent, number: int, secret: str) -> Registration:
    """Return the player of a claim link; raises `Missing` if the link is invalid."""
    player = next((player for player in loaded.players if player.number == number), None)
    try:
        if player is not None:
            _CLAIM_SIGNER.unsign(f"{_claim_text(loaded.event, player)}:{secret}")
            return player
    except BadSignature:
        pass
    raise Missing(gettext_noop("This link isn’t valid. Ask the organiser for a new one."))


def _claim_text(event: Event, player: Registration) -> str:
    return f"{event.key}:{player.number}:{player.pk}"


@transaction.atomic
def take_over_entry(*, by: Person, key: str, number: int, secret: str) -> Registration:
    """Claim an entry that only has a name; raises `Conflict` if it has a person."""
    loaded = load_event_from_row(lock_event(key))
    player = player_of_claim_link(loaded, number, secret)
    if player.person_id is not None:
        raise Conflict(gettext_noop("Someone has already claimed this entry."))
    return give_entry_to_person(loaded, player, by, by=by)


@transaction.atomic
def delete_pasted_players(*, by: Person | None, key: str, first: int, last: int) -> int:
    """Delete players `first` to `last`; return their number. `Conflict` once one is paired, claimed or in a pod."""
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.ADMIT))
    pasted = [player for player in loaded.players if first <= player.number <= last]
    if loaded.rounds:
        raise Conflict(gettext_noop("Round 1 is paired. Drop players one by one instead."))
    _require_entries_without_person(pasted)
    Registration.objects.filter(pk__in=[player.pk for player in pasted]).delete()
    log_event_actions(loaded.event, by=by, kind="removed", abouts=[{"name": player.name} for player in pasted])
    return len(pasted)


def _require_entries_without_person(players: Sequence[Registration]) -> None:
    taken = [
        player.name
        for player in players
        if (player.person_id is not None and player.member_id is None) or player.pod_id is not None
    ]
    if taken:
        template = gettext_noop("Already claimed: %(names)s. Drop the others one by one.")
        raise Conflict(template, {"names": ", ".join(taken[:8])})


@dataclass(frozen=True, slots=True)
class AppliedPenalty:
    """The table whose result a penalty changed, with its score before (empty if there was none) and after."""

    pairing: LoadedPairing
    round: int
    before: str
    after: str = ""


def current_table_of_player(loaded: LoadedEvent, player: Registration) -> LoadedPairing | None:
    """Return the table of a player in the current round; None if they have a bye or no table."""
    pairing = loaded.current.table_of(player) if loaded.current else None
    return pairing if pairing is not None and pairing.b is not None else None


@transaction.atomic
def apply_penalty(*, by: Person | None, key: str, number: int, kind: str) -> AppliedPenalty:
    """Record a game or match loss at the player’s table (MATCH-09); raises `Conflict` if that isn’t possible."""
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.PENALTY))
    player = player_in_event(loaded, number)
    pairing = current_table_of_player(loaded, player)
    if pairing is None or loaded.current is None:
        raise Conflict(gettext_noop("%(name)s isn’t at a table in this round."), {"name": player.name})
    loses_a, after = pairing.a.pk == player.pk, ""
    if kind == JudgeNote.Kind.MATCH_LOSS:
        crystals = forfeit_score(loaded.event, a_won=not loses_a)
        after = result_services.enter_result(by=by, key=key, pairing=pairing.row.pk, crystals=crystals).result_code
    elif kind == JudgeNote.Kind.GAME_LOSS:
        _apply_game_loss(pairing, winner="b" if loses_a else "a", by=by)
    else:
        raise Conflict(gettext_noop("Only a game loss or match loss changes a result."))
    return AppliedPenalty(pairing, loaded.current.row.number, pairing.result_code, after)


def _apply_game_loss(pairing: LoadedPairing, *, winner: str, by: Person | None) -> None:
    match = Match.objects.filter(pairing__pk=pairing.row.pk).first()
    settled = Pairing.objects.filter(pk=pairing.row.pk).exclude(settled="").exists()
    if settled or match is None:
        raise Conflict(gettext_noop("This table already has a result. Edit it at the results desk instead."))
    report = play_services.GameReport(winner, 0, ended=scoring.GameEnd.PENALTY.value)
    play_services.record_game(by=by, key=match.key, version=match.version, report=report)
