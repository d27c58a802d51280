"""Forms of decks: a pasted list, a new deck, and the settings."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from cards.core.facts import BLUE_MOON, FAMILIES, PEOPLES, CardType, Catalogue
from cards.games import GAMES
from cards.games.labels import name_of
from decks.core.legality import GAME_RULES, DeckList, Edition, Entry, FamilyRule, Format, House, Play, house_of
from decks.deck.presenters import EDITIONS, FORMATS, leaders
from decks.deck.queries import pools_of
from decks.deck.services import Contents
from decks.games import DECK_GAMES
from decks.models import BESIDE, MAX_NAME, MAX_NOTES, Deck, Pool

_FORMATS = [(format_.value, FORMATS[format_]) for format_ in GAME_RULES[BLUE_MOON].formats]
_EDITIONS = list(EDITIONS.items())
_NONE = ("", _("none"))
LIST_VERSION = r"^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$"


def _offer_pools(form: forms.Form, person: Person | None) -> None:
    """Fill the choice of pools with a person's own, or leave it out where there is none."""
    field = form.fields["pool"]
    assert isinstance(field, forms.ModelChoiceField)
    field.empty_label = str(_("none"))
    field.queryset = pools_of(person)
    if not field.queryset.exists():
        del form.fields["pool"]


class CheckForm(forms.Form):
    """Form for a pasted list; refuses none of its contents, since the reader of decks reports what is wrong."""

    text = forms.CharField(
        label=_("Your list, one card a line"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"class": "code", "rows": 16, "spellcheck": "false", "autocapitalize": "off"}),
    )
    game = forms.ChoiceField(
        label=_("Game"),
        required=False,
        choices=[("", _("as the names tell")), *((game.key, game.title) for game in GAMES.values())],
    )
    pool = forms.ModelChoiceField(
        Pool.objects.none(), label=_("The picks it was built from"), required=False, to_field_name="key"
    )
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, person: Person | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _offer_pools(self, person)


class NewForm(forms.Form):
    """Form for a new deck: what it starts from."""

    people = forms.ChoiceField(
        label=_("People"), choices=[(people.value, people.value) for people in PEOPLES], widget=forms.RadioSelect
    )
    start = forms.ChoiceField(
        label=_("Begin with"),
        choices=[("box", _("the cards of its box")), ("leader", _("the leader alone"))],
        initial="box",
        widget=forms.RadioSelect,
    )
    name = forms.CharField(label=_("Name"), max_length=MAX_NAME, required=False)
    format = forms.ChoiceField(
        label=_("Format"), choices=[format_ for format_ in _FORMATS if format_[0] != Format.DRAFT.value]
    )


