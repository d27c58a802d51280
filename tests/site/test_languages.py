"""Translations: complete, with the same placeholders, and compiled."""

from __future__ import annotations

import re
import tomllib

import polib
import pytest
from django.conf import settings

from common.management.commands.makemessages import merge_po_entries, sentence_tables_as_code
from common.sentence_tables import SENTENCES_FILE
from tests.languages import LANGUAGES, ROOT, catalogue, in_code, in_tables, in_template, missing, places, said
from tests.packages import PACKAGES

# They share what is read of the code.
pytestmark = pytest.mark.xdist_group("languages")
each = pytest.mark.parametrize("language", LANGUAGES)


def test_the_site_offers_what_is_translated() -> None:
    assert {code for code, _name in settings.LANGUAGES} == {"en", *LANGUAGES}


@each
def test_no_string_is_missing(language: str) -> None:
    assert missing(language) == []


@each
def test_no_translation_is_a_guess(language: str) -> None:
    assert [entry.msgid for entry in catalogue(language) if entry.fuzzy] == []


@each
def test_every_translation_has_the_places_of_the_english(language: str) -> None:
    wrong = [
        (singular, form)
        for (singular, plural), forms in said(language).items()
        for form in forms[-1:]
        if places(form) != places(plural or singular)
    ]
    assert wrong == []


@each
def test_every_count_has_all_forms_of_the_language(language: str) -> None:
    short = [
        singular for (singular, plural), forms in said(language).items() if plural and len(forms) != LANGUAGES[language]
    ]
    assert short == []


@each
def test_what_is_served_is_what_is_written(language: str) -> None:
    folder = ROOT / "locale" / language / "LC_MESSAGES"
    served = {
        (entry.msgid, entry.msgid_plural): tuple(entry.msgstr_plural.values()) or (entry.msgstr,)
        for entry in polib.mofile(str(folder / "django.mo"))
    }
    assert served == said(language)


def test_the_reader_of_code_finds_what_is_marked() -> None:
    source = 'a = _("one " "text")\nb = ngettext("%(n)d card", "%(n)d cards", n)\nc = other("not this")\n'
    assert list(in_code(source)) == [("one text", ""), ("%(n)d card", "%(n)d cards")]


def test_the_reader_of_templates_finds_what_is_marked() -> None:
    source = (
        '{% load i18n %}{% translate "It\'s" %}'
        "{% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}"
    )
    assert list(in_template(source)) == [("It's", ""), ("%(n)s card", "%(n)s cards")]


def test_both_readers_of_tables_find_every_sentence() -> None:
    source = '[kinds]\nnews = "It\'s “new”"\n"" = "none"\n'
    assert (
        list(in_tables(source)) == list(in_code(sentence_tables_as_code(source))) == [("It's “new”", ""), ("none", "")]
    )


def test_no_table_of_sentences_is_left_over() -> None:
    code = "".join(file.read_text(encoding="utf-8") for app in PACKAGES for file in (ROOT / app).rglob("*.py"))
    tables = {
        table
        for app in PACKAGES
        if (file := ROOT / app / SENTENCES_FILE).exists()
        for table in tomllib.loads(file.read_text())
    }
    assert {table for table in tables if f'"{table}"' not in code} == set()


# Words that translators are tempted to use for a term of the game, and that the cards and booklets do not use.
WRONG_WORDS = {
    "de": r"Führungs(?:karte|phase)|Ablagestapel|\bablegen\b|anlock|\bZiehstapel|Deckmarkierung|\bPacke\b",
    "nl": r"weglegstapel|trekdeck|leidingkaart|leiderskaart",
    "ru": r"\bпакет|стопка добора|Хоакс|Кхинд",
}


@each
def test_the_words_of_the_game_are_those_of_the_cards_and_booklets(language: str) -> None:
    wrong = re.compile(WRONG_WORDS[language], re.IGNORECASE)
    assert [form for forms in said(language).values() for form in forms if wrong.search(form)] == []


OLD = """# Ten Moons in German.
msgid ""
msgstr ""
"POT-Creation-Date: long ago\\n"

#: z.html
msgid "Moon"
msgstr "Mond"

#: gone.html
msgid "Gone"
msgstr "Weg"

msgid "One long sentence, broken."
msgstr "Ein langer Satz."
"""
NEW = """# Ten Moons in German.
msgid ""
msgstr ""
"POT-Creation-Date: today\\n"

#: a.html
msgid "New"
msgstr ""

#: a.html
msgid ""
"One long "
"sentence, broken."
msgstr "Ein langer Satz."

#: b.html z.html
msgid "Moon"
msgstr "Mond"
"""


def test_collecting_strings_changes_only_what_is_new_or_gone() -> None:
    after = merge_po_entries(OLD, NEW)
    assert (
        after
        == OLD.replace('#: gone.html\nmsgid "Gone"\nmsgstr "Weg"\n\n', "") + '\n#: a.html\nmsgid "New"\nmsgstr ""\n'
    )
    assert merge_po_entries(after, NEW) == after
    assert merge_po_entries("", NEW) == NEW
