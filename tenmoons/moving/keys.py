"""How an imported thing is recognised: it keeps its key, or has one that follows from it where the key is taken."""

from typing import Any, TypeVar

from django.db.models import Model, Q
from django.utils.crypto import salted_hmac

from common.keys import KEY_ALPHABET, KEY_LENGTH, is_demo_key

Row = TypeVar("Row", bound=Model)


def found_or_free(model: type[Row], key: str, mine: Q, *, scope: str) -> tuple[Row | None, str]:
    """Return the row of this key among `mine`, or else a free key for it.

    Someone else may have the key, by chance or so that the true owner can’t import. `scope` tells copies apart.
    """
    digest = salted_hmac("tenmoons.moving", f"{model._meta.label} {scope} {key}", algorithm="sha256").digest()
    keys = key, "".join(KEY_ALPHABET[byte % len(KEY_ALPHABET)] for byte in digest[:KEY_LENGTH])
    rows: Any = model._base_manager.filter(key__in=keys)
    found = rows.filter(mine).first()
    taken = {row.key for row in rows}
    return found, next((each for each in keys if each not in taken and not is_demo_key(each)), keys[1])
