"""Demo season: made-up content, created through the services, recognised by its keys, removable by one command.

Ten players with their decks, a group with a season of forty matches, three drafts played by bots in their seats, an
event of 24 with rounds and a playoff, and one next Saturday. Every match has its decks, so that there are statistics on
peoples and cards. Every key begins with `DEMO_KEY`; the people of the demo are the owners of decks and groups with such
a key.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import Manager, Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES
from common.errors import Conflict
from common.random_keys import DEMO_KEY, creating_demo_keys
from common.text import gettext_noop
from decks.core.building import initial_deck
from decks.core.text import format_deck
from decks.deck.services import DeckContents, create_deck
from decks.models import Deck, Pool
from drafts.core.engine.setup import DEAL_TABLE, Setup
from drafts.models import Draft, Seat
from drafts.table import services as drafting
from drafts.table.loaded import Visitor
from drafts.table.rows import load_draft
from drafts.table.transactions import transact
from matches.core.scoring import DEFAULT_SHEET
from matches.core.tournament import EventRules
from matches.core.tournament.rules import DecksOpen
from matches.events import result_services, round_services
from matches.events import services as events_services
from matches.events.decks import services as event_decks
from matches.events.entry import services as entry_services
from matches.events.queries import load_event
from matches.groups import services as group_services
from matches.models import Event, Group, Match, Pairing, Round, Side
from matches.play import decks_brought, services
from matches.play.services import GameReport

DEMO_PLAYERS, DEMO_MATCHES, EVENT_PLAYERS, PLAYOFF_SIZE = 10, 40, 24, 8
DEMO_NAMES = (
    *("Roland", "Elinor", "Baker", "Captain", "Gardener", "Librarian", "Miller", "Painter", "Smith", "Teacher"),
    *("Archer", "Brewer", "Carpenter", "Doctor", "Falconer", "Glazier", "Healer", "Jeweller", "Minstrel", "Potter"),
    *("Ranger", "Sailor", "Tailor", "Weaver"),
)
DRAFT_TABLE_SIZES = (2, 4, 6)
COMING_EVENT_NAME, EVENT_VENUE = "Demo Saturday to come", "Café Crystal, Harbour Street 3"
PLAYERS_ENTERED_ALREADY = 7
SATURDAY_WEEKDAY = 5  # weekdays from Monday as 0
CLUB_TEXT = "Every Thursday at seven. Bring a deck or borrow one; beginners are welcome."
# The season begins this many days before today.
SEASON_DAYS = 60


@dataclass(frozen=True, slots=True)
class DemoSeason:
    """The keys of the created content."""

    group: str
    event: str
    coming: str
    drafts: tuple[str, ...]
    decks: tuple[str, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        return (
            reverse("matches:group", args=[self.group]),
            reverse("matches:event", args=[self.event]),
            reverse("matches:event", args=[self.coming]),
            *(reverse("drafts:detail", args=[key]) for key in self.drafts),
            *(reverse("decks:deck", args=[key]) for key in self.decks),
        )


def demo_people() -> list[Person]:
    mine = Q(decks__key__startswith=DEMO_KEY) | Q(owned_groups__key__startswith=DEMO_KEY)
    return list(Person.objects.filter(mine, user=None).distinct())


@transaction.atomic
def create_demo_season(seed: int = 1) -> DemoSeason:
    """Create the season; raises `Conflict` if there is one. Its drafts have other packets each time."""
    if Group.objects.filter(key__startswith=DEMO_KEY).exists():
        raise Conflict(gettext_noop("The demo season already exists. Remove it first (--remove)."))
    rng = Random(seed)
    with creating_demo_keys():
        organiser = Person.objects.create(nickname="Organiser")
        people = [Person.objects.create(nickname=name) for name in DEMO_NAMES[:DEMO_PLAYERS]]
        decks = tuple(_create_deck(person, number) for number, person in enumerate(people))
        group = _create_group(organiser, people, decks, rng)
        tables = tuple(_play_draft(group, people, seats) for seats in DRAFT_TABLE_SIZES)
        event = _create_event(organiser, group, people, decks, rng)
        coming = _create_coming_event(organiser, group, people)
    return DemoSeason(group.key, event, coming, tables, decks)


def _create_deck(owner: Person, number: int) -> str:
    people = PEOPLES[number % len(PEOPLES)]
    # The name itself must say “demo”: files and the pages of its cards show no label.
    deck = replace(initial_deck(people, catalogue()), name=f"Demo {people.value}")
    return create_deck(owner=owner, contents=DeckContents(deck=deck, visibility="public")).key


def _create_group(organiser: Person, people: list[Person], decks: Sequence[str], rng: Random) -> Group:
    group = group_services.create_group(by=organiser, name="Demo league")
    group_services.change_group_description(
        by=organiser, key=group.key, about=CLUB_TEXT, place="Café Crystal, Harbour Street 3", listed=True
    )
    members = [group_services.add_name_to_group(group, person.display_name, person=person).pk for person in people]
    first = timezone.now() - timedelta(days=SEASON_DAYS)
    group_services.save_season(by=organiser, key=group.key, name="Demo season", first=first.date())
    for number in range(DEMO_MATCHES):
        players = rng.sample(range(DEMO_PLAYERS), 2)
        seats = members[players[0]], members[players[1]]
        match = services.create_group_match(by=organiser, group_key=group.key, members=seats, sheet=DEFAULT_SHEET)
        for side, player in zip(Side.values, players, strict=True):
            match = decks_brought.choose_deck(
                by=people[player], key=match.key, version=match.version, side=side, deck_key=decks[player]
            )
        # The last two are in progress.
        _play_games(organiser, match, rng, max_games=9 if number < DEMO_MATCHES - 2 else 1)
        day = first + timedelta(days=SEASON_DAYS * number / DEMO_MATCHES)
        Match.objects.filter(pk=match.pk).update(created=day, changed=day + timedelta(hours=1))
    return group


def _play_games(by: Person, match: Match, rng: Random, *, max_games: int) -> None:
    while match.status == Match.Status.OPEN and max_games:
        report = GameReport(rng.choice("aab"), rng.choice((0, 1, 1, 2, 2, 3)))
        match = services.record_game(by=by, key=match.key, version=match.version, report=report)
        max_games -= 1


def _play_draft(group: Group, people: list[Person], seats: int) -> str:
    setup = Setup(seats, PEOPLES[: DEAL_TABLE[seats].decks])
    host, *others = people[:seats]
    taken_seat = drafting.create_draft(host=host, setup=setup, name=f"Demo draft of {seats}")
    for other_person in others:
        drafting.join_draft(taken_seat.key, visitor=Visitor(other_person.pk), person=other_person)
    drafting.start_draft(taken_seat.key, visitor=Visitor(host.pk))

    def step() -> None:
        for number in range(seats):
            loaded = load_draft(taken_seat.key)
            if loaded.draft.status == Draft.Status.DRAFTING:
                drafting.set_bot_plays(loaded, loaded.seats[number], bot=True)

    transact(step)
    Seat.objects.filter(draft__key=taken_seat.key).update(is_bot=False)
    ended = timezone.now() - timedelta(days=SEASON_DAYS - 10 * seats)
    began = {"created": ended - timedelta(hours=2), "started": ended - timedelta(hours=1)}
    Draft.objects.filter(key=taken_seat.key).update(finished=ended, **began)
    group_services.add_draft_to_group(by=host, key=group.key, draft_key=taken_seat.key)
    return taken_seat.key


def _create_event(organiser: Person, group: Group, people: list[Person], decks: Sequence[str], rng: Random) -> str:
    day = timezone.now() - timedelta(days=SEASON_DAYS // 3)
    settings = EventRules(
        name="Demo Saturday",
        cut_size=PLAYOFF_SIZE,
        rounds_planned=5,
        decks_required=True,
        decks_seen=DecksOpen.END,
        first_day=day.date(),
        venue=EVENT_VENUE,
    )
    key = events_services.create_event(by=organiser, rules=settings, group=group).key
    for person in people:
        entry_services.register_player(by=person, key=key, name=person.display_name)
    events_services.add_players(by=organiser, key=key, names=DEMO_NAMES[DEMO_PLAYERS:EVENT_PLAYERS])
    events_services.set_registration(by=organiser, key=key, is_open=False)
    _submit_decks(organiser, key, decks)
    _play_rounds(organiser, key, rng, rounds=settings.rounds_planned or 0)
    Event.objects.filter(key=key).update(created=day)
    for round_ in Round.objects.filter(event__key=key):
        Round.objects.filter(pk=round_.pk).update(paired=day + timedelta(hours=round_.number))
    return key


def _submit_decks(organiser: Person, key: str, decks: Sequence[str]) -> None:
    """Hand in everyone’s deck: their own on the site, or a list that the organisers enter."""
    for number, deck in enumerate(decks, start=1):
        event_decks.submit_deck(by=organiser, key=key, number=number, deck_key=deck)
    lists = [format_deck(initial_deck(people, catalogue()), catalogue()) for people in PEOPLES]
    for number in range(len(decks) + 1, EVENT_PLAYERS + 1):
        event_decks.submit_pasted_deck(by=organiser, key=key, number=number, text=lists[number % len(lists)])


def _play_rounds(organiser: Person, key: str, rng: Random, *, rounds: int) -> None:
    number = 0
    while number < rounds + PLAYOFF_SIZE.bit_length() - 1:
        number += 1
        if number == rounds + 1:
            round_services.begin_playoff(by=organiser, key=key)
        else:
            round_services.pair_next_round(by=organiser, key=key, number=number)
        for pairing in load_event(key).rounds[-1].unreported:
            lost = rng.randrange(5)
            crystals = (5, lost) if rng.random() < 0.5 else (lost, 5)
            result_services.enter_result(by=organiser, key=key, pairing=pairing.row.pk, crystals=crystals)
    round_services.finish_event(by=organiser, key=key)


def _create_coming_event(organiser: Person, group: Group, people: list[Person]) -> str:
    """Create the club’s next event, which a visitor of the demo can enter; some members have."""
    settings = EventRules(
        name=COMING_EVENT_NAME,
        cut_size=PLAYOFF_SIZE,
        rounds_planned=4,
        first_day=next_saturday(timezone.localdate()),
        venue=EVENT_VENUE,
        start_time=time(11),
        time_zone="Europe/Berlin",
        about="Bring a deck or borrow one. Beginners are welcome.",
        price="5 €, students free",
        listed=True,
    )
    key = events_services.create_event(by=organiser, rules=settings, group=group).key
    for person in people[:PLAYERS_ENTERED_ALREADY]:
        entry_services.register_player(by=person, key=key, name=person.display_name)
    return key


def next_saturday(today: date) -> date:
    """Return the next Saturday; on a Saturday, the Saturday after it.

    >>> next_saturday(date(2026, 11, 28)).isoformat()
    '2026-12-05'
    """
    return today + timedelta(days=(SATURDAY_WEEKDAY - today.weekday() - 1) % 7 + 1)


def move_coming_event() -> None:
    """Move the coming event to the next Saturday, once its day is over."""
    today = timezone.localdate()
    events = Event.objects.filter(key__startswith=DEMO_KEY, name=COMING_EVENT_NAME, status=Event.Status.REGISTRATION)
    events.filter(first_day__lt=today).update(first_day=next_saturday(today))


@transaction.atomic
def delete_demo_season() -> int:
    """Delete the season with everything that depends on it; returns the number of deleted rows."""
    people = [person.pk for person in demo_people()]
    mine = Q(key__startswith=DEMO_KEY)
    managers: list[Manager[Any]] = [model.objects for model in (Match, Event, Group, Deck, Pool, Draft)]
    gone = [
        Pairing.objects.filter(round__event__key__startswith=DEMO_KEY).delete(),
        *(rows.filter(mine).delete() for rows in managers),
        Person.objects.filter(pk__in=people).delete(),
    ]
    return sum(count for count, _by_table in gone)
