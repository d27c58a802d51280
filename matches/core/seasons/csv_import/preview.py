"""Preview of an import: find which lines are new, known or wrong, and match names; pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from common.request_work import raise_if_sender_gone
from common.text import fold, gettext_noop
from matches.core.names import name_key, similar_names
from matches.core.seasons.csv_import.columns import parse_season_csv
from matches.core.seasons.csv_import.rows import CellError, LineReader, PastMatch, merge_game_lines
from matches.core.seasons.encounters import Encounter

MatchKey = tuple[object, ...]
# Compare up to this many pairs of names; a long file has more.
_MAX_PAIRS_COMPARED = 500_000


class LineState(StrEnum):
    """States of a line of the file."""

    NEW = "new"
    KNOWN = "known"
    JOINED = "joined"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class CheckedLine:
    """A line of the file with its state and its errors.

    `into` is the line whose match this game belongs to (`LineState.JOINED`). `twin` is an identical earlier line.
    """

    number: int
    state: LineState
    match: PastMatch | None
    faults: tuple[CellError, ...] = ()
    into: int = 0
    twin: int = 0


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name of the file that isn’t in the group: the chosen member (empty for a new guest), and similar ones.

    `decided` is false for a name so similar to one of the group that somebody must choose.
    """

    name: str
    choice: str
    suggestions: tuple[str, ...]
    decided: bool
    lines: int


@dataclass(frozen=True, slots=True)
class Preview:
    """Preview of an import: the effect of each line."""

    lines: tuple[CheckedLine, ...]
    names: tuple[UnknownName, ...]
    ignored_columns: tuple[str, ...] = ()

    @property
    def new(self) -> tuple[CheckedLine, ...]:
        return tuple(line for line in self.lines if line.state is LineState.NEW)

    @property
    def known(self) -> tuple[CheckedLine, ...]:
        return tuple(line for line in self.lines if line.state is LineState.KNOWN)

    @property
    def wrong(self) -> tuple[CheckedLine, ...]:
        return tuple(line for line in self.lines if line.state is LineState.WRONG)

    @property
    def guests(self) -> tuple[str, ...]:
        return tuple(name.name for name in self.names if name.decided and not name.choice)

    @property
    def ready(self) -> bool:
        """Return whether the file can be imported: it has no errors and at least one new match."""
        return not self.wrong and bool(self.new)


def match_fingerprint(match: PastMatch | Encounter) -> MatchKey:
    """Return day, players, crystals, event and round, whatever the order of players and the spelling of names."""
    if isinstance(match, PastMatch):
        day, crystals = match.day, match.crystals
    else:
        day, crystals = match.day or date.min, (match.crystals_a, match.crystals_b)
    sides = sorted(zip((fold(match.a) or match.a, fold(match.b) or match.b), crystals, strict=True))
    return (day.isoformat(), *sides, fold(match.event), fold(match.round))


def preview_season(
    text: str,
    *,
    members: Sequence[str],
    choices: Mapping[str, str],
    known: Iterable[Encounter],
    today: date,
    once: bool = False,
) -> Preview:
    """Check a file against a group, saving nothing. Raises `Invalid` if the file isn’t a table of matches.

    `choices` has the member for a name of the file, or "" for a new guest. `known` are the matches of the group. With
    `once`, only the first of several identical lines is imported.
    """
    sheet = parse_season_csv(text)
    judged = [_check_line(LineReader(line, today, sheet.has_game_per_line)) for line in sheet.lines]
    if sheet.has_game_per_line:
        judged = _merge_games_of_match(judged)
    names = _unknown_names(judged, members, choices)
    lines = _mark_known_lines(_apply_name_choices(judged, members, names), known, once=once)
    return Preview(lines, tuple(names.values()), sheet.ignored)


def _check_line(reader: LineReader) -> CheckedLine:
    raise_if_sender_gone()
    match = reader.parse_match()
    state = LineState.WRONG if match is None else LineState.NEW
    return CheckedLine(reader.line.number, state, match, tuple(reader.faults))


