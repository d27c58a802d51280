"""Lanes: the kinds of requests that have threads of their own, so that pages keep theirs.

Heavy requests may take seconds of the processor: papers, files, pictures of links, lists that are read, help with
decks. Requests of accounts check passwords and may wait for a mail server. Probes of a monitor stand
behind nobody.
"""

import re
from enum import Enum


class Lane(Enum):
    """Which threads work on a request: the value is their name."""

    PAGES = "http"
    HEAVY = "http-heavy"
    ACCOUNTS = "http-accounts"
    PROBES = "http-probes"


# Requests of a lane that are worked on at the same time; more wait in a queue.
THREADS = {Lane.PAGES: 3, Lane.HEAVY: 4, Lane.ACCOUNTS: 4, Lane.PROBES: 1}
# A thread that wants to go on waits so long for the one that works; Python's own 5 ms add up where a pick waits for
# several threads one after the other.
SWITCH_INTERVAL_SECONDS = 0.0005

_HEAVY = re.compile(
    r"/decks/(?:(?:check|import)/|(?:all|chosen)\.zip)"
    r"|/decks/[^/]+/(?:help|know|write|strength/begin)/"
    r"|/decks/[^/]+/[a-z]+\.pdf"
    r"|/(?!static/).+\.png"
    r"|/decks/[^/]+/tabletop/"
    r"|/drafts/paper/[^/]+/(?:pools?/|kit\.pdf)"
    r"|/matches/events/[^/]+/(?:files|slips|players/[^/]+/deck)/"
    r"|/matches/events/[^/]+/pairings/[^/]+\.pdf"
    r"|/matches/groups/[^/]+/(?:season/files|import)/"
    r"|/api/schema/"
    r"|/api/v1/decks/(?:check|import|repair|complete|odds)/"
    r"|/api/v1/decks/[^/]+/strength/"
    r"|/api/v1/drafts/preflight/"
    r"|/api/v1/events/[^/]+/(?:files|rounds|players/[^/]+/deck)/"
    r"|/api/v1/groups/[^/]+/(?:season/files|imports)/"
)


def lane(path: str) -> Lane:
    """The lane of a request for this path.

    >>> lane("/api/v1/decks/check/"), lane("/cards/vulca-01/")
    (<Lane.HEAVY: 'http-heavy'>, <Lane.PAGES: 'http'>)
    """
    if _HEAVY.match(path) is not None:
        return Lane.HEAVY
    if path in ("/healthz", "/readyz", "/metrics"):
        return Lane.PROBES
    return Lane.ACCOUNTS if path.startswith("/accounts/") else Lane.PAGES
