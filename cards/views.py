"""Views of the catalogue: a card, its preview, peoples, sets and factions."""

from collections.abc import Iterable, Sequence
from itertools import chain

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from accounts.identity import SESSION_KEY
from cards.catalogue.queries import all_data_versions, card_by_slug, catalogue, current_catalogues
from cards.core import stats
from cards.core.facts import BLUE_MOON, PEOPLES, CardFacts, CardType, Catalogue, IconKind, People, Timing
from cards.core.rulings import rulings_about_card
from cards.games import GAMES, labels
from cards.games.cthulhu.display import ICON_LABELS, TYPE_PLURALS
from cards.games.cthulhu.facts import BOX, CORE, CYCLE, FACTIONS, ICONS, KEY, SET_SIZES, TYPES
from cards.hooks import MeasuredCardValue, RulingScene, measured_card_values, public_decks_with_card, scenes_of_card
from cards.people_charts import bar_chart, column_chart, people_charts
from cards.permissions import may_edit_cards
from cards.record_registry import WinRecord, record_of_card
from cards.rulings.presenters import present_errata, present_rulings
from cards.rulings.queries import current_rulings_book
from cards.text_packs.services import private_texts_for
from common.errors import Missing
from common.i18n import translated
from common.links import absolute_url
from common.page_cache import cached_page
from common.text import nearest

MAX_COMPARED = 4
MAX_SCENES_TRIED = 8  # to find one with the card in the fight
Figure = tuple[str, object]  # its label and its value


def _card_page_versions(request: HttpRequest) -> tuple[object, ...] | None:
    """Return the versions behind a card’s page; None if it contains private texts, so it isn’t cached."""
    slug = request.path.split("/")[-2]
    facts = card_by_slug(slug)
    guest = request.session.get(SESSION_KEY)
    if facts is None or may_edit_cards(request.user) or private_texts_for(request.user, guest, facts.code):
        return None
    return all_data_versions(), public_decks_with_card(facts.game, facts.code), record_of_card(facts.game, facts.code)


@require_safe
@cached_page(_card_page_versions)
def card_page(request: HttpRequest, slug: str) -> HttpResponse:
    facts = card_by_slug(slug)
    if facts is None:
        return _redirect_or_not_found(request, slug)
    game, cards = GAMES[facts.game], catalogue(facts.game)
    place = cards.cards.index(facts)
    scenes = scenes_of_card(facts.code) if facts.game == BLUE_MOON else ()
    drawn = ((scene, scene.draw_end(facts.code, cards)) for scene in _scenes_about(facts, scenes)[:MAX_SCENES_TRIED])
    scene, board = next(((scene, board) for scene, board in drawn if board), (None, ""))
    measured, record = measured_card_values(facts), record_of_card(facts.game, facts.code)
    context = {
        "card": facts,
        "figures": _key_figures(facts, measured, record),
        "sheet": game.sheet(facts),
        "unknown": game.unknown_of(facts),
        "before": cards.cards[place - 1] if place else None,
        "after": cards.cards[place + 1] if place + 1 < len(cards) else None,
        "page_url": absolute_url(request, reverse("cards:card", args=[slug])),
        "link_picture": absolute_url(request, reverse("cards:link_picture", args=[facts.slug])),
        "packed": labels.indicator_name(facts.deck),
        "measured": measured,
        "holders": public_decks_with_card(facts.game, facts.code),
        "record": record,
        "scene": scene,
        "board": board,
        "tried": reverse("boards:card", args=[slug]) if scenes else f"{reverse('boards:edit')}?card={facts.slug}",
        "editor": may_edit_cards(request.user),
        "private": private_texts_for(request.user, request.session.get(SESSION_KEY), facts.code),
        **rulings_context(facts),
    }
    answer = render(request, "cards/catalogue/card.html", context)
    if context["private"]:
        answer["Cache-Control"] = "private, no-store"
    return answer


def _scenes_about(card: CardFacts, scenes: Iterable[RulingScene]) -> list[RulingScene]:
    """Return the scenes of rulings that name the card or its icons; in other scenes it only lies on the board. The one
    with the fewest cards comes first, because its board is the easiest to read."""
    about = rulings_about_card(card, current_rulings_book())
    on_icons = (rulings for facet, _value, rulings in about.on if facet == "icons")
    numbers = {ruling.id for ruling in chain(about.named, *on_icons)}
    return sorted((scene for scene in scenes if numbers & set(scene.rulings)), key=lambda scene: len(scene.url))


