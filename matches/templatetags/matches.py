"""Template tags and filters of matches."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any

from django import template
from django.core.paginator import Page
from django.template.defaultfilters import floatformat
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from common.i18n import translated
from matches.core.names import split_family_name
from matches.core.scoring import MAX_DRAGONS
from matches.core.standings import TIE_BREAKS, StandingRow, criteria_with_column
from matches.core.standings.criteria import rounded
from matches.core.tournament import elimination
from matches.core.tournament.elimination import name_of_numbered_round
from matches.events import bracket_queries
from matches.events.decks.verdicts import stored_problem_text
from matches.events.placings import explained_columns
from matches.events.read_models import LoadedEvent, LoadedPairing, LoadedRound
from matches.models import Side
from matches.play.note_store import now_ms
from matches.play.queries import PlayerScore, ScoredGame, ScoredMatch

register = template.Library()
register.filter("sentence", translated)
register.filter("fault_message", stored_problem_text)
register.filter(explained_columns)
register.filter("at", lambda values, key: values.get(key, ""))
register.filter("seats", lambda table, player: player is not None and player in table.players)
register.simple_tag(lambda crystals, side: crystals[::-1] if side == "b" else crystals, name="own_first")
register.simple_tag(lambda branch: translated(elimination.branch_name(branch[0].branch)), name="branch_name")
register.simple_tag(lambda view, round_: translated(bracket_queries.round_name(view, round_)), name="round_name")
register.simple_tag(
    lambda view, round_, table: translated(bracket_queries.table_name(view, round_, table)), name="match_name"
)
register.simple_tag(lambda view: translated(bracket_queries.next_round_name(view)), name="next_round_name")

# Positions in pixels of dragons on a track of width 180: with the first player, neutral, with the second player.
_DRAGON_X_POSITIONS = {Side.A.value: (18, 40, 62), "": (70, 90, 110), Side.B.value: (162, 140, 118)}
MAX_CRYSTALS_DRAWN = 12
# CSS class of a name on the venue screen by its maximum length.
WALL_NAMES = {16: "", 22: "name-long", 31: "name-longest"}


@register.inclusion_tag("matches/play/_dragon_track.html")
def dragon_track(scored: ScoredMatch, line: ScoredGame) -> dict[str, object]:
    """Draw the three dragons at the end of a game, each with the winner or neutral (GAME-19)."""
    own = line.game.dragons
    taken = [(x, True) for x in _DRAGON_X_POSITIONS[line.game.winner][: own if line.game.winner else 0]]
    neutral = _DRAGON_X_POSITIONS[""][: MAX_DRAGONS - len(taken)]
    shift = (MAX_DRAGONS - len(neutral)) * 10
    free = [(x + shift, False) for x in neutral]
    return {"dragons": taken + free, "line": line, "neutral": len(neutral), "view": scored}


@register.inclusion_tag("matches/play/_crystals.html")
def crystals(player: PlayerScore, target: int) -> dict[str, object]:
    """Draw a player’s crystals, then empty places up to the target."""
    drawn = target <= MAX_CRYSTALS_DRAWN and player.crystals <= MAX_CRYSTALS_DRAWN
    places = max(target, player.crystals) if drawn else 0
    stones = [(index * 22, index < player.crystals) for index in range(places)]
    return {"stones": stones, "width": places * 22}


@register.filter
def name_size(name: str) -> str:
    """Return the CSS class of a name on the venue screen; longer names are smaller."""
    return next((size for max_letters, size in WALL_NAMES.items() if len(name) <= max_letters), "name-two-lines")


@register.filter
def family_first(name: str) -> str:
    """Return a name with the family name first: `Bergmann, Anna`."""
    family, rest = split_family_name(name)
    return f"{family}, {rest}" if rest else family


@register.simple_tag
def names_of_their_own(loaded: LoadedEvent, round_: LoadedRound, tables: Iterable[LoadedPairing]) -> dict[int, str]:
    """Return names of tables by primary key if they differ from the round’s name, as for third place."""
    several = bool(loaded.bracket_tree) and bracket_queries.round_name(loaded, round_) == name_of_numbered_round(
        round_.row.number
    )
    own = (pairing for pairing in tables if several or pairing.for_third)
    return {pairing.row.pk: translated(bracket_queries.table_name(loaded, round_, pairing)) for pairing in own}


@register.filter
def claims(pairing: LoadedPairing) -> SafeString:
    rows = ((pairing.player_at_side(claim.side).name, *claim.crystals) for claim in pairing.claims)
    return format_html_join("", '<span class="muted small">{}: {} : {}</span>', rows)


@register.filter
def tie_columns(order: Sequence[str]) -> list[tuple[str, str, Callable[[float], object], str]]:
    """Return the tie-breaks that have a column: name, heading, function that formats a value, and meaning."""
    language = get_language()
    columns = ((name, TIE_BREAKS[name]) for name in criteria_with_column(order))
    return [
        (
            name,
            gettext(tie.head or tie.label),
            partial(_format_number, language) if tie.show is rounded else tie.show or str,
            gettext(tie.explained or tie.label),
        )
        for name, tie in columns
    ]


@register.filter
def tie_cells(line: StandingRow[int], heads: Sequence[tuple[str, str, Callable[[float], object], str]]) -> SafeString:
    """Return the cells of a row for its tie-breaks; they are numbers, so nothing needs escaping."""
    values = line.values
    return SafeString(
        "".join([f'<td class="r hide-narrow">{show(values[name])}</td>' for name, _head, show, _means in heads])
    )


@lru_cache(maxsize=4096, typed=True)
def _format_number(_language: str | None, value: float) -> str:
    return str(value if isinstance(value, int) else floatformat(value, 2))


@register.filter
def clock(seconds: int) -> str:
    """Format seconds as minutes and seconds, negative once the time is up."""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'-' if seconds < 0 else ''}{minutes}:{rest:02}"


@register.filter
def elapsed(clock: tuple[int, int | None]) -> str:
    """Format a clock as minutes and seconds, up to now while it runs."""
    total, since = clock
    seconds = (total + (0 if since is None else max(0, now_ms() - since))) // 1000
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours:02}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes:02}:{seconds % 60:02}"


@register.filter
def cards(data: dict[str, int]) -> int:
    """Return the number of the winner’s cards in a fight noted with the companion."""
    return data.get("combat", 0) + data.get("support", 0)


@register.filter
def page_numbers(page: Page[Any]) -> list[int | str]:
    """Return the numbers of the first page, pages near this page, and the last page, with "…" for gaps."""
    return list(page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1))
