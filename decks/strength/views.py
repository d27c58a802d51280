"""Views of strength: games against the published decks, swaps to try, and two decks against each other."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.games.labels import indicator_name
from cards.record_registry import record_of_deck
from common.error_responses import errors_as_messages
from common.errors import Conflict, Invalid
from common.rate_limits import client_address_digest
from decks.deck.choice import MAX_TYPED_CHARACTERS, DeckChoice, chosen_deck, deck_choice_groups
from decks.deck.presenters import people_of
from decks.deck.queries import decklist_of, visible_deck
from decks.models import Deck, SearchJob
from decks.permissions import editing_person
from decks.strength import services
from game.records.coverage import cards_played_in_part

_JOB_KINDS = {"strength": SearchJob.Kind.STRENGTH, "swaps": SearchJob.Kind.SWAPS, "match": SearchJob.Kind.MATCH}


@require_safe
def strength_page(request: HttpRequest, key: str) -> HttpResponse:
    row = visible_deck(key, person_of(request))
    person = person_of(request)
    jobs = SearchJob.objects.filter(deck=row, person=person).exclude(kind=SearchJob.Kind.COMPLETE) if person else None
    latest = {job.kind: job for job in reversed(jobs[:12])} if jobs is not None else {}
    context = _strength_context(row) | {"latest": list(latest.values()), "record": record_of_deck(row.pk)}
    context["choice"] = DeckChoice(
        id="other",
        name="other",
        action=reverse("decks:begin_strength", args=[row.key]),
        groups=deck_choice_groups(person, game=row.game, without=row),
        method="post",
        hidden={"kind": "match"},
        typed=request.GET.get("other", "")[:MAX_TYPED_CHARACTERS],
    )
    cards = catalogue()
    context["texts_not_whole"] = [
        cards[code] for code in cards_played_in_part(cards[code] for code in decklist_of(row).codes if code in cards)
    ]
    return render(request, "decks/strength/page.html", context)


@require_POST
def start_games_view(request: HttpRequest, key: str) -> HttpResponse:
    person = get_or_create_person(request)
    row = visible_deck(key, person)
    kind = _JOB_KINDS.get(request.POST.get("kind", ""), SearchJob.Kind.STRENGTH)
    typed = request.POST.get("other", "")[:MAX_TYPED_CHARACTERS]
    with errors_as_messages(request):
        other = chosen_deck(request, typed, person) if kind is SearchJob.Kind.MATCH else None
        job = services.start_games_job(
            row=row, person=person, kind=kind, cards=catalogue(), other=other, asked_from=client_address_digest(request)
        )
        return redirect("decks:strength_job", job.key)
    page = reverse("decks:strength", args=[key])
    return redirect(f"{page}?{urlencode({'other': typed})}#match" if typed else page)


@require_safe
def games_progress_view(request: HttpRequest, key: str) -> HttpResponse:
    job = services.games_job_for(key, person_of(request))
    context = _strength_context(job.own_deck) | {"job": job, **_games_result_context(job, catalogue())}
    if request.headers.get("HX-Target") == "strength":
        return render(request, "decks/strength/_progress.html", context)
    return render(request, "decks/strength/job.html", context | {"record": record_of_deck(job.own_deck.pk)})


@require_POST
def stop_games_view(request: HttpRequest, key: str) -> HttpResponse:
    services.stop_games_job(key=key, person=person_of(request))
    return redirect("decks:strength_job", key)


@require_POST
def make_swap_view(request: HttpRequest, key: str) -> HttpResponse:
    out, into = request.POST.get("out", ""), request.POST.get("into", "")
    with errors_as_messages(request, (Conflict, Invalid)):
        row = services.make_swap(key=key, person=person_of(request), out=out, into=into)
        names = {"out": catalogue()[out].label, "into": catalogue()[into].label}
        messages.success(request, _("Swapped %(out)s for %(into)s. You can undo this.") % names)
        return redirect("decks:edit", row.key)
    return redirect("decks:strength_job", key)


def _strength_context(row: Deck) -> dict[str, Any]:
    cards = catalogue()
    deck = decklist_of(row)
    return {"row": row, "deck": deck, "people": people_of(deck, cards), "kinds": SearchJob.Kind}


def _games_result_context(job: SearchJob, cards: Catalogue) -> dict[str, Any]:
    result: Mapping[str, Any] = job.result or {}
    swaps = [
        {**swap, "out": cards[swap["out"]], "into": cards[swap["into"]]}
        for swap in result.get("swaps", ())
        if swap["out"] in cards and swap["into"] in cards
    ]
    return {
        **{name: result.get(name) for name in ("each", "all", "match")},
        "swaps": swaps,
        "whole": result.get("whole", True),
        "other": result.get("other", ""),
        "texts_not_whole": [cards[code] for code in result.get("without_text", ()) if code in cards],
        "changed": not services.is_deck_unchanged(job),
        "heading": _result_heading(job),
        "edits": editing_person(job.own_deck, job.person) is not None,
    }


def _result_heading(job: SearchJob) -> str:
    if people := job.wishes.get("people"):
        other = indicator_name(people[0])
    else:
        other = Deck.objects.filter(pk=job.wishes.get("other")).values_list("name", flat=True).first() or ""
    if other:
        return _("%(name)s against %(other)s") % {"name": job.own_deck.name, "other": other}
    return {
        SearchJob.Kind.STRENGTH: _("How strong is it?"),
        SearchJob.Kind.SWAPS: _("One-card swaps"),
        SearchJob.Kind.MATCH: _("Against another deck"),
    }[SearchJob.Kind(job.kind)]
