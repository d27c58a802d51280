"""How an imported thing is recognised: it keeps its key, or has one that follows from it where the key is taken."""

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db.models import Model, Q
from django.utils.crypto import salted_hmac

from common.keys import KEY_ALPHABET, KEY_LENGTH, is_demo_key

Row = TypeVar("Row", bound=Model)


def found_or_free(model: type[Row], keys: Iterable[str], mine: Q, *, scope: str) -> dict[str, tuple[Row | None, str]]:
    """Return, by key, the row of this key among `mine`, and a free key for a new row.

    Someone else may have the key, by chance or so that the true owner can’t import. `scope` tells copies apart.
    """
    choices = {key: (key, _derived_key(f"{model._meta.label} {scope} {key}")) for key in keys}
    rows: Any = model._base_manager.filter(key__in=[each for pair in choices.values() for each in pair])
    taken = set(rows.values_list("key", flat=True))
    found = {row.key: row for row in rows.filter(mine).order_by("pk").distinct()}
    return {
        key: (
            next((found[each] for each in pair if each in found), None),
            next((each for each in pair if each not in taken and not is_demo_key(each)), pair[1]),
        )
        for key, pair in choices.items()
    }


def _derived_key(text: str) -> str:
    digest = salted_hmac("tenmoons.moving", text, algorithm="sha256").digest()
    return "".join(KEY_ALPHABET[byte % len(KEY_ALPHABET)] for byte in digest[:KEY_LENGTH])
