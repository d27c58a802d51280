"""The form of an import: a file, and the group it goes into. Between two steps it carries the file, packed."""

import base64
import zipfile
import zlib
from io import BytesIO
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from common.errors import Invalid
from common.i18n import translated
from matches.models import Group
from tenmoons.moving.reading import MAX_FILE_BYTES, NOT_EXPORTED
from tenmoons.moving.trf import is_trf
from tenmoons.my_account.personal_data import MOVING_FILE


class ImportForm(forms.Form):
    """An exported file, or the zip of “My data”."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("A match, an event, a group or a draft, the zip file of “My data”, or a chess program’s TRF file."),
        widget=forms.FileInput(attrs={"accept": ".json,.zip,.trf,.txt,application/json,application/zip,text/plain"}),
    )
    packed = forms.CharField(required=False, widget=forms.HiddenInput)
    group = forms.ChoiceField(label=_("Into the group"), required=False)

    def __init__(self, groups: list[Group], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.groups = groups
        field = self.fields["group"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("none")), *((group.key, group.name) for group in groups)]

    def clean(self) -> dict[str, Any]:
        """Add the `text` of the file."""
        upload, packed = self.cleaned_data.get("file"), self.cleaned_data.get("packed", "")
        if not upload and not packed:
            raise forms.ValidationError(_("Choose a file that a Ten Moons site has exported."))
        try:
            data = upload.read() if upload else _decompressed_file(packed)
            self.cleaned_data["text"] = text_of_file(data)
        except Invalid as error:
            raise forms.ValidationError(translated(error)) from error
        return self.cleaned_data

    def next_step(self) -> "ImportForm":
        """Return the form of the next step, which carries the file."""
        packed = base64.b64encode(zlib.compress(self.cleaned_data["text"].encode())).decode()
        return ImportForm(self.groups, initial={"packed": packed, "group": self.cleaned_data.get("group", "")})


def text_of_file(data: bytes) -> str:
    """Return the text of an exported file, or of the one in a zip of “My data”; raises `Invalid`."""
    try:
        if data.startswith(b"PK"):
            with zipfile.ZipFile(BytesIO(data)) as archive:
                if archive.getinfo(MOVING_FILE).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise Invalid(NOT_EXPORTED)  # others have errors of their own, and may ask for much memory
                with archive.open(MOVING_FILE) as file:
                    data = file.read(MAX_FILE_BYTES + 1)
        if is_trf(data[:9].decode("latin-1")):  # older programs write the letters of Windows
            return data.decode("utf-8-sig" if _is_utf_8(data) else "cp1252", "replace")
        return data.decode("utf-8-sig")
    except (ValueError, LookupError, OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
        raise Invalid(NOT_EXPORTED) from error


def _is_utf_8(data: bytes) -> bool:
    try:
        return bool(data.decode())
    except UnicodeDecodeError:
        return False


def _decompressed_file(packed: str) -> bytes:
    try:
        return zlib.decompressobj().decompress(base64.b64decode(packed, validate=True), MAX_FILE_BYTES + 1)
    except (ValueError, zlib.error) as error:
        raise Invalid(NOT_EXPORTED) from error
