"""Fingerprints of settings: whether what somebody has read is still what there is."""

import hashlib
import json
from collections.abc import Mapping


def fingerprint(settings: Mapping[str, object]) -> str:
    """A short digest of settings: the same as long as none of them has another value.

    >>> fingerprint({"a": 1, "b": None}) == fingerprint({"b": None, "a": 1}) != fingerprint({"a": 2, "b": None})
    True
    """
    said = json.dumps(settings, sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(said.encode()).hexdigest()[:16]
