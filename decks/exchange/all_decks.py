"""All decks as one file: a zip with a text file for each deck a person may change, in their folders."""

import zipfile
from collections.abc import Iterable
from io import BytesIO
from typing import IO

from django.db.models import QuerySet
from django.http import FileResponse, HttpRequest
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.identity import person_of
from accounts.models import Person
from cards.catalogue.queries import current_catalogues
from common.errors import Missing
from common.text import gettext_noop
from decks.core.text import format_deck
from decks.deck.queries import decklist_with_notes, decks_editable_by
from decks.models import Deck

MAX_DECKS = 1000  # the latest decks, in a file of less than a megabyte
MAX_FILE_NAME_LENGTH = 50  # letters of a file name, each of at most four bytes
DECKS_PER_CHUNK = 200  # decks read at once
# Names that Windows reserves for devices, whatever the extension.
_RESERVED_FILE_NAMES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


@never_cache
@require_safe
def download_all_decks(request: HttpRequest) -> FileResponse:
    """Download the decks of the caller, including decks they edit with others, or the decks of a `folder`; 404 if
    none."""
    person, folder = person_of(request), request.GET.get("folder")
    decks = decks_editable_by(person)
    return _zip_of(decks if folder is None else decks.filter(owner=person, folder=folder), person)


@never_cache
@require_POST
def download_chosen_decks(request: HttpRequest) -> FileResponse:
    person = person_of(request)
    return _zip_of(decks_editable_by(person).filter(key__in=request.POST.getlist("deck")[:MAX_DECKS]), person)


def _zip_of(decks: QuerySet[Deck], person: Person | None) -> FileResponse:
    rows = decks[:MAX_DECKS].iterator(chunk_size=DECKS_PER_CHUNK)
    file = BytesIO()
    if not write_decks_zip(rows, file, person):
        raise Missing(gettext_noop("You don’t have any decks to download yet."))
    file.seek(0)
    name = f"decks-{timezone.localdate():%Y-%m-%d}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


def write_decks_zip(decks: Iterable[Deck], file: IO[bytes], person: Person | None = None) -> int:
    """Write each deck as a text that every deck check reads, dated by its last change; return how many there are.

    The decks of `person` are in their folders, decks of others in none.
    """
    cards, count = current_catalogues(), 0
    folders, taken = dict[str, str](), dict[str, set[str]]()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for deck in decks:
            folder = deck.folder if person is not None and deck.owner_id == person.pk else ""
            if folder not in folders:
                folders[folder] = f"{safe_file_name(folder, set(folders.values()), 'folder')}/" if folder else ""
            name = safe_file_name(deck.name, taken.setdefault(folder, set()), "deck")
            changed = timezone.localtime(deck.updated)
            entry = zipfile.ZipInfo(f"{folders[folder]}{name}.txt", changed.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, format_deck(decklist_with_notes(deck), cards[deck.game]))
            count += 1
    return count


def safe_file_name(name: str, taken: set[str], word: str) -> str:
    """Return a name for a file or folder that every system accepts and that is not `taken`; adds it to `taken`.

    `word` is used if nothing else is left of the name.

    >>> taken = {"fire"}
    >>> [safe_file_name(name, taken, "deck") for name in ("Fire", "../Nächte: Луна", "con", "!")]
    ['fire-2', 'nächte-луна', 'deck-con', 'deck']
    """
    stem = slugify(name, allow_unicode=True)[:MAX_FILE_NAME_LENGTH].strip("-_") or word
    stem = f"{word}-{stem}" if stem in _RESERVED_FILE_NAMES else stem
    made, number = stem, 1
    while made in taken:
        number += 1
        made = f"{stem}-{number}"
    taken.add(made)
    return made
