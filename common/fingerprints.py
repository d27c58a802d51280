"""Fingerprints of settings: whether they are unchanged since a form or script read them."""

import hashlib
import json
from collections.abc import Mapping

from common.errors import ChangedMeanwhile
from common.text import gettext_noop


def settings_fingerprint(settings: Mapping[str, object]) -> str:
    """Return a short digest of settings; equal settings have equal digests.

    >>> settings_fingerprint({"a": 1, "b": None}) == settings_fingerprint({"b": None, "a": 1})
    True
    """
    text = json.dumps(settings, sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def require_unchanged(seen: str | None, *, before: str, after: str) -> None:
    """Raise `ChangedMeanwhile` if the current settings differ from those that were `seen`; None skips the check.

    `before` and `after` are the fingerprints of the current and the new settings. If they are equal, saving overwrites
    nobody’s change and is allowed.
    """
    if seen not in (None, before) and after != before:
        raise ChangedMeanwhile(
            gettext_noop("This has changed since you loaded it. Load it again, then redo your change.")
        )
