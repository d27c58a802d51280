"""The rows of a round: its tables with their numbers, matches and decks."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from decks.models import Deck
from matches.core.tournament.stages import assign_table_numbers
from matches.events.notifications import notify_of_round
from matches.models import Event, GameDeck, Match, Pairing, Registration, Round, Side

# Two players, whether the first player starts, and whether they were paired by hand.
TableSeats = tuple[Registration, Registration | None, bool, bool]


def unsaved_tables(round_: Round, seats: Sequence[TableSeats], *, slots: Sequence[int | None] = ()) -> list[Pairing]:
    """Return the unsaved tables of a round, each with a match unless it is a bye.

    Players with a fixed table sit there; other tables are numbered from the event’s first table on, byes last. In a
    bracket, `slots` are the numbers of the matches in the tree.
    """
    order = sorted(range(len(seats)), key=lambda n: seats[n][1] is None)
    wanted = [a.fixed_table or b.fixed_table if b is not None else None for a, b, *_ in (seats[n] for n in order)]
    numbers = dict(zip(order, assign_table_numbers(wanted, first=round_.event.first_table), strict=True))
    return [
        Pairing(
            round=round_,
            table=numbers[n],
            a=a,
            b=b,
            a_starts=starts,
            by_hand=hand,
            outcome=_outcome_of_bye(round_, a, b),
            match=unsaved_match_between(round_, a, b, starts=starts) if b else None,
            slot=slots[n] if slots else None,
        )
        for n, (a, b, starts, hand) in enumerate(seats)
    ]


def _outcome_of_bye(round_: Round, a: Registration, b: Registration | None) -> str:
    """Return the outcome of a requested bye; empty for other tables."""
    return round_.event.outcome_of_requested_bye if b is None and round_.number in a.requested_byes else ""


def unsaved_match(event: Event, **options: object) -> Match:
    sheet = {**event.sheet, "crystal_cards": bool(event.sheet.get("crystal_cards"))}
    return Match(created_by=event.owner, **sheet, **options)


def unsaved_match_between(round_: Round, a: Registration, b: Registration, *, starts: bool) -> Match:
    return unsaved_match(
        round_.event,
        name_a=a.name,
        name_b=b.name,
        player_a_id=a.person_id,
        player_b_id=b.person_id,
        first_starter=Side.A if starts else Side.B,
    )


def reseat_table(pairing: Pairing, a: Registration, b: Registration | None) -> None:
    """Seat other players at a table, with a new match and the decks that both have submitted."""
    match_before, pairing.match = pairing.match, None
    pairing.a, pairing.b, pairing.by_hand = a, b, True
    pairing.outcome = _outcome_of_bye(pairing.round, a, b)
    pairing.save()
    if match_before is not None:
        match_before.delete()
    if b is not None:
        pairing.match = unsaved_match_between(pairing.round, a, b, starts=pairing.a_starts)
        pairing.match.save()
        pairing.save(update_fields=["match"])
        GameDeck.objects.bulk_create(build_submitted_deck_copies(pairing.round.event, [(pairing.match, a, b)]))


def matches_by_side(player: Registration) -> list[tuple[str, QuerySet[Match]]]:
    """Return the matches of a player on each side of a table."""
    return [(side, Match.objects.filter(**{f"pairing__{side}": player})) for side in Side.values]


def save_round(round_: Round, seats: Sequence[TableSeats], *, slots: Sequence[int | None] = ()) -> Round:
    """Save a round with its tables, matches and submitted decks, and notify the players."""
    tables = unsaved_tables(round_, seats, slots=slots)
    round_.save(force_insert=True)
    pairs = [
        (pairing.match, pairing.a, pairing.b)
        for pairing in tables
        if pairing.match is not None and pairing.b is not None
    ]
    Match.objects.bulk_create([match for match, _a, _b in pairs])
    Pairing.objects.bulk_create(tables)
    GameDeck.objects.bulk_create(build_submitted_deck_copies(round_.event, pairs))
    notify_of_round(
        round_.event, round_, [player for pairing in tables for player in (pairing.a, pairing.b) if player is not None]
    )
    return round_


def delete_rounds(rounds: Sequence[Round]) -> None:
    matches = list(Match.objects.filter(pairing__round__in=rounds).values_list("pk", flat=True))
    Pairing.objects.filter(round__in=rounds).delete()
    Match.objects.filter(pk__in=matches).delete()
    Round.objects.filter(pk__in=[round_.pk for round_ in rounds]).delete()


def build_submitted_deck_copies(
    event: Event, seats: Iterable[tuple[Match, Registration, Registration]]
) -> list[GameDeck]:
    """Return unsaved copies of the submitted decks for the first game of these matches."""
    handed = event.registrations.exclude(deck_frozen=None).values_list("pk", "deck_frozen")
    frozen: dict[int, dict[str, Any]] = {pk: dict(deck or {}) for pk, deck in handed}
    named = {pk for deck in frozen.values() if (pk := deck.get("deck_id"))}
    there = set(Deck.objects.filter(pk__in=named).values_list("pk", flat=True))
    return [
        GameDeck(match=match, side=side, number=1, chosen_by_id=who.person_id, **_copied_deck(frozen[who.pk], there))
        for match, a, b in seats
        for side, who in ((Side.A, a), (Side.B, b))
        if who.pk in frozen
    ]


def _copied_deck(deck: dict[str, Any], there: set[int]) -> dict[str, Any]:
    """Return the copy of a deck, without `deck_id` if the deck has been deleted since."""
    return deck if deck.get("deck_id") in there else {**deck, "deck_id": None}
