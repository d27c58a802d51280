"""Lanes: which requests may take seconds of the processor; they have threads of their own, so that pages keep theirs.

Every view with the budget `import`, `solver` or `paper` is here; a test compares the two.
"""

from __future__ import annotations

import re

_HEAVY = re.compile(
    r"/decks/(?:(?:check|import)/|(?:all|chosen)\.zip)"
    r"|/decks/[^/]+/(?:help|know|write|strength/begin)/"
    r"|/decks/[^/]+/[a-z]+\.pdf"
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


def is_heavy(path: str) -> bool:
    """Whether a request for this path goes to the threads for heavy work.

    >>> is_heavy("/api/v1/decks/check/"), is_heavy("/cards/vulca-01/")
    (True, False)
    """
    return _HEAVY.match(path) is not None
