"""The set-up page says what each choice takes, and has a set-up for an evening and one for a week."""

from __future__ import annotations

import html
from types import SimpleNamespace

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from decks.deck.services import create_pool
from drafts.core.engine.setup import PassingMode
from drafts.models import TERM_FIELDS, Draft
from drafts.table.presenters import terms_in_words
from drafts.table.services import create_draft
from drafts.table.state_cache import drop_cached_draft
from tests.decks.rows import person_of_user, terrah_deck
from tests.drafts.tables import setup_for
from tests.html import flat

pytestmark = pytest.mark.django_db


def figures(client: Client, **answers: str) -> str:
    data = {"players": "2", "before": "2", "peoples": ["Vulca", "Hoax", "Mimix"], "step8": "right"}
    data |= {"seating": "random", "grace_seconds": "auto", "action": "figures", **answers}
    return flat(client.post("/drafts/new/figures/", data).content)


def test_every_choice_of_clock_and_flow_says_how_long_it_takes(client: Client) -> None:
    assert "2 players · about 25 minutes" in figures(client)
    assert "20 days at most" in figures(client, pick_seconds="43200")
    assert "about 6 days, 20 days at most" in figures(client, pick_seconds="43200", flow="queued")
    assert "about 20 minutes, 20 minutes at most" in figures(client, pick_seconds="30")


def test_bots_are_described_in_the_language_of_the_reader(client: Client) -> None:
    page = flat(client.get("/drafts/new/", headers={"Accept-Language": "de"}).content)
    assert "<dt><b>Mittel</b></dt>" in page
    assert '<option value="club">Mittel</option>' in page
    assert "Knows what each card is worth" not in page


def test_over_a_week_is_ready_to_be_opened_with_queued_packets(client: Client) -> None:
    page = client.get("/drafts/new/?over=week").content.decode()
    assert "about 6 days" in page
    assert '<option value="28800" selected' in page
    assert '<option value="23-7" selected' in page
    assert '<option value="queued" selected' in page
    assert "days" in flat(page.encode())


def test_a_table_is_called_after_a_host_who_has_a_name_in_the_language_of_each_reader(client: Client) -> None:
    answers = {"players": "2", "peoples": ["Vulca", "Hoax", "Mimix"], "step8": "right", "seating": "random"}
    client.post("/drafts/new/", answers)
    assert Draft.objects.get().name == "Draft with bots"
    client.post("/drafts/new/", answers | {"nickname": "Roland"}, headers={"accept-language": "de"})
    draft = Draft.objects.order_by("-pk")[0]
    for language, title in {"en": "Roland’s draft", "de": "Draft von Roland", "ru": "Драфт: Roland"}.items():
        page = flat(client.get(draft.get_absolute_url(), headers={"accept-language": language}).content)
        assert f"<title>{title} · Ten Moons</title>" in page
        assert title in flat(client.get("/drafts/", headers={"accept-language": language}).content)


def test_a_table_for_others_asks_the_host_for_a_name_and_keeps_what_was_chosen(client: Client) -> None:
    answers = {"players": "2", "before": "2", "peoples": ["Vulca", "Hoax", "Mimix"], "step8": "right"}
    answers |= {"seating": "random", "grace_seconds": "auto"}
    for address in ("/drafts/new/", "/drafts/practice/"):
        refused = client.post(address, answers | {"packet": "5", "rounds": "2", "last_deal": "0", "action": "open"})
        assert refused.status_code == 400
        page = flat(refused.content)
        assert "Enter your name, so that others can see who is hosting." in page
        assert "autofocus" in page and "You end up with" in page and '<details class="more" open' not in page
    assert not Draft.objects.exists()
    # Bots do not ask, and a member is known by their account.
    assert client.post("/drafts/new/", answers | {"action": "bots"}).status_code == 302


def test_practice_for_more_than_the_pool_reaches_for_offers_the_rounds_that_fit(client: Client) -> None:
    answers = {"players": "3", "peoples": ["Vulca", "Hoax", "Mimix"], "step8": "right", "seating": "random"}
    answers |= {"grace_seconds": "auto", "packet": "5", "rounds": "9", "last_deal": "0", "action": "bots"}
    refused = client.post("/drafts/practice/", answers)
    assert refused.status_code == 400
    assert "The pool has 99 cards, but these rounds would deal 135." in flat(refused.content)
    assert "Deal 6 rounds instead" in flat(refused.content)
    mended = client.post("/drafts/practice/", answers | {"fitting_rounds": "6"})
    assert 'name="rounds" value="6"' in flat(mended.content)
    assert "rounds instead" not in flat(mended.content)
    assert client.post("/drafts/practice/", answers | {"fitting_rounds": "many"}).status_code == 200
    assert not Draft.objects.exists()


