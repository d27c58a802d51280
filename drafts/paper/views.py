"""Views of drafts with real cards: the table, its pools, and the kit with deal and proofs."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, person_of
from accounts.models import Person
from cards.catalogue.queries import catalogue
from common.errors import DomainError
from common.i18n import translated
from common.links import absolute_url
from common.text import parse_whole_number
from decks.core.text import parse_picks
from drafts.core.engine.setup import PassDirection
from drafts.core.seat_ring import make_seat_ring
from drafts.models import Draft
from drafts.paper import services as papers
from drafts.paper.kit_paper import packet_kit_pdf
from drafts.paper.services import deal_packets, load_paper_draft, packet_kit_for, paper_proof_for
from drafts.table.setup.forms import NewPaperDraftForm, default_form_data, peoples_needed

_MAX_LIST_CHARACTERS = 20_000


@require_http_methods(["GET", "HEAD", "POST"])
def new_paper_draft_page(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        answers = default_form_data()
        # The players are already seated, so the host types their names in the order round the table.
        answers["seating"] = Draft.Seating.AS_SAT
        return _new_paper_draft_response(request, NewPaperDraftForm(answers))
    form = NewPaperDraftForm(request.POST)
    if not form.is_valid() or form.setup is None:
        return _new_paper_draft_response(request, form, status=400)
    data = form.cleaned_data
    host = get_or_create_person(request, making="paper")
    try:
        table = papers.create_paper_draft(
            host=host,
            setup=form.setup,
            names=data["names"].splitlines(),
            name=data["name"] or _default_draft_name(host),
            shuffled=data["seating"] == "random",
            pick_seconds=data["pick_seconds"],
        )
    except DomainError as error:
        form.add_error("names", translated(error))
        return _new_paper_draft_response(request, form, status=400)
    return redirect(table)


def _default_draft_name(host: Person) -> str:
    """Return a name in the reader’s language, without the placeholder name of a guest."""
    if host.user_id or host.nickname:
        return _("%(name)s’s paper draft") % {"name": host.display_name}
    return _("Paper draft")


def _new_paper_draft_response(request: HttpRequest, form: NewPaperDraftForm, status: int = 200) -> HttpResponse:
    form.is_valid()
    context = {
        "form": form,
        "setup": form.setup,
        "needed": peoples_needed(form.data),
        "figures": reverse("drafts:figures"),
        "custom": False,
    }
    return render(request, "drafts/paper/new.html", context, status=status)


@never_cache
@require_safe
def paper_draft_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show everyone at the table what to do now, and afterwards the pools."""
    paper = papers.load_paper_draft(key)
    person = person_of(request)
    hosting = person is not None and person.pk == paper.table.host_id
    first = not paper.awaits_pools and (paper.table.round, paper.table.number) == (1, 1)
    context = _paper_draft_context(request, paper) | {"hosting": hosting, "can_deal": hosting and first}
    own_seat = paper.seat_of(person)
    if own_seat is not None:
        context |= {"mine": own_seat, "findings": _problem_texts(papers.pool_problems_for(paper, own_seat.number))}
    part = getattr(request, "htmx", False)
    return render(
        request, "drafts/paper/_table.html" if part else "drafts/paper/table.html", context | {"partial": part}
    )


def _paper_draft_context(request: HttpRequest, paper: papers.PaperDraft) -> dict[str, Any]:
    table, setup = paper.table, paper.setup
    right = setup.direction(table.round) is PassDirection.RIGHT
    step = setup.direction(table.round).step
    names = [seat.name for seat in paper.seats]
    count = len(names)
    address = absolute_url(request, table.get_absolute_url())
    context: dict[str, Any] = {
        "paper": paper,
        "table": table,
        "setup": setup,
        "goes_right": right,
        # The player to the right of a seat was typed before it.
        "ring": make_seat_ring([(name, "") for name in (*names[:1], *names[:0:-1])], passes_right=right),
        "passes": [(name, names[(index + step) % count]) for index, name in enumerate(names)],
        "size": setup.sizes[table.round - 1],
        "left": setup.sizes[table.round - 1] - table.number + 1,
        "of": setup.sizes[table.round - 1] - 1,
        "last_deal": setup.is_last_deal(table.round),
        "address": address,
        "waiting": [seat.name for seat in paper.seats if not seat.entered],
    }
    if table.ends is not None:
        context["seconds"] = max(int((table.ends - timezone.now()).total_seconds()), 0)
    return context


