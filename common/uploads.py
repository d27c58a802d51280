"""Upload limit: rejects a request whose files together are too large, by its Content-Length if possible."""

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler


class BoundedUploadHandler(FileUploadHandler):
    """Upload handler that rejects a request with more than FILE_UPLOAD_MOST bytes of files."""

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
        if content_length > settings.FILE_UPLOAD_MOST + settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig("The files of this request are too large.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Reject the request if it has sent too many bytes so far, else pass the data on."""
        self.received += len(raw_data)
        if self.received > settings.FILE_UPLOAD_MOST:
            raise RequestDataTooBig("The files of this request are too large.")
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Return None, so that the next handler makes the file."""
        return
