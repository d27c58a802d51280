"""The season of a group: crystals, how they moved, who beats whom, ratings."""

from __future__ import annotations

import contextlib
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from common.charts import bars
from matches.queries import get_group
from matches.queries_seasons import encounters_of
from matches.seasons import season

CHARTED = 12


@require_safe
def group_season(request: HttpRequest, key: str) -> HttpResponse:
    """Everything between two days; left out, from the beginning to now."""
    group = get_group(key)
    first, last = (_day(request.GET.get(name, "")) for name in ("from", "to"))
    counted = season(encounters_of(group, first=first, last=last))
    shown = counted.standings[:CHARTED]
    names = [row.name for row in shown]
    chart = bars(names, [row.crystals_for for row in shown], title=_("Crystals of the season"))
    longest = max((len(counted.courses[name]) for name in names), default=0)
    context = {
        "group": group,
        "season": counted,
        # Made of numbers and escaped names by the chart itself.
        "chart": mark_safe(chart),
        "courses": [(name, counted.courses[name]) for name in names],
        "steps": range(1, longest + 1),
        "first": first,
        "last": last,
    }
    return render(request, "matches/season.html", context)


def _day(text: str) -> date | None:
    with contextlib.suppress(ValueError):
        return date.fromisoformat(text)
    return None