@require_POST
def next_packet_view(request: HttpRequest, key: str) -> HttpResponse:
    version = parse_whole_number(request.POST.get("version", ""), digits=8) or 0
    papers.advance_paper_draft(key, person=person_of(request), version=version, back=request.POST.get("go") == "back")
    return redirect("drafts:paper", key)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def submit_pool_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Enter a pool: tap cards, or type them one per line."""
    paper = papers.load_paper_draft(key)
    seat, person = papers.paper_seat_by_number(paper, number), person_of(request)
    mine = seat.person_id is not None and person is not None and seat.person_id == person.pk
    ticked = list(seat.codes) if mine else []
    if request.method != "POST":
        return _submit_pool_response(request, paper, seat, ticked=ticked)
    text = request.POST.get("text", "")[:_MAX_LIST_CHARACTERS]
    typed, problems = parse_picks(text, catalogue())
    ticked = request.POST.getlist("card")[:400]
    codes = [*ticked, *(code for code in typed if code not in ticked)]
    lines: list[dict[str, str]] = [
        {"rule": "", "message": translated(problem), "line": str(problem.line)} for problem in problems
    ]
    try:
        if not problems:
            entered = papers.submit_pool(
                key, number=number, person=get_or_create_person(request, seat.name), codes=codes, catalogue=catalogue()
            )
            if entered.is_saved:
                return redirect("drafts:paper", key)
            lines += _problem_texts(entered.findings)
    except DomainError as error:
        lines.append({"rule": error.rule or "", "message": translated(error)})
    return _submit_pool_response(request, paper, seat, ticked=ticked, text=text, findings=lines, status=400)


def _submit_pool_response(
    request: HttpRequest,
    paper: papers.PaperDraft,
    seat: Any,
    *,
    ticked: list[str],
    text: str = "",
    findings: list[dict[str, str]] | None = None,
    status: int = 200,
) -> HttpResponse:
    groups: dict[str, list[Any]] = {}
    for card in papers.cards_of_paper_draft(paper, catalogue()):
        groups.setdefault(card.people.value, []).append((card, card.code in ticked))
    counted = [(people, cards, sum(on for _card, on in cards)) for people, cards in groups.items()]
    context = {
        "paper": paper,
        "table": paper.table,
        "seat": seat,
        "groups": counted,
        "text": text,
        "findings": findings,
    }
    return render(request, "drafts/paper/pool.html", context | {"pool_size": paper.setup.figures.kept}, status=status)


def _problem_texts(findings: Any) -> list[dict[str, str]]:
    return [{"rule": problem.rule, "message": translated(problem)} for problem in findings]


@require_POST
def deal_packets_view(request: HttpRequest, key: str) -> HttpResponse:
    deal_packets(key, person=person_of(request), catalogue=catalogue())
    return redirect("drafts:paper", key)


@never_cache
@require_safe
def packet_kit_download(request: HttpRequest, key: str) -> HttpResponse:
    made = packet_kit_for(key, person=person_of(request), catalogue=catalogue())
    link = absolute_url(request, made.paper.table.get_absolute_url())
    headers = {"Content-Disposition": f'attachment; filename="draft-{key}.kit.pdf"'}
    return HttpResponse(packet_kit_pdf(made, link), content_type="application/pdf", headers=headers)


@never_cache
@require_safe
def verify_paper_proof_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the page that checks a proof in the browser, without sending it."""
    paper = load_paper_draft(key)
    table = paper.table
    own_seat = paper.seat_of(person_of(request)) if table.commitment and paper.awaits_pools else None
    context = {
        "name": table.name,
        "back": table.get_absolute_url(),
        "commitment": table.commitment,
        "known": json.dumps({"table": key, "called_off": False, "picks": [], "real_cards": True}),
        "proofs": reverse("drafts:paper_proof", args=[key]) if own_seat else "",
    }
    return render(request, "drafts/archive/verify.html", context)


@never_cache
@require_safe
def paper_proof_download(request: HttpRequest, key: str) -> HttpResponse:
    body = json.dumps(paper_proof_for(key, person=person_of(request)), ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": f'attachment; filename="draft-{key}.json"'}
    return HttpResponse(body, content_type="application/json", headers=headers)
