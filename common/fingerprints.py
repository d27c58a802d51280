"""Fingerprints of settings: whether they are still what a form or script has read."""

import hashlib
import json
from collections.abc import Mapping

from common.errors import ChangedMeanwhile
from common.text import gettext_noop


def settings_fingerprint(settings: Mapping[str, object]) -> str:
    """Return a short digest of settings, equal as long as every value is.

    >>> settings_fingerprint({"a": 1, "b": None}) == settings_fingerprint({"b": None, "a": 1})
    True
    """
    text = json.dumps(settings, sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def require_unchanged(seen: str | None, *, before: str, after: str) -> None:
    """Raise `ChangedMeanwhile` where settings are changed that are not those that were `seen`; None saw none.

    `before` and `after` are the fingerprints of what there is and of what it shall be: who wants what is there already
    takes nothing from anybody.
    """
    if seen not in (None, before) and after != before:
        raise ChangedMeanwhile(
            gettext_noop("This has changed since you loaded it. Load it again, then redo your change.")
        )
