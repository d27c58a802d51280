"""A site and its operations: one object with URL and token, errors as exceptions, complete lists.

It is copied into the generated package, so it only uses what every generated client has.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any, get_args, get_type_hints

from tenmoons_client.client import AuthenticatedClient
from tenmoons_client.models.error import Error

TIMEOUT_SECONDS = 30.0


class Refused(Exception):
    """An error from the site: `status`, `code`, `rule` and `details` for scripts, the message for people."""

    def __init__(self, status: int, error: Error | None) -> None:
        body = error.error if error is not None else None
        self.status = status
        self.code: str = str(body.code) if body else "error"
        self.rule: str | None = body.rule if body else None
        self.details: list[Any] = list(body.details) if body else []
        places = [f"{detail.field}: {detail.message}" for detail in self.details]
        super().__init__("; ".join([f"{status} {body.message if body else 'No answer that can be read.'}", *places]))


class Site:
    """A Ten Moons site, accessed with a token, or without one as a visitor."""

    def __init__(self, url: str, token: str = "", *, timeout_seconds: float = TIMEOUT_SECONDS) -> None:
        # Generated calls require a client with a token; without one the header is left out.
        self.client: Any = AuthenticatedClient(base_url=url.rstrip("/"), token=token, timeout=timeout_seconds)
        if not token:
            self.client.get_httpx_client().headers.pop("Authorization", None)

    def call(self, operation: ModuleType, /, *parts: Any, **fields: Any) -> Any:
        """Return the result of an operation, such as `tenmoons_client.api.cards.cards_list`; raises `Refused` for an
        error."""
        if isinstance(fields.get("body"), dict):
            fields["body"] = _model_of(operation).from_dict(fields["body"])
        answer = operation.sync_detailed(*parts, client=self.client, **fields)
        if int(answer.status_code) >= 400:
            raise Refused(int(answer.status_code), answer.parsed if isinstance(answer.parsed, Error) else None)
        return answer.parsed

    def every(self, operation: ModuleType, /, *parts: Any, **fields: Any) -> Iterator[Any]:
        """Yield all results of a list, page by page."""
        fields.setdefault("page_size", 500)
        number = 1
        while True:
            page = self.call(operation, *parts, page=number, **fields)
            yield from page.results
            if not page.next_:
                return
            number += 1


def _model_of(operation: ModuleType) -> Any:
    """Return the model of an operation’s body."""
    hint = get_type_hints(operation.sync_detailed)["body"]
    return next(kind for kind in (hint, *get_args(hint)) if hasattr(kind, "from_dict"))
