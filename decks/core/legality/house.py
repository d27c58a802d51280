"""House formats: a few lines of JSON become a `HouseRules`, or every fault with its line and field.

    {
      "base": "custom",
      "size": 40,
      "moons": 12,
      "copies": 2,
      "without": ["leadership"],
      "least": {"character": 15},
      "banned": ["Vulca 03", "Sear"]
    }

Every line may be left out; `"moons": null` lifts the limit. A declaration never changes once it is shared: a deck made
for it stays what it was.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from cards.core.facts import OUTSIDE_THE_DECK, CardType, Catalogue
from common.errors import Detail, Invalid, Missing
from common.json_depth import parse_json
from common.text import gettext_noop, nearest
from decks.core.legality.decklist import Format, HouseRules

HOUSE_FIELDS = ("base", "size", "moons", "copies", "without", "least", "banned")
BASES = (Format.CUSTOM, Format.DRAFT)
CARD_TYPES = tuple(kind.value for kind in CardType if kind.value and kind not in OUTSIDE_THE_DECK)
_NUMBER_BOUNDS = {"size": (1, 200), "moons": (0, 200), "copies": (1, 20)}
MAX_DEFINITION_CHARACTERS = 8_000
MAX_BANNED = 200
_UNREADABLE = gettext_noop("The definition couldn’t be read.")


def parse_house_rules(text: str, catalogue: Catalogue, *, key: str = "", name: str = "") -> HouseRules:
    """Read a declaration; raises `Invalid` with every error, its field and its line."""
    if len(text) > MAX_DEFINITION_CHARACTERS:
        raise Invalid(
            gettext_noop("The definition can have at most %(limit)d characters."),
            {"limit": MAX_DEFINITION_CHARACTERS},
            field="declaration",
        )
    try:
        data = parse_json(text or "{}", _dict_without_duplicates)
    except json.JSONDecodeError as error:
        detail = Detail(f"This isn’t valid JSON: {error.msg}.", line=error.lineno, column=error.colno)
        raise Invalid(_UNREADABLE, details=(detail,)) from error
    except ValueError as error:
        field = error.field if isinstance(error, _DuplicateKey) else None
        message = f"“{field}” appears twice." if field else "It’s nested too deeply or contains an infinite number."
        raise Invalid(
            _UNREADABLE, details=(Detail(message, field=field, line=_find_line_number(text, field or "")),)
        ) from error
    if not isinstance(data, dict):
        raise Invalid(_UNREADABLE, details=(Detail("A definition must be an object: { … }.", line=1),))
    faults = [
        Detail(message, field=field, line=_find_line_number(text, word)) for field, word, message in _house_errors(data)
    ]
    codes, strange = _banned_codes(data.get("banned", []), catalogue)
    faults += [
        Detail(error.message, field="banned", line=_find_line_number(text, word), suggestions=_close_card_names(error))
        for word, error in strange
    ]
    if faults:
        raise Invalid(_UNREADABLE, details=tuple(faults))
    return house_rules_from_data({**data, "banned": codes, "key": key, "name": name})


def house_rules_from_data(data: Mapping[str, Any]) -> HouseRules:
    """Return the format of a stored declaration, with `key` and `name` beside its own fields."""
    return HouseRules(
        key=str(data.get("key", "")),
        name=str(data.get("name", "")),
        base=Format(data.get("base", Format.CUSTOM)),
        size=data.get("size"),
        moons=data.get("moons"),
        any_moons="moons" in data and data["moons"] is None,
        copies=data.get("copies", 1),
        banned=tuple(data.get("banned", ())),
        without=tuple(CardType(name) for name in data.get("without", ())),
        least=tuple((CardType(name), number) for name, number in data.get("least", {}).items()),
    )


def house_rules_as_data(house: HouseRules) -> dict[str, Any]:
    """Return a format as its declaration, with only what differs from the base; `house_rules_from_data` reads it."""
    declaration: dict[str, Any] = {"base": house.base.value}
    if house.size is not None:
        declaration["size"] = house.size
    if house.any_moons or house.moons is not None:
        declaration["moons"] = None if house.any_moons else house.moons
    if house.copies != 1:
        declaration["copies"] = house.copies
    if house.without:
        declaration["without"] = [kind.value for kind in house.without]
    if house.least:
        declaration["least"] = {kind.value: number for kind, number in house.least}
    if house.banned:
        declaration["banned"] = list(house.banned)
    return declaration


class _DuplicateKey(ValueError):
    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field[:40]


def _dict_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for field, value in pairs:
        if field in members:
            raise _DuplicateKey(field)
        members[field] = value
    return members


def _house_errors(data: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield for each error the field, the word to look for in the text, and the message."""
    for field in data:
        if field not in HOUSE_FIELDS:
            close = nearest(field, HOUSE_FIELDS, limit=1)
            hint = f" Did you mean “{close[0]}”?" if close else ""
            yield field[:40], field, f"“{field[:40]}” isn’t a field. The fields are {', '.join(HOUSE_FIELDS)}.{hint}"
    if data.get("base", "custom") not in [base.value for base in BASES]:
        yield "base", "base", f"A house format must be based on one of {', '.join(base.value for base in BASES)}."
    yield from _number_errors(data)
    yield from _list_errors(data)
    yield from _min_type_errors(data)


