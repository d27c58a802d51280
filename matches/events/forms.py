"""What people type about events. Whether a result is possible is for the core to say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.core.scoring import TARGET, DeckChanges, Sheet, usual_penalty
from matches.core.tournament import DEFAULT_ORDER
from matches.events.services import Settings
from matches.models import NAME_LENGTH, Edition, Event, JudgeNote
from matches.play.services import MOST_TARGET

_TIE_BREAKS = [
    ("crystals", _("crystals won")),
    ("difference", _("difference of crystals")),
    ("opponents", _("points of the opponents, on average")),
    ("direct", _("matches among those who are level")),
]
_CUTS = [(0, _("no cut"))] + [(size, str(size)) for size in (2, 4, 8, 16, 32, 64)]


def _points(label: Any, initial: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, initial=initial, min_value=0, max_value=99)


class EventForm(forms.Form):
    """An event as its organiser wants it."""

    name = forms.CharField(label=_("Name of the event"), max_length=80)
    me = forms.CharField(label=_("Your name, as others see it"), max_length=NAME_LENGTH, required=False)
    format = forms.ChoiceField(label=_("Format"), choices=Event.Format.choices)
    cut_size = forms.TypedChoiceField(label=_("Cut to the best"), choices=_CUTS, coerce=int, initial=0)
    rounds_planned = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=40, required=False)
    round_minutes = forms.IntegerField(label=_("Minutes a round"), min_value=1, max_value=1000, initial=50)
    edition = forms.ChoiceField(label=_("Edition"), choices=Edition.choices)
    target = forms.IntegerField(label=_("Crystals to win"), initial=TARGET, min_value=1, max_value=MOST_TARGET)
    points_win = _points(_("Points for a win"), 3)
    points_draw = _points(_("Points for a draw"), 1)
    points_loss = _points(_("Points for a loss"), 0)
    points_bye = _points(_("Points for a bye"), 3)
    tie_1 = forms.ChoiceField(label=_("Level on points: first"), choices=_TIE_BREAKS, initial="crystals")
    tie_2 = forms.ChoiceField(label=_("then"), choices=[("", "–"), *_TIE_BREAKS], initial="difference", required=False)
    tie_3 = forms.ChoiceField(label=_("then"), choices=[("", "–"), *_TIE_BREAKS], initial="opponents", required=False)
    tie_4 = forms.ChoiceField(label=_("then"), choices=[("", "–"), *_TIE_BREAKS], initial="direct", required=False)
    decks_required = forms.BooleanField(label=_("A legal deck has to be handed in"), required=False)
    decks_seen = forms.ChoiceField(label=_("Decks are seen by"), choices=Event.DecksSeen.choices)
    first_day = forms.DateField(
        label=_("First day of a league"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    days_between = forms.IntegerField(label=_("Days between rounds"), min_value=0, max_value=365, initial=7)

    def first_questions(self) -> list[forms.BoundField]:
        """What is asked before the folded part."""
        return [self[name] for name in ("name", "me", "format", "cut_size", "rounds_planned")]

    def more_questions(self) -> list[forms.BoundField]:
        """What has a usual answer."""
        first = {field.name for field in self.first_questions()}
        return [field for field in self if field.name not in first]

    def more_is_wrong(self) -> bool:
        """Whether the folded part has to be open."""
        return any(field.errors for field in self.more_questions())

    @property
    def settings(self) -> Settings:
        """The answers; after validation."""
        data = self.cleaned_data
        drafted = data["format"] == Event.Format.DRAFT
        sheet = Sheet(
            edition=data["edition"],
            target=data["target"],
            draft=drafted,
            penalty=usual_penalty(data["edition"]),
            deck_changes=DeckChanges.UNUSED_PICKS if drafted else DeckChanges.LOCKED,
        )
        given = (data[f"tie_{n}"] for n in range(1, len(DEFAULT_ORDER) + 1))
        names = set(Settings.__dataclass_fields__) - {"sheet", "tie_breaks"}
        return Settings(
            sheet=sheet, tie_breaks=tuple(one for one in given if one), **{name: data[name] for name in names}
        )


class ResultForm(forms.Form):
    """The crystals of a table."""

    pairing = forms.IntegerField()
    a = forms.IntegerField(label=_("crystals of the first"), min_value=0, max_value=999)
    b = forms.IntegerField(label=_("crystals of the second"), min_value=0, max_value=999)
    time_up = forms.BooleanField(required=False)
    outcome = forms.ChoiceField(choices=[("", ""), ("nobody", _("both lose"))], required=False)


class NoteForm(forms.Form):
    """A penalty or a note."""

    number = forms.IntegerField()
    kind = forms.ChoiceField(choices=JudgeNote.Kind.choices)
    text = forms.CharField(max_length=300)
