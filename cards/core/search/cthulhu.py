"""Search keys of Call of Cthulhu. All of them read the tags of a card (`cards.core.search.columns`)."""

from cards.core.search.keys import Choice, Key, KeyTable, Order, Wording
from cards.core.search.nodes import folded
from cards.core.search.predicate import Has, Sums
from common.sentences import sentences
from common.text import gettext_noop as _

# Faction, and how else one calls it.
FACTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
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
_WORDS = Wording(
    about=sentences("cards", "search_cthulhu_about"),
    many=sentences("cards", "search_cthulhu_many"),
    phrase=sentences("cards", "search_cthulhu_phrases"),
    denied=sentences("cards", "search_cthulhu_denied"),
)
_TYPE_NAMES = sentences("cards", "search_cthulhu_types")


def _has_tag(name: str, value: str) -> Has:
    return Has("tags_text", f"|{name}:{folded(value)}|")


def _open(names: str, example: str) -> Key:
    """A key whose values are too many to list: what a tag begins with."""
    return _WORDS.text(names, example, column="tags_text", prefix=f"|{names.split()[0]}:")


_TYPE_CHOICES = tuple(Choice(kind, _has_tag("type", kind), phrase) for kind, phrase in _TYPE_NAMES.items())
_FACTION_CHOICES = tuple(Choice(name, _has_tag("faction", name), name, also) for name, also in FACTIONS)
_IS_PHRASES, _IS_SYNONYMS = sentences("cards", "search_cthulhu_is"), {"reprinted": ("reprint",)}
_IS_CHOICES = (
    *(Choice(kind, _has_tag("type", kind), phrase, noun=True) for kind, phrase in _TYPE_NAMES.items()),
    *(Choice(flag, _has_tag("is", flag), phrase, _IS_SYNONYMS.get(flag, ())) for flag, phrase in _IS_PHRASES.items()),
)
_ICON_NAMES = sentences("cards", "search_cthulhu_icons")
_HAS_CHOICES = (
    *(Choice(name, Sums((name,), ">=", 1), phrase) for name, phrase in _ICON_NAMES.items()),
    Choice("errata", _has_tag("has", "errata"), _("errata")),
    Choice("rulings", _has_tag("has", "rulings"), _("rulings"), ("ruling",)),
)
_KEYS = (
    _WORDS.choice("faction f people p", "faction:hastur", _FACTION_CHOICES, place="of", leads=True),
    _WORDS.choice("type t", "type:event", _TYPE_CHOICES, place="noun", phrase="%(value)s"),
    _WORDS.number("cost c", "cost<=2"),
    _WORDS.number("skill sk", "skill>=4"),
    _WORDS.number("terror", "terror>=1"),
    _WORDS.number("combat", "combat>terror"),
    _WORDS.number("arcane", "arcane>=2"),
    _WORDS.number("investigation inv", "investigation>=1"),
    _open("keyword kw", "keyword:loyal"),
    _open("resource res", "resource:zoog"),
    _open("subtype sub k", "subtype:investigator"),
    _open("pack set s", "pack:core"),
    _open("number no n", "number:F57"),
    _WORDS.text("text x", "text:insane", column="power_text"),
    _WORDS.text("name", "name:julia", column="name_text"),
    _WORDS.choice("is", "is:restricted", _IS_CHOICES, every=True),
    _WORDS.thing("has", "has:errata", _HAS_CHOICES, every=True),
)
_SORT_ORDERS = (
    Order("order", "position", _("in catalogue order"), _("in reverse catalogue order")),
    Order("name", "sort_name", _("by name"), _("by name, Z to A")),
    Order("type", "type", _("by type"), _("by type, Z to A")),
    Order("cost", "cost", _("lowest cost first"), _("highest cost first")),
    Order("skill", "skill", _("highest skill first"), _("lowest skill first"), falling=True),
)
_PANEL = {"faction": (), "type": (), "is": ("unique", "loyal", "steadfast", "restricted"), "has": ()}
_RANGES = {"cost": 10, "skill": 10, "terror": 5, "combat": 5, "arcane": 5, "investigation": 5}
CALL_OF_CTHULHU = KeyTable(
    "cthulhu", "Call of Cthulhu", keys=_KEYS, orders=_SORT_ORDERS, cards=_("cards"), panel=_PANEL, ranges=_RANGES
)
