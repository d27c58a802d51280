"""Lines: a text cut into lines, a line into quantity and card."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boards.core.notation import short_card_code
from cards.core.facts import BLUE_MOON, CardFacts, Catalogue
from cards.games.cthulhu.facts import KEY, PREFIX
from common.errors import Detail, Invalid, Missing
from common.request_work import raise_if_sender_gone
from common.text import fold, gettext_noop, tidy_name
from decks.core.text.cthulhu_lines import parse_cthulhu_line
from decks.core.text.pasted_lines import BREAKS, possible_parses, starts_with_signed_number, with_count_from_brackets
from decks.core.text.result import MAX_COPIES_PER_LINE, MAX_DECK_BYTES, MAX_DECK_LINES, MAX_LINE_LENGTH, BadLine

_LINE_COMMENT = re.compile(r"(^|\s)#(?!\d{1,3}[)\]]).*$")  # "(Core Set #39)" isn’t a comment
_COPIES_FIRST = re.compile(
    r"^(?P<number>[+\-−–]?\d{1,9}(?:[.,]\d+)?)\s*(?:(?P<times>[x×])\s*|\s+)(?P<rest>\S.*)$", re.IGNORECASE
)
_COPIES_AFTER_CARD = re.compile(r"^(?P<rest>.*\S)\s+(?P<times>[x×])\s*(?P<number>[+\-−–]?\d{1,9})$", re.IGNORECASE)
_SET_NAME_IN_BRACKETS = re.compile(
    r"\s+\((?![x×]?\s*\d+\s*[x×]?\))[^()]*\)$", re.IGNORECASE
)  # "Sear (Vulca deck)", as other sites write a card’s origin
_WHOLE = re.compile(r"[.,]0+$")
_RANGE = re.compile(
    r"(?P<word>[^\W\d]+)\s*(?P<first>\d{1,3})\s*(?:-|–|—|\.\.+|to|bis|tot|до)\s*(?:(?P=word)\s*)?(?P<last>\d{1,3})"
)
MAX_CARDS_IN_RANGE = 40  # cards
MAX_TITLE_CHARACTERS = 76
_WORDS_IN_CODE = (2, 3)  # a code is two words ("Vulca 03"), a slot three ("Hyla slot 1")


def refuse_too_long_text(text: str) -> None:
    if len(text.encode("utf-8", "surrogatepass")) > MAX_DECK_BYTES:
        template = gettext_noop("The text is longer than %(limit)d bytes; a deck fits in far fewer.")
        raise Invalid(
            template, {"limit": MAX_DECK_BYTES}, details=(Detail(template % {"limit": MAX_DECK_BYTES}, line=1),)
        )


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield numbered lines without byte order mark, comments included; raises `Invalid` if the text is too long."""
    refuse_too_long_text(text)
    rows = BREAKS.split(text.removeprefix("\ufeff"))
    refuse_too_many_lines(len(rows), MAX_DECK_LINES + 1)
    yield from enumerate(rows, start=1)


def refuse_too_many_lines(have: int, line: int) -> None:
    """Raise `Invalid` if there are more lines than a deck has; `line` is the first line too many."""
    if have > MAX_DECK_LINES:
        template = gettext_noop("The text has %(have)d lines; at most %(limit)d are read.")
        params = {"have": have, "limit": MAX_DECK_LINES}
        raise Invalid(template, params, details=(Detail(template % params, line=line),))


def without_comment(line: str) -> str:
    """Return the line up to a `#` at its start or after a blank; nothing of a line that begins with `//`.

    >>> without_comment("Family: a   # any of a to f")
    'Family: a'
    """
    return "" if line.lstrip().startswith("//") else _LINE_COMMENT.sub("", line).strip()


