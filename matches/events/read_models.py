"""Read models of events: an event with its rounds, tables, standings and pods, and who may do what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils import timezone

from accounts.models import Person
from matches.core.standings import (
    Outcome,
    PlayedMatch,
    Points,
    Reason,
    StandingRow,
    StandingsRules,
    compute_standings,
    points_of_bye,
)
from matches.core.tournament.elimination import BYE, THIRD_PLACE, BracketMatch, bracket_slots, fill_bracket, final_of
from matches.core.tournament.roles import EventRole, Permission, is_allowed
from matches.models import Claim, Event, Pairing, Pod, Registration, Round, Withdrawal

# If more tables are untouched when time is up, they are listed only by number.
MAX_TABLES_NAMED = 30


@dataclass(frozen=True, slots=True)
class LoadedPairing:
    """A table of a round: its players, `outcome` (None while open), the players’ reports, and the key of its match.

    `games` are the games won by each player; None if only crystals are known.
    """

    row: Pairing
    a: Registration
    b: Registration | None
    outcome: Outcome | None
    crystals: tuple[int, int]
    claims: tuple[Claim, ...] = ()
    match_key: str = ""
    games: tuple[int, int] | None = None
    forfeit: bool = False

    @property
    def players(self) -> tuple[Registration, ...]:
        """Return both players, or the player with a bye."""
        return (self.a, self.b) if self.b else (self.a,)

    def player_at_side(self, side: str) -> Registration:
        """Return the player of a side, `a` or `b`."""
        return self.b if side == "b" and self.b is not None else self.a

    @property
    def is_struck(self) -> bool:
        """Return whether the match doesn’t count because a player left the league and all their matches were struck."""
        return any(player.withdrawal == Withdrawal.STRIKE for player in self.players)

    @property
    def is_void(self) -> bool:
        """Return whether the match is struck and was never played, so that lists of matches leave it out."""
        return self.is_struck and self.outcome is None and not self.claims

    @property
    def for_third(self) -> bool:
        return self.row.slot == THIRD_PLACE

    @property
    def is_awaited(self) -> bool:
        """Return whether the table still needs a result."""
        return self.outcome is None and not any(player.withdrawal for player in self.players)

    @property
    def day(self) -> date | None:
        return self.row.played_on

    @property
    def is_overdue(self) -> bool:
        """Return whether the table still needs a result although its day has passed."""
        return self.b is not None and self.day is not None and self.day < timezone.localdate() and self.is_awaited

    @property
    def state(self) -> str:
        """Return `bye`, `done`, `claimed` (one player has reported), `disputed` (the reports differ) or `open`."""
        if self.b is None:
            return "bye"
        if self.outcome is not None:
            return "done"
        return ("open", "claimed", "disputed")[len(self.claims)]

    @property
    def display_state(self) -> str:
        """Return the state for lists: `struck`, `left` (a player has left), `overdue`, or else `state`."""
        if self.b is not None and self.is_struck:
            return "struck"
        if self.players_who_left:
            return "left"
        return "overdue" if self.state == "open" and self.is_overdue else self.state

    @property
    def winner_side(self) -> str:
        return self.outcome.value if self.outcome in (Outcome.A, Outcome.B) else ""

    @property
    def is_double_loss(self) -> bool:
        """Return whether both players have lost."""
        return self.outcome is Outcome.NOBODY

    @property
    def players_who_left(self) -> tuple[Registration, ...]:
        """Return the players at this table who have left the event; empty if the table has a result."""
        return tuple(player for player in self.players if player.dropped is not None) if self.outcome is None else ()

    @property
    def remaining_player(self) -> Registration | None:
        """Return the player who stays if the opponent has left; None if the table has a result."""
        if self.b is None or len(self.players_who_left) != 1:
            return None
        return self.b if self.players_who_left[0] == self.a else self.a

    @property
    def result_code(self) -> str:
        """Return the result as the desk’s undo has it: `5:2`, `0:0 nobody`, `5:2 games 3:1`; empty without a result."""
        if self.outcome is None:
            return ""
        nobody = " nobody" if self.outcome is Outcome.NOBODY else ""
        games = f" games {self.games[0]}:{self.games[1]}" if self.games else ""
        forfeit = " forfeit" if self.forfeit else ""
        return f"{self.crystals[0]}:{self.crystals[1]}{nobody}{games}{forfeit}"

    @property
    def extra_seconds(self) -> int:
        return 60 * self.row.extra_minutes

    def score_with_names(self, crystals: tuple[int, int]) -> str:
        """Return a result with names for the audit log and webhooks, in the order of the table’s players."""
        return f"{self.a.name} {crystals[0]} : {crystals[1]} {self.b.name if self.b else ''}".strip()

    @property
    def winner(self) -> Registration | None:
        return {Outcome.A: self.a, Outcome.B: self.b, Outcome.BYE: self.a}.get(self.outcome or Outcome.DRAW)

    @property
    def bye_points(self) -> int:
        points = standings_rules_of(self.row.round.event).points
        return 0 if self.outcome is None else points_of_bye(points, self.outcome)

    @property
    def loser(self) -> Registration | None:
        """Return the loser; None if nobody has won, and for a bye."""
        return (self.b if self.winner == self.a else self.a) if self.winner is not None else None

    @property
    def starter(self) -> Registration:
        return self.a if self.row.a_starts or self.b is None else self.b

    def side_of_person(self, person: Person | None) -> str:
        if person is None:
            return ""
        sides = {self.a.person_id: "a", **({self.b.person_id: "b"} if self.b else {})}
        return sides.get(person.pk, "")


@dataclass(frozen=True)
class LoadedRound:
    """A round with its tables."""

    row: Round
    pairings: tuple[LoadedPairing, ...]

    def table_of(self, player: Registration | None) -> LoadedPairing | None:
        return next((pairing for pairing in self.pairings if player in pairing.players), None)

    @property
    def bracket_tables(self) -> tuple[LoadedPairing, ...]:
        """Return the tables whose winners advance or win the event: all but the match for third place."""
        return tuple(pairing for pairing in self.pairings if not pairing.for_third)

    @property
    def tables_in_bracket_order(self) -> tuple[LoadedPairing, ...]:
        """Return the tables of a bracket in the order of the tree, where the winners of two neighbours meet next."""
        return tuple(sorted(self.bracket_tables, key=lambda pairing: pairing.row.pk))

    @property
    def third_place_table(self) -> LoadedPairing | None:
        return next((pairing for pairing in self.pairings if pairing.for_third), None)

    @cached_property
    def unreported(self) -> tuple[LoadedPairing, ...]:
        """Return the tables that still need a result."""
        return tuple(pairing for pairing in self.pairings if pairing.is_awaited)

    @cached_property
    def untouched_tables(self) -> tuple[LoadedPairing, ...]:
        """Return the tables without a result or report whose players are both still in the event."""
        return tuple(
            pairing for pairing in self.unreported if pairing.state == "open" and pairing.remaining_player is None
        )

    @property
    def untouched_table_numbers(self) -> str:
        return ", ".join(str(pairing.row.table) for pairing in self.untouched_tables)

    @cached_property
    def tables_to_list(self) -> tuple[LoadedPairing, ...]:
        """Return the tables to list with players when time is up; many untouched tables are left out."""
        untouched = {pairing.row.pk for pairing in self.untouched_tables}
        if len(untouched) <= MAX_TABLES_NAMED:
            return self.unreported
        return tuple(pairing for pairing in self.unreported if pairing.row.pk not in untouched)

    @property
    def has_results(self) -> bool:
        """Return whether a table has a result or a report, after which the pairings can’t change."""
        return any(
            pairing.b is not None and (pairing.outcome is not None or pairing.claims) for pairing in self.pairings
        )

    @property
    def seconds_left(self) -> int:
        """Return the seconds on the clock; negative once time is up."""
        now = timezone.now().timestamp()
        run = sum((now if stop is None else stop) - start for start, stop in self.row.spans)
        return int(self.row.minutes * 60 - run)

    @property
    def running(self) -> bool:
        return bool(self.row.spans) and self.row.spans[-1][1] is None


@dataclass(frozen=True, slots=True)
class StandingsPlace:
    """A row of the standings with its player and the reason for the place."""

    line: StandingRow[int]
    player: Registration
    why: Reason[int]


@dataclass(frozen=True, slots=True)
class LoadedPod:
    """A pod and its players."""

    pod: Pod
    players: tuple[Registration, ...]


@dataclass(frozen=True)
class LoadedEvent:
    """An event with everything its pages show."""

    event: Event
    players: tuple[Registration, ...]
    rounds: tuple[LoadedRound, ...]
    roles: Mapping[int, str]

    @cached_property
    def standings(self) -> tuple[StandingsPlace, ...]:
        """Return the standings, computed from all results on first use."""
        by_pk = {player.pk: player for player in self.ranked}
        names = {player.pk: player.name for player in self.ranked}
        lines = compute_standings(by_pk, played_matches_of(self.rounds), standings_rules_of(self.event))
        ordered = sorted(lines, key=lambda line: (line.place, names[line.player].casefold()))
        return tuple(StandingsPlace(line, by_pk[line.player], line.why.with_names(names)) for line in ordered)

    @cached_property
    def cross_table(self) -> tuple[tuple[Registration, tuple[str, ...]], ...]:
        """Return the cross table of a league in the order of the standings, with the row player’s crystals first.

        Cells on the diagonal have a dot; cells of players who have not met are empty.
        """
        met: dict[tuple[int, int], list[str]] = {
            (standing.player.pk, standing.player.pk): ["·"] for standing in self.standings
        }
        for pairing in self.tables:
            if pairing.b is not None and pairing.outcome is not None:
                a, b = pairing.crystals
                met.setdefault((pairing.a.pk, pairing.b.pk), []).append(f"{a}:{b}")
                met.setdefault((pairing.b.pk, pairing.a.pk), []).append(f"{b}:{a}")
        players = [standing.player for standing in self.standings]
        return tuple((a, tuple(" ".join(met.get((a.pk, b.pk), ())) for b in players)) for a in players)

    @property
    def tables(self) -> tuple[LoadedPairing, ...]:
        return tuple(pairing for round_ in self.rounds for pairing in round_.pairings)

    @property
    def current(self) -> LoadedRound | None:
        """Return the last round that was paired; for a league, the first round with missing results."""
        newest = self.rounds[-1] if self.rounds else None
        return next((round_ for round_ in self.rounds if round_.unreported), newest) if self.event.is_league else newest

    @property
    def may_unpair(self) -> bool:
        """Return whether the newest pairing (in a league, of all rounds) has no results, so that it can be undone."""
        newest = self.rounds[-1:]
        if self.event.is_league and all(round_.row.stage == Round.Stage.MAIN for round_ in newest):
            newest = self.rounds
        return not any(round_.has_results for round_ in newest)

    @property
    def overdue(self) -> tuple[LoadedPairing, ...]:
        """Return the overdue matches of a running league, oldest first."""
        if not self.event.is_league or self.event.status != Event.Status.RUNNING:
            return ()
        tables = [pairing for pairing in self.tables if pairing.is_overdue]
        return tuple(sorted(tables, key=lambda pairing: pairing.day or date.max))

    @property
    def active(self) -> tuple[Registration, ...]:
        return tuple(player for player in self.players if player.dropped is None)

    @property
    def ranked(self) -> tuple[Registration, ...]:
        """Return the players of the standings, once a round is paired without those who left before they could play."""
        if not self.rounds:
            return self.players
        stay = (player for player in self.players if player.withdrawal != Withdrawal.STRIKE)
        return tuple(player for player in stay if player.dropped is None or player.dropped > player.entered)

    @property
    def present(self) -> tuple[Registration, ...]:
        """Return the active players who have checked in, if the event has a check-in."""
        return tuple(player for player in self.active if player.checked_in or not self.event.check_in)

    @property
    def rounds_open_for_byes(self) -> range:
        """Return the Swiss rounds for which byes can still be requested; if no number is planned, the next five."""
        paired = len(self.rounds)
        if not self.event.has_swiss_rounds or self.event.status not in (
            Event.Status.REGISTRATION,
            Event.Status.RUNNING,
        ):
            return range(0)
        return range(paired + 1, (self.event.rounds_planned or paired + 5) + 1)

    @property
    def players_with_next_bye(self) -> tuple[Registration, ...]:
        return self.players_requesting_bye(len(self.rounds) + 1) if self.rounds_open_for_byes else ()

    def players_requesting_bye(self, number: int) -> tuple[Registration, ...]:
        return tuple(player for player in self.active if number in player.requested_byes and player.entered <= number)

    @property
    def few_present(self) -> bool:
        """Return whether fewer than two thirds have checked in, so that pairing needs confirmation."""
        return len(self.present) * 3 < len(self.active) * 2

    @property
    def pods(self) -> tuple[LoadedPod, ...]:
        """Return the pods in order, with their players."""
        by_number: dict[int, tuple[Pod, list[Registration]]] = {}
        for player in self.players:
            if player.pod is not None:
                by_number.setdefault(player.pod.number, (player.pod, []))[1].append(player)
        return tuple(LoadedPod(pod, tuple(seated)) for _number, (pod, seated) in sorted(by_number.items()))

    @cached_property
    def cut_rounds(self) -> tuple[LoadedRound, ...]:
        """Return the rounds of the bracket: all rounds of an elimination event, or else the rounds of the playoff."""
        return tuple(round_ for round_ in self.rounds if round_.row.stage == Round.Stage.CUT)

    @cached_property
    def tables_by_match(self) -> dict[int, tuple[LoadedRound, LoadedPairing]]:
        """Return each table of the bracket with its round, by the number of its match in the tree."""
        tables = [
            (round_, pairing)
            for round_ in self.cut_rounds
            for pairing in (*round_.tables_in_bracket_order, round_.third_place_table)
            if pairing
        ]
        numbers = iter(range(1, len(tables) + 1))  # for rows stored before tables had a `slot`
        return {
            next(numbers) if pairing.row.slot is None else pairing.row.slot: (round_, pairing)
            for round_, pairing in tables
        }

    @cached_property
    def bracket(self) -> tuple[BracketMatch, ...]:
        """Return the tree with its results; empty before an elimination event or a playoff has begun."""
        if not self.cut_rounds:
            return ()
        size = 2 * len(self.cut_rounds[0].bracket_tables)
        slots = bracket_slots(size, double=self.event.is_double, third=self.event.third_place)
        seeds, tables = [BYE] * size, self.tables_by_match
        for slot in slots[: size // 2]:
            pairing = tables[slot.number][1]
            seeds[slot.a.number], seeds[slot.b.number] = pairing.a.pk, pairing.b.pk if pairing.b else BYE
        won = {slot: pk for slot, (_round, pairing) in tables.items() if (pk := bracket_winner_pk(pairing)) is not None}
        return fill_bracket(slots, seeds, won)

    @property
    def bracket_tree(self) -> tuple[BracketMatch, ...]:
        """Return the bracket of an elimination event; empty for other events."""
        return self.bracket if self.event.elimination else ()

    @property
    def champion(self) -> Registration | None:
        """Return the winner of the bracket, or of a finished event without a bracket; None for a tie."""
        if self.bracket:
            winner = final_of(self.bracket).winner
            return next((player for player in self.players if player.pk == winner), None)
        finished = self.event.status == Event.Status.FINISHED
        return self.standings[0].player if finished and self.standings and not self.standings[0].line.shared else None

    def permits(self, person: Person | None, permission: Permission, *, about: Registration | None = None) -> bool:
        """Return whether a person has this permission; `about` is the player concerned."""
        return has_permission(self.event, self.roles, person, permission, about=about)

    def player_of(self, person: Person | None) -> Registration | None:
        return next((player for player in self.players if person is not None and player.person_id == person.pk), None)


def bracket_winner_pk(pairing: LoadedPairing) -> int | None:
    """Return the winner of a bracket’s table: `BYE` if third place was left undecided, None while it is open."""
    if pairing.winner is not None:
        return pairing.winner.pk
    return BYE if pairing.for_third and pairing.outcome is not None else None


def standings_rules_of(event: Event) -> StandingsRules:
    points = Points(event.points_win, event.points_draw, event.points_loss, event.points_bye)
    return StandingsRules(points, tuple(event.tie_breaks), bye_mean=event.bye_crystals == Event.ByeCrystals.MEAN)


def played_matches_of(rounds: Iterable[LoadedRound]) -> list[PlayedMatch[int]]:
    """Return the results before a playoff as values of the core, without byes of a league, which don’t count."""
    return [
        PlayedMatch(
            pairing.a.pk, pairing.b.pk if pairing.b else None, pairing.outcome, *pairing.crystals, pairing.games
        )
        for round_ in rounds
        if round_.row.stage == Round.Stage.MAIN
        for pairing in round_.pairings
        if pairing.outcome is not None and not pairing.is_struck
        if pairing.b is not None or not round_.row.event.is_league
    ]


def has_permission(
    event: Event,
    roles: Mapping[int, str],
    person: Person | None,
    permission: Permission,
    *,
    about: Registration | None = None,
) -> bool:
    """Return whether a person has this permission, given the helpers’ `roles`; `about` is the player concerned."""
    kinds = {EventRole(roles[person.pk])} if person is not None and person.pk in roles else set()
    if person is not None:
        if person.pk == event.owner_id:
            kinds.add(EventRole.OWNER)
        if about is not None and about.person_id == person.pk:
            kinds.add(EventRole.PLAYER)
    return is_allowed(permission, kinds)
