"""What the columns of standings mean, for pages and papers."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from matches.core.standings.criteria import TIE_BREAKS, criteria_with_column
from matches.models import Event


def explained_columns(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the head of each column with what it means."""
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
