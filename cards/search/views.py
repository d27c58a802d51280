"""Views of the search: a box whose query is in the URL, its meaning, and the results."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.identity import SESSION_KEY, get_or_create_person, person_of
from cards.catalogue import services
from cards.catalogue.queries import all_data_versions, saved_searches
from cards.core.search import (
    BLUE_MOON,
    TABLES,
    explain,
    join_search,
    parameters_of,
    parse_query,
    query_of_params,
    query_with_panel_values,
    similar_names,
)
from cards.core.search.complete import query_completions
from cards.core.search.keys import KeyTable
from cards.core.search.tokens import BadTerm
from cards.pictures.addresses import picture_sheet_url
from cards.search.filter_panel import active_conditions, filter_panel
from cards.search.queries import find_cards, name_index_of, owned_copies_for, rulings_for_question
from common.error_responses import errors_as_messages
from common.i18n import translated
from common.page_cache import cached_page

CARDS_PER_PAGE = 24  # each with its picture; sixty took a browser half as long again
MOST_LEFT_OVER = 12  # a shorter last page joins the one before, so a people fits one page


@require_safe
@vary_on_headers("HX-Request")
@cached_page(lambda request: None if saved_searches(request.user, session_guest_key(request)) else all_data_versions())
def card_search_page(request: HttpRequest) -> HttpResponse:
    typed_text = " ".join(request.GET.getlist("q"))
    text = _combined_query_text(typed_text, request.GET)
    live = getattr(request, "htmx", False) and not request.headers.get("HX-History-Restore-Request")
    address = _search_url(text, request.GET)
    if not live and (text != typed_text or "by" in request.GET):
        return redirect(address)
    context = search_context(request, text)
    context["sheet"] = picture_sheet_url(context["found"]) if context["rows"] else ""
    if not live:
        return render(request, "cards/search/index.html", context)
    context |= {"live": True, "by_panel": request.GET.get("by") == "panel"}
    response = render(request, "cards/search/_results.html", context)
    response["HX-Push-Url"] = address
    return response


def _combined_query_text(typed_text: str, given: QueryDict) -> str:
    parameters = dict(given.lists())
    game = given.get("game", "")
    if game in TABLES and not parse_query(typed_text).query.game and game != BLUE_MOON.game:
        typed_text = join_search(f"game:{game}", typed_text) if typed_text.strip() else f"game:{game}"
    key_table = parse_query(typed_text).table
    match given.get("by"):
        case "panel":
            return query_with_panel_values(typed_text, parameters, key_table)
        case "box":
            return typed_text
    # Older URLs had a parameter for each filter.
    named = any(name in given for name in parameters_of(key_table))
    return join_search(typed_text, query_of_params(parameters, key_table)) if named else typed_text


def _search_url(text: str, given: QueryDict) -> str:
    query = [("q", text)] if text.strip() else []
    query += [("view", "rows")] if given.get("view") == "rows" else []
    return f"{reverse('cards:index')}?{urlencode(query)}".rstrip("?")


def search_context(request: HttpRequest, text: str) -> dict[str, Any]:
    reading = parse_query(text)
    answer = find_cards(reading, owned_copies_for(request, reading))
    page = Paginator(answer.cards, CARDS_PER_PAGE, MOST_LEFT_OVER).get_page(request.GET.get("page"))
    rows = request.GET.get("view") == "rows"
    cards = list(page.object_list)
    return {
        "text": text,
        "reading": reading,
        "explanation": explain(reading.query, reading.table, _),
        "problems": [_problem_in_context(problem, reading.text) for problem in answer.problems],
        "no_shelf": reading.shelf in answer.problems,
        "mended": [(word, ", ".join(forms)) for word, forms in answer.mended.items()],
        "page": page,
        "found": cards,
        "rows": rows,
        "total": len(answer.index.cards),
        "page_query": urlencode([("q", text)] * bool(text) + [("view", "rows")] * rows),
        "active": active_conditions(reading.query, reading.table),
        "suggestions": [] if cards else similar_names(reading.query, answer.index),
        "also": {} if cards or not text else rulings_for_question(text),
        "panel": filter_panel(reading.query, reading.table),
        "saved": saved_searches(request.user, session_guest_key(request)),
    }


def session_guest_key(request: HttpRequest) -> int | None:
    """Return the key of the guest in the session, without a query."""
    key = request.session.get(SESSION_KEY)
    return key if isinstance(key, int) else None


@dataclass(frozen=True, slots=True)
class PresentedProblem:
    """A problem with the text around it, and corrected queries."""

    message: str
    before: str
    wrong: str
    after: str
    column: int
    fixes: tuple[tuple[str, str], ...]


def _problem_in_context(problem: BadTerm, text: str) -> PresentedProblem:
    before, wrong, after = text[: problem.start], text[problem.start : problem.end], text[problem.end :]
    fixes = tuple((suggestion, f"{before}{_shorten_label(suggestion)}{after}") for suggestion in problem.suggestions)
    return PresentedProblem(translated(problem), before[-60:], wrong[:60], after[:60], problem.column, fixes)


def _shorten_label(suggestion: str) -> str:
    return f'"{suggestion}"' if " " in suggestion and '"' not in suggestion else suggestion


@require_safe
@cached_page(all_data_versions)
def search_help_page(request: HttpRequest) -> HttpResponse:
    tables = [(of, of.name, [(key, _explained_example(key.example, of)) for key in of.keys]) for of in TABLES.values()]
    general = [(example, explain(parse_query(example).query, BLUE_MOON, _)) for example in EXAMPLE_QUERIES]
    return render(request, "cards/search/help.html", {"tables": tables, "examples": general})


# What else the language can do than its keys, with an example each.
EXAMPLE_QUERIES = (
    "flash incendiary",
    '"rain of fire"',
    "!inferno",
    "people:vulca type:character fire>=5 moons>=1",
    "fire>earth",
    "fire+earth>=8",
    "-type:character people:aqua",
    "people:vulca|hoax",
    "type:ship or is:chosen",
    "(people:flit or people:mimix) has:pair",
    "type:character sort:fire",
    "type:character sort:-fire",
    "t:booster p:flit f>=2",
)


def _explained_example(example: str, key_table: KeyTable) -> tuple[str, str]:
    query = example if key_table is BLUE_MOON else f"game:{key_table.game} {example}"
    reading = parse_query(query)
    return query, explain(reading.query, reading.table, _)


@require_safe
@cache_control(max_age=60)
def suggestions_json(request: HttpRequest) -> JsonResponse:
    """Suggestions for the search box: `{"results": [{"kind", "text", "label", "query", "url"}]}`, best first.

    `text` replaces the last piece of `q`; `url` leads to the named card.
    """
    text = request.GET.get("q", "")[:1024]
    reading = parse_query(text)
    offered = query_completions(text, reading.table, name_index_of(reading.table.game))
    results = []
    for completion in offered:
        card = completion.card
        url = reverse("cards:card", args=[card.slug]) if card else ""
        label = f"{card.label} · {card.people}" if card else completion.label and _(completion.label)
        results.append(
            {"kind": completion.kind, "text": completion.text, "label": label, "query": completion.query, "url": url}
        )
    return JsonResponse({"results": results})


@require_POST
def save_search_view(request: HttpRequest) -> HttpResponse:
    query, name = request.POST.get("q", ""), request.POST.get("name", "")
    with errors_as_messages(request):
        services.save_search(person=get_or_create_person(request, making="search"), name=name, query=query)
        messages.success(request, _("Saved. You’ll find it under “Saved searches”."))
    return HttpResponseRedirect(_search_url(query[:4096], request.GET))


@require_POST
def delete_search_view(request: HttpRequest, pk: int) -> HttpResponse:
    services.delete_search(person=person_of(request), key=pk)
    messages.success(request, _("Search deleted."))
    return redirect("cards:index")
