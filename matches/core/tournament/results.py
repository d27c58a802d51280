"""Results: whether a result is possible, and who won the match; pure (MATCH-01 to MATCH-03)."""

from common.errors import Invalid
from common.text import gettext_noop, parse_whole_number
from matches.core.standings import Outcome

# Maximum of one game (MATCH-02): a player who is one crystal short of the target can add this many.
MAX_GAME_CRYSTALS = 7
# Possible decisions about a disputed table: the report of player a or b, or the recorded games.
DECISIONS = ("a", "b", "played")


def outcome_by_crystals(crystals: tuple[int, int], *, target: int, finished: bool = True) -> Outcome:
    """Return the outcome by the crystals. If time ran out (`finished` is false), the player with more crystals has won.

    0 : 0 is a draw agreed on without playing. Raises `Invalid` if no match to this target can give these crystals.

    >>> outcome_by_crystals((5, 3), target=5), outcome_by_crystals((2, 2), target=5, finished=False)
    (<Outcome.A: 'a'>, <Outcome.DRAW: 'draw'>)
    """
    a, b = crystals
    if min(crystals) < 0 or max(crystals) > target - 1 + MAX_GAME_CRYSTALS:
        template = gettext_noop("In a match to %(target)s crystals, a player can finish with 0 to %(most)s crystals.")
        raise Invalid(
            template, {"target": target, "most": target - 1 + MAX_GAME_CRYSTALS}, rule="MATCH-02", field="crystals"
        )
    if min(crystals) >= target:
        template = gettext_noop("Only one player can have %(target)s crystals: the match ends there.")
        raise Invalid(template, {"target": target}, rule="MATCH-03", field="crystals")
    if finished and 0 < max(crystals) < target:
        template = gettext_noop("Nobody has reached %(target)s crystals. If time ran out, say so.")
        raise Invalid(template, {"target": target}, rule="MATCH-03", field="crystals")
    if a == b:
        return Outcome.DRAW
    return Outcome.A if a > b else Outcome.B


def check_games_won(games: tuple[int, int], crystals: tuple[int, int], *, mistakes_cost: bool = False) -> None:
    """Raise `Invalid` if these crystals don’t fit the games won: each game gives its winner at least one.

    A player without a game won has crystals only if the opponent’s mistakes give them (`mistakes_cost`, MATCH-10).

    >>> check_games_won((3, 1), (5, 2))
    >>> check_games_won((3, 0), (5, 2), mistakes_cost=True)
    """
    sides = list(zip(games, crystals, strict=True))
    given = any(count and not won for won, count in sides) and not mistakes_cost
    if given or min(games) < 0 or any(won > count for won, count in sides):
        template = gettext_noop(
            "Each game won gives at least one crystal, so %(games)s wins can’t give only %(crystals)s."
        )
        params = {"games": f"{games[0]}:{games[1]}", "crystals": f"{crystals[0]}:{crystals[1]}"}
        raise Invalid(template, params, rule="MATCH-01")


def crystals_from_score(text: str) -> tuple[int, int] | None:
    """Return the two numbers at the beginning of a score such as `5:2`; None for anything else."""
    parts = [parse_whole_number(part, digits=3) for part in text.partition(" ")[0].split(":")]
    a, b = parts if len(parts) == 2 else (None, None)
    return None if a is None or b is None else (a, b)
