"""Views of sets, packs and factions."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.core import set_stats
from cards.games.cthulhu.display import ICON_LABELS, TYPES_TOGETHER
from cards.games.cthulhu.facts import BOX, CORE, CYCLE, FACTIONS, ICONS, KEY, SET_SIZES, TYPES
from cards.people_charts import columns_chart, rows_chart

KINDS = {CORE: gettext_lazy("core set"), CYCLE: gettext_lazy("cycle of packs"), BOX: gettext_lazy("deluxe box")}


@require_safe
def sets(request: HttpRequest) -> HttpResponse:
    summaries = set_stats.of_sets(catalogue(KEY), SET_SIZES)
    rows = [(summary, slugify(summary.name), KINDS[summary.kind]) for summary in summaries]
    return render(request, "cards/sets/index.html", {"sets": rows})


@require_safe
def set_page(request: HttpRequest, name: str) -> HttpResponse:
    set_found = next((set_name for set_name in SET_SIZES if slugify(set_name) == name), None)
    if set_found is None:
        raise Http404(_("We couldn’t find that set."))
    (summary,) = set_stats.of_sets(catalogue(KEY), {set_found: SET_SIZES[set_found]})
    counts = [(faction, sum(printing.card.people == faction for printing in summary.printed)) for faction in FACTIONS]
    context = {
        "set": summary,
        "kind": KINDS[summary.kind],
        "factions": [(faction, slugify(faction), count) for faction, count in counts if count],
    }
    return render(request, "cards/sets/set.html", context)


@require_safe
def factions(request: HttpRequest) -> HttpResponse:
    cards = list(catalogue(KEY))
    counts = [(faction, slugify(faction), sum(str(card.people) == faction for card in cards)) for faction in FACTIONS]
    return render(request, "cards/sets/factions.html", {"factions": counts})


@require_safe
def faction(request: HttpRequest, name: str) -> HttpResponse:
    faction_named = next((faction for faction in FACTIONS if slugify(faction) == name), None)
    if faction_named is None:
        raise Http404(_("We couldn’t find that faction."))
    own = [card for card in catalogue(KEY) if str(card.people) == faction_named]
    parts = set_stats.by_type(own, TYPES)
    icons = set_stats.icons(own, ICONS)
    labels, numbers = [str(ICON_LABELS[icon]) for icon, _count in icons], [count for _icon, count in icons]
    charts = [
        columns_chart(_("Cards by cost"), _("Cost"), set_stats.costs(own)),
        rows_chart(_("Character icons"), _("Icon"), labels, numbers),
    ]
    context = {
        "faction": faction_named,
        "parts": [(part, TYPES_TOGETHER[part.type]) for part in parts],
        "total": len(own),
        "query": f'game:{KEY} faction:"{faction_named}"',
        "charts": [chart for chart in charts if chart.svg],
    }
    return render(request, "cards/sets/faction.html", context)
