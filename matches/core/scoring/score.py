"""Score: count the crystals of a match and find what is wrong (MATCH-01 to MATCH-06, MATCH-09, MATCH-10)."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from common.text import gettext_noop
from decks.core.legality.decklist import Edition
from matches.core.scoring.game_checks import MAX_CRYSTALS_WITH_CARDS, check_crystal_cap, check_game
from matches.core.scoring.match import (
    ENDS_WITH_MAXIMUM,
    MAX_PENALTY_CRYSTALS,
    GameEnd,
    GameRecord,
    Issue,
    MatchRecord,
    MatchScore,
    MatchSettings,
    Penalty,
    Severity,
)

MAX_CRYSTALS_PER_GAME = 4


def score_match(match: MatchRecord) -> MatchScore:
    """Score a match by its games. Never raises: faults become `findings`.

    Games that break a rule, are disputed, or come after the end of the match do not count. Crystals for crystal cards
    count up to the cap.

    >>> games = (GameRecord("Roland", 3), GameRecord("Elinor", 0), GameRecord("Roland", 0))
    >>> result = score_match(MatchRecord(("Roland", "Elinor"), games))
    >>> result.crystals, result.winner, result.next_starter
    ({'Roland': 5, 'Elinor': 1}, 'Roland', 'Elinor')
    """
    count = _RunningScore(
        match, [*check_players_differ(match.players), *check_match_settings(match.sheet), *check_penalties(match)]
    )
    count.add_penalties(after=0)
    for number, game in enumerate(match.games, start=1):
        count.add_game(game, number)
        count.add_penalties(after=number)
    return MatchScore(
        count.crystals, tuple(count.by_game), count.winner, count.next_starter, tuple(count.findings), count.drawn
    )


@dataclass(slots=True)
class _RunningScore:
    match: MatchRecord
    findings: list[Issue]
    crystals: dict[str, int] = field(init=False)
    by_game: list[int | None] = field(default_factory=list)
    winner: str | None = None
    next_starter: str | None = None
    drawn: bool = False
    in_use: bool = field(init=False)

    def __post_init__(self) -> None:
        self.crystals = dict.fromkeys(self.match.players, 0)
        self.in_use = uses_expansions(self.match)

    def add_game(self, game: GameRecord, number: int) -> None:
        faults = list(check_game(self.match, game, number=number))
        if self.winner is not None or self.drawn:
            faults.append(_game_after_end_issue(self.winner, number))
        if game.disputed:
            faults.append(_disputed_game_issue(number))
        self.findings += [*faults, *check_crystal_cap(game, number)]
        if game.disputed or any(fault.severity is Severity.ERROR for fault in faults):
            self.by_game.append(None)
            return
        if game.ended == GameEnd.TIME:
            self.by_game.append(0)
            self._end_on_time()
            return
        points = crystals_for_game(game, self.match.sheet, expansions=self.in_use)
        self.by_game.append(points)
        self.next_starter = _other_player(self.match.players, game.winner)
        self._add_crystals(game.winner, points)

    def add_penalties(self, *, after: int) -> None:
        for penalty in self.match.penalties:
            if (
                penalty.after == after
                and self.match.sheet.penalty is Penalty.CRYSTALS
                and not (self.winner or self.drawn)
            ):
                receiver = _other_player(self.match.players, penalty.player)
                if penalty.player in self.crystals and receiver is not None:
                    self._add_crystals(receiver, self.match.sheet.penalty_crystals)

    def _add_crystals(self, player: str, points: int) -> None:
        self.crystals[player] += points
        if 1 <= self.match.sheet.target <= self.crystals[player]:
            self.winner = player

    def _end_on_time(self) -> None:
        a, b = (self.crystals[player] for player in self.match.players)
        self.drawn = a == b
        if not self.drawn:
            self.winner = self.match.players[0 if a > b else 1]


def crystals_for_game(game: GameRecord, sheet: MatchSettings, *, expansions: bool) -> int:
    """Return the crystals of a game’s winner: one, and one for each dragon and crystal card (MATCH-01, MATCH-02).

    A penalty gives the maximum (MATCH-09): four, with Emissaries & Inquisitors seven.
    """
    if game.ended in ENDS_WITH_MAXIMUM:
        points = MAX_CRYSTALS_WITH_CARDS if expansions else MAX_CRYSTALS_PER_GAME
    else:
        points = min(1 + game.dragons + game.crystal_cards, MAX_CRYSTALS_WITH_CARDS)
    return points if sheet.game_cap is None else min(points, sheet.game_cap)


def uses_expansions(match: MatchRecord) -> bool:
    """Return whether Emissaries & Inquisitors is in use, by the settings, or else by the games (MATCH-09, C-12)."""
    if match.sheet.emissary or match.sheet.inquisitor:
        return True
    if match.sheet.crystal_cards is not None:
        return match.sheet.crystal_cards
    return any(game.crystal_cards > 0 for game in match.games)


def check_players_differ(players: tuple[str, str]) -> Iterator[Issue]:
    """Check that the players are different (MATCH-01)."""
    if players[0] == players[1]:
        template = gettext_noop("%(name)s can’t be their own opponent.")
        yield Issue("MATCH-01", template, {"name": players[0]})


def check_match_settings(sheet: MatchSettings) -> Iterator[Issue]:
    """Check that the agreed terms can be played (MATCH-03, MATCH-05, MATCH-10, MATCH-12)."""
    if sheet.edition not in tuple(Edition):
        template = gettext_noop("“%(edition)s” isn’t an edition. Use legends or first.")
        yield Issue("MATCH-12", template, {"edition": sheet.edition[:40]})
    if sheet.target < 1:
        template = gettext_noop("%(target)s isn’t a possible target. Play to at least one crystal, usually five.")
        yield Issue("MATCH-03", template, {"target": sheet.target})
    if sheet.game_cap is not None and sheet.game_cap < 1:
        template = gettext_noop("The cap must be at least one crystal per game.")
        yield Issue("MATCH-05", template)
    if not 1 <= sheet.penalty_crystals <= MAX_PENALTY_CRYSTALS:
        template = gettext_noop("A penalty gives the opponent one to seven crystals, not %(crystals)s.")
        yield Issue("MATCH-10", template, {"crystals": sheet.penalty_crystals})


def check_penalties(match: MatchRecord) -> Iterator[Issue]:
    """Check that penalties in crystals are agreed, and given to a player after a played game (MATCH-10)."""
    for penalty in match.penalties:
        if match.sheet.penalty is not Penalty.CRYSTALS:
            template = gettext_noop("The match settings don’t allow crystal penalties.")
            yield Issue("MATCH-10", template)
        elif penalty.player not in match.players:
            template = gettext_noop("%(name)s isn’t playing in this match, so can’t get a penalty.")
            yield Issue("MATCH-10", template, {"name": penalty.player[:80] or "—"})
        elif not 0 <= penalty.after <= len(match.games):
            template = gettext_noop("A penalty was given after game %(number)s, which wasn’t played.")
            yield Issue("MATCH-10", template, {"number": penalty.after})


def _other_player(players: tuple[str, str], player: str) -> str | None:
    return next((other for other in players if other != player), None)


def _game_after_end_issue(winner: str | None, number: int) -> Issue:
    if winner is None:
        template = gettext_noop("Game %(number)s: time had already run out, so it doesn’t count.")
        return Issue("MATCH-03", template, {"number": number}, number)
    template = gettext_noop("Game %(number)s: %(winner)s had already won the match, so it doesn’t count.")
    return Issue("MATCH-03", template, {"number": number, "winner": winner}, number)


def _disputed_game_issue(number: int) -> Issue:
    template = gettext_noop("Game %(number)s is disputed. It counts once the dispute is settled.")
    return Issue("MATCH-01", template, {"number": number}, number, Severity.WARNING)
