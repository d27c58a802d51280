"""Views of the kit: the button that deals, the papers for the one who sorts, the proof."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from common.links import absolute_url
from drafts.paper.kit import deal_packets, kit_of, proof_of_packets
from drafts.paper.kit_paper import kit_paper
from drafts.paper.services import paper_by


@require_POST
def deal(request: HttpRequest, key: str) -> HttpResponse:
    deal_packets(key, person=person_of(request), catalogue=catalogue())
    return redirect("drafts:paper", key)


@never_cache
@require_safe
def kit(request: HttpRequest, key: str) -> HttpResponse:
    """Instructions, the list by which cards are sorted into packets, and a label for each packet, as PDF."""
    made = kit_of(key, person=person_of(request), catalogue=catalogue())
    link = absolute_url(request, made.paper.table.get_absolute_url())
    answer = HttpResponse(kit_paper(made, link), content_type="application/pdf")
    answer["Content-Disposition"] = f'attachment; filename="draft-{key}.kit.pdf"'
    return answer


@never_cache
@require_safe
def verify(request: HttpRequest, key: str) -> HttpResponse:
    """Check a file in this browser; nothing is sent anywhere."""
    paper = paper_by(key)
    table = paper.table
    mine = paper.seat_of(person_of(request)) if table.commitment and paper.entering else None
    context = {
        "name": table.name,
        "back": table.get_absolute_url(),
        "commitment": table.commitment,
        "known": json.dumps({"table": key, "called_off": False, "picks": [], "real_cards": True}),
        "proofs": reverse("drafts:paper_proof", args=[key]) if mine else "",
    }
    return render(request, "drafts/archive/verify.html", context)


@never_cache
@require_safe
def proof(request: HttpRequest, key: str) -> HttpResponse:
    """The proofs of the packets of one's own seat, as a file."""
    body = json.dumps(proof_of_packets(key, person=person_of(request)), ensure_ascii=False, indent=1)
    answer = HttpResponse(body, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="draft-{key}.json"'
    return answer
