"""Forms of events."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from common.errors import Conflict, Invalid
from common.i18n import translated
from common.settings_forms import SettingsForm, form_field_of
from common.text import gettext_noop
from matches.core.standings.criteria import DEFAULT_ORDER, OPPONENTS_ORDER
from matches.core.tournament import EventRules, check_first_day, default_match_settings
from matches.core.tournament.rules import RULE_FIELDS, EventFormat
from matches.core.tournament.stages import PLAYOFF_SIZES
from matches.models import NAME_LENGTH, Event, Group, Match

# The form asks for format and tiebreakers in one choice, in which `opponents` is a format.
OPPONENTS = "opponents"
_CHOICES = [
    (EventFormat.SWISS, _("Crystals"), _("Swiss rounds; crystals break ties")),
    (OPPONENTS, _("Opponents"), _("Swiss rounds; as in chess, strong opponents break ties")),
    (EventFormat.ROUND_ROBIN, _("League"), _("Everyone plays everyone, over weeks")),
    (EventFormat.DRAFT, _("Draft event"), _("Draft in pods, then Swiss rounds")),
    (EventFormat.KNOCKOUT, _("Single elimination"), _("One loss and you’re out")),
    (EventFormat.DOUBLE, _("Double elimination"), _("Two losses and you’re out")),
]
# These rules are not taken from the model: some are declared in the form, others only the API can set.
_WITHOUT_QUESTION = {
    *("points_win", "points_draw", "points_loss", "points_bye", "bye_crystals", "tie_breaks", "price"),
    *("format", "approval", "cut_size", "cut_double"),
}
_ROUNDS_HELP = _("5 for 17 to 32 players, one fewer with a playoff. Leave empty to decide on the day.")
_SWISS = (EventFormat.SWISS, OPPONENTS, EventFormat.DRAFT)
_IN_ROUNDS = (*_SWISS, EventFormat.KNOCKOUT, EventFormat.DOUBLE)
# The formats in which a question applies, unless it applies in all.
_FORMATS_OF_QUESTION = {
    **dict.fromkeys(("rounds_planned", "cut_size"), _SWISS),
    "cut_double": _SWISS,
    "third_place": (*_SWISS, EventFormat.KNOCKOUT),
    **dict.fromkeys(("round_minutes", "check_in", "first_table"), _IN_ROUNDS),
    **dict.fromkeys(("days_between", "legs"), (EventFormat.ROUND_ROBIN,)),
}
_FIRST = ("format", "name", "me", "group", "first_day", "is_past", "moves_rounds", "start_time", "venue")
_FIRST_OF_FORMAT = ("rounds_planned", "cut_size", "days_between", "legs", "approval")
_ROUNDS = ("round_minutes", "third_place", "first_table", "check_in", "max_players", "take_back", "bots")
_DECKS = ("edition", "target", "decks_required", "decks_seen")


def _playoff_choices() -> list[tuple[str, Any]]:
    """Return the playoffs to choose from: `8` is the top 8, and `8d` the top 8 with double elimination."""
    single = [(str(size), _("top %(size)s") % {"size": size}) for size in PLAYOFF_SIZES]
    double = [(f"{size}d", _("top %(size)s, double elimination") % {"size": size}) for size in PLAYOFF_SIZES[1:]]
    return [("0", _("no playoff")), *single, *double]


@dataclass(frozen=True)
class FormatQuestion:
    """A field, and the formats in which it is asked."""

    field: forms.BoundField
    formats: tuple[str, ...]


@dataclass(frozen=True)
class FoldedQuestions:
    """A folded section of questions, with a title and one of its answers."""

    title: Any
    value: Any
    questions: list[FormatQuestion]

    @property
    def has_errors(self) -> bool:
        return any(question.field.errors for question in self.questions)


class EventForm(SettingsForm):
    """Form for an event: the fields of the model, with some questions asked differently."""

    format = forms.ChoiceField(
        label=_("What decides?"),
        choices=[(value, label) for value, label, _line in _CHOICES],
        widget=forms.RadioSelect,
        initial=EventFormat.SWISS,
    )
    me = forms.CharField(label=_("Your name, as others see it"), max_length=NAME_LENGTH, required=False)
    group = forms.ChoiceField(
        label=_("Group"), required=False, help_text=_("Its matches count towards the group’s season.")
    )
    cut_size = forms.ChoiceField(label=_("Then"), choices=_playoff_choices, required=False)
    approval = forms.BooleanField(
        label=_("Who can join"),
        required=False,
        widget=forms.RadioSelect(choices=[(False, _("anyone with the link")), (True, _("players I let in"))]),
    )
    edition = form_field_of(Match._meta.get_field("edition"))
    target = form_field_of(Match._meta.get_field("target"))
    moves_rounds = forms.ChoiceField(
        label=_("Move unplayed rounds too?"),
        choices=[("", "–"), ("1", _("yes")), ("0", _("no"))],
        required=False,
        help_text=_(
            "Needed if the first day or the days between rounds change. Dates that two players agreed on stay."
        ),
    )
    is_past = forms.BooleanField(label=_("Yes, the first day is long past"), required=False, widget=forms.HiddenInput)

    may_be_left_out = ("first_table", "legs", "round_minutes", "days_between", "decks_seen")

    class Meta:
        model = Event
        fields = [rule for rule in RULE_FIELDS if rule not in {"sheet", *_WITHOUT_QUESTION}]
        formfield_callback = form_field_of

    def __init__(self, *args: Any, groups: Sequence[Group] = (), person: Person | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        event = self.instance
        self.initial = {**_form_values(event), **self.initial}
        self.fields["time_zone"].required = False
        self.fields["first_day"].label = _("Day")
        self.fields["rounds_planned"].help_text = _ROUNDS_HELP
        if not event.pk:
            self.fields["time_zone"].widget, self.initial["time_zone"] = forms.HiddenInput(), ""
        if event.pk or (person and (person.user_id or person.nickname)):
            del self.fields["me"]
        self._remove_fields_of_other_formats()
        self.groups = {group.key: group for group in groups}
        if not groups:
            del self.fields["group"]
            return
        field = self.fields["group"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("no group")), *((group.key, group.name) for group in groups)]

    def _remove_fields_of_other_formats(self) -> None:
        """Once a round exists, the format is fixed: remove the fields that don’t apply to it."""
        has_rounds = bool(self.instance.pk and self.instance.rounds.exists())
        if not (self.instance.is_league and has_rounds):
            del self.fields["moves_rounds"]
        if not has_rounds:
            return
        field = self.fields["format"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [choice[:2] for choice in _CHOICES if _format_of(choice[0]) == self.instance.format]
        for name, formats in _FORMATS_OF_QUESTION.items():
            if self.instance.format not in formats:
                self.fields.pop(name, None)

    def clean(self) -> dict[str, Any]:
        """Require an answer about unplayed rounds if a league’s days change, and a confirmation of a past day."""
        data = super().clean() or self.cleaned_data
        day = data.get("first_day") if not self.instance.pk else None
        try:
            check_first_day(day, timezone.localdate())
        except Conflict as error:
            self.fields["is_past"].widget = forms.CheckboxInput()
            if not data.get("is_past"):
                self.add_error("is_past", translated(error))
        if data.get("moves_rounds") == "" and {"first_day", "days_between"} & set(self.changed_data):
            self.add_error("moves_rounds", _("Choose whether unplayed rounds move too."))
        if not self.instance.pk and self.chosen_group and "venue" not in self.changed_data:
            data["venue"] = self.chosen_group.place
        if not self.instance.pk and data.get("time_zone") not in available_timezones():
            data["time_zone"] = timezone.get_default_timezone_name()
        data["time_zone"] = data.get("time_zone") or self.instance.time_zone
        cut = data.get("cut_size") or "0"
        data["cut_size"], data["cut_double"] = int(cut.removesuffix("d")), cut.endswith("d")
        chosen = data.get("format", self.instance.format)
        for name, formats in _FORMATS_OF_QUESTION.items():
            if chosen not in formats:
                data.pop(name, None)
        self.instance.format, self.instance.cut_size = _format_of(chosen), data.get("cut_size", 0)
        return data

    @property
    def chosen_group(self) -> Group | None:
        """Return the group the event belongs to; after validation."""
        return self.groups.get(self.cleaned_data.get("group", ""))

    def format_choices(self) -> list[tuple[forms.boundfield.BoundWidget, Any]]:
        """Return the choices of the format, each with its description."""
        lines = {str(value): line for value, _label, line in _CHOICES}
        return [(radio, lines[str(radio.data["value"])]) for radio in self["format"]]

    def first_questions(self) -> list[FormatQuestion]:
        return self._questions((*_FIRST[1:], *_FIRST_OF_FORMAT))

    def folded_sections(self) -> list[FoldedQuestions]:
        named = {*_FIRST, *_FIRST_OF_FORMAT, *_ROUNDS, *_DECKS}
        others = [name for name in self.fields if name not in named]
        # A new event has enough questions, so `take_back` and `bots` are asked later.
        rounds = _ROUNDS if self.instance.pk else _ROUNDS[:-2]
        minutes = self["round_minutes"].value() if "round_minutes" in self.fields else ""
        edition = dict(Match._meta.get_field("edition").flatchoices).get(self["edition"].value(), "")
        listed = _("in the calendar") if self["listed"].value() else _("not in the calendar")
        return [
            FoldedQuestions(_("Rounds and check-in"), minutes and f"{minutes} min", self._questions(rounds)),
            FoldedQuestions(_("Game and deck lists"), edition, self._questions(_DECKS)),
            FoldedQuestions(_("Event page"), listed, self._questions(others)),
        ]

    def _questions(self, names: Iterable[str]) -> list[FormatQuestion]:
        present = [name for name in names if name in self.fields]
        return [FormatQuestion(self[name], _FORMATS_OF_QUESTION.get(name, ())) for name in present]

    def expected_end(self) -> time | None:
        """Return the approximate end of the event; None for a league or without a start time."""
        event = self.instance
        if event.start_time is None or event.is_league:
            return None
        return (datetime.combine(date.min, event.start_time) + timedelta(minutes=event.planned_minutes)).time()

    @property
    def event_rules(self) -> EventRules:
        """Return the answers, and rules that were not asked unchanged; after validation."""
        data, event = self.cleaned_data, self.instance
        given = {name: data.get(name, getattr(event, name)) for name in RULE_FIELDS if name != "sheet"}
        given["tie_breaks"] = tuple(event.tie_breaks)
        if data["format"] != self.initial["format"]:
            given["tie_breaks"] = OPPONENTS_ORDER if data["format"] == OPPONENTS else DEFAULT_ORDER
        sheet = default_match_settings(event.format, data["edition"], data["target"])
        return EventRules(sheet=sheet, **{**given, "format": event.format})


def _format_of(choice: str) -> str:
    return EventFormat.SWISS if choice == OPPONENTS else choice


def _form_values(event: Event) -> dict[str, object]:
    by_opponents = event.format == EventFormat.SWISS and event.tie_breaks[:1] == [OPPONENTS]
    sheet = {name: event.sheet[name] for name in ("edition", "target") if name in event.sheet}
    group = {"group": event.group.key} if event.group else {}
    cut = f"{event.cut_size}{'d' if event.cut_double else ''}"
    return {
        **sheet,
        **group,
        "cut_size": cut,
        "format": OPPONENTS if by_opponents else event.format,
        "approval": event.approval,
    }


class ResultForm(forms.Form):
    """Form for the result of a table: the crystals, and if known the games won, of each player."""

    pairing = forms.IntegerField(min_value=0)
    a = forms.IntegerField(label=_("first player’s crystals"), min_value=0, max_value=999)
    b = forms.IntegerField(label=_("second player’s crystals"), min_value=0, max_value=999)
    games_a = forms.IntegerField(min_value=0, max_value=99, required=False)
    games_b = forms.IntegerField(min_value=0, max_value=99, required=False)
    time_up = forms.BooleanField(required=False)
    outcome = forms.ChoiceField(choices=[("", ""), ("nobody", _("double loss"))], required=False)
    forfeit = forms.BooleanField(required=False)

    @property
    def games_won(self) -> tuple[int, int] | None:
        """Return the games won by each player; None if one number is missing."""
        a, b = self.cleaned_data["games_a"], self.cleaned_data["games_b"]
        return None if a is None or b is None else (a, b)


def result_form(posted: Mapping[str, str]) -> ResultForm:
    """Return the valid form of a result, where `score` may have both players’ crystals; raises `Invalid`."""
    score = posted.get("score", "").partition(":")
    form = ResultForm({**posted, "a": score[0], "b": score[2]} if score[1] else posted)
    if not form.is_valid():
        raise Invalid(gettext_noop("Enter both players’ crystals as two numbers."))
    return form


def parse_reported_result(posted: Mapping[str, str]) -> tuple[int, tuple[int, int]]:
    """Return the pairing and both players’ crystals that a player reports; raises `Invalid`."""
    data = result_form(posted).cleaned_data
    return data["pairing"], (data["a"], data["b"])
