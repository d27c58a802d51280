"""Search keys of Blue Moon."""

from collections.abc import Mapping

from cards.core.facts import DECK_MARKS, FAMILIES, OUTSIDE_THE_DECK, PEOPLES, People, Timing
from cards.core.search.keys import (
    ON_SHELF,
    OWNED,
    Choice,
    Key,
    KeyKind,
    KeyTable,
    Order,
    is_key,
    name_key,
    type_key,
    with_key,
)
from cards.core.search.predicate import All, Any, Has, Is, No, Predicate, Sums
from common.sentences import sentences
from common.text import gettext_noop as _

_PEOPLE_SAID = sentences("cards", "search_peoples")
_TYPES = sentences("cards", "search_types")
_ICONS = sentences("cards", "search_icons")
_TIMINGS: Mapping[str, tuple[Timing, str]] = {
    "hand": (Timing.IN_HAND, _("used from the hand")),
    "now": (Timing.NOW, _("that works at once")),
    "once": (Timing.ONCE, _("used once on your turn")),
    "event": (Timing.EVENT, _("that works at an event")),
    "active": (Timing.ACTIVE, _("that works while the card is active")),
    "end": (Timing.END, _("that works at the end of the turn")),
    "start": (Timing.GAME_START, _("that works at the start of the game")),
}
_SETS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "base": (("V", "H"), _("the base game")),
    "peoples": (("M", "F", "K", "T", "P", "A"), _("the six people decks")),
    "allies": (("E&I:A",), _("Emissaries & Inquisitors: Allies")),
    "blessings": (("E&I:B",), _("Emissaries & Inquisitors: Blessings")),
    "emissaries": (("E&I", "E&I:A", "E&I:B"), _("Emissaries & Inquisitors")),
    "buka": (("B",), _("the Buka deck")),
    "promo": (("promo",), _("the promotional cards")),
}


def _any_of(column: str, *values: str) -> Predicate:
    return Any(tuple(Is(column, value) for value in values))


def _icon(name: str) -> Predicate:
    kind, sep, detail = name.partition(":")
    return Has("icon_text", f"|{kind.upper()}{sep}{detail}|")


def _filled(column: str) -> Predicate:
    return No(Is(column, ""))


def _peoples() -> tuple[Choice, ...]:
    return tuple(
        Choice(people.value, Is("people", people.value), _PEOPLE_SAID.get(people, people.value)) for people in People
    )


def _types() -> tuple[Choice, ...]:
    kinds = tuple(Choice(kind, Is("type", kind), said) for kind, said in _TYPES.items())
    return (*kinds, Choice("unknown", Is("type", ""), _("cards of unknown type")))


_DECKS = sentences("cards", "search_decks")
_DECKS_ALSO = {"E&I:A": ("allies",), "E&I:B": ("blessings",)}


def _decks() -> tuple[Choice, ...]:
    also = {mark: (people.value, f"{people.value} deck") for mark, people in DECK_MARKS.items()} | _DECKS_ALSO
    marks = tuple(Choice(mark, Is("deck", mark), said, also.get(mark, ())) for mark, said in _DECKS.items())
    return (*marks, Choice("none", Is("deck", ""), _("no deck indicator")))


