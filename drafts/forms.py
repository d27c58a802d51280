"""Forms of the draft pages. The rules of a set-up are those of `drafts.engine.setup`; here they are only shown."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from cards.facts import PEOPLES, People
from common.errors import DomainError
from common.http import translated
from drafts.engine.setup import TABLE, Setup, Step8
from drafts.models import Draft

CLOCKS = [
    ("", _("no clock")),
    ("30", _("30 seconds")),
    ("60", _("1 minute")),
    ("120", _("2 minutes")),
    ("300", _("5 minutes")),
    ("43200", _("12 hours")),
    ("86400", _("1 day")),
]
USUAL_PLAYERS = 4


class DraftForm(forms.Form):
    """What a host chooses. After `is_valid` the set-up is in `setup`."""

    players = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=[(str(number), str(number)) for number in TABLE],
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("A draft is for 2 to 6 players.")},
    )
    peoples = forms.MultipleChoiceField(
        label=_("Peoples"),
        choices=[(people.value, people.value) for people in PEOPLES],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    name = forms.CharField(label=_("Name of the table"), max_length=80, required=False)
    nickname = forms.CharField(label=_("Your name at the table"), max_length=36, required=False)
    pick_seconds = forms.TypedChoiceField(
        label=_("Time for a pick"), choices=CLOCKS, coerce=int, empty_value=None, required=False
    )
    seating = forms.ChoiceField(label=_("Seats"), choices=Draft.Seating.choices)
    step8 = forms.ChoiceField(
        label=_("Last, smaller deal goes"),
        choices=[(Step8.RIGHT.value, _("right")), (Step8.ALTERNATE.value, _("on alternating"))],
    )

    setup: Setup | None = None
    rule: str | None = None

    def clean(self) -> dict[str, Any]:
        """Ask the rules."""
        data = super().clean() or {}
        if self.errors:
            return data
        peoples = tuple(People(one) for one in data["peoples"])
        try:
            self.setup = Setup(data["players"], peoples, Step8(data["step8"]))
        except DomainError as error:
            self.rule = error.rule
            self.add_error("peoples", translated(error))
        return data


class SeatForm(forms.Form):
    """What a guest is called."""

    nickname = forms.CharField(label=_("Your name"), max_length=36, required=False)


def fill_up(chosen: Iterable[str], needed: int) -> list[str]:
    """As many peoples as are needed, keeping those chosen and adding the next in the order of the symbols."""
    kept = [people.value for people in PEOPLES if people.value in set(chosen)][:needed]
    more = [people.value for people in PEOPLES if people.value not in kept]
    return [*kept, *more][:needed]


def with_peoples(data: QueryDict, peoples: Sequence[str]) -> QueryDict:
    """The same answers with other peoples."""
    changed = data.copy()
    changed.setlist("peoples", list(peoples))
    return changed


def needed_for(data: Mapping[str, Any]) -> int:
    """How many peoples the chosen number of players drafts; 0 when that number is not in the table."""
    row = {str(players): row for players, row in TABLE.items()}.get(str(data.get("players")))
    return row.decks if row else 0


def at_random(needed: int, rng: random.Random) -> list[str]:
    """Peoples drawn by lot."""
    return [people.value for people in rng.sample(PEOPLES, needed)]
