"""Views of a table: its page, joining, picks, host actions, and notes."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.tiles.files import PICTURES_KIND
from common.database.prepared import PreparedQuery
from common.errors import Conflict, DomainError, Invalid, Missing, NotAllowed
from common.i18n import translated
from common.links import absolute_url
from common.text import gettext_noop, parse_whole_number
from decks.deck.presenters import listed_deck
from decks.deck.queries import decks_of, judged_decks
from decks.models import Deck
from drafts.models import Draft, PaperTable
from drafts.table import clocks, hosting, picks, services
from drafts.table.identity import (
    log_in_guest_of_seat,
    redirect_to_seat,
    remember_seat_in_session,
    seat_token_in_cookie,
    set_seat_cookie,
    visitor_of,
    visitor_of_token,
)
from drafts.table.moves import moves_of, offer_of_draft, summary_of_draft, summary_of_paper
from drafts.table.permissions import own_seat_or_raise
from drafts.table.presenters import draft_page_context, sorted_cards, turn_context
from drafts.table.queries import (
    VisibleDraft,
    demo_drafts,
    drafts_of_person,
    partner_cards_for,
    table_message_of,
    visible_draft_for,
    was_removed,
)
from drafts.table.rows import load_draft
from drafts.table.script_data import table_script_data, tile_urls
from drafts.table.services import note_of_reader, save_note
from live.words import say_phrase

_TEMPLATE_BY_STATUS = {
    Draft.Status.LOBBY: "drafts/table/lobby.html",
    Draft.Status.DRAFTING: "drafts/table/table.html",
    Draft.Status.DONE: "drafts/table/finished.html",
    Draft.Status.ABORTED: "drafts/table/finished.html",
}
_FOLLOW_UP_DRAFT_QUERY = PreparedQuery(
    lambda key: Draft.objects.filter(follows__key=key).select_related("host__user").order_by("pk")[:1], "key"
)
# Everyone opens the page right after the draft, when nobody has built a deck, so run a cheap query first.
_DECKS_BUILT_QUERY = PreparedQuery(lambda pool: Deck.objects.filter(pool__key=pool).order_by("pk")[:1], "key")


class NicknameForm(forms.Form):
    """Form for a seat: the nickname of a guest."""

    nickname = forms.CharField(label=gettext_lazy("Your name"), max_length=36, required=False)


@require_safe
def drafts_page(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    papers = PaperTable.objects.filter(Q(host=person) | Q(seats__person=person)).distinct()[:20] if person else []
    drafts = drafts_of_person(person)[:100]
    context = {
        "drafts": drafts,
        "running": moves_of(person, [draft for draft in drafts if draft.status in Draft.OPEN]) if person else (),
        "finished": [summary_of_draft(draft) for draft in drafts if draft.status not in Draft.OPEN],
        "papers": [summary_of_paper(table) for table in papers],
        "seats": () if drafts else [offer_of_draft(draft) for draft in demo_drafts()],
    }
    return render(request, "drafts/table/index.html", context)


@never_cache
@require_safe
def draft_page(request: HttpRequest, key: str) -> HttpResponse:
    who, cards = visitor_of(request, key), catalogue()
    loaded = clocks.visit_draft(key, who)
    draft_view = visible_draft_for(loaded, who)
    context = _draft_page_context(request, draft_view, cards)
    template = _TEMPLATE_BY_STATUS[draft_view.status]
    # Compression could leak secret links (BREACH): seat and invitation links in a lobby, later the next draft’s link.
    compressed = draft_view.status != Draft.Status.LOBBY
    if draft_view.status == Draft.Status.DRAFTING:
        context["note"] = note_of_reader(draft_view, who)
        if _is_turn_draft(draft_view):
            template = "drafts/ways/table.html"
            context |= turn_context(draft_view, cards) | _wishlist_context(draft_view, cards)
        else:
            context["table_data"] = table_script_data(draft_view, cards)
    elif draft_view.status == Draft.Status.LOBBY:
        tiles = tile_urls(draft_view, cards) + tile_urls(draft_view, cards, PICTURES_KIND)
        context |= _seat_link_context(request, draft_view) | {"tiles": tiles}
    else:
        compressed = not context["next"]
        context["loaded"] = loaded
        context |= _built_decks_context(request, draft_view, cards, can_choose=context.get("can_choose", False))
        context["table_data"] = table_script_data(draft_view, cards) if draft_view.view is not None else None
    return (gzip_page(render) if compressed else render)(request, template, context)


def _built_decks_context(
    request: HttpRequest, draft_view: VisibleDraft, cards: Catalogue, *, can_choose: bool
) -> dict[str, Any]:
    """Return the decks built from the reader’s pool, and the link to the next step: a deck, or choosing its cards."""
    built = draft_view.owns_pool and draft_view.pool_key and _DECKS_BUILT_QUERY.first(draft_view.pool_key) is not None
    rows = judged_decks(decks_of(person_of(request)).filter(pool__key=draft_view.pool_key), cards) if built else []
    step = reverse("decks:deck", args=[rows[0].row.key]) if rows else "#next" if can_choose else ""
    choosing = can_choose and (not rows or "another" in request.GET)
    return {"decks": [listed_deck(row, cards) for row in rows], "deck_step": step, "can_choose": choosing}


def _seat_link_context(request: HttpRequest, draft_view: VisibleDraft) -> dict[str, Any]:
    """Return the reader’s seat link and its QR code; empty unless this browser has the token."""
    running = draft_view.status in Draft.OPEN
    token = seat_token_in_cookie(request, draft_view.key) if running and draft_view.me is not None else ""
    if not token:
        return {}
    address = absolute_url(request, reverse("drafts:seat", args=[draft_view.key, token]))
    return {"seat_address": address}


@never_cache
@require_safe
def draft_changes_json(request: HttpRequest, key: str) -> HttpResponse:
    """Return the view as JSON for the table’s script, or a part of the page for other pages."""
    draft_view = _visit_and_view_draft(request, key)
    if _is_turn_draft(draft_view) and not _wants_json(request) and draft_view.status == request.GET.get("status"):
        return _turn_response(request, draft_view)
    if _wants_json(request):
        return JsonResponse(table_message_of(draft_view))
    lost_seat = draft_view.status == Draft.Status.LOBBY and draft_view.me is None and "seated" in request.GET
    # Only a page opened before a site upgrade asks for a part while drafting.
    if request.GET.get("status") != draft_view.status or lost_seat or draft_view.status == Draft.Status.DRAFTING:
        return HttpResponse(headers={"HX-Refresh": "true"})
    part = "_lobby_seats.html" if draft_view.status == Draft.Status.LOBBY else "_next_table.html"
    response = render(request, f"drafts/table/{part}", _draft_page_context(request, draft_view) | {"partial": True})
    response["X-Version"] = str(draft_view.version)  # lets the page drop a response older than its last one
    return response


def _is_turn_draft(draft_view: VisibleDraft) -> bool:
    return draft_view.status == Draft.Status.DRAFTING and draft_view.setup.sharing.takes_turns


def _turn_response(request: HttpRequest, draft_view: VisibleDraft, problem: str = "") -> HttpResponse:
    """Return whose turn it is, and the open cards taken since the page was drawn."""
    seen = parse_whole_number(request.POST.get("seen", request.GET.get("seen", "")), digits=4) or 0
    cards = catalogue()
    context = _draft_page_context(request, draft_view, cards) | turn_context(draft_view, cards, seen)
    context |= _wishlist_context(draft_view, cards)
    response = render(request, "drafts/ways/_turn.html", context | {"partial": True, "problem": problem})
    response["X-Version"] = str(draft_view.version)
    return response


def _wishlist_context(draft_view: VisibleDraft, cards: Catalogue) -> dict[str, Any]:
    return {"wishlist": [cards[code] for code in picks.own_wishlist(draft_view)]}


def _make_action_view(service: Callable[..., object], success_message: Any = "") -> Callable[..., HttpResponse]:
    """Make a view that calls a service, shows a message and redirects to the draft."""

    @require_POST
    def view(request: HttpRequest, key: str, **place: int) -> HttpResponse:
        service(key, visitor=visitor_of(request, key), **place)
        if success_message:
            messages.success(request, success_message)
        return redirect("drafts:detail", key)

    return view


pause_view, resume_view = _make_action_view(clocks.pause_draft), _make_action_view(clocks.resume_draft)
start_view = _make_action_view(services.start_draft)
cancel_draft_view = _make_action_view(services.abort_draft)
take_seat_back_view = _make_action_view(services.take_seat_back)
leave_seat_view = _make_action_view(hosting.leave_seat)
shuffle_seats_view = _make_action_view(hosting.shuffle_seats, gettext_lazy("Seats shuffled."))
remove_player_view = _make_action_view(
    hosting.remove_player, gettext_lazy("The seat is free. The player who sat there can’t rejoin this draft.")
)
become_host_view = _make_action_view(hosting.become_host, gettext_lazy("You’re now the host."))


@require_POST
def plan_pick_view(request: HttpRequest, key: str) -> HttpResponse:
    """Plan the card to keep if time runs out."""
    message = ""
    try:
        card = request.POST.get("card", "")
        place = {"round_number": _posted_number(request, "round"), "number": _posted_number(request, "number")}
        picks.plan_pick(key, visitor=visitor_of(request, key), card=card, **place)
        name = catalogue().by_code[card].label if card in catalogue() else ""
        message = _("If time runs out: %(name)s") % {"name": name} if name else _("Choose a card first.")
    except DomainError as error:
        if isinstance(error, NotAllowed):
            raise
        message = translated(error)
    if getattr(request, "htmx", False):
        return HttpResponse(escape(message))
    messages.info(request, message)
    return redirect("drafts:detail", key)


@never_cache
@require_POST
def wishlist_view(request: HttpRequest, key: str) -> HttpResponse:
    """Add a card to the reader’s wishes, move one up or remove one."""
    who, problem = visitor_of(request, key), ""
    try:
        wanted = picks.wishlist_of_visitor(key, who)
        up, removed, added = (request.POST.get(name, "") for name in ("up", "drop", "card"))
        if up in wanted[1:]:
            at = wanted.index(up)
            wanted[at - 1 : at + 1] = up, wanted[at - 1]
        elif not up and not removed and not added:
            raise Invalid(gettext_noop("Choose a card first."))
        elif not up:
            wanted = [card for card in (*wanted, added) if card and card != removed]
        draft_view = picks.save_wishlist(key, visitor=who, cards=wanted)
    except DomainError as error:
        if isinstance(error, NotAllowed | Missing):
            raise
        problem = translated(error)
        draft_view = visible_draft_for(load_draft(key), who)
    return _table_change_response(request, draft_view, problem)


def _table_change_response(request: HttpRequest, draft_view: VisibleDraft, problem: str) -> HttpResponse:
    """Return the changes to a script, otherwise the whole page; with the problem, if there is one."""
    if getattr(request, "htmx", False) and _is_turn_draft(draft_view):
        return _turn_response(request, draft_view, problem)
    if problem:
        messages.error(request, problem)
    if getattr(request, "htmx", False):  # the draft is over, or the page was opened before a site upgrade
        return HttpResponse(headers={"HX-Refresh": "true"})
    return redirect("drafts:detail", draft_view.key)


@require_POST
def join_draft_view(request: HttpRequest, key: str) -> HttpResponse:
    form = NicknameForm(request.POST)
    nickname = form.cleaned_data["nickname"] if form.is_valid() else ""
    who = visitor_of(request, key)
    try:
        seated = services.join_draft(
            key, visitor=who, person=get_or_create_person(request, nickname), nickname=nickname
        )
        return redirect_to_seat(request, seated.key, seated.token)
    except (NotAllowed, Missing):
        raise
    except DomainError as error:
        messages.error(request, translated(error))
    return redirect("drafts:detail", key)


@never_cache
@require_POST
def pick_card_view(request: HttpRequest, key: str) -> HttpResponse:
    """Pick a card, or with `ahead` plan it for when time runs out."""
    if request.POST.get("ahead"):
        return plan_pick_view(request, key)
    who, problem = visitor_of(request, key), ""
    try:
        if not request.POST.get("card"):
            raise Invalid(gettext_noop("Choose a card first."))
        draft_view = picks.pick_card(
            key,
            visitor=who,
            round_number=_posted_number(request, "round"),
            number=_posted_number(request, "number"),
            card=request.POST["card"],
            instead=request.POST.get("instead", ""),
        )
    except DomainError as error:
        if isinstance(error, NotAllowed | Missing):
            raise
        problem = translated(error)
        draft_view = visible_draft_for(load_draft(key), who)
    if _wants_json(request):
        return JsonResponse({"problem": problem, "view": table_message_of(draft_view)})
    return _table_change_response(request, draft_view, problem)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def say_phrase_view(request: HttpRequest, key: str) -> HttpResponse:
    """Say a phrase; without POST, return the part of a page that says and shows phrases."""
    seat = own_seat_or_raise(load_draft(key), visitor_of(request, key))
    if request.method != "POST":
        context = {"draft_view": _visit_and_view_draft(request, key), "later": True}
        return render(request, "drafts/table/_words.html", context)
    say_phrase(key, seat=seat.number, number=request.POST.get("phrase", ""))
    return HttpResponse(status=204)


@never_cache
@require_safe
def partner_cards_page(request: HttpRequest, key: str) -> HttpResponse:
    cards = catalogue()
    found = partner_cards_for(key, visitor_of(request, key))
    partners = [(partner.name, sorted_cards(partner.cards, cards)) for partner in found]
    context = {"partners": partners, "draft_view": _visit_and_view_draft(request, key)}
    return render(request, "drafts/table/partners.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_seat_link_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the reader’s seat link, if this browser has it; with POST, make a new link and show it."""
    if request.method != "POST":
        own_seat_or_raise(load_draft(key), visitor_of(request, key))
        draft_view = _visit_and_view_draft(request, key)
        context = {"key": key, "draft_view": draft_view} | _seat_link_context(request, draft_view)
        return render(request, "drafts/table/seat_link.html", context)
    seated = services.create_seat_link(key, visitor=visitor_of(request, key))
    remember_seat_in_session(request, key, seated.token)
    address = absolute_url(request, reverse("drafts:seat", args=[key, seated.token]))
    response = render(request, "drafts/table/seat_link.html", {"key": key, "address": address})
    set_seat_cookie(request, response, key, seated.token)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_seat_by_link_page(request: HttpRequest, key: str, token: str) -> HttpResponse:
    """Take a seat by its link in this browser, once the visitor has confirmed."""
    draft_view = visible_draft_for(load_draft(key), visitor_of_token(token))
    if draft_view.me is None:
        raise Http404(_("This seat link no longer works. Create a new one on the draft page."))
    if request.method == "POST":
        log_in_guest_of_seat(request, token)
        remember_seat_in_session(request, key, token)
        if draft_view.me.is_bot and draft_view.status == Draft.Status.DRAFTING:
            with suppress(Conflict):  # the draft has just ended
                services.take_seat_back(key, visitor=visitor_of_token(token))
        return redirect_to_seat(request, key, token)
    return render(request, "drafts/table/seat.html", {"draft_view": draft_view})


