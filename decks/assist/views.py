"""Views of help: make a deck legal, complete it towards a goal, or have it built."""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts, CardType, Catalogue, IconKind
from cards.games.cthulhu.facts import PREFIX
from cards.games.labels import displayed_name
from common.errors import Conflict, DomainError, Missing
from common.i18n import translated
from common.lazy_sentences import lazy_sentences
from common.rate_limits import client_address_digest
from decks.assist import services as assist_services
from decks.assist.jobs import search_job_for, search_result_from_data
from decks.collection.queries import shelf_contents_of
from decks.core.building import KEPT_AT_A_PRICE, Contradiction, ProposedDeck, Requirements, SearchGoal
from decks.core.legality import GAME_RULES, DeckList, Entry, Status
from decks.deck import services
from decks.deck.conflict_page import conflict_page
from decks.deck.judging import judge_deck_list
from decks.deck.presenters import DeckVerdict, people_of, verdict_of
from decks.deck.queries import decklist_of, editable_deck
from decks.history.presenters import change_applied
from decks.models import Deck, DeckChange

GOAL_LABELS = lazy_sentences("decks", "goals")
MENDED = lazy_sentences("decks", "mended")
MAX_CARDS_NAMED = 60
ALTERNATIVE_REPAIRS = 2  # alternatives shown after the first


def _optional_number_field(label: Any, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=most)


def _card_names_field(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label, required=False, max_length=4000, help_text=_("Names or codes, separated by commas")
    )


