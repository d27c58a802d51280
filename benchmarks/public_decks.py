"""Searching 10,000 public decks: `python -m benchmarks.public_decks` makes a site of its own in a temporary folder.

Measured is the processor time of the whole page of the site, SQLite's included, so that a busy machine changes little;
and the time its queries waited for the database, by the clock.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from datetime import timedelta
from urllib.parse import urlencode

DECKS = 10_000
AUTHORS = 500
ROUNDS = 9
WORDS = ("ember", "quake", "tide", "swift", "heavy", "slow", "trick", "wall", "rush", "mirror", "night", "river")
SEARCHES: dict[str, dict[str, str]] = {
    "everything, new first": {},
    "a word": {"q": "ember"},
    "two words, most liked": {"q": "ember quake", "sort": "liked"},
    "a card": {"card": "Vulca 03"},
    "three cards, best record": {"card": "Vulca 03, Terrah 05, Aqua 07", "sort": "record"},
    "people, moons, legal": {"people": "Vulca", "moons_min": "2", "moons_max": "6", "legal": "on"},
    "a tag": {"tag": "tide"},
    "an author": {"by": "player 77"},
    "eight words": {"q": "ember quake tide swift heavy slow trick wall"},
    "the last page": {"page": "417"},
}


def main() -> None:
    """Create the site, measure, print."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"  # its static files need not be collected
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("load_catalogue", verbosity=0)
        _fill(random.Random(7))
        _measure()


def _fill(rng: random.Random) -> None:
    from django.utils import timezone

    from accounts.models import Person
    from cards.catalogue.queries import catalogue
    from decks.deck.listing import renew_listings
    from decks.models import Deck, DeckCard, DeckListing

    codes = [card.code for card in catalogue() if card.playable]
    peoples = sorted({code.split()[0] for code in codes if code.endswith(" 01")} & {"Vulca", "Terrah", "Aqua", "Hoax"})
    people = Person.objects.bulk_create(Person(nickname=f"Player {number}") for number in range(AUTHORS))
    rows = Deck.objects.bulk_create(
        Deck(
            owner=rng.choice(people),
            name=" ".join(rng.choices(WORDS, k=3)),
            leader=f"{rng.choice(peoples)} 00",
            notes=" ".join(rng.choices(WORDS, k=100)),
            tags=rng.sample(WORDS, 2),
            visibility=Deck.Visibility.PUBLIC,
        )
        for _ in range(DECKS)
    )
    DeckCard.objects.bulk_create(
        [
            DeckCard(deck=row, code=code, position=place)
            for row in rows
            for place, code in enumerate(rng.sample(codes, 30))
        ],
        batch_size=5_000,
    )
    start = time.process_time()
    while renew_listings():
        pass
    _say(f"{DECKS:,} decks listed in {time.process_time() - start:.1f} s of the processor")
    listings = list(DeckListing.objects.all())
    for listing in listings:
        listing.since = timezone.now() - timedelta(minutes=rng.randrange(500_000))
        listing.likes, listing.rating = rng.randrange(50), rng.random()
    DeckListing.objects.bulk_update(listings, ["since", "likes", "rating"], batch_size=500)


def _measure() -> None:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"host": "127.0.0.1"})
    for name, asked in SEARCHES.items():
        address = f"/decks/public/?{urlencode(asked)}"
        client.get(address)
        times = []
        for _ in range(ROUNDS):
            start = time.process_time()
            answer = client.get(address)
            times.append((time.process_time() - start) * 1000)
        with CaptureQueriesContext(connection) as seen:
            client.get(address)
        spent = sum(float(query["time"]) for query in seen.captured_queries) * 1000
        _say(
            f"{name:26} {statistics.median(times):6.1f} ms, slowest {max(times):6.1f} ms, "
            f"in the database {spent:5.1f} ms, {len(seen)} queries, {len(answer.content):,} bytes"
        )


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
