"""What comes next in an event: the organiser’s next step, the pairings of a round, the seeds of a playoff, and decks
and pools that are missing."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from accounts.blocks import blocked_pairs
from common.errors import Conflict, Invalid
from common.text import gettext_noop
from decks.core.legality import Status
from drafts.models import Draft
from matches.core.names import name_key
from matches.core.pairing import Entrant, pair_round
from matches.core.standings import Outcome, Reason
from matches.core.tournament import playoff_seeds
from matches.core.tournament.elimination import BracketMatch, draw_seeds, first_matches
from matches.core.tournament.rules import ELIMINATION_FORMATS, MAX_EVENT_PLAYERS
from matches.events.read_models import LoadedEvent, LoadedRound, StandingsPlace
from matches.events.rounds.rows import TableSeats
from matches.events.transactions import player_in_event
from matches.models import Event, Registration, Round


class NextStep(StrEnum):
    """Next step of the organisers: `RESULTS` while results are missing, `NOTHING` once the event is over."""

    ENTER = "enter"
    SEAT = "seat"
    DRAFT = "draft"
    CALENDAR = "calendar"
    PAIR = "pair"
    RESULTS = "results"
    CUT = "cut"
    FINISH = "finish"
    NOTHING = "nothing"


def next_step_of_organiser(loaded: LoadedEvent) -> NextStep:
    event = loaded.event
    if event.status == Event.Status.FINISHED:
        return NextStep.NOTHING
    in_bracket = bool(loaded.bracket_tree) or event.status == Event.Status.CUT
    if len(loaded.active) < 2 and not in_bracket:
        return NextStep.ENTER
    if not loaded.rounds:
        return _step_before_rounds(loaded)
    if loaded.current is not None and loaded.current.unreported:
        return NextStep.RESULTS
    if event.is_league or loaded.champion is not None:
        return NextStep.FINISH
    if event.format in ELIMINATION_FORMATS:
        return NextStep.PAIR
    planned = event.rounds_planned and len(loaded.rounds) >= event.rounds_planned
    if event.status == Event.Status.RUNNING and planned:
        return NextStep.CUT if event.cut_size else NextStep.FINISH
    return NextStep.PAIR


def _step_before_rounds(loaded: LoadedEvent) -> NextStep:
    if loaded.event.is_league:
        return NextStep.CALENDAR
    if loaded.event.format == Event.Format.DRAFT:
        if not loaded.pods:
            return NextStep.SEAT
        if any(pod.pod.draft.status in Draft.OPEN for pod in loaded.pods):
            return NextStep.DRAFT
    return NextStep.PAIR


def playable_bracket_matches(
    loaded: LoadedEvent, players: Sequence[Registration], *, apart: Collection[frozenset[int]]
) -> list[BracketMatch]:
    """Return the matches of a bracket that can be played now; empty once all are played.

    The first round, with its byes, is drawn from the `players` so that as few pairs of `apart` as possible meet.
    """
    if loaded.rounds:
        return [match for match in loaded.bracket if match.ready]
    seeded = [player.pk for player in in_order_of_seeds(players) if player.seed]
    return first_matches(
        draw_seeds([player.pk for player in players], seed=loaded.event.seed, apart=apart, first=seeded)
    )


def in_order_of_seeds(players: Iterable[Registration]) -> list[Registration]:
    """Return the players by seed; players without a seed come last, by number."""
    return sorted(players, key=lambda player: (player.seed or MAX_EVENT_PLAYERS, player.number))


def players_of_next_round(loaded: LoadedEvent, number: int) -> list[Registration]:
    """Return the players of this round, who are present, have entered by then, and have not requested a bye."""
    out = loaded.players_requesting_bye(number)
    return [player for player in loaded.present if player.entered <= number and player not in out]


def close_previous_round(loaded: LoadedEvent, number: int) -> None:
    """Close the previous round; raise `Conflict` unless `number` is the next round."""
    event = loaded.event
    if event.status == Event.Status.FINISHED:
        raise Conflict(gettext_noop("This event is finished."))
    if number <= len(loaded.rounds):
        template = gettext_noop("Round %(round)s is already paired, maybe by someone else just now. Check it.")
        raise Conflict(template, {"round": number})
    if number != len(loaded.rounds) + 1:
        raise Conflict(gettext_noop("The next round is round %(round)s."), {"round": len(loaded.rounds) + 1})
    if loaded.rounds:
        finish_complete_round(loaded.rounds[-1])
    planned_rounds = event.rounds_planned if event.format not in ELIMINATION_FORMATS else None
    if planned_rounds and event.status == Event.Status.RUNNING and number > planned_rounds:
        template = gettext_noop(
            "All %(rounds)s rounds have been played. Start the playoff, finish the event or plan more rounds."
        )
        raise Conflict(template, {"rounds": planned_rounds})


def check_enough_players(loaded: LoadedEvent, players: Sequence[Registration]) -> None:
    """Raise `Conflict` for fewer than two players."""
    if len(players) >= 2:
        return
    if loaded.event.check_in and len(loaded.active) >= 2:
        template = gettext_noop("Only %(count)s of %(players)s players have checked in; a round needs two.")
        raise Conflict(template, {"count": len(players), "players": len(loaded.active)})
    raise Conflict(gettext_noop("A round needs two players."))


def finish_complete_round(last: LoadedRound) -> None:
    """Close a round that has all its results; raises `Conflict` if some are missing."""
    if last.row.status == Round.Status.CLOSED:
        return
    require_all_results(last)
    Round.objects.filter(pk=last.row.pk).update(status=Round.Status.CLOSED)


def reopen_rounds(event: Event) -> None:
    """Undo `finish_complete_round` for the newest round (in a league, all rounds), except rounds closed by hand."""
    in_league = event.is_league
    rounds = list(event.rounds.all())
    by_hand = event.audit_log.filter(kind__in=("round_closed", "round_opened")).order_by("pk")
    kinds = {about["round"]: kind for about, kind in by_hand.values_list("about", "kind")}
    newest = rounds if in_league and rounds and rounds[-1].stage == Round.Stage.MAIN else rounds[-1:]
    opened = [round_.pk for round_ in newest if kinds.get(round_.number) != "round_closed"]
    event.rounds.filter(pk__in=opened).update(status=Round.Status.PLAYING)


def require_all_results(last: LoadedRound) -> None:
    """Raise `Conflict` with the tables whose results are missing."""
    if last.unreported:
        tables = ", ".join(str(pairing.row.table) for pairing in last.unreported[:12])
        template = gettext_noop(
            "Round %(round)s is still missing results from %(count)s tables: %(tables)s. Enter them, or close the"
            " round with current scores."
        )
        raise Conflict(template, {"round": last.row.number, "count": len(last.unreported), "tables": tables})


def check_pods_finished(loaded: LoadedEvent) -> None:
    """Raise `Conflict` if the pods of a draft event aren’t seated or are still drafting."""
    if loaded.event.format != Event.Format.DRAFT or loaded.rounds:
        return
    drafts = {player.pod.number: player.pod.draft for player in loaded.players if player.pod}
    if not drafts:
        raise Conflict(gettext_noop("Seat the pods first; the rounds come after the drafts."))
    waiting = sorted(number for number, draft in drafts.items() if draft.status in draft.OPEN)
    if waiting:
        tables = ", ".join(map(str, waiting))
        raise Conflict(gettext_noop("These pods haven’t finished drafting: %(tables)s."), {"tables": tables})


def unsaved_round(loaded: LoadedEvent, number: int, stage: str = Round.Stage.MAIN) -> Round:
    return Round(event=loaded.event, number=number, stage=stage, minutes=loaded.event.round_minutes)


def pair_swiss_round(
    loaded: LoadedEvent,
    round_: Round,
    players: Sequence[Registration],
    *,
    fixed: Sequence[tuple[int, int]],
    byes: Sequence[int],
) -> list[TableSeats]:
    """Return the seats of a Swiss round, including pairs and byes set by hand and requested byes."""
    by_pk = {player.pk: player for player in players}
    out = {player_in_event(loaded, number).pk for number in byes}
    pairs = [(player_in_event(loaded, a).pk, player_in_event(loaded, b).pk) for a, b in fixed]
    entrants = [entrant for entrant in entrants_for_pairing(loaded, players) if entrant.id not in out]
    paired = pair_round(entrants, seed=round_.seed, fixed=pairs, apart=pairs_to_keep_apart(players))
    by_hand = {frozenset(pair) for pair in pairs}
    seats: list[TableSeats] = [
        (by_pk[int(a)], by_pk[int(b)], starter == a, frozenset((a, b)) in by_hand)
        for (a, b), starter in zip(paired.pairings, paired.starters, strict=True)
    ]
    if paired.bye is not None:
        seats.append((by_pk[int(paired.bye)], None, True, False))
    requested = [(player, None, True, False) for player in loaded.players_requesting_bye(round_.number)]
    return [*seats, *((by_pk[pk], None, True, True) for pk in sorted(out & set(by_pk))), *requested]


def pairs_to_keep_apart(players: Sequence[Registration]) -> set[frozenset[int]]:
    """Return all pairs within a party, such as a family, and all pairs where one player has blocked the other."""
    parties: dict[str, list[int]] = {}
    for player in players:
        if player.party:
            parties.setdefault(name_key(player.party), []).append(player.pk)
    return {frozenset(pair) for party in parties.values() for pair in combinations(party, 2)}.union(
        blocked_pairs({player.person_id: player.pk for player in players})
    )


def entrants_for_pairing(loaded: LoadedEvent, players: Sequence[Registration]) -> list[Entrant]:
    """Return the players as entrants with their points, opponents, byes and starts so far."""
    points = {standing.player.pk: standing.line.points for standing in loaded.standings}
    opponents: dict[int, list[int]] = {player.pk: [] for player in loaded.players}
    byes, starts = dict.fromkeys(opponents, 0), dict.fromkeys(opponents, 0)
    for pairing in loaded.tables:
        if pairing.b is None:
            byes[pairing.a.pk] += pairing.outcome is Outcome.BYE
            continue
        opponents[pairing.a.pk].append(pairing.b.pk)
        opponents[pairing.b.pk].append(pairing.a.pk)
        starts[pairing.starter.pk] += 1
    return [
        Entrant(
            player.pk, points.get(player.pk, 0), tuple(opponents[player.pk]), byes[player.pk], starts=starts[player.pk]
        )
        for player in players
    ]


@dataclass(frozen=True, slots=True)
class PlayoffPlan:
    """The players of the playoff, best first, and the best player left `out`, with the reason (None if all are in).

    `lot` are the players tied for the last place, between whom lots decide.
    """

    seeds: tuple[Registration, ...]
    out: Registration | None
    why: Reason[int] | None
    lot: tuple[Registration, ...]


def playoff_plan(loaded: LoadedEvent) -> PlayoffPlan | None:
    """Return the playoff as it would begin now; None for an event without a playoff or with too few players."""
    places = [standing for standing in loaded.standings if standing.player.dropped is None]
    try:
        seeds = playoff_seeds_by_rank(loaded)
    except Invalid:
        return None
    by_pk = {standing.player.pk: standing for standing in places}
    rest = [standing for standing in places if standing.player not in seeds]
    last, first_out = by_pk[seeds[-1].pk], rest[0] if rest else None
    lot = _players_tied_with(places, last) if first_out is not None and first_out.line.place == last.line.place else ()
    return PlayoffPlan(
        seeds, first_out.player if first_out else None, first_out.why if first_out and not lot else None, lot
    )


def playoff_seeds_by_rank(loaded: LoadedEvent) -> tuple[Registration, ...]:
    """Return the players of the playoff by seed; raises `Invalid` for too few."""
    standing = [(place.line.place, place.player.pk) for place in loaded.standings if place.player.dropped is None]
    by_pk = {player.pk: player for player in loaded.players}
    return tuple(by_pk[pk] for pk in playoff_seeds(standing, size=loaded.event.cut_size, seed=loaded.event.seed))


def seeds_by_player(loaded: LoadedEvent) -> dict[int, int]:
    """Return the seed (from 1) of each player by primary key; empty before a playoff has begun."""
    first_round = next((round_ for round_ in loaded.rounds if round_.row.stage == Round.Stage.CUT), None)
    if first_round is None or loaded.bracket_tree:
        return {}
    players = {player.pk for pairing in first_round.pairings for player in pairing.players}
    standing = [(place.line.place, place.player.pk) for place in loaded.standings if place.player.pk in players]
    drawn = (
        playoff_seeds(standing, size=len(players), seed=loaded.event.seed)
        if len(players) == 2 * len(first_round.pairings)
        else ()
    )
    return {pk: number for number, pk in enumerate(drawn, start=1)}


def players_tied_for_last_spot(loaded: LoadedEvent) -> tuple[Registration, ...]:
    """Return the players tied for the last place of a playoff that has begun, if lots decided between them."""
    seeds = seeds_by_player(loaded)
    if not seeds:
        return ()
    begun = next(round_.row.number for round_ in loaded.rounds if round_.row.stage == Round.Stage.CUT)
    there = [
        standing for standing in loaded.standings if standing.player.dropped is None or standing.player.dropped > begun
    ]
    last = max(
        (standing for standing in there if standing.player.pk in seeds),
        key=lambda standing: standing.line.place,
        default=None,
    )
    level = _players_tied_with(there, last) if last is not None else ()
    return level if any(player.pk not in seeds for player in level) else ()


def _players_tied_with(places: list[StandingsPlace], with_: StandingsPlace) -> tuple[Registration, ...]:
    return tuple(standing.player for standing in places if standing.line.place == with_.line.place)


def playoff_replacements(loaded: LoadedEvent) -> tuple[str, str] | None:
    """Return players to add to and remove from a paired playoff, as standings changed; None if nothing can change."""
    drawn = seeds_by_player(loaded)
    plan = playoff_plan(loaded) if drawn and loaded.may_unpair and len(loaded.cut_rounds) == 1 else None
    if plan is None:
        return None
    new = [player.name for player in plan.seeds if player.pk not in drawn]
    old = [player.name for player in loaded.players if player.pk in drawn and player not in plan.seeds]
    return (", ".join(new), ", ".join(old)) if new and old else None


@dataclass(frozen=True, slots=True)
class MissingDecksAndPools:
    """The players without a legal deck, and the players without a pool; nobody is in both."""

    decks: tuple[Registration, ...] = ()
    pools: tuple[Registration, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.decks or self.pools)


def players_not_eliminated(loaded: LoadedEvent) -> tuple[Registration, ...]:
    """Return the players who are not out of the bracket, or before it, the players who would be paired next."""
    if loaded.event.status == Event.Status.FINISHED:
        return ()
    matches = loaded.bracket
    if matches:
        still = {pk for match in matches if match.real and match.winner is None for pk in (match.a, match.b)}
        return tuple(player for player in loaded.active if player.pk in still)
    return tuple(player for player in loaded.present if player.entered <= len(loaded.rounds) + 1)


def missing_decks_for_next_step(loaded: LoadedEvent) -> MissingDecksAndPools:
    """Return the players without a deck or pool for the next step; for a playoff, only among its players."""
    plan = playoff_plan(loaded) if next_step_of_organiser(loaded) is NextStep.CUT else None
    return missing_decks_among(loaded, plan.seeds if plan else players_not_eliminated(loaded))


def missing_decks_among(loaded: LoadedEvent, players: Sequence[Registration]) -> MissingDecksAndPools:
    """Return which of these players lack a deck or a pool, except players who can play without."""
    event = loaded.event
    owed = [player for player in players if player.deck_verdict != Status.LEGAL and not player.deck_waived]
    pools = tuple(player for player in owed if _lacks_pool(player)) if event.format == Event.Format.DRAFT else ()
    decks = tuple(player for player in owed if player not in pools) if event.decks_required else ()
    return MissingDecksAndPools(decks, pools if event.format == Event.Format.DRAFT and loaded.pods else ())


def _lacks_pool(player: Registration) -> bool:
    pod = player.pod
    return pod is None or (pod.draft.status == pod.draft.Status.ABORTED and pod.paper_id is None)