def _visit_and_view_draft(request: HttpRequest, key: str) -> VisibleDraft:
    who = visitor_of(request, key)
    return visible_draft_for(clocks.visit_draft(key, who), who)


def _draft_page_context(
    request: HttpRequest, draft_view: VisibleDraft, cards: Catalogue | None = None
) -> dict[str, Any]:
    cards = cards or catalogue()
    context = draft_page_context(draft_view, cards, now=timezone.now())
    if context["timed"] and draft_view.view is not None and draft_view.status == Draft.Status.DRAFTING:
        context["planned"] = picks.planned_card(draft_view)
        context["planned_card"] = cards.by_code.get(context["planned"])
    if draft_view.status in (Draft.Status.DONE, Draft.Status.ABORTED):
        context["next"] = _FOLLOW_UP_DRAFT_QUERY.first(draft_view.key)
    if draft_view.status == Draft.Status.LOBBY or draft_view.can_join:
        address = absolute_url(request, reverse("drafts:detail", args=[draft_view.key]))
        person = person_of(request)
        context |= {"address": address, "person": person}
        context["sent_away"] = draft_view.me is None and was_removed(draft_view, person)
    return context


def _posted_number(request: HttpRequest, name: str) -> int:
    """Return a whole number from the form; 0, which no round or pick has, for anything else."""
    return parse_whole_number(request.POST.get(name, ""), digits=3) or 0


