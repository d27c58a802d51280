"""Charts of one's own pool beside the packet, filtered as the reader likes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from cards.core.facts import CardFacts, CardType, Catalogue, first_word
from cards.games.labels import icon_word
from cards.templatetags.cards import type_together
from common.charts import Series, columns
from drafts.core.engine.setup import DECK_SIZE

Option = tuple[str, str, bool]


@dataclass(frozen=True, slots=True)
class Pool:
    """Cards kept, by type, and their sums. `size` and the sums are of all of them, `groups` of those that are shown."""

    groups: tuple[tuple[CardType, tuple[CardFacts, ...]], ...]
    size: int
    shown: int
    characters: int
    fire: int
    earth: int
    filters: tuple[tuple[str, str, tuple[Option, ...]], ...]
    values: tuple[tuple[int, int, int], ...]
    mates: tuple[tuple[str, int], ...]
    chart: SafeString

    @property
    def spare(self) -> int:
        """Cards beyond a deck of thirty, never less than 0."""
        return max(self.size - DECK_SIZE, 0)


def pool_of(codes: Iterable[str], catalogue: Catalogue, asked: Mapping[str, str] | None = None) -> Pool:
    """The pool of those codes, within a type in catalogue order; `asked` holds the answers of the filter."""
    asked = asked or {}
    cards = in_order(codes, catalogue)
    shown = [card for card in cards if _wanted(card, asked)]
    groups = tuple((kind, tuple(card for card in shown if card.type is kind)) for kind in CardType)
    values = _values(cards)
    return Pool(
        groups=tuple((kind, held) for kind, held in groups if held),
        size=len(cards),
        shown=len(shown),
        characters=sum(card.type is CardType.CHARACTER for card in cards),
        fire=sum(card.fire or 0 for card in cards),
        earth=sum(card.earth or 0 for card in cards),
        filters=_filters(cards, asked),
        values=values,
        mates=_mates(cards),
        chart=_chart(values),
    )


def in_order(codes: Iterable[str], catalogue: Catalogue) -> list[CardFacts]:
    """The cards in catalogue order, so that the order of a packet tells nothing."""
    wanted = set(codes)
    return [card for card in catalogue if card.code in wanted]


def _wanted(card: CardFacts, asked: Mapping[str, str]) -> bool:
    lean = asked.get("pool_element", "")
    fire, earth = card.fire or 0, card.earth or 0
    leans = {"fire": fire > earth, "earth": earth > fire, "both": fire == earth and fire > 0}.get(lean, True)
    kind, people = asked.get("pool_type", ""), asked.get("pool_people", "")
    return leans and kind in ("", card.type.value) and people in ("", card.people.value)


def _filters(cards: Sequence[CardFacts], asked: Mapping[str, str]) -> tuple[tuple[str, str, tuple[Option, ...]], ...]:
    kinds = [(kind.value, str(type_together(kind))) for kind in CardType if any(card.type is kind for card in cards)]
    peoples = [(people.value, people.value) for people in dict.fromkeys(card.people for card in cards)]
    leans = [("fire", _("more fire")), ("earth", _("more earth")), ("both", _("both alike"))]
    filters = []
    labels = (
        ("pool_type", _("Type"), kinds),
        ("pool_people", _("People"), peoples),
        ("pool_element", _("Element"), leans),
    )
    for name, label, options in labels:
        chosen = asked.get(name, "")
        filters.append((name, label, tuple((value, text, value == chosen) for value, text in options)))
    return tuple(filters)


def _values(cards: Iterable[CardFacts]) -> tuple[tuple[int, int, int], ...]:
    """Value, characters with it in fire, characters with it in earth."""
    people = [card for card in cards if card.type is CardType.CHARACTER]
    fire, earth = Counter(card.fire for card in people), Counter(card.earth for card in people)
    top = max((value for value in (*fire, *earth) if value is not None), default=0)
    return tuple((value, fire[value], earth[value]) for value in range(top + 1))


def _mates(cards: Iterable[CardFacts]) -> tuple[tuple[str, int], ...]:
    """The pairs and gangs that can be played: what they are called, and how many of their cards are there (CARD-10)."""
    by_mate: dict[str, list[CardFacts]] = {}
    for card in cards:
        for mate in card.mates:
            by_mate.setdefault(mate, []).append(card)
    return tuple((_company(mate, held), len(held)) for mate, held in sorted(by_mate.items()) if len(held) > 1)


def _company(mate: str, cards: Sequence[CardFacts]) -> str:
    icon = next(icon for icon in cards[0].icons if mate.startswith(f"{icon}:"))
    name = min(card.name or card.name_de for card in cards)
    return _("%(icon)s “%(word)s”") % {"icon": icon_word(icon), "word": first_word(name)}


def _chart(values: Sequence[tuple[int, int, int]]) -> SafeString:
    series = [
        Series(_("fire"), tuple(fire for _value, fire, _earth in values), "fire"),
        Series(_("earth"), tuple(earth for _value, _fire, earth in values), "earth"),
    ]
    return mark_safe(columns([str(value) for value, *_rest in values], series, title=_("Characters by value")))
