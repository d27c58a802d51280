"""Views of the builder: the list beside the catalogue. Plain forms; with htmx, a tap updates only what it changes."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import person_of
from accounts.models import User
from cards.catalogue.queries import catalogue
from cards.core.facts import CardType, Catalogue
from cards.tiles.files import PICTURES_KIND, tiles_urls
from common.error_responses import errors_as_messages
from common.errors import ChangedMeanwhile, Conflict, DomainError, Invalid, Missing, NotAllowed
from common.i18n import translated
from common.text import gettext_noop, parse_whole_number
from decks.builder.catalogue_panel import search_context
from decks.core.legality import GAME_RULES, DeckList, Format
from decks.deck import services
from decks.deck.judging import judge_deck_list
from decks.deck.presenters import (
    CardGroup,
    CardRow,
    all_card_groups,
    cards_beside_deck,
    leaders_in,
    people_of,
    summary_strip,
    verdict_of,
)
from decks.deck.queries import decklist_with_notes, editable_deck
from decks.forms import DeckSettingsForm
from decks.history import services as history_services
from decks.history.presenters import VersionSummary, version_summaries
from decks.models import FORMATS, Deck
from decks.permissions import is_owner


# The pictures of the leader’s people come in one file, as at the draft table.
@require_safe
def builder_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the builder; htmx requests only the results, or after a notice only the list."""
    row = editable_deck(key, person_of(request))
    for_list = request.headers.get("HX-Target") == "built"
    if for_list and request.GET.get("version") == str(row.version):  # requested when a socket reconnects
        return HttpResponse(status=204)
    cards = catalogue(row.game)
    deck = decklist_with_notes(row)
    context = _card_list_context(row, deck, cards)
    if for_list:
        return render(
            request,
            "decks/builder/_deck_list.html",
            context | {"swap": True, "news": _version_by_others(row, request, cards)},
        )
    context |= search_context(request, deck, cards, row.maybe)
    if request.headers.get("HX-Target") == "results":
        return render(request, "decks/builder/_search_results.html", context)
    return render(request, "decks/builder/edit.html", context | _builder_context(row, request, cards))


def _version_by_others(row: Deck, request: HttpRequest, cards: Catalogue) -> VersionSummary | None:
    changes = list(row.changes.select_related("person__user")[:2])
    if not changes or changes[0].person == person_of(request):
        return None
    return version_summaries(changes, {}, cards)[0]


def _builder_context(row: Deck, request: HttpRequest, cards: Catalogue) -> dict[str, object]:
    lead = GAME_RULES[row.game].has_leader and Format(row.format) is not Format.DRAFT and not row.leader
    return {
        "can_redo": history_services.version_after_redo(row) is not None,
        "leaders": leaders_in(cards) if lead else [],
        "mine": is_owner(row, person_of(request)),
        "form": None,  # loaded when it is opened
        "pictures": tiles_urls(cards, [row.leader], PICTURES_KIND),
    }


def _card_tap_urls(row: Deck) -> dict[str, object]:
    """Return the URLs that taps post to, resolved once instead of for each button."""
    return {f"{name}_url": reverse(f"decks:{name}", args=[row.key]) for name in ("put", "maybe")}


def _deck_check_context(deck: DeckList, cards: Catalogue) -> dict[str, object]:
    panel = verdict_of(judge_deck_list(deck, cards), cards)
    groups = all_card_groups(deck.entries, cards, deck.game, panel.own_cards(deck.codes))
    return {"verdict": panel, "strip": summary_strip(deck, cards, panel), "groups": groups}


def _card_list_context(row: Deck, deck: DeckList, cards: Catalogue) -> dict[str, object]:
    return (
        _deck_check_context(deck, cards)
        | _card_tap_urls(row)
        | {
            "row": row,
            "deck": deck,
            "edits": True,
            "thinking": [cards[code] for code in row.maybe if code in cards],
            "beside": cards_beside_deck(deck, cards),
            "people": people_of(deck, cards),
            "format": FORMATS[deck.format],
            "most": GAME_RULES[deck.game].copies(deck),
        }
    )


@dataclass(frozen=True, slots=True)
class AddedCardPlace:
    """Position of an added card on the page: its line, its group, and the line before it, if any."""

    line: CardRow
    group: CardGroup
    after: CardRow | None


def _added_card_place(code: str, groups: Iterable[CardGroup]) -> AddedCardPlace | None:
    for group in groups:
        for index, line in enumerate(group.lines):
            if line.code == code:
                return AddedCardPlace(line, group, group.lines[index - 1] if index else None)
    return None


@require_POST
def put_card_view(request: HttpRequest, key: str) -> HttpResponse:
    """Add or remove a card with one tap. The response for htmx contains only what changed."""
    code, present, copies = _parse_card_tap(request)
    # Members are passed as their account, which is loaded anyway; guests as the person of their session.
    who = request.user if isinstance(request.user, User) else person_of(request)
    placed = services.put_card(key=key, who=who, code=code, present=present, copies=copies)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(_redirect_to_builder(key, request.POST.get("back", "")))
    deck, cards = placed.deck, placed.catalogue
    context = (
        _deck_check_context(deck, cards)
        | _card_tap_urls(placed.row)
        | {"row": placed.row, "swap": True, "deck": deck, "people": people_of(deck, cards)}
    )
    # If the page showed the previous version, one line is enough; otherwise it asks for the whole list.
    if request.POST.get("version") == str(placed.row.version - 1):
        groups: list[CardGroup] = context["groups"]  # type: ignore[assignment]
        context |= {"put": _added_card_place(code, groups), "taken": "" if present else code, "edits": True}
        context |= {"changed": placed.before, "most": GAME_RULES[deck.game].copies(deck)}
        slug = (str(cards[code].type) or "other") if code in cards else groups[0].slug
        context["group"] = next(group for group in groups if group.slug == slug)
        return render(request, "decks/builder/_changed_parts.html", context)
    answer = render(request, "decks/builder/_tally.html", context)
    answer["HX-Trigger-After-Settle"] = '{"ring": {"target": "#deck-version"}}'
    return answer


