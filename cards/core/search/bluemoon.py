"""Search keys of Blue Moon."""

from collections.abc import Mapping

from cards.core.facts import DECK_MARKS, FAMILIES, OUTSIDE_THE_DECK, PEOPLES, People, Timing
from cards.core.search.keys import IS_OWNED, OWNED_COLUMN, Choice, KeyTable, SearchKeyFactory, SortOrder
from cards.core.search.predicate import AllOf, AnyOf, Contains, Is, NoneOf, Predicate, SumTest
from common.sentence_tables import sentences
from common.text import gettext_noop as _

_PEOPLE_NAMES = sentences("cards", "search_peoples")
_TYPE_NAMES = sentences("cards", "search_types")
_ICON_NAMES = sentences("cards", "search_icons")
_DECK_NAMES = sentences("cards", "search_decks")
_TIMING_NAMES: Mapping[str, tuple[Timing, str]] = {
    "hand": (Timing.IN_HAND, _("used from hand")),
    "now": (Timing.NOW, _("that takes effect immediately")),
    "once": (Timing.ONCE, _("used once on your turn")),
    "event": (Timing.EVENT, _("triggered by an event")),
    "active": (Timing.ACTIVE, _("that works while the card is active")),
    "end": (Timing.END, _("that works at the end of the turn")),
    "start": (Timing.GAME_START, _("that works at the start of the game")),
}
_SET_MARKS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "base": (("V", "H"), _("the base game")),
    "peoples": (("M", "F", "K", "T", "P", "A"), _("the six people decks")),
    "allies": (("E&I:A",), _("Emissaries & Inquisitors: Allies")),
    "blessings": (("E&I:B",), _("Emissaries & Inquisitors: Blessings")),
    "emissaries": (("E&I", "E&I:A", "E&I:B"), _("Emissaries & Inquisitors")),
    "buka": (("B",), _("the Buka deck")),
    "promo": (("promo",), _("the promotional cards")),
}


def _any_value_predicate(column: str, *values: str) -> Predicate:
    return AnyOf(tuple(Is(column, value) for value in values))


def _icon_predicate(name: str) -> Predicate:
    kind, sep, detail = name.partition(":")
    return Contains("icon_text", f"|{kind.upper()}{sep}{detail}|")


def _filled_predicate(column: str) -> Predicate:
    return NoneOf(Is(column, ""))


