"""The site’s own settings plus one view: the minimum cost of a request on the same server. For benchmarks only."""

from __future__ import annotations

from tenmoons.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.hello_urls"
