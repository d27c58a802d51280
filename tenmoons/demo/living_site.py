"""Living site: the content of `make demo`: the demo season, and drafts and events in progress.

A running draft with a free seat, a finished one with all picks visible, public decks of every kind, an event in its
third round. Like the season, all of it has demo keys.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.db import transaction
from django.urls import reverse

from accounts.models import Person
from cards.catalogue.queries import catalogue, current_catalogues
from cards.core.facts import PEOPLES
from common.random_keys import DEMO_KEY, creating_demo_keys
from decks.core.building import initial_deck
from decks.core.legality import DeckList, Entry, Format, judge_deck
from decks.deck.services import DeckContents, create_deck
from drafts.core.engine.setup import DEAL_TABLE, Setup
from drafts.models import Draft
from drafts.table import services as drafting
from drafts.table.loaded import Visitor
from drafts.table.queries import demo_drafts
from matches.core.tournament import EventRules
from matches.events import result_services, round_services
from matches.events import services as event_services
from matches.events.queries import load_event
from matches.models import Event
from tenmoons.demo.season import create_demo_season, demo_people, move_coming_event

DEMO_SEATS = 3
PICK_SECONDS = 30
EVENT_ROUND = 3
EVENT_NAME, DRAFT_NAME = "Demo evening", "Demo draft with a free seat"
SWAPPED_CARDS = 4


@dataclass(frozen=True, slots=True)
class LiveDemo:
    """Keys of the running draft and event."""

    draft: str
    event: str

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        return (
            ("Join a draft", reverse("demo-draft")),
            ("Watch an event in round three", reverse("matches:event", args=[self.event])),
            ("Read public decks", reverse("decks:index")),
        )


@transaction.atomic
def create_live_demo() -> LiveDemo:
    """Create what is missing; safe at every start. A new draft follows a finished draft."""
    if not demo_people():
        season = create_demo_season()
        Draft.objects.filter(key__in=season.drafts).update(log_rule=Draft.LogRule.END)
        with creating_demo_keys():
            for number, deck in enumerate(_demo_decks()):
                create_deck(owner=demo_people()[number], contents=DeckContents(deck=deck, visibility="public"))
    people = demo_people()
    move_coming_event()
    with creating_demo_keys():
        return LiveDemo(_draft_with_free_seat() or _create_demo_draft(people[1]), _create_event_in_round_three(people))


@transaction.atomic
def get_or_create_demo_draft() -> str:
    """Return the key of a demo draft with a free seat, creating it if necessary; "" without this demo."""
    if not Draft.objects.filter(key__startswith=DEMO_KEY, name=DRAFT_NAME).exists():
        return ""
    with creating_demo_keys():
        return _draft_with_free_seat() or _create_demo_draft(demo_people()[1])


def _demo_decks() -> Iterator[DeckList]:
    """Yield a deck of each format that the season lacks, a deck of several peoples, and a deck of Call of Cthulhu."""
    book = catalogue()
    for people, format_ in ((PEOPLES[0], Format.PRECONSTRUCTED), (PEOPLES[1], Format.EMISSARY)):
        yield replace(initial_deck(people, book, format_=format_), name=f"Demo {people.value}, {format_.value}")
    mixed = replace(initial_deck(PEOPLES[2], book), name="Demo of several peoples")
    swapped = 0
    for card in book:
        if swapped == SWAPPED_CARDS:
            break
        entries = (*mixed.entries[: -1 - swapped], Entry(card.code), *mixed.entries[len(mixed.entries) - swapped :])
        changed = replace(mixed, entries=entries)
        if (
            card.playable
            and card.people is not PEOPLES[2]
            and judge_deck(changed, book).status == judge_deck(mixed, book).status
        ):
            mixed, swapped = changed, swapped + 1
    yield mixed
    other = current_catalogues()["cthulhu"]
    listed = tuple(Entry(card.code, 3) for card in list(other)[:17])
    yield DeckList(name="Demo investigators", game="cthulhu", format=Format.CASUAL, entries=listed)


def _draft_with_free_seat() -> str:
    """Return the key of a running demo draft with a free seat; "" if there is none."""
    return demo_drafts().values_list("key", flat=True).first() or ""


def _create_demo_draft(host: Person) -> str:
    """Create a draft with an absent host, for whom the clock picks; bots have the other seats."""
    setup = Setup(DEMO_SEATS, PEOPLES[: DEAL_TABLE[DEMO_SEATS].decks])
    taken_seat = drafting.create_draft(
        host=host, setup=setup, name=DRAFT_NAME, pick_seconds=PICK_SECONDS, log_rule="end"
    )
    drafting.start_draft(taken_seat.key, visitor=Visitor(host.pk))
    return taken_seat.key


def _create_event_in_round_three(people: list[Person]) -> str:
    """Create an event; its third round has some results and some open tables."""
    event_key = Event.objects.filter(key__startswith=DEMO_KEY, name=EVENT_NAME).values_list("key", flat=True).first()
    if event_key:
        return str(event_key)
    organiser = people[0]
    key = event_services.create_event(by=organiser, rules=EventRules(name=EVENT_NAME, rounds_planned=5)).key
    event_services.add_players(by=organiser, key=key, names=[person.display_name for person in people])
    for number in range(1, EVENT_ROUND + 1):
        round_services.pair_next_round(by=organiser, key=key, number=number)
        tables = load_event(key).rounds[-1].unreported
        for index, pairing in enumerate(tables):
            if number < EVENT_ROUND or index < len(tables) // 2:
                crystals = (5, (index * number) % 5) if (index + number) % 2 else ((index + number) % 5, 5)
                result_services.enter_result(by=organiser, key=key, pairing=pairing.row.pk, crystals=crystals)
    return key
