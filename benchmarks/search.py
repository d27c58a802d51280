"""Search in a catalogue of 100,000 made-up cards: `python -m benchmarks.search`.

The catalogue is in memory, as it is in every process of the site. The milliseconds are those of the machine at hand.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cards.core.facts import CardFacts

CARDS = 100_000
ROUNDS = 15
SYLLABLES = ("ka", "lo", "mi", "ru", "ten", "za", "vor", "eth", "il", "no", "sar", "qui", "dal", "pe", "gon", "ur")
ICONS = ("PAIR", "FREE", "GANG:red", "BLUFF:fire", "STOP", "SHIELD:earth")
TYPICAL = 'people:vulca type:character fire>=5 moons>=1 text:"discard pile"'
QUERIES = {
    "the typical query": TYPICAL,
    "a word": "karumi",
    "fields compared": "fire+earth>=14 -type:booster",
    "one or the other": "people:vulca|hoax or moons>=3 icon:gang",
    "sorted": "type:character sort:fire",
}


def main() -> None:
    """Build, measure, print."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    django.setup()
    _measure(list(_made_up(random.Random(7))))


def _word(rng: random.Random) -> str:
    return "".join(rng.choices(SYLLABLES, k=rng.randint(2, 4)))


def _made_up(rng: random.Random) -> Iterator[CardFacts]:
    from cards.core.facts import PEOPLES, CardFacts, CardIcon, CardType, Timing

    kinds = [CardType.CHARACTER, CardType.BOOSTER, CardType.SUPPORT, CardType.LEADERSHIP]
    for number in range(CARDS):
        people = rng.choice(PEOPLES)
        words = [_word(rng) for _ in range(rng.randint(6, 14))]
        summary = " ".join([*words, rng.choice(["discard pile", "hand", "draw deck"])])
        yield CardFacts(
            code=f"{people} {number:06d}",
            people=people,
            type=rng.choice(kinds),
            name=f"{_word(rng)} the {_word(rng)}".title(),
            name_de=f"{_word(rng)} der {_word(rng)}".title(),
            number=f"{number % 1000:03d}",
            fire=rng.randint(0, 8),
            earth=rng.randint(0, 8),
            moons=rng.randint(0, 4),
            icons=tuple(CardIcon.parse(icon) for icon in rng.sample(ICONS, rng.randint(0, 2))),
            deck=people.value[0],
            timing=rng.choice(list(Timing)),
            summary=summary,
        )


def _timed(what: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    times = []
    for _ in range(rounds):
        start = time.process_time()
        what()
        times.append((time.process_time() - start) * 1000)
    return times


def _measure(cards: list[CardFacts]) -> None:
    from cards.core.search import BLUE_MOON, CardNameIndex, parse_query, search_cards
    from cards.core.search.complete import query_completions

    start = time.perf_counter()
    index = CardNameIndex(cards)
    _say(f"{len(cards):,} cards; names, words and columns made ready in {time.perf_counter() - start:.1f} s")
    for name, text in QUERIES.items():
        query = parse_query(text).query
        hits = len(search_cards(query, index.cards, index).cards)
        times = _timed(partial(search_cards, query, index.cards, index))
        _say(f"{name:20} {statistics.median(times):7.1f} ms, slowest {max(times):7.1f} ms, finds {hits:,}")
    _suggestions(index, lambda text: query_completions(text, BLUE_MOON, index))


def _suggestions(index: object, ask: Callable[[str], object]) -> None:
    rng = random.Random(11)
    typed: list[str] = []
    for _ in range(120):
        word = _word(rng)
        wrong = word[:2] + "x" + word[3:]
        typed += [word[:1], word[:2], word[:4], word, wrong, f"people:vulca {word[:3]}", "people:v", "fi"]
    times = sorted(seconds for text in typed for seconds in _timed(partial(ask, text), 1))
    middle, most = statistics.median(times), times[int(len(times) * 0.95)]
    _say(f"suggestions: median {middle:.2f} ms, 95th percentile {most:.2f} ms, slowest {times[-1]:.2f} ms")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
