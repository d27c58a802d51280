"""A small world in which everybody has something: the roles, their objects, and request bodies.

The host has decks, hosts drafts and created the match; the player sits at the host’s tables and against them; the
organiser owns group, event and declared format; the judge judges at the event; the stranger has nothing to do with any
of it; staff are superusers. `things` are URL parameters by the word in the column `on` of `access.csv`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cache
from typing import Any

from django.db import transaction
from django.test import Client
from django.test.client import ClientHandler
from django.utils import timezone
from oauth2_provider.models import Application
from pytest_django import DjangoDbBlocker

from accounts.models import ApiToken, Person, PushDevice, User
from accounts.push.devices import push_stop_key
from accounts.push.kinds import Kind
from cards.core.facts import Catalogue, People
from cards.models import CatalogueChange, SavedSearch, Way
from cards.text_packs.services import create_text_pack, join_text_pack
from decks.assist.services import start_search
from decks.collection.services import get_or_create_shelf
from decks.core.building import Requirements
from decks.core.legality import DeckList, Entry
from decks.deck.services import DeckContents, create_deck, create_pool, set_built
from decks.editors import services as editors_services
from decks.guides.services import save_guide
from decks.house_formats.services import create_house_format
from decks.mine.services import move_decks
from decks.models import Deck, DeckAuthor, SearchJob
from drafts.lists.services import create_card_list, save_card_list
from drafts.models import CardBlock, Draft, Pick, Seat, WatchLink
from drafts.paper.services import create_paper_draft
from drafts.sharing import services as sharing
from drafts.table import services as drafting
from drafts.table import state_cache
from drafts.table.loaded import Visitor
from matches.companion import services as noting
from matches.core.companion import CompanionNote
from matches.core.scoring import DEFAULT_SHEET, MatchSettings, Penalty
from matches.core.tournament import EventRules
from matches.events import pod_services, result_services, round_services, staff_services
from matches.events import services as events_services
from matches.events.decks import services as deck_services
from matches.events.entry import services as entry_services
from matches.events.queries import load_event
from matches.events.webhooks import services as event_webhooks
from matches.groups import people
from matches.groups import services as group_services
from matches.models import Match, Pairing
from matches.play import disputes
from matches.play import services as matches
from matches.play.decks_brought import choose_deck
from matches.play.services import GameReport, NewMatchPlayer
from matches.seasons import import_services
from online.core.offers import seat_offers
from online.core.terms import GameTerms
from online.games import endings as game_endings
from online.games import services as playing
from online.games.decks import DeckChoice
from online.games.services import NewGame
from online.models import Game, GameSeat
from online.replay import services as replaying
from tests.accounts.staff import with_second_factor
from tests.decks.example_decks import own, published
from tests.drafts.tables import begun, play_to_the_end, setup_for, view_of

ROLES = ("anonymous", "stranger", "player", "host", "organiser", "judge", "staff")
Things = dict[str, dict[str, object]]


@dataclass
class World:
    """Everything in it. `things` are URL parameters; `people` are the persons behind the roles."""

    users: dict[str, User] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    things: Things = field(default_factory=lambda: {"": {}})
    cookies: dict[str, Any] = field(default_factory=dict)
    versions: tuple[int, int] = (0, 0)
    # Bodies of requests by name, parameters, object and method: effects of the walk are undone, so a body is valid for
    # every role.
    requests: dict[tuple[str, tuple[str, ...], str, str], tuple[str, dict[str, Any]]] = field(default_factory=dict)

    def client(self, role: str, *, enforce_csrf_checks: bool = False, **more: Any) -> Client:
        """Return a fresh browser of a role."""
        client = Client(enforce_csrf_checks, **more)
        client.handler = _handler(enforce_csrf_checks)
        if role in self.cookies:
            client.cookies.load(self.cookies[role])
        return client


@cache
def _handler(enforce_csrf_checks: bool) -> ClientHandler:
    """Return the middleware, built once for all browsers; the walk sends some 6,500 requests."""
    return ClientHandler(enforce_csrf_checks)


def undone_world(blocker: DjangoDbBlocker, facts: Catalogue) -> Iterator[World]:
    """Create a world for all tests of a module, undone after the last: the body of a fixture."""
    whole = transaction.atomic()
    # Nested transactions of the site become savepoints of this one, as in every test.
    whole._from_testcase = True  # type: ignore[attr-defined]
    with blocker.unblock(), whole:
        world = made_world(facts)
        stop_the_clocks()
        yield world
        transaction.set_rollback(True)


def stop_the_clocks() -> None:
    """Stop automatic changes during tests: no search is restarted, no host counts as away."""
    tomorrow = timezone.now() + timedelta(days=1)
    SearchJob.objects.update(updated=tomorrow)
    Draft.objects.update(host_seen=tomorrow)
    Seat.objects.filter(away_at__isnull=False).update(away_at=tomorrow)
    GameSeat.objects.update(seen=tomorrow)
    for key in Draft.objects.values_list("key", flat=True):
        state_cache.drop_cached_draft(key)


def made_world(facts: Catalogue) -> World:
    """Create it."""
    world = World()
    for role in ROLES[1:]:
        user = User.objects.create_user(role.capitalize(), password="a long password")
        if role == "staff":
            user.is_staff = user.is_superuser = True
            user.save()
            with_second_factor(user)
        world.users[role] = user
        world.people[role] = Person.objects.create(user=user)
        client = Client()
        client.force_login(user)
        world.cookies[role] = {name: morsel.value for name, morsel in client.cookies.items()}
    for part in _PARTS:
        part(world, facts)
    return world


def _cards(world: World, facts: Catalogue) -> None:
    host, player = world.people["host"], world.people["player"]
    world.things["card"] = {"slug": "vulca-03", "card": "Vulca 03"}
    world.things["gap"] = {"slug": "tutu-slot-1"}
    world.things["ruling"] = {"key": "r0-01", "ruling": "R0-01"}
    world.things["card list"] = {"version": "4.2"}
    world.things["help page"] = {"slug": "guides/player"}
    pack = create_text_pack(owner=host, name="My texts", text="code,text\nVulca 03,private words\n")
    join_text_pack(person=player, secret=pack.secret)
    world.things["pack"] = {"key": pack.key, "secret": pack.secret}
    saved = SavedSearch.objects.create(person=host, name="Fire", query="fire>5")
    world.things["saved search"] = {"pk": saved.pk}
    change = CatalogueChange.objects.create(
        game="bluemoon", code="Vulca 03", field="notes", before="", after="", way=Way.FORM, name="Staff"
    )
    world.things["change"] = {"pk": change.pk}


def _decks(world: World, facts: Catalogue) -> None:
    host, player = world.people["host"], world.people["player"]
    entries = tuple(Entry(code) for code in published(facts, People.TERRAH))
    contents = DeckList(name="Nights of Terrah", leaders=("Terrah 00",), entries=entries)
    for visibility in Deck.Visibility.values:
        beside = DeckContents(deck=contents, visibility=visibility, tags=["slow"], maybe=["Vulca 05"])
        row = create_deck(owner=host, contents=beside)
        more = {"version": 1, "way": "undo", "format_": "csv", "format_name": "csv", "language": "en"}
        world.things[f"{visibility} deck"] = {"key": row.key} | more
    shared = create_deck(owner=host, contents=DeckContents(deck=contents, visibility="private"))
    link = editors_services.create_editing_link(key=shared.key, person=host)
    editors_services.join_by_editing_link(secret=link.secret, person=player)
    editor = shared.editors.get().key
    world.things["shared deck"] = {"key": shared.key, "secret": link.secret, "editor": editor, "version": 1}
    world.things["shared deck"] |= {"way": "undo", "language": "en"}
    world.things["author"] = {"key": DeckAuthor.objects.get(person=host).key}
    codes = own(facts, People.VULCA, 20) + own(facts, People.AQUA, 16)
    pool = create_pool(owner=player, name="Thursday draft", codes=codes, source="draft:k3j9x2m4p5q6")
    world.things["pool"] = {"key": pool.key}
    house = create_house_format(owner=world.people["organiser"], name="Twelve", declaration='{"base": "custom"}')
    world.things["house format"] = {"key": house.key}
    world.things["shelf"] = {"key": get_or_create_shelf(host).key}
    job = start_search(deck=Deck.objects.filter(visibility="link").get(), person=host, requirements=Requirements())
    world.things["search"] = {"key": job.key}
    games = SearchJob.objects.create(deck=job.own_deck, person=host, deck_version=1, kind="strength", wishes={})
    world.things["games"] = {"key": games.key}


def _drafts(world: World, facts: Catalogue) -> None:
    host, player = world.people["host"], world.people["player"]
    codes = own(facts, People.HOAX, 30)
    for name, is_shared in (("card list of one’s own", False), ("shared card list", True)):
        key = create_card_list(owner=host, name="Cube", codes=codes, shared=is_shared).key
        save_card_list(key, person=host, name="Cube", codes=codes[1:], shared=is_shared)
        world.things[name] = {"key": key}
    lobby = drafting.create_draft(host=host, setup=setup_for(3), seating=Draft.Seating.AS_SAT)
    seat = drafting.join_draft(lobby.key, visitor=Visitor(player.pk), person=player)
    world.things["lobby"] = {"key": lobby.key, "number": seat.number, "token": seat.token}
    running = begun(host, player)
    token = drafting.create_seat_link(running, visitor=Visitor(player.pk)).token
    world.things["running draft"] = {"key": running, "number": 1, "token": token}
    done = begun(host, player)
    play_to_the_end(done, host, player)
    # Repeating it is no new pick but the same one.
    picked = set(Pick.objects.filter(draft__key=done, round=1, number=1).values_list("card", flat=True))
    world.things["packet"] = {"card": next(card for card in view_of(running, player).packet if card not in picked)}
    # A separate draft: if onlookers see cards, no one can join.
    watched = begun(host, player)
    Draft.objects.filter(key=watched).update(watching=Draft.Watching.ROUND)
    link = WatchLink.objects.create(key="onlookers", draft=Draft.objects.get(key=watched))
    world.things["watched draft"] = {"key": link.key}
    world.things["finished draft"] = {"key": done, "number": 1, "token": "nothing"}
    practice = begun(host, players=2)
    play_to_the_end(practice, host)
    world.things["practice draft"] = {"key": practice}
    pool = sharing.share_pool(practice, Visitor(host.pk), picks=True)
    question = sharing.ask_packet_question(practice, Visitor(host.pk), round_number=1, number=1)
    row = Deck.objects.get(visibility="link")
    world.things["reported deck"] = {"kind": "deck", "target": row.key}
    world.things["shared pool"], world.things["packet question"] = {"key": pool.key}, {"key": question.key}
    paper = create_paper_draft(
        host=host, setup=setup_for(2), names=["Roland", "Elinor"], name="", shuffled=False, pick_seconds=None
    )
    simulated = {"players": 2, "peoples": ["Vulca", "Hoax", "Mimix"], "sharing": "packets", "company": "expert"}
    simulation = SearchJob.objects.create(
        person=host, deck_version=0, kind="drafts", wishes=simulated | {"drafts": 1, "with_decks": False}, state="done"
    )
    world.things["simulation"] = {"key": simulation.key}
    for code in ("", "Vulca 03"):
        CardBlock.objects.create(month="2026-11", sharing="packets", card=code, drafts=5, times=5, number_sum=9)
    world.things["paper table"] = {"key": paper.key, "number": 1}


def _matches(world: World, facts: Catalogue) -> None:
    host, player, organiser = (world.people[role] for role in ("host", "player", "organiser"))
    match = matches.create_match(
        by=host, players=(NewMatchPlayer("Roland", host), NewMatchPlayer("Elinor", player)), sheet=_sheet()
    )
    deck = world.things["private deck"]["key"]
    choose_deck(by=host, key=match.key, version=1, side="a", deck_key=str(deck))
    match = _newest(match)
    matches.record_game(by=host, key=match.key, version=match.version, report=GameReport("a", 2))
    match = _newest(match)
    disputes.give_penalty(by=host, key=match.key, version=match.version, side="b")
    penalty = match.penalties.get()
    shared = {"number": 1, "pk": penalty.pk, "side": "a"}
    world.things["match"] = {"key": match.key, "join_key": match.join_key} | shared
    free = matches.create_match(
        by=host, players=(NewMatchPlayer("Roland", host), NewMatchPlayer("Somebody")), sheet=DEFAULT_SHEET
    )
    world.versions = (_newest(match).version, free.version)
    world.things["new match"] = {"key": free.key, "join_key": free.join_key}
    group = group_services.create_group(
        by=organiser, name="Thursday league", me="Organiser", members=["Roland", "Elinor"]
    )
    group.members.filter(name="Roland").update(person=host)
    group.members.filter(name="Elinor").update(person=player)
    member = group.members.get(name="Elinor")
    invitation = group_services.create_invitation(by=organiser, key=group.key)
    season = group_services.save_season(by=organiser, key=group.key, name="Autumn", first=date(2025, 9, 1))
    keys = {"invite_key": invitation.key, "season_key": season.key}
    world.things["group"] = {"key": group.key, "pk": member.pk} | keys
    file = import_services.SubmittedFile("date,player,opponent,crystals\n2025-03-14,Roland,Elinor,5:3\n")
    past = import_services.import_season(by=organiser, key=group.key, file=file)
    world.things["past season"] = {"key": group.key, "pk": past.pk}
    ours = matches.create_group_match(
        by=organiser, group_key=group.key, members=(member.pk, group.members.get(name="Roland").pk), sheet=DEFAULT_SHEET
    )
    matches.record_game(by=host, key=ours.key, version=1, report=GameReport("a", 2))
    world.things["group match"] = {"key": ours.key, "number": 1}
    world.things["members"] = {"a": member.pk, "b": group.members.get(name="Roland").pk}


def _sheet() -> MatchSettings:
    return replace(DEFAULT_SHEET, penalty=Penalty.CRYSTALS)


def _newest(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def _events(world: World, facts: Catalogue) -> None:
    organiser, judge = world.people["organiser"], world.people["judge"]
    event = events_services.create_event(by=organiser, rules=EventRules(name="Saturday"))
    for role, name in (("player", "Elinor"), ("host", "Roland")):
        entry_services.register_player(by=world.people[role], key=event.key, name=name)
    events_services.add_players(by=organiser, key=event.key, names=["Player 3", "Player 4"])
    staff_services.become_helper(by=judge, key=event.key, role_key=event.judge_key)
    world.things["helper"] = {"key": event.key, "pk": event.roles.get(person=judge).pk}
    open_ = events_services.create_event(by=organiser, rules=EventRules(name="Sunday"))
    deck = str(world.things["private deck"]["key"])
    deck_services.submit_deck(by=world.people["host"], key=event.key, number=2, deck_key=deck)
    round_services.pair_next_round(by=organiser, key=event.key, number=1, fixed=[(1, 3), (2, 4)])
    hook = event_webhooks.add_webhook(by=organiser, key=event.key, url="https://moons.example/told")
    table = Pairing.objects.filter(round__event=event, a__person=world.people["player"]) | Pairing.objects.filter(
        round__event=event, b__person=world.people["player"]
    )
    more = {"number": 1, "role_key": event.judge_key, "pk": hook.pk, "name": "standings.csv"}
    pairing = {"pairing": table.get().pk, "code": event.code}
    world.things["event"] = {"key": event.key} | more | pairing
    world.things["open event"] = {"key": open_.key, "code": open_.code}


def _accounts(world: World, facts: Catalogue) -> None:
    token, _secret = ApiToken.issue(user=world.users["host"], name="a script")
    for kind, name in (("match", "match"), ("event", "event"), ("group", "group"), ("draft", "finished draft")):
        world.things[f"exported {kind}"] = {"kind": kind, "key": world.things[name]["key"]}
    world.things["token"] = {"pk": token.pk}
    application = Application.objects.create(user=world.users["host"], name="A bot")
    world.things["application"] = {"pk": application.pk}
    device = PushDevice.objects.create(person=world.people["host"], digest="of the host", kinds="packet", name="Phone")
    world.things["device"] = {"pk": device.pk, "key": push_stop_key(device, Kind.FULL)}


def _full_lists(world: World, facts: Catalogue) -> None:
    """Create rows for every list of the API that no page fills on its own: an event and a match with much activity."""
    organiser, host, player = (world.people[role] for role in ("organiser", "host", "player"))
    soon = timezone.now().date() + timedelta(days=30)
    rules = EventRules(name="Full house", format="knockout", max_players=2, listed=True, first_day=soon)
    key = events_services.create_event(by=organiser, rules=rules).key
    events_services.add_players(by=organiser, key=key, names=["Ann", "Bob"])
    entry_services.register_player(by=player, key=key, name="Waits")
    events_services.publish_announcement(by=organiser, key=key, text="Coffee is ready.")
    events_services.add_judge_note(by=organiser, key=key, number=1, kind="warning", text="late")
    hook = event_webhooks.add_webhook(by=organiser, key=key, url="https://moons.example/full")
    event_webhooks.send_test_notice(by=organiser, key=key, pk=hook.pk)
    round_services.pair_next_round(by=organiser, key=key, number=1)
    for table in load_event(key).rounds[-1].unreported:
        result_services.enter_result(by=organiser, key=key, pairing=table.row.pk, crystals=(5, 3))
    world.things["full event"] = {"key": key, "number": 1, "pk": hook.pk, "name": "event.json"}
    round_services.finish_event(by=organiser, key=key)

    drafted = events_services.create_event(by=organiser, rules=EventRules(name="Drafted", format="draft")).key
    events_services.add_players(by=organiser, key=drafted, names=["Ann", "Bob", "Cy", "Di"])
    entry_services.register_player(by=host, key=drafted, name="Roland")
    pod_services.seat_players_in_pods(by=organiser, key=drafted)
    world.things["drafted event"] = {"key": drafted}

    shown = Deck.objects.get(visibility="public")
    move_decks(person=host, keys=[shown.key], folder="Evenings")
    save_guide(key=shown.key, person=host, language="en", text="Attack.", version=0)
    set_built(key=shown.key, person=host, built=True)
    begun(host, player, pick_seconds=3 * 24 * 3600)
    group_key = str(world.things["group"]["key"])
    somebody = group_services.add_member(by=organiser, key=group_key, name="Nobody")
    people.rename_member(by=organiser, key=group_key, member_pk=somebody.pk, name="Nobody yet")
    group_services.add_draft_to_group(by=host, key=group_key, draft_key=str(world.things["finished draft"]["key"]))

    match = matches.create_match(
        by=host, players=(NewMatchPlayer("Roland", host), NewMatchPlayer("Elinor", player)), sheet=_sheet()
    )
    matches.record_game(by=host, key=match.key, version=match.version, report=GameReport("a", 2))
    disputes.confirm_game(by=player, key=match.key, number=1, version=_newest(match).version)
    now = int(timezone.now().timestamp() * 1000)
    noting.add_companion_notes(
        by=host,
        key=match.key,
        sent=[CompanionNote("n-of-the-world", "bluff", 2, {"move": 1, "winner": "a"}, at=now)],
        now=now,
    )
    world.things["noted match"] = {"key": match.key}


def _games(world: World, facts: Catalogue) -> None:
    host, player = world.people["host"], world.people["player"]
    for name in ("open game", "running game", "finished game"):
        game = playing.create_game(host, NewGame(GameTerms(), DeckChoice(people="Vulca"))).game
        Game.objects.filter(pk=game.pk).update(secret="0" * 64)  # the host starts
        world.things[name] = {"key": game.key, "join_key": game.join_key}
        if name != "open game":
            started = playing.join_game(player, game.key, game.join_key, DeckChoice(people="Hoax"))
            assert started.state is not None
            world.things["action"] = {"do": seat_offers(started.state, 0)[0].do, "version": 1}
    finished = world.things["finished game"]
    game_endings.resign(player, str(finished["key"]))
    finished["note"] = replaying.save_note(player, str(finished["key"]), 0, text="Well played.", is_shared=True).key


_PARTS: tuple[Callable[[World, Catalogue], None], ...] = (
    _cards,
    _decks,
    _drafts,
    _matches,
    _events,
    _accounts,
    _full_lists,
    _games,
)