OPENED = {"players": "2", "before": "2", "peoples": ["Vulca", "Hoax", "Mimix"], "step8": "right", "seating": "random"}
OPENED |= {"grace_seconds": "auto", "nickname": "Roland", "action": "open", "pick_seconds": "28800", "night": "23-7"}


@pytest.mark.parametrize(
    ("language", "zone", "kept"),
    [
        ("en", "America/New_York", "23-7 America/New_York"),
        ("en", "America/New York", "23-7 America/New_York"),
        ("de", "", "23-7 Europe/Berlin"),
        ("en", "", "23-7 UTC"),
    ],
)
def test_the_clock_of_a_week_sleeps_where_its_host_lives(client: Client, language: str, zone: str, kept: str) -> None:
    answer = client.post("/drafts/new/", OPENED | {"zone": zone}, headers={"Accept-Language": language})
    assert answer.status_code == 302
    draft = Draft.objects.get()
    assert draft.quiet_hours == kept
    again = client.get(f"/drafts/new/?again={draft.key}").content.decode()
    assert '<option value="23-7" selected' in again
    assert "The clock pauses from 23:00 to 7:00" in client.get(answer["Location"]).content.decode() or language != "en"


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"zone": "Europe/Atlantis"}, "Europe/Atlantis"),
        ({"pick_seconds": "60"}, "You can only set quiet hours if the time per pick is an hour or more."),
    ],
)
def test_a_night_that_cannot_be_is_refused_in_words(client: Client, answers: dict[str, str], said: str) -> None:
    answer = client.post("/drafts/new/", OPENED | answers)
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert not Draft.objects.exists()


def test_one_tap_seats_a_visitor_among_bots(client: Client, db_catalogue: Catalogue) -> None:
    answer = client.post("/drafts/new/", {"action": "at_once"})
    draft = Draft.objects.get()
    assert answer.status_code == 302 and draft.key in answer.headers["Location"]
    assert (draft.status, draft.players, len(draft.peoples)) == (Draft.Status.DRAFTING, 4, 6)


def test_the_lobby_tells_the_terms_in_sentences(roland: User, roland_client: Client) -> None:
    draft = create_draft(host=person_of_user(roland), setup=setup_for(4), pick_seconds=60, shrinking=True)
    page = flat(roland_client.get(f"/drafts/{draft.key}/").content)
    terms = "9 rounds: pick a card, pass the packet on. You end up with 39 cards. "
    terms += "You have 1 minute for each pick, and less for smaller packets."
    assert terms in page and "Everyone’s picks are revealed when the host says so." in page


# What the lobby shows in other places: a value of each and the words for it.
TERMS_BESIDE_THE_WORDS = {
    "seating": (Draft.Seating.AS_SAT, "Players sit in this order."),
    "company": ("expert", "The bots are strong."),
    "log_rule": (Draft.LogRule.NEVER, "Nobody’s picks are revealed."),
    "watching": (Draft.Watching.ROUND, "Onlookers see the picks: after each round."),
    "open_partners": (True, "Partners see each other’s cards during the draft."),
}
OTHER_TERMS = {
    "pick_seconds": 30,
    "shrinking": True,
    "review_seconds": 60,
    "quiet_hours": "23-7 UTC",
    "grace_seconds": 90,
    "teams": 2,
}


def test_every_term_of_a_draft_is_put_in_words_or_shown_in_another_place() -> None:
    assert OTHER_TERMS.keys() | TERMS_BESIDE_THE_WORDS.keys() == set(TERM_FIELDS)
    terms = {"pick_seconds": 3600, "shrinking": False, "review_seconds": 0, "quiet_hours": "", "grace_seconds": None}
    terms |= {"teams": None, "seats": (), "status": Draft.Status.LOBBY}
    usual = SimpleNamespace(**terms, setup=SimpleNamespace(flow=PassingMode.TOGETHER))
    for name, value in OTHER_TERMS.items():
        changed = SimpleNamespace(**(vars(usual) | {name: value}))
        assert terms_in_words(changed) != terms_in_words(usual), name  # type: ignore[arg-type]