def comment_in_line(line: str) -> str:
    """Return the words of a comment that follows something on its line.

    >>> comment_in_line("2x Sear  # burns #swap-first"), comment_in_line("2x Sear")
    ('burns #swap-first', '')
    """
    match = _LINE_COMMENT.search(line)
    return match.group(0).strip()[1:].strip() if match else ""


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card and its copies from one line; for an unknown card, `card` is None and `doubt` names similar cards."""

    code: str
    copies: int
    card: CardFacts | None = None
    doubt: BadLine | None = None


def too_long_problem(line: int, text: str) -> BadLine | None:
    """Return the problem of a line that is longer than anyone would write; comments may be longer."""
    if len(text) <= MAX_LINE_LENGTH or text.lstrip().startswith("#"):
        return None
    template = gettext_noop("The line is longer than %(limit)d characters.")
    return BadLine(line, text[:60] + "…", template, {"limit": MAX_LINE_LENGTH})


def parse_card_line(line: int, text: str, catalogue: Catalogue) -> CardLine | BadLine:
    """Read `2x Sear`, `2 x Vulca 10`, `Vulca 10 Sear` or `Sear`, in the notation of the catalogue’s game."""
    return find_card_line(line, text, catalogue) or not_a_card_problem(line, text, catalogue)


def find_card_line(line: int, text: str, catalogue: Catalogue) -> CardLine | BadLine | None:
    """Return the card of a line, or the problem if it is malformed; None if it names no card."""
    return _CARD_READERS[game_of_catalogue(catalogue)](line, text, catalogue)


def not_a_card_problem(line: int, text: str, catalogue: Catalogue) -> BadLine:
    match = _COPIES_FIRST.match(text) or _COPIES_AFTER_CARD.match(text)
    missing = _find_card(match["rest"] if match else text, catalogue)
    return _missing_card_problem(
        line, text, missing if isinstance(missing, Missing) else Missing(NO_CARD, {"text": text[:80]})
    )


def _parse_blue_moon_card(line: int, text: str, catalogue: Catalogue) -> CardLine | BadLine | None:
    match = _COPIES_FIRST.match(text) or _COPIES_AFTER_CARD.match(text)
    quiet = catalogue.with_suggestion_limit(0)
    card = _find_card(text, quiet)
    if not isinstance(card, Missing):
        return CardLine(card.code, 1, card)
    question = _card_range_problem(line, text, catalogue)
    if question is not None:
        return question
    copies = _copies_from_text(match["number"]) if match else 1
    if match and (copies is None or copies < 1):
        return BadLine(line, text, _INVALID_QUANTITY, {"number": match["number"]})
    if match and copies is not None and copies > MAX_COPIES_PER_LINE:
        template = gettext_noop("%(number)s copies is too many. A line can have up to %(limit)d.")
        return BadLine(line, text, template, {"number": match["number"], "limit": MAX_COPIES_PER_LINE})
    card = _find_card(match["rest"], quiet) if match else card
    if match and not isinstance(card, Missing):
        return _card_with_copies(line, text, card, copies or 1, "" if match["times"] else match["number"])
    for pasted in possible_parses(text):
        parts = (pasted.name, *pasted.places, *pasted.cells)
        named = {found.code: found for part in parts if isinstance(found := _find_card(part, quiet), CardFacts)}
        if len(named) == 1:
            (card,) = named.values()
            written_copies = with_count_from_brackets(
                pasted, {int(card.number)} if card.number.isdigit() else ()
            ).copies
            if written_copies == 0 and not pasted.digits.startswith("00"):
                return BadLine(line, text, _INVALID_QUANTITY, {"number": "0"})
            return _card_with_copies(line, text, card, written_copies or 1, pasted.digits)
    return None


def _card_with_copies(line: int, text: str, card: CardFacts, copies: int, digits: str) -> CardLine:
    """Return a card with its copies: `digits`, unless these are the card’s own number or number the lines of a list.

    "05 Volca" and "5 Volca" are one Vulca 05. The line is marked if it could have meant copies.
    """
    own = card.number.isdigit() and copies == int(card.number)
    padded = len(digits) > 1 and digits.startswith("0")
    if not digits or not (padded or (own and copies > 1)):
        return CardLine(card.code, copies, card)
    doubt = None if own and padded else BadLine(line, text, NOT_COPIES, {"number": digits, "name": card.label})
    return CardLine(card.code, 1, card, doubt)


def _card_range_problem(line: int, text: str, catalogue: Catalogue) -> BadLine | None:
    """Return a question if a line means a range of cards: "Vulca 01-30"."""
    match = _RANGE.fullmatch(text)
    first, last = (int(match["first"]), int(match["last"])) if match else (0, 0)
    if match is None or not first < last < first + MAX_CARDS_IN_RANGE:
        return None
    lookups = [catalogue.lookup(f"{match['word']} {number}") for number in range(first, last + 1)]
    if not all(len(cards) == 1 for cards in lookups):
        return None
    codes = [cards[0].code for cards in lookups]
    template = gettext_noop("Does “%(text)s” mean these %(count)d cards, one of each?")
    return BadLine(line, text, template, {"text": text, "count": len(codes)}, (", ".join(map(short_card_code, codes)),))


def _parse_cthulhu_card(line: int, text: str, catalogue: Catalogue) -> CardLine | BadLine | None:
    """Read a line of a Call of Cthulhu list. A title in no set stays as written, which the verdict mentions; a title of
    several cards is a problem that asks which card is meant."""
    pasted, cards = parse_cthulhu_line(text, catalogue)
    if pasted.copies is not None and not 0 < pasted.copies <= MAX_COPIES_PER_LINE:
        return BadLine(line, text, _INVALID_QUANTITY, {"number": pasted.copies})
    if len(cards) == 1:
        return CardLine(cards[0].code, pasted.copies or 1, cards[0])
    if cards:
        names = tuple(card.code.removeprefix(PREFIX) for card in cards)
        template = gettext_noop("“%(text)s” matches several cards. Which one do you mean: %(names)s?")
        return BadLine(line, text, template, {"text": pasted.name[:80], "names": "; ".join(names)}, names)
    if starts_with_signed_number(text):
        return BadLine(line, text, _INVALID_QUANTITY, {"number": text.split(" ")[0][:10]})
    title = tidy_name(pasted.name).removeprefix(PREFIX)[:MAX_TITLE_CHARACTERS].strip()
    if not any(letter.isalpha() for letter in title):
        return None
    similar = tuple(dict.fromkeys(name.removeprefix(PREFIX) for name in catalogue.suggest_names(title, limit=4)))[:3]
    params = {"text": title, "names": ", ".join(similar)}
    doubt = BadLine(line, text, _UNKNOWN_CARD_SUGGESTION if similar else NO_CARD, params, similar)
    return CardLine(PREFIX + title, pasted.copies or 1, doubt=doubt)


# The reader of a card on a line, by game.
_CARD_READERS = {BLUE_MOON: _parse_blue_moon_card, KEY: _parse_cthulhu_card}
_INVALID_QUANTITY = gettext_noop("“%(number)s” isn’t a valid number of copies. Use 1 or more, or leave it out.")
NOT_COPIES = gettext_noop("“%(number)s” was read as a number of the list, not as copies: one %(name)s.")
NO_CARD = gettext_noop("No card is called “%(text)s”.")
_UNKNOWN_CARD_SUGGESTION = gettext_noop("No card is called “%(text)s”. Did you mean %(names)s?")


def game_of_catalogue(catalogue: Catalogue) -> str:
    return catalogue.cards[0].game if catalogue.cards else BLUE_MOON


def parse_single_card(line: int, text: str, catalogue: Catalogue) -> CardFacts | BadLine:
    card = _find_card(text, catalogue)
    return _missing_card_problem(line, text, card) if isinstance(card, Missing) else card


def _copies_from_text(number: str) -> int | None:
    try:
        return int(_WHOLE.sub("", number).replace("−", "-").replace("–", "-"))
    except ValueError:
        return None


def _missing_card_problem(line: int, text: str, missing: Missing) -> BadLine:
    suggestions = missing.details[0].suggestions if missing.details else ()
    return BadLine(line, text, missing.template, missing.params, suggestions)


def _find_card(text: str, catalogue: Catalogue) -> CardFacts | Missing:
    cards = catalogue.lookup(text)
    if len(cards) == 1:
        return cards[0]
    named = _card_by_code_and_name(text, catalogue)
    bare = _SET_NAME_IN_BRACKETS.sub("", text)
    if named is None and bare != text:
        cards = catalogue.lookup(bare)
        named = cards[0] if len(cards) == 1 else None
    return named or _suggested_card(text, catalogue)


def _suggested_card(text: str, catalogue: Catalogue) -> CardFacts | Missing:
    try:
        return catalogue.find_card(text)
    except Missing as missing:
        return missing


def _card_by_code_and_name(text: str, catalogue: Catalogue) -> CardFacts | Missing | None:
    """Read "Vulca 03 Scorch the Inflammable" or "Scorch the Inflammable (Vulca 03)"; code and name must agree."""
    words = fold(text).split(" ")
    for length in _WORDS_IN_CODE:
        for code, name in ((words[:length], words[length:]), (words[-length:], words[:-length])):
            cards = catalogue.lookup(" ".join(code)) if name else ()
            padded = f"{' '.join(code[:-1])} {code[-1].zfill(2)}"
            if len(cards) != 1 or fold(cards[0].code) not in (" ".join(code), padded):
                continue
            card = cards[0]
            if " ".join(name) in {fold(form) for form in card.names}:
                return card
            template = gettext_noop("%(code)s is %(name)s, not “%(text)s”.")
            close = (card.code, *(other_card.code for other_card in catalogue.lookup(" ".join(name))))
            close = close if len(close) > 1 else (card.code, *catalogue.suggest_names(" ".join(name), limit=2))
            params = {"code": card.code, "name": card.label, "text": " ".join(name)[:80]}
            similar = tuple(dict.fromkeys(close))
            return Missing(template, params, details=(Detail(template, suggestions=similar, params=params),))
    return None


def parse_picks(text: str, catalogue: Catalogue) -> tuple[tuple[str, ...], tuple[BadLine, ...]]:
    """Read a list of picks, one card a line; return the codes of the pool, and the lines that name no deck card."""
    codes: list[str] = []
    problems: list[BadLine] = []
    catalogue = catalogue.with_suggestion_limit()
    for number, raw in numbered_lines(text):
        raise_if_sender_gone()
        line = without_comment(raw)
        if not line:
            continue
        read: CardLine | BadLine = too_long_problem(number, raw) or parse_card_line(number, line, catalogue)
        if isinstance(read, BadLine):
            problems.append(read)
        elif read.card is not None and not read.card.playable:
            template = gettext_noop("%(card)s can’t be one of a deck’s thirty cards, so it isn’t drafted.")
            problems.append(BadLine(number, line, template, {"card": read.card.code}))
        else:
            codes += [read.code] * read.copies
    return tuple(codes), tuple(problems)
