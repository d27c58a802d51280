"""The builder: one tap at a time, with htmx and without, and two tabs at once."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards.core.facts import Catalogue
from decks.models import Deck
from tests.decks.rows import draft_deck, drafted_pool, terrah_deck
from tests.html import flat

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def row(roland: User, facts: Catalogue) -> Deck:
    return terrah_deck(roland, facts)


def url(row: Deck, page: str) -> str:
    return f"/decks/{row.key}/{page}/"


def results(page: str) -> list[str]:
    """Return the codes of the offered cards."""
    return re.findall(r'id="in-([a-z0-9-]+)"', page)


def test_the_builder_first_offers_the_leaders_own_cards(row: Deck, roland_client: Client) -> None:
    page = flat(roland_client.get(url(row, "edit")).content)
    assert len(results(page)) == 32
    assert all(code.startswith("terrah-") for code in results(page))
    assert "30 of 30 cards" in re.sub(r"\s+", " ", page)


def test_a_search_finds_cards_of_every_people(row: Deck, roland_client: Client) -> None:
    page = flat(roland_client.get(url(row, "edit"), {"q": "rain", "people": ""}).content)
    assert {"flit-16", "terrah-24"} <= set(results(page))


def test_words_that_name_no_card_of_the_chosen_people_find_those_of_others(row: Deck, roland_client: Client) -> None:
    page = flat(roland_client.get(url(row, "edit"), {"q": "flash the incendiary", "people": "Terrah"}).content)
    assert results(page) == ["vulca-02"]


def test_the_results_alone_are_sent_to_htmx(row: Deck, roland_client: Client) -> None:
    answer = roland_client.get(url(row, "edit"), {"q": "catusan"}, headers=HTMX | {"HX-Target": "results"})
    page = flat(answer.content)
    assert results(page) == ["terrah-05"]
    assert "<html" not in page
    assert 'id="built"' not in page


def test_no_card_found_says_what_was_probably_meant(row: Deck, roland_client: Client) -> None:
    page = flat(roland_client.get(url(row, "edit"), {"q": "catussan"}).content)
    assert "Catusan" in page


def test_a_tap_puts_a_card_in_without_javascript(row: Deck, roland_client: Client) -> None:
    answer = roland_client.post(url(row, "cards"), {"tap": "1 Terrah 05", "back": "q=catusan"})
    assert answer["Location"] == f"{url(row, 'edit')}?q=catusan#results"
    assert row.cards.filter(code="Terrah 05").exists()


def tapped(client: Client, row: Deck, code: str, *, present: str = "1", version: str = "1") -> HttpResponse:
    said = {"tap": f"{present} {code}", "version": version}
    return client.post(url(row, "cards"), said, headers=HTMX)  # type: ignore[return-value]


def test_a_tap_answers_with_the_one_line_it_adds(row: Deck, roland_client: Client) -> None:
    page = flat(tapped(roland_client, row, "Terrah 05").content)
    for part in ('afterend:#line-terrah-04"', 'id="line-terrah-05"', 'id="count-character"', 'id="verdict"'):
        assert part in page
    assert "Remove 1 card." in page
    assert 'id="deck-version" value="2"' in page
    assert re.findall(r'data-line="([^"]+)"', page) == ["Terrah 05"]


def test_the_first_card_of_a_type_comes_first_in_its_group(row: Deck, roland_client: Client) -> None:
    row.cards.all().delete()
    page = flat(tapped(roland_client, row, "Buka 28").content)
    assert 'hx-swap-oob="afterbegin:#rows-ship"' in page


def test_a_tap_takes_the_one_line_out(row: Deck, roland_client: Client) -> None:
    page = flat(tapped(roland_client, row, "Terrah 01", present="0").content)
    assert '<li id="line-terrah-01" hx-swap-oob="delete">' in page
    assert "29 of 30 cards" in page and "(29)" in page


def test_the_button_that_fills_a_deck_comes_and_goes_with_its_size(row: Deck, roland_client: Client) -> None:
    short = flat(tapped(roland_client, row, "Terrah 01", present="0").content)
    assert f'action="/decks/{row.key}/fill/"' in short and "Fill to 30" in short
    full = flat(tapped(roland_client, row, "Terrah 01", version="2").content)
    assert f'action="/decks/{row.key}/fill/"' not in full and "Fill to" not in full


@pytest.mark.parametrize(("code", "present"), [("Terrah 05", "1"), ("Terrah 01", "0")])
def test_a_tap_is_small_and_needs_few_queries(
    row: Deck,
    roland_client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    code: str,
    present: str,
) -> None:
    with django_assert_max_num_queries(8):
        answer = tapped(roland_client, row, code, present=present)
    assert answer.status_code == 200
    assert len(answer.content) < 15_000


def test_a_tap_of_a_guest_needs_few_queries(
    client: Client, facts: Catalogue, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    made = client.post("/decks/new/", {"people": "Terrah", "start": "box", "format": "custom"})
    row = Deck.objects.get(key=made["Location"].split("/")[2])
    with django_assert_max_num_queries(8):
        assert tapped(client, row, "Terrah 05").status_code == 200


def test_after_a_tap_of_another_tab_the_page_asks_for_the_whole_list(row: Deck, roland_client: Client) -> None:
    tapped(roland_client, row, "Terrah 05")
    stale = tapped(roland_client, row, "Aqua 01")
    assert "deck-version" in stale["HX-Trigger-After-Settle"]
    assert "data-line" not in flat(stale.content)
    assert row.cards.count() == 32


def test_a_repeated_tap_changes_nothing(row: Deck, roland_client: Client) -> None:
    tapped(roland_client, row, "Terrah 05")
    tapped(roland_client, row, "Terrah 05", version="2")
    row.refresh_from_db()
    assert (row.version, row.cards.count(), row.changes.count()) == (2, 31, 2)


def test_a_tap_on_no_card_is_refused_kindly(row: Deck, roland_client: Client) -> None:
    answer = roland_client.post(url(row, "cards"), {"tap": "1 Terrah 99"})
    assert answer.status_code == 404
    assert "No card is called" in flat(answer.content)


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "q=a&people=Flit"])
def test_the_way_back_never_leaves_the_site(row: Deck, roland_client: Client, back: str) -> None:
    answer = roland_client.post(url(row, "cards"), {"tap": "1 Terrah 05", "back": back})
    assert answer["Location"].startswith(url(row, "edit") + "?")


def test_nobody_else_builds(row: Deck, stranger_client: Client, client: Client) -> None:
    for other in (stranger_client, client):
        assert other.get(url(row, "edit")).status_code == 403
        assert other.post(url(row, "cards"), {"tap": "1 Terrah 05"}).status_code == 403
        assert other.post(url(row, "fill")).status_code == 403
        assert other.post(url(row, "settings"), {"name": "x"}).status_code == 403
    assert row.cards.count() == 30


def test_a_draft_deck_is_built_from_its_pool_alone(roland: User, roland_client: Client, facts: Catalogue) -> None:
    pool = drafted_pool(roland, facts)
    deck = draft_deck(roland, pool)
    page = flat(roland_client.get(url(deck, "edit")).content)
    assert "Your picks" in page
    assert len(results(page)) == 36
    page_text = flat(roland_client.get(url(deck, "edit"), {"q": "", "people": "Hoax"}).content)
    assert results(page_text) == []
    roland_client.post(url(deck, "fill"))
    assert deck.cards.count() == 30


def test_filling_says_why_it_cannot(row: Deck, roland_client: Client) -> None:
    page = flat(roland_client.post(url(row, "fill"), follow=True).content)
    assert "The deck is full" in page


def settings(**changed: str) -> dict[str, str]:
    return {
        "name": "Nights of Terrah",
        "format": "custom",
        "edition": "legends",
        "leader": "Terrah 00",
        "visibility": "link",
        "version": "1",
    } | changed


def test_the_settings_are_saved(row: Deck, roland_client: Client) -> None:
    said = settings(name="Storms", inquisitor="Inq 412", family="b", extend="on", match="on", notes="For Thursday")
    answer = roland_client.post(url(row, "settings"), said | {"visibility": "public", "edition": "first"})
    assert answer["Location"] == url(row, "edit")
    row.refresh_from_db()
    assert (row.name, row.inquisitor, row.family, row.match) == ("Storms", "Inq 412", "b", True)
    assert (row.options, row.notes, row.version) == ({"family_rule": "extend"}, "For Thursday", 2)
    assert row.cards.count() == 30
    assert roland_client.get(url(row, "edit")).status_code == 200


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"format": "standard"}, {"leader": "Cthulhu 00"}, {"version": ""}, {"family": "q"}]
)
def test_wrong_settings_are_shown_again_as_typed(row: Deck, roland_client: Client, wrong: dict[str, str]) -> None:
    answer = roland_client.post(url(row, "settings"), settings(notes="Do not lose me") | wrong)
    assert answer.status_code == 400
    assert "Do not lose me" in flat(answer.content)
    row.refresh_from_db()
    assert row.version == 1


def test_what_both_players_agreed_on_stays_when_settings_are_saved(row: Deck, roland_client: Client) -> None:
    Deck.objects.update(options={"agreed": ["match"]})
    assert roland_client.post(url(row, "settings"), settings(name="New")).status_code == 302
    row.refresh_from_db()
    assert (row.name, row.options) == ("New", {"agreed": ["match"]})


def test_two_tabs_that_change_different_settings_both_keep_theirs(row: Deck, roland_client: Client) -> None:
    roland_client.post(url(row, "settings"), settings(name="First tab"))
    roland_client.post(url(row, "cards"), {"tap": "1 Terrah 05"})
    answer = roland_client.post(url(row, "settings"), settings(notes="From the second tab", tags="storm, Night ,storm"))
    assert answer.status_code == 302
    row.refresh_from_db()
    assert (row.name, row.notes, row.tags) == ("First tab", "From the second tab", ["storm", "night"])
    assert row.cards.count() == 31


def test_two_tabs_that_change_the_same_setting_are_given_the_choice(row: Deck, roland_client: Client) -> None:
    roland_client.post(url(row, "settings"), settings(name="First tab"))
    answer = roland_client.post(url(row, "settings"), settings(name="Second tab", notes="Do not lose me"))
    page = flat(answer.content)
    assert answer.status_code == 409
    for shown in ('value="Second tab"', "It’s now “First tab”.", "Do not lose me", 'name="version" value="2"'):
        assert shown in page
    row.refresh_from_db()
    assert row.name == "First tab"
    again = roland_client.post(url(row, "settings"), settings(name="Second tab", notes="Do not lose me", version="2"))
    assert again.status_code == 302


def test_another_tab_hears_the_bell_and_asks_for_the_list(row: Deck, roland_client: Client) -> None:
    answer = roland_client.get(url(row, "edit"), headers=HTMX | {"HX-Target": "built"})
    page = flat(answer.content).strip()
    assert page.startswith('<div id="built"')
    assert f'data-topic="deck.{row.key}" data-version="1"' in page
    assert page.count("hx-swap-oob") == 5


def test_a_deck_without_a_leader_asks_for_one_first(row: Deck, roland_client: Client) -> None:
    Deck.objects.update(leader="")
    assert "First, choose a leader" in flat(roland_client.get(url(row, "edit")).content)
    assert roland_client.post(url(row, "leader"), {"leader": "Terrah 01"}).status_code == 400
    roland_client.post(url(row, "leader"), {"leader": "Terrah 00"})
    row.refresh_from_db()
    assert row.leader == "Terrah 00"
    assert "First, choose a leader" not in flat(roland_client.get(url(row, "edit")).content)


def test_a_card_to_think_about_waits_beside_the_list(row: Deck, roland_client: Client) -> None:
    said = {"tap": "1 Vulca 03"}
    page = flat(roland_client.post(url(row, "maybe"), said, headers=HTMX).content)
    assert "Scorch the Inflammable" in page
    assert roland_client.post(url(row, "maybe"), said).status_code == 302
    row.refresh_from_db()
    assert (row.maybe, row.version) == (["Vulca 03"], 2)
    tapped(roland_client, row, "Vulca 03", version="2")
    row.refresh_from_db()
    assert row.maybe == []
    assert roland_client.post(url(row, "maybe"), {"tap": "1 Vulca 99"}).status_code == 404


def test_undo_and_redo_walk_back_and_forth(row: Deck, roland_client: Client) -> None:
    tapped(roland_client, row, "Terrah 05")
    tapped(roland_client, row, "Vulca 03", version="2")
    held = [row.cards.count()]
    for way in ("undo", "undo", "undo", "redo", "redo", "redo"):
        roland_client.post(url(row, f"step/{way}"))
        held.append(row.cards.count())
    assert held == [32, 31, 30, 30, 31, 32, 32]


def test_undo_keeps_the_search(row: Deck, roland_client: Client) -> None:
    tapped(roland_client, row, "Terrah 05")
    answer = roland_client.post(url(row, "step/undo"), {"back": "q=rain"})
    assert answer["Location"] == f"{url(row, 'edit')}?q=rain#results"


def test_the_notes_are_markdown_made_safe(row: Deck, roland_client: Client) -> None:
    notes = "**Storm** first <script>alert(1)</script> [x](javascript:alert(1)) ![p](http://evil.example/p.png)"
    roland_client.post(url(row, "settings"), settings(notes=notes))
    page = flat(roland_client.get(row.get_absolute_url()).content)
    assert "<strong>Storm</strong>" in page
    for evil in ("<script>alert", 'href="javascript', "<img"):
        assert evil not in page.partition('<div class="notes">')[2].partition("</div>")[0]
    assert "<script>alert" not in page


def test_a_page_that_has_the_newest_list_is_sent_none(roland_client: Client, row: Deck) -> None:
    asks = HTMX | {"HX-Target": "built"}
    assert roland_client.get(url(row, "edit"), {"version": row.version}, headers=asks).status_code == 204
    older = roland_client.get(url(row, "edit"), {"version": row.version - 1}, headers=asks)
    assert older.status_code == 200 and 'id="built"' in older.text


def test_the_pictures_of_the_leaders_people_come_in_one_file(roland_client: Client, row: Deck) -> None:
    page = roland_client.get(url(row, "edit"))
    people = row.leader.split()[0].lower()
    assert re.search(
        rf'<link rel="preload" as="fetch" href="/cards/tiles/pictures/\w+/{people}.json" crossorigin', page.text
    )
    assert 'data-picture="' in page.text and f'src="/cards/pictures/{people}-' not in page.text
