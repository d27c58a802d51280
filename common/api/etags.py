"""ETags of the API: a digest of the response, after the version if there is one."""

from hashlib import blake2b
from typing import Any


def etag_of(data: Any, content: bytes | None = None) -> str:
    """Return the ETag of a response; without `content`, of `data` as JSON.

    It begins with the version, if `data` has one, so that a client can send it back as `If-Match`.

    >>> etag_of({"version": 3}).partition("-")[0]
    '"3'
    """
    from rest_framework.renderers import JSONRenderer  # loaded with the API, not at every start

    version = data.get("version") if isinstance(data, dict) else None
    digest = blake2b(JSONRenderer().render(data) if content is None else content, digest_size=9).hexdigest()
    return f'"{version}-{digest}"' if type(version) is int else f'"{digest}"'
