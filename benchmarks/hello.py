"""The site's own settings and one view more: the least a request can cost on the same server. Never for anybody."""

from __future__ import annotations

from tenmoons.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.hello_urls"
