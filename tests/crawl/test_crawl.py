"""Nobody who follows links or filters lists meets an error: a sample in the gate, all of it in `make thorough`. The
first failure of each kind is reported with its role and URL."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings as site
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from cards.core.facts import Catalogue
from tests.access.world import World, stop_the_clocks, undone_world
from tests.crawl.crawler import Crawler
from tests.crawl.states import everything

pytestmark = [pytest.mark.once, pytest.mark.django_db, pytest.mark.xdist_group("crawl")]

SEED = int(os.environ.get("CRAWL_SEED", "49"))
# Share of the requests in the gate: a few seconds of processor time.
SHARE = float(os.environ.get("CRAWL_SHARE", "0.008"))


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker, facts: Catalogue) -> Iterator[World]:
    """Create everything in every state, once for all tests here."""
    limits = override_settings(LIMITS=dict.fromkeys(site.LIMITS, "9999999/min"), DEBUG=False)
    with limits, contextmanager(undone_world)(django_db_blocker, facts) as whole:
        everything(whole, facts)
        stop_the_clocks()
        yield whole


def _crawled(world: World, share: float) -> Crawler:
    began = time.process_time()
    crawler = Crawler(world, seed=SEED, share=share)
    crawler.run()
    print(f"{crawler.statuses} in {time.process_time() - began:.0f} s; {len(crawler.visited)} could be asked")
    report = "\n".join(f"{why}\n    {who}" for why, who in crawler.failed.items())
    assert not crawler.failed, report
    return crawler


@pytest.mark.repeats(10_000)
def test_a_sample_of_the_site_answers_everybody(world: World) -> None:
    met = _crawled(world, SHARE).statuses
    assert met[200] > 20, met


@pytest.mark.thorough
@pytest.mark.repeats(10_000)
def test_the_whole_site_answers_everybody(world: World) -> None:
    met = _crawled(world, 1).statuses
    assert met[200] > 5_000, met
