"""Presenters of the results desk: the tables of a round, open tables first, and the result entered last."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.http import urlencode

from common.errors import DomainError
from common.text import fold, parse_whole_number
from matches.core.standings import Outcome
from matches.core.tournament.results import crystals_from_score
from matches.events.read_models import LoadedEvent, LoadedPairing, LoadedRound
from matches.events.result_services import DeviceStamp
from matches.models import Event, Pairing, Registration, Round
from matches.models.events import HAND_LENGTH

# Up to this target, each usual score has a button.
MAX_SCORE_BUTTONS = 7
# In a round with more tables, each table is a folded row, and only open tables have a number button.
MAX_UNFOLDED_TABLES = 30
TABLES_PER_PAGE = 300
# The longest score is like `11:4 nobody games 10:4`.
MAX_SCORE_LENGTH = 30
MAX_FIND_LENGTH = 60
_STATE_ORDER = {"disputed": 0, "claimed": 1, "open": 2}


@dataclass(frozen=True, slots=True)
class DeskTable:
    """A table at the results desk; a search matches `find`. The script adds the form of a `folded` table."""

    view: LoadedPairing
    find: str
    folded: bool

    @property
    def has_other_search_text(self) -> bool:
        """Return whether `find` contains more than the displayed number and names."""
        return self.find != f"{self.view.row.table} {_player_names(self.view).casefold()}"

    @property
    def crystals(self) -> str:
        return "{}:{}".format(*self.view.crystals)

    @property
    def done(self) -> bool:
        return self.view.state == "done"


@dataclass(frozen=True, slots=True)
class LastResult:
    """The table entered last, its score before (empty without a result) for the undo, and the entered score."""

    view: LoadedPairing
    before: str
    after: str

    @property
    def is_still_current(self) -> bool:
        return self.view.result_code == self.after

    @property
    def crystals(self) -> tuple[int, int] | None:
        """Return the entered crystals; None if the text isn’t a score."""
        return crystals_from_score(self.after)

    @property
    def is_double_loss(self) -> bool:
        return "nobody" in self.after


def score_buttons(event: Event) -> tuple[str, list[str]]:
    """Return the target and the loser’s possible crystals for buttons; no crystals if they are too many.

    They are text because templates localise each number, about eighty times per panel.
    """
    target = event.target
    return str(target), [str(less) for less in range(target)] if target <= MAX_SCORE_BUTTONS else []


def results_context(
    request: HttpRequest, loaded: LoadedEvent, *, error: DomainError | None = None, posted: dict[str, str] | None = None
) -> dict[str, object]:
    """Return the context of a round’s results, after a failed action with its `error` and the `posted` input."""
    round_ = requested_round(loaded, (posted or {}).get("shown") or request.GET.get("round", ""))
    tables = _desk_tables(round_, (posted or {}).get("table") or request.GET.get("table", ""))
    missing = sorted(
        (desk_table for desk_table in tables if not desk_table.done),
        key=lambda desk_table: _STATE_ORDER[desk_table.view.state],
    )
    done = [desk_table for desk_table in tables if desk_table.done]
    find = request.GET.get("find", "").strip()[:MAX_FIND_LENGTH]
    page = Paginator(_filter_tables([*missing, *done], find), TABLES_PER_PAGE).get_page(request.GET.get("page"))
    entered = _refused_result(posted or {}, round_) if error else _entered_result(request, round_)
    return {
        "round": round_,
        "desk_tables": tables,
        "large": len(tables) > MAX_UNFOLDED_TABLES,
        "numbered": _tables_for_number_buttons(tables) if len(tables) <= TABLES_PER_PAGE else [],
        "missing": _folded_and_unfolded_runs(desk_table for desk_table in page if not desk_table.done),
        "done": _folded_and_unfolded_runs(desk_table for desk_table in page if desk_table.done),
        "done_count": len(done),
        "page": page,
        "find": find,
        "swapping": request.GET.get("swap") == "1",
        "blank": _BLANK_TABLE,
        "entered": entered,
        "may_empty": _may_clear_results(loaded, round_),
        "renew_address": _refresh_url(loaded, round_, entered, page=page.number, find=find),
        **_repairs_context(loaded, round_),
    }


def _desk_tables(round_: LoadedRound | None, opened: str) -> list[DeskTable]:
    """Return the tables of a round that have or need a result; the table with number `opened` is unfolded."""
    tables = round_.pairings if round_ else ()
    pairings = [table for table in tables if table.b is not None and (table.outcome is not None or table.is_awaited)]
    large = len(pairings) > MAX_UNFOLDED_TABLES
    return [
        DeskTable(
            pairing,
            _search_text(pairing),
            folded=str(pairing.row.table) != opened
            and (pairing.state == "done" or (large and pairing.state == "open" and not pairing.players_who_left)),
        )
        for pairing in pairings
    ]


def _filter_tables(tables: list[DeskTable], find: str) -> list[DeskTable]:
    """Return the tables that match a number or name; all tables for an empty search."""
    if find.isdecimal():
        return [desk_table for desk_table in tables if str(desk_table.view.row.table).startswith(find)]
    return [desk_table for desk_table in tables if fold(find) in desk_table.find or find.casefold() in desk_table.find]


def requested_round(loaded: LoadedEvent, wanted: str) -> LoadedRound | None:
    """Return the round with this number, or else the current round."""
    number = parse_whole_number(wanted)
    return next((round_ for round_ in loaded.rounds if round_.row.number == number), loaded.current)


def _may_clear_results(loaded: LoadedEvent, round_: LoadedRound | None) -> bool:
    """Return whether results of this round can be cleared: in a running league, and in a bracket’s newest round."""
    if loaded.event.is_league and loaded.event.status == Event.Status.RUNNING:
        return round_ is not None
    newest = round_ is not None and round_ is loaded.rounds[-1] and round_.row.stage == Round.Stage.CUT
    return newest and loaded.event.status != Event.Status.FINISHED


def _tables_for_number_buttons(tables: list[DeskTable]) -> list[DeskTable]:
    """Return the tables that get a number button; in a large round only open tables, if there are any."""
    missing = [desk_table for desk_table in tables if not desk_table.done]
    return missing if missing and len(tables) > MAX_UNFOLDED_TABLES else tables


def _folded_and_unfolded_runs(tables: Iterable[DeskTable]) -> list[tuple[list[DeskTable], list[DeskTable]]]:
    """Return the tables in order, as alternating runs of folded and unfolded tables."""
    runs = ((folded, list(run)) for folded, run in groupby(tables, key=lambda desk_table: desk_table.folded))
    return [(run, []) if folded else ([], run) for folded, run in runs]


def _repairs_context(loaded: LoadedEvent, round_: LoadedRound | None) -> dict[str, object]:
    """Return the context for repairing a pairing: players who can swap seats, the bye, and players without a seat."""
    swiss = loaded.event.has_swiss_rounds and loaded.event.status == Event.Status.RUNNING
    if round_ is None or round_ is not loaded.rounds[-1] or round_.row.status != Round.Status.PLAYING or not swiss:
        return {"seated": [], "bye": None, "seatless": []}
    taken = {player.pk for pairing in round_.pairings for player in pairing.players}
    untouched = [pairing for pairing in round_.pairings if pairing.state in ("open", "bye")]
    seated = [player for pairing in untouched for player in pairing.players]
    bye = next((pairing for pairing in round_.pairings if pairing.outcome is Outcome.BYE), None)
    seatless = [player for player in loaded.present if player.pk not in taken] if bye else []
    return {"seated": seated if len(untouched) > 1 else [], "bye": bye, "seatless": seatless}


def _player_names(pairing: LoadedPairing) -> str:
    return f"{pairing.a.name} {pairing.b.name if pairing.b else ''}"


def _search_text(pairing: LoadedPairing) -> str:
    folded, plain = fold(_player_names(pairing)), _player_names(pairing).casefold()
    return f"{pairing.row.table} {folded}" if folded == plain else f"{pairing.row.table} {folded} {plain}"


# The form of this table is rendered once for all folded tables; the script fills in the names.
_BLANK_TABLE = LoadedPairing(
    Pairing(pk=0, table=0), Registration(pk=1, name="{a}"), Registration(pk=2, name="{b}"), None, (0, 0)
)


def _refresh_url(
    loaded: LoadedEvent, round_: LoadedRound | None, entered: LastResult | None, *, page: int, find: str
) -> str:
    """Return the URL that updates the list, with the same round, page and undo."""
    params: dict[str, str | int] = {"round": round_.row.number if round_ else "", "since": loaded.event.version}
    params |= {name: value for name, value in (("page", page if page > 1 else ""), ("find", find)) if value}
    if entered is not None:
        params |= {"entered": entered.view.row.pk, "before": entered.before, "after": entered.after}
    return f"{reverse('matches:event_results', args=[loaded.event.key])}?{urlencode(params)}"


def _entered_result(request: HttpRequest, round_: LoadedRound | None) -> LastResult | None:
    """Return the table and score that `?entered=` names."""
    wanted, after = request.GET.get("entered", ""), request.GET.get("after", "")[:MAX_SCORE_LENGTH]
    pairing_entered = next(
        (pairing for pairing in (round_.pairings if round_ else ()) if str(pairing.row.pk) == wanted), None
    )
    if pairing_entered is None or crystals_from_score(after) is None:
        return None
    return LastResult(pairing_entered, request.GET.get("before", "")[:MAX_SCORE_LENGTH], after)


def _refused_result(posted: dict[str, str], round_: LoadedRound | None) -> LastResult | None:
    """Return the table and the rejected score if another device had changed the result."""
    pairings = round_.pairings if round_ else ()
    pairing = next((each for each in pairings if str(each.row.pk) == posted.get("pairing", "")), None)
    if pairing is None or posted.get("before", pairing.result_code) == pairing.result_code:
        return None
    score = posted.get("score") or f"{posted.get('a', '')}:{posted.get('b', '')}"
    tapped = f"{score}{' nobody' if posted.get('outcome') else ''}"
    return LastResult(pairing, pairing.result_code, tapped) if crystals_from_score(tapped) else None


_MAX_TIMESTAMP_DIGITS = 15


def device_stamp_from_form(request: HttpRequest, posted: Mapping[str, str]) -> DeviceStamp:
    """Return the stamp of a form: a digest of the browser’s session, and the time that the script wrote into `tap`."""
    session = getattr(request, "session", None)
    key = session.session_key if session is not None else ""
    hand = salted_hmac("matches.results.taps", key).hexdigest()[:HAND_LENGTH] if key else ""
    return DeviceStamp(hand, parse_whole_number(posted.get("tap", ""), digits=_MAX_TIMESTAMP_DIGITS) or 0)
