"""`{% card facts "tile" %}`: the only way to draw a card, of any game; and `{% icon "fire" %}`."""

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES, CardFacts, CardType, People
from cards.core.rulings import Ruling
from cards.games import GAMES, labels
from cards.pictures.addresses import MAX_PICTURES_ON_SHEET, inline_picture_svg, picture_sheet_url, picture_url
from cards.record_registry import GameTally, WinRecord
from cards.rulings.presenters import SENTENCE_END
from cards.tiles.card_links import card_anchor, link_card_names, link_card_names_in_game
from cards.translations import card_summary_text, german_name, translate
from common.charts import around_zero_bar_svg
from common.lazy_sentences import lazy_sentences
from common.sentence_tables import sentences

register = template.Library()
register.filter("card_link", card_anchor)
register.filter("link_cards", link_card_names)
register.filter("link_cards_of", link_card_names_in_game)
register.filter("translate", translate)

_PEOPLE_STYLES = lazy_sentences("cards", "people_styles")
ICON_SPRITE = "img/icons.svg"
# About 2 kB each: every card of both games in its most common form.
MAX_CACHED_CARD_HTML = 4096
# Pictures that are inline in a list: a quarter of the bytes, and drawn in half the time.
INLINE_PICTURES = 24
_YES_OR_NO_START = re.compile(r"(?:(Yes|Ja|Да)|No|Nein|Nee|Нет)(?:[,.;:!]| [–—-]) ")


@register.simple_tag(name="card")
def draw_card(
    facts: CardFacts,
    size: str = "tile",
    *,
    link: bool = True,
    together: People | None = None,
    place: int = 0,
    sheet: str = "",
) -> SafeString:
    """Draw a card as `tile`, `row` or `full`; with `link`, as a link to its page.

    Only phrasing elements, so that it can be in a label, a button or a sentence. Screen readers get name, values,
    icons, moons and power as text. If the pictures of a people come `together` in a file, the page’s script inserts
    them. `place` counts from 1 in a list, whose first cards have inline pictures; later cards may use a `sheet`.
    """
    alone = together is None or facts.people is not together
    first = 1 <= place <= INLINE_PICTURES
    html = _card_html(facts, size, link, alone, first, get_language() or "", static(ICON_SPRITE))
    # After the cache, which would otherwise store a card for each sheet.
    return mark_safe(html.replace(picture_url(facts), f"{sheet}#{facts.slug}")) if sheet else html


@lru_cache(maxsize=MAX_CACHED_CARD_HTML)
def _card_html(
    facts: CardFacts, size: str, link: bool, alone: bool, first: bool, _language: str, _sprite: str
) -> SafeString:
    """Return the markup, cached by everything it depends on: facts, language and the sprite’s URL."""
    face = GAMES[facts.game].face
    context = {
        "card": facts,
        "full": size == "full",
        "picture": picture_url(facts) if alone or size == "tile" else "",
        "alone": alone,
        "inside": inline_picture_svg(facts) if first else "",
        "url": reverse("cards:card", args=[facts.slug]) if link else "",
        **face.context(facts),
    }
    return render_to_string(face.templates[size], context)


