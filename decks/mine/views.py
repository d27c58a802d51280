"""Views of my decks: the list by folder, tag and sort order, and actions on several decks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from common.error_responses import errors_as_messages
from common.headers import allow_offline_copy
from common.lazy_sentences import lazy_sentences
from common.random_keys import is_demo_key
from decks.core.sort_orders import DeckOrder
from decks.deck.presenters import leaders_in, listed_deck
from decks.deck.queries import DECKS_LISTED, judged_decks, own_and_public_decks, pools_of
from decks.exchange.all_decks import MAX_DECKS
from decks.mine import services
from decks.mine.queries import PAGE_SIZE, DeckSummaries, deck_summaries, sorted_deck_keys
from decks.models import MAX_FOLDER_NAME

ORDER_LABELS = lazy_sentences("decks", "orders")


@dataclass(frozen=True, slots=True)
class DeckListQuery:
    """Query parameters of the list; `folder` is None for all decks and empty for decks in no folder.

    `chosen` is None unless decks are being selected; then it is the deck that is already ticked, or empty.
    """

    tag: str
    folder: str | None
    order: DeckOrder
    chosen: str | None
    archived: bool

    @classmethod
    def from_request(cls, request: HttpRequest) -> DeckListQuery:
        """Return the parameters of a request; an unknown sort order becomes the default."""
        params = request.GET
        order = params.get("sort", "")
        return cls(
            tag=" ".join(params.get("tag", "").lower().split()),
            folder=params.get("folder"),
            order=DeckOrder(order) if order in set(DeckOrder) else DeckOrder.CHANGED,
            chosen=params.get("choose"),
            archived="archive" in params,
        )

    def values(self) -> dict[str, str]:
        sort = None if self.order is DeckOrder.CHANGED else self.order.value
        choose = None if self.chosen is None else ""
        archive = "" if self.archived else None
        values = {"folder": self.folder, "tag": self.tag or None, "sort": sort, "choose": choose, "archive": archive}
        return {name: value for name, value in values.items() if value is not None}

    def url_query(self, **other: str | None) -> str:
        """Return the URL query with some values replaced; None removes one."""
        return urlencode([(name, value) for name, value in (self.values() | other).items() if value is not None])


@require_safe
def my_decks_page(request: HttpRequest) -> HttpResponse:
    person, cards, query = person_of(request), catalogue(), DeckListQuery.from_request(request)
    summaries = deck_summaries(person)
    tagged = summaries.tags.get(query.tag, []) if query.tag else None
    keys = summaries.keys(query.folder, None if tagged is None else frozenset(tagged), archived=query.archived)
    page = _page(
        request, sorted_deck_keys(keys, query.order), summaries.primary_key_of(query.chosen) if query.chosen else None
    )
    mine, public = own_and_public_decks(person, list(page.object_list), tagged)
    shared = [] if _has_filters(query) else [listed_deck(entry, cards) for entry in judged_decks(public, cards)]
    context = {
        "mine": [listed_deck(entry, cards) for entry in judged_decks(mine, cards)],
        "demo_alone": all(is_demo_key(deck.row.key) for deck in shared),
        "public": sorted(shared, key=lambda deck: (deck.row.game, deck.verdict.tone != "good")),
        "person": person,
        "tags": summaries.tags,
        "tag": query.tag,
        "pools": [] if _has_filters(query) else pools_of(person)[:DECKS_LISTED],
        "leaders": leaders_in(cards),
    } | _deck_list_context(query, summaries, page)
    return allow_offline_copy(render(request, "decks/mine/index.html", context))


def _page(request: HttpRequest, keys: list[int], chosen: int | None) -> Page[int]:
    number = keys.index(chosen) // PAGE_SIZE + 1 if chosen is not None and chosen in keys else request.GET.get("page")
    return Paginator(keys, PAGE_SIZE).get_page(number)


def _has_filters(query: DeckListQuery) -> bool:
    return query.folder is not None or query.chosen is not None or query.archived


def _deck_list_context(query: DeckListQuery, summaries: DeckSummaries, page: Page[int]) -> dict[str, Any]:
    unfiled = sum(row.mine and not row.folder and not row.archived for row in summaries.rows)
    folders = [(name, query.url_query(folder=name, archive=None), count) for name, count in summaries.folders.items()]
    if folders and unfiled:
        folders.append(("", query.url_query(folder="", archive=None), unfiled))
    return {
        "query": query,
        "page": page,
        "count": len(summaries.rows),
        "folders": folders,
        "orders": list(ORDER_LABELS.items()),
        "query_fields": [(name, value) for name, value in query.values().items() if name != "sort"],
        "address": query.url_query(),
        "everywhere": query.url_query(folder=None, archive=None),
        "old": summaries.archived_count,
        "archive": query.url_query(folder=None, archive=""),
        "choose": query.chosen is not None,
        "choose_address": query.url_query(choose="" if query.chosen is None else None),
        "too_many": MAX_DECKS if len(summaries.rows) > MAX_DECKS else 0,
        "folder_length": MAX_FOLDER_NAME,
    }


@require_POST
def move_decks_view(request: HttpRequest) -> HttpResponse:
    person, keys = person_of(request), request.POST.getlist("deck")
    folder = request.POST.get("new", "").strip() or request.POST.get("folder", "")
    with errors_as_messages(request):
        name, count = services.move_decks(person=person, keys=keys, folder=folder)
        if name:
            message = ngettext("%(count)d deck moved to “%(name)s”.", "%(count)d decks moved to “%(name)s”.", count)
        else:
            message = ngettext(
                "%(count)d deck taken out of its folder.", "%(count)d decks taken out of their folders.", count
            )
        messages.success(request, message % {"count": count, "name": name})
        return _redirect_to_folder(name)
    return redirect(f"{reverse('decks:index')}?choose=")


@require_POST
def archive_decks_view(request: HttpRequest) -> HttpResponse:
    away = request.POST.get("archived") == "1"
    with errors_as_messages(request):
        services.archive_decks(person=person_of(request), keys=request.POST.getlist("deck"), archived=away)
        messages.success(request, _("Moved to the archive.") if away else _("Moved back to your decks."))
    return redirect(f"{reverse('decks:index')}{'' if away else '?archive='}")


@require_POST
def change_folder_view(request: HttpRequest) -> HttpResponse:
    person, name = person_of(request), request.POST.get("name", "")
    gone = request.POST.get("do") == "remove"
    new = "" if gone else request.POST.get("to", "").strip()
    if not (new or gone):
        messages.error(request, _("A folder needs a name."))
        return _redirect_to_folder(name)
    with errors_as_messages(request):
        new = services.rename_folder(person=person, name=name, to=new)
        if gone:
            messages.success(request, _("The folder “%(name)s” is gone. Its decks are listed here.") % {"name": name})
        return _redirect_to_folder(new)
    return redirect("decks:index")


def _redirect_to_folder(name: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(f"{reverse('decks:index')}?{urlencode({'folder': name})}")
