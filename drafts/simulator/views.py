"""Views of the simulator: its form, and the end of a simulation."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import get_or_create_person, person_of
from cards.core.facts import PEOPLES
from common.form_refusals import errors_added_to, status_of_forms
from common.rate_limits import client_address_digest
from drafts.core.engine.bots import BotLineup
from drafts.core.engine.setup import DEAL_TABLE, default_peoples
from drafts.core.engine.sharing import Sharing
from drafts.core.simulator import MAX_DRAFTS
from drafts.simulator import services

DEFAULT_PARAMETERS = {"players": 4, "sharing": Sharing.PACKETS.value, "company": BotLineup.EXPERT.value, "drafts": 100}
VISIBLE_SIMULATIONS = 5


class SimulatorForm(forms.Form):
    """Form of a simulation; without peoples, it uses the default peoples for the number of players."""

    players = forms.TypedChoiceField(label=_("Players"), coerce=int, choices=[(n, str(n)) for n in DEAL_TABLE])
    sharing = forms.ChoiceField(label=_("Sharing the cards"), choices=[(way.value, _(way.label)) for way in Sharing])
    company = forms.ChoiceField(label=_("Bots"), choices=list(services.COMPANIES.items()))
    drafts = forms.IntegerField(label=_("Drafts"), min_value=1, max_value=MAX_DRAFTS)
    with_decks = forms.BooleanField(label=_("Build the best deck from each pool (up to 300 drafts)"), required=False)
    peoples = forms.MultipleChoiceField(
        label=_("Peoples (none for the usual ones)"),
        choices=[(people.value, people.value) for people in PEOPLES],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def parameters(self) -> dict[str, Any]:
        data = self.cleaned_data
        return data | {"peoples": data["peoples"] or [people.value for people in default_peoples(data["players"])]}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def simulator_page(request: HttpRequest) -> HttpResponse:
    """Show the form and the reader’s latest simulations; with POST, start one."""
    form = SimulatorForm(request.POST if request.method == "POST" else None, initial=DEFAULT_PARAMETERS)
    if request.method == "POST" and form.is_valid():
        with errors_added_to(form):
            person, asked_from = get_or_create_person(request), client_address_digest(request)
            job = services.start_simulation(person=person, parameters=form.parameters(), asked_from=asked_from)
            return redirect("drafts:simulation", job.key)
    latest = services.own_simulations(person_of(request))[:VISIBLE_SIMULATIONS]
    context = {"form": form, "latest": latest}
    return render(request, "drafts/simulator/new.html", context, status=status_of_forms(form))


@require_POST
def stop_simulation_view(request: HttpRequest, key: str) -> HttpResponse:
    services.stop_simulation(key, person_of(request))
    return redirect("drafts:simulation", key)
