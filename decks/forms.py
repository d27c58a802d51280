"""Forms of decks: a pasted list, a new deck, and the settings."""

from copy import copy
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Person
from cards.core.facts import BLUE_MOON, FAMILIES, PEOPLES, CardType, Catalogue
from cards.games import GAMES
from cards.games.labels import displayed_name
from common import settings_forms
from decks.core.legality import GAME_RULES, FamilyRule, Format, Play
from decks.deck.presenters import leaders_in
from decks.deck.queries import decklist_of, pools_of
from decks.deck.services import DeckContents, normalise_tags, saved_deck_contents
from decks.games import DECK_GAMES
from decks.models import FORMATS, MAX_DECK_NAME, Deck, Pool

_FORMAT_CHOICES = [(format_.value, FORMATS[format_]) for format_ in GAME_RULES[BLUE_MOON].formats]
LIST_VERSION_PATTERN = r"^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$"


def _set_pool_choices(form: forms.BaseForm, person: Person | None) -> None:
    field = form.fields["pool"]
    assert isinstance(field, forms.ModelChoiceField)
    field.empty_label = str(_("none"))
    field.queryset = pools_of(person)
    if not field.queryset.exists():
        del form.fields["pool"]


class PastedListForm(forms.Form):
    """Form for a pasted list; never rejects its contents, since the deck parser reports what is wrong."""

    text = forms.CharField(
        label=_("Your list (one card per line)"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"class": "code", "rows": 16, "spellcheck": "false", "autocapitalize": "off"}),
    )
    game = forms.ChoiceField(
        label=_("Game"),
        required=False,
        choices=[("", _("Detect automatically")), *((game.key, game.title) for game in GAMES.values())],
    )
    pool = forms.ModelChoiceField(
        Pool.objects.none(), label=_("Picks it was built from"), required=False, to_field_name="key"
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, person: Person | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _set_pool_choices(self, person)


class NewDeckForm(forms.Form):
    """Form for a new deck: what it starts from."""

    people = forms.ChoiceField(
        label=_("People"), choices=[(people.value, people.value) for people in PEOPLES], widget=forms.RadioSelect
    )
    start = forms.ChoiceField(
        label=_("Start with"),
        choices=[("box", _("its preconstructed deck")), ("leader", _("the leader only"))],
        initial="box",
        widget=forms.RadioSelect,
    )
    name = forms.CharField(label=pgettext_lazy("thing", "Name"), max_length=MAX_DECK_NAME, required=False)
    format = forms.ChoiceField(
        label=_("Format"), choices=[format_ for format_ in _FORMAT_CHOICES if format_[0] != Format.DRAFT.value]
    )


class DeckSettingsForm(settings_forms.SettingsForm):
    """Form for everything but a deck’s cards: model fields, and choices from its catalogue, its pools and its tags.
    `version` is the displayed version, whose contents are in the history."""

    seen = None
    extend = forms.BooleanField(
        label=_("The family makes a custom deck larger instead of counting towards its size"), required=False
    )
    pool = forms.ModelChoiceField(Pool.objects.none(), label=_("Pool"), required=False, to_field_name="key")
    list_version = forms.RegexField(
        LIST_VERSION_PATTERN,
        label=_("Restricted list, such as 4.2 (leave empty for the current one)"),
        required=False,
        max_length=20,
    )
    strict = forms.BooleanField(label=_("Strict play: show the penalty for an illegal deck"), required=False)
    tags = forms.CharField(
        label=_("Tags (separated by commas)"), required=False, max_length=200, widget=forms.TextInput
    )
    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    class Meta:
        model = Deck
        fields = (
            *("name", "format", "edition", "leader", "inquisitor", "emissary", "family", "extend", "match", "pool"),
            *("visibility", "list_version", "strict", "tags", "notes"),
        )
        formfield_callback = settings_forms.form_field_of

    def __init__(self, *args: Any, catalogue: Catalogue, row: Deck, mine: bool = True) -> None:
        options = row.options or {}
        initial = {
            "version": row.version,
            "tags": ", ".join(row.tags),
            "list_version": options.get("list", ""),
            "strict": options.get("play") == Play.STRICT.value,
            "extend": options.get("family_rule") == FamilyRule.EXTEND.value,
            "pool": row.pool.key if row.pool else "",
        }
        super().__init__(*args, instance=copy(row), initial=initial)
        self._set_card_choices("leader", [(card.code, displayed_name(card)) for card in leaders_in(catalogue)])
        for name, kind in (("inquisitor", CardType.INQUISITOR), ("emissary", CardType.EMISSARY)):
            self._set_card_choices(
                name, [(card.code, f"{card.code} · {displayed_name(card)}") for card in catalogue if card.type is kind]
            )
        self._set_card_choices("family", [(family, family) for family in FAMILIES])
        _set_pool_choices(self, row.owner)
        self.fields["format"].choices = [  # type: ignore[attr-defined]
            (format_.value, FORMATS[format_]) for format_ in GAME_RULES[row.game].formats
        ]
        # An editor can neither publish the deck nor see its owner’s pool (DRAFT-18).
        for name in (*DECK_GAMES[row.game].settings_without, *(() if mine else ("visibility", "pool"))):
            self.fields.pop(name, None)

    def _set_card_choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Offer these cards or none; a value that isn’t among them stays, so that the owner sees it."""
        present = getattr(self.instance, name)
        extra = [(present, present)] if present and present not in dict(choices) else []
        label = self.fields[name].label
        self.fields[name] = forms.ChoiceField(label=label, required=False, choices=[("", _("none")), *choices, *extra])

    def clean_tags(self) -> list[str]:
        return normalise_tags(self.cleaned_data["tags"].split(","))

    def contents(self) -> DeckContents:
        data, deck = self.cleaned_data, decklist_of(self.instance)
        if deck.house and deck.house.base is not deck.format:
            deck = replace(deck, house=None)
        if "extend" in data:
            deck = replace(deck, family_rule=FamilyRule.EXTEND if data["extend"] else FamilyRule.COUNT_TOWARD)
        if "strict" in data:
            play = Play.STRICT if data["strict"] else Play.FRIENDLY
            deck = replace(deck, list_version=data["list_version"], play=play)
        return replace(saved_deck_contents(self.instance, deck), tags=self.instance.tags)
