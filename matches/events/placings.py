"""Places in an elimination event, and explanations of the standings’ columns, for files, papers and pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.i18n import translated
from common.sentence_tables import Sentence
from matches.core.standings.criteria import TIE_BREAKS, criteria_with_column
from matches.core.tournament.elimination import FinalPlace
from matches.events.bracket_queries import FinalRankingRow, elimination_round_by_player, final_places
from matches.events.read_models import LoadedEvent
from matches.models import Event, Registration

_NO_RECORD = (0, 0, (0, 0))


@dataclass(frozen=True, slots=True)
class EliminationPlacing:
    """A player of an elimination event: place, round reached (translated), matches and crystals."""

    place: FinalPlace
    player: Registration
    reached: str
    won: int
    lost: int
    crystals: tuple[int, int]

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the cells in the order of `placing_headings`."""
        crystals = f"{self.crystals[0]}:{self.crystals[1]}"
        return self.place.label, self.player.name, self.reached, f"{self.won}–{self.lost}", crystals


def placing_headings() -> tuple[str, ...]:
    return "#", _("Player"), _("Reached"), _("Won–lost"), _("Crystals")


def elimination_placings(loaded: LoadedEvent) -> list[EliminationPlacing]:
    records, gone = _records_by_player(loaded), elimination_round_by_player(loaded.bracket_tree)
    return [
        EliminationPlacing(
            final_row.place,
            final_row.player,
            _round_reached(loaded, final_row, gone),
            *records.get(final_row.player.pk, _NO_RECORD),
        )
        for final_row in final_places(loaded)
    ]


def _records_by_player(loaded: LoadedEvent) -> dict[int, tuple[int, int, tuple[int, int]]]:
    """Return matches won and lost, and crystals for and against, by player; byes don’t count."""
    records: dict[int, tuple[int, int, tuple[int, int]]] = {}
    for pairing in loaded.tables:
        if pairing.b is None or pairing.winner is None:
            continue
        for player, (own, other) in ((pairing.a.pk, pairing.crystals), (pairing.b.pk, pairing.crystals[::-1])):
            won, lost, (plus, minus) = records.get(player, _NO_RECORD)
            wins = pairing.winner.pk == player
            records[player] = won + wins, lost + (not wins), (plus + own, minus + other)
    return records


def _round_reached(loaded: LoadedEvent, final: FinalRankingRow, gone: Mapping[int, Sentence]) -> str:
    if not final.place.decided:
        return _("still playing")
    if final.player == loaded.champion:
        return _("Winner")
    return translated(gone[final.player.pk]) if final.player.pk in gone else "–"


def explained_columns(event: Event) -> Iterator[tuple[str, str]]:
    yield "#", _("Rank; tied players share it.")
    worth = {"win": event.points_win, "draw": event.points_draw, "loss": event.points_loss, "bye": event.points_bye}
    points = (
        _("Win %(win)s, draw %(draw)s, loss %(loss)s.")
        if event.is_league
        else _("Win %(win)s, draw %(draw)s, loss %(loss)s, bye %(bye)s.")
    )
    yield _("Points"), points % worth
    yield _("W-D-L"), _("Matches won, drawn and lost.")
    crystals = _("Crystals won, and crystals given away.")
    if event.bye_crystals == Event.ByeCrystals.MEAN and not event.is_league:
        crystals += " " + _("For the order, a bye counts like the player’s average match.")
    yield _("Crystals"), crystals
    for name in criteria_with_column(event.tie_breaks):
        tie = TIE_BREAKS[name]
        yield _(tie.head or tie.label), _(tie.explained or tie.label)
    in_order = ", ".join(_(TIE_BREAKS[name].label) for name in event.tie_breaks)
    yield _("Order"), _("Points first. Tiebreakers, in order: %(names)s.") % {"names": in_order}
