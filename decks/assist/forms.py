"""Forms of help: wishes for a deck, and taking what the site proposes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.core.facts import CardType, Catalogue, IconKind
from common.errors import Missing
from common.i18n import translated
from decks.core.building import Goal, Wishes

GOALS = {
    Goal.STRONG: _("a strong deck"),
    Goal.FIRE: _("more fire"),
    Goal.EARTH: _("more earth"),
    Goal.FEWER_MOONS: _("fewer moons"),
    Goal.SHIELD: _("more shields"),
    Goal.STOP: _("more STOP"),
    Goal.RETRIEVE: _("more RETRIEVE"),
    Goal.FREE: _("more FREE"),
    Goal.PAIR: _("more PAIR"),
    Goal.GANG: _("more GANG"),
    Goal.PROTECTED: _("more PROTECTED"),
    Goal.BLUFF: _("more BLUFF"),
    Goal.REPLACE: _("more REPLACE"),
}
_LINES = forms.Textarea(attrs={"rows": 3, "autocapitalize": "off", "spellcheck": "false"})
MAX_LINES = 60


def _number(label: Any, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=most)


class WishForm(forms.Form):
    """Form for a goal and wishes; card names are read as tolerantly as in a deck list."""

    goal = forms.ChoiceField(label=_("Strive for"), choices=[(goal.value, GOALS[goal]) for goal in Goal])
    may_replace = forms.BooleanField(label=_("Cards of the deck may be replaced"), required=False)
    only_owned = forms.BooleanField(label=_("Only cards on my shelf"), required=False)
    most_moons = _number(_("Foreign moons, at most"), 99)
    least_fire = _number(_("Fire in all, at least"), 400)
    least_earth = _number(_("Earth in all, at least"), 400)
    characters = _number(_("Characters, at least"), 60)
    icon = forms.ChoiceField(
        label=_("An icon"), required=False, choices=[("", _("any")), *((kind.value, kind.value) for kind in IconKind)]
    )
    icon_count = _number(_("Cards with it, at least"), 60)
    keep = forms.CharField(label=_("Keep these, one a line"), required=False, max_length=4000, widget=_LINES)
    never = forms.CharField(label=_("Never these, one a line"), required=False, max_length=4000, widget=_LINES)

    def __init__(self, *args: Any, catalogue: Catalogue, owned: dict[str, int] | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._cards, self._owned = catalogue, owned
        if owned is None:
            del self.fields["only_owned"]

    def clean_keep(self) -> tuple[str, ...]:
        """The codes of the cards to keep."""
        return self._codes("keep")

    def clean_never(self) -> tuple[str, ...]:
        """The codes of the cards to leave out."""
        return self._codes("never")

    def _codes(self, name: str) -> tuple[str, ...]:
        lines = [line.strip() for line in self.cleaned_data[name].splitlines() if line.strip()]
        if len(lines) > MAX_LINES:
            raise forms.ValidationError(_("At most %(most)d cards.") % {"most": MAX_LINES})
        codes, faults, cards = [], [], self._cards.with_few_suggestions()
        for line in lines:
            try:
                codes.append(cards.find(line).code)
            except Missing as error:
                faults.append(translated(error))
        if faults:
            raise forms.ValidationError(faults)
        return tuple(codes)

    def wishes(self) -> Wishes:
        """The wishes; only for a valid form."""
        said = self.cleaned_data
        count, characters = said["icon_count"] or 1, said["characters"]
        return Wishes(
            goal=Goal(said["goal"]),
            keep_held=not said["may_replace"],
            keep=said["keep"],
            never=said["never"],
            only=self._owned if said.get("only_owned") else None,
            most_moons=said["most_moons"],
            least_fire=said["least_fire"],
            least_earth=said["least_earth"],
            at_least={IconKind(said["icon"]): count} if said["icon"] else {},
            types={CardType.CHARACTER: characters} if characters else {},
        )


class TakeForm(forms.Form):
    """Form with a proposal, as its button posts it back."""

    version = forms.IntegerField(min_value=1)
    codes = forms.CharField(max_length=20_000, required=False)
    leaders = forms.CharField(max_length=40, required=False)
    inquisitors = forms.CharField(max_length=40, required=False)
    emissaries = forms.CharField(max_length=40, required=False)
    families = forms.CharField(max_length=1, required=False)
    match = forms.BooleanField(required=False)
