"""The builder: the list beside the catalogue. Works by plain forms; with htmx a tap changes only what it touches."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Person, User
from accounts.people import person_of
from cards.facts import CardType, Catalogue, People
from cards.finder import index_of
from cards.models import GAME
from cards.queries import catalogue
from cards.search import explain, from_parameters, joined, read, search
from cards.words import TYPES_TOGETHER
from common.errors import Conflict, DomainError, Invalid, Missing, NotAllowed
from common.http import translated
from common.text import gettext_noop
from decks import services, services_history
from decks.checking import conflict
from decks.forms import SettingsForm, settings_of
from decks.legality import DeckList, Format, judge
from decks.models import Deck
from decks.pages import FORMATS, beside, leaders, people_of, verdict
from decks.pages_building import BuiltGroup, Told, built_groups, place_of, told
from decks.queries import deck_by, decklist_of
from decks.rights import is_owner, require_editor

SHOWN = 60  # results a page shows; more words find fewer
SEARCHED = ("q", "people", "type", "sort")


def edited_row(request: HttpRequest, key: str) -> Deck:
    """The deck of an address for its owner and its editors; raises `NotAllowed` for others who may look at it."""
    person = person_of(request)
    return require_editor(deck_by(key, person), person)[0]


@require_safe
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """The builder; htmx asks for the results alone, or for the list alone when the bell has rung."""
    row, cards = edited_row(request, key), catalogue()
    deck = decklist_of(row)
    context = _list_context(row, deck, cards)
    if request.headers.get("HX-Target") == "built":
        return render(request, "decks/_built.html", context | {"swap": True, "news": _news(row, request, cards)})
    context |= _results_context(request, deck, cards)
    if request.headers.get("HX-Target") == "results":
        return render(request, "decks/_results.html", context)
    context |= _page_context(row, cards)
    mine = is_owner(row, person_of(request))
    context |= {"form": SettingsForm(initial=settings_of(row), catalogue=cards, row=row, mine=mine), "mine": mine}
    return render(request, "decks/edit.html", context)


def _news(row: Deck, request: HttpRequest, cards: Catalogue) -> Told | None:
    """The latest version, if somebody else made it."""
    changes = list(row.changes.select_related("person__user")[:2])
    if not changes or changes[0].person == person_of(request):
        return None
    return told(changes, {}, cards)[0]


def _page_context(row: Deck, cards: Catalogue) -> dict[str, object]:
    lead = Format(row.format) is not Format.DRAFT and not row.leader
    return {"can_redo": services_history.redo_target(row) is not None, "leaders": leaders(cards) if lead else []}


def _list_context(row: Deck, deck: DeckList, cards: Catalogue) -> dict[str, object]:
    return {
        "row": row,
        "deck": deck,
        "edits": True,
        "groups": built_groups(deck.entries, cards),
        "thinking": [cards[code] for code in row.maybe if code in cards],
        "beside": beside(deck, cards),
        "people": people_of(deck, cards),
        "format": FORMATS[deck.format],
        "verdict": verdict(judge(deck, cards), cards),
        "held": {entry.code for entry in deck.entries},
    }


def _results_context(request: HttpRequest, deck: DeckList, cards: Catalogue) -> dict[str, object]:
    parameters = {name: request.GET.getlist(name) for name in SEARCHED}
    typed = " ".join(parameters["q"])
    reading = read(joined(typed, from_parameters(_first_look(parameters, deck, cards))))
    offered, index = _offered(deck, cards), index_of(GAME)
    found = search(reading.query, offered, index, reading.table)
    if typed and not any(card.playable for card in found.cards) and any(parameters["people"]):
        # The words name cards of other peoples: better those than none.
        reading = read(joined(typed, from_parameters(parameters | {"people": []})))
        found = search(reading.query, offered, index, reading.table)
    results = [card for card in found.cards if card.playable]
    return {
        "typed": typed,
        "explanation": "" if reading.query.everything else explain(reading.query, reading.table, _),
        "problems": [translated(problem) for problem in reading.problems],
        "chosen_people": (parameters["people"] or [_home(deck, cards)])[-1],
        "chosen_type": (parameters["type"] or [""])[-1],
        "peoples": [one.value for one in People if one not in (People.INQUISITOR, People.EMISSARY)],
        "types": [(kind.value, TYPES_TOGETHER[kind]) for kind in CardType if kind and _in_a_deck(kind)],
        "results": results[:SHOWN],
        "more": max(0, len(results) - SHOWN),
        "suggestions": found.suggestions,
        "back": urlencode({name: values[-1] for name, values in parameters.items() if values}),
    }


def _in_a_deck(kind: CardType) -> bool:
    return kind not in (CardType.LEADER, CardType.EMISSARY, CardType.INQUISITOR)


def _offered(deck: DeckList, cards: Catalogue) -> Catalogue:
    """What may be put in: for a draft deck nothing but its pool (DECK-18), else every card."""
    if deck.format is not Format.DRAFT or deck.pool is None:
        return cards
    return Catalogue([card for card in cards if card.code in deck.pool], version=cards.version)


def _home(deck: DeckList, cards: Catalogue) -> str:
    people = people_of(deck, cards)
    return people.value if people else ""


def _first_look(parameters: dict[str, list[str]], deck: DeckList, cards: Catalogue) -> dict[str, list[str]]:
    """Before anything is asked for, the leader's own people; words search everything."""
    return parameters if any(parameters.values()) else {"people": [_home(deck, cards)]}


