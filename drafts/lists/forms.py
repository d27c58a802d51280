"""Forms of card lists, and the field that reads one."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.catalogue.queries import catalogue
from common.errors import DomainError
from common.i18n import error_detail_message, translated
from common.settings_forms import form_field_of
from decks.core.text import parse_picks
from drafts.core.engine.setup import require_draftable_cards
from drafts.models import CardList

MAX_PROBLEMS_SHOWN = 5


class CardsField(forms.CharField):
    """A list with one card per line; its value is their codes."""

    def __init__(self, **more: Any) -> None:
        super().__init__(widget=forms.Textarea(attrs={"rows": 6, "placeholder": " "}), max_length=20_000, **more)

    def clean(self, value: Any) -> tuple[str, ...]:
        codes, problems = parse_picks(super().clean(value), catalogue())
        if problems:
            first = problems[:MAX_PROBLEMS_SHOWN]
            lines = [_("Line %(line)d: %(said)s") % {"line": each.line, "said": translated(each)} for each in first]
            raise forms.ValidationError(lines)
        try:
            require_draftable_cards(codes, catalogue())
        except DomainError as error:
            raise forms.ValidationError(
                [error_detail_message(one) for one in error.details[:MAX_PROBLEMS_SHOWN]]
            ) from error
        return codes


class CardListForm(forms.ModelForm[CardList]):
    """Form of a saved list."""

    cards = CardsField(label=gettext_lazy("Cards (one per line)"))

    class Meta:
        model = CardList
        fields = ("name", "shared")
        formfield_callback = form_field_of
