"""Views of rulings, errata and lists."""

from dataclasses import replace
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from cards.catalogue.queries import all_data_versions, current_catalogues
from cards.core.facts import BLUE_MOON, CardFacts, IconKind
from cards.core.rulings import ListEntry, Ruling, RulingQuery, RulingsBook, Topic, Trust
from cards.core.rulings.book import rule_numbers_for_cards
from cards.core.rulings.facts import EDITIONS
from cards.core.rulings.finding import RulingsFound
from cards.games import GAMES, labels
from cards.hooks import numbered_rules, scenes_of_ruling
from cards.rulings.params import PARAMETERS, read_ruling_query
from cards.rulings.presenters import (
    PresentedErratum,
    answer_context,
    card_named_alone,
    example_answer,
    order_of_frequency,
    present_errata,
    present_rulings,
    rule_or_ruling_url,
    ruling_subjects,
    without_repeated_questions,
)
from cards.rulings.queries import answer_ruling_query, cards_with_codes, current_rulings_book
from cards.translations import reader_language
from common.links import absolute_url
from common.page_cache import cached_page
from common.text import nearest

RULINGS_PER_PAGE, RULINGS_BELOW_ANSWER, MAX_RULES = 10, 5, 2
# Without a question, one answer shows what the page is for; by game, the first for both.
EXAMPLES = {"": "GAME-05", "bluemoon": "GAME-05", "cthulhu": "CR-089"}


@require_safe
@vary_on_headers("HX-Request")
@cached_page(all_data_versions)
def rulings_page(request: HttpRequest) -> HttpResponse:
    """Find rulings by words, card names and filters; two card names find the rulings that name both. A number redirects
    to its rule or ruling."""
    if not getattr(request, "htmx", False) and (numbered := rule_or_ruling_url(request.GET.get("q", ""))):
        return HttpResponseRedirect(numbered)
    return _ruling_results_response(request, None)


