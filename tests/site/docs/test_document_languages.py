"""The rules by number and the guides in the reader's language: complete, in the glossary's terms, honest where not."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping

import pytest
from django.test import Client
from markdown_it import MarkdownIt
from pytest import MonkeyPatch

from common.glossary import glossary_terms
from tenmoons.help_site import document_library, documents, rulebook, search, translations
from tenmoons.help_site.documents import PROJECT_ROOT
from tests.languages import LANGUAGES, said

pytestmark = pytest.mark.django_db
TRANSLATED = tuple(
    f"docs/{path.relative_to(translations.TRANSLATIONS_FOLDER).with_suffix('.md')}"
    for path in sorted(translations.TRANSLATIONS_FOLDER.rglob("*.csv"))
)
LABEL = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
KEPT = (re.compile(r"\d+"), re.compile(r"\]\(([^)]*)\)"), re.compile(r"`[^`]*`"), re.compile(r"\*\*"))
NUMBER = re.compile(r"^### [A-Z]+-\d+[a-z]?: ", re.MULTILINE)
ADDRESS = re.compile(r"\]\([^)]*\)")
# English word of the game → term of the glossary: where one appears, the other must appear in the translation.
TERMS = {
    r"\bdraw decks?\b": "draw deck",
    r"\bleadership cards?\b": "leadership card",
    r"\bsupports?\b": "support",
    r"(?<!icon )\bboosters?\b": "booster",
    r"\binquisitors?\b": "inquisitor",
    r"\bemissar(y|ies)\b": "emissary",
    r"\bcapacity\b": "capacity",
    r"\bcombat areas?\b": "combat area",
    r"\bsupport areas?\b": "support area",
    r"\bdeck indicator\b": "deck indicator",
    r"\bmoon limit\b": "moon limit",
    r"\bmoon values?\b": "moon value",
    r"\bmulligan\b": "mulligan",
    r"\bdragons?\b": "dragon",
    r"\bcrystals?\b": "crystal",
    r"\bdiscard piles?\b": "discard pile",
    r"\bbacktracking\b": "backtracking",
    r"\bmutants?\b": "mutant",
    r"\bChosen Ones?\b": "Chosen One",
    r"\bspecial power text\b": "special power text",
    r"\bpackets?\b": "packet",
    r"\bcustom decks?\b": "custom deck",
    r"\bships?\b": "ship",
    r"\bshields?\b": "shield",
    r"\binterference\b": "interference",
    r"\bachievements?\b": "achievement",
    r"\btotal power\b": "total power",
    r"\bforeign cards?\b": "foreign card",
}


def wanted(file: str) -> list[str]:
    """Return everything of a document that needs a translation."""
    text = (PROJECT_ROOT / file).read_text(encoding="utf-8")
    if file == rulebook.RULES_FILE_NAME:
        # The page has a title of its own, and numbers of rules are the same in every language.
        text = NUMBER.sub("### ", text.partition("\n")[2])
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
    inline = (token.content for token in tokens if token.type == "inline")
    return [translations.join_paragraph_lines(content) for content in inline if translations.needs_translation(content)]


def rows() -> Iterator[tuple[str, Mapping[str, str]]]:
    for file in TRANSLATED:
        yield from ((file, row) for row in translations.paragraph_translations(file).values())


def stem(word: str) -> str:
    """Return the part of a word that all its cases share: the first part without its ending."""
    first = word.lower().split()[0]
    return first[: max(3, len(first) - 3)]


def test_the_rules_and_the_guides_for_people_at_the_table_are_translated() -> None:
    assert {rulebook.RULES_FILE_NAME, *(f"docs/guides/{name}.md" for name in ("player", "host", "organiser"))} <= set(
        TRANSLATED
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", TRANSLATED)
def test_every_paragraph_is_written_in_the_language(file: str, language: str) -> None:
    assert [
        paragraph for paragraph in wanted(file) if not translations.translated_paragraph(paragraph, file, language)
    ] == []


@pytest.mark.parametrize("file", TRANSLATED)
def test_no_translation_is_left_of_a_paragraph_that_is_gone(file: str) -> None:
    path = translations.TRANSLATIONS_FOLDER / file.removeprefix("docs/").replace(".md", ".csv")
    with path.open(encoding="utf-8", newline="") as opened:
        keys = [row["en"] for row in csv.DictReader(opened)]
    now = set(wanted(file))
    assert [key for key in keys if key not in now] == []
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_links_code_and_questions_are_kept(language: str) -> None:
    for _file, row in rows():
        english, words = row["en"], row[language]
        for pattern in KEPT:
            assert sorted(pattern.findall(english)) == sorted(pattern.findall(words)), english
        assert english.endswith("?") == words.endswith("?"), english
        assert "  " not in words and words == words.strip(), english


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terms_are_those_of_the_glossary(language: str) -> None:
    wrong = [
        (row["en"], term)
        for _file, row in rows()
        for pattern, term in TERMS.items()
        if re.search(pattern, ADDRESS.sub("", row["en"]))
        and stem(glossary_terms()[term].word(language)) not in row[language].lower()
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_to_press_is_named_as_it_stands_on_the_page(language: str) -> None:
    shown = {english: forms[0] for (english, _many), forms in said(language).items()}
    wrong = [
        (label, words)
        for _file, row in rows()
        for label, words in zip(LABEL.findall(row["en"]), LABEL.findall(row[language]), strict=True)
        if label in shown and words != shown[label]
    ]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_is_shown_in_the_readers_language(client: Client, language: str) -> None:
    page = client.get("/help/guides/player/", headers={"Accept-Language": language}).content.decode()
    assert f'<article class="prose manual" lang="{language}">' in page and '<p class="notice">' not in page
    title = translations.translated_paragraph("Player’s guide", "docs/guides/player.md", language)
    assert f'<h1 lang="{language}">{title}</h1>' in page
    assert title in client.get("/help/", headers={"Accept-Language": language}).content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_are_shown_in_the_readers_language(client: Client, language: str) -> None:
    page = client.get("/help/rules/", headers={"Accept-Language": language}).content.decode()
    title = translations.translated_paragraph("The nine peoples", rulebook.RULES_FILE_NAME, language)
    assert f'<a href="#CARD-01"><code>CARD-01</code></a> {title}' in page
    assert 'lang="en"' not in page.partition("<main")[2].partition("</main>")[0] and "The nine peoples" not in page
    assert '<a href="#DECK-12">DECK-12</a>' in page and 'id="DECK-15a"' in page
    for chapter, english in zip(rulebook.rules_chapters(language), rulebook.rules_chapters(), strict=True):
        assert [rule.number for rule in chapter.rules] == [rule.number for rule in english.rules]
        assert sum(rule.english for rule in chapter.rules) == 0


def test_a_changed_paragraph_falls_back_to_english_and_says_so(client: Client, monkeypatch: MonkeyPatch) -> None:
    known = {
        english: row
        for english, row in translations.paragraph_translations(rulebook.RULES_FILE_NAME).items()
        if not english.startswith(("Count the moons", "GANG comes", "Inquisitor"))
    }
    monkeypatch.setattr(translations, "paragraph_translations", lambda _file: known)
    rulebook.rules_chapters.cache_clear()
    try:
        page = client.get("/help/rules/", headers={"Accept-Language": "de"}).content.decode()
    finally:
        rulebook.rules_chapters.cache_clear()
    small = '<small class="muted" lang="de">(auf Englisch)</small>'
    assert re.search(rf'<p lang="en">Count the moons [^<]+{re.escape(small)}</p>', page)
    assert re.search(rf'<li lang="en">GANG comes [^<]+{re.escape(small)}</li>', page)
    assert '<th lang="en">Inquisitor</th>' in page
    assert '<h3 id="title-CARD-13" lang="en">' in page
    assert "seit der Übersetzung geändert" in page


def test_a_document_without_a_translation_stays_the_english_page() -> None:
    assert document_library("de").page_by_slug("operations") is document_library().page_by_slug("operations")


def test_a_rule_is_found_by_the_words_of_both_languages(client: Client) -> None:
    for words in ("fremde Monde im Deck", "foreign moons in a deck"):
        rules = client.get("/search/", {"q": words}, headers={"accept-language": "de"}).context["rules"]
        assert ("DECK-03", "de") in [(row.number, row.language) for row in rules], words


def test_every_page_of_the_search_is_there_in_every_language() -> None:
    addresses = {entry.url for entry in search.index_entries("en")}
    for language in LANGUAGES:
        assert {entry.url for entry in search.index_entries(language)} == addresses


def test_the_anchors_of_a_translated_page_are_those_of_the_english_one() -> None:
    for language in LANGUAGES:
        for page in documents.document_library(language).guides:
            english = documents.document_library().page_by_slug(page.slug)
            assert english is not None
            assert [section.anchor for section in page.sections] == [section.anchor for section in english.sections]