@require_POST
def put(request: HttpRequest, key: str) -> HttpResponse:
    """One tap: a card in, or out. Answers htmx with no more than the tap has changed."""
    code, present = request.POST.get("code", ""), request.POST.get("present") == "1"
    placed = services.put_card(key=key, who=_who(request), code=code, present=present)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(_back(key, request.POST.get("back", "")))
    deck, cards = placed.deck, placed.catalogue
    context: dict[str, object] = {"row": placed.row, "verdict": verdict(judge(deck, cards), cards), "swap": True}
    # What the page showed, and this tap alone: then the one line is enough. Otherwise the page asks for the list.
    if request.POST.get("version") == str(placed.row.version - 1):
        groups = built_groups(deck.entries, cards)
        context |= {"put": place_of(code, groups), "taken": "" if present else code, "groups": groups, "edits": True}
        context |= {"group": groups[0] if code not in cards else _group_of(code, cards, groups)}
        return render(request, "decks/_tapped.html", context)
    answer = render(request, "decks/_tally.html", context)
    answer["HX-Trigger-After-Settle"] = '{"ring": {"target": "#deck-version"}}'
    return answer


def _group_of(code: str, cards: Catalogue, groups: list[BuiltGroup]) -> BuiltGroup:
    return next(group for group in groups if group.slug == (cards[code].type.value or "other"))


def _who(request: HttpRequest) -> Person | User | None:
    """A member as his account, which is read anyway; a guest as the person his session names."""
    return request.user if isinstance(request.user, User) else person_of(request)


@require_POST
def maybe(request: HttpRequest, key: str) -> HttpResponse:
    """A card on the list of those to think about, or off it."""
    code, present = request.POST.get("code", ""), request.POST.get("present") == "1"
    row = services.put_maybe(key=key, person=person_of(request), code=code, present=present)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(_back(key, request.POST.get("back", "")))
    cards = catalogue()
    thinking = [cards[one] for one in row.maybe if one in cards]
    return render(request, "decks/_maybe.html", {"row": row, "thinking": thinking, "swap": True})


@require_POST
def leader(request: HttpRequest, key: str) -> HttpResponse:
    """Choose the leader of a deck that has none."""
    row, cards = edited_row(request, key), catalogue()
    card = cards.find(request.POST.get("leader", ""))
    if card.type is not CardType.LEADER:
        raise Invalid(gettext_noop("%(card)s is not a leader."), {"card": card.label}, rule="DECK-01")
    services.choose_leader(key=row.key, person=person_of(request), code=card.code)
    return redirect("decks:edit", key)


@require_POST
def step(request: HttpRequest, key: str, way: str) -> HttpResponse:
    """Undo or redo; at the end of the road it says so."""
    move = services_history.undo if way == "undo" else services_history.redo
    try:
        move(key=key, person=person_of(request))
    except Conflict as error:
        messages.info(request, translated(error))
    return redirect(_back(key, request.POST.get("back", "")))


def _back(key: str, query: str) -> str:
    """To the builder with the same search; the words come from a form, so they are only ever a query."""
    return f"{reverse('decks:edit', args=[key])}?{query}#results" if query else reverse("decks:edit", args=[key])


@require_POST
def fill(request: HttpRequest, key: str) -> HttpResponse:
    """Fill the deck up to its size."""
    try:
        services.fill_deck(key=key, person=person_of(request))
    except (NotAllowed, Missing):
        raise
    except DomainError as error:
        messages.error(request, translated(error))
        return redirect("decks:edit", key)
    messages.success(request, _("Filled up. What the deck held before is still in it."))
    return redirect("decks:edit", key)


@require_POST
def settings(request: HttpRequest, key: str) -> HttpResponse:
    """Everything but the cards, against the version that was looked at."""
    row, cards = edited_row(request, key), catalogue()
    deck = decklist_of(row)
    mine = is_owner(row, person_of(request))
    form = SettingsForm(request.POST, catalogue=cards, row=row, mine=mine)
    if form.is_valid():
        contents = form.contents(deck.entries)
        try:
            services.save_settings(
                key=key,
                person=person_of(request),
                version=form.cleaned_data["version"],
                contents=contents,
                tags=form.cleaned_data["tags"].split(","),
            )
        except Conflict as error:
            return conflict(request, row, contents.deck, error)
        messages.success(request, _("Saved."))
        return redirect("decks:edit", key)
    context = _list_context(row, deck, cards) | _results_context(request, deck, cards) | _page_context(row, cards)
    context |= {"form": form, "mine": mine}
    return render(request, "decks/edit.html", context, status=400)
