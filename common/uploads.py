"""Files that are sent: never more than a bounded number of bytes, and said before they are read where possible."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler


class Bounded(FileUploadHandler):
    """Ends a request whose files are larger than FILE_UPLOAD_MOST bytes together; it is answered with 400."""

    def __init__(self, request: Any = None) -> None:
        super().__init__(request)
        self.received = 0

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, Any],  # noqa: N803
        content_length: int,
        boundary: Any,
        encoding: str | None = None,
    ) -> None:
        """Refuse by what the request says of itself."""
        if content_length > settings.FILE_UPLOAD_MOST + settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig("The files of this request are too large.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Refuse by what really came, and pass it on."""
        self.received += len(raw_data)
        if self.received > settings.FILE_UPLOAD_MOST:
            raise RequestDataTooBig("The files of this request are too large.")
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The next handler makes the file."""
        return
