"""Search keys of Call of Cthulhu. All of them read the tags of a card (`cards.core.search.card_columns`)."""

from cards.core.search.keys import Choice, KeyTable, SearchKey, SearchKeyFactory, SortOrder
from cards.core.search.nodes import fully_folded
from cards.core.search.predicate import Contains, SumTest
from common.sentence_tables import sentences
from common.text import gettext_noop as _

# Factions and their other names.
FACTION_NAMES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Agency", ("The Agency",)),
    ("Miskatonic", ("Miskatonic University",)),
    ("Syndicate", ("The Syndicate",)),
    ("Silver Twilight", ("Order of the Silver Twilight", "The Order of the Silver Twilight")),
    ("Cthulhu", ()),
    ("Hastur", ()),
    ("Shub-Niggurath", ()),
    ("Yog-Sothoth", ()),
    ("Neutral", ()),
)
_KEY_FACTORY = SearchKeyFactory(
    about=sentences("cards", "search_cthulhu_about"),
    many=sentences("cards", "search_cthulhu_many"),
    phrase=sentences("cards", "search_cthulhu_phrases"),
    denied=sentences("cards", "search_cthulhu_denied"),
)
_TYPE_NAMES = sentences("cards", "search_cthulhu_types")


def _tag_predicate(name: str, value: str) -> Contains:
    return Contains("tags_text", f"|{name}:{fully_folded(value)}|")


def _open_text_key(names: str, example: str) -> SearchKey:
    """Return a key whose values, the tags with its prefix, are too many to list."""
    return _KEY_FACTORY.text_key(names, example, column="tags_text", prefix=f"|{names.split()[0]}:")


_TYPE_CHOICES = tuple(Choice(kind, _tag_predicate("type", kind), phrase) for kind, phrase in _TYPE_NAMES.items())
_FACTION_CHOICES = tuple(Choice(name, _tag_predicate("faction", name), name, also) for name, also in FACTION_NAMES)
_IS_PHRASES, _IS_SYNONYMS = sentences("cards", "search_cthulhu_is"), {"reprinted": ("reprint",)}
_IS_CHOICES = (
    *(Choice(kind, _tag_predicate("type", kind), phrase, noun=True) for kind, phrase in _TYPE_NAMES.items()),
    *(
        Choice(flag, _tag_predicate("is", flag), phrase, _IS_SYNONYMS.get(flag, ()))
        for flag, phrase in _IS_PHRASES.items()
    ),
)
_ICON_NAMES = sentences("cards", "search_cthulhu_icons")
_HAS_CHOICES = (
    *(Choice(name, SumTest((name,), ">=", 1), phrase) for name, phrase in _ICON_NAMES.items()),
    Choice("errata", _tag_predicate("has", "errata"), _("errata")),
    Choice("rulings", _tag_predicate("has", "rulings"), _("rulings"), ("ruling",)),
)
_SEARCH_KEYS = (
    _KEY_FACTORY.choice("faction f people p", "faction:hastur", _FACTION_CHOICES, place="of", leads=True),
    _KEY_FACTORY.choice("type t", "type:event", _TYPE_CHOICES, place="noun", phrase="%(value)s"),
    _KEY_FACTORY.number_key("cost c", "cost<=2"),
    _KEY_FACTORY.number_key("skill sk", "skill>=4"),
    _KEY_FACTORY.number_key("terror", "terror>=1"),
    _KEY_FACTORY.number_key("combat", "combat>terror"),
    _KEY_FACTORY.number_key("arcane", "arcane>=2"),
    _KEY_FACTORY.number_key("investigation inv", "investigation>=1"),
    _open_text_key("keyword kw", "keyword:loyal"),
    _open_text_key("resource res", "resource:zoog"),
    _open_text_key("subtype sub k", "subtype:investigator"),
    _open_text_key("pack set s", "pack:core"),
    _open_text_key("number no n", "number:F57"),
    _KEY_FACTORY.text_key("text x", "text:insane", column="power_text"),
    _KEY_FACTORY.text_key("name", "name:julia", column="name_text"),
    _KEY_FACTORY.choice("is", "is:restricted", _IS_CHOICES, every=True),
    _KEY_FACTORY.noun_choice_key("has", "has:errata", _HAS_CHOICES, every=True),
)
_SORT_ORDERS = (
    SortOrder("order", "position", _("in catalogue order"), _("in reverse catalogue order")),
    SortOrder("name", "sort_name", _("by name"), _("by name, Z to A")),
    SortOrder("type", "type", _("by type"), _("by type, Z to A")),
    SortOrder("cost", "cost", _("lowest cost first"), _("highest cost first")),
    SortOrder("skill", "skill", _("highest skill first"), _("lowest skill first"), falling=True),
)
_PANEL = {"faction": (), "type": (), "is": ("unique", "loyal", "steadfast", "restricted"), "has": ()}
_RANGES = {"cost": 10, "skill": 10, "terror": 5, "combat": 5, "arcane": 5, "investigation": 5}
CALL_OF_CTHULHU_KEYS = KeyTable(
    "cthulhu", "Call of Cthulhu", keys=_SEARCH_KEYS, orders=_SORT_ORDERS, cards=_("cards"), panel=_PANEL, ranges=_RANGES
)