def _parse_card_tap(request: HttpRequest) -> tuple[str, bool, int | None]:
    """Parse a tap: "1 Vulca 03" adds the card, "0 Vulca 03" removes it, "=2 Vulca 03" sets the number of copies."""
    action, _space, code = request.POST.get("tap", "").partition(" ")
    number = parse_whole_number(action[1:], digits=2) if action.startswith("=") else None
    return code, action == "1" if number is None else number > 0, number


@require_http_methods(["GET", "HEAD", "POST"])
def save_card_notes(request: HttpRequest, key: str) -> HttpResponse:
    """Save the changed notes on cards, and only these, so that two people can edit notes at once."""
    row = editable_deck(key, person_of(request))
    deck, cards = decklist_with_notes(row), catalogue(row.game)
    if request.method == "POST":
        notes_by_code = {
            entry.code: request.POST[entry.code]
            for entry in deck.entries
            if request.POST.get(entry.code, "") != request.POST.get(f"before {entry.code}", "")
        }
        services.set_card_notes(key=key, person=person_of(request), notes_by_code=notes_by_code)
        messages.success(request, _("Saved."))
        return redirect(row)
    rows = [line for group in all_card_groups(deck.entries, cards, deck.game) for line in group.lines]
    context = {"row": row, "lines": rows, "longest": services.MAX_CARD_NOTE, "people": people_of(deck, cards)}
    return render(request, "decks/builder/notes.html", context)


@require_POST
def put_maybe_card(request: HttpRequest, key: str) -> HttpResponse:
    code, present, _copies = _parse_card_tap(request)
    row = services.set_maybe_card(key=key, person=person_of(request), code=code, present=present)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(_redirect_to_builder(key, request.POST.get("back", "")))
    cards = catalogue(row.game)
    thinking = [cards[code] for code in row.maybe if code in cards]
    context = _card_tap_urls(row) | {"row": row, "thinking": thinking, "swap": True}
    return render(request, "decks/builder/_considered_cards.html", context)


@require_POST
def choose_leader_view(request: HttpRequest, key: str) -> HttpResponse:
    row = editable_deck(key, person_of(request))
    cards = catalogue(row.game)
    card = cards.find_card(request.POST.get("leader", ""))
    if card.type is not CardType.LEADER:
        raise Invalid(gettext_noop("%(card)s isn’t a leader."), {"card": card.label}, rule="DECK-01")
    services.choose_leader(key=row.key, person=person_of(request), code=card.code)
    return redirect("decks:edit", key)


@require_POST
def undo_or_redo(request: HttpRequest, key: str, way: str) -> HttpResponse:
    move = history_services.undo_change if way == "undo" else history_services.redo_change
    with errors_as_messages(request, Conflict, show=messages.info):
        move(key=key, person=person_of(request))
    if "deck" in request.POST:
        return redirect("decks:deck", key)
    return redirect(_redirect_to_builder(key, request.POST.get("back", "")))


def _redirect_to_builder(key: str, query: str) -> str:
    """Redirect to the builder with the same search; the words come from a form, so they only ever become a query."""
    return f"{reverse('decks:edit', args=[key])}?{query}#results" if query else reverse("decks:edit", args=[key])


@require_POST
def fill_deck_view(request: HttpRequest, key: str) -> HttpResponse:
    try:
        services.fill_deck(key=key, person=person_of(request))
    except (NotAllowed, Missing):
        raise
    except DomainError as error:
        messages.error(request, translated(error))
        return redirect("decks:edit", key)
    messages.success(request, _("Deck filled up. The cards you already had are still in it."))
    return redirect("decks:edit", key)


@require_http_methods(["GET", "HEAD", "POST"])
def deck_settings_page(request: HttpRequest, key: str) -> HttpResponse:
    """Edit everything but the cards, based on the displayed version; htmx requests only the form."""
    row = editable_deck(key, person_of(request))
    cards = catalogue(row.game)
    mine = is_owner(row, person_of(request))
    if request.method != "POST":
        form = DeckSettingsForm(catalogue=cards, row=row, mine=mine)
        if request.headers.get("HX-Target") == "settings-body":
            return render(request, "decks/builder/_settings_form.html", {"row": row, "form": form})
        return _render_settings_form(request, row, form, 200)
    form = DeckSettingsForm(request.POST, catalogue=cards, row=row, mine=mine)
    if form.is_valid():
        version, contents = form.cleaned_data["version"], form.contents()
        try:
            services.save_settings(key=key, person=person_of(request), version=version, contents=contents)
        except ChangedMeanwhile:
            row = editable_deck(key, person_of(request))
            form.show_meanwhile(DeckSettingsForm(catalogue=cards, row=row, mine=mine))
            return _render_settings_form(request, row, form, 409)
        except Conflict as error:
            form.add_error("visibility", translated(error))
            return _render_settings_form(request, row, form, 409)
        messages.success(request, _("Saved."))
        return redirect("decks:edit", key)
    return _render_settings_form(request, row, form, 400)


def _render_settings_form(request: HttpRequest, row: Deck, form: DeckSettingsForm, status: int) -> HttpResponse:
    deck, cards = decklist_with_notes(row), catalogue(row.game)
    context = _card_list_context(row, deck, cards) | search_context(request, deck, cards, row.maybe)
    context |= _builder_context(row, request, cards) | {"form": form}
    return render(request, "decks/builder/edit.html", context, status=status)
