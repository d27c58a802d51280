"""Views of sharing by link: a seat’s pool, and packets as questions."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.catalogue.queries import catalogue
from cards.pictures.painting import card_row_response
from common.i18n import translated
from common.links import absolute_url
from common.rate_limits import rate_limited
from common.text import parse_whole_number
from decks.core.legality import Entry
from decks.deck.presenters import card_groups
from drafts.core.packet_question import most_picked_card, total_and_shares
from drafts.sharing import services
from drafts.sharing.queries import packet_poll, shared_pool_by_key
from drafts.table.identity import visitor_of

ANSWERS_SESSION_KEY = "packet_answers"  # session key of the codes picked, by key of the question
MAX_ANSWERS_REMEMBERED = 100  # per session; the oldest are forgotten


@require_POST
def share_pool_view(request: HttpRequest, key: str) -> HttpResponse:
    """Share the reader’s own pool by link, with or without picks, or remove the link."""
    visitor = visitor_of(request, key)
    if request.POST.get("do") == "hide":
        services.stop_sharing_pool(key, visitor)
        messages.success(request, _("Link removed. Only you can see your pool now."))
        return redirect("drafts:detail", key)
    row = services.share_pool(key, visitor, picks=request.POST.get("picks") == "1")
    messages.success(request, _("Anyone with this link can now see your pool."))
    return redirect(row.get_absolute_url())


@never_cache
@require_safe
def shared_pool_page(request: HttpRequest, key: str) -> HttpResponse:
    pool, cards = shared_pool_by_key(key, partial(visitor_of, request)), catalogue()
    rounds: dict[int, list[Any]] = {}
    for entry in pool.entries:
        rounds.setdefault(entry.round, []).append(entry)
    address = absolute_url(request, pool.row.get_absolute_url())
    context = {
        "shared": pool,
        "draft": pool.seat.draft,
        "groups": card_groups([Entry(code) for code in pool.codes], cards),
        "rounds": [(entries[0], entries) for entries in rounds.values()],
        "cards": cards.by_code,
        "address": address,
    }
    return render(request, "drafts/sharing/pool.html", context)


@require_POST
def ask_packet_question_view(request: HttpRequest, key: str) -> HttpResponse:
    index = [parse_whole_number(request.POST.get(name, ""), digits=3) or 0 for name in ("round", "number")]
    row = services.ask_packet_question(key, visitor_of(request, key), round_number=index[0], number=index[1])
    return redirect(row.get_absolute_url())


@rate_limited("guest", "POST")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def packet_question_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a packet and its question. A session can answer once, and then sees all answers, the bot’s pick included."""
    poll = packet_poll(key, partial(visitor_of, request))
    answered = _answers_in_session(request).get(key, "")
    if request.method == "POST":
        if not answered and not poll.mine:
            code = request.POST.get("card", "")
            services.count_packet_answer(poll, code)
            answers = {**_answers_in_session(request), key: code}
            request.session[ANSWERS_SESSION_KEY] = dict(list(answers.items())[-MAX_ANSWERS_REMEMBERED:])
        return redirect(poll.row.get_absolute_url())
    address = absolute_url(request, poll.row.get_absolute_url())
    context: dict[str, Any] = {"poll": poll, "question": poll.question, "address": address}
    if answered or poll.mine:
        counts = dict(poll.row.answers.values_list("card", "count"))
        context["answers"], context["shares"] = total_and_shares(poll.question, counts, answered, poll.entry.taken)
        context["most"], context["bot"] = most_picked_card(context["shares"]), poll.question.taken
        context["why"] = translated(poll.question.why)
    return render(request, "drafts/sharing/question.html", context)


@require_POST
def delete_packet_question_view(request: HttpRequest, key: str) -> HttpResponse:
    poll = packet_poll(key, partial(visitor_of, request))
    services.delete_packet_question(poll)
    messages.success(request, _("Question and answers deleted."))
    return redirect("drafts:log", poll.seat.draft.key)


@require_safe
def packet_question_picture(request: HttpRequest, key: str) -> HttpResponse:
    """Draw the preview picture of a question’s link, with the cards of its packet."""
    poll = packet_poll(key, partial(visitor_of, request))
    return card_row_response(poll.question.cards, _("What would you pick?"), poll.seat.draft.name)


def _answers_in_session(request: HttpRequest) -> dict[str, str]:
    stored = request.session.get(ANSWERS_SESSION_KEY, {})
    return stored if isinstance(stored, dict) else {}
