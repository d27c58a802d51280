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
    decks = [str(games_labels.deck_name(share.label) or _("Not known")) for share in found.by_deck]
    return [
        _chart(
            _("Complete cards by people, of a hundred"),
            _("People"),
            [share.label for share in found.by_people],
            found.by_people,
        ),
        _chart(_("Complete cards by deck or box, of a hundred"), _("Packed in"), decks, found.by_deck),
    ]


def _chart(title: str, head: str, labels: Sequence[str], shares: Sequence[Share]) -> Chart:
    # `common.charts` escapes every text it is given.
    svg = mark_safe(bars(labels, [share.percent for share in shares], title=title))
    heads = (head, _("Cards"), _("Seen"), _("English name"), _("Number"), _("Moons"), _("Complete"))
    return Chart(title, svg, heads, tuple((label, *_cells(share)) for label, share in zip(labels, shares, strict=True)))


def _cells(share: Share) -> tuple[str, ...]:
    moons = f"{share.moons}/{share.moons_wanted}" if share.moons_wanted else "–"
    return (str(share.cards), str(share.seen), str(share.english), str(share.numbers), moons, str(share.complete))
