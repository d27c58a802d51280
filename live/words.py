"""Phrases: friendly phrases that the players of a draft or a match send each other. Nothing is stored.

A phrase is a notice of topic `word.KEY`. Its number encodes time, seat and phrase; pages translate it.
"""

import json
import time

from common.errors import Invalid
from common.rate_limits import require_budget
from common.text import gettext_noop, parse_whole_number
from live.pubsub import notify

PHRASES = 6  # templates/_words.html has the text of each phrase


def phrase_topic(key: str) -> str:
    return f"word.{key}"


def say_phrase(key: str, *, seat: int, number: str) -> None:
    """Send a phrase by its number to all at a table. Raises `Invalid`, and `TooMany` for the fourth in a minute."""
    phrase = parse_whole_number(number, digits=1)
    if phrase is None or phrase >= PHRASES:
        raise Invalid(gettext_noop("Choose one of the phrases."), field="phrase")
    require_budget("words", f"{key}-{seat}")
    notify(phrase_topic(key), int(time.time() * 1000) * 100 + seat * 10 + phrase)


def phrase_message(notice: int) -> str:
    return json.dumps({"type": "word", "seat": notice // 10 % 10, "phrase": notice % 10})
