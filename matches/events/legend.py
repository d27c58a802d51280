"""What the columns of standings mean, for pages and papers."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from matches.core.standings.criteria import TIE_BREAKS, criteria_with_column
from matches.models import Event


def explained_columns(event: Event) -> Iterator[tuple[str, str]]:
    """The head of each column with what it means."""
    yield "#", _("Rank; tied players share it.")
    worth = {"win": event.points_win, "draw": event.points_draw, "loss": event.points_loss, "bye": event.points_bye}
    given = _("Points: win %(win)s, draw %(draw)s, loss %(loss)s, bye %(bye)s.") % worth
    yield _("Points"), given
    yield _("W-D-L"), _("Matches won, drawn and lost.")
    yield _("Crystals"), _("Crystals won, and crystals given away.")
    for name in criteria_with_column(event.tie_breaks):
        tie = TIE_BREAKS[name]
        yield _(tie.head or tie.label), _(tie.explained or tie.label)
    in_order = ", ".join(_(TIE_BREAKS[name].label) for name in event.tie_breaks)
    yield _("Order"), _("Points first. Tiebreakers, in order: %(names)s.") % {"names": in_order}
