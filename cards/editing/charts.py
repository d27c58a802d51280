"""The completeness of the catalogue as bars, each with its table."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from cards.core.editing.completeness import Completeness, Share
from cards.games import labels as games_labels
from cards.people_charts import Chart
from common.charts import bars


def shares_of(found: Completeness) -> list[Chart]:
    """The charts of a completeness: by people, and by where the cards were packed."""
    decks = [str(games_labels.deck_name(one.label) or _("Not known")) for one in found.by_deck]
    return [
        _chart(
            _("Complete cards by people, of a hundred"),
            _("People"),
            [one.label for one in found.by_people],
            found.by_people,
        ),
        _chart(_("Complete cards by deck or box, of a hundred"), _("Packed in"), decks, found.by_deck),
    ]


def _chart(title: str, head: str, labels: Sequence[str], shares: Sequence[Share]) -> Chart:
    # `common.charts` escapes every text it is given.
    svg = mark_safe(bars(labels, [one.percent for one in shares], title=title))
    heads = (head, _("Cards"), _("Seen"), _("English name"), _("Number"), _("Moons"), _("Complete"))
    return Chart(title, svg, heads, tuple((label, *_cells(one)) for label, one in zip(labels, shares, strict=True)))


def _cells(one: Share) -> tuple[str, ...]:
    moons = f"{one.moons}/{one.moons_wanted}" if one.moons_wanted else "–"
    return (str(one.cards), str(one.seen), str(one.english), str(one.numbers), moons, str(one.complete))