class SettingsForm(forms.Form):
    """Form for all of a deck except its cards, with the version that was shown."""

    name = forms.CharField(label=_("Name"), max_length=MAX_NAME)
    format = forms.ChoiceField(label=_("Format"), choices=_FORMATS)
    edition = forms.ChoiceField(label=_("Edition"), choices=_EDITIONS)
    leader = forms.ChoiceField(label=_("Leader"), required=False)
    inquisitor = forms.ChoiceField(label=_("Inquisitor"), required=False)
    emissary = forms.ChoiceField(label=_("Emissary"), required=False)
    family = forms.ChoiceField(
        label=_("Buka family"), required=False, choices=[_NONE, *((family, family) for family in FAMILIES)]
    )
    extend = forms.BooleanField(
        label=_("The family makes a custom deck larger, instead of counting in it"), required=False
    )
    match = forms.BooleanField(label=_("For a match of several games"), required=False)
    pool = forms.ModelChoiceField(Pool.objects.none(), label=_("Pool"), required=False, to_field_name="key")
    visibility = forms.ChoiceField(label=_("Who may look"), choices=Deck.Visibility.choices)
    list_version = forms.RegexField(
        LIST_VERSION, label=_("Restricted list, such as 4.2; empty for the present one"), required=False, max_length=20
    )
    strict = forms.BooleanField(label=_("Strict play: say what an illegal deck costs"), required=False)
    tags = forms.CharField(label=_("Tags, with commas between"), required=False, max_length=200, widget=forms.TextInput)
    notes = forms.CharField(
        label=_("Notes, in Markdown"), required=False, max_length=MAX_NOTES, widget=forms.Textarea(attrs={"rows": 4})
    )
    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, catalogue: Catalogue, row: Deck, mine: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._row = row
        self._options = row.options or {}
        self._choose("leader", [(card.code, name_of(card)) for card in leaders(catalogue)], row.leader)
        for name, kind in (("inquisitor", CardType.INQUISITOR), ("emissary", CardType.EMISSARY)):
            cards = [(card.code, f"{card.code} · {name_of(card)}") for card in catalogue if card.type is kind]
            self._choose(name, cards, getattr(row, name))
        _offer_pools(self, row.owner)
        self._fit(row.game)
        if not mine:
            # Who edits somebody's deck neither publishes it nor sees what its owner drafted (DRAFT-18).
            for name in ("visibility", "pool"):
                self.fields.pop(name, None)

    def _fit(self, game: str) -> None:
        """Leave out what decks of this game do not have."""
        formats = self.fields["format"]
        assert isinstance(formats, forms.ChoiceField)
        formats.choices = [(format_.value, FORMATS[format_]) for format_ in GAME_RULES[game].formats]
        for name in DECK_GAMES[game].settings_without:
            self.fields.pop(name, None)

    def _choose(self, name: str, choices: list[tuple[str, str]], present: str) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        # A list may name what is none: it stays to be seen, and the verdict says so.
        known = {code for code, _name in choices}
        extra = [(present, present)] if present and present not in known else []
        field.choices = [_NONE, *choices, *extra]

    def _house(self, chosen: Format) -> House | None:
        """The declared format the deck was made for, as long as its base is not changed."""
        kept = self._options.get("house")
        house = house_of(kept) if kept else None
        return house if house and house.base is chosen else None

    def contents(self, entries: tuple[Entry, ...]) -> Contents:
        """The contents to save, with these cards; only for a valid form."""
        said = self.cleaned_data
        pool: Pool | None = said.get("pool")
        visibility = said.get("visibility", self._row.visibility)
        deck = DeckList(entries=entries, name=said["name"], game=self._row.game, format=Format(said["format"]))
        deck = self._with_leader(deck, pool) if GAME_RULES[self._row.game].has_leader else self._with_lists(deck)
        return Contents(deck=deck, notes=said["notes"], visibility=visibility, pool=pool)

    def _with_leader(self, deck: DeckList, pool: Pool | None) -> DeckList:
        said = self.cleaned_data
        return replace(
            deck,
            edition=Edition(said["edition"]),
            leaders=(said["leader"],) if said["leader"] else (),
            inquisitors=(said["inquisitor"],) if said["inquisitor"] else (),
            emissaries=(said["emissary"],) if said["emissary"] else (),
            families=(said["family"],) if said["family"] else (),
            family_rule=FamilyRule.EXTEND if said["extend"] else FamilyRule.COUNT_TOWARD,
            match=said["match"],
            house=self._house(Format(said["format"])),
            list_version=self._options.get("list", ""),
            play=Play(self._options.get("play", Play.FRIENDLY)),
            pool=tuple(pool.codes) if pool else None,
        )

    def _with_lists(self, deck: DeckList) -> DeckList:
        said = self.cleaned_data
        play = Play.STRICT if said["strict"] else Play.FRIENDLY
        return replace(deck, list_version=said["list_version"], play=play)


def settings_of(row: Deck) -> dict[str, object]:
    """The initial values of a settings form."""
    options = row.options or {}
    names = ("name", "format", *BESIDE, "visibility", "notes", "version")
    return {name: getattr(row, name) for name in names} | {
        "tags": ", ".join(row.tags),
        "list_version": options.get("list", ""),
        "strict": options.get("play") == Play.STRICT.value,
        "extend": options.get("family_rule") == FamilyRule.EXTEND.value,
        "pool": row.pool.key if row.pool else "",
    }