@register.filter
def sheet(cards: Iterable[CardFacts]) -> str:
    """Return the URL of one file with the pictures of these cards; empty if there are too many."""
    once = list(dict.fromkeys(cards))
    return picture_sheet_url(once) if 0 < len(once) <= MAX_PICTURES_ON_SHEET else ""


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return a drawing of the sprite (fire, moon, gang-red, bluff-fire …); screen readers skip it, so add a text."""
    return format_html('<svg class="ico" aria-hidden="true"><use href="{}#{}"/></svg>', static(ICON_SPRITE), name)


@register.filter
def face(of: CardFacts | str) -> SafeString | str:
    """Return the picture of a card, or of a people’s leader by its name, to put behind text; empty for no card."""
    card = _leaders_by_people().get(of.lower()) if isinstance(of, str) else of
    return format_html('<img class="view" src="{}" alt="" loading="lazy">', picture_url(card)) if card else ""


@register.filter
def portrait(people: str) -> SafeString | str:
    """Return the face of a people beside a name, with its name as text; empty for no people."""
    card = _leaders_by_people().get(people.lower()) if people else None
    if card is None:
        return ""
    word = people_name(people)
    return format_html('<img class="view" src="{}" alt="{}" title="{}" loading="lazy">', picture_url(card), word, word)


@register.filter
def some_face(key: str) -> SafeString | str:
    """Return a leader’s picture for something without cards of its own; a key always has the same leader."""
    return face(some_people(key))


def some_people(key: str, taken: Collection[People] = ()) -> People:
    """Return the people of a key: always the same, but the next one not in `taken`."""
    start = sum(key.encode()) % len(PEOPLES)
    return next(people for people in PEOPLES[start:] + PEOPLES[:start] if people not in taken)


@lru_cache(maxsize=1)
def _leaders_by_people() -> dict[str, CardFacts]:
    """Return the leaders by people, read once per process: older picture URLs stay valid."""
    leaders = {card.people.lower(): card for card in catalogue() if card.type is CardType.LEADER}
    if not leaders:
        _leaders_by_people.cache_clear()
    return leaders


@register.filter
def card_name(facts: CardFacts) -> str:
    """Return a card’s name in running text; for a gap it says that the card is unknown."""
    return GAMES[facts.game].name_of(facts)


@register.filter
def yes_or_no(answer: Ruling | str) -> tuple[str, str, str]:
    """Return the yes or no that an answer begins with ("" without), the rest as a sentence, and "yes" for a yes."""
    text, doubtful = (answer, False) if isinstance(answer, str) else (answer.answer, answer.doubtful)
    match = _YES_OR_NO_START.match(text)
    if match is None or doubtful:
        return "", text, ""
    rest = text[match.end() :]
    return f"{match[0].rstrip(' ,.;:!–—-')}.", rest[:1].upper() + rest[1:], "yes" if match[1] else ""


@register.filter
def first_sentence(text: str) -> tuple[str, str]:
    first, *rest = SENTENCE_END.split(text, maxsplit=1)
    return first, "".join(rest)


@register.filter
def unknown_facts(facts: CardFacts) -> list[str]:
    return GAMES[facts.game].unknown_of(facts)


@register.filter
def name_in_rulings(facts: CardFacts) -> str:
    """Return a card’s name as the rulings write it: German for a German reader."""
    return german_name(facts) or GAMES[facts.game].name_of(facts)


@register.filter
def signed(value: float) -> str:
    """Return a difference with its sign and two decimals, in the format of the reader’s language: +0.31."""
    value = round(value, 2)
    sign = "+" if value > 0 else "−" if value < 0 else "±"
    return f"{sign}{number_format(abs(value), 2)}"


@register.simple_tag
def bar_around_zero(value: float, most: float, low: float | None = None, high: float | None = None) -> SafeString:
    """Return a bar from zero to a value of at most `most`, with its interval; hidden from screen readers."""
    return mark_safe(around_zero_bar_svg(value, most, None if low is None or high is None else (low, high)))


@register.filter
def card_facts(facts: CardFacts) -> str:
    """Return in one line what a card’s face shows except its name and power."""
    parts = str(GAMES[facts.game].face.context(facts)["spoken"]).split(", ")
    return " · ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)


@register.filter
def card_power(facts: CardFacts) -> str:
    """Return in one line a card’s load or printed limits, when its power works, and the power."""
    return ". ".join(labels.printed_text_lines(facts)) if facts.game == "bluemoon" else card_summary_text(facts)


@register.filter
def card_kind(facts: CardFacts) -> str:
    return GAMES[facts.game].kind_of(facts)


@register.filter
def people_name(people: People | str) -> str:
    return labels.people_label(People(people))


@register.filter
def people_style(people: People | str) -> str:
    """Return how a people plays, in a few words; empty without a deck of its own."""
    return str(_PEOPLE_STYLES.get(People(people).lower(), ""))


@register.filter
def people_names(peoples: Iterable[People | str]) -> str:
    return ", ".join(people_name(people) for people in peoples)


@register.filter
def type_together(kind: CardType) -> str:
    return str(labels.TYPE_PLURALS[kind])


@register.filter
def record_rows(record: WinRecord) -> list[GameTally]:
    """Return the rows of a record: all games, then by format and year if there are several."""
    tallies = [replace(record.whole, what=gettext("All games"))]
    if len(record.formats) > 1:
        tallies += [
            replace(line, what=gettext(FORMAT_LABELS.get(line.what, line.what or "–"))) for line in record.formats
        ]
    return tallies + (list(record.years) if len(record.years) > 1 else [])


# The formats of decks belong to the decks app; here are only the words for a table.
FORMAT_LABELS = sentences("cards", "deck_formats")
