"""Guides to a deck: Markdown with links to cards, in several languages, against a version, made safe."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import CardFacts, Catalogue
from common.errors import Conflict
from decks.guides.services import save_guide
from decks.markdown import MAX_NAME_LENGTH, markdown_as_html
from decks.models import Deck
from decks.public.queries import DeckSearch, search_public_decks
from tests.decks.public.rows import public_deck
from tests.decks.rows import person_of_user
from tests.html import flat

pytestmark = pytest.mark.django_db
LINK = '<a href="/cards/vulca-03/" rel="nofollow noopener ugc">'


@pytest.fixture
def row(roland: User, facts: Catalogue) -> Deck:
    return public_deck(roland, facts, name="Quakes")


def test_a_card_between_double_brackets_is_a_link(facts: Catalogue) -> None:
    name = facts["Vulca 03"].name
    assert markdown_as_html(f"Keep [[{name}]].", facts) == f"<p>Keep {LINK}{name}</a>.</p>\n"
    assert markdown_as_html("[[vulca 3]]", facts) == f"<p>{LINK}vulca 3</a></p>\n"


@pytest.mark.parametrize("text", ["[[Card not found]]", "[[Vulca 03", "[[]]", "[[Vulca 03]", "`[[Vulca 03]]`"])
def test_what_names_no_card_stays_as_it_is(text: str, facts: Catalogue) -> None:
    assert "<a " not in markdown_as_html(text, facts)
    assert text.strip("`") in markdown_as_html(text, facts)


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "[x](javascript:alert(1))", "![x](https://a.example/x)"])
def test_nothing_harmful_passes(text: str, facts: Catalogue) -> None:
    html = markdown_as_html(text, facts)
    assert "<script" not in html
    assert 'href="javascript' not in html
    assert "<img" not in html


def test_a_text_of_nothing_but_brackets_is_not_looked_up_to_its_end_from_each_of_them() -> None:
    asked: list[int] = []

    class Slow(Catalogue):
        def lookup(self, text: str) -> tuple[CardFacts, ...]:
            asked.append(len(text))
            return ()

    text = "[[" * 5000 + "]]"
    assert markdown_as_html(text, Slow([])) == f"<p>{text}</p>\n"
    assert len(asked) <= 2 * MAX_NAME_LENGTH and max(asked) <= MAX_NAME_LENGTH


@pytest.mark.parametrize(
    "text",
    [
        "|".join("a" * 2000) + "\n" + "|".join("-" * 2000) + "\n" + "|\n" * 5000,
        "a|b\n-|-\n" + "|\n" * 9000,
        "> a|b\n> :-|-:\n" + "> |\n" * 4000,
        "- a|b\n  -|-\n" + "  |\n" * 4000,
    ],
)
def test_a_few_letters_make_no_table_of_thousands_of_cells(text: str) -> None:
    assert len(markdown_as_html(text)) < 3 * len(text)
    assert "<td>1</td>" in markdown_as_html("a|b\n-|-\n1|2")


def test_a_guide_is_shown_in_the_language_of_the_reader(row: Deck, roland: User, client: Client) -> None:
    for language, text in (("de", "Erde **zuerst**."), ("en", "Earth first.")):
        save_guide(key=row.key, person=person_of_user(roland), language=language, text=text, version=0)
    page = flat(client.get(f"/decks/{row.key}/").content)
    assert "Earth first." in page
    assert "zuerst" not in page
    assert 'href="?guide=de#guide"' in page
    assert "Erde <strong>zuerst</strong>." in flat(client.get(f"/decks/{row.key}/?guide=de").content)
    assert [deck.name for deck in search_public_decks(DeckSearch(words="zuerst"))] == ["Quakes"]


def test_a_guide_saved_meanwhile_is_not_overwritten(row: Deck, roland: User, roland_client: Client) -> None:
    person = person_of_user(roland)
    save_guide(key=row.key, person=person, language="en", text="One.", version=0)
    with pytest.raises(Conflict):
        save_guide(key=row.key, person=person, language="en", text="Two.", version=0)
    page = roland_client.post(f"/decks/{row.key}/guide/en/", {"text": "Mine.", "version": "0"})
    shown = flat(page.content)
    assert page.status_code == 409
    assert "One." in shown
    assert "Mine.</textarea>" in shown
    assert 'name="version" value="1"' in shown


def test_a_preview_keeps_nothing_and_an_empty_text_takes_the_guide_away(row: Deck, roland_client: Client) -> None:
    path = f"/decks/{row.key}/guide/en/"
    page = flat(roland_client.post(path, {"text": "**Bold**", "version": "0", "do": "preview"}).content)
    assert "<strong>Bold</strong>" in page
    assert not row.guides.exists()
    roland_client.post(path, {"text": "Saved.", "version": "0"})
    assert row.guides.get().text == "Saved."
    roland_client.post(path, {"text": "  ", "version": "1"})
    assert not row.guides.exists()


def test_the_api_writes_reads_and_deletes(row: Deck, roland_client: Client, client: Client) -> None:
    path = f"/api/v1/decks/{row.key}/guides/"
    body = {"text": "Keep [[Vulca 03]].", "version": 0}
    made = roland_client.put(f"{path}en/", body, content_type="application/json")
    assert made.json()["version"] == 1
    assert LINK in client.get(path).json()["results"][0]["html"]
    assert roland_client.put(f"{path}xx/", body, content_type="application/json").status_code == 400
    assert roland_client.put(f"{path}en/", body, content_type="application/json").status_code == 409
    assert roland_client.delete(f"{path}en/").status_code == 204
    assert roland_client.delete(f"{path}en/").status_code == 404
