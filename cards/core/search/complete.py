"""Completion: suggestions while a query is typed: keys, their values and card names."""

import re
from dataclasses import dataclass

from cards.core.facts import CardFacts
from cards.core.search.index import CardNameIndex
from cards.core.search.keys import KeyTable
from cards.core.search.nodes import fully_folded

MAX_COMPLETIONS = 8
# The last piece: an open quote, or a text without spaces; a negation or a parenthesis before it isn’t part of it.
_LAST_PIECE = re.compile(r'(?:^|(?<=[\s(]))[-(]*(?P<piece>!?"[^"]*|[^\s"()]*)$')
_KEY_AND_VALUE = re.compile(r'(?P<key>\w+)(?P<sign>[:=])(?P<before>(?:[^|]*\|)*)(?P<value>"?[^|"]*)$')


@dataclass(frozen=True, slots=True)
class Completion:
    """One suggestion: `kind` is "key", "value" or "card"; `query` is the whole text with it inserted."""

    kind: str
    text: str
    label: str
    query: str
    card: CardFacts | None = None


def query_completions(text: str, key_table: KeyTable, index: CardNameIndex) -> list[Completion]:
    match = _LAST_PIECE.search(text)
    piece = match["piece"] if match else ""
    if not match or not piece:
        return []
    before = text[: match.start("piece")]
    value = _KEY_AND_VALUE.fullmatch(piece)
    if value is not None:
        return _value_completions(value, before, key_table)
    plain = _trailing_words(text) if piece[0] not in '!"' else piece.lstrip('!"')
    cards = [_card_completion(card, text, plain, piece) for card in index.cards_starting(plain, limit=MAX_COMPLETIONS)]
    keys = _key_completions(piece, before, key_table)
    return (
        [*keys[:3], *cards][:MAX_COMPLETIONS]
        if len(piece) < 3
        else [*cards[: MAX_COMPLETIONS - len(keys)], *keys][:MAX_COMPLETIONS]
    )


def _trailing_words(text: str) -> str:
    """Return the bare words at the end, which together may begin a name."""
    words: list[str] = []
    for word in reversed(text.split()):
        if re.search(r'[:=<>()"|!]', word) or word.startswith("-") or word.lower() in {"or", "and"}:
            break
        words.insert(0, word)
    return " ".join(words)


def _card_completion(card: CardFacts, text: str, plain: str, piece: str) -> Completion:
    name = f'!"{card.label}"'
    lead = text.rstrip()[: -len(piece) if piece[0] in '!"' else -len(plain) or None]
    return Completion("card", card.label, "", f"{lead}{name}", card)


def _key_completions(piece: str, before: str, key_table: KeyTable) -> list[Completion]:
    wanted = fully_folded(piece)
    if not wanted or " " in wanted:
        return []
    keys = [key for key in key_table.keys if any(name.startswith(wanted) for name in key.names)]
    completions = [Completion("key", f"{key.name}:", key.about, f"{before}{key.name}:") for key in keys]
    return (
        [*completions, Completion("key", "sort:", "", f"{before}sort:")] if "sort".startswith(wanted) else completions
    )


def _value_completions(match: re.Match[str], before: str, key_table: KeyTable) -> list[Completion]:
    name, wanted = match["key"].lower(), fully_folded(match["value"])
    lead = f"{before}{match['key']}{match['sign']}{match['before']}"
    if name == "sort":
        orders = [order for order in key_table.orders.values() if order.name.startswith(wanted)]
        return [Completion("value", order.name, order.phrase, f"{lead}{order.name}") for order in orders][
            :MAX_COMPLETIONS
        ]
    key = key_table.get(name)
    if key is None:
        return []
    begun = [
        choice
        for choice in key.choices
        if any(fully_folded(form).startswith(wanted) for form in (choice.value, *choice.also))
    ]
    spelled = [
        (choice, f'"{choice.value}"' if " " in choice.value else choice.value) for choice in begun[:MAX_COMPLETIONS]
    ]
    return [Completion("value", text, choice.phrase, f"{lead}{text}") for choice, text in spelled]
