"""Dashboard: a person's latest decks, drafts and matches, as sections of one page."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Person
from decks.deck.queries import decks_of, pools_of
from drafts.table.queries import drafts_of
from matches.events.queries import events_of
from matches.play.queries import groups_of, matches_of

# The rest is on the page of each app.
ITEMS_PER_SECTION = 20


@dataclass(frozen=True, slots=True)
class Item:
    """One link: name, URL and a short description."""

    name: str
    url: str
    about: str


@dataclass(frozen=True, slots=True)
class Section:
    """The items of one app, and what to do when there are none."""

    id: str
    heading: str
    items: tuple[Item, ...]
    empty: str
    new_url: str
    new_label: str


def sections_of(person: Person | None) -> tuple[Section, ...]:
    """Return decks (with pools), drafts and matches of a person; empty sections for None."""
    return (
        Section(
            "decks",
            _("Decks"),
            tuple(_decks(person)),
            _("No decks yet. Paste a list or start from a preconstructed deck."),
            reverse("decks:create"),
            _("New deck"),
        ),
        Section(
            "drafts",
            _("Drafts"),
            tuple(_drafts(person)),
            _("No drafts yet. Start one against bots in two taps."),
            reverse("drafts:create"),
            _("Start a draft"),
        ),
        Section(
            "matches",
            _("Matches"),
            tuple(_matches(person)),
            _("No matches yet. All you need is two names."),
            reverse("matches:create"),
            _("Score a match"),
        ),
    )


def _decks(person: Person | None) -> Iterator[Item]:
    for deck in decks_of(person)[:ITEMS_PER_SECTION]:
        yield Item(deck.name, deck.get_absolute_url(), deck.get_visibility_display())
    for pool in pools_of(person)[:ITEMS_PER_SECTION]:
        about = _("a pool of %(count)d cards") % {"count": len(pool.codes)}
        yield Item(pool.name, pool.get_absolute_url(), about)


def _drafts(person: Person | None) -> Iterator[Item]:
    for draft in drafts_of(person)[:ITEMS_PER_SECTION]:
        yield Item(draft.name, draft.get_absolute_url(), draft.get_status_display())


def _matches(person: Person | None) -> Iterator[Item]:
    for group in groups_of(person, limit=ITEMS_PER_SECTION):
        yield Item(group.name, reverse("matches:group", args=[group.key]), _("a group"))
    for event in events_of(person, limit=ITEMS_PER_SECTION):
        yield Item(event.name, reverse("matches:event", args=[event.key]), _("an event"))
    for view in matches_of(person, limit=ITEMS_PER_SECTION):
        first, second = view.players
        name = _("%(name)s against %(other)s") % {"name": first.name, "other": second.name}
        score = _("%(one)d to %(other)d crystals") % {"one": first.crystals, "other": second.crystals}
        yield Item(name, reverse("matches:detail", args=[view.match.key]), score)
