"""Reports: anybody can report abuse, staff hide it, and hidden content is only there for its authors."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from accounts.models import Moderation, Person, Report, User
from accounts.reports import services
from cards.core.facts import Catalogue
from common.errors import Conflict, NotAllowed
from decks.deck.queries import decklist_of
from decks.deck.services import DeckContents, save_deck
from decks.guides.services import save_guide
from decks.models import Deck, DeckAuthor
from matches.core.tournament import EventRules
from matches.events import services as event_services
from matches.groups.services import change_group_description, create_group
from matches.models import Event, Group
from tests.accounts.staff import with_second_factor
from tests.decks.public.rows import public_deck
from tests.decks.rows import person_of_user
from tests.html import flat

pytestmark = pytest.mark.django_db
ABUSE = {"reason": "abuse", "words": "the second line"}
HIDE = {"do": "hide", "reason": "hate", "words": "Choose another name."}


@pytest.fixture
def staff() -> Client:
    user = with_second_factor(User.objects.create_user("staff", is_staff=True))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def deck(roland: User, facts: Catalogue, db_catalogue: Catalogue) -> Deck:
    return public_deck(roland, facts, name="A phrase of abuse")


@pytest.fixture
def event(roland: User) -> Event:
    day = timezone.localdate() + timedelta(days=3)
    rules = EventRules(name="A phrase of abuse", first_day=day, about="Words", listed=True)
    return event_services.create_event(by=person_of_user(roland), rules=rules)


@pytest.fixture
def club(roland: User) -> Group:
    group = create_group(by=person_of_user(roland), name="A phrase of abuse", me="Roland")
    return change_group_description(by=person_of_user(roland), key=group.key, about="Words", place="", listed=True)


def test_a_visitor_without_an_account_reports_a_deck_once(client: Client, deck: Deck) -> None:
    assert f"/reports/deck/{deck.key}/" in client.get(deck.get_absolute_url()).text
    address = f"/reports/deck/{deck.key}/"
    for _time in range(2):
        assert client.post(address, ABUSE).headers["Location"] == deck.get_absolute_url()
    assert Report.objects.get().words == "the second line"
    assert Client().post(address, {"reason": "appeal"}).status_code == 400
    assert client.post("/reports/deck/nothing/", ABUSE).status_code == 404
    assert client.post("/reports/tables/nothing/", ABUSE).status_code == 404


def test_nobody_reports_their_own_deck_or_one_they_may_not_see(
    roland_client: Client, client: Client, deck: Deck
) -> None:
    assert f"/reports/deck/{deck.key}/" not in roland_client.get(deck.get_absolute_url()).text
    with pytest.raises(Conflict):
        services.report_thing(kind="deck", target=deck.key, by=deck.owner, reporter="r", reason="abuse")
    Deck.objects.update(visibility="private")
    assert client.post(f"/reports/deck/{deck.key}/", ABUSE).status_code == 404


def test_one_address_reports_only_so_often(client: Client, deck: Deck, settings: LazySettings) -> None:
    settings.LIMITS = {**settings.LIMITS, "report": "1/day"}
    assert client.post(f"/reports/deck/{deck.key}/", ABUSE).status_code == 302
    assert Client().post(f"/reports/deck/{deck.key}/", ABUSE).status_code == 429


def test_the_list_is_for_staff_with_their_second_step(client: Client, staff: Client, deck: Deck) -> None:
    client.post(f"/reports/deck/{deck.key}/", ABUSE)
    assert client.get("/reports/").status_code == 403
    page = flat(staff.get("/reports/").text)
    assert "A phrase of abuse" in page and "the second line" in page
    half = Client()
    half.force_login(User.objects.create_user("half", is_staff=True))
    assert half.get("/reports/").status_code == 302
    assert half.post(f"/reports/deck/{deck.key}/decide/", HIDE).status_code == 302
    assert not Moderation.objects.exists()
    assert client.post(f"/reports/deck/{deck.key}/decide/", HIDE).status_code == 403


def test_a_hidden_deck_is_its_makers_and_they_read_why(
    client: Client, roland_client: Client, staff: Client, deck: Deck
) -> None:
    client.post(f"/reports/deck/{deck.key}/", ABUSE)
    assert staff.post(f"/reports/deck/{deck.key}/decide/", HIDE).status_code == 302
    for address in ("", "picture.png", "text/", "qr.svg", "cards.pdf"):
        assert client.get(f"{deck.get_absolute_url()}{address}").status_code == 404, address
    assert client.get(f"/api/v1/decks/{deck.key}/").status_code == 404
    for address in ("/decks/public/", "/search/?q=abuse", "/decks/", "/api/v1/decks/public/"):
        assert "A phrase of abuse" not in client.get(address).text, address
    page = flat(roland_client.get(deck.get_absolute_url()).text)
    assert "have hidden this" in page and "Choose another name." in page and "hateful" in page
    assert staff.get(deck.get_absolute_url()).status_code == 200
    assert not Report.objects.filter(state="open").exists()
    assert "Choose another name." in staff.get("/reports/?show=log").text


def test_the_owner_cannot_show_it_again_but_asks_for_another_look(
    roland_client: Client, client: Client, staff: Client, deck: Deck
) -> None:
    staff.post(f"/reports/deck/{deck.key}/decide/", HIDE)
    deck.refresh_from_db()
    contents = DeckContents(deck=decklist_of(deck), visibility="public")
    with pytest.raises(Conflict, match="hidden"):
        save_deck(key=deck.key, person=deck.owner, version=deck.version, contents=contents)
    assert roland_client.post(f"/reports/deck/{deck.key}/", {"words": "I renamed it."}).status_code == 302
    page = staff.get("/reports/").text
    assert "I renamed it." in page and "Show again" in page
    staff.post(f"/reports/deck/{deck.key}/decide/", {"do": "show"})
    assert client.get(deck.get_absolute_url()).status_code == 200
    assert "A phrase of abuse" in client.get("/decks/public/").text
    assert list(Moderation.objects.values_list("did", flat=True)) == ["showed", "hid"]


def test_a_hidden_guide_leaves_the_deck(client: Client, roland_client: Client, staff: Client, deck: Deck) -> None:
    save_guide(key=deck.key, person=deck.owner, language="en", text="Insults here", version=0)
    assert "Insults here" in client.get(deck.get_absolute_url()).text
    client.post(f"/reports/guide/{deck.key}-en/", ABUSE)
    assert "Insults here" in staff.get("/reports/").text
    staff.post(f"/reports/guide/{deck.key}-en/decide/", HIDE)
    for address in (deck.get_absolute_url(), f"/api/v1/decks/{deck.key}/guides/"):
        assert "Insults here" not in client.get(address).text
    assert "A phrase of abuse" not in client.get("/decks/public/?q=insults").text
    page = roland_client.get(deck.get_absolute_url()).text
    assert "Insults here" in page and "Choose another name." in page


def test_a_hidden_name_is_said_nowhere(client: Client, roland_client: Client, staff: Client, deck: Deck) -> None:
    Person.objects.filter(pk=deck.owner_id).update(nickname="Phrase")
    key = DeckAuthor.objects.get().key
    assert "Phrase" in client.get(f"/decks/by/{key}/").text
    client.post(f"/reports/author/{key}/", ABUSE)
    staff.post(f"/reports/author/{key}/decide/", HIDE)
    for address in (f"/decks/by/{key}/", deck.get_absolute_url(), "/api/v1/decks/public/", "/decks/public/"):
        assert "Phrase" not in client.get(address).text, address
    assert "A phrase" not in client.get("/decks/public/?by=Phrase").text
    assert "Choose another name." in roland_client.get("/mine/").text


def test_a_hidden_event_is_for_those_who_take_part(
    client: Client, roland_client: Client, staff: Client, event: Event
) -> None:
    client.post(f"/reports/event/{event.key}/", ABUSE)
    staff.post(f"/reports/event/{event.key}/decide/", HIDE)
    own = event.get_absolute_url()
    places = ("", "picture.png", "wall/", "trail/", "files/standings.csv", "files/calendar.ics")
    for address in (*(own + place for place in places), f"/api/v1/events/{event.key}/", f"/matches/e/{event.code}/"):
        assert client.get(address, follow=True).status_code == 404, address
    for address in ("/matches/calendar/", "/matches/calendar.ics", "/api/v1/events/calendar/"):
        assert "A phrase of abuse" not in client.get(address).text, address
    page = flat(roland_client.get(own).text)
    assert "have hidden this" in page and "Choose another name." in page
    assert client.post(f"{own}do/enter/", {"name": "Elinor"}).status_code == 404
    staff.post(f"/reports/event/{event.key}/decide/", {"do": "show"})
    assert client.get(own).status_code == 200


def test_a_hidden_club_is_for_its_members(client: Client, roland_client: Client, staff: Client, club: Group) -> None:
    client.post(f"/reports/club/{club.key}/", ABUSE)
    staff.post(f"/reports/club/{club.key}/decide/", HIDE)
    own = club.get_absolute_url()
    for address in (own, f"{own}season/", f"{own}members/", f"/api/v1/groups/{club.key}/"):
        assert client.get(address).status_code == 404, address
    assert "A phrase of abuse" not in client.get("/matches/clubs/").text
    assert "Choose another name." in roland_client.get(own).text


def test_organisers_decide_in_their_own_club_alone(client: Client, elinor_client: Client, event: Event) -> None:
    client.post(f"/reports/event/{event.key}/", ABUSE)
    assert elinor_client.get("/reports/").status_code == 403
    elinor = Person.objects.get(user__username="Elinor")
    Event.objects.filter(pk=event.pk).update(group=create_group(by=elinor, name="Harbour club"))
    assert "the second line" in elinor_client.get("/reports/").text
    assert elinor_client.post(f"/reports/event/{event.key}/decide/", HIDE).status_code == 302
    event.refresh_from_db()
    assert event.hidden is not None
    # An organiser’s own event is moderated by others.
    Event.objects.filter(pk=event.pk).update(owner=elinor)
    with pytest.raises(NotAllowed):
        services.decide_report(kind="event", target=event.key, by=elinor, do="show")


def test_the_staff_see_what_an_organiser_has_decided_and_decide_again(
    client: Client, elinor_client: Client, staff: Client, event: Event
) -> None:
    elinor = person_of_user(User.objects.get(username="Elinor"))
    Event.objects.filter(pk=event.pk).update(group=create_group(by=elinor, name="Harbour club"))
    client.post(f"/reports/event/{event.key}/", ABUSE)
    decide, listed = f"/reports/event/{event.key}/decide/", "/reports/?show=organisers"
    assert "No decisions by organisers yet." in staff.get(listed).text
    elinor_client.post(decide, {"do": "dismiss"})
    assert elinor_client.get(listed).status_code == 403
    assert "show=organisers" not in elinor_client.get("/reports/").text
    assert "No open reports." in staff.get("/reports/").text
    page = flat(staff.get(listed).text)
    assert "A phrase of abuse" in page and "the second line" in page and "Elinor" in page
    staff.post(decide, HIDE)
    event.refresh_from_db()
    assert event.hidden is not None
    assert Report.objects.get().state == Report.State.UPHELD
    assert "No decisions by organisers yet." in staff.get(listed).text


def test_an_organiser_does_not_show_what_the_staff_have_hidden(
    client: Client, elinor_client: Client, staff: Client, event: Event
) -> None:
    elinor = person_of_user(User.objects.get(username="Elinor"))
    Event.objects.filter(pk=event.pk).update(group=create_group(by=elinor, name="Harbour club"))
    decide = f"/reports/event/{event.key}/decide/"
    elinor_client.post(decide, HIDE)
    assert elinor_client.post(decide, {"do": "show"}).status_code == 302
    staff.post(decide, HIDE)
    for said in ({"do": "show"}, {"do": "dismiss"}, HIDE):
        assert elinor_client.post(decide, said).status_code == 403
    event.refresh_from_db()
    assert event.hidden is not None


def test_reports_of_what_is_gone_are_closed(client: Client, staff: Client, deck: Deck) -> None:
    client.post(f"/reports/deck/{deck.key}/", ABUSE)
    deck.delete()
    assert "since deleted" in staff.get("/reports/").text
    staff.post(f"/reports/deck/{deck.key}/decide/", {"do": "dismiss"})
    assert "No open reports." in staff.get("/reports/").text
