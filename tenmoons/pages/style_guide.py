"""Style guide page: every component in all its states, for people who build pages. English, like the docs."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogues
from cards.core.facts import CardFacts

# One card of each kind: shields and an icon, a leader, long text, no values, a gap in the catalogue.
SAMPLE_CARDS = ("Mutant 106", "Vulca 00", "Terrah 24", "Inter 404", "Hyla slot 1")
SAMPLES_OF_OTHER_GAMES = 3
TOKENS = (
    "bg", "surface", "surface-2", "line", "edge", "text", "muted", "moon", "on-moon", "fire", "earth", "good", "bad",
    "warn",
)  # fmt: skip


class _Form(forms.Form):
    name = forms.CharField(label="A field", help_text="What is asked for, in a sentence.")
    wrong = forms.RegexField(r"\d+", label="A field with a mistake")
    kind = forms.ChoiceField(label="A choice", choices=[("a", "One"), ("b", "Other")])
    text = forms.CharField(label="More lines", widget=forms.Textarea, required=False)
    agreed = forms.BooleanField(label="A tick", required=False)


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    games = catalogues()
    ours, other = games["bluemoon"], [book for game, book in games.items() if game != "bluemoon"]
    cards: list[CardFacts] = [ours[code] for code in SAMPLE_CARDS]
    cards += [card for book in other for card in list(book)[:SAMPLES_OF_OTHER_GAMES]]
    form = _Form({"name": "Roland", "wrong": "seven", "kind": "a"})
    return render(request, "help/style.html", {"cards": cards, "packet": cards[:3], "form": form, "tokens": TOKENS})