class RequirementsForm(forms.Form):
    """Form for a goal and requirements; card names are read as tolerantly as in a deck list."""

    goal = forms.ChoiceField(
        label=_("What matters most?"), choices=[(goal.value, GOAL_LABELS[goal]) for goal in SearchGoal]
    )
    may_replace = forms.BooleanField(label=_("Allow replacing cards in the deck"), required=False)
    only_owned = forms.BooleanField(label=_("Only cards from my collection"), required=False)
    most_moons = _optional_number_field(_("At most … moons"), 99)
    least_fire = _optional_number_field(_("At least … fire in total"), 400)
    least_earth = _optional_number_field(_("At least … earth in total"), 400)
    characters = _optional_number_field(_("At least … characters"), 60)
    icon = forms.ChoiceField(
        label=_("Icon"), required=False, choices=[("", _("any")), *((kind.value, kind.value) for kind in IconKind)]
    )
    icon_count = _optional_number_field(_("At least … cards with this icon"), 60)
    keep = _card_names_field(_("Cards it must have"))
    never = _card_names_field(_("Cards it can’t have"))

    def __init__(self, *args: Any, catalogue: Catalogue, owned: dict[str, int] | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._cards, self._owned = catalogue, owned
        if owned is None:
            del self.fields["only_owned"]

    def clean_keep(self) -> tuple[str, ...]:
        return self._codes_of_typed_names("keep")

    def clean_never(self) -> tuple[str, ...]:
        return self._codes_of_typed_names("never")

    def _codes_of_typed_names(self, name: str) -> tuple[str, ...]:
        lines = [part.strip() for part in re.split(r"[,;\n]", self.cleaned_data[name]) if part.strip()]
        if len(lines) > MAX_CARDS_NAMED:
            raise forms.ValidationError(_("You can list at most %(most)d cards.") % {"most": MAX_CARDS_NAMED})
        codes, faults, cards = [], [], self._cards.with_suggestion_limit()
        for line in lines:
            try:
                codes.append(cards.find_card(line).code)
            except Missing as error:
                faults.append(translated(error))
        if faults:
            raise forms.ValidationError(faults)
        return tuple(codes)

    def requirements(self) -> Requirements:
        data = self.cleaned_data
        count, characters = data["icon_count"] or 1, data["characters"]
        return Requirements(
            goal=SearchGoal(data["goal"]),
            keep_held=not data["may_replace"],
            keep=data["keep"],
            never=data["never"],
            only=self._owned if data.get("only_owned") else None,
            most_moons=data["most_moons"],
            least_fire=data["least_fire"],
            least_earth=data["least_earth"],
            at_least={IconKind(data["icon"]): count} if data["icon"] else {},
            types={CardType.CHARACTER: characters} if characters else {},
        )


class ProposalForm(forms.Form):
    """Form with a proposal, as its button submits it."""

    version = forms.IntegerField(min_value=1)
    codes = forms.CharField(max_length=20_000, required=False)
    leaders = forms.CharField(max_length=40, required=False)
    inquisitors = forms.CharField(max_length=40, required=False)
    emissaries = forms.CharField(max_length=40, required=False)
    families = forms.CharField(max_length=1, required=False)
    match = forms.BooleanField(required=False)


@require_safe
def deck_help_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the search by requirements and the swaps that make a deck legal; the builder requests only the swaps."""
    row = editable_deck(key, person_of(request))
    cards = catalogue(row.game)
    deck, shelf = decklist_of(row), shelf_contents_of(person_of(request), cards)
    context = _deck_help_context(row, deck, cards)
    if context["verdict"].report.status is not Status.LEGAL:  # type: ignore[attr-defined]
        context |= _repairs_context(row, deck, cards, shelf.owned_copies_by_code(cards))
    if request.headers.get("HX-Target") == "fix":
        return render(request, "decks/assist/_nearest_deck.html", context | {"in_builder": True})
    if not GAME_RULES[row.game].has_leader:  # other games have no values and moons to require
        return render(request, "decks/assist/help.html", context)
    is_submitted = "goal" in request.GET
    form = RequirementsForm(
        request.GET if is_submitted else None,
        catalogue=cards,
        owned=shelf.owned_copies_by_code(cards) if shelf.has_boxes else None,
    )
    context["form"] = form
    if is_submitted and form.is_valid():
        try:
            answer = assist_services.search_within_request(deck, cards, form.requirements())
        except DomainError as error:
            return render(request, "decks/assist/help.html", context | {"refusal": translated(error)})
        if answer is None:
            person = person_of(request)
            assert person is not None  # only people who may edit the deck get here
            job = assist_services.start_search(
                deck=row, person=person, requirements=form.requirements(), asked_from=client_address_digest(request)
            )
            return redirect("decks:search", job.key)
        context |= _search_result_context(answer, cards)
    return render(request, "decks/assist/help.html", context, status=400 if form.errors else 200)


def _deck_help_context(row: Deck, deck: DeckList, cards: Catalogue) -> dict[str, object]:
    return {
        "row": row,
        "deck": deck,
        "edits": True,
        "people": people_of(deck, cards),
        "verdict": verdict_of(judge_deck_list(deck, cards), cards),
    }


def _repairs_context(row: Deck, deck: DeckList, cards: Catalogue, owned: Collection[str]) -> dict[str, object]:
    added = assist_services.cards_added_since_first_version(row, deck)
    try:
        proposals = assist_services.repairs_of(deck, cards, alternatives=ALTERNATIVE_REPAIRS, added=added, owned=owned)
    except DomainError as error:
        return {"no_repair": translated(error)}
    first, *others = (_proposal_for(help_, cards) for help_ in proposals)
    late = [displayed_name(cards[code]) for code in added[-KEPT_AT_A_PRICE:] if code in cards]
    more = first.help.changes - proposals[-1].changes  # the price of keeping those cards
    context: dict[str, object] = {"repair": first, "late": ", ".join(late), "more": more}
    return context | ({"nearest": others[0], "others": others[1:]} if more else {"others": others})


def _search_result_context(answer: ProposedDeck | Contradiction, cards: Catalogue) -> dict[str, object]:
    if isinstance(answer, Contradiction):
        # Each with its rule number if it is a rule.
        return {"clash": [(translated(sentence), sentence.rule) for sentence in answer.messages]}
    return {"completed": _proposal_for(answer, cards)}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A deck that the site proposes, as a page shows it."""

    help: ProposedDeck
    verdict: DeckVerdict
    swaps: tuple[tuple[CardFacts | str | None, CardFacts | None], ...]
    mended: tuple[str | Promise, ...]

    @property
    def only_adds(self) -> bool:
        return not self.mended and bool(self.swaps) and all(out is None for out, _into in self.swaps)

    @property
    def only_removes(self) -> bool:
        return not self.mended and bool(self.swaps) and all(into is None for _out, into in self.swaps)


def _proposal_for(answer: ProposedDeck, catalogue: Catalogue) -> Proposal:
    by_code = catalogue.by_code
    swaps = tuple(
        (None if out is None else by_code.get(out, out), None if into is None else by_code[into])
        for out, into in answer.swaps
    )
    return Proposal(answer, verdict_of(answer.report, catalogue), swaps, tuple(MENDED[name] for name in answer.mended))


@require_POST
def apply_proposal(request: HttpRequest, key: str) -> HttpResponse:
    """Apply a proposal to the version of the deck it was made for."""
    row = editable_deck(key, person_of(request))
    cards = catalogue(row.game)
    form = ProposalForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("This suggestion has expired. Ask for new suggestions."))
        return redirect("decks:help", key)
    data = form.cleaned_data
    beside: dict[str, Any] = {
        name: tuple(filter(None, [data[name]])) for name in ("leaders", "inquisitors", "emissaries", "families")
    }
    # Codes of Call of Cthulhu contain commas, so the separator is a bar.
    bar = "|" in data["codes"] or data["codes"].startswith(PREFIX)
    codes = [code for code in data["codes"].split("|" if bar else ",") if code in cards]
    entries = tuple(Entry(code, codes.count(code)) for code in dict.fromkeys(codes))
    deck = replace(decklist_of(row), entries=entries, match=data["match"], **beside)
    contents = services.saved_deck_contents(row, deck)
    try:
        saved = services.save_deck(
            key=key, person=person_of(request), version=data["version"], contents=contents, kind=DeckChange.Kind.HELPED
        )
    except Conflict as error:
        return conflict_page(request, row, deck, error)
    if "edit" in request.POST:  # the builder has its own undo
        messages.success(request, change_applied(saved, verdict_of(judge_deck_list(deck, cards), cards)))
        return redirect("decks:edit", key)
    return redirect(f"{row.get_absolute_url()}?applied={saved.version}")


@require_safe
def search_job_page(request: HttpRequest, key: str) -> HttpResponse:
    job = search_job_for(key, person_of(request))
    row = job.own_deck
    cards = catalogue(row.game)
    deck = decklist_of(row)
    context = _deck_help_context(row, deck, cards) | {"job": job}
    if job.result is not None and job.over:
        context |= _search_result_context(search_result_from_data(job.result, deck, cards), cards)
    part = request.headers.get("HX-Target") == "search"
    return render(request, "decks/assist/_search_progress.html" if part else "decks/assist/search_job.html", context)


@require_POST
def cancel_search_view(request: HttpRequest, key: str) -> HttpResponse:
    assist_services.cancel_search(key=key, person=person_of(request))
    return redirect("decks:search", key)
