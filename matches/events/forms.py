"""Forms of events."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.errors import Conflict, Invalid
from common.i18n import translated
from common.settings_forms import SettingsForm, form_field_of
from common.text import gettext_noop
from matches.core.standings import DEFAULT_ORDER, TIE_BREAKS
from matches.core.tournament import EventRules, default_sheet, require_not_long_over
from matches.core.tournament.rules import RULE_FIELDS
from matches.core.tournament.stages import PLAYOFF_SIZES
from matches.models import NAME_LENGTH, Event, Group, JudgeNote, Match

TIE_BREAKS_ASKED = 4
_RESULT_MISSING = gettext_noop("Enter both players’ crystals as two numbers.")
_TIE_BREAK_CHOICES = [(name, _(entry.label)) for name, entry in TIE_BREAKS.items()]
_NO_TIE_BREAK = ("", "–")
_CUTS = [(0, _("no playoff")), *((size, str(size)) for size in PLAYOFF_SIZES)]


def _tie_break_field(place: int) -> forms.ChoiceField:
    """The question for the tie-break at a place of the order, from 1."""
    return forms.ChoiceField(
        label=_("First tiebreaker") if place == 1 else _("then"),
        choices=_TIE_BREAK_CHOICES if place == 1 else [_NO_TIE_BREAK, *_TIE_BREAK_CHOICES],
        initial=dict(enumerate(DEFAULT_ORDER, start=1)).get(place, ""),
        required=place == 1,
    )


# What the form asks instead of a rule that it cannot ask for in one field.
_FORM_VALUES = {
    "name": ("name", "me"),
    "sheet": ("edition", "target"),
    "tie_breaks": tuple(f"tie_{place}" for place in range(1, TIE_BREAKS_ASKED + 1)),
}

# What means nothing in a league, and in everything else; asked all the same while the format is chosen.
_NOT_IN_A_LEAGUE = ("rounds_planned", "points_bye", "bye_crystals", "first_table")
_ONLY_IN_A_LEAGUE = ("days_between", "legs")


class EventForm(SettingsForm):
    """Form for an event: its rules as the model declares them, and what is asked otherwise."""

    me = forms.CharField(label=_("Your name, as others see it"), max_length=NAME_LENGTH, required=False)
    group = forms.ChoiceField(
        label=_("Group"), required=False, help_text=_("Its matches count towards the group’s season.")
    )
    cut_size = forms.TypedChoiceField(label=_("Playoff after the Swiss rounds"), choices=_CUTS, coerce=int, initial=0)
    edition = form_field_of(Match._meta.get_field("edition"))
    target = form_field_of(Match._meta.get_field("target"))
    tie_1 = _tie_break_field(1)
    tie_2 = _tie_break_field(2)
    tie_3 = _tie_break_field(3)
    tie_4 = _tie_break_field(4)

    moves_rounds = forms.ChoiceField(
        label=_("Move unplayed rounds too?"),
        choices=[("", "–"), ("1", _("yes")), ("0", _("no"))],
        required=False,
        help_text=_(
            "Needed if the first day or the days between rounds change. Dates that two players agreed on stay."
        ),
    )

    is_past = forms.BooleanField(label=_("Yes, the first day is long past"), required=False, widget=forms.HiddenInput)

    may_be_left_out = ("time_zone", "first_table", "bye_crystals", "legs")
    # Day and place, players, rounds; what is not named follows in the order of the rules.
    field_order = (
        *(
            "name",
            "me",
            "format",
            "group",
            "first_day",
            "is_past",
            "moves_rounds",
            "start_time",
            "time_zone",
            "venue",
            "about",
        ),
        *("price", "listed", "max_players", "approval", "check_in", "rounds_planned", "round_minutes", "cut_size"),
        "third_place",
    )

    class Meta:
        model = Event
        fields = [question for rule in RULE_FIELDS for question in _FORM_VALUES.get(rule, (rule,))]
        formfield_callback = form_field_of

    def __init__(self, *args: Any, groups: Sequence[Group] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial = {**_form_values(self.instance), **self.initial}
        self._remove_fields_by_format()
        self.groups = {group.key: group for group in groups}
        if not groups:
            del self.fields["group"]
            return
        field = self.fields["group"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("no group")), *((group.key, group.name) for group in groups)]

    def _remove_fields_by_format(self) -> None:
        """Leave out what means nothing in a league, and in another format once that is fixed; what is kept stays."""
        is_league = bool(self.instance.pk and self.instance.is_league)
        has_rounds = bool(self.instance.pk and self.instance.rounds.exists())
        if not (is_league and has_rounds):
            del self.fields["moves_rounds"]
        for name in _NOT_IN_A_LEAGUE if is_league else _ONLY_IN_A_LEAGUE if has_rounds else ():
            self.fields[name].disabled, self.fields[name].widget = True, forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        """What becomes of rounds is asked where the days of a league change, and whether a day long over is right."""
        data = super().clean() or self.cleaned_data
        day = data.get("first_day") if not self.instance.pk else None
        try:
            require_not_long_over(day, timezone.localdate())
        except Conflict as error:
            self.fields["is_past"].widget = forms.CheckboxInput()
            if not data.get("is_past"):
                self.add_error("is_past", translated(error))
        if data.get("moves_rounds") == "" and {"first_day", "days_between"} & set(self.changed_data):
            self.add_error("moves_rounds", _("Choose whether unplayed rounds move too."))
        if not self.instance.pk and self.chosen_group and "venue" not in self.changed_data:
            data["venue"] = self.chosen_group.place
        return data

    @property
    def chosen_group(self) -> Group | None:
        """The group the event belongs to; after validation."""
        return self.groups.get(self.cleaned_data.get("group", ""))

    def first_questions(self) -> list[forms.BoundField]:
        return [self["name"], self["format"]]

    def more_questions(self) -> list[forms.BoundField]:
        """The questions of the folded part, which have a usual answer."""
        first = {field.name for field in self.first_questions()}
        return [field for field in self if field.name not in first]

    def more_is_wrong(self) -> bool:
        """Whether the folded part has to be open."""
        return any(field.errors for field in self.more_questions())

    @property
    def rules(self) -> EventRules:
        """The answers; after validation."""
        data = self.cleaned_data
        given = (data[f"tie_{place}"] for place in range(1, TIE_BREAKS_ASKED + 1))
        return EventRules(
            sheet=default_sheet(data["format"], data["edition"], data["target"]),
            tie_breaks=tuple(name for name in given if name),
            **{name: data[name] for name in RULE_FIELDS if name in data},
        )


def _form_values(event: Event) -> dict[str, object]:
    ties = dict(zip(_FORM_VALUES["tie_breaks"], [*event.tie_breaks, "", "", ""], strict=False))
    sheet = {name: event.sheet.get(name) for name in _FORM_VALUES["sheet"]}
    return {**ties, **sheet, "group": event.group.key if event.group else ""}


class ResultForm(forms.Form):
    """Form for the result of a table: crystals, and the games won by each where they are known."""

    pairing = forms.IntegerField(min_value=0)
    a = forms.IntegerField(label=_("first player’s crystals"), min_value=0, max_value=999)
    b = forms.IntegerField(label=_("second player’s crystals"), min_value=0, max_value=999)
    games_a = forms.IntegerField(min_value=0, max_value=99, required=False)
    games_b = forms.IntegerField(min_value=0, max_value=99, required=False)
    time_up = forms.BooleanField(required=False)
    outcome = forms.ChoiceField(choices=[("", ""), ("nobody", _("double loss"))], required=False)
    forfeit = forms.BooleanField(required=False)

    @property
    def games(self) -> tuple[int, int] | None:
        """The games won by each; None where one of the two is left out."""
        a, b = self.cleaned_data["games_a"], self.cleaned_data["games_b"]
        return None if a is None or b is None else (a, b)


def result_form(typed: Mapping[str, str]) -> ResultForm:
    """The valid form of a result at the desk, where `score` stands for both crystals; raises `Invalid`."""
    score = typed.get("score", "").partition(":")
    form = ResultForm({**typed, "a": score[0], "b": score[2]} if score[1] else typed)
    if not form.is_valid():
        raise Invalid(_RESULT_MISSING)
    return form


def reported_result(typed: Mapping[str, str]) -> tuple[int, tuple[int, int]]:
    """The pairing and the crystals of both that a player reports; raises `Invalid`."""
    data = result_form(typed).cleaned_data
    return data["pairing"], (data["a"], data["b"])


class JudgeNoteForm(forms.Form):
    """Form for a penalty or a judge note."""

    number = forms.IntegerField()
    kind = forms.ChoiceField(choices=JudgeNote.Kind.choices)
    text = forms.CharField(max_length=300)
