"""All decks as one file: the decks a person may change as a zip of text files, one a deck."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from io import BytesIO
from typing import IO

from django.http import FileResponse, HttpRequest
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.identity import person_of
from cards.catalogue.queries import catalogues
from common.errors import Missing
from common.rate_limits import limited
from common.text import gettext_noop
from decks.core.text import print_deck
from decks.deck.queries import decklist_of, decks_for
from decks.models import Deck

MAX_DECKS = 1000  # the latest ones, in one file of less than a megabyte
MAX_NAME_LENGTH = 50  # letters of a file name; each has at most four bytes
CHUNK_SIZE = 200  # decks that are read at once
# Names that Windows keeps for devices, whatever stands behind the dot.
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


@limited("paper")
@never_cache
@require_safe
def download_all(request: HttpRequest) -> FileResponse:
    """The decks of the person asking, those they edit with others included; 404 where there is none."""
    rows = decks_for(person_of(request))[:MAX_DECKS].iterator(chunk_size=CHUNK_SIZE)
    file = BytesIO()
    if not write_zip(rows, file):
        raise Missing(gettext_noop("You have no deck yet to download."))
    file.seek(0)
    name = f"decks-{timezone.localdate():%Y-%m-%d}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


def write_zip(rows: Iterable[Deck], file: IO[bytes]) -> int:
    """Write each deck as a text that every check reads, dated when it was changed last; returns how many there are."""
    cards, taken = catalogues(), set[str]()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as held:
        for row in rows:
            changed = timezone.localtime(row.updated)
            entry = zipfile.ZipInfo(file_name(row.name, taken), changed.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            held.writestr(entry, print_deck(decklist_of(row), cards[row.game]))
    return len(taken)


def file_name(name: str, taken: set[str]) -> str:
    """A file name for a deck that every system takes and that is not `taken` yet; adds it to those.

    >>> taken = {"fire.txt"}
    >>> file_name("Fire", taken), file_name("../Nächte: Луна", taken), file_name("con", taken), file_name("!", taken)
    ('fire-2.txt', 'nächte-луна.txt', 'deck-con.txt', 'deck.txt')
    """
    stem = slugify(name, allow_unicode=True)[:MAX_NAME_LENGTH].strip("-_") or "deck"
    stem = f"deck-{stem}" if stem in _RESERVED else stem
    made, number = f"{stem}.txt", 1
    while made in taken:
        number += 1
        made = f"{stem}-{number}.txt"
    taken.add(made)
    return made
