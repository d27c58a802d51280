"""Form of the search for public decks; all fields are in the URL."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.core.facts import PEOPLES
from cards.games import GAMES
from common.lazy_sentences import lazy_sentences
from decks.core.legality import Format
from decks.models import FORMATS
from decks.public.queries import MAX_CARDS_SEARCHED, DeckSearch, PublicDeckOrder

_ANY_CHOICE = ("", _("any"))
MAX_MOONS_FILTER = 99
ORDER_LABELS = lazy_sentences("decks", "public_orders")


class DeckSearchForm(forms.Form):
    """Search form of public decks."""

    q = forms.CharField(label=_("Search names, tags and guides"), required=False, max_length=200)
    card = forms.CharField(
        label=_("With these cards"), required=False, max_length=400, help_text=_("Names or codes, separated by commas.")
    )
    people = forms.ChoiceField(
        label=_("People"), required=False, choices=[_ANY_CHOICE, *((people.value, people.value) for people in PEOPLES)]
    )
    format = forms.CharField(label=_("Format"), required=False, max_length=16)
    game = forms.ChoiceField(
        label=_("Game"), required=False, choices=[_ANY_CHOICE, *((game.key, game.title) for game in GAMES.values())]
    )
    tag = forms.CharField(label=_("Tag"), required=False, max_length=24)
    by = forms.CharField(label=_("Author"), required=False, max_length=40)
    moons_min = forms.IntegerField(label=_("Moons used, from"), required=False, min_value=0, max_value=MAX_MOONS_FILTER)
    moons_max = forms.IntegerField(label=_("to"), required=False, min_value=0, max_value=MAX_MOONS_FILTER)
    legal = forms.BooleanField(label=_("Legal decks only"), required=False)
    sort = forms.ChoiceField(
        label=_("Order"), required=False, choices=[(order.value, ORDER_LABELS[order]) for order in PublicDeckOrder]
    )

    def __init__(self, data: Any, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        present = str(data.get("format", ""))[:16]
        formats = [_ANY_CHOICE, *((format_.value, FORMATS[format_]) for format_ in Format)]
        # The key of a declared format is in the URL of its page; the field shows the key.
        extra = [(present, present)] if present and present not in {str(value) for value, _label in formats} else []
        self.fields["format"].widget = forms.Select(choices=[*formats, *extra])

    def clean_card(self) -> tuple[str, ...]:
        names = tuple(name.strip() for name in re.split(r"[,;]", self.cleaned_data["card"]) if name.strip())
        if len(names) > MAX_CARDS_SEARCHED:
            raise forms.ValidationError(_("You can list at most %(most)d cards.") % {"most": MAX_CARDS_SEARCHED})
        return names

    @property
    def narrowed(self) -> bool:
        """Return whether the search has more than words and sort order, so that the other fields are unfolded."""
        return any(self[name].value() for name in self.fields if name not in ("q", "sort"))

    def deck_search(self, author: str = "") -> DeckSearch:
        """Return the search; invalid fields are ignored."""
        self.is_valid()
        data = self.cleaned_data
        return DeckSearch(
            words=data.get("q", "").replace("\x00", ""),
            cards=data.get("card", ()),
            author=author,
            order=PublicDeckOrder(data.get("sort") or PublicDeckOrder.LEGAL),
            **{name: value for name, value in data.items() if name not in ("q", "card", "sort")},
        )