def _merge_games_of_match(judged: Sequence[CheckedLine]) -> list[CheckedLine]:
    """Merge consecutive games of the same day, players, event and round into a match."""
    lines: list[CheckedLine] = []
    games: dict[int, list[PastMatch]] = {}
    first = -1
    for line in judged:
        match_before = lines[first].match if first >= 0 else None
        if line.match is not None and match_before is not None and _belong_together(match_before, line.match):
            games.setdefault(first, [match_before]).append(line.match)
            lines.append(replace(line, state=LineState.JOINED, into=lines[first].number))
            continue
        lines.append(line)
        first = len(lines) - 1 if line.match is not None else -1
    for index, of_match in games.items():
        lines[index] = replace(lines[index], match=merge_game_lines(of_match))
    return lines


def _belong_together(past_match: PastMatch, other: PastMatch) -> bool:
    return all(
        (
            past_match.day == other.day,
            {fold(past_match.a), fold(past_match.b)} == {fold(other.a), fold(other.b)},
            (past_match.event, past_match.round) == (other.event, other.round),
        )
    )


def _unknown_names(
    judged: Iterable[CheckedLine], members: Sequence[str], choices: Mapping[str, str]
) -> dict[str, UnknownName]:
    """Return the names that are not in the group, by their folded form."""
    present = {name_key(name) for name in members}
    chosen = {name_key(name): choice for name, choice in choices.items()}
    written = [name for line in judged if line.match for name in (line.match.a, line.match.b)]
    lines = Counter(name_key(name) for name in written)
    by_name: dict[str, UnknownName] = {}
    for name in written:
        key = name_key(name)
        if key in present or key in by_name:
            continue
        similar = similar_names(name, members) if len(by_name) * len(members) < _MAX_PAIRS_COMPARED else ()
        chosen_name = chosen.get(key)
        member = next((member for member in members if chosen_name and name_key(member) == name_key(chosen_name)), "")
        decided = bool(member) or chosen_name == "" or (chosen_name is None and not similar)
        by_name[key] = UnknownName(name, member, similar, decided, lines[key])
    return by_name


def _apply_name_choices(
    judged: Iterable[CheckedLine], members: Sequence[str], names: Mapping[str, UnknownName]
) -> list[CheckedLine]:
    spelled = {name_key(name): name for name in members} | {
        key: name.choice or name.name for key, name in names.items()
    }
    lines = []
    for line in judged:
        if line.match is None:
            lines.append(line)
            continue
        faults = [
            _undecided_name_error(column, names[name_key(name)])
            for column, name in (("player", line.match.a), ("opponent", line.match.b))
            if name_key(name) in names and not names[name_key(name)].decided
        ]
        a, b = spelled[name_key(line.match.a)], spelled[name_key(line.match.b)]
        if a == b:
            faults.append(CellError("opponent", gettext_noop("A player can’t be their own opponent.")))
        state = LineState.WRONG if faults else line.state
        lines.append(replace(line, match=replace(line.match, a=a, b=b), faults=(*line.faults, *faults), state=state))
    return lines


def _undecided_name_error(column: str, name: UnknownName) -> CellError:
    template = gettext_noop("“%(name)s” isn’t in the group, but %(near)s is. Is it the same player?")
    return CellError(column, template, {"name": name.name, "near": ", ".join(name.suggestions)}, name.suggestions)


def _mark_known_lines(
    judged: Iterable[CheckedLine], known: Iterable[Encounter], *, once: bool
) -> tuple[CheckedLine, ...]:
    """Mark matches that the group has; with `once`, also repeated lines of the file."""
    have = Counter(match_fingerprint(encounter) for encounter in known)
    seen: Counter[MatchKey] = Counter()
    first: dict[MatchKey, int] = {}
    compared = []
    for line in judged:
        if line.match is not None and line.state is LineState.NEW:
            print_ = match_fingerprint(line.match)
            occurrence = seen[print_]
            seen[print_] += 1
            twin = first.get(print_, 0)
            first.setdefault(print_, line.number)
            is_known = occurrence < have[print_] or (once and occurrence > 0)
            line = replace(line, state=LineState.KNOWN if is_known else LineState.NEW, twin=twin)
        compared.append(line)
    return tuple(compared)
