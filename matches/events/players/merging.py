"""Merge two entries of the same person, even after both have played, and undo the merge."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.events.entry.leaving import remove_from_event
from matches.events.entry.services import taken_name_error
from matches.events.queries import load_event_from_row
from matches.events.read_models import LoadedEvent, LoadedPairing
from matches.events.rounds.rows import matches_by_side, reseat_table
from matches.events.transactions import lock_event, log_action, player_by_number, player_in_event
from matches.models import (
    AuditLogEntry,
    EntryRequest,
    Event,
    Game,
    JudgeNote,
    Match,
    Pairing,
    Registration,
    Round,
    Withdrawal,
)

_DECK_FIELDS = ("deck", "deck_name", "deck_verdict", "deck_faults", "deck_frozen", "deck_at", "deck_waived")
# The remaining entry takes these fields over if its own are empty.
_TAKEN_OVER = ("person_id", "member_id", "pod_id", "checked_in", "fixed_table", "requested_byes", "party")
# These fields are lost with the removed entry; undoing the merge restores them.
_RESTORED = ("entered", "dropped", "withdrawal", "seed", "requested_byes", "party")
# A pairing of the removed entry, and the open league pairing of the remaining entry that it replaces, if any.
_Move = tuple[LoadedPairing, LoadedPairing | None]


@transaction.atomic
def merge_players(*, by: Person | None, key: str, number: int, into: int) -> Registration:
    """Merge player `number` into player `into`, who keeps number, name and results, and also gets the other’s results.

    `into` also gets person, deck, pod and requested byes if it has none. In a league, the open matches of `number` are
    struck. Raises `Conflict` if the two played each other, in the same round, or in a league the same opponent, if both
    have a person, or if both sit in a pod.
    """
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.ADMIT))
    leaver = Registration.objects.get(pk=player_in_event(loaded, number).pk)
    survivor = Registration.objects.get(pk=player_in_event(loaded, into).pk)
    _check_can_be_same_person(loaded, leaver, survivor)
    moves = _pairings_to_reassign(loaded, leaver, survivor)
    about: dict[str, object] = {"number": leaver.number, "into": survivor.number}
    about |= {"presence": _values_to_restore(leaver), "presence_before": _values_to_restore(survivor)}
    about["takes"] = _copy_missing_fields(leaver, survivor)
    about["moved"] = [(pairing.row.pk, open_.row.pk if open_ else None) for pairing, open_ in moves]
    about["notes"] = list(leaver.notes.values_list("pk", flat=True))
    if moves:
        survivor.entered = min(leaver.entered, survivor.entered)
    if leaver.dropped is None:
        survivor.dropped, survivor.withdrawal = None, ""
    leaver.save()
    survivor.save()
    _exchange_seats(moves, leaver, survivor)
    JudgeNote.objects.filter(registration=leaver).update(registration=survivor)
    EntryRequest.objects.filter(registration=leaver).update(registration=survivor)
    about |= {"entry": leaver.pk, "stays": survivor.pk}
    about["struck"] = leaver.pairings_as_a.exists() or leaver.pairings_as_b.exists()
    if about["struck"]:
        _leave_in_schedule(loaded.event, leaver, by)
    else:
        leaver.delete()
    kind = "merged_played" if moves else "merged"
    log_action(loaded.event, by=by, kind=kind, before=leaver.name, name=survivor.name, count=len(moves), **about)
    return survivor


def _check_can_be_same_person(loaded: LoadedEvent, leaver: Registration, survivor: Registration) -> None:
    if leaver.pk == survivor.pk:
        raise Conflict(gettext_noop("Choose a different player to merge with."))
    names = {"name": leaver.name, "other": survivor.name}
    if leaver.person_id is not None and survivor.person_id is not None:
        raise Conflict(
            gettext_noop("%(name)s and %(other)s are two different people, each on their own phone. Drop one of them."),
            names,
        )
    if leaver.pod_id is not None and survivor.pod_id is not None:
        raise Conflict(gettext_noop("%(name)s and %(other)s are both seated in a pod. Drop one of them."), names)


def _pairings_to_reassign(loaded: LoadedEvent, leaver: Registration, survivor: Registration) -> list[_Move]:
    """Return the pairings of `leaver` that `survivor` takes over; raises `Conflict`, naming the match in the way."""
    names = {"name": leaver.name, "other": survivor.name}
    lasting = _permanent_pairings(loaded, survivor)
    played = {pairing.row.round.number: pairing for pairing in lasting}
    free_pairings = [pairing for pairing in loaded.tables if survivor in pairing.players and pairing not in lasting]
    moves: list[_Move] = []
    for pairing in _permanent_pairings(loaded, leaver):
        round_ = pairing.row.round
        if survivor in pairing.players:
            template = gettext_noop(
                "%(name)s and %(other)s played each other in round %(round)s, so they’re two people."
            )
            raise Conflict(template, {**names, "round": round_.number})
        if round_.number in played:
            template = gettext_noop(
                "%(name)s and %(other)s can’t be merged because both played in round %(round)s: "
                "%(first)s and %(second)s."
            )
            texts = {"first": _names_at(pairing), "second": _names_at(played[round_.number])}
            raise Conflict(template, {**names, **texts, "round": round_.number})
        opponent = next((player for player in pairing.players if player != leaver), None)
        open_ = next((each for each in free_pairings if opponent in each.players), None)
        if open_ is not None:
            free_pairings.remove(open_)
        elif (
            other_pairing := next((each for each in lasting if opponent in each.players), None)
        ) and loaded.event.is_league:
            template = gettext_noop(
                "%(opponent)s has played %(name)s in round %(round)s and %(other)s in round %(second)s. "
                "If that’s one match entered twice, clear one of the results first."
            )
            rounds = {"round": round_.number, "second": other_pairing.row.round.number}
            raise Conflict(template, {**names, **rounds, "opponent": opponent.name if opponent else ""})
        moves.append((pairing, open_))
    return moves


def _permanent_pairings(loaded: LoadedEvent, player: Registration) -> list[LoadedPairing]:
    """Return an entry’s pairings that a merge can’t strike: in a league, only those with a result, report or game."""
    tables = [pairing for pairing in loaded.tables if player in pairing.players]
    if not loaded.event.is_league:
        return tables
    begun = _started_tables([pairing for pairing in tables if pairing.b is not None])
    return [pairing for pairing in tables if pairing.row.round.stage == Round.Stage.CUT or pairing in begun]


def _started_tables(tables: Sequence[LoadedPairing]) -> list[LoadedPairing]:
    matches = [pairing.row.match_id for pairing in tables]
    played = set(Game.objects.filter(match__in=matches).values_list("match", flat=True))
    return [each for each in tables if each.row.settled or each.claims or each.row.match_id in played]


def _names_at(pairing: LoadedPairing) -> str:
    return " – ".join(player.name for player in pairing.players)


def _values_to_restore(player: Registration) -> dict[str, object]:
    return {name: getattr(player, name) for name in _RESTORED}


def _copy_missing_fields(leaver: Registration, survivor: Registration) -> list[str]:
    """Move fields that `survivor` lacks, and return their names; the caller saves both entries, `leaver` first."""
    taken = [name for name in _TAKEN_OVER if not getattr(survivor, name) and getattr(leaver, name)]
    _move_fields(taken, leaver, survivor)
    if not survivor.deck and (leaver.deck or leaver.deck_waived):
        _move_fields(_DECK_FIELDS, leaver, survivor)
        taken.append("deck")
    return taken


def _move_fields(names: Sequence[str], source: Registration, target: Registration) -> None:
    empty = Registration()
    for name in names:
        setattr(target, name, getattr(source, name))
        setattr(source, name, getattr(empty, name))


def _exchange_seats(moves: Sequence[_Move], leaver: Registration, survivor: Registration) -> None:
    """Seat `survivor` at the tables of `leaver`, with their results, and `leaver` at the open tables they replace."""
    for pairing, open_ in moves:
        _replace_player(pairing.row, leaver, survivor)
        if open_ is not None:
            seats = (leaver if player.pk == survivor.pk else player for player in (open_.a, open_.b) if player)
            reseat_table(open_.row, *seats)
    _assign_matches_to_person(survivor, of=None)


def _assign_matches_to_person(entry: Registration, *, of: Person | None) -> None:
    """Give the matches of an entry that belong to the person `of` (None: nobody) to the entry’s person."""
    for side, matches in matches_by_side(entry):
        matches.filter(**{f"player_{side}": of}).update(**{f"player_{side}": entry.person})


def _replace_player(pairing: Pairing, before: Registration, player: Registration) -> None:
    side = "a" if pairing.a_id == before.pk else "b"
    setattr(pairing, side, player)
    pairing.save(update_fields=[side])
    Match.objects.filter(pairing=pairing).update(**{f"name_{side}": player.name})


def _leave_in_schedule(event: Event, leaver: Registration, by: Person | None) -> None:
    """Keep a merged entry in a league’s schedule, struck and without a person."""
    if leaver.dropped is None:
        remove_from_event(event, leaver, Withdrawal.STRIKE, by=by)
    leaver.person = leaver.member = leaver.pod = None
    leaver.withdrawal = Withdrawal.STRIKE
    leaver.save()


def last_merge_into(event: Event, player: Registration) -> AuditLogEntry | None:
    """Return the newest merge into a player that hasn’t been undone."""
    kinds = ("merged", "merged_played", "split")
    newest = event.audit_log.filter(kind__in=kinds, about__stays=player.pk).first()
    return newest if newest is not None and newest.kind != "split" else None


@transaction.atomic
def split_player(*, by: Person | None, key: str, number: int) -> Registration:
    """Undo the newest merge into player `number`; return the restored entry. `Conflict` if the pairings changed."""
    event = lock_event(key, by=by, permission=Permission.ADMIT)
    survivor = Registration.objects.get(pk=player_by_number(event, number).pk)
    merge = last_merge_into(event, survivor)
    if merge is None:
        raise Conflict(gettext_noop("There’s no merge with %(name)s to undo."), {"name": survivor.name})
    about = merge.about
    leaver = _restore_merged_entry(event, about)
    moves = _moves_to_undo(load_event_from_row(event), about["moved"], leaver, survivor)
    _move_fields([name for name in _TAKEN_OVER if name in about["takes"]], survivor, leaver)
    if "deck" in about["takes"]:
        _move_fields(_DECK_FIELDS, survivor, leaver)
    survivor.entered = about["presence_before"]["entered"]
    if survivor.dropped is None:
        survivor.dropped, survivor.withdrawal = (about["presence_before"][name] for name in ("dropped", "withdrawal"))
    for name, value in about["presence"].items():
        setattr(leaver, name, value)
    survivor.save()
    leaver.save()
    _exchange_seats(moves, survivor, leaver)
    for entry, other_player in ((leaver, survivor), (survivor, leaver)):
        _assign_matches_to_person(entry, of=other_player.person)
    JudgeNote.objects.filter(pk__in=about["notes"]).update(registration=leaver)
    about = {"before": leaver.name, "name": survivor.name, "into": survivor.number, "stays": survivor.pk}
    log_action(event, by=by, kind="split", **about)
    return leaver


def _restore_merged_entry(event: Event, about: Mapping[str, Any]) -> Registration:
    """Return the merged entry: the struck row of a league, or else a new row, with the old number if it is free."""
    there = event.registrations.filter(number=about["number"]).first()
    if there is not None and about["struck"]:
        return there
    taken = event.registrations.filter(name__iexact=about["before"]).first()
    if taken is not None:
        raise taken_name_error(taken.name)
    last = event.registrations.aggregate(last=Max("number"))["last"]
    number = about["number"] if there is None else last + 1
    return Registration.objects.create(pk=about["entry"], event=event, number=number, name=about["before"])


def _moves_to_undo(
    loaded: LoadedEvent, moved: Sequence[Sequence[int | None]], leaver: Registration, survivor: Registration
) -> list[_Move]:
    by_pk = {pairing.row.pk: pairing for pairing in loaded.tables}
    moves = [(by_pk.get(pk or 0), by_pk.get(open_) if open_ else None) for pk, open_ in moved]
    kept = [(pairing, open_) for pairing, open_ in moves if pairing is not None and survivor in pairing.players]
    played = _started_tables([open_ for _table, open_ in kept if open_ is not None])
    if len(kept) < len(moved) or played or any(open_ and leaver not in open_.players for _table, open_ in kept):
        raise Conflict(gettext_noop("The pairings have changed since, so this merge can’t be undone."))
    return kept
