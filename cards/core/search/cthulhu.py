"""Search keys of Call of Cthulhu. All of them read the tags of a card (`cards.core.search.columns`)."""

from cards.core.search.keys import Choice, Key, KeyKind, KeyTable, Order, is_key, name_key, type_key, with_key
from cards.core.search.nodes import folded
from cards.core.search.predicate import Has, Predicate, Sums
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
_TYPES = sentences("cards", "search_cthulhu_types")


def _tag(name: str, value: str) -> Has:
    return Has("tags_text", f"|{name}:{folded(value)}|")


def _open(names: tuple[str, ...], about: str, example: str, said: str, denied: str) -> Key:
    """A key whose values are too many to list: what a tag begins with."""
    lead = f"|{names[0]}:"
    return Key(names, KeyKind.TEXT, about, example, column="tags_text", lead=lead, said=said, denied=denied)


_FACTION_CHOICES = tuple(Choice(name, _tag("faction", name), name, also) for name, also in FACTIONS)
_IS = (
    *(Choice(kind, _tag("type", kind), said, noun=True) for kind, said in _TYPES.items()),
    Choice("unique", _tag("is", "unique"), _("unique")),
    Choice("loyal", _tag("is", "loyal"), _("loyal")),
    Choice("steadfast", _tag("is", "steadfast"), _("steadfast")),
    Choice("transient", _tag("is", "transient"), _("transient")),
    Choice("reprinted", _tag("is", "reprinted"), _("printed more than once"), ("reprint",)),
    Choice("complete", _tag("is", "complete"), _("complete")),
    Choice("incomplete", _tag("is", "incomplete"), _("incomplete")),
    Choice("restricted", _tag("is", "restricted"), _("restricted")),
    Choice("banned", _tag("is", "banned"), _("banned")),
)
_ICONS = sentences("cards", "search_cthulhu_icons")


def _number(names: tuple[str, ...], about: str, example: str, many: str) -> Key:
    return Key(names, KeyKind.NUMBER, about, example, column=names[0], many=many)


def _at_least_one(column: str) -> Predicate:
    return Sums((column,), ">=", 1)


_HAS = (
    *(Choice(name, _at_least_one(name), said) for name, said in _ICONS.items()),
    Choice("errata", _tag("has", "errata"), _("errata")),
    Choice("rulings", _tag("has", "rulings"), _("rulings"), ("ruling",)),
)
_KEYS = (
    Key(
        ("faction", "f", "people", "p"),
        KeyKind.CHOICE,
        _("The faction."),
        "faction:hastur",
        choices=_FACTION_CHOICES,
        place="of",
        said=_("of %(value)s"),
        denied=_("not of %(value)s"),
    ),
    type_key("type:event", tuple(Choice(kind, _tag("type", kind), said) for kind, said in _TYPES.items())),
    _number(("cost", "c"), _("The cost; an X is no number."), "cost<=2", _("cost")),
    _number(("skill", "sk"), _("The skill of a character."), "skill>=4", _("skill")),
    _number(("terror",), _("The terror icons of a character."), "terror>=1", _("terror icons")),
    _number(("combat",), _("The combat icons of a character."), "combat>terror", _("combat icons")),
    _number(("arcane",), _("The arcane icons of a character."), "arcane>=2", _("arcane icons")),
    _number(
        ("investigation", "inv"),
        _("The investigation icons of a character."),
        "investigation>=1",
        _("investigation icons"),
    ),
    _open(
        ("keyword", "kw"),
        _("A keyword, from its beginning."),
        "keyword:loyal",
        _("have the keyword %(value)s"),
        _("do not have the keyword %(value)s"),
    ),
    _open(
        ("resource", "res"),
        _("What the card gives as a resource, from its beginning."),
        "resource:zoog",
        _("give the resource %(value)s"),
        _("do not give the resource %(value)s"),
    ),
    _open(
        ("subtype", "sub", "k"),
        _("A subtype, from its beginning."),
        "subtype:investigator",
        _("have the subtype %(value)s"),
        _("do not have the subtype %(value)s"),
    ),
    _open(
        ("pack", "set", "s"),
        _("The pack or box, from its beginning."),
        "pack:core",
        _("come from %(value)s"),
        _("do not come from %(value)s"),
    ),
    _open(
        ("number", "no", "n"),
        _("The number with its letter, from its beginning."),
        "number:F57",
        _("are numbered %(value)s"),
        _("are not numbered %(value)s"),
    ),
    Key(
        ("text", "x"),
        KeyKind.TEXT,
        _("Words of the text, as we sum it up."),
        "text:insane",
        column="power_text",
        said=_("say %(value)s"),
        denied=_("do not say %(value)s"),
    ),
    name_key(_("A part of the name."), "name:julia"),
    is_key("is:restricted", _IS),
    with_key(("has",), _("What there is about the card."), "has:errata", _HAS, every=True),
)
_ORDERS = (
    Order("order", "position", _("in the order of the catalogue"), _("in the order of the catalogue, from its end")),
    Order("name", "sort_name", _("by name"), _("by name, from Z")),
    Order("type", "type", _("by type"), _("by type, from Z")),
    Order("cost", "cost", _("lowest cost first"), _("highest cost first")),
    Order("skill", "skill", _("highest skill first"), _("lowest skill first"), falling=True),
)
_PANEL = {"faction": (), "type": (), "is": ("unique", "loyal", "steadfast", "restricted"), "has": ()}
_RANGES = {"cost": 10, "skill": 10, "terror": 5, "combat": 5, "arcane": 5, "investigation": 5}
CALL_OF_CTHULHU = KeyTable(
    "cthulhu", "Call of Cthulhu", keys=_KEYS, orders=_ORDERS, cards=_("cards"), panel=_PANEL, ranges=_RANGES
)