def _key_figures(card: CardFacts, measured: Sequence[MeasuredCardValue], record: WinRecord | None) -> list[Figure]:
    """Return a card’s price, its value in drafts and its results: three figures, fewer if they are unknown."""
    worth = ""
    if measured and not measured[0].people:
        worth = _("Strong") if measured[0].low > 0 else _("Weak") if measured[0].high < 0 else _("Average")
    moons = _("Moons")
    if card.people in PEOPLES:
        moons = ngettext("moon in other peoples’ decks", "moons in other peoples’ decks", card.moons or 0)
    won = {"number": record.whole.won, "count": record.whole.games} if record and record.whole.games else None
    figures = (
        (moons, card.moons),
        (_("Cost"), getattr(card, "cost", "")),
        (_("Skill"), getattr(card, "skill", "")),
        (_("Strength in drafts"), worth),
        (_("games won"), won and _("%(number)s of %(count)s") % won),
    )
    return [(label, value) for label, value in figures if value not in (None, "")]


@require_safe
def card_preview_fragment(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the large card with its errata and the rulings that name it, for display over another page."""
    facts = card_by_slug(slug)
    if facts is None:
        return _redirect_or_not_found(request, slug)
    return render(request, "cards/catalogue/_peek.html", {"card": facts, **rulings_context(facts)})


@require_safe
def compare_cards_page(request: HttpRequest) -> HttpResponse:
    """Compare two to four cards, by slug or name; without the page around them for display over another page."""
    query = list(dict.fromkeys(text.strip() for text in request.GET.getlist("card") if text.strip()))
    games = list(current_catalogues().values())
    compared: list[CardFacts] = []
    problems: list[str] = []
    for text in query[:MAX_COMPARED]:
        try:
            card = _find_in_any_game(text, games)
            compared += [] if card in compared else [card]
        except Missing as error:
            problems.append(translated(error))
    if len(query) > MAX_COMPARED:
        problems.append(_("You can compare up to %(most)d cards.") % {"most": MAX_COMPARED})
    bare = request.headers.get("HX-Request") == "true"
    context = {
        "bare": bare,
        "cards": [
            (card, measured_card_values(card)[:1], [other.slug for other in compared if other is not card])
            for card in compared
        ],
        "slugs": [card.slug for card in compared],
        "problems": problems,
        "full": len(compared) == MAX_COMPARED,
    }
    return render(request, "cards/catalogue/_side_by_side.html" if bare else "cards/catalogue/compare.html", context)


def _find_in_any_game(text: str, games: Sequence[Catalogue]) -> CardFacts:
    """Return the card with this slug or name; raise `Missing` with the first game’s suggestions."""
    at_address = [cards.by_slug[text] for cards in games if text in cards.by_slug]
    named = [card for cards in games for card in cards.lookup(text)]
    return at_address[0] if at_address else named[0] if len(named) == 1 else games[0].find_card(text)


def rulings_context(card: CardFacts) -> dict[str, object]:
    """Return the context of the book about a card: rulings, errata, lists, rulings on its icons, timing and type."""
    now, cards = current_rulings_book(), {card.game: catalogue(card.game)}
    concern = rulings_about_card(card, now)
    return {
        "named": present_rulings(concern.named, now, cards),
        "errata": present_errata(concern.errata, now, cards),
        "listed": concern.lists,
        "interactions": [
            (_facet_heading(facet, value), present_rulings(rulings, now, cards)) for facet, value, rulings in concern.on
        ],
    }


def _facet_heading(facet: str, value: str) -> str:
    if facet == "icons":
        return _("About the icon: %(icon)s") % {"icon": labels.ICON_LABELS[IconKind(value)]}
    if facet == "timings":
        return _("About the timing: %(timing)s") % {"timing": str(labels.TIMING_LABELS[Timing(value)]).lower()}
    return _("About the type: %(type)s") % {"type": labels.TYPE_LABELS[CardType(value)]}


def _redirect_or_not_found(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect another spelling of a card to its page; else show the nearest names, as 404."""
    text = slug.replace("-", " ")
    near: list[CardFacts] = []
    for cards in current_catalogues().values():
        try:
            return HttpResponseRedirect(reverse("cards:card", args=[cards.find_card(text).slug]))
        except Missing as error:
            names = [name for detail in error.details for name in detail.suggestions]
            near += [card for name in names for card in cards.lookup(name)]
    context = {"text": text, "near": list(dict.fromkeys(near))}
    return render(request, "cards/catalogue/no_card.html", context, status=404)


@require_safe
@cached_page(all_data_versions)
def peoples_page(request: HttpRequest) -> HttpResponse:
    return render(request, "cards/catalogue/peoples.html", {"groups": stats.affiliation_stats(catalogue())})


@require_safe
@cached_page(all_data_versions)
def people_page(request: HttpRequest, people: str) -> HttpResponse:
    wanted = {people.value.lower(): people for people in People}.get(people.lower())
    if wanted is None:
        similar = nearest(people, list(People), limit=1)
        message = _("We couldn’t find that people.")
        if similar:
            message = _("We couldn’t find that people. Did you mean %(name)s?") % {"name": similar[0]}
        return render(
            request, "cards/catalogue/no_people.html", {"message": message, "peoples": list(People)}, status=404
        )
    own = [card for card in catalogue() if card.people is wanted]
    context = {
        "people": wanted,
        "tally": stats.people_stats(own),
        "all": own,
        "emblem": f"people-{wanted.lower()}",
        "charts": people_charts(own),
        "has_guide": wanted in PEOPLES,
    }
    return render(request, "cards/catalogue/people.html", context)


KINDS = {CORE: gettext_lazy("core set"), CYCLE: gettext_lazy("cycle of packs"), BOX: gettext_lazy("deluxe box")}


@require_safe
def sets_page(request: HttpRequest) -> HttpResponse:
    summaries = stats.summaries_of_sets(catalogue(KEY), SET_SIZES)
    rows = [(summary, slugify(summary.name), KINDS[summary.kind]) for summary in summaries]
    return render(request, "cards/sets/index.html", {"sets": rows})


@require_safe
def card_set_page(request: HttpRequest, name: str) -> HttpResponse:
    set_found = next((set_name for set_name in SET_SIZES if slugify(set_name) == name), None)
    if set_found is None:
        raise Http404(_("We couldn’t find that set."))
    (summary,) = stats.summaries_of_sets(catalogue(KEY), {set_found: SET_SIZES[set_found]})
    counts = [(faction, sum(printing.card.people == faction for printing in summary.printed)) for faction in FACTIONS]
    context = {
        "set": summary,
        "kind": KINDS[summary.kind],
        "factions": [(faction, slugify(faction), count) for faction, count in counts if count],
    }
    return render(request, "cards/sets/set.html", context)


@require_safe
def factions_page(request: HttpRequest) -> HttpResponse:
    cards = list(catalogue(KEY))
    counts = [(faction, slugify(faction), sum(str(card.people) == faction for card in cards)) for faction in FACTIONS]
    return render(request, "cards/sets/factions.html", {"factions": counts})


@require_safe
def faction_page(request: HttpRequest, name: str) -> HttpResponse:
    faction_named = next((faction for faction in FACTIONS if slugify(faction) == name), None)
    if faction_named is None:
        raise Http404(_("We couldn’t find that faction."))
    own = [card for card in catalogue(KEY) if str(card.people) == faction_named]
    parts = stats.type_counts(own, TYPES)
    icons = stats.character_icon_counts(own, ICONS)
    rows = [(str(ICON_LABELS[icon]), str(count)) for icon, count in icons]
    charts = [
        column_chart(_("Cards by cost"), _("Cost"), stats.cost_counts(own)),
        bar_chart(_("Character icons"), (_("Icon"), _("Cards")), rows, [count for _icon, count in icons]),
    ]
    context = {
        "faction": faction_named,
        "parts": [(part, TYPE_PLURALS[part.type]) for part in parts],
        "total": len(own),
        "query": f'game:{KEY} faction:"{faction_named}"',
        "charts": [chart for chart in charts if chart.svg],
    }
    return render(request, "cards/sets/faction.html", context)
