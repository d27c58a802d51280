"""Search in a catalogue of 100,000 made-up cards: `python -m benchmarks.search`.

Everything runs on a scratch database that is deleted afterwards. What counts is printed as a ratio of two times of
the same run; the milliseconds are those of the machine at hand.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

CARDS = 100_000
ROUNDS = 15
SYLLABLES = ("ka", "lo", "mi", "ru", "ten", "za", "vor", "eth", "il", "no", "sar", "qui", "dal", "pe", "gon", "ur")
ICONS = ("PAIR", "FREE", "GANG:red", "BLUFF:fire", "STOP", "SHIELD:earth")
TYPICAL = 'people:vulca type:character fire>=5 moons>=1 text:"discard pile"'
BARE = """select id, code from cards_card where game = 'bluemoon' and people = 'Vulca' and type = 'character'
    and fire >= 5 and moons >= 1 and power_text like '%discard pile%' order by position limit 60"""
BARE_COUNT = BARE.replace("id, code", "count(*)").replace(" order by position limit 60", "")
QUERIES = {
    "the typical query": (TYPICAL, BARE, BARE_COUNT),
    "a word": (
        "karumi",
        """select id, code from cards_card where game = 'bluemoon' and search_text like '%karumi%'
            order by position limit 60""",
        "select count(*) from cards_card where game = 'bluemoon' and search_text like '%karumi%'",
    ),
    "fields compared": (
        "fire+earth>=14 -type:booster",
        """select id, code from cards_card where game = 'bluemoon' and fire + earth >= 14 and type <> 'booster'
            order by position limit 60""",
        """select count(*) from cards_card where game = 'bluemoon' and fire + earth >= 14 and type <> 'booster'""",
    ),
}


def main() -> None:
    """Build, measure, print."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(folder) / 'cards.sqlite3'}"
        os.environ["VAR_DIR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        _fill(random.Random(7))
        _measure()


def _word(rng: random.Random) -> str:
    return "".join(rng.choices(SYLLABLES, k=rng.randint(2, 4)))


def _made_up(rng: random.Random) -> Iterator[object]:
    from cards.core.facts import PEOPLES, CardFacts, CardType, Icon, Timing

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
            icons=tuple(Icon.parse(one) for one in rng.sample(ICONS, rng.randint(0, 2))),
            deck=people.value[0],
            timing=rng.choice(list(Timing)),
            summary=summary,
        )


def _fill(rng: random.Random) -> None:
    from cards.catalogue.services import _fill as fill
    from cards.models import Card, CatalogueVersion

    rows = []
    for place, facts in enumerate(_made_up(rng)):
        row = fill(Card(game="bluemoon", position=place), facts, here=())  # type: ignore[arg-type]
        rows.append(row)
    Card.objects.bulk_create(rows, batch_size=500)
    CatalogueVersion.objects.create(game="bluemoon", number=1, digest="made up")


def _timed(what: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        what()
        found.append((time.perf_counter() - start) * 1000)
    return found


def _measure() -> None:
    from django.db import connection

    from cards.catalogue.queries import facts_of
    from cards.core.search import BLUE_MOON, NameIndex, read
    from cards.core.search.complete import completions
    from cards.models import Card
    from cards.search import sql as search_sql

    cards = [facts_of(row) for row in Card.objects.order_by("position").iterator(chunk_size=2000)]
    start = time.perf_counter()
    index = NameIndex(cards)
    _say(f"{len(cards):,} cards; names and words made ready in {time.perf_counter() - start:.1f} s")
    search_sql.index_of = lambda game: index  # kept by every process that serves

    def bare(*statements: str) -> None:
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
                cursor.fetchall()

    def ours(text: str) -> None:
        answer = search_sql.find(read(text))
        answer.rows.count()
        [row.code for row in answer.rows[:60]]

    _say(f"{'':20} {'bare SQL':>10} {'compiled':>10} {'ratio':>7}")
    for name, (text, *statements) in QUERIES.items():
        bare(*statements)
        ours(text)
        sql = statistics.median(_timed(partial(bare, *statements)))
        own = statistics.median(_timed(partial(ours, text)))
        _say(f"{name:20} {sql:7.1f} ms {own:7.1f} ms {own / sql:7.2f}")
    _suggestions(index, lambda text: completions(text, BLUE_MOON, index))


def _suggestions(index: object, ask: Callable[[str], object]) -> None:
    rng = random.Random(11)
    typed: list[str] = []
    for _ in range(120):
        word = _word(rng)
        wrong = word[:2] + "x" + word[3:]
        typed += [word[:1], word[:2], word[:4], word, wrong, f"people:vulca {word[:3]}", "people:v", "fi"]
    times = sorted(one for text in typed for one in _timed(partial(ask, text), 1))
    middle, most = statistics.median(times), times[int(len(times) * 0.95)]
    _say(f"suggestions: median {middle:.2f} ms, 95th percentile {most:.2f} ms, slowest {times[-1]:.2f} ms")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