_PEOPLE_CHOICES = tuple(
    Choice(people.value, Is("people", people.value), _PEOPLE_NAMES.get(people, people.value)) for people in People
)
_TYPE_CHOICES = (
    *(Choice(kind, Is("type", kind), phrase) for kind, phrase in _TYPE_NAMES.items()),
    Choice("unknown", Is("type", ""), _("cards of unknown type")),
)
_FAMILY_CHOICES = tuple(Choice(family, Is("family", family), family) for family in FAMILIES)
_SET_CHOICES = tuple(
    Choice(name, _any_value_predicate("deck", *marks), phrase) for name, (marks, phrase) in _SET_MARKS.items()
)
_TIMING_CHOICES = tuple(
    Choice(name, Is("timing", when.value), phrase, (when.value,)) for name, (when, phrase) in _TIMING_NAMES.items()
)
_DECK_SYNONYMS = {mark: (people.value, f"{people.value} deck") for mark, people in DECK_MARKS.items()} | {
    "E&I:A": ("allies",),
    "E&I:B": ("blessings",),
}
_DECK_CHOICES = (
    *(Choice(mark, Is("deck", mark), phrase, _DECK_SYNONYMS.get(mark, ())) for mark, phrase in _DECK_NAMES.items()),
    Choice("none", Is("deck", ""), _("no deck indicator")),
)
_IS_CHOSEN_ONE = AllOf((Is("number", "32"), _any_value_predicate("people", *PEOPLES)))
_IS_CHOICES: tuple[Choice, ...] = (
    *(Choice(kind, Is("type", kind), phrase, noun=True) for kind, phrase in _TYPE_NAMES.items()),
    Choice("mutant", Is("people", People.MUTANT.value), _("mutants"), noun=True),
    Choice("buka", Is("people", People.BUKA.value), _("Buka")),
    Choice("chosen", _IS_CHOSEN_ONE, _("Chosen Ones"), ("chosen one",), noun=True),
    Choice("promo", Is("deck", "promo"), _("promotional")),
    Choice("playable", NoneOf(_any_value_predicate("type", *OUTSIDE_THE_DECK)), _("cards for a deck"), ("deckcard",)),
    Choice("known", Is("known", True), _("known"), ("seen",)),
    Choice("gap", Is("known", False), _("gaps in the catalogue"), ("missing",), noun=True),
    Choice("complete", Is("complete", True), _("complete")),
    Choice("incomplete", Is("complete", False), _("incomplete")),
    Choice("owned", IS_OWNED, _("in your collection")),
)
_HAS_CHOICES: tuple[Choice, ...] = (
    *(Choice(name, _icon_predicate(name), phrase) for name, phrase in _ICON_NAMES.items() if ":" not in name),
    Choice("icon", _filled_predicate("icon_text"), _("an icon"), ("icons",)),
    Choice("power", AnyOf((_filled_predicate("timing"), _filled_predicate("power_text"))), _("a power")),
    Choice("summary", _filled_predicate("power_text"), _("a summary of the power")),
    Choice("moons", SumTest(("moons",), ">=", 1), _("a moon"), ("moon",)),
    Choice("fire", SumTest(("fire",), ">=", 0), _("a fire value")),
    Choice("earth", SumTest(("earth",), ">=", 0), _("an earth value")),
    Choice("german", _filled_predicate("name_de"), _("a German name")),
    Choice("number", _filled_predicate("number"), _("a number")),
    Choice("title", _filled_predicate("title"), _("a title")),
    Choice("family", _filled_predicate("family"), _("a family")),
    Choice("capacity", SumTest(("capacity",), ">=", 0), _("a capacity")),
    Choice("worth", SumTest(("worth",), ">=", -99), _("a measured value")),
)
_EDITION_CHOICES = (
    Choice(
        "first",
        AnyOf((Contains("source", "English card"), Contains("source", "German card"), Contains("source", "card list"))),
        _("first edition (2004)"),
        ("1e", "2004", "blue moon"),
    ),
    Choice("legends", Contains("source", "Legends"), _("Legends edition (2014)"), ("2014", "blue moon legends")),
)
_KEY_FACTORY = SearchKeyFactory(
    about=sentences("cards", "search_about"),
    many=sentences("cards", "search_many"),
    phrase=sentences("cards", "search_phrases"),
    denied=sentences("cards", "search_denied"),
)
_SEARCH_KEYS = (
    _KEY_FACTORY.choice("people p faction affiliation", "people:vulca|hoax", _PEOPLE_CHOICES, place="of", leads=True),
    _KEY_FACTORY.choice("type t", "type:booster", _TYPE_CHOICES, place="noun", phrase="%(value)s"),
    _KEY_FACTORY.noun_choice_key(
        "icon i",
        "icon:shield:fire",
        (Choice(icon, _icon_predicate(icon), name, (name.split(" ", 1)[1],)) for icon, name in _ICON_NAMES.items()),
        every=True,
    ),
    _KEY_FACTORY.number_key("fire f", "fire>=6"),
    _KEY_FACTORY.number_key("earth e", "earth>fire"),
    _KEY_FACTORY.number_key("moons moon m", "moons>=3", measure="count"),
    _KEY_FACTORY.number_key("number no n", "number:32", column="number_value", measure="place"),
    _KEY_FACTORY.number_key("capacity cap", "capacity>2"),
    _KEY_FACTORY.number_key("worth w", "worth>=0.3", decimals=True),
    _KEY_FACTORY.number_key("owned own", "owned>=2", column=OWNED_COLUMN, measure="copies"),
    _KEY_FACTORY.noun_choice_key("deck d", "deck:T -people:terrah", _DECK_CHOICES),
    _KEY_FACTORY.choice("family", "family:c", _FAMILY_CHOICES, place="of"),
    _KEY_FACTORY.choice("set s", "set:emissaries", _SET_CHOICES, place="of"),
    _KEY_FACTORY.choice("edition ed", "edition:legends", _EDITION_CHOICES, place="of"),
    _KEY_FACTORY.choice("timing when", "timing:now", _TIMING_CHOICES, place="with"),
    _KEY_FACTORY.text_key("text x power", 'text:"discard pile"', column="power_text"),
    _KEY_FACTORY.text_key("name", "name:caterpillar", column="name_text"),
    _KEY_FACTORY.choice("is", "is:chosen", _IS_CHOICES, every=True),
    _KEY_FACTORY.noun_choice_key("has", "has:power has:stop", _HAS_CHOICES, every=True),
)
_ORDERS = (
    SortOrder("order", "position", _("in catalogue order"), _("in reverse catalogue order")),
    SortOrder("name", "sort_name", _("by name"), _("by name, Z to A")),
    SortOrder("number", "number_value", _("by number"), _("highest number first")),
    SortOrder("fire", "fire", _("most fire first"), _("least fire first"), falling=True),
    SortOrder("earth", "earth", _("most earth first"), _("least earth first"), falling=True),
    SortOrder("moons", "moons", _("most moons first"), _("fewest moons first"), falling=True),
    SortOrder("worth", "worth", _("highest measured value first"), _("lowest measured value first"), falling=True),
    SortOrder("type", "type", _("by type"), _("by type, Z to A")),
)
_PANEL: Mapping[str, tuple[str, ...]] = {
    "people": (),
    "type": tuple(_TYPE_NAMES),
    "icon": tuple(name for name in _ICON_NAMES if ":" not in name),
    "timing": (),
    "deck": (),
    "family": (),
    "is": ("owned", "known", "gap"),
}
_PANEL_RANGES = {"fire": 20, "earth": 20, "moons": 9}
BLUE_MOON = KeyTable(
    "bluemoon", "Blue Moon", keys=_SEARCH_KEYS, orders=_ORDERS, cards=_("cards"), panel=_PANEL, ranges=_PANEL_RANGES
)
