"""Tournament report files (TRF16, as FIDE and chess programs write them): an event’s rounds out and in.

Comments, `### tenmoons NAME JSON`, have what chess doesn’t know, such as crystals and names above 33 letters; other
programs skip them. `docs/moving.md` explains each letter.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from hashlib import sha256
from itertools import count
from typing import Any

from common.errors import Conflict, Detail, Invalid
from common.text import gettext_noop
from matches.core.names import name_key
from matches.core.standings import Outcome
from matches.core.standings.criteria import OPPONENTS_ORDER
from matches.core.tournament.rules import MAX_ROUNDS, EventFormat, default_match_settings
from matches.events.read_models import LoadedEvent, LoadedPairing
from matches.models import Event, Pairing, Registration, Round

_NAME_LENGTH, _ROUNDS_AT, _ROUND_WIDTH = 33, 89, 10
_HIGHEST_NUMBER = 9999
_PLAYER = re.compile(r"001 (?P<number>[ 0-9]{4}) .{5}(?P<name>.{33}) .{32}(?P<points>[ 0-9.]{4})")
_GAME = re.compile(r"  ( *[0-9]*) ([wbs -]) ([ a-z0-9+=-])", re.IGNORECASE)
_OWN = re.compile(r"### tenmoons (settings|names|round) (.+)")
_BYES = {Outcome.BYE: "U", Outcome.HALF_BYE: "H", Outcome.ZERO_BYE: "Z"}
_BYE_OUTCOMES = {
    **dict.fromkeys("FU+", ""),
    **dict.fromkeys("H=", Outcome.HALF_BYE.value),
    **dict.fromkeys("Z- ", Outcome.ZERO_BYE.value),
}
# The outcome by the letters of the first player and the second, and whether it’s a forfeit; None for an open table.
_RESULTS: dict[str, tuple[Outcome | None, bool]] = {
    "10": (Outcome.A, False), "01": (Outcome.B, False), "==": (Outcome.DRAW, False), "00": (Outcome.NOBODY, False),
    "WL": (Outcome.A, False), "LW": (Outcome.B, False), "DD": (Outcome.DRAW, False), "--": (Outcome.NOBODY, True),
    "+-": (Outcome.A, True), "-+": (Outcome.B, True), "  ": (None, False),
}  # fmt: skip
_LETTERS = {value: letters for letters, value in reversed(_RESULTS.items())}
_NOT_WRITTEN = gettext_noop("A TRF file can only have Swiss rounds or a league in which nobody plays twice in a round.")
_BAD_PLAYER = gettext_noop("A player’s line needs a number, a name and points in the columns of TRF16.")
_BAD_NUMBER = gettext_noop("This player’s number or name is there twice.")
_BAD_ROUND = gettext_noop("Round %(round)s: opponents and results must match, such as 1 and 0.")
_BAD_OWN = gettext_noop("This line isn’t as Ten Moons writes it.")
_BAD_DATE = gettext_noop("Write the date like 2026/11/28.")


def is_trf(text: str) -> bool:
    """Return whether a file begins like a tournament report."""
    return re.match(r"\s*(0\d2|001|XX[A-Z]|###)\s", text.lstrip("\ufeff")) is not None


def trf_of_event(loaded: LoadedEvent, settings: Mapping[str, Any]) -> str:
    """Return the rounds of an event, without a playoff; raises `Conflict` for a bracket or a doubled player."""
    event, rounds = loaded.event, [round_ for round_ in loaded.rounds if round_.row.stage == Round.Stage.MAIN]
    seats = [Counter(player for pairing in round_.pairings for player in pairing.players) for round_ in rounds]
    highest = max((player.number for player in loaded.players), default=0)
    if event.elimination or highest > _HIGHEST_NUMBER or any(max(counts.values(), default=0) > 1 for counts in seats):
        raise Conflict(_NOT_WRITTEN)
    lines = [f"012 {event.name}", f"022 {event.venue}"]
    lines += [f"042 {event.first_day:%Y/%m/%d}"] if event.first_day else []
    lines += [f"062 {len(loaded.players)}", f"092 {'Round robin' if event.is_league else 'Swiss'}"]
    lines += [f"XXR {event.rounds_planned or len(rounds)}"]
    lines += [f"XXS W={event.points_win} D={event.points_draw} L={event.points_loss} PAB={event.points_bye}"]
    places = {standing.player.pk: standing.line for standing in loaded.standings}
    for player in loaded.players:
        points, place = (places[player.pk].points, places[player.pk].place) if player.pk in places else (0, "")
        games = "".join(_round_result_text(round_.table_of(player), player) for round_ in rounds)
        written = f"{points:.1f}" if points < 100 else str(points)
        name = player.name[:_NAME_LENGTH].ljust(_NAME_LENGTH)
        lines.append(f"001 {player.number:>4}      {name}{'':33}{written:>4} {place:>4}{games}".rstrip())
    status = Event.Status.RUNNING if event.status == Event.Status.CUT else event.status
    names = {player.number: player.name for player in loaded.players if len(player.name) > _NAME_LENGTH}
    own: list[tuple[str, Any]] = [("settings", {**settings, "status": status}), ("names", names)]
    for round_ in rounds:
        own.append(("round", [[pairing.row.table, pairing.a.number, *pairing.crystals] for pairing in round_.pairings]))
    return "\n".join([*lines, *(f"### tenmoons {name} {_as_json(value)}" for name, value in own)]) + "\n"


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _round_result_text(pairing: LoadedPairing | None, player: Registration) -> str:
    """Return the round of a player as text: opponent, w if the player starts, result."""
    if pairing is None or pairing.is_struck:
        return " " * _ROUND_WIDTH
    if pairing.b is None:
        return f"  0000 - {'Z' if player.event.is_league else _BYES[pairing.outcome or Outcome.BYE]}"
    first = pairing.a == player
    letters = _LETTERS[pairing.outcome, pairing.forfeit and pairing.outcome is not Outcome.DRAW]
    opponent, color = (pairing.b if first else pairing.a), "w" if pairing.starter == player else "b"
    return f"  {opponent.number:>4} {color} {letters[0 if first else 1]}"


@dataclass(frozen=True, slots=True)
class _PlayedRound:
    """A round in a player’s line; `opponent` is 0 for a bye."""

    opponent: int
    starts: bool
    letter: str


@dataclass(slots=True)
class _PlayerLine:
    """A player’s line and its number in the file; a round without a game is None."""

    at: int
    number: int
    name: str
    games: list[_PlayedRound | None] = field(default_factory=list)

    def game(self, round_index: int) -> _PlayedRound | None:
        return self.games[round_index] if round_index < len(self.games) else None

    def sits_out(self, round_index: int) -> bool:
        game = self.game(round_index)
        return game is not None and not game.opponent


@dataclass(slots=True)
class _TrfReport:
    """A parsed file, its faults, and the players whose rounds can’t be read."""

    head: dict[str, str] = field(default_factory=dict)
    own: dict[str, list[Any]] = field(default_factory=lambda: {"settings": [], "names": [], "round": []})
    players: dict[int, _PlayerLine] = field(default_factory=dict)
    faults: list[Detail] = field(default_factory=list)
    broken: set[int] = field(default_factory=set)

    def add_error(self, message: str, line_number: int, **params: object) -> None:
        self.faults.append(Detail(message, line=line_number, params=params))


def event_of_trf(text: str) -> dict[str, Any]:
    """Return the file of an event as Ten Moons exports it; raises `Invalid` with every fault and its line."""
    report = _TrfReport()
    for line_number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if line.startswith("001"):
            _read_player(report, line, line_number)
        elif (own := _OWN.match(line)) is not None:
            _read_json_line(report, own[1], own[2], line_number)
        else:
            report.head.setdefault(line[:3], line[4:].strip())
            if line.startswith("042") and line[4:].strip() and _iso_day(line[4:].strip()) is None:
                report.add_error(_BAD_DATE, line_number)
    rounds = [
        _pairings_of_round(report, round_index)
        for round_index in range(max((len(player.games) for player in report.players.values()), default=0))
    ]
    if not report.players and not report.faults:
        report.add_error(_BAD_PLAYER, 1)
    if report.faults:
        template = gettext_noop("This file can’t be imported. Problems: %(count)s. Nothing was saved.")
        details = sorted(report.faults, key=lambda fault: fault.line or 0)
        raise Invalid(template, {"count": len(details)}, details=details)
    return {"format": "tenmoons-event/1", "event": _event_data(report, rounds)}


def _iso_day(text: str) -> str | None:
    try:
        return date.fromisoformat(text.replace("/", "-")).isoformat()
    except ValueError:
        return None


def _read_json_line(report: _TrfReport, name: str, text: str, line_number: int) -> None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    rows = value if name == "round" and isinstance(value, list) else []
    whole = all(isinstance(row, list) and len(row) == 4 and all(type(entry) is int for entry in row) for row in rows)
    if not isinstance(value, list if name == "round" else dict) or not whole:
        report.add_error(_BAD_OWN, line_number)
    else:
        report.own[name].append(value)


def _read_player(report: _TrfReport, line: str, line_number: int) -> None:
    match = _PLAYER.match(line)
    number = int(match["number"].replace(" ", "") or 0) if match else 0
    if match is None or not number or not match["name"].strip() or not re.fullmatch(r" *\d+(\.\d)?", match["points"]):
        report.add_error(_BAD_PLAYER, line_number)
        return
    player_line = _PlayerLine(line_number, number, match["name"].strip())
    if number in report.players or name_key(player_line.name) in {
        name_key(player.name) for player in report.players.values()
    }:
        report.add_error(_BAD_NUMBER, line_number)
    report.players.setdefault(number, player_line)
    cells = line[_ROUNDS_AT:].rstrip()
    for round_index in range(-(-len(cells) // _ROUND_WIDTH)):
        game = _GAME.fullmatch(cells[_ROUND_WIDTH * round_index :][:_ROUND_WIDTH].ljust(_ROUND_WIDTH))
        if game is None or round_index == MAX_ROUNDS:
            report.add_error(_BAD_ROUND, line_number, round=round_index + 1)
            report.broken.add(number)
            return
        played = _PlayedRound(int(game[1].strip() or 0), game[2] in "wW", game[3].upper())
        player_line.games.append(played if game[0].strip() else None)


def _pairings_of_round(report: _TrfReport, round_index: int) -> list[dict[str, Any]]:
    """Return the pairings of a round; if crystals are unknown, the winner gets the target and the loser none."""
    own = {row[1]: row for row in report.own["round"][round_index]} if round_index < len(report.own["round"]) else {}
    taken, target = {row[0] for row in own.values()}, _match_settings_of_event(report)["target"]
    free = (number for number in count(1) if number not in taken)
    tables, byes = [], []
    # Byes come last, as the site pairs them, so that the tables that play have no gap.
    for player_line in sorted(report.players.values(), key=lambda line: (line.sits_out(round_index), line.number)):
        game = player_line.game(round_index)
        if game is None or {player_line.number, game.opponent} & report.broken:
            continue
        other = report.players.get(game.opponent)
        back = other.game(round_index) if other is not None else None
        if not game.opponent and game.letter in _BYE_OUTCOMES:
            table = own[player_line.number][0] if player_line.number in own else next(free)
            outcome_of_bye = "" if _is_league(report) else _BYE_OUTCOMES[game.letter]
            byes.append({"table": table, "a": player_line.number, "outcome": outcome_of_bye})
        elif back is None or back.opponent != player_line.number or game.letter + back.letter not in _RESULTS:
            report.add_error(_BAD_ROUND, player_line.at, round=round_index + 1)
        elif player_line.number in own or (
            game.opponent not in own and (game.starts or (not back.starts and player_line.number < game.opponent))
        ):
            outcome, forfeit = _RESULTS[game.letter + back.letter]
            usual = {Outcome.A: (target, 0), Outcome.B: (0, target)}.get(outcome or Outcome.DRAW, (0, 0))
            table, _a, *crystals = own.get(player_line.number, (next(free), player_line.number, *usual))
            settled = Pairing.Settled.FORFEIT if forfeit else Pairing.Settled.IMPORTED
            result = {"settled": settled, "outcome": outcome, "crystals_a": crystals[0], "crystals_b": crystals[1]}
            tables.append(
                {"table": table, "a": player_line.number, "b": game.opponent, "a_starts": game.starts}
                | (result if outcome is not None else {})
            )
    return [*tables, *byes]


def _is_league(report: _TrfReport) -> bool:
    return "robin" in report.head.get("092", "").lower()


def _match_settings_of_event(report: _TrfReport) -> dict[str, Any]:
    sheet = next((entry.get("sheet") for entry in report.own["settings"]), None)
    return sheet if isinstance(sheet, dict) and type(sheet.get("target")) is int else asdict(default_match_settings())


def _event_data(report: _TrfReport, rounds: list[list[dict[str, Any]]]) -> dict[str, Any]:
    head, players = report.head, report.players.values()
    names = {number: name for entry in report.own["names"] for number, name in entry.items()}
    planned = int(head["XXR"]) if re.fullmatch(r"\d{1,9}", head.get("XXR", "")) else len(rounds)
    is_over = len(rounds) >= planned and all(
        table.get("settled") or "b" not in table for round_ in rounds for table in round_
    )
    settings: dict[str, Any] = {
        "key": sha256(_as_json([head.get(name, "") for name in ("012", "022", "042")]).encode()).hexdigest()[:16],
        "name": head.get("012", ""),
        "venue": head.get("022", ""),
        "first_day": _iso_day(head.get("042", "")),
        "format": EventFormat.ROUND_ROBIN if _is_league(report) else EventFormat.SWISS,
        "rounds_planned": planned or None,
        "sheet": _match_settings_of_event(report),
        "tie_breaks": list(OPPONENTS_ORDER),
        "status": Event.Status.FINISHED if is_over else Event.Status.RUNNING if rounds else Event.Status.REGISTRATION,
        "registration_open": False,
        **_parse_match_points(head.get("XXS", "")),
        **next(iter(report.own["settings"]), {}),
    }
    return settings | {
        "players": [
            _player_data(player_line, names.get(str(player_line.number), player_line.name), len(rounds), report)
            for player_line in players
        ],
        "rounds": [
            {
                "number": round_number,
                "tables": tables,
                "status": Round.Status.CLOSED if round_number < len(rounds) else Round.Status.PLAYING,
            }
            for round_number, tables in enumerate(rounds, 1)
        ],
    }


def _player_data(player_line: _PlayerLine, name: Any, rounds: int, report: _TrfReport) -> dict[str, Any]:
    """Return a player, who is taken to have come with their first game and left after their last."""
    there = [number for number, game in enumerate(player_line.games, 1) if game is not None]
    byes = [
        number
        for number, game in enumerate(player_line.games, 1)
        if game and not game.opponent and game.letter in "HZ=- "
    ]
    return {
        "number": player_line.number,
        "name": name,
        "entered": there[0] if there else 1,
        "dropped": there[-1] + 1 if there and there[-1] < rounds else None,
        "requested_byes": [] if _is_league(report) else byes,
    }


def _parse_match_points(text: str) -> dict[str, int]:
    """Return the match points; halves are doubled, so a win counts two if the file says nothing."""
    said = {name: float(value) for name, value in re.findall(r"\b(W|D|L|PAB)=(\d{1,2}(?:\.\d)?)", text)}
    win = said.get("W", 1.0)
    points = {"win": win, "draw": said.get("D", win / 2), "loss": said.get("L", 0.0), "bye": said.get("PAB", win)}
    scale = 1 if all(value.is_integer() for value in points.values()) else 2
    return {f"points_{name}": int(scale * value) for name, value in points.items()}
