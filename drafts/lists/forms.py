"""Forms of card lists, and the field for a list of cards."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.catalogue.queries import catalogue
from common.errors import DomainError
from common.i18n import error_detail_message, translated
from common.settings_forms import form_field_of
from decks.core.text import parse_picks
from decks.core.text.lines import numbered_lines
from drafts.core.engine.setup import require_draftable_cards
from drafts.models import CardList

MAX_PROBLEMS_SHOWN = 5


class CardsField(forms.CharField):
    """Field for a list with one card per line; its value has the codes."""

    def __init__(self, **more: Any) -> None:
        attrs = {"rows": 6, "placeholder": "Flit 03\nBuka 04"}
        super().__init__(widget=forms.Textarea(attrs=attrs), max_length=20_000, **more)

    def clean(self, value: Any) -> tuple[str, ...]:
        text, cards = super().clean(value), catalogue()
        codes, problems = parse_picks(text, cards)
        if problems:
            raise _line_errors((bad_line.line, translated(bad_line)) for bad_line in problems)
        try:
            require_draftable_cards(codes, cards)
        except DomainError as error:
            line_of = {
                code: line_number for line_number, line in numbered_lines(text) for code in parse_picks(line, cards)[0]
            }
            lines = [
                (line_of[str((detail.params or {})["card"])], error_detail_message(detail)) for detail in error.details
            ]
            raise _line_errors(lines) from error
        return codes


def _line_errors(problems: Iterable[tuple[int, str]]) -> forms.ValidationError:
    """Return the first problems as an error of the field, each with its line."""
    first = islice(problems, MAX_PROBLEMS_SHOWN)
    return forms.ValidationError([_("Line %(line)d: %(said)s") % {"line": line, "said": said} for line, said in first])


class CardListForm(forms.ModelForm[CardList]):
    """Form of a saved list."""

    cards = CardsField(label=gettext_lazy("Cards (one per line)"))

    class Meta:
        model = CardList
        fields = ("name", "shared")
        formfield_callback = form_field_of
