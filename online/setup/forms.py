"""Forms to create a game and to join one."""

from collections.abc import Sequence
from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Person
from cards.core.facts import BLUE_MOON, PEOPLES
from common.form_refusals import form_error
from common.settings_forms import SettingsForm, form_field_of
from decks.deck.queries import decks_of
from matches.core.names import NAME_LENGTH
from matches.models import Edition
from online.core.proof import MAX_NUMBER_CHARACTERS
from online.core.terms import GameTerms
from online.games.commitments import commitment_for_purpose, new_game_commitment_purpose, new_nonce, parse_nonce
from online.games.decks import RANDOM_PEOPLE, DeckChoice
from online.games.services import FRIEND, NewGame
from online.models import TERM_FIELDS, Game

DECKS_LISTED = 60
# Crystal cards and emissaries can’t be played yet, so only a match sets those terms.
FOLDED_FIELDS = (
    "edition", "clock", "mulligan", "inquisitor", "interference", "computer_finishes", "moves_final", "opponent_deck"
)  # fmt: skip
LEVEL_LABELS = {
    "beginner": pgettext_lazy("level", "Beginner"),
    "club": pgettext_lazy("level", "Medium"),
    "strong": pgettext_lazy("level", "Strong"),
    FRIEND: _("A friend"),
}


class DeckField(forms.ChoiceField):
    """Field for a deck: one of a person’s own, `deck:KEY`, or a people’s preconstructed one, `people:NAME`."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.set_person(None)

    def set_person(self, person: Person | None) -> None:
        own = decks_of(person).filter(game=BLUE_MOON, archived=False)[:DECKS_LISTED] if person else ()
        peoples = [(f"people:{people.value}", people.value) for people in PEOPLES]
        self.choices = [
            (_("Preconstructed decks"), [(f"people:{RANDOM_PEOPLE}", _("Any people")), *peoples]),
            *([(_("My decks"), [(f"deck:{row.key}", row.name) for row in own])] if own else []),
        ]

    def clean(self, value: Any) -> DeckChoice:
        kind, _colon, name = str(super().clean(value)).partition(":")
        return DeckChoice(key=name) if kind == "deck" else DeckChoice(people=name or RANDOM_PEOPLE)


class DeckForm(forms.Form):
    """Fields of everyone who takes a seat: name and deck."""

    nickname = forms.CharField(label=_("Your name"), max_length=NAME_LENGTH, required=False)
    deck = DeckField(label=_("Your deck"))
    accepts_texts = forms.BooleanField(label=_("Play cards whose text isn’t carried out completely"), required=False)
    number = forms.CharField(label=_("Your random number"), max_length=MAX_NUMBER_CHARACTERS, required=False)

    def __init__(self, *args: Any, person: Person | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        for field in self.fields.values():
            if isinstance(field, DeckField):
                field.set_person(person)
        if person is not None and (person.user_id or person.nickname):
            del self.fields["nickname"]


class NewGameForm(DeckForm, SettingsForm):
    """Form of a new game: the opponent, both decks, and the terms."""

    seen = None
    level = forms.ChoiceField(
        label=_("Level"), choices=[*LEVEL_LABELS.items()], initial="club", widget=forms.RadioSelect
    )
    opponent_deck = DeckField(label=_("The computer’s deck"), required=False, initial=f"people:{RANDOM_PEOPLE}")
    nonce = forms.CharField(widget=forms.HiddenInput, max_length=32, required=False)
    may_be_left_out = ("edition", "clock")

    class Meta:
        model = Game
        fields = TERM_FIELDS
        formfield_callback = form_field_of
        help_texts: ClassVar = {
            "mulligan": _("Once, before the first turn, you can replace cards of your hand."),
            "inquisitor": _("A card beside the leader that allows more cards and moons in the deck."),
            "interference": _("Cards you can play in your opponent’s turn."),
        }

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if self.is_bound and parse_nonce(self.data.get("nonce", "")) != self.data.get("nonce"):
            self.renew_commitment()

    def renew_commitment(self) -> None:
        """Show a new commitment. A number entered before it would prove nothing, so the player must enter it again."""
        data = cast(Any, self.data).copy()
        data["nonce"], data["number"] = new_nonce(), ""
        self.data = data

    @property
    def commitment(self) -> str:
        """Return the commitment to the new game’s secret; a form that wasn’t sent gets a new commitment."""
        if not self.is_bound:
            self.initial.setdefault("nonce", new_nonce())
        return commitment_for_purpose(new_game_commitment_purpose(parse_nonce(self["nonce"].value() or "")))

    def levels(self) -> Sequence[forms.boundfield.BoundWidget]:
        """Return the computer’s levels; playing a friend has its own button."""
        return self["level"].subwidgets[:-1]

    def folded_fields(self) -> list[forms.BoundField]:
        """Return the folded fields: most games keep their defaults."""
        return [self[name] for name in FOLDED_FIELDS]

    def terms_in_words(self) -> str:
        """Return the form’s present edition and clock in words."""
        pairs = ((Edition, self["edition"].value()), (Game.Clock, self["clock"].value()))
        return " · ".join(str(choices(value).label) for choices, value in pairs if value in choices.values)

    @property
    def has_folded_errors(self) -> bool:
        refusal = form_error(self)
        fields = {*self.errors, *(detail.field for detail in (refusal.details if refusal else ()))}
        return not fields.isdisjoint(FOLDED_FIELDS)

    @property
    def new_game(self) -> NewGame:
        data = self.cleaned_data
        return NewGame(
            terms=GameTerms(**{name: data[name] for name in TERM_FIELDS}),
            deck=data["deck"],
            opponent=data["level"],
            opponent_deck=data["opponent_deck"],
            accepts_texts=data["accepts_texts"],
            name=data.get("nickname", ""),
            nonce=parse_nonce(data["nonce"]),
            number=data["number"],
        )