@pytest.mark.parametrize("name", TERMS_BESIDE_THE_WORDS)
def test_the_lobby_shows_a_term_that_is_not_put_in_words(name: str, roland: User, roland_client: Client) -> None:
    draft = create_draft(host=person_of_user(roland), setup=setup_for(4), teams=2)
    value, words = TERMS_BESIDE_THE_WORDS[name]
    assert words not in flat(roland_client.get(f"/drafts/{draft.key}/").content)
    Draft.objects.filter(key=draft.key).update(**{name: value, "version": 2})
    drop_cached_draft(draft.key)
    assert words in flat(roland_client.get(f"/drafts/{draft.key}/").content)


PRACTICE = {
    "players": "2",
    "peoples": ["Vulca", "Hoax"],
    "step8": "right",
    "seating": "random",
    "grace_seconds": "auto",
}
PRACTICE |= {"packet": "2", "rounds": "1", "last_deal": "0", "action": "bots"}


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("Vulca 03\nVulca 00", "Line 2: Vulca 00 can’t be one of a deck’s thirty cards"),
        ("Inq 411", "Inq 411 can’t be one of a deck’s thirty cards"),
        ("Emissary slot 2", "can’t be one of a deck’s thirty cards"),
        ("Vulca 03\nVulca 04\nNobody", "Line 3: "),
        (
            "# mine\nVulca 03\nVulca 04\nVulca 03",
            "Line 4: Vulca 03 is in the list twice, but each card is in the box only once.",
        ),
    ],
)
def test_a_list_holds_only_cards_of_a_deck_and_each_once(client: Client, cards: str, said: str) -> None:
    """DECK-09: leaders, inquisitors and emissaries are never among the thirty."""
    refused = client.post("/drafts/practice/", PRACTICE | {"cards": cards})
    assert refused.status_code == 400
    assert said in flat(refused.content)
    assert not Draft.objects.exists()


def filled_in(client: Client, address: str) -> str:
    answer = client.post("/drafts/practice/", PRACTICE | {"fill_in": "1", "source_address": address})
    return html.unescape(answer.content.decode())


def test_a_list_is_filled_in_from_a_deck_a_pool_or_a_search(
    roland: User, roland_client: Client, client: Client, facts: Catalogue
) -> None:
    deck = terrah_deck(roland, facts)
    pool = create_pool(owner=person_of_user(roland), name="My fire", codes=("Vulca 03", "Vulca 00"))
    page = filled_in(roland_client, f"http://testserver{deck.get_absolute_url()}")
    assert "Terrah 30" in page.partition('name="cards"')[2].partition("</textarea>")[0]
    assert '<option value="' + pool.get_absolute_url() + '"' in page
    listed = filled_in(roland_client, pool.get_absolute_url()).partition('name="cards"')[2].partition("</textarea>")[0]
    assert "Vulca 03" in listed
    assert "Vulca 00" not in listed
    found = filled_in(client, "/cards/?q=people:hoax").partition('name="cards"')[2].partition("</textarea>")[0]
    assert "Hoax 03" in found
    assert "Vulca" not in found


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/decks/nobodysdeck/", "This deck doesn’t exist or is private."),
        ("/drafts/", "Paste the address of a list, a deck, one of your pools or a card search on this site."),
        ("anything else", "Paste the address of a list"),
        ("http://[", "Paste the address of a list"),
        ("/cards/?q=type:leader", "There are no cards of Blue Moon decks on that page."),
        ("/cards/?q=((", "This bracket is never closed."),
        ("/decks/shelf/", "There are no cards of Blue Moon decks on that page."),
    ],
)
def test_a_page_without_cards_for_a_draft_is_refused_and_the_form_kept(client: Client, address: str, said: str) -> None:
    page = filled_in(client, address)
    assert said in flat(page.encode())
    assert 'name="packet" value="2"' in page


def test_a_pool_is_filled_in_for_its_owner_only(roland: User, elinor_client: Client) -> None:
    pool = create_pool(owner=person_of_user(roland), name="Mine", codes=("Vulca 03",))
    assert "Vulca 03" not in filled_in(elinor_client, pool.get_absolute_url())
