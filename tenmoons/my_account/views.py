"""Views of a person’s own pages: dashboard, what is stored about them, account deletion."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.core.cache import cache
from django.db.models import Count, Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms import NicknameForm
from accounts.identity import person_of
from accounts.models import Person
from accounts.personal_data import DeletionOptions, former_player_label
from accounts.push.devices import push_offer_for
from accounts.push.kinds import Kind
from accounts.reader import is_staff
from cards.catalogue.queries import catalogue
from common.i18n import translated
from decks.deck.presenters import ListedDeck, listed_deck
from decks.deck.queries import decks_of, judged_decks
from decks.public.queries import author_page_key
from drafts.table.queries import drafts_of_person
from matches.events.queries import events_of_person
from matches.play.queries import all_matches_of, league_matches_to_play, top_groups_of_person
from online.games.queries import games_of_person
from tenmoons.my_account.next_step import all_steps_of
from tenmoons.my_account.personal_data import delete_person, deletion_preview

# All other decks are on the page of decks.
LATEST_DECKS = 3


@dataclass(frozen=True, slots=True)
class OverviewLine:
    """A link to a list, with a summary of the person’s entries."""

    name: str
    url: str
    about: str = ""


def latest_decks(person: Person | None) -> list[ListedDeck]:
    cards = catalogue()
    return [
        listed_deck(deck, cards) for deck in judged_decks(decks_of(person).filter(archived=False)[:LATEST_DECKS], cards)
    ]


def overview_lines_of(person: Person | None) -> Iterator[OverviewLine]:
    """Yield lines for drafts (with number and last day), games, matches, events, clubs, and the calendar; a line
    without entries says what it is for."""
    drafts = drafts_of_person(person).aggregate(count=Count("pk"), last=Max("created"))
    last = _("With friends, or against bots.")
    if count := drafts["count"]:
        last = ngettext("%(n)s draft, on %(day)s", "%(n)s drafts, the last on %(day)s", count)
        last %= {"n": count, "day": date_format(drafts["last"])}
    yield OverviewLine(_("Drafts"), reverse("drafts:index"), last)
    count = games_of_person(person).count()
    games = ngettext("%(n)s game", "%(n)s games", count) % {"n": count}
    yield OverviewLine(
        _("Online games"), reverse("play:index"), games if count else _("Against the computer or a friend.")
    )
    count = all_matches_of(person).count()
    matches = [ngettext("%(n)s match", "%(n)s matches", count) % {"n": count}] if count else []
    if count := events_of_person(person, limit=None).count():
        matches.append(ngettext("%(n)s event", "%(n)s events", count) % {"n": count})
    about = ", ".join(matches) or _("Results and standings.")
    yield OverviewLine(_("Matches with real cards"), reverse("matches:index"), about)
    clubs = ", ".join(group.name for group in top_groups_of_person(person))
    yield OverviewLine(_("Clubs"), reverse("matches:clubs"), clubs or _("Members, seasons and dates."))
    yield OverviewLine(_("Calendar"), reverse("matches:calendar"), _("What’s on next."))


MAX_PASSWORD_TRIES = 5
PASSWORD_TRIES_SECONDS = 600


@require_safe
def dashboard_page(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    hidden = person is not None and person.name_hidden is not None
    steps, decks = all_steps_of(person), latest_decks(person)
    urls = {step.url for step in steps}
    context = {
        "person": person,
        "steps": steps,
        "hidden_name": author_page_key(person) if person is not None and hidden else "",
        "judges": is_staff(person),
        # A deck that is a next step isn’t listed again below, unless it’s the only one.
        "decks": [deck for deck in decks if deck.row.get_absolute_url() not in urls] or decks,
        "lines": overview_lines_of(person),
        "offer": push_offer_for(request, tuple(Kind)),
        "fixtures": league_matches_to_play(person),
        "nickname_form": NicknameForm(instance=person),
    }
    return render(request, "mine.html", context)


class DeleteAccountForm(forms.Form):
    """Form to delete an account: what happens to the name and shared decks, and the password as proof."""

    name = forms.ChoiceField(
        label=gettext_lazy("My name in matches, drafts and groups"), widget=forms.RadioSelect, initial="keep"
    )
    shared = forms.ChoiceField(
        label=gettext_lazy("Decks others can see"),
        widget=forms.RadioSelect,
        choices=[("keep", gettext_lazy("keep them")), ("delete", gettext_lazy("delete them"))],
        initial="keep",
    )
    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    sure = forms.BooleanField(label=gettext_lazy("I understand that this can’t be undone."))

    def __init__(self, person: Person, data: Any = None) -> None:
        super().__init__(data)
        self.person = person
        keep = _("keep %(name)s") % {"name": person.display_name}
        replace = _("replace with “%(name)s”") % {"name": former_player_label()}
        name = self.fields["name"]
        assert isinstance(name, forms.ChoiceField)
        name.choices = [("keep", keep), ("replace", replace)]
        if person.user is None or not person.user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        """Check the password; after MAX_PASSWORD_TRIES wrong ones, the person must wait."""
        data: str = self.cleaned_data["password"]
        user, tries = self.person.user, f"leave:{self.person.pk}"
        assert user is not None
        cache.add(tries, 0, PASSWORD_TRIES_SECONDS)
        if (cache.incr(tries) or 0) > MAX_PASSWORD_TRIES:  # None while Redis is unreachable
            raise forms.ValidationError(_("Too many wrong passwords. Wait ten minutes."))
        if not user.check_password(data):
            raise forms.ValidationError(_("Wrong password. Try again."))
        return data

    @property
    def options(self) -> DeletionOptions:
        return DeletionOptions(
            keep_name=self.cleaned_data["name"] == "keep", keep_shared=self.cleaned_data["shared"] == "keep"
        )


@require_safe
@never_cache
def my_data_page(request: HttpRequest) -> HttpResponse:
    return render(request, "own/data.html", {"person": person_of(request)})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def delete_account_page(request: HttpRequest) -> HttpResponse:
    """Preview the account deletion; delete on POST with the password."""
    person = person_of(request)
    if person is None:
        messages.info(request, _("Nothing is stored about you in this browser."))
        return redirect("my_data")
    form = DeleteAccountForm(person, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        delete_person(person, form.options)
        logout(request)
        messages.success(request, _("Your data has been deleted. People you played with can still see those games."))
        return redirect("home")
    effects = [(translated(effect), effect.sad) for effect in deletion_preview(person)]
    context = {"form": form, "effects": effects, "is_guest": person.is_guest}
    return render(request, "own/leave.html", context, status=400 if form.is_bound else 200)
