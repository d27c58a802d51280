"""Panels of the builder: chips of the catalogue, powers, the strip, and the swap in the verdict."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from decks.models import Deck, Shelf
from tests.decks.rows import person_of_user, terrah_deck
from tests.html import flat

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def row(roland: User, facts: Catalogue) -> Deck:
    return terrah_deck(roland, facts)


def page_of(client: Client, row: Deck, **asked: object) -> str:
    return flat(client.get(f"/decks/{row.key}/edit/", asked).content)  # type: ignore[arg-type]


def offered(page: str) -> list[str]:
    return re.findall(r'id="in-([a-z0-9-]+)"', page)


def tapped(client: Client, row: Deck, code: str, **said: str) -> str:
    body = {"tap": f"1 {code}", "version": str(row.version)} | said
    return flat(client.post(f"/decks/{row.key}/cards/", body, headers=HTMX).content)


def test_chips_choose_by_people_type_icon_and_numbers_and_sort(
    row: Deck, roland_client: Client, facts: Catalogue
) -> None:
    asked = {"chips": "1", "people": ["Flit", "Aqua"], "type": "character", "fire_min": "3", "sort": "fire"}
    shown = offered(page_of(roland_client, row, **asked))
    codes = [code for code in facts.by_code if code.lower().replace(" ", "-") in shown]
    assert codes
    assert {facts[code].people.value for code in codes} == {"Flit", "Aqua"}
    assert all(facts[code].type == "character" and (facts[code].fire or 0) >= 3 for code in codes)


def test_no_chip_ticked_offers_every_people(row: Deck, roland_client: Client) -> None:
    assert any(not code.startswith("terrah") for code in offered(page_of(roland_client, row, chips="1")))


def test_only_owned_cards_where_somebody_counted_their_boxes(row: Deck, roland: User, roland_client: Client) -> None:
    assert "You haven’t added your boxes yet." in page_of(roland_client, row, chips="1", owned="1")
    shelf = Shelf.objects.create(owner=person_of_user(roland))
    shelf.boxes.create(mark="V", count=1)
    shown = page_of(roland_client, row, chips="1", owned="1", people="Vulca")
    assert offered(shown)
    assert not offered(page_of(roland_client, row, chips="1", owned="1", q="deck:F"))


def test_a_row_says_what_the_card_does(row: Deck, roland_client: Client) -> None:
    assert 'class="says"' in page_of(roland_client, row, q="discard")


def test_the_strip_has_a_moon_for_each_that_is_allowed_and_those_beyond(row: Deck, roland_client: Client) -> None:
    page = page_of(roland_client, row)
    have = int(re.search(r"(\d+) of 10 moons", page).group(1))  # type: ignore[union-attr]
    assert page.count('<span class="full">') == have
    assert page.count('<span class="unused">') == 10 - have
    for code in ("Aqua 01", "Flit 01", "Mimix 02", "Hoax 02", "Khind 01"):
        page = tapped(roland_client, row, code)
        row.refresh_from_db()
    have = int(re.search(r"(\d+) of 10 moons", page).group(1))  # type: ignore[union-attr]
    assert have > 10
    assert page.count('<span class="over">') == min(16, have) - 10


def test_over_the_limit_the_status_shows_the_change_and_it_can_be_made(row: Deck, roland_client: Client) -> None:
    tapped(roland_client, row, "Vulca 01")
    asked = roland_client.get(f"/decks/{row.key}/help/", headers=HTMX | {"HX-Target": "fix"})
    page = flat(asked.content)
    assert "Remove this card and the deck is legal." in page and "<html" not in page
    codes = re.search(r'name="codes" value="([^"]+)"', page).group(1)  # type: ignore[union-attr]
    assert "Vulca 01" in codes
    roland_client.post(f"/decks/{row.key}/help/take/", {"version": "2", "codes": codes, "leaders": "Terrah 00"})
    assert "Legal" in page_of(roland_client, row)
    assert row.cards.filter(code="Vulca 01").exists()


def test_filling_is_offered_below_the_size_alone(row: Deck, roland_client: Client) -> None:
    assert "Fill to 30" not in page_of(roland_client, row)
    row.cards.last().delete()  # type: ignore[union-attr]
    assert "Fill to 30" in page_of(roland_client, row)


def test_the_cards_whose_moons_count_are_listed_once(row: Deck, roland_client: Client) -> None:
    page = page_of(roland_client, row)
    panel = page[page.index('id="verdict"') : page.index('id="list-head"')]
    assert panel.count("Mad Mike Magpie") == 1 and panel.count("DECK-04</code>") == 1
    assert ">Note<" not in page


def test_a_tap_on_the_status_opens_the_faults_and_what_mends_them(roland_client: Client, row: Deck) -> None:
    assert 'popovertarget="why-now"' not in page_of(roland_client, row)
    answer = tapped(roland_client, row, "Hoax 01")
    status = answer[answer.index('id="tally"') :]
    assert status.index("Make it legal</button>") < status.index('id="why-now-title">Not legal<')
    assert "Remove 1 card." in status[status.index('id="why-now"') :]
    assert f'href="/decks/{row.key}/help/">Make it legal</a>' in status


def test_what_words_find_among_other_peoples_stands_in_a_second_group(roland_client: Client, row: Deck) -> None:
    page = page_of(roland_client, row, q="mutant", people="Terrah")
    first, second = page.split('id="others-head">')
    assert re.match(r"From other peoples \(\d+\)", second)
    assert {code.rsplit("-", 1)[0] for code in offered(first)} <= {"terrah"}
    assert "terrah" not in {code.rsplit("-", 1)[0] for code in offered(second)}
    assert "others-head" not in page_of(roland_client, row, q="mutant")


def test_a_bookmark_is_filled_when_it_is_set_and_takes_the_card_off_again(roland_client: Client, row: Deck) -> None:
    roland_client.post(f"/decks/{row.key}/maybe/", {"tap": "1 Vulca 01"})
    page = page_of(roland_client, row, q="Vulca 01")
    button = page[page.index('id="result-vulca-01"') :]
    assert button.index('value="0 Vulca 01"') < button.index('aria-pressed="true"')
    assert "Flamebreath the Dazzling" in flat(roland_client.get(f"/decks/{row.key}/history/").content)


def test_the_settings_come_when_they_are_opened_and_have_a_page_without_scripts(
    row: Deck, roland_client: Client
) -> None:
    page = page_of(roland_client, row)
    address = f"/decks/{row.key}/settings/"
    assert f'hx-get="{address}"' in page and f'href="{address}#settings"' in page and 'name="leader"' not in page
    alone = flat(roland_client.get(address, headers=HTMX | {"HX-Target": "settings-body"}).content)
    assert 'name="leader"' in alone and "<main" not in alone
    whole = flat(roland_client.get(address).content)
    assert 'name="leader"' in whole and re.search(r'class="panel settings" open', whole)
