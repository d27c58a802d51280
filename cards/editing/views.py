"""Views of editing: completeness, upload with preview, history."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person
from accounts.second_factor.staff import needs_second_factor, redirect_to_second_factor
from cards.catalogue.change_log import catalogue_changes, catalogue_changes_of
from cards.catalogue.queries import catalogue, completeness_of_cthulhu_sets, facts_from_row
from cards.core import completeness
from cards.core.completeness import CatalogueCompleteness, CompletenessBySet, FactCounts
from cards.editing import services as service
from cards.editing import witnesses
from cards.editing.forms import CardWitnessForm, CorrectCardForm, TableFileForm
from cards.games import GAMES
from cards.games import labels as games_labels
from cards.games.cthulhu import csv_table as cthulhu_table
from cards.games.cthulhu.facts import KEY as CTHULHU
from cards.models import GAME, Card, CardWitness, CatalogueChange
from cards.people_charts import Chart, bar_chart
from cards.permissions import may_edit_cards, require_catalogue_editor
from common.error_responses import status_of_error
from common.errors import Conflict, DomainError, Invalid
from common.i18n import translated
from common.spreadsheet_cells import BYTE_ORDER_MARK


def completeness_charts(completeness: CatalogueCompleteness) -> list[Chart]:
    decks = [str(games_labels.indicator_name(share.label) or _("Not known")) for share in completeness.by_deck]
    return [
        _share_chart(
            _("Complete cards by people (per cent)"),
            _("People"),
            [share.label for share in completeness.by_people],
            completeness.by_people,
        ),
        _share_chart(_("Complete cards by deck or box (per cent)"), _("Packed in"), decks, completeness.by_deck),
    ]


def charts_of_set_completeness(completeness: CompletenessBySet) -> list[Chart]:
    factions = [
        (share.label or _("no faction"), str(share.cards), str(share.complete)) for share in completeness.by_faction
    ]
    sets = [(share.label, str(share.size), str(share.printings), str(share.complete)) for share in completeness.by_set]
    return [
        bar_chart(
            _("Complete cards by faction (per cent)"),
            (_("Faction"), _("Cards"), _("Complete")),
            factions,
            [share.percent for share in completeness.by_faction],
        ),
        bar_chart(
            _("Complete cards by set (per cent)"),
            (_("Set"), _("Cards in set"), _("In the catalogue"), _("Complete")),
            sets,
            [share.percent for share in completeness.by_set],
        ),
    ]


def _share_chart(title: str, head: str, labels: Sequence[str], shares: Sequence[FactCounts]) -> Chart:
    heads = (head, _("Cards"), _("Seen"), _("English name"), _("Number"), _("Moons"), _("Complete"))
    rows = [(label, *_share_cells(share)) for label, share in zip(labels, shares, strict=True)]
    return bar_chart(title, heads, rows, [share.percent for share in shares])


def _share_cells(share: FactCounts) -> tuple[str, ...]:
    moons = f"{share.moons}/{share.moons_wanted}" if share.moons_wanted else "–"
    return (str(share.cards), str(share.known), str(share.english), str(share.numbers), moons, str(share.complete))


def _game_from_request(request: HttpRequest) -> str:
    """Return the game in the request, by default Blue Moon; an unknown game is a 404."""
    game = request.POST.get("game") or request.GET.get("game") or GAME
    if game not in GAMES:
        raise Http404(_("We couldn’t find that game."))
    return game


def editors_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Decorate a view: raises `NotAllowed` for non-editors, and sends staff without two-step login to set it up."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        require_catalogue_editor(request.user)
        return redirect_to_second_factor(request) if needs_second_factor(request) else view(request, *args, **kwargs)

    return guarded


@require_safe
def completeness_page(request: HttpRequest) -> HttpResponse:
    """Show how complete the catalogue of a game is, which facts are missing, and how to help."""
    game = _game_from_request(request)
    games = [(key, game.title) for key, game in GAMES.items()]
    context: dict[str, object] = {"game": game, "games": games, "editor": may_edit_cards(request.user)}
    if game == CTHULHU:
        by_set = completeness_of_cthulhu_sets()
        context |= {"found": by_set, "charts": charts_of_set_completeness(by_set)}
        return render(request, "cards/editing/set_completeness.html", context)
    weighed = completeness.catalogue_completeness(catalogue())
    context |= {"found": weighed, "charts": completeness_charts(weighed)}
    return render(request, "cards/editing/completeness.html", context)


@require_safe
def missing_facts_csv_view(request: HttpRequest) -> HttpResponse:
    if _game_from_request(request) == CTHULHU:
        name = "cthulhu-wanted"
        text = completeness.missing_facts_csv_of_sets(completeness_of_cthulhu_sets(), cthulhu_table.TABLE_COLUMNS)
    else:
        name, text = "wanted", completeness.missing_facts_csv(completeness.catalogue_completeness(catalogue()))
    answer = HttpResponse(BYTE_ORDER_MARK + text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="ten-moons-{name}.csv"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@editors_only
def correct_card_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = get_object_or_404(Card, slug=slug)
    # Read the facts first: the form writes its values into the row.
    card_before = facts_from_row(row)
    form = CorrectCardForm(request.POST or None, instance=row)
    status = 200
    if request.method == "POST":
        if form.is_valid():
            try:
                card = service.correct_card(
                    form.instance, mark=form.cleaned_data["seen"], person=get_or_create_person(request)
                )
            except DomainError as error:
                status = _add_service_errors(form, error)
            else:
                messages.success(request, _("Saved in the catalogue."))
                return HttpResponseRedirect(reverse("cards:card", args=[card.slug]))
        else:
            status = 400
    context = {"form": form, "card": card_before, "status": status}
    return render(request, "cards/editing/edit.html", context, status=status)


def _add_service_errors(form: CorrectCardForm, error: DomainError) -> int:
    """Add the errors of a service to a form; after a conflict, it starts from the current card."""
    now = Card.objects.filter(pk=form.instance.pk).first() if isinstance(error, Conflict) else None
    if now is not None:
        form.show_meanwhile(CorrectCardForm(instance=now))
        form.now = facts_from_row(now)
        return status_of_error(error)
    for detail in error.details:
        form.add_error(detail.field if detail.field in form.fields else None, detail.message)
    if not error.details:
        form.add_error(None, translated(error))
    return status_of_error(error)


@require_http_methods(["GET", "HEAD", "POST"])
@editors_only
def upload_table_page(request: HttpRequest) -> HttpResponse:
    game = _game_from_request(request)
    if request.method != "POST":
        return render(request, "cards/editing/upload.html", {"form": TableFileForm(), "game": game})
    form = TableFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "cards/editing/upload.html", {"form": form, "game": game}, status=400)
    return _table_preview_response(request, form.cleaned_data["text"])


def _table_preview_response(request: HttpRequest, text: str, *, status: int = 200, notice: str = "") -> HttpResponse:
    game = _game_from_request(request)
    try:
        preview = service.preview_table(text, person=get_or_create_person(request), game=game)
    except Invalid as error:
        # The text of a rejected file stays in the field, so that it can be corrected there.
        again = TableFileForm({"text": text})
        again.is_valid()
        again.add_error("text", translated(error))
        return render(request, "cards/editing/upload.html", {"form": again, "notice": notice, "game": game}, status=400)
    again = TableFileForm(initial={"text": preview.text})
    status = 400 if preview.faults and status == 200 else status
    context = {"form": again, "preview": preview, "notice": notice, "game": game}
    return render(request, "cards/editing/upload.html", context, status=status)


@require_POST
@editors_only
def apply_table_view(request: HttpRequest) -> HttpResponse:
    """Apply a preview; if that is no longer possible, show a new preview."""
    text, seal = request.POST.get("text", ""), request.POST.get("seal", "")
    try:
        plan = service.apply_previewed_table(text, seal, person=get_or_create_person(request))
    except DomainError as error:
        return _table_preview_response(request, text, status=status_of_error(error), notice=translated(error))
    done = {"added": len(plan.added), "changed": sum(bool(change.fields) for change in plan.changed)}
    messages.success(request, _("Done: %(added)d cards added, %(changed)d changed.") % done)
    return HttpResponseRedirect(reverse("cards:keeping_history"))


@require_safe
def card_history_page(request: HttpRequest, slug: str = "") -> HttpResponse:
    card = get_object_or_404(Card, slug=slug) if slug else None
    rows = catalogue_changes_of(card) if card else catalogue_changes()
    context = {
        "page": Paginator(rows, 50).get_page(request.GET.get("page")),
        "card": facts_from_row(card) if card else None,
        "editor": may_edit_cards(request.user),
    }
    return render(request, "cards/editing/history.html", context)


@require_POST
@editors_only
def revert_change_view(request: HttpRequest, pk: int) -> HttpResponse:
    change = get_object_or_404(CatalogueChange, pk=pk)
    card = service.revert_change(change, person=get_or_create_person(request))
    data = {"field": change.field, "code": card.code, "before": change.before or "–"}
    messages.success(request, _("Undone: %(field)s of %(code)s is “%(before)s” again.") % data)
    return HttpResponseRedirect(reverse("cards:card_history", args=[card.slug]))


@require_http_methods(["GET", "HEAD", "POST"])
def card_witness_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show an unseen card, the verdict it blocks, and a form for its owner."""
    card, form, status = witnesses.unseen_card(slug), CardWitnessForm(request.POST or None), 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            person = get_or_create_person(request, making="witness")
            data = form.cleaned_data
            try:
                witnesses.add_testimony(card, person=person, facts=form.facts, text=data["said"], credit=data["credit"])
            except DomainError as error:
                form.add_error(None, translated(error))
            else:
                messages.success(request, _("Thank you. It will count once a second person enters the same."))
                return HttpResponseRedirect(reverse("cards:witness", args=[slug]))
    editor, (blocked, rule) = may_edit_cards(request.user), witnesses.blocked_verdict_and_rule(card)
    context = {
        "card": card,
        "form": form,
        "blocked": _(blocked),
        "rule": rule,
        "agreed": witnesses.agreed_facts_of(card),
        "editor": editor,
        "heard": CardWitness.objects.filter(slot=card.code).order_by("pk") if editor else [],
    }
    return render(request, "cards/editing/witness.html", context, status=status)
