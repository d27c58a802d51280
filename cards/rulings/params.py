"""Parameters of the rulings search, read from a URL for page and API alike."""

from collections.abc import Mapping

from cards.core.facts import Catalogue, IconKind
from cards.core.rulings import RulingQuery, RulingsBook, Trust
from cards.core.rulings.facts import EDITIONS
from common.errors import Detail, Missing
from common.text import fold, gettext_noop, nearest

PARAMETERS = ("q", "game", "topic", "card", "with", "icon", "edition", "trust")
MAX_QUERY_LENGTH = 400


def read_ruling_query(
    values: Mapping[str, str], book: RulingsBook, catalogues: Mapping[str, Catalogue]
) -> tuple[RulingQuery, tuple[Detail, ...]]:
    """Return the search, and the problems of parameters that were left out."""
    problems: list[Detail] = []
    allowed: Mapping[str, tuple[str, ...]] = {
        "game": tuple(catalogues),
        "topic": tuple(book.topics),
        "icon": tuple(kind.value for kind in IconKind),
        "edition": tuple(EDITIONS),
        "trust": tuple(trust.value for trust in Trust),
    }
    read: dict[str, str] = {}
    for name, words in allowed.items():
        text = values.get(name, "").strip()
        value = text.upper() if name == "icon" else text.lower()
        if value and value not in words:
            close = tuple(nearest(text[:40], words, limit=2))
            message = gettext_noop("“%(value)s” isn’t a valid value for %(name)s.") % {
                "value": text[:40],
                "name": name,
            }
            problems.append(Detail(message, field=name, suggestions=close))
            value = ""
        read[name] = value
    codes: list[str] = []
    for name in ("card", "with"):
        if named := values.get(name, "").strip():
            try:
                code, game = _code_and_game_of_card(named, catalogues)
            except Missing as error:
                problems.append(Detail(error.message, field=name, suggestions=error.details[0].suggestions))
            else:
                codes.append(code)
                read["game"] = read["game"] or game
    card, beside = (*dict.fromkeys(codes), "", "")[:2]
    return RulingQuery(text=values.get("q", "")[:MAX_QUERY_LENGTH], card=card, beside=beside, **read), tuple(problems)


def _code_and_game_of_card(text: str, catalogues: Mapping[str, Catalogue]) -> tuple[str, str]:
    """Return code and game of a card by code, slug, name or a unique word of it; raise `Missing` if none or several."""
    for game, cards in catalogues.items():
        at = cards.by_slug.get(text.lower())
        named = (at,) if at else cards.lookup(text)
        if len(named) == 1:
            return named[0].code, game
    first, *others = catalogues.values()
    try:
        return first.find_card(text).code, first.cards[0].game
    except Missing as error:
        suggested = first.suggest_names(text)
        if len(suggested) == 1 and f" {fold(text)} " in f" {fold(suggested[0])} ":
            return _code_and_game_of_card(suggested[0], catalogues)
        near = [*error.details[0].suggestions, *(name for cards in others for name in cards.suggest_names(text))]
        template = gettext_noop("No card is called “%(text)s”.")
        params = {"text": text[:80]}
        details = (Detail(template, suggestions=tuple(near[:3]), params=params),)
        raise Missing(template, params, details=details) from error