@require_safe
@cached_page(all_data_versions)
def ruling_or_topic_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a ruling by number or a topic by slug; redirect other spellings, else 404."""
    now = current_rulings_book()
    if key in now.topics:
        return _ruling_results_response(request, now.topics[key])
    if key in now.by_slug:
        return _ruling_response(request, now, now.by_slug[key])
    if key.lower() in now.by_slug or key.lower() in now.topics:
        return HttpResponseRedirect(reverse("cards:ruling", args=[key.lower()]))
    near = [now.topics[slug] for slug in nearest(key, now.topics)]
    return render(request, "cards/rulings/not_found.html", {"key": key, "near": near}, status=404)


def _ruling_response(request: HttpRequest, now: RulingsBook, ruling: Ruling) -> HttpResponse:
    cards = current_catalogues()
    scenes = scenes_of_ruling(ruling.id)
    (ruling_view,) = present_rulings([ruling], now, cards)
    context = {
        "view": ruling_view,
        "related": present_rulings(now.related(ruling), now, cards),
        "page_url": absolute_url(request, reverse("cards:ruling", args=[ruling.slug])),
        "scenes": scenes,
        "scene": scenes[0] if scenes else None,
        "board": scenes[0].draw_end("", cards[ruling.game]) if scenes else "",
    }
    return render(request, "cards/rulings/detail.html", context)


def _without_repetitions(answer: RulingsFound) -> RulingsFound:
    """Leave out repeated questions and, beside a direct answer, rulings of other games."""
    unique = set(without_repeated_questions((*answer.rulings, *answer.near)))
    games = (answer.best.source.game,) if answer.best else GAMES
    rulings, near = (
        tuple(one for one in some if one in unique and one.game in games) for some in (answer.rulings, answer.near)
    )
    return replace(answer, rulings=answer.rulings if answer.cards else rulings, near=near)


def _ruling_results_response(request: HttpRequest, topic: Topic | None) -> HttpResponse:
    now, cards = current_rulings_book(), current_catalogues()
    values = {name: request.GET.get(name, "") for name in PARAMETERS} | ({"topic": topic.slug} if topic else {})
    ruling_query, problems = read_ruling_query(values, now, cards)
    answer = answer_ruling_query(ruling_query, now, cards)
    browse = not topic and not any(values[name] for name in PARAMETERS if name != "game")
    if browse:
        of_game = (one for one in answer.rulings if one.game == (ruling_query.game or BLUE_MOON))
        answer = replace(answer, rulings=tuple(sorted(of_game, key=order_of_frequency)))
    elif ruling_query.text:
        answer = _without_repetitions(answer)
    named = cards_with_codes(answer.cards, cards)
    answers = answer_context(ruling_query.text, answer, now, cards)
    # For two cards, all rulings are listed by how many of them they name; otherwise, the best is above the list.
    best = None if named else answers["best"]
    on_top = best.row.number if best else ""
    listed = [ruling for ruling in answer.rulings if ruling.id != on_top]
    page = Paginator(listed, RULINGS_BELOW_ANSWER if best else RULINGS_PER_PAGE).get_page(request.GET.get("page"))
    query = urlencode({name: request.GET[name] for name in PARAMETERS if request.GET.get(name)})
    here = reverse("cards:ruling", args=[topic.slug]) if topic else reverse("cards:rulings")
    question = {"text": ruling_query.text, "cards": named, "page_url": absolute_url(request, f"{here}?{query}")}
    rules = numbered_rules(reader_language())
    near = () if answer.nearest or best else answer.near
    views = present_rulings(page, now, cards)
    whole = answer.together if page.number == 1 else 0
    context = {
        "ruling_query": ruling_query,
        "fields": [("card", _("Card"), values["card"]), ("with", _("Second card"), values["with"])],
        "topic": topic,
        "problems": problems,
        "page": page,
        # The first page has as many in full as name all of the cards.
        "together": views[:whole],
        "rulings": views[whole:],
        "first": page.number == 1,
        "found": answer,
        "errata": present_errata(answer.errata, now, cards),
        "entries": [
            (card_list, entry, cards[card_list.game].by_code.get(entry.card)) for card_list, entry in answer.entries
        ],
        "near": present_rulings(near, now, cards),
        "unanswered": not (answer.rulings or near or answer.errata or answer.entries),
        "filtered": any(values[name] for name in ("card", "with", "icon", "edition", "trust")),
        "cards": named,
        "named_card": card_named_alone(ruling_query.text, answer, cards),
        "rules_on_cards": [rules[number] for number in rule_numbers_for_cards(named) if number in rules],
        **answers,
        "rules": [row for row in answers["rules"] if row.number != on_top][:MAX_RULES],
        "ask": render_to_string("cards/rulings/_question.txt", question).strip() if query else "",
        "query": query,
        "here": here,
        "browse": browse,
    }
    if browse and page.number == 1:
        context["example"] = example_answer(EXAMPLES[ruling_query.game], now, cards)
    bare = getattr(request, "htmx", False) and not request.headers.get("HX-History-Restore-Request")
    template = "cards/rulings/_results.html" if bare else "cards/rulings/index.html"
    return render(request, template, context | _filter_choices(ruling_query, now))


def _filter_choices(query: RulingQuery, now: RulingsBook) -> dict[str, object]:
    """Return the choices of the filters, and the subjects with their topics."""
    trust = {Trust.HIGH: _("Official"), Trust.MEDIUM: _("Less reliable"), Trust.LOW: _("Known to be wrong")}
    icons = [(kind.value, labels.ICON_LABELS[kind]) for kind in IconKind]
    editions = [(key, _(text)) for key, text in EDITIONS.items() if key != "unknown"]
    trusts = [(key.value, label) for key, label in trust.items()]
    return {
        "subjects": list(ruling_subjects(now, query.game or BLUE_MOON)),
        "games": GAMES.values(),
        "selects": [
            ("icon", _("Icon"), icons, query.icon),
            ("edition", _("Edition"), editions, query.edition),
            ("trust", _("Source"), trusts, query.trust),
        ],
    }


@require_safe
@cached_page(all_data_versions)
def card_lists_page(request: HttpRequest) -> HttpResponse:
    card_lists = sorted(current_rulings_book().lists, key=lambda card_list: (not card_list.current, card_list.kind))
    return render(
        request,
        "cards/rulings/card_lists.html",
        {"lists": [(card_list, GAMES[card_list.game]) for card_list in card_lists]},
    )


@require_safe
@cached_page(all_data_versions)
def card_list_page(request: HttpRequest, version: str) -> HttpResponse:
    now, cards = current_rulings_book(), current_catalogues()
    chosen = next((card_list for card_list in now.lists if card_list.version == version), None)
    if chosen is None:
        raise Http404(_("We couldn’t find that list."))
    sets: dict[str, list[tuple[ListEntry, CardFacts | None]]] = {}
    for entry in chosen.entries:
        sets.setdefault(entry.set, []).append((entry, cards[chosen.game].by_code.get(entry.card)))
    context = {"list": chosen, "game": GAMES[chosen.game], "sets": list(sets.items())}
    return render(request, "cards/rulings/card_list.html", context)


@require_safe
@cached_page(all_data_versions)
def errata_page(request: HttpRequest) -> HttpResponse:
    now, cards = current_rulings_book(), current_catalogues()
    views = present_errata(now.errata, now, cards)
    places: dict[str, list[PresentedErratum]] = {}
    for erratum in views:
        places.setdefault(erratum.erratum.place.removeprefix("errata, "), []).append(erratum)
    return render(request, "cards/rulings/errata.html", {"places": list(places.items()), "total": len(views)})
