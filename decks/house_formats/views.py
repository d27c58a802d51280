"""Views of house formats: create one, read it, share it, start a deck in it."""

import json
from collections.abc import Iterator
from dataclasses import replace

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import get_or_create_person, person_of
from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES, People
from common.error_responses import status_of_error
from common.errors import DomainError, Missing
from common.i18n import translated
from common.links import absolute_url
from decks.core.building import initial_deck
from decks.core.legality import FORMAT_RULES as RULES
from decks.core.legality import DeckList, Format, HouseRules, house_rules_as_data
from decks.core.legality.house import CARD_TYPES, MAX_DEFINITION_CHARACTERS
from decks.deck import services
from decks.house_formats.services import create_house_format, house_format_by_key, house_formats_for, set_format_listed
from decks.models import HouseFormat

EXAMPLE_DEFINITION = """{
  "base": "custom",
  "moons": 12,
  "without": ["leadership"]
}"""
MAX_FORMATS_SHOWN = 100


class HouseFormatForm(forms.Form):
    """Form for a declared format: its name and declaration; errors have their line."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    declaration = forms.CharField(
        label=gettext_lazy("Definition"),
        max_length=MAX_DEFINITION_CHARACTERS,
        strip=False,
        widget=forms.Textarea(attrs={"class": "code", "rows": 9, "spellcheck": "false", "autocapitalize": "off"}),
    )
    listed = forms.BooleanField(label=gettext_lazy("List publicly"), required=False)


@require_http_methods(["GET", "HEAD", "POST"])
def house_formats_page(request: HttpRequest) -> HttpResponse:
    form = HouseFormatForm(request.POST or None, initial={"declaration": _definition_of(request.GET.get("from", ""))})
    context: dict[str, object] = {"form": form, "types": CARD_TYPES}
    status = 400 if form.errors else 200
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            row = create_house_format(
                owner=get_or_create_person(request, making="format"),
                name=data["name"],
                declaration=data["declaration"],
                listed=data["listed"],
            )
        except DomainError as error:
            context |= {"error": translated(error), "details": error.details}
            status = status_of_error(error)
        else:
            messages.success(request, _("Format saved. You can share it now."))
            return redirect(row)
    context["formats"] = house_formats_for(person_of(request))[:MAX_FORMATS_SHOWN]
    return render(request, "decks/house_formats/index.html", context, status=status)


def _definition_of(key: str) -> str:
    try:
        return json.dumps(house_rules_as_data(house_format_by_key(key).house), indent=2) if key else EXAMPLE_DEFINITION
    except Missing:
        return EXAMPLE_DEFINITION


@require_http_methods(["GET", "HEAD", "POST"])
def house_format_page(request: HttpRequest, key: str) -> HttpResponse:
    person = person_of(request)
    if request.method == "POST":
        row = set_format_listed(key=key, person=person, listed=request.POST.get("listed") == "1")
        return redirect(row)
    row, cards = house_format_by_key(key), catalogue()
    house = row.house
    context = {
        "row": row,
        "mine": row.owner == person,
        "lines": list(_house_rule_sentences(house)),
        "banned": [cards[code] for code in house.banned if code in cards],
        "declaration": json.dumps(house_rules_as_data(house), indent=2),
        "link": absolute_url(request, row.get_absolute_url()),
        "peoples": PEOPLES if house.base is Format.CUSTOM else (),
    }
    return render(request, "decks/house_formats/detail.html", context)


def _house_rule_sentences(house: HouseRules) -> Iterator[str]:
    base = RULES[house.base].base
    yield _("Built like a draft deck.") if house.base is Format.DRAFT else _("Built like a custom deck.")
    yield _("%(count)d cards.") % {"count": house.size or base.size}
    if house.any_moons:
        yield _("No moon limit.")
    elif house.base is Format.CUSTOM:
        yield _("At most %(count)d moons.") % {"count": base.moons if house.moons is None else house.moons}
    if house.copies > 1:
        yield _("Up to %(count)d copies of a card.") % {"count": house.copies}
    if house.without:
        yield _("No cards of these types: %(types)s.") % {"types": ", ".join(kind.value for kind in house.without)}
    for kind, count in house.least:
        yield _("At least %(count)d cards of the type %(type)s.") % {"count": count, "type": kind.value}


@require_POST
def new_deck_in_format(request: HttpRequest, key: str) -> HttpResponse:
    row: HouseFormat = house_format_by_key(key)
    house, wanted = row.house, request.POST.get("people", "")
    contents = DeckList(name=row.name, format=house.base)
    if house.base is Format.CUSTOM and wanted in [people.value for people in PEOPLES]:
        contents = initial_deck(People(wanted), catalogue(), format_=house.base, full=False)
    contents = replace(contents, house=house)
    deck = services.create_deck(
        owner=get_or_create_person(request, making="deck"), contents=services.DeckContents(deck=contents)
    )
    return redirect("decks:edit", deck.key)
