"""Subjects that group topics of rulings, each with its topics and their number of rulings."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.core.rulings import Book, Topic
from cards.games import GAMES
from common.text import gettext_noop

OTHER = gettext_noop("Other topics")
# Blue Moon topics by subject, in the order of a game; another game’s topics are one subject, named after it.
TOPICS_BY_SUBJECT = {
    gettext_noop("Turns and timing"): "turn timing order-of-effects targets backtracking general end-of-game",
    gettext_noop("Fights and power"): "start-of-fight power leadership special-text ignored single-cards end-of-fight",
    gettext_noop("Icons"): "bluff free gang pair protected replace retrieve shields stop",
    gettext_noop("Hand, piles and areas"): "cards-in-hand drawing discarding locations open-information caterpillars",
    gettext_noop("Emissaries, Inquisitors and Buka"): "hyla inquisitor interference ships buka",
    gettext_noop("Decks, drafts and matches"): "deck draft match",
}
_SUBJECT_OF_TOPIC = {slug: title for title, slugs in TOPICS_BY_SUBJECT.items() for slug in slugs.split()}


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject with its topics; `chosen` if the reader has chosen the game it is named after."""

    title: str
    topics: list[tuple[Topic, int]]
    chosen: bool

    @property
    def total(self) -> int:
        return sum(count for _topic, count in self.topics)


def ruling_subjects(now: Book, game: str) -> Iterator[Subject]:
    """Yield the subjects of a game, or of all games; topics without a subject come under "Other topics"."""
    counts: dict[str, int] = {}
    for ruling in now.rulings:
        counts[ruling.topic] = counts.get(ruling.topic, 0) + 1
    titles: dict[str, list[tuple[Topic, int]]] = {title: [] for title in TOPICS_BY_SUBJECT}
    for topic in now.topics.values():
        if topic.game == game or not game:
            title = _SUBJECT_OF_TOPIC.get(topic.slug, OTHER) if topic.game == "bluemoon" else GAMES[topic.game].title
            titles.setdefault(title, []).append((topic, counts.get(topic.slug, 0)))
    for title, topics in titles.items():
        if topics:
            yield Subject(_(title), topics, bool(game) and title == GAMES[game].title)
