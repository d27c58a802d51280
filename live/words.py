"""Words at a table: friendly phrases that the players of a draft or a match send each other. Nothing is stored.

A phrase is a notice of `word.KEY` whose number says when, which seat and which phrase, so that each reader’s page shows
it in the reader’s language.
"""

import json
import time

from common.errors import Invalid
from common.rate_limits import require_budget
from common.text import gettext_noop, parse_whole_number
from live.pubsub import notify

PHRASES = 6  # templates/_words.html has their words


def phrase_topic(key: str) -> str:
    return f"word.{key}"


def say_phrase(key: str, *, seat: int, number: str) -> None:
    """Send a phrase by its number to everyone at a table. Raises `Invalid`, and `TooMany` for a fourth one a minute."""
    phrase = parse_whole_number(number, digits=1)
    if phrase is None or phrase >= PHRASES:
        raise Invalid(gettext_noop("Choose one of the phrases."), place="phrase")
    require_budget("words", f"{key}-{seat}")
    notify(phrase_topic(key), int(time.time() * 1000) * 100 + seat * 10 + phrase)


def phrase_message(notice: int) -> str:
    return json.dumps({"type": "word", "seat": notice // 10 % 10, "phrase": notice % 10})
