"""What the small world of `tests/access` and the demo site lack: every object in every state."""

from __future__ import annotations

from itertools import product

from django.test import Client

from accounts.identity import SESSION_KEY
from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON, Catalogue
from cards.games.cthulhu.facts import KEY as CTHULHU
from decks.core.legality import DeckList, Entry, Format
from decks.deck.services import DeckContents, create_deck
from decks.mine.services import archive_decks
from decks.models import Deck
from matches.core.scoring import DEFAULT_SHEET
from matches.core.tournament import EventRules
from matches.events import result_services, round_services
from matches.events import services as events_services
from matches.events.entry import leaving
from matches.events.queries import load_event
from matches.groups import services as group_services
from matches.models import Event, Withdrawal
from matches.play import services as matches
from matches.play.services import NewMatchPlayer
from tenmoons.demo.living_site import create_live_demo
from tests.access.world import World

NAMES = ("Roland K.", "Elinor K.", "Cy", "Di", "Ed", "Flo")


def everything(world: World, facts: Catalogue) -> None:
    """Add the missing objects to the world; each gets its entry in `things`."""
    create_live_demo()
    _guest(world)
    _decks(world)
    _events(world)
    host = world.people["host"]
    free = matches.create_match(
        by=host, players=(NewMatchPlayer("Roland", host), NewMatchPlayer("Nobody")), sheet=DEFAULT_SHEET
    )
    world.things["bare match"] = {"key": free.key, "number": 1, "side": "a", "join_key": free.join_key}
    empty = group_services.create_group(by=world.people["organiser"], name="Nobody yet", me="Organiser", members=[])
    world.things["empty group"] = {"key": empty.key, "pk": empty.members.get().pk}


def _guest(world: World) -> None:
    guest, client = Person.objects.create(nickname="A guest"), Client()
    session = client.session
    session[SESSION_KEY] = guest.pk
    session.save()
    world.people["guest"] = guest
    world.cookies["guest"] = {name: morsel.value for name, morsel in client.cookies.items()}


def _decks(world: World) -> None:
    """Create decks of both games: with cards, without, and with an unknown one."""
    host = world.people["host"]
    for game, formats in ((BLUE_MOON, (Format.CUSTOM, Format.DRAFT)), (CTHULHU, (Format.CASUAL, Format.TOURNAMENT))):
        codes = [card.code for card in catalogue(game) if card.playable and card.known][:50]
        full, strange = tuple(map(Entry, codes)), (*map(Entry, codes[:3]), Entry("No 01"))
        for format_, (what, entries) in product(formats, (("full", full), ("bare", ()), ("strange", strange))):
            deck = DeckList(name=f"{game} {format_.value} {what}", game=game, format=format_, entries=entries)
            row = create_deck(owner=host, contents=DeckContents(deck=deck, visibility="public"))
            more = {"key": row.key, "version": 1, "way": "undo", "format_": "csv", "format_name": "csv"}
            world.things[f"{what} {format_.value} deck of {game}"] = more | {"language": "en"}
    away = create_deck(owner=host, contents=DeckContents(deck=DeckList(name="Away"), visibility="private"))
    archive_decks(person=host, keys=[away.key], archived=True)
    world.things["archived deck"] = {"key": away.key, "version": 1}
    assert Deck.objects.filter(archived__isnull=False).exists()


def _events(world: World) -> None:
    """Create events of every format at each stage, and leagues that somebody has left in each way, early and late."""
    for format_ in Event.Format.values:
        for stage in range(4):
            _event(world, f"{format_} {stage}", EventRules(name=f"{format_} {stage}", format=format_), stage)
    _event(world, "cut", EventRules(name="Playoff", cut_size=4, rounds_planned=1), 3)
    _event(world, "deleted", EventRules(name="Deleted"), 0)
    for how, late in product(("", *Withdrawal.values), (False, True)):
        name = f"league {how or 'usual'} {'late' if late else 'early'}"
        key = _event(world, name, EventRules(name=name, format="round_robin"), 2 if late else 1)
        leaving.drop_player(by=world.people["organiser"], key=key, number=1, withdrawal=how)
    events_services.delete_event(by=world.people["organiser"], key=str(world.things.pop("event deleted")["key"]))


def _event(world: World, name: str, rules: EventRules, stage: int) -> str:
    """Create an event before its first round (0), in it (1), after some of its results (2), or at its end (3)."""
    organiser = world.people["organiser"]
    event = events_services.create_event(by=organiser, rules=rules)
    key = event.key
    world.things[f"event {name}"] = {"key": key, "number": 1, "code": event.code, "name": "standings.csv"}
    events_services.add_players(by=organiser, key=key, names=NAMES)
    if rules.format == Event.Format.DRAFT or not stage:
        return key
    for number in range(1, 30):
        in_cut = rules.cut_size and number > (rules.rounds_planned or 0)
        if in_cut:
            round_services.begin_playoff(by=organiser, key=key)
        else:
            round_services.pair_next_round(by=organiser, key=key, number=number)
        tables = [table for round_ in load_event(key).rounds for table in round_.unreported]
        world.things[f"event {name}"] |= {"pairing": tables[0].row.pk} if tables else {}
        if stage == 1:
            return key
        for at, table in enumerate(tables[: len(tables) // 2 if stage == 2 else None]):
            result_services.enter_result(
                by=organiser, key=key, pairing=table.row.pk, crystals=(5, 3) if at % 2 else (2, 5)
            )
        if stage == 2 or number == 3 or in_cut or rules.format in (Event.Format.ROUND_ROBIN,):
            break
        if rules.format in (Event.Format.KNOCKOUT, Event.Format.DOUBLE) and load_event(key).champion is not None:
            break
    if stage == 3 and not rules.cut_size and rules.format in (Event.Format.SWISS, Event.Format.ROUND_ROBIN):
        round_services.finish_event(by=organiser, key=key)
    return key
