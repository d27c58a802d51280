"""Search key reference: the keys of the search language of each game."""

from cards.core.search.keys import KeyTable, SearchKeyKind
from cards.games import GAMES
from tests.reference.markdown import code, page, table

_KINDS = {
    SearchKeyKind.CHOICE: "one of its values",
    SearchKeyKind.NUMBER: "a number, or another number key",
    SearchKeyKind.TEXT: "any words",
}


def text() -> str:
    lead = (
        "What may stand before a sign in the search box and in the parameter `q` of the API. [How to"
        " search](../search.md) explains the language; a value may be shortened to its beginning."
    )
    return page("Search keys", lead, *(part for game in GAMES.values() for part in _game(game.keys)))


def _game(keys: KeyTable) -> list[str]:
    rows = [
        (
            code(key.name),
            ", ".join(code(name) for name in key.names[1:]),
            _KINDS[key.kind],
            key.about,
            code(key.example),
        )
        for key in keys.keys
    ]
    values = [
        f"`{key.name}`: {', '.join(code(choice.value) for choice in key.choices)}" for key in keys.keys if key.choices
    ]
    orders = [(code(f"sort:{order.name}"), order.phrase, order.back) for order in keys.orders.values()]
    return [
        f"## {keys.name} (`game:{keys.game}`)",
        table(("Key", "Also", "Value", "Meaning", "Example"), rows),
        f"### Values in {keys.name}",
        "\n\n".join(values),
        f"### Orders in {keys.name}",
        table(("Order", "Means", "With - before it"), orders),
    ]
