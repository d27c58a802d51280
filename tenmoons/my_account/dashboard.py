"""Dashboard: a person's latest decks, and one line each for drafts, matches, clubs and the calendar."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Max
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Person
from cards.catalogue.queries import catalogue
from decks.deck.presenters import Listed, listed
from decks.deck.queries import decks_of, judged
from drafts.table.queries import drafts_of
from matches.events.queries import events_of
from matches.play.queries import all_matches_of, clubs_on_top

# The rest is on the page of decks.
LATEST_DECKS = 4


@dataclass(frozen=True, slots=True)
class Line:
    """A link to a list, and what a person has in it."""

    name: str
    url: str
    about: str = ""


def latest_decks(person: Person | None) -> list[Listed]:
    """Return the decks that a person has changed last, judged."""
    cards = catalogue()
    return [listed(deck, cards) for deck in judged(decks_of(person).filter(archived=False)[:LATEST_DECKS], cards)]


def lines_of(person: Person | None) -> Iterator[Line]:
    """Yield drafts with their number and last day, matches with their number, clubs by name, and the calendar."""
    drafts = drafts_of(person).aggregate(count=Count("pk"), last=Max("created"))
    last = f"{drafts['count']} · {date_format(drafts['last'], 'j M Y')}" if drafts["count"] else ""
    yield Line(_("Drafts"), reverse("drafts:index"), last)
    matches = all_matches_of(person).count() + events_of(person, limit=None).count()
    yield Line(_("Matches and events"), reverse("matches:index"), str(matches or ""))
    yield Line(_("Clubs"), reverse("matches:clubs"), ", ".join(group.name for group in clubs_on_top(person)))
    yield Line(_("Event calendar"), reverse("matches:calendar"))
