"""New and public on the site: decks, finished events and changed interpretations, each with a feed."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from cards.translations import reader_language
from common.links import absolute_url
from common.random_keys import DEMO_KEY
from decks.models import Deck
from decks.public.queries import author_page_key, listed_decks
from matches.events.calendar.queries import listed_events
from matches.models import Event
from tenmoons.help_site import document_library

ENTRIES_ON_PAGE, ENTRIES_IN_FEED = 6, 50
NUMBER_IN_TITLE = re.compile(r" \(C-\d+\)$")
HOME_SECONDS = 60


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A new deck, interpretation or event: its title, path and time, and its owner or kind."""

    title: str
    path: str
    when: datetime
    about: str = ""
    about_url: str = ""


def _midnight_of(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)


def new_decks(limit: int) -> list[NewEntry]:
    """Return the latest public decks, newest first. One query."""
    found = listed_decks().order_by("-listing__since", "-pk")
    # The inner query sorts all public decks, so it only reads their keys.
    rows = found.filter(pk__in=found.exclude(key__startswith=DEMO_KEY).values("pk")[:limit])
    return [
        NewEntry(row.name, row.get_absolute_url(), row.listing.since, row.owner.display_name, _author_url(row))
        for row in rows
    ]


def _author_url(row: Deck) -> str:
    key = author_page_key(row.owner)
    return reverse("decks:author", args=[key]) if key else ""


def changed_interpretations(limit: int) -> list[NewEntry]:
    """Return the changes of interpretations, newest first, in the reader’s language. No query."""
    document = document_library(reader_language()).page_by_slug("readings")
    found = []
    for section in document.sections[1:] if document else ():
        day, _colon, title = section.title.partition(": ")
        title = NUMBER_IN_TITLE.sub("", title)
        path = f"{document.get_absolute_url()}#{section.anchor}" if document else ""
        found.append(NewEntry(title, path, _midnight_of(date.fromisoformat(day))))
    return sorted(found, key=lambda entry: entry.when, reverse=True)[:limit]


def finished_events(limit: int) -> list[NewEntry]:
    """Return the listed events that are finished, newest first. One query."""
    rows = listed_events(past=True).filter(status=Event.Status.FINISHED).exclude(key__startswith=DEMO_KEY)[:limit]
    return [
        NewEntry(row.name, row.get_absolute_url(), _midnight_of(row.first_day), row.owner.display_name)
        for row in rows
        if row.first_day
    ]


# The title of each kind’s list, and of one entry.
NEWS_KINDS: dict[str, tuple[object, object, Callable[[int], list[NewEntry]]]] = {
    "decks": (_("Public decks"), _("Public deck"), new_decks),
    "events": (_("Finished events"), _("Finished event"), finished_events),
    "interpretations": (_("Changed interpretations"), _("Ruling changed"), changed_interpretations),
}


def newest_entries(limit: int = 3) -> list[tuple[str, NewEntry]]:
    """Return the newest of all kinds, newest first, each with its kind in words. Two queries."""
    entries = [(str(kind), entry) for _title, kind, entries_of in NEWS_KINDS.values() for entry in entries_of(limit)]
    return sorted(entries, key=lambda pair: pair[1].when, reverse=True)[:limit]


def newest_for_home() -> list[tuple[str, NewEntry]]:
    """Return the newest three, cached for a minute: home is requested too often for two more queries each time."""
    return cache.get_or_set(f"newest:{get_language()}", newest_entries, HOME_SECONDS) or []


@require_safe
def news_page(request: HttpRequest) -> HttpResponse:
    parts = [(kind, title, entries_of(ENTRIES_ON_PAGE)) for kind, (title, _one, entries_of) in NEWS_KINDS.items()]
    parts.sort(key=lambda part: not part[2])
    return render(request, "new.html", {"parts": parts})


@require_safe
def news_feed(request: HttpRequest, kind: str) -> HttpResponse:
    """Return the newest entries of a kind as an Atom feed; 404 for an unknown kind."""
    if kind not in NEWS_KINDS:
        raise Http404
    title, _one, entries_of = NEWS_KINDS[kind]
    address = absolute_url(request, reverse("new"))
    atom = Atom1Feed(
        f"{title} · Ten Moons", address, "", language=get_language(), feed_url=request.build_absolute_uri()
    )
    for entry in entries_of(ENTRIES_IN_FEED):
        link = absolute_url(request, entry.path)
        author = entry.about or None
        atom.add_item(
            entry.title, link, "", author_name=author, pubdate=entry.when, updateddate=entry.when, unique_id=link
        )
    return HttpResponse(atom.writeString("utf-8"), content_type=atom.content_type)
