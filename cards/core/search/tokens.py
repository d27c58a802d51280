"""Tokens: parses a text to a tree; what doesn’t fit is left out and reported."""

import dataclasses
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lark import Lark, Token, Tree, UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

from common.sentence_tables import sentences
from common.text import gettext_noop

MAX_QUERY = 1024
MAX_BRACKET_DEPTH = 12
# Each character is replaced by one character, so that positions stay valid.
_QUOTE_TRANSLATION = str.maketrans("“”„«»", '"""""')
_MISTAKE_MESSAGES = sentences("cards", "search_mistakes")


@dataclass(frozen=True, slots=True)
class BadTerm:
    """A part of a query that could not be used: a message, its place from `start` to before `end`, and suggestions."""

    template: str
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)
    start: int = 0
    end: int = 0
    suggestions: tuple[str, ...] = ()

    @property
    def column(self) -> int:
        """Return the position counted from 1."""
        return self.start + 1


def shorten_quote(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def clean_query_text(text: str, problems: list[BadTerm]) -> str:
    """Return the text to parse: without control characters, with straight quotes, cut at the maximum length."""
    if len(text) > MAX_QUERY:
        template = gettext_noop("A search can have at most %(most)d characters. The rest was ignored.")
        problems.append(BadTerm(template, {"most": MAX_QUERY}, MAX_QUERY, len(text)))
    text = text[:MAX_QUERY].translate(_QUOTE_TRANSLATION)
    return "".join(letter if letter.isprintable() else " " for letter in text)


def parse_tree(text: str, problems: list[BadTerm]) -> Tree[Token]:
    parser = _query_parser()
    feeder = _TolerantParser(parser.parse_interactive(""), problems)
    for token in parser.lex(text):
        if token.type == "UNCLOSED":
            template = gettext_noop("This quotation mark is never closed.")
            problems.append(BadTerm(template, {}, token_start(token), end_of(token), (f'{token}"',)))
        feeder.feed(token)
    return feeder.finish(len(text))


@cache
def _query_parser() -> Lark:
    """Return the parser, created for the first query; two threads may each create one."""
    return Lark(Path(__file__).with_name("query.lark").read_text(), parser="lalr", lexer="basic")


def token_start(token: Token) -> int:
    return token.start_pos or 0


def end_of(token: Token) -> int:
    return token.end_pos or 0


def empty_token(position: int) -> Token:
    return Token("NOTHING", "", start_pos=position, end_pos=position)


class _TolerantParser:
    """Feeds the parser one token at a time, and skips tokens that it can’t take."""

    def __init__(self, parser: InteractiveParser, problems: list[BadTerm]) -> None:
        self.parser = parser
        self.problems = problems
        self.open: list[int] = []
        self.last: Token | None = None

    def feed(self, token: Token) -> None:
        if self._reject_too_deep(token) or (token.type == "RPAR" and not self.open and self._add_mistake(token)):
            return
        if not self._try_token(token):
            missing = self._feed_empty_token(token_start(token)) and self._try_token(token)
            if not missing:
                self._add_mistake(token)
                return
            # A missing value is reported where the key is read.
            if self.last is None or self.last.type not in {"OP", "PIPE"}:
                self._add_mistake(token if self.last is None or token.type != "RPAR" else self.last)
        self.last = token
        if token.type == "LPAR":
            self.open.append(token_start(token))
        elif token.type == "RPAR":
            self.open.pop()

    def finish(self, position: int) -> Tree[Token]:
        if self.last is not None and self.last.type in {"OR", "AND", "MINUS", "PIPE"}:
            self._add_mistake(self.last)
        while not self._try_token(Token("$END", "")):
            if self.open and self._try_token(Token("RPAR", ")")):
                start = self.open.pop()
                template = gettext_noop("This bracket is never closed.")
                self.problems.append(BadTerm(template, {}, start, start + 1))
            elif not self._feed_empty_token(position):
                return Tree("nothing", [])
        return self.tree

    def _reject_too_deep(self, token: Token) -> bool:
        if token.type != "LPAR" or len(self.open) < MAX_BRACKET_DEPTH:
            return False
        template = gettext_noop("Brackets can be at most %(most)d deep.")
        self.problems.append(BadTerm(template, {"most": MAX_BRACKET_DEPTH}, token_start(token), end_of(token)))
        return True

    def _try_token(self, token: Token) -> bool:
        if not self._can_take(token):
            return False
        result = self.parser.feed_token(token)
        if token.type == "$END":
            self.tree: Tree[Token] = result
        return True

    def _can_take(self, token: Token) -> bool:
        """Test a token on a copy that builds nothing: rejecting it may leave the parser itself in a wrong state."""
        state = self.parser.parser_state.copy(deepcopy_values=False)
        state.parse_conf = copy(state.parse_conf)
        state.parse_conf.callbacks = {}
        try:
            state.feed_token(token, is_end=token.type == "$END")
        except UnexpectedToken:
            return False
        return True

    def _feed_empty_token(self, position: int) -> bool:
        return self._try_token(empty_token(position))

    def _add_mistake(self, token: Token) -> bool:
        template = _MISTAKE_MESSAGES.get(token.type, gettext_noop("We couldn’t understand “%(text)s” here."))
        self.problems.append(BadTerm(template, {"text": shorten_quote(token)}, token_start(token), end_of(token)))
        return True
