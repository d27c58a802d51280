"""Forms of events."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.errors import Invalid
from common.text import gettext_noop, whole_number
from matches.core.scoring import TARGET
from matches.core.standings import DEFAULT_ORDER, TIE_BREAKS
from matches.core.tournament import EventRules, usual_sheet
from matches.core.tournament.rules import (
    CUT_SIZES,
    MAX_ABOUT_LENGTH,
    MAX_DAYS_BETWEEN,
    MAX_PLAYERS,
    MAX_POINTS,
    MAX_PRICE_LENGTH,
    MAX_ROUND_MINUTES,
    MAX_ROUNDS,
    MAX_TITLE_LENGTH,
    MAX_VENUE_LENGTH,
    default_of,
)
from matches.core.tournament.tables import MAX_TABLE
from matches.models import NAME_LENGTH, Edition, Event, Group, JudgeNote
from matches.play.services import MAX_TARGET

TIE_BREAKS_ASKED = 4
_NO_RESULT = gettext_noop("A result is the crystals of both, as two numbers.")
_TIE_BREAKS = [(name, _(entry.label)) for name, entry in TIE_BREAKS.items()]
_NO_TIE_BREAK = ("", "–")
_CUTS = [(0, _("no cut")), *((size, str(size)) for size in CUT_SIZES)]


def _points(label: Any, name: str, *, help_text: Any = "") -> forms.IntegerField:
    initial = default_of(name)
    return forms.IntegerField(label=label, initial=initial, min_value=0, max_value=MAX_POINTS, help_text=help_text)


def _tie_break(place: int) -> forms.ChoiceField:
    """The question for the tie-break at a place of the order, from 1."""
    return forms.ChoiceField(
        label=_("Level on points: first") if place == 1 else _("then"),
        choices=_TIE_BREAKS if place == 1 else [_NO_TIE_BREAK, *_TIE_BREAKS],
        initial=dict(enumerate(DEFAULT_ORDER, start=1)).get(place, ""),
        required=place == 1,
    )


class EventForm(forms.Form):
    """Form for an event: its rules and settings."""

    name = forms.CharField(label=_("Name of the event"), max_length=MAX_TITLE_LENGTH)
    me = forms.CharField(label=_("Your name, as others see it"), max_length=NAME_LENGTH, required=False)
    format = forms.ChoiceField(label=_("Format"), choices=Event.Format.choices)
    group = forms.ChoiceField(
        label=_("Group"), required=False, help_text=_("Its matches count in the season of the group.")
    )
    cut_size = forms.TypedChoiceField(label=_("Knockout after the rounds"), choices=_CUTS, coerce=int, initial=0)
    rounds_planned = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
        help_text=_(
            "Usual: 3 for up to 8 players, 4 up to 16, 5 up to 32, 6 up to 64: so many halve the field until one is"
            " left. With a cut one less. Empty: decide on the day."
        ),
    )
    round_minutes = forms.IntegerField(
        label=_("Minutes a round"), min_value=1, max_value=MAX_ROUND_MINUTES, initial=default_of("round_minutes")
    )
    edition = forms.ChoiceField(label=_("Edition"), choices=Edition.choices)
    target = forms.IntegerField(label=_("Crystals to win"), initial=TARGET, min_value=1, max_value=MAX_TARGET)
    points_win = _points(_("Points for a win"), "points_win")
    points_draw = _points(_("Points for a draw"), "points_draw")
    points_loss = _points(_("Points for a loss"), "points_loss")
    points_bye = _points(
        _("Points for a bye"),
        "points_bye",
        help_text=_("Usual: as many as a win."),
    )
    bye_crystals = forms.ChoiceField(
        label=_("Crystals of a bye, among those level on points"),
        choices=Event.ByeCrystals.choices,
        required=False,
        help_text=_(
            "With the mean nobody loses a place by sitting out: a bye counts like the mean of the player's own matches,"
            " and while they have none like the mean of all matches won."
        ),
    )
    tie_1 = _tie_break(1)
    tie_2 = _tie_break(2)
    tie_3 = _tie_break(3)
    tie_4 = _tie_break(4)
    decks_required = forms.BooleanField(label=_("A legal deck has to be handed in"), required=False)
    decks_seen = forms.ChoiceField(label=_("Decks are seen by"), choices=Event.DecksSeen.choices)
    first_day = forms.DateField(
        label=_("Day (of a league: the first)"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    venue = forms.CharField(
        label=_("Venue"),
        max_length=MAX_VENUE_LENGTH,
        required=False,
        help_text=_("Where it is played, as on a letter: Café Crystal, Harbour Street 3, Hamburg."),
    )
    start_time = forms.TimeField(label=_("Begins at"), required=False, widget=forms.TimeInput(attrs={"type": "time"}))
    time_zone = forms.CharField(
        label=_("Time zone of the venue"),
        max_length=40,
        required=False,
        help_text=_("Such as Europe/Berlin; needed only with a time."),
    )
    about = forms.CharField(
        label=_("What visitors should know"),
        max_length=MAX_ABOUT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("Plain text, shown on the page of the event."),
    )
    price = forms.CharField(
        label=_("Price"), max_length=MAX_PRICE_LENGTH, required=False, help_text=_("In words: 5 €, students free.")
    )
    listed = forms.BooleanField(label=_("Show it in the public calendar"), required=False)
    max_players = forms.IntegerField(
        label=_("Most players"),
        min_value=2,
        max_value=MAX_PLAYERS,
        required=False,
        help_text=_("Who comes later waits and moves up by themselves when somebody leaves. Empty: no limit."),
    )
    approval = forms.BooleanField(label=_("I let everybody in by hand"), required=False)
    check_in = forms.BooleanField(
        label=_("Players check in"),
        required=False,
        help_text=_("On the day, on their phone or at the desk. Only players who are there are paired."),
    )
    first_table = forms.IntegerField(
        label=_("Number of the first table"),
        min_value=1,
        max_value=MAX_TABLE,
        initial=default_of("first_table"),
        required=False,
    )
    days_between = forms.IntegerField(
        label=_("Days between rounds"), min_value=0, max_value=MAX_DAYS_BETWEEN, initial=default_of("days_between")
    )

    def __init__(self, *args: Any, groups: Sequence[Group] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.groups = {group.key: group for group in groups}
        if not groups:
            del self.fields["group"]
            return
        field = self.fields["group"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("no group")), *((group.key, group.name) for group in groups)]

    def clean_time_zone(self) -> str:
        """UTC where the field is empty."""
        return str(self.cleaned_data["time_zone"]).strip() or default_of("time_zone")

    def clean_bye_crystals(self) -> str:
        """The default where nothing is chosen."""
        return str(self.cleaned_data["bye_crystals"]) or default_of("bye_crystals")

    def clean_first_table(self) -> int:
        """The default number where the field is empty."""
        return int(self.cleaned_data["first_table"] or default_of("first_table"))

    @property
    def chosen_group(self) -> Group | None:
        """The group the event belongs to; after validation."""
        return self.groups.get(self.cleaned_data.get("group", ""))

    def first_questions(self) -> list[forms.BoundField]:
        """The questions before the folded part."""
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
        names = set(EventRules.__dataclass_fields__) - {"sheet", "tie_breaks"}
        given = (data[f"tie_{place}"] for place in range(1, TIE_BREAKS_ASKED + 1))
        return EventRules(
            sheet=usual_sheet(data["format"], data["edition"], data["target"]),
            tie_breaks=tuple(name for name in given if name),
            **{name: data[name] for name in names},
        )


class ResultForm(forms.Form):
    """Form for the result of a table: crystals, and the games won by each where they are known."""

    pairing = forms.IntegerField()
    a = forms.IntegerField(label=_("crystals of the first"), min_value=0, max_value=999)
    b = forms.IntegerField(label=_("crystals of the second"), min_value=0, max_value=999)
    games_a = forms.IntegerField(min_value=0, max_value=99, required=False)
    games_b = forms.IntegerField(min_value=0, max_value=99, required=False)
    time_up = forms.BooleanField(required=False)
    outcome = forms.ChoiceField(choices=[("", ""), ("nobody", _("both lose"))], required=False)

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
        raise Invalid(_NO_RESULT)
    return form


def reported(typed: Mapping[str, str]) -> tuple[int, tuple[int, int]]:
    """The pairing and the crystals of both that a player reports; raises `Invalid`."""
    score = typed.get("score", "").partition(":")
    a, b = (score[0], score[2]) if score[1] else (typed.get("a", ""), typed.get("b", ""))
    pairing = whole_number(typed.get("pairing", ""))
    crystals = whole_number(a.strip(), digits=3), whole_number(b.strip(), digits=3)
    if pairing is None or crystals[0] is None or crystals[1] is None:
        raise Invalid(_NO_RESULT)
    return pairing, (crystals[0], crystals[1])


class NoteForm(forms.Form):
    """Form for a penalty or a judge note."""

    number = forms.IntegerField()
    kind = forms.ChoiceField(choices=JudgeNote.Kind.choices)
    text = forms.CharField(max_length=300)
