"""Filter panel: the checkboxes beside the search box. Ticking one changes the query."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.core.facts import DECK_MARKS, PEOPLES, CardType, IconKind, People
from cards.core.search import CardQuery, explain_condition, panel_values_of_query, query_without
from cards.core.search.keys import Choice, KeyTable, SearchKey
from cards.games import labels
from common.lazy_sentences import lazy_sentences


@dataclass(frozen=True, slots=True)
class Checkbox:
    """One checkbox."""

    value: str
    label: str
    ticked: bool
    people: str = ""
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class CheckboxGroup:
    """Checkboxes with the parameter name of their key."""

    name: str
    label: str
    choices: tuple[Checkbox, ...]


@dataclass(frozen=True, slots=True)
class FilterRange:
    """From and to, for one value."""

    name: str
    label: str
    symbol: str
    low: str
    high: str
    most: int

    @property
    def ends(self) -> tuple[tuple[str, str, str, int], ...]:
        """Return the name, label, value and limit of both fields."""
        return ("min", _("from"), self.low, 0), ("max", _("to"), self.high, self.most)


@dataclass(frozen=True, slots=True)
class FilterPanel:
    """The whole panel: the first groups are open, all others and the ranges can be folded."""

    first: tuple[CheckboxGroup, ...]
    groups: tuple[CheckboxGroup, ...]
    ranges: tuple[FilterRange, ...]
    orders: tuple[Checkbox, ...]

    @property
    def more_in_use(self) -> bool:
        return any(choice.ticked for group in self.groups for choice in group.choices) or any(
            limits.low or limits.high for limits in self.ranges
        )


_GROUP_LABELS = lazy_sentences("cards", "filter_groups")
_CHOICE_LABELS = lazy_sentences("cards", "filter_choices")  # by key and value
_GROUP_ICONS = {"fire": "fire", "earth": "earth", "moons": "moon"}


def filter_panel(query: CardQuery, key_table: KeyTable) -> FilterPanel:
    state = panel_values_of_query(query, key_table)
    first: list[CheckboxGroup] = []
    groups: list[CheckboxGroup] = []
    for name, offered in key_table.panel.items():
        key = key_table[name]
        choices = [choice for choice in key.choices if not offered or choice.value in offered]
        marks = set(state.get(name, ()))
        if name == "people":
            front = [choice for choice in choices if People(choice.value) in PEOPLES]
            first.append(_filter_group(key, str(_GROUP_LABELS[name]), front, marks))
            choices = [choice for choice in choices if choice not in front]
            groups.append(_filter_group(key, _("Other affiliations"), choices, marks))
        else:
            part = first if name in ("people", "faction", "type", "icon") else groups
            part.append(_filter_group(key, str(_GROUP_LABELS.get(name, name)), choices, marks))
    ranges = tuple(_filter_range(key_table[name], highest, state) for name, highest in key_table.ranges.items())
    return FilterPanel(tuple(first), tuple(groups), ranges, _sort_order_choices(key_table, state))


def _filter_group(key: SearchKey, label: str, choices: list[Choice], marks: set[str]) -> CheckboxGroup:
    return CheckboxGroup(
        key.name, label, tuple(_filter_checkbox(key, choice, choice.value in marks) for choice in choices)
    )


def _filter_checkbox(key: SearchKey, choice: Choice, on: bool) -> Checkbox:
    label, people, symbol = _choice_label(key.name, choice), "", ""
    if key.name == "people":
        people = choice.value.lower()
        symbol = f"people-{people}"
    elif key.name == "deck" and choice.value in DECK_MARKS:
        people = DECK_MARKS[choice.value].lower()
    elif key.name == "icon":
        symbol = choice.value
    return Checkbox(choice.value, label, on, people, symbol)


def _choice_label(key: str, choice: Choice) -> str:
    if (named := f"{key} {choice.value}") in _CHOICE_LABELS:
        return str(_CHOICE_LABELS[named])
    if key == "deck" and choice.value in DECK_MARKS:
        return DECK_MARKS[choice.value]
    if key == "type" and choice.value in set(CardType):
        return str(labels.TYPE_PLURALS[CardType(choice.value)])
    if key == "icon":
        return str(labels.ICON_LABELS[IconKind(choice.value.upper())]).capitalize()
    if key in {"people", "family", "faction"}:
        return choice.value
    return _capitalised(choice.phrase)


def _filter_range(key: SearchKey, highest: int, state: Mapping[str, list[str]]) -> FilterRange:
    low, high = (next(iter(state.get(f"{key.name}_{end}", ())), "") for end in ("min", "max"))
    return FilterRange(key.name, _(key.many).capitalize(), _GROUP_ICONS.get(key.name, ""), low, high, highest)


def _sort_order_choices(key_table: KeyTable, state: Mapping[str, list[str]]) -> tuple[Checkbox, ...]:
    chosen = next(iter(state.get("sort", ())), "")
    ticks = [Checkbox("", _("Best match first"), not chosen)]
    ticks += [
        Checkbox(order.name, _capitalised(order.phrase), chosen == order.name) for order in key_table.orders.values()
    ]
    if chosen.startswith("-"):
        ticks.append(Checkbox(chosen, _capitalised(key_table.orders[chosen[1:]].back), True))
    return tuple(ticks)


def _capitalised(label: str) -> str:
    text = _(label)
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class ActiveCondition:
    """One condition of the query, and the query without it."""

    label: str
    without: str


def active_conditions(query: CardQuery, key_table: KeyTable) -> list[ActiveCondition]:
    """Return the conditions that can be removed, except words; none if there is only one condition."""
    parts = [part for part in query.parts if part not in query.words]
    return [ActiveCondition(explain_condition(part, key_table, _), query_without(query, part)) for part in parts]