def _min_type_errors(data: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    least = data.get("least", {})
    if not isinstance(least, dict):
        yield "least", "least", '“least” must give the minimum number of cards of each type: {"character": 15}.'
        return
    maximum = _NUMBER_BOUNDS["size"][1]
    for kind, number in least.items():
        if kind not in CARD_TYPES:
            yield "least", kind, f"“{kind[:40]}” isn’t a card type. The types are {', '.join(CARD_TYPES)}."
        elif not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= maximum:
            yield "least", kind, f"“{kind}” must be a whole number from 1 to {maximum}."
        elif isinstance(data.get("without"), list) and kind in data["without"]:
            yield "least", kind, f"“{kind}” is excluded by “without”, so it can’t have a minimum."
    numbers = [number for number in least.values() if isinstance(number, int) and number <= maximum]
    size = data.get("size", 30)
    if isinstance(size, int) and sum(numbers) > size:
        yield "least", "least", f"“least” requires {sum(numbers)} cards, but the deck has only {size}."


def _number_errors(data: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    for field, (minimum, maximum) in _NUMBER_BOUNDS.items():
        value = data.get(field, minimum)
        if field == "moons" and value is None:
            continue
        if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= maximum:
            yield field, field, f"“{field}” must be a whole number from {minimum} to {maximum}."
    if data.get("base") == "draft" and data.get("moons") is not None:
        yield "moons", "moons", "A draft deck has no leader, so there aren’t any moons to count (DECK-18)."


def _list_errors(data: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    without = data.get("without", [])
    if not isinstance(without, list):
        yield "without", "without", "“without” must be a list of card types."
    else:
        for kind in without:
            if kind not in CARD_TYPES:
                message = f"“{str(kind)[:40]}” isn’t a card type. The types are {', '.join(CARD_TYPES)}."
                yield "without", str(kind), message
    banned = data.get("banned", [])
    if not isinstance(banned, list) or len(banned) > MAX_BANNED or not all(isinstance(code, str) for code in banned):
        yield "banned", "banned", f"“banned” must be a list of at most {MAX_BANNED} cards, each a code or a name."


def _banned_codes(banned: Any, catalogue: Catalogue) -> tuple[list[str], list[tuple[str, Missing]]]:
    codes: list[str] = []
    strange: list[tuple[str, Missing]] = []
    catalogue = catalogue.with_suggestion_limit()
    if isinstance(banned, list):
        for word in banned[:MAX_BANNED]:
            if isinstance(word, str):
                try:
                    codes.append(catalogue.find_card(word[:120]).code)
                except Missing as error:
                    strange.append((word, error))
    return list(dict.fromkeys(codes)), strange


def _close_card_names(error: Missing) -> tuple[str, ...]:
    return error.details[0].suggestions if error.details else ()


def _find_line_number(text: str, word: str) -> int:
    """Return the line of the declaration with this word; the first if it isn’t found."""
    for form in (json.dumps(word), json.dumps(word, ensure_ascii=False)):
        offset = text.find(form)
        if word and offset >= 0:
            return text.count("\n", 0, offset) + 1
    return 1