def _wants_json(request: HttpRequest) -> bool:
    """Return whether the table’s script sent the request."""
    return request.headers.get("Accept") == "application/json"


@require_POST
def set_ready_view(request: HttpRequest, key: str) -> HttpResponse:
    hosting.set_seat_ready(key, visitor=visitor_of(request, key), ready=request.POST.get("ready") == "yes")
    return redirect("drafts:detail", key)


@require_POST
def move_seat_view(request: HttpRequest, key: str, number: int) -> HttpResponse:
    to = parse_whole_number(request.POST.get("to", ""), digits=2)
    hosting.move_seat(key, visitor=visitor_of(request, key), number=number, to=-1 if to is None else to)
    return redirect("drafts:detail", key)


@require_POST
def hand_over_host_view(request: HttpRequest, key: str, number: int) -> HttpResponse:
    draft_view = hosting.hand_over_host(key, visitor=visitor_of(request, key), number=number)
    messages.success(request, _("%(name)s is now the host.") % {"name": draft_view.host})
    return redirect("drafts:detail", key)


@require_POST
def seat_notes_view(request: HttpRequest, key: str) -> HttpResponse:
    save_note(key, visitor=visitor_of(request, key), text=request.POST.get("text", "").replace("\r\n", "\n"))
    if getattr(request, "htmx", False):
        return HttpResponse(_("Saved."), content_type="text/plain; charset=utf-8")
    messages.success(request, _("Notes saved."))
    return redirect("drafts:detail", key)
