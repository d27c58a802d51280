"""Forms that create a draft. `drafts.core.engine.setup` checks the rules; the forms show its errors."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES, People
from common.errors import DomainError
from common.i18n import translated
from common.lazy_sentences import lazy_sentences
from common.settings_forms import SettingsForm, form_field_of
from common.text import parse_whole_number
from decks.core.text import format_picks_as_text
from drafts.core.engine.clock import LONG_CLOCK_SECONDS, Clock, QuietHours, require_fitting_clock
from drafts.core.engine.setup import (
    DEAL_TABLE,
    MAX_PACKET,
    MAX_ROUNDS,
    HouseDeal,
    LastDealDirection,
    PassingMode,
    Setup,
)
from drafts.core.engine.setup_meaning import CardDistribution, card_distribution
from drafts.core.engine.sharing import Sharing
from drafts.core.teams import TEAMS_RULE, require_fitting_teams
from drafts.lists.forms import CardsField
from drafts.models import TERM_FIELDS, Draft
from drafts.table.presenters import expected_duration_in_words

CLOCK_CHOICES, GRACE_CHOICES = ([*lazy_sentences("drafts", table).items()] for table in ("clocks", "graces"))
QUIET_HOURS_CHOICES = [
    ("", _("no")),
    *(
        (f"{start}-{end}", format_lazy(_("from {start}:00 to {end}:00"), start=start, end=end))
        for start, end in ((22, 8), (23, 7), (0, 8), (21, 9))
    ),
]
# The default time zone by language; with scripts, the browser fills in its own.
TIME_ZONE_BY_LANGUAGE = {"de": "Europe/Berlin", "nl": "Europe/Amsterdam", "ru": "Europe/Moscow"}
DEFAULT_PLAYERS = 4
# The ways to choose from; other ways are variants of these, each with a checkbox.
SHARING_TILES = (Sharing.PACKETS, Sharing.SAME_POOL, Sharing.ROTISSERIE, Sharing.WINCHESTER)
_FORMS_OF_WAYS = {Sharing.SEALED: (Sharing.SAME_POOL, "apart"), Sharing.WINSTON: (Sharing.WINCHESTER, "face_down")}
# Fields in the folded part of the form, as few hosts change them.
FOLDED_FIELDS = (
    "name", "pick_seconds", "review_seconds", "night", "zone", "grace_seconds", "flow", "seating", "step8",
    "company", "log_rule", "watching", "teams",
)  # fmt: skip


PACKET_FIELDS = ("packet", "rounds", "last_deal")
TEAM_CHOICES = [("", _("none")), ("2", _("2 teams")), ("3", _("3 teams"))]
REVIEW_PAUSE_CHOICES = [("0", _("none")), ("30", _("30 seconds")), ("60", _("1 minute")), ("180", _("3 minutes"))]
# “Automatic” means 3 minutes, so that nobody waits long for a dead phone; with a long clock, it means never.
AUTOMATIC_GRACE, DEFAULT_GRACE_SECONDS = -1, 180


def _parse_grace_seconds(text: str) -> int:
    return AUTOMATIC_GRACE if text == "auto" else int(text)


def _number_choice_field(name: str, choices: Sequence[tuple[Any, Any]], **more: Any) -> forms.TypedChoiceField:
    label = Draft._meta.get_field(name).verbose_name  # type: ignore[union-attr]
    return forms.TypedChoiceField(label=label, choices=choices, required=False, **more)


@dataclass(frozen=True, slots=True)
class SharingTile:
    """A way to choose from; `reason` says why it doesn’t work with the other answers, empty if it does."""

    way: Sharing
    chosen: bool
    reason: str

    @property
    def pictured_peoples(self) -> tuple[People, ...]:
        """Return the peoples whose faces illustrate the way: a packet, the same row twice, all cards, four piles."""
        if self.way is Sharing.SAME_POOL:
            return PEOPLES[:3] * 2
        return PEOPLES[: {Sharing.PACKETS: 5, Sharing.WINCHESTER: 4}.get(self.way, 6)]


class SetupForm(SettingsForm):
    """Form with the fields of every draft, by the rules or custom. `setup` is the set-up once the form is valid."""

    seen = None
    peoples = forms.MultipleChoiceField(
        label=_("Peoples"),
        choices=[(people.value, people.value) for people in PEOPLES],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    nickname = forms.CharField(
        label=_("Your name"),
        max_length=36,
        error_messages={"required": _("Enter your name, so that others can see who is hosting.")},
    )
    pick_seconds = _number_choice_field("pick_seconds", CLOCK_CHOICES, coerce=int, empty_value=None)
    review_seconds = _number_choice_field("review_seconds", REVIEW_PAUSE_CHOICES, coerce=int, empty_value=0)
    grace_seconds = _number_choice_field("grace_seconds", GRACE_CHOICES, coerce=_parse_grace_seconds, empty_value=None)
    teams = _number_choice_field("teams", TEAM_CHOICES, coerce=int, empty_value=None)
    night = forms.ChoiceField(label=_("Pause the clock overnight"), choices=QUIET_HOURS_CHOICES, required=False)
    zone = forms.CharField(label=_("Time zone"), max_length=40, required=False)
    sharing = forms.ChoiceField(
        label=_("How are the cards dealt?"),
        choices=[(way.value, way.label) for way in SHARING_TILES],
        widget=forms.RadioSelect,
        required=False,
    )
    apart = forms.BooleanField(label=_("Different cards for everyone"), required=False)
    face_down = forms.BooleanField(label=_("Face down: look at a pile, take it or leave it"), required=False)
    may_be_left_out = ("name", "flow", "company", "log_rule", "watching")

    class Meta:
        model = Draft
        fields = (
            "name", "shrinking", "flow", "seating", "company", "log_rule", "watching", "step8", "open_partners",
        )  # fmt: skip
        formfield_callback = form_field_of

    setup: Setup | None = None
    rule: str | None = None

    def __init__(self, data: QueryDict | None = None, *, name_needed: bool = False) -> None:
        """`name_needed` says whether a nickname is required, so that other players know the host’s name."""
        super().__init__(data)
        self.fields["nickname"].required = name_needed

    @property
    def can_send_email(self) -> bool:
        """Return whether the site can send emails: it must know its own URL."""
        return bool(settings.SITE_URL)

    @property
    def has_folded_errors(self) -> bool:
        """Return whether an error is in the folded part, which then must be open."""
        return any(name in self.errors for name in FOLDED_FIELDS)

    @property
    def way(self) -> Sharing:
        """Return the way chosen so far, else packets."""
        chosen = self.data.get("sharing")
        way = Sharing(chosen) if chosen in set(SHARING_TILES) else Sharing.PACKETS
        ticked = (one for one, (tile, box) in _FORMS_OF_WAYS.items() if tile is way and self.data.get(box))
        return next(ticked, way)

    @property
    def tiles(self) -> list[SharingTile]:
        """Return the ways to choose from, each with the reason why it doesn’t work with the other answers, if so."""
        tile, _box = _FORMS_OF_WAYS.get(self.way, (self.way, ""))
        return [SharingTile(way, way is tile, self._reason_format_unavailable(way)) for way in SHARING_TILES]

    def _reason_format_unavailable(self, way: Sharing) -> str:
        players = parse_whole_number(self.data.get("players", ""), digits=2) or 0
        seconds = parse_whole_number(self.data.get("pick_seconds", ""), digits=6) or 0
        if players > way.max_players:
            return str(_("2 or 3 players only"))
        if players == 1 and not way.passes_packets:
            return str(_("From 2 players"))
        if way.has_piles and seconds >= LONG_CLOCK_SECONDS:
            return str(_("In one sitting only"))
        return ""

    @property
    def clock(self) -> Clock:
        """Return the clock without settings that mean nothing to the way, whose questions the page hides."""
        data, way = self.cleaned_data, self.way
        seconds = None if way.is_dealt_at_once else data["pick_seconds"]
        has_nights = way.passes_packets or (Clock(seconds).is_long and not way.has_piles)
        night = QuietHours.parse(f"{data['night']} {data['zone']}") if data.get("night") and has_nights else None
        if not way.passes_packets:
            return Clock(seconds, quiet=night)
        return Clock(seconds, data["shrinking"], data["review_seconds"], night)

    @property
    def terms(self) -> dict[str, Any]:
        """Return the terms of a valid form by the names of `TERM_FIELDS`."""
        data = self.cleaned_data | {"quiet_hours": str(self.clock.quiet or "")}
        return {name: data[name] for name in TERM_FIELDS}

    @property
    def duration(self) -> str:
        """Return how long the draft lasts, in words; empty unless the form is valid."""
        if self.setup is None or self.errors:
            return ""
        return expected_duration_in_words(self.setup, self.clock)

    def clean_zone(self) -> str:
        """Return the time zone, by default one for the reader’s language."""
        language = (get_language() or "")[:2]
        return str(self.cleaned_data["zone"]).strip().replace(" ", "_") or TIME_ZONE_BY_LANGUAGE.get(language, "UTC")

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.errors.keys() - {"nickname"}:
            return data
        self.cleaned_data = data
        if data["grace_seconds"] == AUTOMATIC_GRACE:
            data["grace_seconds"] = None if (data["pick_seconds"] or 0) >= LONG_CLOCK_SECONDS else DEFAULT_GRACE_SECONDS
        try:
            _checked = self.clock
        except DomainError as error:
            self.add_error("zone" if "zone" in error.params else "night", translated(error))
            return data
        peoples = tuple(People(people) for people in data["peoples"])
        try:
            setup = self.setup_from_data(data, peoples)
            if setup.sharing.allows_teams:
                require_fitting_teams(setup.players, data["teams"])
            self.setup = setup
        except DomainError as error:
            self.rule = error.rule
            self.add_error("teams" if error.rule == TEAMS_RULE else "peoples", translated(error))
            self.suggest_fix(error)
        return data

    def suggest_fix(self, error: DomainError) -> None:
        """Override this to suggest a fix when the set-up breaks a rule."""

    def setup_from_data(self, data: Mapping[str, Any], peoples: tuple[People, ...]) -> Setup:
        """Return the set-up; raises `Invalid` with the broken rule."""
        raise NotImplementedError


class DraftForm(SetupForm):
    """Form for a draft by the rules."""

    players = forms.TypedChoiceField(
        label=_("Players"),
        coerce=int,
        choices=[(str(number), str(number)) for number in DEAL_TABLE],
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("A draft must have 2 to 6 players.")},
    )

    def setup_from_data(self, data: Mapping[str, Any], peoples: tuple[People, ...]) -> Setup:
        require_fitting_clock(self.way, self.clock)
        step8, flow = LastDealDirection(data["step8"]), PassingMode(data["flow"])
        return Setup(data["players"], peoples, step8, flow, sharing=self.way, over_days=self.clock.is_long)


class NewPaperDraftForm(DraftForm):
    """Form for a draft with real cards."""

    names = forms.CharField(
        label=_("Players (one per line)"), widget=forms.Textarea(attrs={"rows": 6}), max_length=400, required=False
    )


class CustomDraftForm(SetupForm):
    """Form for a custom draft outside the rules (DRAFT-23), with peoples or a list of cards."""

    players = forms.TypedChoiceField(
        label=_("Players"), coerce=int, choices=[(str(n), str(n)) for n in range(1, 7)], widget=forms.RadioSelect
    )
    # The last three of these only matter for packets.
    packet = forms.IntegerField(label=_("Cards per packet"), min_value=2, max_value=MAX_PACKET)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MAX_ROUNDS)
    last_deal = forms.IntegerField(label=_("Cards in the last deal (0 for none)"), min_value=0, max_value=MAX_PACKET)
    coached = forms.BooleanField(label=_("Allow hints from the coach (solo drafts only)"), required=False)
    cards = CardsField(label=_("Card list (one card per line, replaces the peoples)"), required=False)
    # The key of the saved list that the cards were filled in from.
    card_list = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)

    fitting_rounds = 0  # if the pool is too small for the entered rounds: how many rounds it’s large enough for

    def __init__(self, data: QueryDict | None = None, *, name_needed: bool = False) -> None:
        if data is not None and (fitting := data.get("fitting_rounds")):
            data = data.copy()
            data["rounds"] = fitting
        super().__init__(data, name_needed=name_needed)
        for name in PACKET_FIELDS:
            self.fields[name].required = self.way.passes_packets

    def suggest_fix(self, error: DomainError) -> None:
        fitting = [detail.suggestions for detail in error.details if detail.field == "rounds"]
        self.fitting_rounds = int(fitting[0][0]) if fitting and fitting[0] else 0

    @property
    def list_distribution(self) -> CardDistribution | None:
        """Return the distribution of the list’s cards; None without a list."""
        cards, codes = catalogue(), self.cleaned_data.get("cards", ())
        return card_distribution(cards[code] for code in codes) if codes else None

    def setup_from_data(self, data: Mapping[str, Any], peoples: tuple[People, ...]) -> Setup:
        require_fitting_clock(self.way, self.clock)
        packet, rounds, last_deal = (data[name] or 0 for name in PACKET_FIELDS)
        house = HouseDeal(packet, rounds, last_deal, data["cards"])
        step8, flow = LastDealDirection(data["step8"]), PassingMode(data["flow"])
        chosen = () if data["cards"] else peoples
        return Setup(data["players"], chosen, step8, flow, house, self.way, self.clock.is_long)


def default_form_data() -> QueryDict:
    """Return form data of the default draft by the rules; it’s valid as it is."""
    return _usual_form_data(DEFAULT_PLAYERS, DEAL_TABLE[DEFAULT_PLAYERS].decks)


def _usual_form_data(players: int, peoples: int, **more: str) -> QueryDict:
    answers = QueryDict(mutable=True)
    answers.update({"players": str(players), "before": str(players), **more})
    answers.update({"step8": LastDealDirection.RIGHT, "seating": Draft.Seating.RANDOM, "grace_seconds": "auto"})
    return form_data_with_peoples(answers, fill_up_peoples((), peoples))


def over_days_form_data() -> QueryDict:
    """Return form data of a draft by the rules over days."""
    answers = default_form_data()
    answers["pick_seconds"], answers["flow"], answers["night"] = "28800", PassingMode.QUEUED.value, "23-7"
    return answers


def practice_form_data() -> QueryDict:
    """Return form data of a small draft for one player; it’s valid as it is."""
    return _usual_form_data(1, 3, packet="5", rounds="9", last_deal="0")


def form_data_of_draft(draft: Draft) -> QueryDict:
    """Return form data with the set-up and all terms of a draft."""
    answers = practice_form_data() if draft.house else QueryDict(mutable=True)
    house = draft.house or {}
    answers.update({"players": str(draft.players), "before": str(draft.players), "name": draft.name})
    answers.update({name: str(house[name]) for name in PACKET_FIELDS if house.get("packet")})
    tile, box = _FORMS_OF_WAYS.get(Sharing(draft.sharing), (Sharing(draft.sharing), ""))
    answers.update({"sharing": tile.value} | ({box: "on"} if box else {}))
    answers["cards"] = format_picks_as_text(tuple(house.get("cards", ())), catalogue())
    answers["coached"] = "on" if draft.is_coached else ""
    answers["card_list"] = draft.card_list.key if draft.card_list else ""
    for name in ("step8", "flow", *TERM_FIELDS):
        value = getattr(draft, name)
        answers[name] = "on" if value is True else str(value or "")
    if quiet := QuietHours.parse(draft.quiet_hours):  # the only term with two fields
        answers["night"], answers["zone"] = f"{quiet.start}-{quiet.end}", quiet.zone
    return form_data_with_peoples(answers, draft.peoples)


def fill_up_peoples(chosen: Iterable[str], needed: int) -> list[str]:
    """Return `needed` peoples: the chosen peoples, then others, both in the order of their symbols."""
    first_peoples = [people.value for people in PEOPLES if people.value in set(chosen)][:needed]
    more = [people.value for people in PEOPLES if people.value not in first_peoples]
    return [*first_peoples, *more][:needed]


def form_data_with_peoples(data: QueryDict, peoples: Sequence[str]) -> QueryDict:
    changed = data.copy()
    changed.setlist("peoples", list(peoples))
    return changed


def peoples_needed(data: Mapping[str, Any]) -> int:
    """Return how many peoples the chosen number of players needs; 0 if the rules don’t allow that number."""
    row = {str(players): row for players, row in DEAL_TABLE.items()}.get(str(data.get("players")))
    return row.decks if row else 0


def random_peoples(needed: int, rng: random.Random) -> list[str]:
    return [people.value for people in rng.sample(PEOPLES, needed)]