_CHOSEN = All((Is("number", "32"), _any_of("people", *PEOPLES)))
_FLAGS: tuple[Choice, ...] = (
    *(Choice(kind, Is("type", kind), said, noun=True) for kind, said in _TYPES.items()),
    Choice("mutant", Is("people", People.MUTANT.value), _("mutants"), noun=True),
    Choice("buka", Is("people", People.BUKA.value), _("Buka")),
    Choice("chosen", _CHOSEN, _("Chosen Ones"), ("chosen one",), noun=True),
    Choice("promo", Is("deck", "promo"), _("promotional")),
    Choice("playable", No(_any_of("type", *OUTSIDE_THE_DECK)), _("cards for a deck"), ("deckcard",)),
    Choice("known", Is("known", True), _("known"), ("seen",)),
    Choice("gap", Is("known", False), _("gaps of the catalogue"), ("missing",), noun=True),
    Choice("complete", Is("complete", True), _("complete")),
    Choice("incomplete", Is("complete", False), _("incomplete")),
    Choice("owned", ON_SHELF, _("on your shelf")),
)
_HAS: tuple[Choice, ...] = (
    *(Choice(name, _icon(name), said) for name, said in _ICONS.items() if ":" not in name),
    Choice("icon", _filled("icon_text"), _("an icon"), ("icons",)),
    Choice("power", Any((_filled("timing"), _filled("power_text"))), _("a power")),
    Choice("summary", _filled("power_text"), _("a summary of the power")),
    Choice("moons", Sums(("moons",), ">=", 1), _("a moon"), ("moon",)),
    Choice("fire", Sums(("fire",), ">=", 0), _("a fire value")),
    Choice("earth", Sums(("earth",), ">=", 0), _("an earth value")),
    Choice("german", _filled("name_de"), _("a German name")),
    Choice("number", _filled("number"), _("a number")),
    Choice("title", _filled("title"), _("a title")),
    Choice("family", _filled("family"), _("a family")),
    Choice("capacity", Sums(("capacity",), ">=", 0), _("a capacity")),
    Choice("worth", Sums(("worth",), ">=", -99), _("a measured worth")),
)
_EDITIONS = (
    Choice(
        "first",
        Any((Has("source", "English card"), Has("source", "German card"), Has("source", "card list"))),
        _("first edition (2004)"),
        ("1e", "2004", "blue moon"),
    ),
    Choice("legends", Has("source", "Legends"), _("Legends edition (2014)"), ("2014", "blue moon legends")),
)
_KEYS = (
    Key(
        ("people", "p", "faction", "affiliation"),
        KeyKind.CHOICE,
        _("The people or other affiliation."),
        "people:vulca|hoax",
        choices=_peoples(),
        place="of",
        said=_("of the %(value)s"),
        denied=_("not of the %(value)s"),
    ),
    type_key("type:booster", _types()),
    with_key(
        ("icon", "i"),
        _("An icon, or an icon of one kind."),
        "icon:shield:fire",
        tuple(Choice(name, _icon(name), said, (said.split(" ", 1)[1],)) for name, said in _ICONS.items()),
        every=True,
    ),
    Key(("fire", "f"), KeyKind.NUMBER, _("The fire value."), "fire>=6", column="fire", many=_("fire")),
    Key(("earth", "e"), KeyKind.NUMBER, _("The earth value."), "earth>fire", column="earth", many=_("earth")),
    Key(
        ("moons", "moon", "m"),
        KeyKind.NUMBER,
        _("The moons of the card; a leader has none to count."),
        "moons>=3",
        column="moons",
        measure="count",
        many=_("moons"),
    ),
    Key(
        ("number", "no", "n"),
        KeyKind.NUMBER,
        _("The number of the card."),
        "number:32",
        column="number_value",
        measure="place",
        many=_("number"),
    ),
    Key(
        ("capacity", "cap"),
        KeyKind.NUMBER,
        _("How many cards a ship carries."),
        "capacity>2",
        column="capacity",
        many=_("capacity"),
    ),
    Key(
        ("worth", "w"),
        KeyKind.NUMBER,
        _("What it was worth in a draft in simulated games, in crystals a game; an average card is worth 0."),
        "worth>=0.3",
        column="worth",
        many=_("measured worth"),
        decimals=True,
    ),
    Key(
        ("owned", "own"),
        KeyKind.NUMBER,
        _("How many copies you own, by the boxes on your shelf."),
        "owned>=2",
        column=OWNED,
        measure="copies",
        many=_("copies on your shelf"),
    ),
    with_key(
        ("deck", "d"),
        _("The deck it is packed in, by its mark or its people."),
        "deck:T -people:terrah",
        _decks(),
        every=False,
    ),
    Key(
        ("family",),
        KeyKind.CHOICE,
        _("The family of a Buka card."),
        "family:c",
        choices=tuple(Choice(family, Is("family", family), family) for family in FAMILIES),
        place="of",
        said=_("of family %(value)s"),
        denied=_("not of family %(value)s"),
    ),
    Key(
        ("set", "s"),
        KeyKind.CHOICE,
        _("The box it came in."),
        "set:emissaries",
        choices=tuple(Choice(name, _any_of("deck", *marks), said) for name, (marks, said) in _SETS.items()),
        place="of",
        said=_("from %(value)s"),
        denied=_("not from %(value)s"),
    ),
    Key(
        ("edition", "ed"),
        KeyKind.CHOICE,
        _("The edition whose cards or booklets name it."),
        "edition:legends",
        choices=_EDITIONS,
        place="of",
        said=_("known from the %(value)s"),
        denied=_("not known from the %(value)s"),
    ),
    Key(
        ("timing", "when"),
        KeyKind.CHOICE,
        _("When the power works."),
        "timing:now",
        choices=tuple(
            Choice(name, Is("timing", timing.value), said, (timing.value,)) for name, (timing, said) in _TIMINGS.items()
        ),
        place="with",
        said=_("a power %(value)s"),
        denied=_("a power %(value)s"),
    ),
    Key(
        ("text", "x", "power"),
        KeyKind.TEXT,
        _("Words of the power, as we sum it up."),
        'text:"discard pile"',
        column="power_text",
        said=_("say %(value)s in the power"),
        denied=_("do not say %(value)s in the power"),
    ),
    name_key(_("A part of the name, in English or German."), "name:caterpillar"),
    is_key("is:chosen", _FLAGS),
    with_key(("has",), _("What the card has; -has: for what it lacks."), "has:power has:stop", _HAS, every=True),
)
_ORDERS = (
    Order("order", "position", _("in the order of the catalogue"), _("in the order of the catalogue, from its end")),
    Order("name", "sort_name", _("by name"), _("by name, from Z")),
    Order("number", "number_value", _("by number"), _("highest number first")),
    Order("fire", "fire", _("most fire first"), _("least fire first"), falling=True),
    Order("earth", "earth", _("most earth first"), _("least earth first"), falling=True),
    Order("moons", "moons", _("most moons first"), _("fewest moons first"), falling=True),
    Order("worth", "worth", _("highest measured worth first"), _("lowest measured worth first"), falling=True),
    Order("type", "type", _("by type"), _("by type, from Z")),
)
_PANEL: Mapping[str, tuple[str, ...]] = {
    "people": (),
    "type": (),
    "icon": tuple(name for name in _ICONS if ":" not in name),
    "timing": (),
    "deck": (),
    "family": (),
    "is": ("owned", "known", "gap"),
}
_RANGES = {"fire": 20, "earth": 20, "moons": 9}
BLUE_MOON = KeyTable(
    "bluemoon", "Blue Moon", keys=_KEYS, orders=_ORDERS, cards=_("cards"), panel=_PANEL, ranges=_RANGES
)
