"""Charts of completeness: bars, each with its table."""

from collections.abc import Sequence

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from cards.core.editing.completeness import Completeness, Share
from cards.core.editing.set_completeness import SetCompleteness
from cards.games import labels as games_labels
from cards.people_charts import Chart
from common.charts import bars


def shares_of(completeness: Completeness) -> list[Chart]:
    decks = [str(games_labels.deck_name(share.label) or _("Not known")) for share in completeness.by_deck]
    return [
        _chart(
            _("Complete cards by people (per cent)"),
            _("People"),
            [share.label for share in completeness.by_people],
            completeness.by_people,
        ),
        _chart(_("Complete cards by deck or box (per cent)"), _("Packed in"), decks, completeness.by_deck),
    ]


def set_shares_of(completeness: SetCompleteness) -> list[Chart]:
    factions = [
        (share.label or _("no faction"), str(share.cards), str(share.complete)) for share in completeness.by_faction
    ]
    sets = [(share.label, str(share.size), str(share.printings), str(share.complete)) for share in completeness.by_set]
    return [
        _bars(
            _("Complete cards by faction (per cent)"),
            (_("Faction"), _("Cards"), _("Complete")),
            factions,
            [share.percent for share in completeness.by_faction],
        ),
        _bars(
            _("Complete cards by set (per cent)"),
            (_("Set"), _("Cards in set"), _("In the catalogue"), _("Complete")),
            sets,
            [share.percent for share in completeness.by_set],
        ),
    ]


def _bars(title: str, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], percents: Sequence[int]) -> Chart:
    # `common.charts` escapes every text it is given.
    return Chart(title, mark_safe(bars([row[0] for row in rows], percents, title=title)), heads, tuple(rows))


def _chart(title: str, head: str, labels: Sequence[str], shares: Sequence[Share]) -> Chart:
    heads = (head, _("Cards"), _("Seen"), _("English name"), _("Number"), _("Moons"), _("Complete"))
    rows = [(label, *_share_cells(share)) for label, share in zip(labels, shares, strict=True)]
    return _bars(title, heads, rows, [share.percent for share in shares])


def _share_cells(share: Share) -> tuple[str, ...]:
    moons = f"{share.moons}/{share.moons_wanted}" if share.moons_wanted else "–"
    return (str(share.cards), str(share.known), str(share.english), str(share.numbers), moons, str(share.complete))
