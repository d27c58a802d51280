"""Views of the proof: a page that checks the shuffle was as promised, and the file to take home."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.archive.proofs import proof_of
from drafts.models import Draft
from drafts.table.identity import who_of
from drafts.table.queries import look
from drafts.table.rows import load


@require_safe
def verify(request: HttpRequest, key: str) -> HttpResponse:
    """Check a file in this browser; nothing is sent anywhere."""
    seen = look(load(key), who_of(request, key))
    over = seen.status in (Draft.Status.DONE, Draft.Status.ABORTED)
    context = {
        "name": seen.name,
        "back": reverse("drafts:detail", args=[key]),
        "commitment": seen.commitment,
        "known": seen.known,
        "proofs": reverse("drafts:proof", args=[key]) if over and seen.me and seen.commitment else "",
    }
    return render(request, "drafts/archive/verify.html", context)


@never_cache
@require_safe
def proof(request: HttpRequest, key: str) -> HttpResponse:
    """The proofs of one's own seat, as a file."""
    body = json.dumps(proof_of(key, who_of(request, key)), ensure_ascii=False)
    answer = HttpResponse(body, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="draft-{key}.json"'
    return answer
