"""Parser: makes a query of every text, as far as it can be read, and lists what was left out."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from lark import Token, Tree

from cards.core.search.bluemoon import BLUE_MOON
from cards.core.search.keys import IS_OWNED, OWNED_COLUMN, KeyTable, SearchKey, SearchKeyKind
from cards.core.search.nodes import (
    MATCH_EVERYTHING,
    SIGN_VARIANTS,
    And,
    CardQuery,
    Condition,
    ExactName,
    Not,
    NumberTest,
    OneOf,
    Or,
    Quoted,
    SortBy,
    Word,
    fully_folded,
    normalise_condition,
)
from cards.core.search.tokens import (
    BadTerm,
    clean_query_text,
    empty_token,
    end_of,
    parse_tree,
    shorten_quote,
    token_start,
)
from common.text import gettext_noop, nearest, parse_whole_number

MAX_CONDITIONS = 20
MAX_VALUES = 20
_DECIMAL_NUMBER = re.compile(r"[-−]?[0-9]{1,4}([.,][0-9]{1,4})?")
# The keys used if no game is named; other games add theirs (`add_key_table`).
_key_tables: dict[str, KeyTable] = {BLUE_MOON.game: BLUE_MOON}
TABLES: Mapping[str, KeyTable] = MappingProxyType(_key_tables)


def add_key_table(key_table: KeyTable) -> None:
    """Let `game:` select another game’s keys; called once for each game where games are listed (`cards.games`)."""
    _key_tables[key_table.game] = key_table


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """The text as read, its query, the keys that were used, and the problems.

    If the query needs the reader’s collection, `shelf` is the message for readers without a collection.
    """

    text: str
    query: CardQuery
    table: KeyTable
    problems: tuple[BadTerm, ...] = ()
    shelf: BadTerm | None = None


def parse_query(text: str, key_table: KeyTable = BLUE_MOON) -> ParsedQuery:
    """Parse a query; never raises: errors are listed in `problems`. `game:` in the text chooses the key table."""
    problems: list[BadTerm] = []
    text = clean_query_text(text, problems)
    tree = parse_tree(text, problems)
    game = _game_of_query(tree, problems)
    reader = _QueryBuilder(TABLES[game] if game else key_table, problems)
    where = reader.build_condition(tree)
    query = CardQuery(normalise_condition(where or MATCH_EVERYTHING), tuple(dict.fromkeys(reader.sorts)), game)
    in_order = tuple(sorted(problems, key=lambda problem: problem.start))
    return ParsedQuery(text, query, reader.table, in_order, reader.shelf)


def _game_of_query(tree: Tree[Token], problems: list[BadTerm]) -> str:
    game = ""
    for node in tree.find_data("compared"):
        value = node.children[2]
        if str(node.children[0]).lower() != "game" or not isinstance(value, Tree):
            continue
        token = _first_token(value)
        names = {
            fully_folded(name): key_table.game
            for key_table in TABLES.values()
            for name in (key_table.game, key_table.name)
        }
        begun = [key for name, key in names.items() if fully_folded(token) and name.startswith(fully_folded(token))]
        if begun:
            game = begun[0]
        else:
            template = gettext_noop("We don’t have a game called “%(text)s”.")
            spot = (token_start(token), end_of(token))
            problems.append(BadTerm(template, {"text": shorten_quote(token)}, *spot, tuple(TABLES)))
    return game


def _first_token(tree: Tree[Token] | Token) -> Token:
    token = next(iter(tree.scan_values(lambda _: True)), None) if isinstance(tree, Tree) else tree
    return token if isinstance(token, Token) else empty_token(0)


def _parse_decimal(text: str) -> float | None:
    """Read 0.3, 0,3 or -1; None for anything else. A whole number becomes an int."""
    if not _DECIMAL_NUMBER.fullmatch(text):
        return None
    number = float(text.replace(",", ".").replace("−", "-"))
    return int(number) if number.is_integer() else number


def _unquoted(token: Token) -> str:
    return token.strip('"') if token.type in {"QUOTED", "UNCLOSED"} else str(token)


class _QueryBuilder:
    """Makes conditions from a parse tree, with the keys of one table."""

    def __init__(self, key_table: KeyTable, problems: list[BadTerm]) -> None:
        self.table = key_table
        self.problems = problems
        self.sorts: list[SortBy] = []
        self.shelf: BadTerm | None = None
        self.terms = 0

    def build_condition(self, tree: Tree[Token] | Token) -> Condition | None:
        """Return the condition of a part of the tree; None if none of it can be used."""
        if isinstance(tree, Token):
            return None
        parts = [part for part in tree.children if isinstance(part, Tree)]
        match str(tree.data):
            case "start" | "group":
                return self.build_condition(parts[0])
            case "either":
                return self._build_joined(Or, parts)
            case "every":
                return self._build_joined(And, parts)
            case "negated":
                inner = self.build_condition(parts[0])
                return Not(inner) if inner is not None else None
            case "nothing":
                return None
        return self._build_term(tree, parts)

    def _build_joined(self, kind: type[And] | type[Or], parts: list[Tree[Token]]) -> Condition | None:
        conditions = tuple(condition for part in parts if (condition := self.build_condition(part)) is not None)
        return kind(conditions) if conditions else None

    def _build_term(self, tree: Tree[Token], parts: list[Tree[Token]]) -> Condition | None:
        first_token = _first_token(tree)
        if not self._is_within_term_limit(1, first_token):
            return None
        if tree.data == "compared":
            return self._build_comparison(tree, parts)
        made = ExactName if tree.data == "exact" else None
        conditions = [self._build_word_condition(_first_token(part), made) for part in parts[:MAX_VALUES]]
        usable = tuple(condition for condition in conditions if condition is not None)
        return Or(usable) if usable else None

    def _is_within_term_limit(self, terms: int, token: Token) -> bool:
        before, self.terms = self.terms, self.terms + terms
        if self.terms <= MAX_CONDITIONS:
            return True
        if before <= MAX_CONDITIONS:
            self._problem(
                gettext_noop("A search can have at most %(most)d terms. The rest was ignored."),
                token,
                most=MAX_CONDITIONS,
            )
        return False

    def _build_word_condition(self, token: Token, made: Callable[[str], Condition] | None = None) -> Condition | None:
        text = fully_folded(_unquoted(token))
        if not text:
            if token.type != "NOTHING":
                self._problem(gettext_noop("“%(text)s” has no letters or digits to search for."), token)
            return None
        return (made or (Word if token.type in {"WORD", "VALUE"} else Quoted))(text)

    def _build_comparison(self, tree: Tree[Token], parts: list[Tree[Token]]) -> Condition | None:
        name, sign = (child for child in tree.children[:2] if isinstance(child, Token))
        spelled = SIGN_VARIANTS.get(str(sign), str(sign))
        values = [_first_token(part) for part in parts]
        if any(value.type == "NOTHING" for value in values):
            self._problem(gettext_noop("Add a value after “%(key)s%(text)s”."), sign, key=str(name))
            values = [value for value in values if value.type != "NOTHING"]
        # Each text after the first counts towards the limit of terms, as a word does.
        if (key := self.table.get(name)) and key.kind is SearchKeyKind.TEXT:
            values = [value for index, value in enumerate(values) if index == 0 or self._is_within_term_limit(1, value)]
        if len(values) > MAX_VALUES:
            self._problem(gettext_noop("A key can have at most %(most)d values."), values[MAX_VALUES], most=MAX_VALUES)
            values = values[:MAX_VALUES]
        if not values or name.lower() == "game":
            return None
        if name.lower() in {"sort", "order"}:
            self._add_sort_orders(values)
            return None
        keys = [self._find_key(word.strip(), name) for word in name.split("+")]
        known = [key for key in keys if key is not None]
        if len(known) < len(keys):
            return None
        self._note_collection_keys(known, name)
        if all(key.kind is SearchKeyKind.NUMBER for key in known):
            return self._build_number_test(known, spelled, values)
        if len(known) > 1:
            self._problem(gettext_noop("Only numeric keys can be added together."), name)
            return None
        return self._build_choice_condition(known[0], spelled, sign, values)

    def _find_key(self, word: str, token: Token) -> SearchKey | None:
        key = self.table.get(word)
        if key is None:
            template = gettext_noop("Unknown key “%(key)s”.")
            similar = self.table.similar_keys(word)
            if similar:
                template = gettext_noop("Unknown key “%(key)s”. Did you mean %(near)s?")
            self._problem(template, token, similar, key=shorten_quote(word), near=", ".join(similar))
        return key

    def _build_choice_condition(self, key: SearchKey, sign: str, token: Token, values: list[Token]) -> Condition | None:
        """Return a choice or a text, which can’t be compared by size."""
        if sign not in {":", "=", "!="}:
            self._problem(
                gettext_noop("“%(key)s” can’t be compared. Use %(key)s: instead."), token, (":",), key=key.name
            )
            return None
        whole = key.kind is SearchKeyKind.TEXT and key.name == "name" and sign == "="
        read_one = self._parse_text_value if key.kind is SearchKeyKind.TEXT else self._parse_choice_value
        choices = [read_one(key, value) for value in values]
        usable = tuple(dict.fromkeys(value for value in choices if value))
        if not usable:
            return None
        made = Or(tuple(ExactName(value) for value in usable)) if whole else OneOf(key.name, usable)
        return Not(made) if sign == "!=" else made

    def _parse_text_value(self, key: SearchKey, value: Token) -> str:
        text = fully_folded(_unquoted(value))
        if not text:
            self._problem(gettext_noop("“%(text)s” has no letters or digits to search for."), value)
            return ""
        return text

    def _parse_choice_value(self, key: SearchKey, value: Token) -> str:
        choice = key.find_choice(_unquoted(value))
        if choice is not None:
            if choice.means == IS_OWNED:
                self._require_collection(value)
            return choice.value
        similar = tuple(nearest(_unquoted(value)[:80], [choice.value for choice in key.choices], cutoff=0.5))
        template = gettext_noop("“%(key)s” can’t be “%(text)s”.")
        if similar:
            template = gettext_noop("“%(key)s” can’t be “%(text)s”. Did you mean %(near)s?")
        self._problem(
            template, value, similar, text=shorten_quote(_unquoted(value)), key=key.name, near=", ".join(similar)
        )
        return ""

    def _build_number_test(self, keys: list[SearchKey], sign: str, values: list[Token]) -> Condition | None:
        names = tuple(key.name for key in keys)
        conditions: list[Condition] = []
        numbers: list[float] = []
        for value in values:
            text = _unquoted(value).strip()
            own = sign
            if sign == ":":
                # some sites write fire:>5
                bare = text.lstrip("<>=≤≥≠!")
                own, text = SIGN_VARIANTS.get(text[: len(text) - len(bare)], text[: len(text) - len(bare)]) or "=", bare
            number = _parse_decimal(text) if keys[0].decimals else parse_whole_number(text, digits=4)
            if number is not None and own in {*SIGN_VARIANTS.values(), "<", ">"}:
                numbers.append(number)
                sign = own
                continue
            fields = self._parse_number_fields(text, value)
            if fields:
                conditions.append(NumberTest(names, own if own != ":" else "=", fields=fields))
        if numbers:
            conditions.append(NumberTest(names, sign if sign != ":" else "=", tuple(dict.fromkeys(numbers))))
        return Or(tuple(conditions)) if conditions else None

    def _parse_number_fields(self, text: str, value: Token) -> tuple[str, ...]:
        keys = [self.table.get(word.strip()) for word in text.split("+")]
        fields = tuple(key.name for key in keys if key is not None and key.kind is SearchKeyKind.NUMBER)
        if fields and len(fields) == len(keys):
            self._note_collection_keys([key for key in keys if key is not None], value)
            return fields
        numeric = [key.name for key in self.table.keys if key.kind is SearchKeyKind.NUMBER]
        similar = tuple(nearest(text[:80], numeric, limit=1))
        template = gettext_noop("“%(text)s” must be a number or one of %(keys)s.")
        self._problem(template, value, similar, text=shorten_quote(text), keys=", ".join(numeric))
        return ()

    def _note_collection_keys(self, keys: list[SearchKey], token: Token) -> None:
        if any(key.column == OWNED_COLUMN for key in keys):
            self._require_collection(token)

    def _require_collection(self, token: Token) -> None:
        template = gettext_noop(
            "You haven’t added any boxes yet. Add them under Decks, My collection to search your own cards."
        )
        self.shelf = self.shelf or BadTerm(template, {}, token_start(token), end_of(token))

    def _add_sort_orders(self, values: list[Token]) -> None:
        for value in values:
            text = _unquoted(value)
            name = fully_folded(text)
            if name in self.table.orders:
                self.sorts.append(SortBy(name, text.startswith("-")))
                continue
            similar = tuple(nearest(text[:80], self.table.orders, cutoff=0.5))
            template = gettext_noop("You can’t sort by “%(text)s”. Use one of %(orders)s.")
            self._problem(template, value, similar, orders=", ".join(self.table.orders))

    def _problem(self, template: str, token: Token, meant: tuple[str, ...] = (), /, **params: object) -> None:
        spot = (token_start(token), end_of(token))
        self.problems.append(BadTerm(template, {"text": shorten_quote(_unquoted(token)), **params}, *spot, meant))
