"""Chart of strength: what the scale promises of decks beside what they brought."""

from collections.abc import Sequence

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from cards.templatetags.cards import signed
from common.charts import ChartLine, lines
from decks.core.advice.scale import Step


def curve_of(steps: Sequence[Step]) -> SafeString:
    """The curve of a calibration; the figures must stand on the page as well."""
    promised = ChartLine(_("predicted"), tuple(round(step.promised, 2) for step in steps))
    bands = tuple((step.brought.low, step.brought.high) for step in steps)
    brought = ChartLine(_("actual"), tuple(round(step.brought.value, 2) for step in steps), bands)
    places = [signed(step.promised) for step in steps]
    title = _("Crystals per game: predicted and actual")
    return mark_safe(lines(places, [promised, brought], title=title, plot_width=320))
