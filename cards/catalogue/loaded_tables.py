"""Loaded tables: whether a database was filled from exactly the project's own tables by exactly this code.

Reading all of them takes a second of the processor; a start of the site that changes nothing need not do it.
"""

import hashlib
from pathlib import Path

from django.conf import settings

from cards.games import GAMES
from cards.models import CatalogueVersion

# The rows that hold the fingerprint of the last whole load, and of the one that an update has put off until the version
# before has ended; the other rows are the versions of the catalogues.
LOADED_TABLES_MARK, PUT_OFF = "own tables", "tables put off"


def tables_fingerprint() -> str:
    """A hash of the tables of every game and of the code of `cards`, which reads them."""
    digest, root = hashlib.sha256(), Path(settings.BASE_DIR)
    tables = [path for game in GAMES for path in (root / "fixtures" / game).glob("*.csv")]
    for path in sorted([*tables, *(root / "cards").rglob("*.py"), *(root / "cards").rglob("*.lark")]):
        digest.update(f"{path.relative_to(root)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def are_tables_loaded(mark: str) -> bool:
    return CatalogueVersion.objects.filter(game=LOADED_TABLES_MARK, digest=mark).exists()


def is_load_postponed(mark: str) -> bool:
    return CatalogueVersion.objects.filter(game=PUT_OFF, digest=mark).exists() and not are_tables_loaded(mark)


def record_tables_loaded(mark: str, where: str = LOADED_TABLES_MARK) -> None:
    row, _ = CatalogueVersion.objects.get_or_create(game=where)
    row.digest, row.number = mark, row.number + 1
    row.save(update_fields=["digest", "number", "changed"])
