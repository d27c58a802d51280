"""Forms of matches."""

from typing import Any, Self

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from common.form_refusals import add_error_to_form, form_error
from common.settings_forms import SettingsForm, form_field_of
from common.text import parse_whole_number
from matches.core import scoring
from matches.core.scoring.match import ENDS_WITH_MAXIMUM
from matches.models import NAME_LENGTH, NOTE_LENGTH, SHEET_FIELDS, GameEnd, Match, Penalty, Side
from matches.play.core_values import settings_from_data
from matches.play.services import GameReport

ME_CHOICES = [(Side.A.value, _("First player")), (Side.B.value, _("Second player")), ("", _("I’m keeping score"))]


class MatchSettingsForm(SettingsForm):
    """Form of the match settings, agreed before the first game (MATCH-12)."""

    penalty = forms.ChoiceField(
        label=Match._meta.get_field("penalty").verbose_name,
        choices=[("", _("The edition’s default")), *Penalty.choices],
        required=False,
    )
    may_be_left_out = ("penalty_crystals", "decks_shown")

    class Meta:
        model = Match
        fields = SHEET_FIELDS
        formfield_callback = form_field_of

    @property
    def settings(self) -> scoring.MatchSettings:
        """Return the settings; after validation."""
        return settings_from_data(self.cleaned_data)

    def folded_fields(self) -> list[forms.BoundField]:
        """Return the fields that are folded away, as most matches keep their defaults."""
        return [self[name] for name in SHEET_FIELDS]

    @property
    def has_folded_errors(self) -> bool:
        return any(name in self.errors for name in SHEET_FIELDS)


class NewMatchForm(MatchSettingsForm):
    """Form for a match between two names."""

    name_a = forms.CharField(label=_("First player"), max_length=NAME_LENGTH)
    name_b = forms.CharField(label=_("Second player"), max_length=NAME_LENGTH)
    me = forms.ChoiceField(
        label=_("Who are you?"), choices=ME_CHOICES, widget=forms.RadioSelect, required=False, initial=Side.A.value
    )


def game_end_choices(match: Match) -> list[tuple[str, str]]:
    """Return the possible ends of a game in this match, with their labels."""
    left_out = () if match.penalty == Penalty.GAME_LOSS else tuple(map(str, ENDS_WITH_MAXIMUM))
    return [(end.value, str(end.label)) for end in GameEnd if end.value not in left_out]


class GameReportForm(forms.Form):
    """Form for a game. It accepts impossible numbers, so that the service can reject them and name the rule."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    number = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1, max_value=2**15 - 1)
    winner = forms.CharField(label=_("Who won?"), max_length=20, required=False)
    dragons = forms.IntegerField(
        label=_("Winner’s dragons"),
        min_value=-999,
        max_value=999,
        error_messages={"required": _("Choose how many dragons the winner had, even if it was none.")},
    )
    crystal_cards = forms.IntegerField(
        label=_("Winner’s crystal cards"), initial=0, required=False, min_value=-999, max_value=999
    )
    ended = forms.CharField(label=_("How it ended"), max_length=20, initial=GameEnd.OUT_OF_CARDS.value)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = match

    def clean(self) -> dict[str, Any]:
        """Require a winner, unless time ended the game."""
        data = super().clean() or self.cleaned_data
        if not data.get("winner") and data.get("ended") != GameEnd.TIME.value:
            self.add_error("winner", _("Choose who won the game."))
        return data

    @property
    def report(self) -> GameReport:
        """Return the game; after validation."""
        data = self.cleaned_data
        winner = "" if data["ended"] == GameEnd.TIME.value else data["winner"]
        return GameReport(winner, data["dragons"], data["crystal_cards"] or 0, data["ended"])

    def for_version(self, match: Match) -> Self:
        """Return the form with the same answers and error for the current version of the match."""
        answers = {name: self.data.get(name) for name in self.fields}
        form = type(self)({**answers, "version": str(match.version)}, match=match)
        if error := form_error(self):
            add_error_to_form(form, error)
        return form

    def segments(self) -> list[tuple[forms.BoundField, list[tuple[str, str, bool]]]]:
        """Return the fields that are rows of buttons, with each button’s value, label, and whether it is pressed."""
        questions = [("dragons", [(str(n), str(n)) for n in range(scoring.MAX_DRAGONS + 1)])]
        if self.match.crystal_cards:
            questions.append(("crystal_cards", [(str(n), str(n)) for n in range(4)]))
        questions.append(("ended", game_end_choices(self.match)))
        return [(self[name], self._buttons(name, choices)) for name, choices in questions]

    def winners(self) -> list[tuple[str, str, bool]]:
        return self._buttons("winner", [(Side.A.value, self.match.name_a), (Side.B.value, self.match.name_b)])

    def _buttons(self, name: str, choices: list[tuple[str, str]]) -> list[tuple[str, str, bool]]:
        value = self[name].value()
        return [(choice, label, str(value) == choice) for choice, label in choices]


class DisputeForm(GameReportForm):
    """Form for a game’s result with a note: the opponent’s version, or the organiser’s decision."""

    note = forms.CharField(label=_("Note"), max_length=NOTE_LENGTH, required=False)


class PenaltyForm(forms.Form):
    """Form for a penalty in crystals, with the player who made the mistake."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    side = forms.ChoiceField(choices=Side.choices)
    note = forms.CharField(label=_("What happened"), max_length=NOTE_LENGTH, required=False)


def version_from_form(data: QueryDict) -> int:
    """Return the version of the match in a form; 0, which no match has, if the version is malformed."""
    return parse_whole_number(data.get("version", ""), digits=9) or 0
