"""Cut of an event, before and after it begins: the seeds, the first player out and why, and ties by lot."""

from dataclasses import dataclass

from common.errors import Invalid
from matches.core.standings import Reason
from matches.core.tournament import cut_seeds
from matches.events.read_models import EventView, StandingsPlace
from matches.models import Registration, Round


@dataclass(frozen=True, slots=True)
class PlayoffPlan:
    """The players of the cut, best first, and the first one out with the reason (None if all are in).

    `lot` are the players tied for the last place, among whom the lot decides.
    """

    seeds: tuple[Registration, ...]
    out: Registration | None
    why: Reason[int] | None
    lot: tuple[Registration, ...]


def playoff_plan(view: EventView) -> PlayoffPlan | None:
    """Return the cut as it would begin now; None without one or with too few players."""
    places = [place for place in view.places if place.player.dropped is None]
    try:
        seeds = playoff_seeds_by_rank(view)
    except Invalid:
        return None
    by_pk = {place.player.pk: place for place in places}
    rest = [place for place in places if place.player not in seeds]
    last, first_out = by_pk[seeds[-1].pk], rest[0] if rest else None
    lot = _players_tied_with(places, last) if first_out is not None and first_out.line.place == last.line.place else ()
    return PlayoffPlan(
        seeds, first_out.player if first_out else None, first_out.why if first_out and not lot else None, lot
    )


def playoff_seeds_by_rank(view: EventView) -> tuple[Registration, ...]:
    """Return the players of the cut by seed; raises `Invalid` for too few."""
    standing = [(place.line.place, place.player.pk) for place in view.places if place.player.dropped is None]
    by_pk = {player.pk: player for player in view.players}
    return tuple(by_pk[pk] for pk in cut_seeds(standing, size=view.event.cut_size, seed=view.event.seed))


def seeds_by_player(view: EventView) -> dict[int, int]:
    """Return the seed (from 1) of each player of a cut that has begun, by the row of the player."""
    first = next((each for each in view.rounds if each.row.stage == Round.Stage.CUT), None)
    if first is None or view.tree:
        return {}
    players = {player.pk for table in first.pairings for player in table.players}
    standing = [(place.line.place, place.player.pk) for place in view.places if place.player.pk in players]
    drawn = (
        cut_seeds(standing, size=len(players), seed=view.event.seed) if len(players) == 2 * len(first.pairings) else ()
    )
    return {pk: number for number, pk in enumerate(drawn, start=1)}


def players_tied_for_last_spot(view: EventView) -> tuple[Registration, ...]:
    """Return the players tied for the last place of a cut that has begun, if the lot decided."""
    seeds = seeds_by_player(view)
    if not seeds:
        return ()
    begun = next(each.row.number for each in view.rounds if each.row.stage == Round.Stage.CUT)
    there = [place for place in view.places if place.player.dropped is None or place.player.dropped > begun]
    last = max((place for place in there if place.player.pk in seeds), key=lambda place: place.line.place, default=None)
    level = _players_tied_with(there, last) if last is not None else ()
    return level if any(player.pk not in seeds for player in level) else ()


def _players_tied_with(places: list[StandingsPlace], with_: StandingsPlace) -> tuple[Registration, ...]:
    return tuple(place.player for place in places if place.line.place == with_.line.place)


def playoff_changes(view: EventView) -> tuple[str, str] | None:
    """Return the names that would be in the cut now, and those they would replace; None once its pairing exists."""
    drawn = seeds_by_player(view)
    plan = playoff_plan(view) if drawn and view.may_unpair and len(view.cut_rounds) == 1 else None
    if plan is None:
        return None
    new = [player.name for player in plan.seeds if player.pk not in drawn]
    old = [player.name for player in view.players if player.pk in drawn and player not in plan.seeds]
    return (", ".join(new), ", ".join(old)) if new and old else None
